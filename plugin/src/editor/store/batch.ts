import { __, _n, sprintf } from '@wordpress/i18n';
import type { ApiError } from '../../common/api-error.ts';
import { formatNumber } from '../../common/format.ts';
import type { AppliedAltText } from '../post/alt-text-target.ts';

/** "Generate all missing", running or finished. */
export interface Batch {
  isRunning: boolean;
  isStopping: boolean;
  total: number;
  done: number;
  applied: readonly AppliedAltText[];
  /** Number of images that got no alt text. */
  unchanged: number;
  /** The error that ended the batch early. */
  error: ApiError | null;
}

export type BatchAction =
  | { type: 'BATCH_STARTED'; total: number }
  /** One more image is done; `applied` is null if it got no alt text. */
  | { type: 'BATCH_ADVANCED'; applied: AppliedAltText | null }
  | { type: 'BATCH_ENDED'; error: ApiError | null }
  | { type: 'BATCH_DISMISSED' };

export function reduceBatch(batch: Batch | null, action: BatchAction): Batch | null {
  if (action.type === 'BATCH_STARTED') {
    return {
      isRunning: true,
      isStopping: false,
      total: action.total,
      done: 0,
      applied: [],
      unchanged: 0,
      error: null,
    };
  }
  if (action.type === 'BATCH_DISMISSED' || !batch) {
    return null;
  }
  if (action.type === 'BATCH_ENDED') {
    return { ...batch, isRunning: false, isStopping: false, error: action.error };
  }
  return {
    ...batch,
    done: batch.done + 1,
    applied: action.applied ? [...batch.applied, action.applied] : batch.applied,
    unchanged: action.applied ? batch.unchanged : batch.unchanged + 1,
  };
}

/** "3 alt texts added. 1 image was left as it was." */
export function batchSummary({ applied, unchanged }: Batch): string {
  const added = addedMessage(applied.length);
  if (unchanged === 0) {
    return added;
  }
  const left = sprintf(
    /* translators: %s: number of images. */
    _n('%s image was left as it was.', '%s images were left as they were.', unchanged, 'altscribe'),
    formatNumber(unchanged),
  );
  return `${added} ${left}`;
}

function addedMessage(count: number): string {
  if (count === 0) {
    return __('No alt text added.', 'altscribe');
  }
  return sprintf(
    /* translators: %s: number of alt texts. */
    _n('%s alt text added.', '%s alt texts added.', count, 'altscribe'),
    formatNumber(count),
  );
}
