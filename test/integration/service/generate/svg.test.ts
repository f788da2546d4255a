import { expect, onTestFinished, test } from 'vitest';
import { endlessSvg } from '../../../support/special-images.ts';
import { startServiceWithProviders } from '../../../support/service-with-providers.ts';

const image_file = `data:image/svg+xml;base64,${Buffer.from(endlessSvg).toString('base64')}`;

test('an SVG of endless work costs others no decoding, and stops with the service', async () => {
  const whole = await startServiceWithProviders();
  onTestFinished(() => whole.dispose());
  const refused = await whole.generate({ image_file });
  expect(refused.status).toBe(400);
  expect(refused.body['message']).toContain('too much time or memory');
  expect((await whole.generate()).status).toBe(200);

  const last = whole.generate({ image_file });
  const isDecoding = async () => (await fetch(`${whole.service.url}/metrics`)).text();
  await expect.poll(isDecoding, { timeout: 10_000 }).toContain('\naltscribe_images_decoding 1');
  expect(await whole.service.stop()).toBe(0);
  expect((await last).status).toBe(400);
}, 60_000);
