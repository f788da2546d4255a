import { createHash } from 'node:crypto';
import { Agent } from 'undici';
import { runOnCpuQueue } from '../concurrency/cpu-queue.ts';
import type { MemoryLease } from '../concurrency/memory-budget.ts';
import type { Bounds } from '../concurrency/pending-tasks.ts';
import { updateHash, type Steps } from '../concurrency/steps.ts';
import { decodeBase64 } from './base64.ts';
import type { DecodingQueue } from './decoding-queue.ts';
import { fetchPicture, guardedAgent } from './fetch-picture.ts';
import { isNormal, normalise, requirePicture, UnusablePictureError } from './normalise.ts';
import { formatSize, PictureError, type PictureSource, type ReadPicture } from './picture.ts';

const expected =
  'Send image_file as a data URI with base64 data: data:image/<type>;base64,<base64-data>.';

/** Where the header of a data URI must have ended; what is longer is none. */
const maxHeaderLength = 256;

/**
 * The bytes of a data URI `data:image/<type>;base64,<data>`, at most `maxBytes` of them. Line breaks
 * and percent-encoding in the data are accepted. The URI is long: nothing here walks through it
 * in JavaScript.
 * @throws PictureError
 */
export function* parseDataUri(uri: string, maxBytes: number): Steps<Buffer> {
  const start = uri.slice(0, maxHeaderLength);
  const comma = start.indexOf(',');
  const header = start.slice(0, Math.max(comma, 0)).trimStart().toLowerCase();
  if (!header.startsWith('data:image/') || !header.endsWith(';base64')) throw refused(expected);
  const data = uri.slice(comma + 1).trimEnd();
  const bytes = (yield* decode(data)) ?? (yield* decode(withoutEscapes(data)));
  if (!bytes) throw refused(`The data of image_file is not base64. ${expected}`);
  if (bytes.length === 0) throw refused(`The data of image_file is empty. ${expected}`);
  return requireSize(bytes, maxBytes);
}

/**
 * The bytes of a picture that was sent, at most `maxBytes` of them.
 * @throws PictureError
 */
function requireSize(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length <= maxBytes) return bytes;
  const message = `The picture is too large. Send at most ${formatSize(maxBytes)}.`;
  throw new PictureError('image_file', 'image_too_large', message);
}

function decode(data: string): Steps<Buffer | undefined> {
  return decodeBase64(Buffer.from(data));
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

function refused(message: string): PictureError {
  return new PictureError('image_file', 'image_file_invalid', message);
}

interface ReadPictureOptions {
  /** Largest picture in bytes, as fetched or as decoded from base64. */
  readonly maxBytes: number;
  /** Whether URLs may lead to private addresses, too. */
  readonly allowPrivateNetworks: boolean;
  readonly queue: DecodingQueue;
}

/** Makes what reads pictures: it fetches URLs itself, decodes data URIs, and normalises both. */
export function createPictureReader({
  maxBytes,
  allowPrivateNetworks,
  queue,
}: ReadPictureOptions): ReadPicture {
  const dispatcher = allowPrivateNetworks ? new Agent() : guardedAgent();

  async function readBytes(source: PictureSource, lease: MemoryLease, bounds: Bounds) {
    if ('image_url' in source) {
      return fetchPicture(source.image_url, { dispatcher, maxBytes, lease, bounds });
    }
    const file = source.image_file;
    if (typeof file === 'string') lease.resize(file.length + Math.min(file.length, maxBytes));
    return typeof file === 'string'
      ? runOnCpuQueue(file.length, () => parseDataUri(file, maxBytes))
      : requireSize(file.bytes, maxBytes);
  }

  return async (source, options) => {
    const field = 'image_file' in source ? 'image_file' : 'image_url';
    const toPictureError = (error: unknown): never => {
      throw error instanceof UnusablePictureError
        ? new PictureError(field, error.code, error.message)
        : error;
    };
    const { memory: lease } = options;
    let bytes = await readBytes(source, lease, options);
    lease.resize(bytes.length);
    await requirePicture(bytes).catch(toPictureError);
    return {
      digest: await runOnCpuQueue(bytes.length, () => digestOf(bytes)),
      async normalise() {
        // What is not decoded need not wait for what is.
        if (isNormal(bytes)) return bytes;
        const taken = bytes;
        bytes = Buffer.alloc(0);
        const work = () => normalise(taken);
        const jpeg = await queue.run(options.user.user_id, options, work).catch(toPictureError);
        lease.resize(jpeg.length);
        return jpeg;
      },
    };
  };
}

function* digestOf(bytes: Buffer): Steps<string> {
  const hash = createHash('sha256');
  yield* updateHash(hash, bytes);
  return hash.digest('hex');
}
