import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from './failure.ts';
import { ProviderError, type Provider } from './provider.ts';

// cockatiel's policies do not fit: its retry waits on after an abort, its time-out looks like one.

/** Wait before a retry where the provider has named no time, in milliseconds. */
const backoffMs = 250;

/** Less time than this is not worth a second try, in milliseconds. */
const leastUsefulMs = 1_000;

/**
 * A provider that is asked once more after a broken connection, after a fault of the server, or when
 * it says itself how soon to come back, if the deadline leaves time for it. It is never asked again
 * after silence, nor after a refusal that will not change.
 * @param maxWaitMs longest wait before the retry, in milliseconds
 */
export function withRetry<Answer>(provider: Provider<Answer>, maxWaitMs: number): Provider<Answer> {
  return {
    name: provider.name,
    async generate(request, options) {
      try {
        return await provider.generate(request, options);
      } catch (error) {
        const wait = error instanceof ProviderError ? waitBeforeRetry(error) : undefined;
        if (wait === undefined || wait > maxWaitMs) throw error;
        if (Date.now() + wait + leastUsefulMs > options.deadline) throw error;
        await sleep(wait, undefined, { signal: options.signal }).catch(() => {
          throw failure(provider.name, 'aborted');
        });
        return provider.generate(request, options);
      }
    },
  };
}

function waitBeforeRetry({ kind, retryAfterMs }: ProviderError): number | undefined {
  if (kind === 'network' || kind === 'server') return retryAfterMs ?? backoffMs;
  return kind === 'rate-limit' ? retryAfterMs : undefined;
}
