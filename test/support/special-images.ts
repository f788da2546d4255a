import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A PNG, red at the left, blue in the middle and green at the right, so its orientation is visible. */
export function stripes(): Promise<Buffer> {
  const bar = (colour: string) => ({
    input: { create: { width: 40, height: 80, channels: 3 as const, background: colour } },
    top: 0,
  });
  return sharp({ create: { width: 120, height: 80, channels: 3, background: '#0000ff' } })
    .composite([
      { ...bar('#ff0000'), left: 0 },
      { ...bar('#00ff00'), left: 80 },
    ])
    .png()
    .toBuffer();
}

/** A PNG of a few bytes whose header claims a size. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An SVG with the given content. */
export function svgOf(content: string, attributes = 'width="100" height="100"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
}

/** A few bytes of SVG whose size takes minutes to compute. */
export const endlessSvg = svgOf(
  '<path d="M0 0H1000000" stroke="red" stroke-dasharray="0.01 0.01"/>',
  '',
);

/** An SVG whose few effects take minutes to draw, in little memory. */
export const slowSvg = svgOf(
  `<filter id="f">${'<feTurbulence numOctaves="200"/>'.repeat(60)}</filter>` +
    '<rect width="5000" height="5000" filter="url(#f)"/>',
  'width="5000" height="5000"',
);

/** An SVG with an embedded red PNG; `side` in pixels. */
export function svgOfPng(side: number): string {
  // A row: no filter, then a byte for eight pixels; black is red in the palette.
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 3, 0, 0, 0], 8);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([255, 0, 0, 255, 255, 255])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  const href = `data:image/png;base64,${png.toString('base64')}`;
  return svgOf(`<image width="100" height="100" href="${href}"/>`);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A GIF without transparency whose only frame, red and of 100 × 100 pixels, is smaller than its canvas. */
export function gifWithSmallFrame(
  canvas: { width: number; height: number },
  frame: { left: number; top: number },
): Buffer {
  const numbers = (...values: number[]) => values.flatMap((value) => [value & 0xff, value >> 8]);
  // Codes of three bits: after every two pixels of colour 0, the table is cleared (4); 5 is the end.
  const codes = [...Array.from({ length: 5_000 }, () => [4, 0, 0]).flat(), 5];
  const bits = codes.map((code) => code.toString(2).padStart(3, '0'));
  const reversed = bits.reverse().join('');
  const data: number[] = [];
  for (let end = reversed.length; end > 0; end -= 8) {
    data.push(parseInt(reversed.slice(Math.max(0, end - 8), end), 2));
  }
  const blocks: number[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return Buffer.from([
    ...Buffer.from('GIF89a'),
    ...numbers(canvas.width, canvas.height),
    ...[0x80, 0, 0, 255, 0, 0, 0, 0, 255],
    ...[0x2c, ...numbers(frame.left, frame.top, 100, 100), 0],
    ...[2, ...blocks, 0, 0x3b],
  ]);
}
