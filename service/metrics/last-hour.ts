import { Gauge, type Registry } from 'prom-client';

/** Latencies are counted in buckets; this is the ratio between their bounds. */
const growth = 1.2;

/** The upper bound of the first bucket, in seconds. */
const first = 0.000_1;

/** The upper bound of a latency's bucket, both in seconds. */
export function latencyBound(seconds: number): string {
  // Bounds are rounded, so a latency may be slightly above its own bound.
  const bucket = Math.max(0, Math.ceil(Math.log(seconds / first) / Math.log(growth)));
  return String(Number((first * growth ** bucket).toPrecision(4)));
}

/** The number of latencies in a bucket. */
interface LatencyCount {
  /** The bucket's upper bound, in seconds. */
  readonly bound: number;
  readonly count: number;
}

/**
 * The quantile of the latencies for a share, in seconds, accurate to a fifth. Returns nothing if
 * nothing was counted.
 */
export function percentile(counts: readonly LatencyCount[], share: number): number | undefined {
  const sorted = counts.filter(({ count }) => count > 0).sort((a, b) => a.bound - b.bound);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  let left = share * total;
  for (const { bound, count } of sorted) {
    if (left <= count) return (bound / growth) * (1 + (growth - 1) * (left / count));
    left -= count;
  }
  return sorted.at(-1)?.bound;
}

/** Metrics that the dashboard reads, by their Prometheus names. */
export const metricNames = {
  breakerState: 'altscribe_provider_breaker_state',
  storeLatency: 'altscribe_store_latency_last_hour',
  waiting: 'altscribe_images_waiting',
  decoding: 'altscribe_images_decoding',
  memory: 'process_resident_memory_bytes',
  processes: 'altscribe_workers_measured',
} as const;

/**
 * What is counted for charts, but is no metric: Prometheus has its own sums over an hour. Hints are
 * the words of providers, by kind of failure.
 */
export const chartNames = {
  calls: 'calls',
  credits: 'credits',
  latency: 'latency',
  tokens: 'tokens',
  hints: 'hints',
} as const;

/** Values of `breakerState`. */
export const breakerValues = { closed: 0, open: 1, 'half-open': 2 } as const;

/** The length of a minute, in milliseconds. */
export const minuteMs = 60_000;
const minutesKept = 60;

/** Sums over the last hour, to the minute. */
interface LastHour {
  add(key: string, amount?: number): void;
  /** The sum of each key in the current minute and the 59 before it. */
  sums(): Map<string, number>;
  /** The sum of each key in one minute since the epoch. */
  sumsOf(minute: number): ReadonlyMap<string, number>;
}

/**
 * Stores a sum per key and minute. Adding takes one look-up, no matter how much was added before.
 */
export function createLastHour(): LastHour {
  const minutes = new Map<number, Map<string, number>>();
  const thisMinute = () => Math.floor(Date.now() / minuteMs);

  function forgetOld(now: number): void {
    for (const minute of minutes.keys()) {
      // If the clock was set back, there are minutes in the future.
      if (minute <= now - minutesKept || minute > now) minutes.delete(minute);
    }
  }

  function beginMinute(now: number): Map<string, number> {
    forgetOld(now);
    const sums = new Map<string, number>();
    minutes.set(now, sums);
    return sums;
  }

  return {
    add(key, amount = 1) {
      const now = thisMinute();
      const sums = minutes.get(now) ?? beginMinute(now);
      sums.set(key, (sums.get(key) ?? 0) + amount);
    },
    sums() {
      forgetOld(thisMinute());
      const total = new Map<string, number>();
      for (const sums of minutes.values()) {
        for (const [key, sum] of sums) total.set(key, (total.get(key) ?? 0) + sum);
      }
      return total;
    },
    sumsOf: (minute) => minutes.get(minute) ?? new Map(),
  };
}

/** Sums by label values, which are in the order of the label names. */
interface LabelledMinutes {
  sumsOf(minute: number): Iterable<readonly [labels: readonly string[], sum: number]>;
}

const separator = '\n';

const gauges = new WeakMap<Registry, Map<string, LabelledMinutes>>();

/** The counts per minute that belong to a registry, by metric. */
export function lastHoursIn(registry: Registry): ReadonlyMap<string, LabelledMinutes> {
  return gauges.get(registry) ?? new Map<string, LabelledMinutes>();
}

interface LastHourGaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/**
 * Counts for charts, which may have any number of label values, unlike a metric.
 * @returns a function that adds an amount for the label values
 */
export function countForCharts(
  registry: Registry,
  name: string,
): { add: (labels: readonly string[], amount?: number) => void } & Pick<LastHour, 'sums'> {
  const lastHour = createLastHour();
  const inRegistry = gauges.get(registry) ?? new Map<string, LabelledMinutes>();
  gauges.set(registry, inRegistry);
  inRegistry.set(name, {
    sumsOf: (minute) =>
      [...lastHour.sumsOf(minute)].map(([key, sum]) => [key.split(separator), sum] as const),
  });
  return {
    add: (labels, amount) => lastHour.add(labels.join(separator), amount),
    sums: lastHour.sums,
  };
}

/**
 * A gauge of sums over the last hour, which are added up across processes.
 * @returns a function that adds an amount for the label values, in the order of the label names
 */
export function createLastHourGauge(
  registry: Registry,
  { name, help, labelNames }: LastHourGaugeOptions,
): (labels: readonly string[], amount?: number) => void {
  const { add, sums } = countForCharts(registry, name);
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    aggregator: 'sum',
    registers: [registry],
    collect() {
      this.reset();
      for (const [key, sum] of sums()) {
        const values = key.split(separator);
        this.set(Object.fromEntries(labelNames.map((label, i) => [label, values[i] ?? ''])), sum);
      }
    },
  });
  return add;
}
