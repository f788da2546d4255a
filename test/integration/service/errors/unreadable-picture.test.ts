import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unreadablePicture } from '../../../support/faults.ts';
import { startPictureHost, type PictureHost } from '../../../support/picture-host.ts';
import { plainPicture } from '../../../support/pictures.ts';
import { status } from '../../../support/provider-stand-in.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../../support/service-with-providers.ts';
import type { Answer } from '../../../support/service.ts';

let whole: ServiceWithProviders;
let host: PictureHost;

beforeAll(async () => {
  host = await startPictureHost(await plainPicture(), 'image/png');
  whole = await startServiceWithProviders({
    env: { IMAGE_ALLOW_PRIVATE_NETWORKS: 'true' },
    credits: 5,
  });
});
beforeEach(() => {
  whole.providers.set({ openai: unreadablePicture, gemini: unreadablePicture });
  whole.providers.calls.length = 0;
});
afterAll(async () => {
  host.stop();
  await whole.dispose();
});

async function expectBadPicture(answer: Answer, path: string) {
  const message =
    'No AI model could read the picture. Save it anew as JPEG or PNG, or send another one.';
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ message, errors: [{ path, code: 'image_rejected', message }] });
  expect(whole.providers.calls.map(({ provider }) => provider)).toEqual(['openai', 'gemini']);
  expect(await whole.service.credits(whole.userId)).toBe(5);
}

test('answers 400 for image_file when no provider can read the picture', async () => {
  await expectBadPicture(await whole.generate(), 'image_file');
});

test('answers 400 for image_url when no provider can read the picture', async () => {
  await expectBadPicture(await whole.generate({ image_url: host.url }), 'image_url');
});

test('answers 400 for image_file where both fields are given', async () => {
  const { generate } = whole;
  const picture = `data:image/png;base64,${(await plainPicture()).toString('base64')}`;
  await expectBadPicture(
    await generate({ image_url: host.url, image_file: picture }),
    'image_file',
  );
});

test('answers 500 when one provider fails otherwise, and takes no credit', async () => {
  for (const behaviours of [{ openai: status(401) }, { gemini: status(401) }]) {
    whole.providers.set({ openai: unreadablePicture, gemini: unreadablePicture, ...behaviours });
    const answer = await whole.generate();
    expect(answer.status).toBe(500);
    expect(answer.body['error']).toContain('cannot read the picture (status 400)');
  }
  expect(await whole.service.credits(whole.userId)).toBe(5);
});
