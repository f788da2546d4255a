import type { Spread } from './rounds.ts';
import type { Stage } from './stage/stage.ts';

/** A target: a figure, and whether it is met. */
export interface Target extends Spread {
  readonly what: string;
  readonly wanted: string;
  readonly isMet: boolean;
}

/** The results of a part of the bench. */
export interface Found {
  /** Of a table: its columns are their properties. */
  readonly rows: readonly object[];
  readonly targets?: readonly Target[];
  readonly remarks?: readonly string[];
}

/** A part of the bench that can be run alone. */
export interface Part {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  measure(stage: Stage): Promise<Found>;
}

export function atLeast(what: string, least: number, found: Spread): Target {
  return { what, wanted: `at least ${least}`, isMet: found.median >= least, ...found };
}

export function atMost(what: string, most: number, found: Spread): Target {
  return { what, wanted: `at most ${most}`, isMet: found.median <= most, ...found };
}
