import type { Call, LoadGenerator, Measured } from './stage/load.ts';
import { processorTime } from './stage/processor-time.ts';

/** One of the compared servers. */
export interface Contender {
  readonly name: string;
  readonly server: { readonly pid: number };
  readonly call: Call;
}

/** One round, and how many calls the server could handle with a core to itself. */
export interface Round extends Measured {
  readonly perProcessorSecond: number;
}

/** How to measure: the number of callers, and the number and length (in milliseconds) of rounds. */
export interface Rounds {
  readonly callers: number;
  readonly rounds: number;
  readonly ms: number;
  /** Warm-up time in milliseconds; five seconds by default. */
  readonly warmUpMs?: number;
}

/** The rounds of one contender. */
export interface Run {
  readonly name: string;
  readonly rounds: readonly Round[];
}

/** Until code is compiled: earlier measurements vary by a third. */
const usualWarmUpMs = 5_000;

/**
 * Measures contenders in turn, forwards and backwards, so other work on the machine affects them
 * equally. Each is warmed up first, so its code is compiled and it has detected a failing provider.
 */
export async function measureInTurns(
  load: LoadGenerator,
  contenders: readonly Contender[],
  { callers, rounds, ms, warmUpMs = usualWarmUpMs }: Rounds,
): Promise<Run[]> {
  for (const { call } of contenders) {
    await load.run({ ...call, callers, ms: warmUpMs });
  }
  const runs = contenders.map((contender) => ({ ...contender, rounds: [] as Round[] }));
  for (let n = 0; n < rounds; n += 1) {
    for (const { call, server, rounds: done } of n % 2 === 0 ? runs : runs.toReversed()) {
      const before = await processorTime(server.pid);
      const measured = await load.run({ ...call, callers, ms });
      const seconds = ((await processorTime(server.pid)) - before) / 1000;
      done.push({ ...measured, perProcessorSecond: measured.responses / seconds });
    }
  }
  return runs;
}

/**
 * The compared figures and their names. Calls per second is what callers see; calls per second of
 * processor time is what a host pays for, and varies less if the machine does other work.
 */
export const figures = [
  ['calls a second', 'perSecond'],
  ['calls a processor second', 'perProcessorSecond'],
] as const;

export type Figure = (typeof figures)[number][1];

/** A figure of several rounds. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/** The ratio of two figures: of the medians, and from the worst round to the best. */
export function ratio(one: Run | undefined, other: Run | undefined, figure: Figure): Spread {
  const values = (run: Run | undefined) => run?.rounds.map((round) => round[figure]) ?? [];
  return ratioOfMedians(values(one), values(other));
}

/** The same for values, one per round. */
export function ratioOfMedians(own: readonly number[], others: readonly number[]): Spread {
  const each = own.map((value, n) => value / (others[n] ?? NaN));
  return { ...spread(each), median: median(own) / median(others) };
}

/** A run as a row of a table. */
export function row({ name, rounds }: Run, first: Record<string, string | number> = {}) {
  const rates = spread(rounds.map(({ perSecond }) => perSecond));
  return {
    ...first,
    server: name,
    'calls a second': round(rates.median),
    range: `${round(rates.low)} – ${round(rates.high)}`,
    'a processor second': round(median(rounds.map((one) => one.perProcessorSecond))),
    'p50 ms': round(median(rounds.map(({ p50 }) => p50))),
    'p99 ms': round(median(rounds.map(({ p99 }) => p99))),
  };
}

/** The middle value; for an even number of values, the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half)] ?? NaN)) / 2;
}

/** The value that a given share of all values, such as 0.99, does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? NaN;
}

/** A number for a table, with suitable precision. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}
