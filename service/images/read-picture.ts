import { createHash } from 'node:crypto';
import { Agent } from 'undici';
import { runOnCpuQueue } from '../concurrency/cpu-queue.ts';
import { updateHash, type Steps } from '../concurrency/steps.ts';
import type { MemoryLease } from '../concurrency/memory-budget.ts';
import type { Bounds } from '../concurrency/time-out.ts';
import { parseDataUri, requireSize } from './data-uri.ts';
import type { DecodingQueue } from './decoding-queue.ts';
import { fetchPicture } from './fetch-picture.ts';
import { guardedAgent } from './guarded-agent.ts';
import { isNormal, normalise, requirePicture, UnusablePictureError } from './normalise.ts';
import { PictureError, type PictureSource, type ReadPicture } from './picture.ts';

export interface ReadPictureOptions {
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
