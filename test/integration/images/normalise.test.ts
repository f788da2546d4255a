import { randomBytes } from 'node:crypto';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { normalise } from '../../../service/images/normalise.ts';
import { plainImage } from '../../support/images.ts';
import { endlessSvg, hugePng, stripes, svgOf, svgOfPng } from '../../support/special-images.ts';

async function colourAt(bytes: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  const names = {
    r: (data[at] ?? 0) > 128,
    g: (data[at + 1] ?? 0) > 128,
    b: (data[at + 2] ?? 0) > 128,
  };
  return (
    Object.entries(names)
      .map(([name, on]) => (on ? name : ''))
      .join('') || 'black'
  );
}

test.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)(
  '%s becomes a JPEG',
  async (format) => {
    const image = await plainImage(format, { width: 1600, height: 800 });
    const { format: result, width, height } = await sharp(await normalise(image)).metadata();
    expect({ result, width, height }).toEqual({ result: 'jpeg', width: 1024, height: 512 });
  },
);

test('an SVG becomes a JPEG on white, without reading files or the network', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="30">
    <script>alert(1)</script>
    <image xlink:href="file://${import.meta.filename}" width="30" height="30"/>
    <image href="http://127.0.0.1:1/image.png" width="30" height="30"/>
    <rect x="60" width="30" height="30" fill="#00f"/></svg>`;
  const jpeg = await normalise(Buffer.from(svg));
  expect(await colourAt(jpeg, 15, 15)).toBe('rgb');
  expect(await colourAt(jpeg, 75, 15)).toBe('b');
});

test('draws an SVG of 49 megapixels at the size that is sent', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="3500">
    <rect width="7000" height="3500" fill="#00f"/></svg>`;
  const jpeg = await normalise(Buffer.from(svg));
  const { width, height } = await sharp(jpeg).metadata();
  expect([width, height]).toEqual([1024, 512]);
  expect(await colourAt(jpeg, 1_020, 508)).toBe('b');
});

test('refuses an SVG with too many effects', async () => {
  const draw = (rects: number) =>
    normalise(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f">' +
          '<feOffset dx="1"/></filter>' +
          '<rect width="9" height="9" filter="url(#f)"/>'.repeat(rects) +
          '</svg>',
      ),
    );
  await draw(63);
  await expect(draw(64)).rejects.toThrow('more than 64 filter effects. Save it as PNG');
});

test.each([
  ['would take minutes to measure', endlessSvg, 'takes too much time or memory to draw'],
  ['holds a PNG of 12,000 × 12,000', svgOfPng(12_000), 'takes too much time or memory to draw'],
  ['claims 51 megapixels', svgOf('', 'width="10000" height="5100"'), 'at most 50 megapixels'],
  ['is cut short', svgOf('').slice(0, 40), 'The SVG is damaged'],
])('refuses an SVG that %s, with a reason', { timeout: 60_000 }, async (_kind, svg, message) => {
  await expect(normalise(Buffer.from(svg))).rejects.toThrow(message);
});

test('draws a photograph of 16 megapixels in an SVG', async () => {
  const jpeg = await normalise(Buffer.from(svgOfPng(4_000)));
  expect(await colourAt(jpeg, 50, 50)).toBe('r');
});

test('transparent areas become white', async () => {
  const empty = { create: { width: 8, height: 8, channels: 4 as const, background: '#0000' } };
  expect(await colourAt(await normalise(await sharp(empty).png().toBuffer()), 4, 4)).toBe('rgb');
});

