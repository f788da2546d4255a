import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A PNG, red at its left, blue in the middle, green at its right: which way round it is can be seen. */
export function stripes(): Promise<Buffer> {
  const bar = (colour: string) => ({
    input: { create: { width: 20, height: 30, channels: 3 as const, background: colour } },
    top: 0,
  });
  return sharp({ create: { width: 60, height: 30, channels: 3, background: '#0000ff' } })
    .composite([
      { ...bar('#ff0000'), left: 0 },
      { ...bar('#00ff00'), left: 40 },
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

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
