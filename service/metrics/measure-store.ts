import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import { backgroundWrites, type BackgroundWrite } from '../accounts/write-behind.ts';
import { StoreError, StoreUnreachableError } from '../storage/interfaces/errors.ts';
import type { AccountStore, StorageBackend } from '../storage/interfaces/storage-backend.ts';
import {
  chartNames,
  countForCharts,
  createLastHourGauge,
  latencyBound,
  metricNames,
} from './last-hour.ts';

/** A completed call of a method. */
interface ObservedCall {
  /** The name of the method, or the name derived from it. */
  readonly operation: string;
  readonly seconds: number;
  /** The reason of the rejection; nothing if it resolved. */
  readonly error?: unknown;
}

/**
 * Wraps an object to observe its asynchronous methods, which must be closures that don't use
 * `this`.
 * @param ended called when a call has ended, before its caller is told
 * @param nameOf the name of an operation, from the name of its method
 */
function observeMethods<T extends object>(
  target: T,
  ended: (call: ObservedCall) => void,
  nameOf: (method: string) => string = (method) => method,
): T {
  const observed = Object.entries(target).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function' ? observe(value as Method, nameOf(name), ended) : value,
  ]);
  return Object.fromEntries(observed) as T;
}

type Method = (...args: unknown[]) => unknown;

function observe(method: Method, operation: string, ended: (call: ObservedCall) => void): Method {
  return (...args) => {
    const start = performance.now();
    const result = method(...args);
    return result instanceof Promise ? observeEnd(result, operation, start, ended) : result;
  };
}

async function observeEnd(
  result: Promise<unknown>,
  operation: string,
  start: number,
  ended: (call: ObservedCall) => void,
): Promise<unknown> {
  let error: unknown;
  try {
    return await result;
  } catch (reason) {
    error = reason;
    throw reason;
  } finally {
    ended({ operation, seconds: (performance.now() - start) / 1_000, error });
  }
}

/**
 * An outage is over after this time without a failure, in milliseconds. When it begins or ends,
 * some calls fail and others succeed.
 */
const calmMs = 5_000;

/** Detects outages of the store. */
interface StoreOutage {
  /** An operation of the store has ended. */
  ended(call: Pick<ObservedCall, 'error'>): void;
}

/** Logs an outage once when it begins and once when it is over. */
export function createStoreOutage(
  log: Logger,
  now: () => number = () => performance.now(),
): StoreOutage {
  let outage: { readonly begunAt: number; lastAt: number; failed: number } | undefined;
  return {
    ended({ error }) {
      if (error instanceof StoreUnreachableError) {
        if (!outage) log.error({ reason: error.message }, 'store outage');
        outage ??= { begunAt: now(), lastAt: 0, failed: 0 };
        outage.lastAt = now();
        outage.failed += 1;
      } else if (outage && now() - outage.lastAt >= calmMs) {
        const seconds = Math.round((outage.lastAt - outage.begunAt) / 1_000);
        log.info({ seconds, operations: outage.failed }, 'store outage over');
        outage = undefined;
      }
    },
  };
}

/** The two writes that every generated text waits for. */
const writesOfCalls: ReadonlySet<string> = new Set(['reserve', 'settle']);

/**
 * Wraps a storage to measure its operations.
 * @param onCall also called when an operation has ended
 */
export function measureStore(
  backend: StorageBackend,
  registry: Registry,
  onCall: (call: ObservedCall) => void,
): StorageBackend {
  const registers = [registry];
  const countLatency = createLastHourGauge(registry, {
    name: metricNames.storeLatency,
    help: 'Credits reserved or settled in the last hour, by maximum duration in seconds.',
    labelNames: ['seconds'],
  });
  const duration = new Histogram({
    name: 'altscribe_store_operation_duration_seconds',
    help: 'Duration of store operations, including failed ones.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const errors = new Counter({
    name: 'altscribe_store_errors_total',
    help: 'Failed store operations, by kind: unreachable or fault.',
    labelNames: ['operation', 'kind'],
    registers,
  });

  // From 0 on, so an alert sees the first failure as an increase.
  for (const operation of ['ping', 'reserve', 'settle', 'release']) {
    for (const kind of ['unreachable', 'fault']) errors.inc({ operation, kind }, 0);
  }

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
    help: 'Credits of calls: reserved, then settled if a text was generated, otherwise released.',
    labelNames: ['change'],
    registers: [registry],
  });
  for (const change of ['reserved', 'settled', 'released']) credits.inc({ change }, 0);
  const charted = countForCharts(registry, chartNames.credits);
  return {
    ...store,
    async reserve(reservation) {
      const account = await store.reserve(reservation);
      if (account) credits.inc({ change: 'reserved' }, reservation.credits);
      return account;
    },
    async settle(reservation, ...rest) {
      const isSpent = await store.settle(reservation, ...rest);
      if (isSpent) {
        credits.inc({ change: 'settled' }, reservation.credits);
        charted.add([], reservation.credits);
      }
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
    help: 'Cache lookups, by result: hit or miss.',
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

/** Minimum time between two log lines on the same work, in milliseconds. */
const quietMs = 60_000;

const messages: Readonly<Record<BackgroundWrite, string>> = {
  usage: 'usage not written yet',
  calls: 'calls not written yet',
  key_usage: 'usage of API keys not written yet',
  client_sites: 'site of a plugin not recorded yet',
  call_counts: 'calls not counted for daily limits yet',
  key_last_use: 'last use of an API key not recorded',
  session_last_seen: 'last use of a session not recorded',
  reversals: 'call not reversed yet',
  maintenance: 'maintenance failed',
  measurements: 'measurements for charts not written yet',
};

/** Failures of work that no call waits for. */
export interface BackgroundFailures {
  /**
   * Counts a failure. The first one is logged immediately, later ones once a minute: work that is
   * retried every second would flood the log during an outage.
   */
  failed(what: BackgroundWrite, error: unknown, details?: object): void;
}

/** Counts failed background writes in a Prometheus registry, and logs them. */
export function createBackgroundFailures(registry: Registry, log: Logger): BackgroundFailures {
  const failures = new Counter({
    name: 'altscribe_background_write_failures_total',
    help: 'Failed background writes, by what was written. They are retried.',
    labelNames: ['what'],
    registers: [registry],
  });
  // Starts at 0, so an alert sees the first failure as an increase.
  for (const what of backgroundWrites) failures.inc({ what }, 0);
  const quiet = new Map<BackgroundWrite, { readonly until: number; failures: number }>();
  return {
    failed(what, error, details = {}) {
      failures.inc({ what });
      const now = performance.now();
      const last = quiet.get(what);
      if (last && now < last.until) {
        last.failures += 1;
        return;
      }
      const count = 1 + (last?.failures ?? 0);
      log.warn({ ...details, err: error, failures: count }, messages[what]);
      quiet.set(what, { until: now + quietMs, failures: 0 });
    },
  };
}
