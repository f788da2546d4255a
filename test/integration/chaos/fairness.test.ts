import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dataUri, plainImage } from '../../support/images.ts';
import {
  newImage,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A few bytes of SVG that take long to draw. */
function svgWithEffects(effects: { octaves: number; rects: number }): string {
  return dataUri(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000"><filter id="f">' +
        `<feTurbulence baseFrequency=".01" numOctaves="${effects.octaves}"/></filter>` +
        '<rect width="100%" height="100%" filter="url(#f)"/>'.repeat(effects.rects) +
        '</svg>',
    ),
    'image/svg+xml',
  );
}

/** Takes minutes. */
const endlessSvg = svgWithEffects({ octaves: 9_999, rects: 60 });
/** Takes a second, many times as long as a photo. */
const slowSvg = svgWithEffects({ octaves: 10, rects: 1 });

let shared: ServiceWithProviders;
let whole: ServiceWithProviders;

beforeAll(async () => {
  // Slow images must not use up the time of the others, also on a busy machine.
  shared = await startServiceWithProviders({ env: { REQUEST_DEADLINE_MS: '50000' } });
});

afterAll(() => shared.dispose());

beforeEach(async () => {
  whole = await shared.forTest();
});

test('decodes nothing for a user without credits', async () => {
  const poor = await shared.forTest({ credits: 0 });
  const truncated = (await plainImage('png', { width: 900, height: 900 })).subarray(0, 200);
  const fields = { image_file: dataUri(truncated) };
  expect((await whole.generate(fields)).status).toBe(400);
  expect((await poor.generate(fields)).status).toBe(403);
});

test('stops an image that takes too long, which costs nothing', async () => {
  const response = await whole.generate({ image_file: endlessSvg });
  expect(response.status).toBe(400);
  expect(response.body['message']).toContain('takes too much time or memory to draw');
  expect(await whole.service.credits(whole.userId)).toBe(1_000);
});

test('slow images of one user delay another user’s image by one at most', async () => {
  const other = await shared.forTest();
  const ended: string[] = [];
  const headers = { 'cache-control': 'no-cache' };
  // Two are decoded at once. In order of arrival, at least three would end before the other image.
  const slow = Array.from({ length: 4 }, () =>
    whole.generate({ image_file: slowSvg }, headers).then(() => ended.push('slow')),
  );
  const image_file = dataUri(await plainImage('png', { width: 2_000 }));
  const response = await other.generate({ image_file });
  ended.push('other');
  expect(response.status).toBe(200);
  await Promise.all(slow);
  // The slow ones that are decoded at the same time may have started before it.
  expect(ended.indexOf('other')).toBeLessThan(3);
  expect((await whole.generate({ image_file: await newImage() })).status).toBe(200);
});
