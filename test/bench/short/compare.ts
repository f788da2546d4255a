import { spread } from '../rounds.ts';

/** Ratios by name; more is better in each. */
export type Ratios = Readonly<Record<string, number>>;

/** What is committed of a ratio: its value, and how far runs of the same code are apart. */
export interface Baseline {
  readonly value: number;
  readonly spread: number;
}

export type Baselines = Readonly<Record<string, Baseline>>;

/** The median of each ratio over some runs, and the distance from the least to the most. */
export function makeBaselines(runs: readonly Ratios[]): Baselines {
  const names = Object.keys(runs[0] ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const { median, low, high } = spread(runs.map((run) => run[name] ?? NaN));
      return [name, { value: median, spread: high - low }];
    }),
  );
}

/** A ratio beside what it was. */
export interface Verdict {
  readonly name: string;
  readonly ratio: number;
  readonly least: number;
  readonly isWorse: boolean;
}

/**
 * Judges each ratio that is measured or committed: worse is one that is below its committed value by
 * more than the spread, and one that is missing on either side.
 */
export function compareRatios(ratios: Ratios, baselines: Baselines): Verdict[] {
  const names = [...new Set([...Object.keys(baselines), ...Object.keys(ratios)])];
  return names.map((name) => {
    const ratio = ratios[name] ?? NaN;
    const { value, spread } = baselines[name] ?? { value: NaN, spread: NaN };
    const least = value - spread;
    // Not `ratio < least`, which is false where either is no number.
    return { name, ratio, least, isWorse: !(ratio >= least) };
  });
}
