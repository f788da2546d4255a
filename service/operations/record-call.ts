import type { CallRecorder, UsageRecorder } from '../accounts/write-behind.ts';
import type { CallRecord } from '../storage/interfaces/usage-log.ts';
import { findKnownError } from './known-errors.ts';
import type { Call } from './operation.ts';

interface Recorders {
  /** The newest calls of each user. */
  readonly calls: CallRecorder;
  /** Counts by day, of users and of keys. */
  readonly usage: UsageRecorder;
}

type Ending = Pick<CallRecord, 'outcome'> &
  Partial<Pick<CallRecord, 'credits' | 'provider' | 'model'>>;

/** The result of a call, what it cost, and who wrote the text, unless it was cached. */
export interface Done<T> extends Ending {
  readonly result: T;
  readonly outcome: 'ok' | 'cached';
  /** The provider's place in the chain, from 0. */
  readonly position?: number;
}

/**
 * Does the work of one call, and records how it ended. This is the only place that records calls, so
 * those of a user, of a key and of a day are the same.
 * @param language code of the language requested for the text
 */
export async function recordCall<T>(
  { calls, usage }: Recorders,
  call: Call,
  language: string,
  work: () => Promise<Done<T>>,
): Promise<T> {
  const { user, requestId, signal } = call;
  const at = new Date().toISOString();
  const start = performance.now();

  function record({ outcome, credits = 0, provider = null, model = null }: Ending): void {
    const ms = Math.round(performance.now() - start);
    const ids = { user_id: user.user_id, request_id: requestId };
    calls.add({ ...ids, at, outcome, language, provider, model, ms, credits });
    call.note({ outcome, credits, provider });
  }

  try {
    const done = await work();
    const { result, outcome, credits = 0, position = 0 } = done;
    record(done);
    const [cached, fallbacks] = [outcome === 'cached' ? 1 : 0, position > 0 ? 1 : 0];
    usage.add(call, { cached, fallbacks, credits });
    return result;
  } catch (error) {
    record({
      outcome: signal.aborted ? 'caller-gone' : (findKnownError(error)?.outcome ?? 'failed'),
    });
    usage.add(call, { failures: 1 });
    throw error;
  }
}
