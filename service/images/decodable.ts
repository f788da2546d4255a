import sharp from 'sharp';

/**
 * Makes files decodable that every browser shows. Of an animation, only the first frame is kept:
 * the rest may be broken, and libvips cannot read animated AVIFs. The end of a WebP may be missing.
 * Other bytes are returned unchanged.
 */
export function toDecodable(bytes: Buffer): Buffer {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('GIF8')) return firstOfGif(bytes);
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return withoutGaps(firstOfWebp(bytes));
  // The still image in the same file, which such files should have.
  if (start.endsWith('ftypavis'))
    return Buffer.concat([bytes.subarray(0, 8), avif, bytes.subarray(12)]);
  return bytes;
}

const avif = Buffer.from('avif');
const gifEnd = Buffer.from([0x3b]);

/** Up to the end of the first image: GIF89a, sections 18 to 25. */
function firstOfGif(bytes: Buffer): Buffer {
  const tableSize = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let at = 13 + tableSize(bytes[10] ?? 0);
  for (;;) {
    const kind = bytes[at];
    if (kind === 0x21) at = endOfBlocks(bytes, at + 2);
    else if (kind === 0x2c) {
      at = endOfBlocks(bytes, at + 11 + tableSize(bytes[at + 9] ?? 0));
      return at < bytes.length ? Buffer.concat([bytes.subarray(0, at), gifEnd]) : bytes;
    } else return bytes;
  }
}

function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const length = bytes[at];
    if (length === undefined) return bytes.length;
    at += 1 + length;
    if (length === 0) return at;
  }
}

/** Up to the end of the first frame of an animation: RFC 9649, section 2.7. */
function firstOfWebp(bytes: Buffer): Buffer {
  const isAnimated = bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0;
  let at = 12;
  while (isAnimated && at + 8 <= bytes.length) {
    const length = bytes.readUInt32LE(at + 4);
    const isFrame = bytes.toString('latin1', at, at + 4) === 'ANMF';
    at += 8 + length + (length % 2);
    if (isFrame && at <= bytes.length) {
      const first = Buffer.from(bytes.subarray(0, at));
      first.writeUInt32LE(at - 8, 4);
      return first;
    }
  }
  return bytes;
}

/** Appends zeros if a WebP lacks up to a quarter of its length. */
function withoutGaps(webp: Buffer): Buffer {
  const length = webp.length < 12 ? 0 : webp.readUInt32LE(4) + 8;
  const missing = length - webp.length;
  return missing > 0 && missing <= length / 4 ? Buffer.concat([webp, Buffer.alloc(missing)]) : webp;
}

const jpegEnd = Buffer.from([0xff, 0xd9]);
const rows = 64;
const columns = 32;

/**
 * Whether a damaged image is worth decoding: only the end mark of a JPEG is missing, or the part at
 * the bottom that a decoder fills with one colour is less than half of the image.
 */
export async function isMostlyThere(bytes: Buffer, timeoutSeconds: number): Promise<boolean> {
  const sample = (file: Buffer, failOn: 'none' | 'warning') =>
    sharp(file, { failOn, pages: 1 })
      .resize(columns, rows, { fit: 'fill', kernel: 'nearest' })
      .greyscale()
      .removeAlpha()
      .raw()
      .timeout({ seconds: timeoutSeconds })
      .toBuffer()
      .catch(() => undefined);
  const isJpeg = bytes.readUInt16BE(0) === 0xffd8;
  if (isJpeg && (await sample(Buffer.concat([bytes, jpegEnd]), 'warning'))) return true;
  const pixels = (await sample(bytes, 'none')) ?? Buffer.alloc(0);
  const last = pixels.at(-1) ?? 0;
  const end = pixels.findLastIndex((pixel) => Math.abs(pixel - last) > 2);
  return end >= (rows * columns) / 2;
}
