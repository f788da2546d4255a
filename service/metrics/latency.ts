/** Latencies are counted in buckets, each this much wider than the one before. */
const growth = 1.2;

/** The upper bound of the first bucket, in seconds. */
const first = 0.000_1;

/** The upper bound of the bucket that a latency belongs to: both in seconds. */
export function latencyBound(seconds: number): string {
  // Bounds are rounded, so a latency may be a hair above its own.
  const bucket = Math.max(0, Math.ceil(Math.log(seconds / first) / Math.log(growth)));
  return String(Number((first * growth ** bucket).toPrecision(4)));
}

/** How many latencies were in a bucket. */
export interface LatencyCount {
  /** The bucket's upper bound, in seconds. */
  readonly bound: number;
  readonly count: number;
}

/**
 * The latency that a share of all stays below, in seconds, within a fifth. Nothing where nothing was
 * counted.
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