test('uses the first frame of an animation', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((colour) => plainImage('png', { width: 20, height: 10, colour })),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const jpeg = await normalise(gif);
  expect((await sharp(jpeg).metadata()).height).toBe(10);
  expect(await colourAt(jpeg, 5, 5)).toBe('r');
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('applies EXIF orientation %i', async (orientation) => {
  const upright = await stripes();
  const turned = await sharp(
    await sharp(upright)
      .rotate(orientation > 4 ? 90 : 0)
      .toBuffer(),
  )
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
  const expected = await sharp(turned).autoOrient().png().toBuffer();
  const result = await normalise(turned);
  const { width, height, orientation: left } = await sharp(result).metadata();
  const { width: w, height: h } = await sharp(expected).metadata();
  expect([width, height, left]).toEqual([w, h, undefined]);
  for (const [x, y] of [
    [2, 2],
    [width - 3, height - 3],
  ] as const) {
    expect(await colourAt(result, x, y)).toBe(await colourAt(expected, x, y));
  }
});

test('removes EXIF, GPS, comments and profiles', async () => {
  const exif = {
    IFD0: { Artist: 'Jane Doe' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
  };
  const jpeg = await sharp(await plainImage('jpeg'))
    .withExif(exif)
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  expect(jpeg.includes('Jane Doe')).toBe(true);
  const result = await normalise(jpeg);
  const metadata = await sharp(result).metadata();
  expect(metadata.exif).toBeUndefined();
  expect(metadata.icc).toBeUndefined();
  expect(result.includes('Jane Doe')).toBe(false);
});

test.each([
  ['JPEG', (image) => image.jpeg({ quality: 95 })],
  ['PNG with transparency', (image) => image.ensureAlpha().png()],
  ['PNG of 16 bits', (image) => image.toColourspace('rgb16').png()],
  ['WebP', (image) => image.webp({ lossless: true })],
  ['AVIF', (image) => image.avif()],
] satisfies [string, (image: Sharp) => Sharp][])(
  'converts the colours of a Display P3 %s to sRGB',
  async (_kind, encode) => {
    const green = await plainImage('png', { width: 1600, height: 800, colour: '#00c000' });
    const image = await encode(sharp(green).withIccProfile('p3')).toBuffer();
    expect(await valuesAt(image, { ignoreIcc: true })).not.toEqual(closeTo([0, 192, 0]));
    expect(await valuesAt(await normalise(image))).toEqual(closeTo([0, 192, 0]));
  },
);

test('a damaged colour profile leaves the colours unchanged', async () => {
  const green = await plainImage('png', { width: 1600, height: 800, colour: '#00c000' });
  const jpeg = await sharp(green).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
  const profile = jpeg.indexOf('ICC_PROFILE');
  const values = await valuesAt(jpeg, { ignoreIcc: true });
  jpeg.fill(0, profile + 14, profile + 14 + 400);
  expect(await valuesAt(await normalise(jpeg))).toEqual(closeTo(values));
});

/** Red, green and blue in the top left corner of an image. */
async function valuesAt(bytes: Buffer, options?: SharpOptions): Promise<number[]> {
  const image = sharp(bytes, options).removeAlpha();
  return [...(await image.raw({ depth: 'uchar' }).toBuffer()).subarray(0, 3)];
}

function closeTo(values: readonly number[]): unknown[] {
  return values.map((value) => expect.closeTo(value, -1) as unknown);
}

/** A JPEG without the first segment of a kind. */
function withoutSegment(jpeg: Buffer, type: number): Buffer {
  let at = 2;
  while (jpeg[at + 1] !== type) at += 2 + jpeg.readUInt16BE(at + 2);
  const end = at + 2 + jpeg.readUInt16BE(at + 2);
  return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(end)]);
}

