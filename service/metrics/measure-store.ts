import { Counter, Histogram, type Registry } from 'prom-client';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import { StoreError, StoreUnreachableError } from '../storage/interfaces/errors.ts';
import type { StorageBackend } from '../storage/interfaces/storage-backend.ts';
import { createLastHourGauge } from './last-hour.ts';
import { latencyBound } from './latency.ts';
import { metricNames } from './names.ts';
import { observeMethods, type ObservedCall } from './observe-methods.ts';

/** The two writes that every alt text waits for. */
const writesOfCalls: ReadonlySet<string> = new Set(['reserve', 'settle']);

/**
 * A storage whose operations are measured.
 * @param onCall called when one has ended, beside that
 */
export function measureStore(
  backend: StorageBackend,
  registry: Registry,
  onCall: (call: ObservedCall) => void,
): StorageBackend {
  const registers = [registry];
  const countLatency = createLastHourGauge(registry, {
    name: metricNames.storeLatency,
    help: 'Credits reserved or settled in the last hour, by the seconds that took at most.',
    labelNames: ['seconds'],
  });
  const duration = new Histogram({
    name: 'altscribe_store_operation_duration_seconds',
    help: 'Time that operations of the store took, whether they failed or not.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const errors = new Counter({
    name: 'altscribe_store_errors_total',
    help: 'Operations of the store that failed: because it is unreachable, or for another fault of it.',
    labelNames: ['operation', 'kind'],
    registers,
  });

  function ended(call: ObservedCall): void {
    const { operation, seconds, error } = call;
    duration.observe({ operation }, seconds);
    if (writesOfCalls.has(operation)) countLatency([latencyBound(seconds)]);
    if (error instanceof StoreError) {
      const kind = error instanceof StoreUnreachableError ? 'unreachable' : 'fault';
      errors.inc({ operation, kind });
    }
    onCall(call);
  }

  return {
    ...backend,
    accountStore: countCredits(observeMethods(backend.accountStore, ended), registry),
    responseCache: countLookups(
      observeMethods(backend.responseCache, ended, (name) => `${name}CacheEntry`),
      registry,
    ),
    createRateLimiter: (options) =>
      observeMethods(backend.createRateLimiter(options), ended, (name) => `${name}RateLimit`),
  };
}

function countCredits(store: AccountStore, registry: Registry): AccountStore {
  const credits = new Counter({
    name: 'altscribe_credits_total',
    help: 'Credits of calls: reserved, then settled where a text was written, or released.',
    labelNames: ['change'],
    registers: [registry],
  });
  for (const change of ['reserved', 'settled', 'released']) credits.inc({ change }, 0);
  return {
    ...store,
    async reserve(reservation) {
      const account = await store.reserve(reservation);
      if (account) credits.inc({ change: 'reserved' }, reservation.credits);
      return account;
    },
    async settle(reservation, ...rest) {
      const isSpent = await store.settle(reservation, ...rest);
      if (isSpent) credits.inc({ change: 'settled' }, reservation.credits);
      return isSpent;
    },
    async release(reservation) {
      await store.release(reservation);
      credits.inc({ change: 'released' }, reservation.credits);
    },
  };
}

function countLookups(
  cache: StorageBackend['responseCache'],
  registry: Registry,
): StorageBackend['responseCache'] {
  const lookups = new Counter({
    name: 'altscribe_cache_lookups_total',
    help: 'Texts that were looked up in the cache, by result: hit or miss.',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['hit', 'miss']) lookups.inc({ result }, 0);
  return {
    ...cache,
    async find(userId, key) {
      const entry = await cache.find(userId, key);
      lookups.inc({ result: entry ? 'hit' : 'miss' });
      return entry;
    },
  };
}
