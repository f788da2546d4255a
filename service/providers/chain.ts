import { withCircuitBreaker } from './with-circuit-breaker.ts';
import { fallback } from './fallback.ts';
import type { ProviderMetrics } from './metrics.ts';
import { withMetrics } from './with-metrics.ts';
import type { Provider } from './provider.ts';
import { withRetry } from './with-retry.ts';
import { withTimeout } from './with-timeout.ts';

export interface ChainOptions<Answer> {
  /** Longest time for one provider, its retry included, in milliseconds. */
  readonly providerTimeoutMs: number;
  /** Decorates a provider so that it answers what is made of the model's text, or fails. */
  withPostprocessing(provider: Provider): Provider<Answer>;
  readonly metrics: ProviderMetrics;
}

/** Longest wait that a provider may ask for while another one could answer, in milliseconds. */
const maxRetryWaitMs = 2_000;

/**
 * The providers in order, as one: each is given a time-out, postprocessing, metrics and one retry.
 * Each but the last is given a circuit breaker, too, since there is another one to ask.
 */
export function providerChain<Answer>(
  providers: readonly Provider[],
  options: ChainOptions<Answer>,
): Provider<Answer> {
  const links = providers.map((provider, position) => {
    const isLast = position === providers.length - 1;
    const one = withMetrics(options.withPostprocessing(withTimeout(provider)), {
      ...options,
      position,
    });
    return isLast
      ? withRetry(one, Infinity)
      : withCircuitBreaker(withRetry(one, maxRetryWaitMs), options.providerTimeoutMs, (state) =>
          options.metrics.breaker(provider.name, state),
        );
  });
  return fallback(links, options.providerTimeoutMs);
}
