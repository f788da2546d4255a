import {
  CallerGoneError,
  IdempotencyKeyError,
  IdempotencyKeyInUseError,
  InsufficientCreditsError,
} from '../accounts/errors.ts';
import type { CallRecorder, WithUsage } from '../accounts/write-behind.ts';
import { MemoryBudgetError } from '../concurrency/memory-budget.ts';
import { PictureError, PicturesBusyError } from '../images/picture.ts';
import { ProviderError } from '../providers/provider.ts';
import type { CallOutcome, CallRecord } from '../storage/interfaces/usage-log.ts';
import type { Call } from './operation.ts';

/** Who wrote a text. */
export type Writer = Pick<CallRecord, 'provider' | 'model'>;

/** The result of a call with its usage, and who wrote the text; nobody where it was cached. */
export interface WithWriter<T> extends WithUsage<T> {
  readonly writer?: Writer | undefined;
}

/**
 * Does the work of one call and records how it ended.
 * @param language code of the language that the text was asked for in
 */
export async function recordCall<T>(
  calls: CallRecorder,
  call: Call,
  language: string,
  work: () => Promise<WithWriter<T>>,
): Promise<WithUsage<T>> {
  const { user, requestId, signal } = call;
  const at = new Date().toISOString();
  const start = performance.now();

  function add(fields: Pick<CallRecord, 'outcome'> & Partial<CallRecord>): void {
    const record = {
      user_id: user.user_id,
      request_id: requestId,
      at,
      language,
      ms: Math.round(performance.now() - start),
      provider: null,
      model: null,
      credits: 0,
      ...fields,
    };
    calls.add(record);
    const { outcome, credits, provider } = record;
    call.note({ outcome, credits, provider });
  }

  try {
    const done = await work();
    const { usage, writer } = done;
    add({ outcome: usage.cached ? 'cached' : 'ok', credits: usage.credits ?? 0, ...writer });
    return done;
  } catch (error) {
    add({ outcome: signal.aborted ? 'caller-gone' : outcomeOf(error) });
    throw error;
  }
}

/** The kind of the failure that an error is. */
export function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof InsufficientCreditsError) return 'insufficient-credits';
  if (error instanceof PictureError) return 'picture-refused';
  if (error instanceof IdempotencyKeyError) return 'request-refused';
  if (error instanceof CallerGoneError) return 'caller-gone';
  if (error instanceof ProviderError) return 'providers-failed';
  const isBusy = [IdempotencyKeyInUseError, MemoryBudgetError, PicturesBusyError].some(
    (type) => error instanceof type,
  );
  return isBusy ? 'busy' : 'failed';
}
