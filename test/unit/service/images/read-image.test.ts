import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createMemoryBudget } from '../../../../service/concurrency/memory-budget.ts';
import { createDecodingQueue } from '../../../../service/images/decoding-queue.ts';
import { plainImage } from '../../../support/images.ts';
import { loadImage } from '../../../../service/images/image.ts';
import { createImageReader } from '../../../../service/images/read-image.ts';

const maxBytes = 10 * 1024 * 1024;
const memory = createMemoryBudget();
const readImage = createImageReader({
  maxBytes,
  allowPrivateNetworks: false,
  queue: createDecodingQueue(),
});
const options = {
  user: { user_id: 'a@example.com' },
  signal: new AbortController().signal,
  deadline: Date.now() + 60_000,
};

/** An image of noise, which takes many bytes. */
async function noise(side: number, format: 'png' | 'jpeg'): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const image = sharp(randomBytes(side * side * 3), { raw });
  // With a quality, a PNG would get a palette, which takes a second to find.
  return await (format === 'png' ? image.png() : image.jpeg({ quality: 95 })).toBuffer();
}

async function read(image: Buffer): Promise<Buffer> {
  return (await loadImage(readImage, { image_file: toDataUri(image) }, options)).image;
}

function toDataUri(bytes: Buffer): string {
  return `data:image/any;base64,${bytes.toString('base64')}`;
}

test.each(['png', 'jpeg'] as const)(
  'reserves no more memory than is in use: %s',
  async (format) => {
    const image = await noise(500, format);
    using lease = memory.reserve('a@example.com', 2 * image.length);
    const image_file = toDataUri(image);
    const source = await readImage({ image_file }, { ...options, memory: lease });
    expect(memory.reservedBytes()).toBe(image.length);
    const { image: jpeg } = await source.normalise();
    expect(memory.reservedBytes()).toBe(jpeg.length);
  },
);

test('reserves memory for all parts of a long image', async () => {
  using lease = memory.reserve('a@example.com', 0);
  const image_file = toDataUri(await plainImage('png', { width: 300, height: 9_000 }));
  const source = await readImage({ image_file }, { ...options, memory: lease });
  const { image, parts = [] } = await source.normalise();
  expect(parts.length).toBeGreaterThan(3);
  expect(memory.reservedBytes()).toBe(Buffer.concat([image, ...parts]).length);
});

test('refuses images larger than the limit', async () => {
  await expect(read(randomBytes(maxBytes))).rejects.not.toThrow(/too large/);
  await expect(read(randomBytes(maxBytes + 1))).rejects.toThrow(/too large/);
});

test('images that are read concurrently keep their own bytes', async () => {
  const images = await Promise.all([250, 300, 350, 400].map((side) => noise(side, 'png')));
  const apart: Buffer[] = [];
  for (const image of images) apart.push(await read(Buffer.from(image)));
  const atOnce = await Promise.all(images.map((image) => read(Buffer.from(image))));
  expect(atOnce.map((jpeg, n) => apart[n]?.equals(jpeg))).toEqual([true, true, true, true]);
});

test('returns a clean JPEG unchanged, whatever its size', async () => {
  const image = await noise(600, 'jpeg');
  expect(image.length).toBeGreaterThan(200_000);
  const expected = Buffer.from(image);
  // Matchers compare buffers byte by byte, which takes a second.
  expect((await read(Buffer.from(image))).equals(expected)).toBe(true);
});
