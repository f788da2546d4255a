import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import {
  createLastHourGauge,
  latencyBound,
  breakerValues,
  metricNames,
} from '../metrics/last-hour.ts';
import type { Tokens } from './provider.ts';
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
  /** A provider has answered, usably or not. */
  spent(provider: string, tokens: Tokens): void;
  /** The circuit breaker of a provider changed. */
  breaker(provider: string, state: BreakerState): void;
}

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
    name: metricNames.breakerState,
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
  const tokens = new Counter({
    name: 'altscribe_provider_tokens_total',
    help: 'Tokens that a provider has counted, by direction: input or output.',
    labelNames: ['provider', 'direction'],
    registers,
  });
  const countCall = createLastHourGauge(registry, {
    name: metricNames.calls,
    help: 'Calls of a provider in the last hour, by outcome.',
    labelNames: ['provider', 'outcome'],
  });
  const countLatency = createLastHourGauge(registry, {
    name: metricNames.latency,
    help: 'Answers of a provider in the last hour, by the seconds they took at most.',
    labelNames: ['provider', 'seconds'],
  });
  const countTokens = createLastHourGauge(registry, {
    name: metricNames.tokens,
    help: 'Tokens that a provider has counted in the last hour, by direction.',
    labelNames: ['provider', 'direction'],
  });
  return {
    called({ provider, position, outcome, seconds }) {
      calls.inc({ provider, outcome });
      duration.observe({ provider }, seconds);
      countCall([provider, outcome]);
      if (outcome === 'ok') countLatency([provider, latencyBound(seconds)]);
      if (outcome === 'ok' && position > 0) fallbacks.inc();
    },
    spent(provider, spent) {
      for (const direction of ['input', 'output'] as const) {
        tokens.inc({ provider, direction }, spent[direction]);
        countTokens([provider, direction], spent[direction]);
      }
    },
    breaker: (provider, to) => state.set({ provider }, breakerValues[to]),
  };
}
