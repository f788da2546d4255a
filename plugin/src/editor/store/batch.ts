import type { ApiError } from '../../common/api-error.ts';
import type { WriteTo } from '../../common/api.ts';
import type { RunCounts } from '../../common/run-questions.tsx';
import type { AltTextTarget, AppliedAltText } from '../post/alt-text-target.ts';

/** The options of "Generate all missing". "Try again" reuses them. */
export interface GenerateAllOptions {
  /** Images with a text in the media library get that one, at no cost. */
  useLibraryTexts?: boolean;
  /** Only those; nothing is generated. */
  isFreeOnly?: boolean;
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
  /** The credits used, if the service had some of the texts already; else null. */
  cost: number | null;
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
  | { type: 'BATCH_ENDED'; error: ApiError | null; cost: number | null }
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
      cost: null,
      error: null,
    };
  }
  if (action.type === 'BATCH_DISMISSED' || !batch) {
    return null;
  }
  if (action.type === 'BATCH_ENDED') {
    return { ...batch, isRunning: false, error: action.error, cost: action.cost };
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

export function countBatch({ applied, failed, ...counts }: Batch): RunCounts {
  return { ...counts, added: applied.length, failed: failed.length };
}
