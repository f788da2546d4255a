import { availableParallelism } from 'node:os';
import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { Agent } from 'undici';
import { parseDataUri } from './data-uri.ts';
import { fetchPicture } from './fetch-picture.ts';
import { guardedAgent } from './guarded-agent.ts';
import { normalise, UnusablePictureError } from './normalise.ts';
import { PictureError, PicturesBusyError, type LoadPicture } from './picture.ts';

export interface LoadPictureOptions {
  /** Largest picture in bytes, as fetched or as decoded from base64. */
  readonly maxBytes: number;
  /** Whether URLs may lead to private addresses, too. */
  readonly allowPrivateNetworks: boolean;
}

/** Decoded at once. One core is left for answering other calls. */
const maxAtOnce = Math.max(1, availableParallelism() - 1);

/** Waiting to be decoded; each keeps its bytes in memory. */
const maxWaiting = 32;

/** The real picture loader: fetches URLs itself, decodes data URIs, and normalises both. */
export function createPictureLoader({
  maxBytes,
  allowPrivateNetworks,
}: LoadPictureOptions): LoadPicture {
  const dispatcher = allowPrivateNetworks ? new Agent() : guardedAgent();
  const decoding = bulkhead(maxAtOnce, maxWaiting);
  return async (source, bounds) => {
    const [field, bytes] =
      'image_file' in source
        ? (['image_file', parseDataUri(source.image_file, maxBytes)] as const)
        : ([
            'image_url',
            await fetchPicture(source.image_url, { dispatcher, maxBytes, bounds }),
          ] as const);
    try {
      return await decoding.execute(() => normalise(bytes), bounds.signal);
    } catch (error) {
      if (error instanceof BulkheadRejectedError) throw new PicturesBusyError();
      throw error instanceof UnusablePictureError ? new PictureError(field, error.message) : error;
    }
  };
}
