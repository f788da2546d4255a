import { __, _n, sprintf } from '@wordpress/i18n';
import type { ApiError } from '../../common/api-error.ts';
import type { WriteTo } from '../../common/api.ts';
import { formatNumber } from '../../common/format.ts';
import type { AltTextTarget, AppliedAltText } from '../post/alt-text-target.ts';

/** The options of "Generate all missing". "Try again" reuses them. */
export interface GenerateAllOptions {
  /** Images with a text in the media library get that one, at no cost. */
  useLibraryTexts?: boolean;
  /** Default: the settings. */
  writeTo?: WriteTo;
  /** Every place of an image gets a text for its surroundings. Default: one text per image. */
  isPerPlace?: boolean;
}

/** "Generate all missing" or "Apply all", running or finished. */
export interface Batch {
  isRunning: boolean;
  options: GenerateAllOptions;
  total: number;
  done: number;
  applied: readonly AppliedAltText[];
  /** Number of texts that wait for review. */
  suggested: number;
  /** Number of images that got no text because of an error. */
  failed: readonly AltTextTarget[];
  /** Number of images that got a text elsewhere meanwhile, or were removed. */
  unchanged: number;
  /** The error that ended the batch early. */
  error: ApiError | null;
}

/** How one image of a batch ended. */
export type BatchStep =
  | { kind: 'applied'; applied: AppliedAltText }
  | { kind: 'suggested' }
  | { kind: 'failed'; target: AltTextTarget }
  | { kind: 'unchanged' };

export type BatchAction =
  | { type: 'BATCH_STARTED'; total: number; options?: GenerateAllOptions }
  | { type: 'BATCH_ADVANCED'; step: BatchStep }
  | { type: 'BATCH_ENDED'; error: ApiError | null }
  | { type: 'BATCH_DISMISSED' };

export function reduceBatch(batch: Batch | null, action: BatchAction): Batch | null {
  if (action.type === 'BATCH_STARTED') {
    return {
      isRunning: true,
      options: action.options ?? {},
      total: action.total,
      done: 0,
      applied: [],
      suggested: 0,
      failed: [],
      unchanged: 0,
      error: null,
    };
  }
  if (action.type === 'BATCH_DISMISSED' || !batch) {
    return null;
  }
  if (action.type === 'BATCH_ENDED') {
    return { ...batch, isRunning: false, error: action.error };
  }
  return addStep({ ...batch, done: batch.done + 1 }, action.step);
}

function addStep(batch: Batch, step: BatchStep): Batch {
  switch (step.kind) {
    case 'applied':
      return { ...batch, applied: [...batch.applied, step.applied] };
    case 'suggested':
      return { ...batch, suggested: batch.suggested + 1 };
    case 'failed':
      return { ...batch, failed: [...batch.failed, step.target] };
    case 'unchanged':
      return { ...batch, unchanged: batch.unchanged + 1 };
  }
}

/** "3 alt texts added. 1 failed." */
export function batchSummary({ applied, suggested, failed, unchanged }: Batch): string {
  const sentences = [
    (applied.length > 0 || suggested === 0) && addedMessage(applied.length),
    suggested > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s alt text to review.', '%s alt texts to review.', suggested, 'altscribe'),
        formatNumber(suggested),
      ),
    failed.length > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s failed.', '%s failed.', failed.length, 'altscribe'),
        formatNumber(failed.length),
      ),
    unchanged > 0 &&
      sprintf(
        /* translators: %s: number of images. */
        _n('%s image unchanged.', '%s images unchanged.', unchanged, 'altscribe'),
        formatNumber(unchanged),
      ),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
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
