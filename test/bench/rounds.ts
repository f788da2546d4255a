import type { Call, LoadGenerator, Measured } from './stage/load.ts';
import { processorTime } from './stage/processor-time.ts';

/** Something that is measured beside others. */
export interface Contender {
  readonly name: string;
  readonly server: { readonly pid: number };
  readonly call: Call;
}

/** One round, and how many calls the server could do with a core that did nothing else. */
export interface Round extends Measured {
  readonly perProcessorSecond: number;
}

/** How it is measured: so many callers, so many rounds of so many milliseconds each. */
export interface Rounds {
  readonly callers: number;
  readonly rounds: number;
  readonly ms: number;
  /** How long each is warmed up before, in milliseconds; five seconds unless given. */
  readonly warmUpMs?: number;
}

/** What a contender has done, round by round. */
export interface Run {
  readonly name: string;
  readonly rounds: readonly Round[];
}

/** Until code is compiled: what is measured before that wavers by a third. */
const usualWarmUpMs = 5_000;

/**
 * Measures contenders in turns, forwards and backwards, so that what else the machine does meets them
 * alike. Each is warmed up before: code has been compiled, and a provider that fails is known to.
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
 * What is compared, and how it is called. Calls a second count what callers get; those of a second of
 * processor time count what a host pays, and waver less where the machine does other work.
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

/** How many times one is the other: of the medians, and from the worst round to the best. */
export function ratio(one: Run | undefined, other: Run | undefined, figure: Figure): Spread {
  const values = (run: Run | undefined) => run?.rounds.map((round) => round[figure]) ?? [];
  return ratioOfMedians(values(one), values(other));
}

/** The same of values, one for each round. */
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

/** The middle one; of an even number of values, the mean of both. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half)] ?? NaN)) / 2;
}

/** The value that so great a share of all values does not exceed, such as 0.99. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? NaN;
}

/** A number for a table, as precise as it deserves. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}
