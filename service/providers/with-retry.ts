import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from './failure.ts';
import { ProviderError, type Provider } from './provider.ts';

/** Pause before a retry that nobody has named a time for, in milliseconds. */
const pauseMs = 250;

/** Less time than this is not worth a second try, in milliseconds. */
const leastUsefulMs = 1_000;

/**
 * A provider that is asked once more after a broken connection, a single fault of the server, or
 * when it says itself how soon to come back and that is within `patienceMs` and the deadline. Never
 * after silence, and never after a refusal that will not change.
 */
export function withRetry<Answer>(
  provider: Provider<Answer>,
  patienceMs: number,
): Provider<Answer> {
  return {
    name: provider.name,
    async generate(request, options) {
      try {
        return await provider.generate(request, options);
      } catch (error) {
        const wait = error instanceof ProviderError ? waitBeforeRetry(error) : undefined;
        const isInTime =
          wait !== undefined && Date.now() + wait + leastUsefulMs <= options.deadline;
        if (!isInTime || wait > patienceMs) throw error;
        await sleep(wait, undefined, { signal: options.signal }).catch(() => {
          throw failure(provider.name, 'aborted');
        });
        return provider.generate(request, options);
      }
    },
  };
}

function waitBeforeRetry({ kind, retryAfterMs }: ProviderError): number | undefined {
  if (kind === 'network' || kind === 'server') return retryAfterMs ?? pauseMs;
  return kind === 'rate-limit' ? retryAfterMs : undefined;
}
