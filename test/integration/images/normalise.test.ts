import { randomBytes } from 'node:crypto';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawSvg } from '../../../service/images/draw-svg.ts';
import {
  noImage,
  normaliseOnceFree,
  plainImage,
  sentImage,
  tooManyPixels,
  wanted,
} from '../../support/images.ts';
import {
  endlessSvg,
  gifWithSmallFrame,
  hugePng,
  stripes,
  svgOf,
  svgOfPng,
} from '../../support/special-images.ts';

/** Only the child of `drawSvg` can read SVGs. */
function toPng(svg: string): Promise<Buffer> {
  return drawSvg(Buffer.from(svg), { maxPixels: 1e6, timeoutSeconds: 10 });
}

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
    const { format: result, width, height } = await sharp(await sentImage(image)).metadata();
    expect({ result, width, height }).toEqual({ result: 'jpeg', width: 1024, height: 512 });
  },
);

test('an SVG becomes a JPEG on white, without reading files or the network', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="30">
    <script>alert(1)</script>
    <image xlink:href="file://${import.meta.filename}" width="30" height="30"/>
    <image href="http://127.0.0.1:1/image.png" width="30" height="30"/>
    <rect x="60" width="30" height="30" fill="#00f"/></svg>`;
  const jpeg = await sentImage(Buffer.from(svg));
  expect(await colourAt(jpeg, 128, 128)).toBe('rgb');
  expect(await colourAt(jpeg, 640, 128)).toBe('b');
});

test('draws an SVG of 49 megapixels at the size that is sent', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="3500">
    <rect width="7000" height="3500" fill="#00f"/></svg>`;
  const jpeg = await sentImage(Buffer.from(svg));
  const { width, height } = await sharp(jpeg).metadata();
  expect([width, height]).toEqual([1024, 512]);
  expect(await colourAt(jpeg, 1_020, 508)).toBe('b');
});

test('refuses an SVG with too many effects', async () => {
  const draw = (rects: number) =>
    sentImage(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f">' +
          '<feOffset dx="1"/></filter>' +
          '<rect width="9" height="9" filter="url(#f)"/>'.repeat(rects) +
          '</svg>',
      ),
    );
  await draw(63);
  await expect(draw(64)).rejects.toMatchObject({
    message: 'The SVG has more than 64 filter effects. Save it as PNG and send that.',
  });
});

const undrawable =
  'The SVG is damaged, or takes too much time or memory to draw. Save it as PNG and send that.';

test.each([
  ['would take minutes to measure', endlessSvg, undrawable],
  ['holds a PNG of 12,000 × 12,000', svgOfPng(12_000), undrawable],
  ['claims 51 megapixels', svgOf('', 'width="10000" height="5100"'), tooManyPixels],
  ['is cut short', svgOf('').slice(0, 40), undrawable],
])('refuses an SVG that %s, with a reason', { timeout: 60_000 }, async (_kind, svg, message) => {
  await expect(sentImage(Buffer.from(svg))).rejects.toMatchObject({ message: message });
});

test('a long SVG that takes too long to draw in parts is drawn as one', async () => {
  const svg = svgOf(
    `<filter id="f">${'<feTurbulence numOctaves="10"/>'.repeat(5)}</filter>` +
      '<rect width="300" height="30000" filter="url(#f)"/>',
    'width="300" height="30000"',
  );
  const limits = { maxPixels: 10_000_000, timeoutSeconds: 3 };
  const { width, height } = await sharp(await drawSvg(Buffer.from(svg), limits)).metadata();
  expect(width * height).toBeLessThan(200_000);
});

test('draws a photograph of 16 megapixels in an SVG', async () => {
  const jpeg = await sentImage(Buffer.from(svgOfPng(4_000)));
  expect(await colourAt(jpeg, 50, 50)).toBe('r');
});

test.each<[kind: string, width: number, height: number, sent: string[]]>([
  ['a photo', 4_000, 3_000, ['1024x768']],
  ['a thumbnail', 150, 150, ['150x150']],
  ['a screenshot of a phone', 1_080, 2_400, ['768x1707']],
  ['a wide photo', 6_000, 2_000, ['2048x683']],
  ['an infographic', 800, 12_000, ['137x2048', ...Array<string>(6).fill('768x1974')]],
  ['a panorama', 12_000, 500, ['2048x85', ...Array<string>(7).fill('1770x500')]],
  ['a strip', 300, 30_000, ['64x2048', ...Array<string>(16).fill('300x1935')]],
  ['a larger strip', 600, 60_000, ['64x2048', ...Array<string>(16).fill('307x1980')]],
  ['a flat strip', 5_000, 50, ['2048x64', ...Array<string>(3).fill('1710x64')]],
  ['a line', 60_000, 1, ['2048x65']],
  ['a dot', 1, 1, ['256x256']],
  ['an icon', 20, 20, ['256x256']],
  ['a narrow icon', 16, 40, ['256x640']],
  ['a banner', 728, 30, ['1024x64']],
])('%s of %i × %i is sent in a size that a model can read', async (_kind, width, height, sent) => {
  const { image, parts = [] } = await normaliseOnceFree(await plainImage('png', { width, height }));
  const sizes = await Promise.all([image, ...parts].map((one) => sharp(one).metadata()));
  expect(sizes.map((size) => `${size.width}x${size.height}`)).toEqual(sent);
});

