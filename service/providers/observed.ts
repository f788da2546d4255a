import type { Logger } from 'pino';
import { ProviderError, type Provider } from './provider.ts';
import type { ProviderMetrics } from './metrics.ts';

/** How often a refused key is said loudly, in milliseconds. */
const loudEveryMs = 60_000;

export interface ObservedOptions {
  readonly metrics: ProviderMetrics;
  readonly log: Logger;
  /** Place in the chain, from 0. */
  readonly position: number;
}

/** A provider whose calls are counted and timed, and whose failures are logged. */
export function observed<Answer>(
  provider: Provider<Answer>,
  { metrics, log, position }: ObservedOptions,
): Provider<Answer> {
  const { name } = provider;
  let lastLoud = -Infinity;

  function report({ kind, status, code }: ProviderError): void {
    const isLoud = kind === 'authentication' && Date.now() - lastLoud >= loudEveryMs;
    if (isLoud) {
      lastLoud = Date.now();
      log.error({ provider: name, status, code }, 'the provider refuses our API key: check it');
    } else {
      log.warn({ provider: name, kind, status, code }, 'provider failed');
    }
  }

  return {
    name,
    async generate(request, bounds) {
      const start = performance.now();
      let outcome = 'ok';
      try {
        return await provider.generate(request, bounds);
      } catch (error) {
        outcome = error instanceof ProviderError ? error.kind : 'fault';
        if (error instanceof ProviderError && error.kind !== 'aborted') report(error);
        throw error;
      } finally {
        metrics.called({
          provider: name,
          position,
          outcome,
          seconds: (performance.now() - start) / 1000,
        });
      }
    },
  };
}
