import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bitmapToPng } from '../../../service/images/bitmap.ts';
import { requireImage } from '../../../service/images/normalise.ts';
import { plainImage, sentImage } from '../../support/images.ts';

const bytes = (...values: number[]) => Buffer.from(values);

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, n) => buffer.writeInt32LE(value | 0, n * 4));
  return buffer;
}

/** The header and the rest of a bitmap: red, green above blue, white. */
function bitmap(bits: number, compression: number, rest: Buffer, height = 2): Buffer {
  return Buffer.concat([words(40, 2, height, 1 | (bits << 16), compression, 0, 0, 0, 0, 0), rest]);
}

/** A BMP; `before` are the bytes between its header and its pixels. */
function bmp(dib: Buffer, before: number): Buffer {
  const header = Buffer.concat([Buffer.from('BM'), words(14 + dib.length, 0, 14 + 40 + before)]);
  return Buffer.concat([header, dib]);
}

const palette = bytes(0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0);
const filled = (colours: number) => Buffer.concat([palette, Buffer.alloc((colours - 4) * 4)]);
const rgb24 = bytes(255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0);

test.each<[string, Buffer]>([
  ['24 bits', bmp(bitmap(24, 0, rgb24), 0)],
  [
    '24 bits from the top',
    bmp(bitmap(24, 0, Buffer.concat([rgb24.subarray(8), rgb24.subarray(0, 8)]), -2), 0),
  ],
  ['8 bits', bmp(bitmap(8, 0, Buffer.concat([filled(256), bytes(2, 3, 0, 0, 0, 1, 0, 0)])), 1_024)],
  [
    '4 bits',
    bmp(bitmap(4, 0, Buffer.concat([filled(16), bytes(0x23, 0, 0, 0, 0x01, 0, 0, 0)])), 64),
  ],
  [
    '8 bits with runs',
    bmp(
      bitmap(
        8,
        1,
        Buffer.concat([filled(256), bytes(1, 2, 1, 3, 0, 0, 0, 2, 0, 0, 1, 0, 1, 1, 0, 1)]),
      ),
      1_024,
    ),
  ],
  [
    '8 bits with literal runs',
    bmp(
      bitmap(8, 1, Buffer.concat([filled(256), bytes(0, 3, 2, 3, 9, 0, 0, 0, 0, 3, 0, 1, 9, 0)])),
      1_024,
    ),
  ],
  [
    '4 bits with runs',
    bmp(bitmap(4, 2, Buffer.concat([filled(16), bytes(2, 0x23, 0, 0, 2, 0x01)])), 64),
  ],
  [
    '16 bits with fields',
    bmp(
      bitmap(
        16,
        3,
        Buffer.concat([
          words(0xf800, 0x07e0, 0x001f),
          bytes(0x1f, 0, 0xff, 0xff, 0, 0xf8, 0xe0, 0x07),
        ]),
      ),
      12,
    ),
  ],
  ['32 bits without opacity', bmp(bitmap(32, 0, words(0x0000ff, 0xffffff, 0xff0000, 0x00ff00)), 0)],
])('reads a BMP of %s', async (_kind, file) => {
  await requireImage(file);
  const png = await bitmapToPng(file);
  const pixels = await sharp(png).raw().toBuffer();
  const [red, green, blue, white] = [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
    [255, 255, 255, 255],
  ];
  expect([...pixels]).toEqual([red, green, blue, white].flat());
  expect((await sharp(await sentImage(file)).metadata()).format).toBe('jpeg');
});

/** An icon with these images of a stated side. */
function icon(...images: [side: number, image: Buffer][]): Buffer {
  let offset = 6 + 16 * images.length;
  const entries = images.map(([side, image]) => {
    const entry = Buffer.concat([bytes(side, side, 0, 0, 0, 0, 0, 0), words(image.length, offset)]);
    offset += image.length;
    return entry;
  });
  return Buffer.concat([
    bytes(0, 0, 1, 0, images.length, 0),
    ...entries,
    ...images.map(([, image]) => image),
  ]);
}

test('reads the largest image of an icon, with its mask', async () => {
  const mask = bytes(0x80, 0, 0, 0, 0, 0, 0, 0);
  const small = bitmap(24, 0, Buffer.concat([rgb24, mask]), 4);
  const alone = await sharp(await bitmapToPng(icon([2, small])))
    .raw()
    .toBuffer();
  expect([...alone].filter((_, at) => at % 4 === 3)).toEqual([255, 255, 0, 255]);
  const large = await plainImage('png', { width: 64, height: 64, colour: '#ff0000' });
  const file = icon([64, large], [2, small]);
  await requireImage(file);
  const { channels } = await sharp(await sentImage(file)).stats();
  expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([25, 0, 0]);
});

test.each<[string, Buffer]>([
  ['is cut short', bmp(bitmap(24, 0, rgb24), 0).subarray(0, -4)],
  [
    'claims 25 megapixels',
    bmp(Buffer.concat([words(40, 5_000, 5_000, 1 | (1 << 16), 0, 0, 0, 0, 0, 0), filled(4)]), 16),
  ],
  ['has no pixels', bmp(bitmap(24, 0, rgb24, 0), 0)],
  ['has an unknown compression', bmp(bitmap(24, 9, rgb24), 0)],
  ['has 7 bits', bmp(bitmap(7, 0, rgb24), 0)],
  ['is an icon without images', icon()],
  ['is an icon whose image is elsewhere', icon([2, rgb24]).subarray(0, 22)],
])('refuses an image that %s', async (_kind, file) => {
  await expect(sentImage(file)).rejects.toMatchObject({ name: 'UnusableImageError' });
});
