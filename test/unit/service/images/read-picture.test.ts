import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createMemoryBudget } from '../../../../service/concurrency/memory-budget.ts';
import { createDecodingQueue } from '../../../../service/images/decoding-queue.ts';
import { loadPicture } from '../../../../service/images/picture.ts';
import { createPictureReader } from '../../../../service/images/read-picture.ts';

const maxBytes = 10 * 1024 * 1024;
const memory = createMemoryBudget();
const readPicture = createPictureReader({
  maxBytes,
  allowPrivateNetworks: false,
  queue: createDecodingQueue(),
});
const options = {
  user: { user_id: 'a@example.com' },
  signal: new AbortController().signal,
  deadline: Date.now() + 60_000,
};

/** A picture of noise, which takes many bytes. */
async function noise(side: number, format: 'png' | 'jpeg'): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const picture = sharp(randomBytes(side * side * 3), { raw });
  return await picture.toFormat(format, { quality: 95 }).toBuffer();
}

function read(picture: Buffer): Promise<Buffer> {
  return loadPicture(readPicture, { image_file: toDataUri(picture) }, options);
}

function toDataUri(bytes: Buffer): string {
  return `data:image/any;base64,${bytes.toString('base64')}`;
}

test.each(['png', 'jpeg'] as const)('no more is reserved than is in use: %s', async (format) => {
  const picture = await noise(500, format);
  using lease = memory.reserve('a@example.com', 2 * picture.length);
  const image_file = toDataUri(picture);
  const source = await readPicture({ image_file }, { ...options, memory: lease });
  expect(memory.reservedBytes()).toBe(picture.length);
  const jpeg = await source.normalise();
  expect(memory.reservedBytes()).toBe(jpeg.length);
});

test('what is larger than allowed is refused', async () => {
  await expect(read(randomBytes(maxBytes + 1))).rejects.toThrow(/too large/);
});

test('pictures that are read at once keep their own bytes', async () => {
  const pictures = await Promise.all([250, 300, 350, 400].map((side) => noise(side, 'png')));
  const apart: Buffer[] = [];
  for (const picture of pictures) apart.push(await read(Buffer.from(picture)));
  const atOnce = await Promise.all(pictures.map((picture) => read(Buffer.from(picture))));
  expect(atOnce.map((jpeg, n) => apart[n]?.equals(jpeg))).toEqual([true, true, true, true]);
});

test('a clean JPEG is returned as it came, however large', async () => {
  const picture = await noise(600, 'jpeg');
  expect(picture.length).toBeGreaterThan(200_000);
  const expected = Buffer.from(picture);
  expect(await read(Buffer.from(picture))).toEqual(expected);
});
