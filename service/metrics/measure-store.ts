import type { Registry } from 'prom-client';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import { createLastHourGauge } from './last-hour.ts';
import { latencyBound } from './latency.ts';
import { metricNames } from './names.ts';

/** A store that measures the two writes which every alt text waits for: reserve and settle. */
export function measureStore(store: AccountStore, registry: Registry): AccountStore {
  const count = createLastHourGauge(registry, {
    name: metricNames.storeLatency,
    help: 'Credits reserved or settled in the last hour, by the seconds that took at most.',
    labelNames: ['seconds'],
  });

  async function measure<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      count([latencyBound((performance.now() - start) / 1_000)]);
    }
  }

  return {
    ...store,
    reserve: (...args) => measure(() => store.reserve(...args)),
    settle: (...args) => measure(() => store.settle(...args)),
  };
}
