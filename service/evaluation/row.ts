import type { AltTextFinding } from '../../shared/alt-text/checks.ts';
import type { Purpose } from '../prompting/answer.ts';
import type { Verdict } from './evaluator.ts';

interface RowBase {
  /** Path within the folder. */
  readonly file: string;
  /** BCP 47 code of the language that was asked for. */
  readonly language: string;
  /** From the file to the text, or to the error. */
  readonly seconds: number;
}

/** A picture for which a text was written. What nobody asked for or answered is null. */
export interface AnsweredRow extends RowBase {
  readonly text: string;
  /** What the checks of alt texts found. */
  readonly findings: readonly AltTextFinding[];
  readonly language_matches: boolean;
  /** Whether one of the expected words stands in the text. */
  readonly expected_found: boolean | null;
  /** What the model says the picture is for, and what the label says. */
  readonly purpose: Purpose | null;
  readonly labelled_purpose: Purpose | null;
  /** A good text, written by hand. */
  readonly labelled_text: string | null;
  readonly verdict: Verdict['verdict'] | null;
  /** Why, or why there is no verdict. */
  readonly reason: string | null;
}

/** A picture for which no text was written. */
export interface FailedRow extends RowBase {
  readonly error: string;
}

export type Row = AnsweredRow | FailedRow;

export function isAnswered(row: Row): row is AnsweredRow {
  return 'text' in row;
}
