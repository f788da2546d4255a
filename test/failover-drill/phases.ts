import { groupBy } from './group-by.ts';
import type { Attempt } from './traffic.ts';

/** A phase of the drill: the event, and its time span in milliseconds. */
export interface Phase {
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

/** The callers' experience in a phase, by the attempts that ended in it. */
export function describePhase({ what, start, end }: Phase, all: readonly Attempt[]) {
  const attempts = all.filter((one) => one.end >= start && one.end < end);
  const failed = attempts.filter(({ status }) => status !== 200);
  const ends = failed.map((one) => one.end);
  const texts = attempts.filter(({ status }) => status === 200).map((one) => one.end);
  const slowest = Math.max(0, ...attempts.map((one) => one.end - one.start));
  return {
    phase: what,
    seconds: toSeconds(end - start),
    attempts: attempts.length,
    failed: failed.length,
    'first to last failure': ends.length > 0 ? toSeconds(Math.max(...ends) - Math.min(...ends)) : 0,
    'without a text': toSeconds(longestGap([start, ...texts.toSorted((a, b) => a - b), end])),
    slowest: toSeconds(slowest),
  };
}

/** Counts the errors that callers got in a phase; empty if there were none. */
export function countWords({ what, start, end }: Phase, all: readonly Attempt[]) {
  const attempts = all.filter((one) => one.end >= start && one.end < end);
  const failed = attempts.filter(({ status }) => status !== 200);
  const groups = groupBy(failed, ({ status, words }) => `${status || 'no response'} ${words}`);
  return [...groups].map(([told, { length: times }]) => ({ phase: what, times, told }));
}

function longestGap(times: readonly number[]): number {
  return Math.max(0, ...times.map((time, i) => time - (times[i - 1] ?? time)));
}

function toSeconds(ms: number): number {
  return Number((ms / 1_000).toFixed(1));
}
