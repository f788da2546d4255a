import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startImageHost } from '../../../support/image-host.ts';
import { dataUri, plainImage } from '../../../support/images.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../../support/service-with-providers.ts';

let whole: ServiceWithProviders;

beforeAll(async () => {
  // Allows fetching images from loopback.
  whole = await startServiceWithProviders({ env: { IMAGE_ALLOW_PRIVATE_NETWORKS: 'true' } });
});

afterAll(() => whole.dispose());

/** The metadata of the image sent to the provider. */
function imageSent() {
  return sharp(whole.lastCall().image).metadata();
}

async function colourSent() {
  const { channels } = await sharp(whole.lastCall().image).stats();
  return channels.map(({ mean }) => Math.round(mean));
}

test.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)(
  'gives the provider a JPEG of a %s',
  async (format) => {
    const bytes = await plainImage(format, { width: 120, height: 80, colour: '#c02040' });
    const answer = await whole.generate({ image_file: dataUri(bytes, `image/${format}`) });
    expect(answer.status).toBe(200);
    expect(await imageSent()).toMatchObject({ format: 'jpeg', width: 120, height: 80 });
    const [red = 0, green = 0, blue = 0] = await colourSent();
    expect(Math.abs(red - 0xc0) + Math.abs(green - 0x20) + Math.abs(blue - 0x40)).toBeLessThan(24);
  },
);

test('gives the provider a JPEG of an SVG, on white', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"/>';
  const answer = await whole.generate({ image_file: dataUri(Buffer.from(svg), 'image/svg+xml') });
  expect(answer.status).toBe(200);
  expect(await imageSent()).toMatchObject({ format: 'jpeg', width: 1_024, height: 683 });
  expect(await colourSent()).toEqual([255, 255, 255]);
});

test('detects the format from the bytes, whatever the data URI states', async () => {
  const uri = dataUri(await plainImage('webp', { width: 133 }), 'image/png');
  const answer = await whole.generate({ image_file: uri.replace('data:image', 'DATA:Image') });
  expect(answer.status).toBe(200);
  expect(await imageSent()).toMatchObject({ format: 'jpeg', width: 133 });
});

test('shrinks a large image', async () => {
  const bytes = await plainImage('jpeg', { width: 3_000, height: 1_500 });
  await whole.generate({ image_file: dataUri(bytes, 'image/jpeg') });
  expect(await imageSent()).toMatchObject({ width: 1_024, height: 512 });
});

test('rotates an image upright', async () => {
  const bytes = await sharp(await plainImage('jpeg', { width: 190, height: 140 }))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  await whole.generate({ image_file: dataUri(bytes, 'image/jpeg') });
  expect(await imageSent()).toMatchObject({ width: 140, height: 190 });
  expect((await imageSent()).orientation ?? 1).toBe(1);
});

test('gives the provider the first frame of an animation', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((colour) => plainImage('png', { colour })),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  await whole.generate({ image_file: dataUri(gif, 'image/gif') });
  expect(await imageSent()).toMatchObject({ width: 96, height: 72 });
  const [red = 0, , blue = 0] = await colourSent();
  expect(red - blue).toBeGreaterThan(200);
});

test.each(['jpeg', 'png', 'webp'] as const)(
  'removes the author and location in a %s',
  async (format) => {
    const secret = 'Ada Lovelace, 51.5007 N';
    const bytes = await sharp(await plainImage('png', { width: 200, height: 100 }))
      .withExif({
        IFD0: { Artist: secret, Copyright: secret },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 2/1' },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${secret} --></x:xmpmeta>`)
      .toFormat(format)
      .toBuffer();
    expect(bytes.includes(secret)).toBe(true);

    await whole.generate({ image_file: dataUri(bytes, `image/${format}`) });
    const { image } = whole.lastCall();
    expect(await imageSent()).not.toHaveProperty('exif');
    expect(await imageSent()).not.toHaveProperty('xmp');
    for (const trace of [secret, 'Exif', 'http://ns.adobe.com/xap']) {
      expect(image.includes(trace)).toBe(false);
    }
  },
);

test('fetches the image from image_url', async () => {
  const host = await startImageHost(await plainImage('png', { width: 77 }), 'image/png');
  const answer = await whole.generate({ image_url: host.url });
  host.stop();
  expect(answer.status).toBe(200);
  expect(await imageSent()).toMatchObject({ format: 'jpeg', width: 77 });
});

test('uses image_file if both are given, and fetches nothing', async () => {
  const host = await startImageHost(await plainImage('png', { width: 77 }), 'image/png');
  const image_file = dataUri(await plainImage('png', { width: 155 }));
  const answer = await whole.generate({ image_url: host.url, image_file });
  host.stop();
  expect(answer.status).toBe(200);
  expect(await imageSent()).toMatchObject({ width: 155 });
  expect(host.connections()).toBe(0);
});

test('ignores an invalid image_url next to an image_file', async () => {
  const image_file = dataUri(await plainImage('png', { width: 56 }));
  const answer = await whole.generate({ image_url: 'not a url', image_file });
  expect(answer.status).toBe(200);
});
