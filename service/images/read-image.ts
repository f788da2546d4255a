import { createHash } from 'node:crypto';
import { Agent } from 'undici';
import type { MemoryLease } from '../concurrency/memory-budget.ts';
import type { Bounds } from '../concurrency/pending-tasks.ts';
import type { DecodingQueue } from './decoding-queue.ts';
import { fetchImage, guardedAgent } from './fetch-image.ts';
import { isNormal, normalise, requireImage, UnusableImageError } from './normalise.ts';
import { formatSize, ImageError, type ImageSource, type ReadImage } from './image.ts';

const expected =
  'Send image_file as a data URI with base64 data: data:image/<type>;base64,<base64-data>.';

/** Maximum length of the header of a data URI. */
const maxHeaderLength = 256;

/**
 * Decodes a data URI `data:image/<type>;base64,<data>` of at most `maxBytes` bytes. Accepts line
 * breaks and percent-encoding in the data. Because the URI is long, nothing here loops over it in
 * JavaScript, except to count line breaks.
 * @throws ImageError
 */
export function parseDataUri(uri: string, maxBytes: number): Buffer {
  const start = uri.slice(0, maxHeaderLength);
  const comma = start.indexOf(',');
  const header = start.slice(0, Math.max(comma, 0)).trimStart().toLowerCase();
  if (!header.startsWith('data:image/') || !header.endsWith(';base64')) throw refused(expected);
  const data = uri.slice(comma + 1).trimEnd();
  const bytes = decodeBase64(data) ?? decodeEscaped(data);
  if (!bytes) throw refused(`The data of image_file is not base64. ${expected}`);
  if (bytes.length === 0) throw refused(`The data of image_file is empty. ${expected}`);
  if (bytes.length <= maxBytes) return bytes;
  const message = `The image is too large. Send at most ${formatSize(maxBytes)}.`;
  throw new ImageError('image_file', 'image_too_large', message);
}

/**
 * Decodes both alphabets of RFC 4648, with or without padding. Returns nothing if other characters
 * occur.
 * @param spaces how many spaces and line breaks are among the data
 */
function decodeBase64(data: string, spaces = 0): Buffer | undefined {
  const padding = data.slice(-4).split('=').length - 1;
  const length = data.length - padding - spaces;
  // Node.js skips characters it doesn't know.
  const bytes = Buffer.from(data, 'base64');
  const isWhole = length % 4 !== 1 && bytes.length === Math.floor((length * 3) / 4);
  return isWhole ? bytes : undefined;
}

/** Data without escapes or line breaks isn't scanned twice. */
function decodeEscaped(data: string): Buffer | undefined {
  try {
    const text = data.includes('%') ? decodeURIComponent(data).trimEnd() : data;
    return decodeBase64(text, countSpaces(text));
  } catch {
    return undefined;
  }
}

/** A regular expression would take a second if there is a line break after every few characters. */
function countSpaces(text: string): number {
  const bytes = Buffer.from(text);
  let spaces = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) spaces += 1;
  }
  return spaces;
}

function refused(message: string): ImageError {
  return new ImageError('image_file', 'image_file_invalid', message);
}

interface ReadImageOptions {
  /** Maximum size of an image in bytes, as fetched or as decoded from base64. */
  readonly maxBytes: number;
  /** Whether URLs may also lead to private addresses. */
  readonly allowPrivateNetworks: boolean;
  readonly queue: DecodingQueue;
}

/** Makes the image reader, which fetches URLs, decodes data URIs and normalises both. */
export function createImageReader({
  maxBytes,
  allowPrivateNetworks,
  queue,
}: ReadImageOptions): ReadImage {
  const dispatcher = allowPrivateNetworks ? new Agent() : guardedAgent();

  async function readBytes(source: ImageSource, lease: MemoryLease, bounds: Bounds) {
    if ('image_url' in source) {
      return fetchImage(source.image_url, { dispatcher, maxBytes, lease, bounds });
    }
    const { image_file: file } = source;
    // The data URI as text, and its decoded bytes.
    lease.resize(Math.ceil(file.length * 1.75));
    return parseDataUri(file, maxBytes);
  }

  return async (source, options) => {
    const field = 'image_file' in source ? 'image_file' : 'image_url';
    const toImageError = (error: unknown): never => {
      throw error instanceof UnusableImageError
        ? new ImageError(field, error.code, error.message)
        : error;
    };
    const { memory: lease } = options;
    let bytes = await readBytes(source, lease, options);
    lease.resize(bytes.length);
    await requireImage(bytes).catch(toImageError);
    return {
      digest: createHash('sha256').update(bytes).digest('hex'),
      async normalise() {
        // An image that needs no decoding doesn't wait in the queue.
        if (isNormal(bytes)) return { image: bytes };
        const taken = bytes;
        bytes = Buffer.alloc(0);
        const work = () => normalise(taken);
        const normal = await queue.run(options.user.user_id, options, work).catch(toImageError);
        const { image, parts = [] } = normal;
        lease.resize(parts.reduce((sum, part) => sum + part.length, image.length));
        return normal;
      },
    };
  };
}
