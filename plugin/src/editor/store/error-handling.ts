import type { ApiError } from '../../common/api-error.ts';

/** Problems with the URL of an image rather than with its file. */
const problemsOfPlace = [
  'image_embedded',
  'image_private_address',
  'image_forbidden',
  'image_unavailable',
  'image_timeout',
];

/** True if the service could read the image in the media library. */
export function needsUpload({ problem = '' }: Pick<ApiError, 'problem'>): boolean {
  return problemsOfPlace.includes(problem);
}

/** The errors that are about more than one image, or null. */
export interface ErrorsAtTop {
  /** Why the account could not be read. */
  connection: ApiError | null;
  credits: ApiError | null;
  /** The error that ended the last batch. */
  batch: ApiError | null;
}

/** The errors without duplicates: the batch may have ended with an error that is already shown. */
export function chooseErrorsAtTop({ connection, credits, batch }: ErrorsAtTop): ErrorsAtTop {
  return {
    // "Try again" of the batch also reads the account.
    connection: connection?.code === batch?.code ? null : connection,
    credits,
    batch: batch?.code === 'altscribe_insufficient_credits' ? null : batch,
  };
}
