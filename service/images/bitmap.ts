import sharp from 'sharp';

/** Maximum number of pixels in a bitmap, because it is decoded on the event loop. */
const maxPixels = 2_500_000;

/** Compressions of a bitmap. */
const rle8 = 1;
const rle4 = 2;
const bitFields = 3;
const alphaBitFields = 6;

interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, from the top. */
  readonly pixels: Buffer;
}

/**
 * Converts a BMP or the largest image of an icon, which browsers show and libvips does not read, to
 * a PNG; undefined if the bytes are neither, or have too many pixels.
 */
export async function bitmapToPng(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    const start = bytes.toString('latin1', 0, 4);
    if (start.startsWith('BM')) return await toPng(readBitmap(bytes, 14, bytes.readUInt32LE(10)));
    if (start === '\0\0\x01\0' || start === '\0\0\x02\0') return await iconToPng(bytes);
  } catch (error) {
    // Node.js throws it for a read beyond the end.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

async function iconToPng(bytes: Buffer): Promise<Buffer | undefined> {
  let best: { offset: number; weight: number } | undefined;
  for (let at = 6, left = bytes.readUInt16LE(4); left > 0; at += 16, left -= 1) {
    const weight = (bytes.readUInt8(at) || 256) * (bytes.readUInt8(at + 1) || 256);
    const offset = bytes.readUInt32LE(at + 12);
    if (!best || weight >= best.weight) best = { offset, weight };
  }
  if (!best) return undefined;
  const isPng = bytes.readUInt32BE(best.offset) === 0x89504e47;
  if (isPng) return Buffer.from(bytes.subarray(best.offset));
  return await toPng(readBitmap(bytes, best.offset));
}

async function toPng(bitmap: Bitmap | undefined): Promise<Buffer | undefined> {
  if (!bitmap) return undefined;
  const { width, height, pixels } = bitmap;
  return await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/**
 * Reads a device-independent bitmap.
 * @param at where its header begins
 * @param data where its pixels begin; in an icon, behind the header, with a mask after them
 * @throws RangeError if it is cut short
 */
function readBitmap(bytes: Buffer, at: number, data?: number): Bitmap | undefined {
  const headerSize = bytes.readUInt32LE(at);
  const isCore = headerSize === 12;
  const width = isCore ? bytes.readUInt16LE(at + 4) : bytes.readInt32LE(at + 4);
  const stated = isCore ? bytes.readUInt16LE(at + 6) : bytes.readInt32LE(at + 8);
  const height = Math.abs(data === undefined ? stated / 2 : stated);
  const bits = bytes.readUInt16LE(at + (isCore ? 10 : 14));
  const compression = isCore ? 0 : bytes.readUInt32LE(at + 16);
  if (width < 1 || height < 1 || width * height > maxPixels) return undefined;
  const hasFields = compression === bitFields || compression === alphaBitFields;
  const fieldsBehind = hasFields && headerSize === 40 ? (compression === bitFields ? 12 : 16) : 0;
  const paletteAt = at + headerSize + fieldsBehind;
  const entry = isCore ? 3 : 4;
  const colours = bits > 8 ? 0 : (isCore ? 0 : bytes.readUInt32LE(at + 32)) || 2 ** bits;
  const pixelsAt = data ?? paletteAt + colours * entry;
  if (!hasFields && compression > rle4) return undefined;
  const pixels = Buffer.alloc(width * height * 4);
  // One number for each pixel, because this runs on the event loop.
  const target = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const startOf = (y: number) => (stated > 0 ? height - 1 - y : y) * width;
  const stride = Math.ceil((bits * width) / 32) * 4;
  if ([1, 2, 4, 8].includes(bits)) {
    const palette = Uint32Array.from({ length: 2 ** bits }, (_, index) => {
      const from = paletteAt + Math.min(index, colours - 1) * entry;
      const [blue, green, red] = [0, 1, 2].map((n) => bytes.readUInt8(from + n));
      return ((255 << 24) | ((blue ?? 0) << 16) | ((green ?? 0) << 8) | (red ?? 0)) >>> 0;
    });
    const put = (x: number, y: number, index: number) => {
      target[startOf(y) + x] = palette[index] ?? 0;
    };
    if (compression === rle8 || compression === rle4) {
      readRuns(bytes, pixelsAt, { width, height, isNibbles: compression === rle4, put });
      return { width, height, pixels };
    }
    requireBytes(bytes, pixelsAt + stride * height);
    const mask = 2 ** bits - 1;
    for (let y = 0; y < height; y += 1) {
      const row = pixelsAt + y * stride;
      for (let x = 0; x < width; x += 1) {
        const bit = x * bits;
        put(x, y, ((bytes[row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask);
      }
    }
  } else if ([16, 24, 32].includes(bits)) {
    requireBytes(bytes, pixelsAt + stride * height);
    const fields = hasFields ? readFields(bytes, at, headerSize, compression) : plainFields(bits);
    const [red, green, blue, alpha] = fields.map(toLookup);
    const [redShift = 0, greenShift = 0, blueShift = 0, alphaShift = 0] = fields.map(
      ({ shift }) => shift,
    );
    const size = bits / 8;
    for (let y = 0; y < height; y += 1) {
      const start = startOf(y);
      let from = pixelsAt + y * stride;
      for (let x = 0; x < width; x += 1, from += size) {
        let value = 0;
        for (let n = size - 1; n >= 0; n -= 1) value = (value << 8) | (bytes[from + n] ?? 0);
        target[start + x] =
          ((alpha?.[(value >>> alphaShift) & 255] ?? 0) << 24) |
          ((blue?.[(value >>> blueShift) & 255] ?? 0) << 16) |
          ((green?.[(value >>> greenShift) & 255] ?? 0) << 8) |
          (red?.[(value >>> redShift) & 255] ?? 0);
      }
    }
    makeOpaqueIfEmpty(pixels);
  } else return undefined;
  if (data === undefined && bits < 32) {
    applyMask(bytes, pixelsAt + height * stride, { width, height, pixels });
  }
  return { width, height, pixels };
}

function requireBytes(bytes: Buffer, end: number): void {
  if (end > bytes.length) throw new RangeError('The bitmap is cut short.');
}

/** The value of a field at the beginning of a byte, scaled to 0 to 255. */
function toLookup({ max }: Field): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) =>
    max === 0 ? 255 : ((byte & max) * 255) / max,
  );
}

interface Field {
  readonly shift: number;
  /** The largest value; 0 if the field is missing. */
  readonly max: number;
}

function plainFields(bits: number): Field[] {
  const [size, alpha] = bits === 16 ? [5, 0] : [8, bits === 32 ? 255 : 0];
  const max = 2 ** size - 1;
  return [...[2, 1, 0].map((n) => ({ shift: n * size, max })), { shift: 24, max: alpha }];
}

function readFields(bytes: Buffer, at: number, headerSize: number, compression: number): Field[] {
  return [0, 1, 2, 3].map((n) => {
    const isMissing = n === 3 && headerSize < 56 && compression === bitFields;
    const mask = isMissing ? 0 : bytes.readUInt32LE(at + 40 + n * 4);
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    const max = mask >>> shift;
    // Wider fields than a byte can hold lose their lowest bits.
    const lost = Math.max(0, 24 - Math.clz32(max));
    return { shift: shift + lost, max: max >>> lost };
  });
}

/** Programs that don't support transparency leave it at 0. */
function makeOpaqueIfEmpty(pixels: Buffer): void {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return;
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
}

/** A bit for each pixel of an icon, from the bottom; 1 is transparent. */
function applyMask(bytes: Buffer, at: number, { width, height, pixels }: Bitmap): void {
  const stride = Math.ceil(width / 32) * 4;
  if (at + stride * height > bytes.length) return;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const bit = ((bytes[at + y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      if (bit) pixels[((height - 1 - y) * width + x) * 4 + 3] = 0;
    }
  }
}

interface Runs {
  readonly width: number;
  readonly height: number;
  /** Two indices in a byte. */
  readonly isNibbles: boolean;
  put(x: number, y: number, index: number): void;
}

/** Reads run-length encoded indices. Skipped pixels stay transparent, as in browsers. */
function readRuns(bytes: Buffer, start: number, { width, height, isNibbles, put }: Runs): void {
  let at = start;
  let [x, y] = [0, 0];
  /** Writes a run; the part beyond the row is not even read. */
  const run = (count: number, byteOf: (n: number) => number) => {
    for (let n = 0; n < Math.min(count, width - x); n += 1) {
      const byte = byteOf(n);
      put(x + n, y, isNibbles ? (n % 2 === 0 ? byte >> 4 : byte & 15) : byte);
    }
    x += count;
  };
  // Rows may be padded, but not without end.
  while (x <= 2 * width + 1_000 && y < height && at + 1 < bytes.length) {
    const [count, value] = [bytes.readUInt8(at), bytes.readUInt8(at + 1)];
    at += 2;
    if (count > 0) {
      run(count, () => value);
    } else if (value === 0) {
      [x, y] = [0, y + 1];
    } else if (value === 1) {
      return;
    } else if (value === 2) {
      x += bytes.readUInt8(at);
      y += bytes.readUInt8(at + 1);
      at += 2;
    } else {
      const length = isNibbles ? Math.ceil(value / 2) : value;
      const first = at;
      run(value, (n) => bytes.readUInt8(first + (isNibbles ? n >> 1 : n)));
      at += length + (length % 2);
    }
  }
}
