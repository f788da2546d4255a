import type { Size } from './sent-size.ts';

/** Largest JPEG that is passed on unchanged, in bytes; re-encoded ones are smaller. */
const maxBytes = 1024 * 1024;

/** Markers of ITU-T T.81, table B.1. */
const marker = { SOF0: 0xc0, SOF2: 0xc2, DHT: 0xc4, EOI: 0xd9, SOS: 0xda, DQT: 0xdb, DRI: 0xdd };
const app0 = 0xe0;
const app14 = 0xee;

/** The definitions in the segments read so far. */
interface Reading {
  frame: Frame | undefined;
  readonly quantisation: Set<number>;
  /** DC tables at 0 to 3, AC tables at 16 to 19. */
  readonly huffman: Set<number>;
  /** Components whose first scan has been read. */
  readonly scanned: Set<number>;
}

interface Frame {
  readonly isProgressive: boolean;
  readonly width: number;
  readonly height: number;
  /** Quantisation tables by component. */
  readonly tables: ReadonlyMap<number, number>;
}

/**
 * Whether an image can be sent to a provider unchanged: a complete JPEG with three components and
 * no metadata, in a size in pixels that is sent, and not too large in bytes. All segments that a
 * decoder needs are present and in bounds. EXIF, XMP, IPTC, colour profiles, comments, thumbnails
 * and makers' own data are absent, and nothing follows the end of the image. Such an image is not
 * decoded and compressed again.
 */
export function isCleanJpeg(bytes: Buffer, isSent: (size: Size) => boolean): boolean {
  if (bytes.length > maxBytes || bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  const reading: Reading = {
    frame: undefined,
    quantisation: new Set(),
    huffman: new Set(),
    scanned: new Set(),
  };
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const type = bytes[at + 1] ?? 0;
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return false;
    if (!read(type, bytes.subarray(at + 4, end), reading)) return false;
    at = type === marker.SOS ? endOfScan(bytes, end) : end;
    if (type === marker.SOS && at === end) return false;
  }
  const isAtEnd = at + 2 === bytes.length && bytes[at] === 0xff && bytes[at + 1] === marker.EOI;
  const { frame, scanned } = reading;
  if (!isAtEnd || !frame || scanned.size !== frame.tables.size) return false;
  return isSent(frame);
}

/** Reads one segment. Returns false if it is broken, unusual or metadata. */
function read(type: number, data: Buffer, reading: Reading): boolean {
  switch (type) {
    case marker.DQT:
      return readQuantisation(data, reading.quantisation);
    case marker.DHT:
      return readHuffman(data, reading.huffman);
    case marker.SOS:
      return readScan(data, reading);
    case marker.DRI:
      return data.length === 2;
    case app0:
      // JFIF, without a thumbnail.
      return data.length === 14 && data.toString('latin1', 0, 5) === 'JFIF\0';
    case app14:
      return data.length === 12 && data.toString('latin1', 0, 5) === 'Adobe';
    default: {
      const isFrame = type >= marker.SOF0 && type <= marker.SOF2 && !reading.frame;
      reading.frame = isFrame ? readFrame(data, type) : undefined;
      return reading.frame !== undefined;
    }
  }
}

function readQuantisation(data: Buffer, tables: Set<number>): boolean {
  let at = 0;
  while (at < data.length) {
    const [precision, table] = nibbles(data[at]);
    if (precision > 1 || table > 3) return false;
    tables.add(table);
    at += 1 + 64 * (precision + 1);
  }
  return at === data.length;
}

function readHuffman(data: Buffer, tables: Set<number>): boolean {
  let at = 0;
  while (at + 17 <= data.length) {
    const [kind, table] = nibbles(data[at]);
    if (kind > 1 || table > 3) return false;
    const codes = data.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
    if (codes === 0 || codes > 256) return false;
    tables.add(kind * 16 + table);
    at += 17 + codes;
  }
  return at === data.length;
}

function readFrame(data: Buffer, type: number): Frame | undefined {
  if (data.length !== 15 || data[0] !== 8 || data[5] !== 3) return undefined;
  const tables = new Map<number, number>();
  for (let at = 6; at < 15; at += 3) {
    const [horizontal, vertical] = nibbles(data[at + 1]);
    if (horizontal < 1 || horizontal > 4 || vertical < 1 || vertical > 4) return undefined;
    tables.set(data[at] ?? 0, data[at + 2] ?? 0);
  }
  const [height, width] = [data.readUInt16BE(1), data.readUInt16BE(3)];
  if (tables.size !== 3 || height === 0 || width === 0) return undefined;
  return { isProgressive: type === marker.SOF2, width, height, tables };
}

/** The tables that a scan refers to must be defined before it. */
function readScan(data: Buffer, { frame, quantisation, huffman, scanned }: Reading): boolean {
  const count = data[0] ?? 0;
  if (!frame || count < 1 || count > 3 || data.length !== 4 + 2 * count) return false;
  const [first = 0, last = 0, approximation] = data.subarray(-3);
  const isFirst = first === 0 && nibbles(approximation)[0] === 0;
  if (first > last || last > 63) return false;
  for (let at = 1; at <= 2 * count; at += 2) {
    const component = data[at] ?? 0;
    const table = frame.tables.get(component);
    if (table === undefined || !quantisation.has(table)) return false;
    if (data.subarray(1, at).some((one, index) => index % 2 === 0 && one === component))
      return false;
    const [dc, ac] = nibbles(data[at + 1]);
    if (isFirst && !huffman.has(dc)) return false;
    if ((first > 0 || !frame.isProgressive) && !huffman.has(16 + ac)) return false;
    if (isFirst) scanned.add(component);
  }
  return true;
}

/** The end of the entropy-coded data. Inside it, 0xFF is followed by 0 or is a restart marker. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}

function nibbles(byte = 0): [high: number, low: number] {
  return [byte >> 4, byte & 0x0f];
}
