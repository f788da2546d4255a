import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unreadableImage } from '../../../support/faults.ts';
import { startImageHost, type ImageHost } from '../../../support/image-host.ts';
import { plainImage } from '../../../support/images.ts';
import { status } from '../../../support/provider-stand-in.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../../support/service-with-providers.ts';
import type { Answer } from '../../../support/service.ts';

let whole: ServiceWithProviders;
let host: ImageHost;

beforeAll(async () => {
  host = await startImageHost(await plainImage(), 'image/png');
  whole = await startServiceWithProviders({
    env: { IMAGE_ALLOW_PRIVATE_NETWORKS: 'true' },
    credits: 5,
  });
});
beforeEach(() => {
  whole.providers.set({ openai: unreadableImage, gemini: unreadableImage });
  whole.providers.calls.length = 0;
});
afterAll(async () => {
  host.stop();
  await whole.dispose();
});

async function expectBadImage(answer: Answer, path: string) {
  const message =
    'None of the AI models could read the image. Save it again as JPEG or PNG, or send another image.';
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ message, errors: [{ path, code: 'image_rejected', message }] });
  expect(whole.providers.calls.map(({ provider }) => provider)).toEqual(['openai', 'gemini']);
  expect(await whole.service.credits(whole.userId)).toBe(5);
}

test('answers 400 for image_file when no provider can read the image', async () => {
  await expectBadImage(await whole.generate(), 'image_file');
});

test('answers 400 for image_url when no provider can read the image', async () => {
  await expectBadImage(await whole.generate({ image_url: host.url }), 'image_url');
});

test('answers 400 for image_file if both fields are given', async () => {
  const { generate } = whole;
  const image = `data:image/png;base64,${(await plainImage()).toString('base64')}`;
  await expectBadImage(await generate({ image_url: host.url, image_file: image }), 'image_file');
});

test('answers 500 if one provider fails for another reason, and costs no credit', async () => {
  for (const behaviours of [{ openai: status(401) }, { gemini: status(401) }]) {
    whole.providers.set({ openai: unreadableImage, gemini: unreadableImage, ...behaviours });
    const answer = await whole.generate();
    expect(answer.status).toBe(500);
    expect(answer.body['error']).toContain('cannot read the image (status 400)');
  }
  expect(await whole.service.credits(whole.userId)).toBe(5);
});