test.each([
  ['from the top', 'height', ''],
  ['from the left', 'width', ''],
  ['of a photo on its side, from the top', 'height', 'turned'],
] as const)('the parts of a long image cover it %s', async (_order, side, turned) => {
  // Black, except for a red mark at the start, a green one in the middle and a blue one at the end.
  const at = (position: number) =>
    side === 'height' ? { top: position, left: 0 } : { top: 0, left: position };
  const mark = async (colour: string, position: number) => ({
    input: await plainImage('png', { width: 400, height: 400, colour }),
    ...at(position),
  });
  const create = {
    width: 400,
    height: 400,
    [side]: 9_000,
    channels: 3,
    background: '#000',
  } as const;
  const upright = await sharp({ create })
    .composite([await mark('#f00', 0), await mark('#0f0', 4_300), await mark('#00f', 8_600)])
    .png()
    .toBuffer();
  const long = turned
    ? await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    : upright;
  const { parts = [] } = await normaliseOnceFree(long);
  expect(parts).toHaveLength(5);
  const [first, , middle, , last] = parts as [Buffer, Buffer, Buffer, Buffer, Buffer];
  const { width, height } = await sharp(last).metadata();
  expect(await colourAt(first, 5, 5)).toBe('r');
  expect(await colourAt(middle, Math.round(width / 2), Math.round(height / 2))).toBe('g');
  expect(await colourAt(last, width - 5, height - 5)).toBe('b');
});

test.each([
  ['with a viewBox of 24', svgOf('<path d="M4 4h16v16z"/>', 'viewBox="0 0 24 24"'), '1024x1024'],
  ['of 24 px', svgOf('<path d="M4 4h16v16z"/>', 'width="24" height="24"'), '1024x1024'],
  ['without a size', svgOf('<path d="M4 4h160v160z"/>', ''), '1024x1024'],
  ['in millimetres', svgOf('', 'width="10mm" height="10mm"'), '1024x1024'],
  ['of a banner', svgOf('<path d="M4 4h700v20z"/>', 'width="728" height="30"'), '2048x84'],
  ['of a large banner', svgOf('', 'width="7280" height="300"'), '2048x84 1868x300'],
])('an SVG %s is drawn large', async (_kind, svg, sent) => {
  const { image, parts = [] } = await normaliseOnceFree(Buffer.from(svg));
  const sizes = await Promise.all([image, ...parts].map((one) => sharp(one).metadata()));
  const different = new Set(sizes.map(({ width, height }) => `${width}x${height}`));
  expect([...different].join(' ')).toBe(sent);
});

describe('transparent areas become a background on which the rest can be seen', () => {
  const shape = (colour: string, x = 20) => `<path d="M${x} 20h60l-30 60z" fill="${colour}"/>`;
  const backgrounds: [kind: string, content: string, background: string][] = [
    ['nothing', '', 'rgb'],
    ['dark', shape('#123'), 'rgb'],
    ['white', shape('#fff'), 'black'],
    ['almost white', shape('#fffbe8'), 'black'],
    ['white and half transparent', shape('rgba(255,255,255,.6)'), 'black'],
    [
      'white words on a dark shape',
      `<rect x="10" y="10" width="86" height="80" fill="#036"/>${shape('#fff')}`,
      'rgb',
    ],
    ['white and dark', `${shape('#fff')}${shape('#111', 110)}`, 'grey'],
  ];
  const formats: [format: string, encode: (image: Sharp) => Sharp][] = [
    ['PNG', (image) => image.png()],
    ['palette', (image) => image.png({ palette: true })],
    ['grey PNG', (image) => image.toColourspace('b-w').png()],
    [
      '16-bit PNG in Display P3',
      (image) => image.toColourspace('rgb16').withIccProfile('p3').png(),
    ],
    ['WebP', (image) => image.webp()],
    ['GIF', (image) => image.gif()],
    ['AVIF', (image) => image.avif()],
    ['TIFF', (image) => image.tiff({ compression: 'lzw' })],
  ];

  async function backgroundOf(image: Buffer): Promise<string> {
    const [red = 0] = await sharp(await sentImage(image))
      .extractChannel(0)
      .raw()
      .toBuffer();
    return red > 200 ? 'rgb' : red < 50 ? 'black' : 'grey';
  }

  test.each(backgrounds)('%s', { timeout: 60_000 }, async (_kind, content, background) => {
    const svg = svgOf(content, 'width="200" height="100"');
    expect(await backgroundOf(Buffer.from(svg))).toBe(background);
    // AVIFs of a megapixel take seconds.
    const image = await sharp(await toPng(svg))
      .resize(200)
      .png()
      .toBuffer();
    for (const [format, encode] of formats) {
      const found = await backgroundOf(await encode(sharp(image)).toBuffer());
      expect([format, found]).toEqual([format, background]);
    }
  });

  test('of a long image, in all its parts', async () => {
    const white = { input: await plainImage('png', { colour: '#fff' }), left: 50, top: 5_900 };
    const create = { width: 300, height: 6_000, channels: 4, background: '#0000' } as const;
    const { parts = [] } = await normaliseOnceFree(
      await sharp({ create }).composite([white]).png().toBuffer(),
    );
    expect(await Promise.all(parts.map((part) => colourAt(part, 5, 5)))).toEqual(
      Array(3).fill('black'),
    );
  });
});

