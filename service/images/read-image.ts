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

/** Where the header of a data URI must have ended; what is longer is none. */
const maxHeaderLength = 256;

/**
 * The bytes of a data URI `data:image/<type>;base64,<data>`, at most `maxBytes` of them. Line breaks
 * and percent-encoding in the data are accepted. The URI is long: nothing here walks through it
 * in JavaScript.
 * @throws ImageError
 */
export function parseDataUri(uri: string, maxBytes: number): Buffer {
  const start = uri.slice(0, maxHeaderLength);
  const comma = start.indexOf(',');
  const header = start.slice(0, Math.max(comma, 0)).trimStart().toLowerCase();
  if (!header.startsWith('data:image/') || !header.endsWith(';base64')) throw refused(expected);
  const data = uri.slice(comma + 1).trimEnd();
  const bytes = decodeBase64(data) ?? decodeBase64(withoutEscapes(data));
  if (!bytes) throw refused(`The data of image_file is not base64. ${expected}`);
  if (bytes.length === 0) throw refused(`The data of image_file is empty. ${expected}`);
  if (bytes.length <= maxBytes) return bytes;
  const message = `The image is too large. Send at most ${formatSize(maxBytes)}.`;
  throw new ImageError('image_file', 'image_too_large', message);
}

/** Both alphabets of RFC 4648, with padding or without; nothing where something in it is neither. */
function decodeBase64(data: string): Buffer | undefined {
  let length = data.length;
  while (data[length - 1] === '=') length -= 1;
  // Node.js leaves out what it does not know.
  const bytes = Buffer.from(data, 'base64');
  const isWhole = length % 4 !== 1 && bytes.length === Math.floor((length * 3) / 4);
  return isWhole ? bytes : undefined;
}

/** What is neither escaped nor broken into lines is not walked through a second time. */
function withoutEscapes(data: string): string {
  try {
    const text = data.includes('%') ? decodeURIComponent(data) : data;
    return [' ', '\t', '\r', '\n'].some((space) => text.includes(space))
      ? text.replace(/\s+/g, '')
      : text;
  } catch {
    return '';
  }
}

function refused(message: string): ImageError {
  return new ImageError('image_file', 'image_file_invalid', message);
}

interface ReadImageOptions {
  /** Largest image in bytes, as fetched or as decoded from base64. */
  readonly maxBytes: number;
  /** Whether URLs may lead to private addresses, too. */
  readonly allowPrivateNetworks: boolean;
  readonly queue: DecodingQueue;
}

/** Makes what reads images: it fetches URLs itself, decodes data URIs, and normalises both. */
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
    // As text, and as the bytes that it stands for.
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
        // What is not decoded need not wait for what is.
        if (isNormal(bytes)) return bytes;
        const taken = bytes;
        bytes = Buffer.alloc(0);
        const work = () => normalise(taken);
        const jpeg = await queue.run(options.user.user_id, options, work).catch(toImageError);
        lease.resize(jpeg.length);
        return jpeg;
      },
    };
  };
}
