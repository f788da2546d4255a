import type { ApiError } from '../../common/api-error.ts';

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