describe('a small sRGB JPEG without metadata', () => {
  test.each([{}, { progressive: true }, { mozjpeg: true }, { chromaSubsampling: '4:4:4' }])(
    'is passed through unchanged: %o',
    async (options) => {
      const image = await stripes();
      const jpeg = await sharp(image).resize(1024).jpeg(options).toBuffer();
      expect(await normalise(jpeg)).toBe(jpeg);
    },
  );

  test.each([
    ['a quantisation table', 0xdb],
    ['a Huffman table', 0xc4],
    ['its frame', 0xc0],
    ['its scan', 0xda],
  ])('is converted without %s', async (_what, type) => {
    const broken = withoutSegment(
      await sharp(await stripes())
        .jpeg()
        .toBuffer(),
      type,
    );
    const result = await normalise(broken).catch((error: unknown) => error);
    if (result instanceof Buffer) expect(result.equals(broken)).toBe(false);
    else expect(result).toMatchObject({ name: 'UnusableImageError' });
  });

  test('truncated anywhere and closed again is decoded or refused', async () => {
    const jpeg = await plainImage('jpeg', { width: 200, height: 200 });
    for (let length = 20; length < jpeg.length; length += 7) {
      const cut = Buffer.concat([jpeg.subarray(0, length), Buffer.from([0xff, 0xd9])]);
      const result = await normalise(cut).catch((error: unknown) => error);
      if (result instanceof Buffer) await sharp(result, { failOn: 'error' }).stats();
      else expect(result).toMatchObject({ name: 'UnusableImageError' });
    }
  });

  test('with few pixels and many bytes is compressed again', async () => {
    const size = { width: 300, height: 300 };
    const noise = randomBytes(size.width * size.height * 3);
    const jpeg = await sharp(noise, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 100 })
      .toBuffer();
    // Empty restart intervals, until it has nearly 10 MB.
    const filler = Buffer.from([0xff, 0xdd, 0, 4, 0, 0]);
    const many = Array.from({ length: 1_600_000 }, () => filler);
    const padded = Buffer.concat([jpeg.subarray(0, 2), ...many, jpeg.subarray(2)]);
    const result = await normalise(padded);
    expect(result.length).toBeLessThan(jpeg.length);
  });

  test.each([
    [
      'with a comment',
      (jpeg: Buffer) =>
        Buffer.concat([
          jpeg.subarray(0, 2),
          Buffer.from([0xff, 0xfe, 0, 6]),
          Buffer.from('Jane'),
          jpeg.subarray(2),
        ]),
    ],
    [
      'with something behind it',
      (jpeg: Buffer) => Buffer.concat([jpeg, Buffer.from('Jane'), Buffer.from([0xff, 0xd9])]),
    ],
  ])('%s does not', async (_case, change) => {
    const changed = change(await plainImage('jpeg'));
    const result = await normalise(changed);
    expect(result.includes('Jane')).toBe(false);
    expect((await sharp(result).metadata()).width).toBe(64);
  });
});

test.each([
  [
    'CMYK',
    async () =>
      sharp(await stripes())
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer(),
  ],
  [
    '16 bits',
    async () =>
      sharp(await stripes())
        .toColourspace('rgb16')
        .png()
        .toBuffer(),
  ],
  [
    'greyscale',
    async () =>
      sharp(await stripes())
        .greyscale()
        .png()
        .toBuffer(),
  ],
  ['1 × 1', () => plainImage('png', { width: 1, height: 1 })],
])('%s becomes sRGB', async (_kind, make) => {
  expect((await sharp(await normalise(await make())).metadata()).space).toBe('srgb');
});

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  [
    'a PDF',
    () => Buffer.from('%PDF-1.7\n%âãÏÓ\n'),
    'This is a PDF. Send a JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG image.',
  ],
  ['a web page', () => Buffer.from('<!DOCTYPE html><html></html>'), 'This is a web page.'],
  [
    'a web page with an SVG',
    () => Buffer.from('<!DOCTYPE html><html><svg width="9" height="9"></svg></html>'),
    'This is a web page.',
  ],
  ['text', () => Buffer.from('hello'), 'This is not an image, or it is damaged.'],
  ['nothing', () => Buffer.alloc(0), 'This is not an image, or it is damaged.'],
  [
    'a truncated JPEG',
    async () => (await plainImage('jpeg', { width: 900, height: 900 })).subarray(0, 3_000),
    'The image is damaged',
  ],
  [
    'a PNG that claims 30,000 × 30,000',
    () => hugePng(30_000, 30_000),
    'The image is too large. Send at most 50 megapixels.',
  ],
])('%s is refused with a reason', async (_kind, make, message) => {
  await expect(normalise(await make())).rejects.toThrow(message);
  await expect(normalise(await make())).rejects.toMatchObject({ name: 'UnusableImageError' });
});
