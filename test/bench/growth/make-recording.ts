import { round } from '../measure.ts';
import type { Costs } from './costs.ts';
import type { Steps } from './read-events.ts';
import { mean, sumOfMeans, type Recording, type Samples } from './recording.ts';
import { statements } from './statements.ts';

/** What was measured beside the steps of a call. */
export interface Findings extends Costs {
  /** Milliseconds from each statement to its result, by name, with a single caller. */
  readonly statementTimes: ReadonlyMap<string, readonly number[]>;
  /** How many of each statement were made for a call under load. */
  readonly made: ReadonlyMap<string, number>;
  /** Mean time of a flush, in milliseconds. */
  readonly flushMs: number;
  /** The share of planning and executing that is executing, by the name of the statement. */
  readonly executed: ReadonlyMap<string, number>;
}

/** Enough for a tail, few enough to be kept. */
const keptSamples = 200;
/** Of the mean flush: a statement that was done sooner than usual tells nothing of its flush. */
const leastFlush = 0.1;

/**
 * Makes a recording of the steps of a single caller. They wait for nothing but processors and the disk,
 * and say how the processor time of a call, which was measured under load, is spread over its steps.
 */
export function makeRecording(
  steps: Steps,
  { statementTimes, serviceMs, databaseMs, aroundMs, made, flushMs, executed }: Findings,
): Recording {
  const flushes: number[] = [];
  const all = statements.map(({ name, isDurable, like = name }) => {
    const taken = statementTimes.get(like) ?? [];
    if (taken.length === 0) throw new Error(`Nothing was recorded of "${name}".`);
    if (!isDurable) return { name, like, times: taken };
    const withoutFlush = Math.max(0, mean(taken) - flushMs);
    flushes.push(...taken.map((ms) => Math.max(ms - withoutFlush, leastFlush * flushMs)));
    return { name, like, times: [withoutFlush] };
  });
  const sum = all.reduce((ms, { name, times }) => ms + mean(times) * (made.get(name) ?? 0), 0);
  const gaps = sumOfMeans(steps.gaps);
  return {
    calls: steps.calls,
    serviceMs: steps.gaps.map((times) => sample(times, serviceMs / gaps)),
    providerAfter: steps.providerAfter,
    statements: all.map(({ name, like, times }) => ({
      name,
      databaseMs: sample(times, databaseMs / sum),
      executed: round(executed.get(like) ?? NaN),
    })),
    flushMs: sample(flushes, flushMs / mean(flushes)),
    aroundMs: round(aroundMs),
  };
}

/** Values from the least to the highest, as many as are kept, times a factor. */
function sample(values: readonly number[], factor: number): Samples {
  const sorted = values.toSorted((one, other) => one - other);
  const count = Math.min(keptSamples, sorted.length);
  return Array.from({ length: count }, (_, n) =>
    round((sorted[Math.floor(((n + 0.5) * sorted.length) / count)] ?? NaN) * factor),
  );
}
