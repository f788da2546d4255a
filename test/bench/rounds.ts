import { median, round } from './measure.ts';
import type { Call, LoadGenerator, Measured } from './stage/load.ts';

/** Something that is measured beside others. */
export interface Contender {
  readonly name: string;
  readonly call: Call;
}

/** How it is measured: so many callers, so many rounds of so many milliseconds each. */
export interface Rounds {
  readonly callers: number;
  readonly rounds: number;
  readonly ms: number;
}

/** What a contender has done, round by round. */
export interface Run {
  readonly name: string;
  readonly rounds: readonly Measured[];
}

const warmUpMs = 2_000;
const shortestWarmUpMs = 500;

/**
 * Measures contenders in turns, forwards and backwards, so that what else the machine does meets them
 * alike. Each is warmed up before: code has been compiled, and a provider that fails is known to.
 */
export async function measureInTurns(
  load: LoadGenerator,
  contenders: readonly Contender[],
  { callers, rounds, ms }: Rounds,
): Promise<Run[]> {
  for (const { call } of contenders) {
    await load.run({ ...call, callers, ms: Math.max(shortestWarmUpMs, Math.min(warmUpMs, ms)) });
  }
  const runs = contenders.map(({ name, call }) => ({ name, call, rounds: [] as Measured[] }));
  for (let n = 0; n < rounds; n += 1) {
    for (const { call, rounds: done } of n % 2 === 0 ? runs : runs.toReversed()) {
      done.push(await load.run({ ...call, callers, ms }));
    }
  }
  return runs;
}

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
export function ratio(
  one: Run | undefined,
  other: Run | undefined,
  figure: (measured: Measured) => number = ({ perSecond }) => perSecond,
): Spread {
  const [own, others] = [one, other].map((run) => run?.rounds.map(figure) ?? []);
  const each = own?.map((value, n) => value / (others?.[n] ?? NaN)) ?? [];
  return { ...spread(each), median: median(own ?? []) / median(others ?? []) };
}

/** A run as a row of a table. */
export function row({ name, rounds }: Run, first: Record<string, string | number> = {}) {
  const rates = spread(rounds.map(({ perSecond }) => perSecond));
  return {
    ...first,
    who: name,
    'calls a second': round(rates.median),
    'from – to': `${round(rates.low)} – ${round(rates.high)}`,
    'p50 ms': round(median(rounds.map(({ p50 }) => p50))),
    'p99 ms': round(median(rounds.map(({ p99 }) => p99))),
  };
}
