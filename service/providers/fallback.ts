import type { Logger } from 'pino';
import { within } from '../within.ts';
import { failure } from './failure.ts';
import { ProviderError, type Provider } from './provider.ts';

export interface FallbackOptions {
  /** Longest time for one provider, in milliseconds. */
  readonly providerTimeoutMs: number;
  readonly log: Logger;
}

/**
 * A provider made of providers: asks them in order until one answers. Whatever the first does, the
 * next has its share of the time that is left.
 */
export function fallback(
  providers: readonly Provider[],
  { providerTimeoutMs, log }: FallbackOptions,
): Provider {
  return {
    name: providers.map((provider) => provider.name).join(', '),
    async generate(request, { signal, deadline }) {
      const failures: ProviderError[] = [];
      for (const [index, provider] of providers.entries()) {
        const share = (deadline - Date.now()) / (providers.length - index);
        try {
          return await within(
            Math.min(providerTimeoutMs, share),
            signal,
            (stop) => provider.generate(request, { signal: stop, deadline }),
            (reason) => failure(provider.name, reason),
          );
        } catch (error) {
          if (!(error instanceof ProviderError) || signal.aborted) throw error;
          const { kind, status, code } = error;
          log.warn({ provider: provider.name, kind, status, code }, 'provider failed');
          failures.push(error);
        }
      }
      throw allFailed(failures);
    },
  };
}

/** One error that names which provider failed how. */
function allFailed(failures: readonly ProviderError[]): ProviderError {
  const [last] = failures.slice(-1);
  const message = failures.map((error) => error.message).join('; ');
  return new ProviderError(last?.kind ?? 'timeout', message);
}
