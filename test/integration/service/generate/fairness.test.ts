import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { dataUri, plainImage } from '../../../support/images.ts';
import { generatePath } from '../../../support/service.ts';
import {
  newImage,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../../support/service-with-providers.ts';

vi.setConfig({ testTimeout: 60_000 });

const other = 'other@example.com';

/** A few bytes that take minutes to draw. */
const endlessSvg = dataUri(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000"><filter id="f">' +
      '<feTurbulence baseFrequency=".01" numOctaves="9999"/></filter>' +
      '<rect width="100%" height="100%" filter="url(#f)"/>'.repeat(60) +
      '</svg>',
  ),
  'image/svg+xml',
);

let whole: ServiceWithProviders;

beforeEach(async () => {
  whole = await startServiceWithProviders();
  onTestFinished(() => whole.dispose());
});

test('decodes nothing for a user without credits', async () => {
  const key = await whole.service.createAccount({ user_id: other, credits: 0 });
  const truncated = (await plainImage('png', { width: 900, height: 900 })).subarray(0, 200);
  const fields = { image_file: dataUri(truncated) };
  expect((await whole.generate(fields)).status).toBe(400);
  const poor = { ...fields, user_id: other };
  expect((await whole.generate(poor, { 'x-api-key': key })).status).toBe(403);
});

test('stops an image that takes too long, which costs nothing', async () => {
  const response = await whole.generate({ image_file: endlessSvg });
  expect(response.status).toBe(400);
  expect(response.body['message']).toContain('takes too much time or memory to draw');
  expect(await whole.service.credits(whole.userId)).toBe(1_000);
});

test('six slow images of one user delay another user’s image by one at most', async () => {
  const key = await whole.service.createAccount({ user_id: other });
  const ended: string[] = [];
  const headers = { 'cache-control': 'no-cache' };
  const slow = Array.from({ length: 6 }, () =>
    whole.generate({ image_file: endlessSvg }, headers).then(() => ended.push('slow')),
  );
  const body = { user_id: other, image_file: dataUri(await plainImage('png', { width: 2_000 })) };
  const response = await whole.service.post(generatePath, body, { 'x-api-key': key });
  ended.push('other');
  expect(response.status).toBe(200);
  await Promise.all(slow);
  // The slow ones that are decoded at the same time may have started before it.
  expect(ended.indexOf('other')).toBeLessThan(3);
  expect((await whole.generate({ image_file: await newImage() })).status).toBe(200);
});
