import { Agent } from 'undici';
import { runOnCpuQueue } from '../concurrency/cpu-queue.ts';
import { parseDataUri } from './data-uri.ts';
import { createDecodingQueue } from './decoding-queue.ts';
import { fetchPicture } from './fetch-picture.ts';
import { guardedAgent } from './guarded-agent.ts';
import { normalise, UnusablePictureError } from './normalise.ts';
import { PictureError, type LoadPicture } from './picture.ts';

export interface LoadPictureOptions {
  /** Largest picture in bytes, as fetched or as decoded from base64. */
  readonly maxBytes: number;
  /** Whether URLs may lead to private addresses, too. */
  readonly allowPrivateNetworks: boolean;
  /** How many processes decode pictures on this machine. */
  readonly processes: number;
}

/** The real picture loader: fetches URLs itself, decodes data URIs, and normalises both. */
export function createPictureLoader({
  maxBytes,
  allowPrivateNetworks,
  processes,
}: LoadPictureOptions): LoadPicture {
  const dispatcher = allowPrivateNetworks ? new Agent() : guardedAgent();
  const queue = createDecodingQueue(processes);

  const decode = (uri: string) => runOnCpuQueue(uri.length, () => parseDataUri(uri, maxBytes));

  return async (source, bounds) => {
    const field = 'image_file' in source ? 'image_file' : 'image_url';
    const bytes =
      'image_file' in source
        ? await decode(source.image_file)
        : await fetchPicture(source.image_url, { dispatcher, maxBytes, bounds });
    try {
      return await queue.run(bytes.length, bounds, () => normalise(bytes));
    } catch (error) {
      throw error instanceof UnusablePictureError ? new PictureError(field, error.message) : error;
    }
  };
}
