import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { BreakerState } from './with-circuit-breaker.ts';

/** How one call of a provider ended. */
export interface ProviderCall {
  readonly provider: string;
  /** The provider's place in the chain, from 0. */
  readonly position: number;
  /** `ok`, or the kind of the failure. */
  readonly outcome: string;
  readonly seconds: number;
}

/** What is measured of providers. */
export interface ProviderMetrics {
  /** One call ended. */
  called(call: ProviderCall): void;
  /** The circuit breaker of a provider changed. */
  breaker(provider: string, state: BreakerState): void;
}

const breakerValues: Readonly<Record<BreakerState, number>> = {
  closed: 0,
  open: 1,
  'half-open': 2,
};

/** Measures providers in a Prometheus registry. */
export function createProviderMetrics(registry: Registry): ProviderMetrics {
  const registers = [registry];
  const calls = new Counter({
    name: 'altscribe_provider_calls_total',
    help: 'Calls of a provider, by outcome: ok, or the kind of the failure.',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'altscribe_provider_call_duration_seconds',
    help: 'Time that calls of a provider took.',
    labelNames: ['provider'],
    buckets: [0.25, 0.5, 1, 2, 4, 8, 12, 16],
    registers,
  });
  const state = new Gauge({
    name: 'altscribe_provider_breaker_state',
    help: 'Circuit breaker of a provider: 0 closed, 1 open (skipped), 2 half-open (tried again).',
    labelNames: ['provider'],
    // Of several processes, the worst.
    aggregator: 'max',
    registers,
  });
  const fallbacks = new Counter({
    name: 'altscribe_provider_fallbacks_total',
    help: 'Alt texts that another provider than the first wrote.',
    registers,
  });
  return {
    called({ provider, position, outcome, seconds }) {
      calls.inc({ provider, outcome });
      duration.observe({ provider }, seconds);
      if (outcome === 'ok' && position > 0) fallbacks.inc();
    },
    breaker: (provider, to) => state.set({ provider }, breakerValues[to]),
  };
}
