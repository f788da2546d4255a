import { spread } from '../rounds.ts';

/** Ratios by name; higher is better. */
export type Ratios = Readonly<Record<string, number>>;

/** The committed baseline of a ratio: its value, and the spread between runs of the same code. */
export interface Baseline {
  readonly value: number;
  readonly spread: number;
}

export type Baselines = Readonly<Record<string, Baseline>>;

/** The median of each ratio over some runs, and its spread from minimum to maximum. */
export function makeBaselines(runs: readonly Ratios[]): Baselines {
  const names = Object.keys(runs[0] ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const { median, low, high } = spread(runs.map((run) => run[name] ?? NaN));
      return [name, { value: median, spread: high - low }];
    }),
  );
}

/** A ratio compared with its baseline. */
export interface Verdict {
  readonly name: string;
  readonly ratio: number;
  readonly least: number;
  readonly isWorse: boolean;
}

/**
 * Judges each ratio that is measured or committed: it is worse if it is below its committed value by
 * more than the spread, or missing on either side.
 */
export function compareRatios(ratios: Ratios, baselines: Baselines): Verdict[] {
  const names = [...new Set([...Object.keys(baselines), ...Object.keys(ratios)])];
  return names.map((name) => {
    const ratio = ratios[name] ?? NaN;
    const { value, spread } = baselines[name] ?? { value: NaN, spread: NaN };
    const least = value - spread;
    // Not `ratio < least`, which is false if either is NaN.
    return { name, ratio, least, isWorse: !(ratio >= least) };
  });
}
