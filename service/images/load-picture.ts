import { Agent } from 'undici';
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
}

/** The real picture loader: fetches URLs itself, decodes data URIs, and normalises both. */
export function createPictureLoader({
  maxBytes,
  allowPrivateNetworks,
}: LoadPictureOptions): LoadPicture {
  const dispatcher = allowPrivateNetworks ? new Agent() : guardedAgent();
  const queue = createDecodingQueue();
  return async (source, bounds) => {
    const [field, bytes] =
      'image_file' in source
        ? (['image_file', parseDataUri(source.image_file, maxBytes)] as const)
        : ([
            'image_url',
            await fetchPicture(source.image_url, { dispatcher, maxBytes, bounds }),
          ] as const);
    try {
      return await queue.run(bytes.length, bounds, () => normalise(bytes));
    } catch (error) {
      throw error instanceof UnusablePictureError ? new PictureError(field, error.message) : error;
    }
  };
}
