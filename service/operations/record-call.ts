import type { CallRecorder, WithUsage } from '../accounts/write-behind.ts';
import type { CallRecord } from '../storage/interfaces/usage-log.ts';
import { findKnownError } from './known-errors.ts';
import type { Call } from './operation.ts';

/** The model that wrote a text. */
export type Writer = Pick<CallRecord, 'provider' | 'model'>;

/** The result of a call, its usage and the model that wrote the text; no model if it was cached. */
export interface WithWriter<T> extends WithUsage<T> {
  readonly writer?: Writer | undefined;
}

/**
 * Does the work of one call and records how it ended.
 * @param language code of the language requested for the text
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
    add({ outcome: signal.aborted ? 'caller-gone' : (findKnownError(error)?.outcome ?? 'failed') });
    throw error;
  }
}