test('a GIF whose first frame is smaller than its canvas is not black around it', async () => {
  const gif = gifWithSmallFrame({ width: 300, height: 200 }, { left: 100, top: 50 });
  const jpeg = await sentImage(gif);
  const { width, height } = await sharp(jpeg).metadata();
  expect([width, height]).toEqual([300, 200]);
  expect(await colourAt(jpeg, 110, 60)).toBe('r');
  for (const [x, y] of [
    [50, 100],
    [150, 25],
    [290, 190],
  ] as const) {
    expect(await colourAt(jpeg, x, y)).toBe('rgb');
  }
});

test('uses the first frame of an animation', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((colour) => plainImage('png', { width: 200, height: 100, colour })),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const jpeg = await sentImage(gif);
  expect((await sharp(jpeg).metadata()).height).toBe(100);
  expect(await colourAt(jpeg, 50, 50)).toBe('r');
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
  const result = await sentImage(turned);
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
  const result = await sentImage(jpeg);
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
    expect(await valuesAt(await sentImage(image))).toEqual(closeTo([0, 192, 0]));
  },
);

test('a damaged colour profile leaves the colours unchanged', async () => {
  const green = await plainImage('png', { width: 1600, height: 800, colour: '#00c000' });
  const jpeg = await sharp(green).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
  const profile = jpeg.indexOf('ICC_PROFILE');
  const values = await valuesAt(jpeg, { ignoreIcc: true });
  jpeg.fill(0, profile + 14, profile + 14 + 400);
  expect(await valuesAt(await sentImage(jpeg))).toEqual(closeTo(values));
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
      expect(await sentImage(jpeg)).toBe(jpeg);
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
    const result = await sentImage(broken).catch((error: unknown) => error);
    if (result instanceof Buffer) expect(result.equals(broken)).toBe(false);
    else expect(result).toMatchObject({ name: 'UnusableImageError' });
  });

  test('truncated anywhere and closed again is decoded or refused', async () => {
    const jpeg = await plainImage('jpeg', { width: 200, height: 200 });
    for (let length = 20; length < jpeg.length; length += 7) {
      const cut = Buffer.concat([jpeg.subarray(0, length), Buffer.from([0xff, 0xd9])]);
      const result = await sentImage(cut).catch((error: unknown) => error);
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
    const result = await sentImage(padded);
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
    const result = await sentImage(changed);
    expect(result.includes('Jane')).toBe(false);
    expect((await sharp(result).metadata()).width).toBe(96);
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
  expect((await sharp(await sentImage(await make())).metadata()).space).toBe('srgb');
});

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['a PDF', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n'), `This is a PDF. ${wanted}`],
  [
    'a web page',
    () => Buffer.from('<!DOCTYPE html><html></html>'),
    `This is a web page. ${wanted}`,
  ],
  [
    'a web page with an SVG',
    () => Buffer.from('<!DOCTYPE html><html><svg width="9" height="9"></svg></html>'),
    `This is a web page. ${wanted}`,
  ],
  ['text', () => Buffer.from('hello'), noImage],
  ['nothing', () => Buffer.alloc(0), noImage],
  [
    'a truncated JPEG',
    async () => (await plainImage('jpeg', { width: 900, height: 900 })).subarray(0, 1_500),
    `The image is damaged. ${wanted}`,
  ],
  ['a PNG that claims 30,000 × 30,000', () => hugePng(30_000, 30_000), tooManyPixels],
])('%s is refused with a reason', async (_kind, make, message) => {
  await expect(sentImage(await make())).rejects.toMatchObject({ message: message });
  await expect(sentImage(await make())).rejects.toMatchObject({ name: 'UnusableImageError' });
});
