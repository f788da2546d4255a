import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** A body cannot be decoded. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';

  readonly reason: 'too-large' | 'damaged' | 'unsupported';

  constructor(reason: EncodingError['reason'], options?: ErrorOptions) {
    super(`The body is not decoded: ${reason}.`, options);
    this.reason = reason;
  }
}

type Decode = (body: Buffer, maxOutputLength: number) => Promise<Buffer>;

const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);
const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);
const unbrotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);

/** As browsers do, accept data without its checksum. */
const flush = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const flushBrotli = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };

const ungzip: Decode = (body, maxOutputLength) =>
  gunzip(body, { ...flush, maxOutputLength }).catch((error: unknown) => {
    const start = endOfGzipHeader(body);
    if (isTooLarge(error) || start === undefined) throw error;
    // Ignores what follows the data.
    return inflateRaw(body.subarray(start), { ...flush, maxOutputLength });
  });

/** Node.js has supported it since 22.15. A frame may ask for 8 MB of memory (RFC 9659). */
const { zstdDecompress } = zlib as { zstdDecompress?: typeof zlib.brotliDecompress };
const unzstd = zstdDecompress && promisify<Buffer, zlib.BrotliOptions, Buffer>(zstdDecompress);
const windowLogMax = 100;

/** Encodings by their names in IANA's registry; undefined if we cannot decode them. */
const decoders: Readonly<Record<string, Decode | undefined>> = {
  gzip: ungzip,
  'x-gzip': ungzip,
  deflate: (body, maxOutputLength) => {
    const hasHeader =
      body.length >= 2 && body.readUInt16BE(0) % 31 === 0 && ((body[0] ?? 0) & 0x0f) === 8;
    return (hasHeader ? inflate : inflateRaw)(body, { ...flush, maxOutputLength });
  },
  br: (body, maxOutputLength) => unbrotli(body, { ...flushBrotli, maxOutputLength }),
  zstd:
    unzstd &&
    ((body, maxOutputLength) => unzstd(body, { params: { [windowLogMax]: 23 }, maxOutputLength })),
  compress: undefined,
  'x-compress': undefined,
  dcb: undefined,
  dcz: undefined,
  exi: undefined,
  'pack200-gzip': undefined,
};

const maxEncodings = 3;

/**
 * The encodings in a `Content-Encoding`, in the order in which they were applied. Servers also send
 * names that are not encodings, such as `aws-chunked` or `UTF-8`; these are ignored, as in
 * browsers.
 */
export function listEncodings(header: string | readonly string[] = []): string[] {
  return [header]
    .flat()
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => Object.hasOwn(decoders, name));
}

/**
 * Undoes encodings of a body.
 * @param encodings as `listEncodings` returns them
 * @param maxBytes the maximum size of the result, and of results between two encodings; decoding
 *   stops there
 * @throws EncodingError
 */
export async function decodeBody(
  body: Buffer,
  encodings: readonly string[],
  maxBytes: number,
): Promise<Buffer> {
  const decodes = encodings.map((name) => decoders[name]).reverse();
  if (decodes.length > maxEncodings) throw new EncodingError('unsupported');
  let decoded = body;
  for (const decode of decodes) {
    if (!decode) throw new EncodingError('unsupported');
    decoded = await decode(decoded, maxBytes).catch((cause: unknown) => {
      throw new EncodingError(isTooLarge(cause) ? 'too-large' : 'damaged', { cause });
    });
  }
  return decoded;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

/** Where the data of a gzip file begins (RFC 1952); undefined if it isn't one. */
function endOfGzipHeader(file: Buffer): number | undefined {
  if (file.length < 10 || file.readUInt16BE(0) !== 0x1f8b) return undefined;
  const flags = file[3] ?? 0;
  let at = 10;
  if (flags & 4 && file.length >= at + 2) at += 2 + file.readUInt16LE(at);
  // The file's name, then a comment.
  for (const flag of [8, 16]) {
    if (flags & flag) {
      const end = file.indexOf(0, at);
      if (end === -1) return undefined;
      at = end + 1;
    }
  }
  return flags & 2 ? at + 2 : at;
}
