import { cut } from '../prompting/cut.ts';
import {
  longLength,
  type Figures,
  type PurposeAgreement,
  type Share,
} from '../evaluation/figures.ts';
import { isAnswered, type Row } from '../evaluation/evaluate-image.ts';
import type { ComparisonFigures, Estimate } from '../evaluation/compare.ts';
import { print } from './print.ts';

/** The result of an evaluation. */
export interface Evaluation {
  /** The models, in the order in which they were asked. */
  readonly models: readonly string[];
  /** Texts written by another model than the first. */
  readonly answered_by_fallback: number;
  readonly figures: Figures;
  /** Null without `--against`. */
  readonly comparison: ComparisonFigures | null;
  readonly rows: readonly Row[];
}

/** How much of a text the table shows, in characters; `--json` has the whole text. */
const shownLength = 80;

/**
 * Prints an evaluation as JSON, or in readable form: the models, a table of the images, the
 * figures.
 */
export function printEvaluation(evaluation: Evaluation, asJson: boolean): void {
  if (asJson) return print(evaluation, true);
  console.log(`Models: ${evaluation.models.join(', fallback ')}\n`);
  print(evaluation.rows.map(toCells), false);
  console.log('');
  print(
    Object.entries(describe(evaluation)).map(([figure, value]) => ({ figure, value })),
    false,
  );
  if (evaluation.comparison) {
    console.log('\nCompared with the earlier texts, each pair in both orders:');
    print(toComparisonRows(evaluation.comparison), false);
  }
}

/** The text is the last column, because the width of its characters varies. */
function toCells(row: Row) {
  const { file, language, seconds } = row;
  if (!isAnswered(row)) return { file, language, seconds, text: `– ${row.error}` };
  const problems = [
    ...row.findings,
    ...(row.language_matches ? [] : ['language']),
    ...(row.expected_found === false ? ['expected-word'] : []),
    ...(row.avoided === false ? ['word-to-avoid'] : []),
    ...(row.labelled_purpose && row.purpose && row.purpose !== row.labelled_purpose
      ? [`called-${row.purpose}`]
      : []),
  ];
  return {
    file,
    language,
    seconds,
    problems: problems.join(' ') || 'none',
    ...(row.reason !== null && { verdict: row.verdict ?? 'failed' }),
    ...(row.comparison && { preferred: row.comparison.preferred }),
    text: shorten(row.text),
    ...(row.verdict !== 'ok' && row.reason && { reason: row.reason }),
  };
}

function shorten(text: string): string {
  return text.length <= shownLength ? text : `${cut(text, shownLength - 1)}…`;
}

function describe({ figures, answered_by_fallback }: Evaluation): Record<string, string> {
  const { length, seconds, judged_ok } = figures;
  return {
    images: String(figures.images),
    answered: describeShare(figures.answered),
    ...(answered_by_fallback > 0 && {
      'answered by a fallback': String(answered_by_fallback),
    }),
    'passed all checks': describeShare(figures.passed_checks),
    'language matches': describeShare(figures.language_matches),
    'keyword stuffing': describeShare(figures.keyword_stuffing),
    'expected words found': describeShare(figures.expected_found),
    'words to avoid left out': describeShare(figures.avoided),
    'decorative classified correctly': describeAgreement(figures.decorative),
    'functional classified correctly': describeAgreement(figures.functional),
    ...(judged_ok.of > 0 && { 'judged ok': describeShare(judged_ok) }),
    'length, median and maximum': `${length.median ?? '–'}, ${length.longest ?? '–'}`,
    [`length of ${longLength} or more`]: describeShare(figures.length_150_and_over),
    'seconds, median and maximum': `${seconds.median ?? '–'}, ${seconds.longest ?? '–'}`,
  };
}

function toComparisonRows({ preferred, share_new, difference }: ComparisonFigures) {
  const { new: won, earlier: lost, tie } = preferred;
  return [
    { figure: 'preferred: new, earlier, ties', value: `${won}, ${lost}, ${tie}` },
    {
      figure: 'new, of those preferred',
      value: share_new ? describeEstimate(share_new, 100, ' %') : '–',
      '95 % interval': share_new ? describeInterval(share_new, 100, ' %') : '–',
    },
    ...Object.entries(difference).map(([criterion, estimate]) => ({
      figure: `${criterion}, new minus earlier`,
      value: describeEstimate(estimate, 1, ''),
      '95 % interval': describeInterval(estimate, 1, ''),
    })),
  ];
}

function describeEstimate({ value }: Estimate, factor: number, unit: string): string {
  return `${(value * factor).toFixed(factor === 1 ? 2 : 0)}${unit}`;
}

function describeInterval({ low, high }: Estimate, factor: number, unit: string): string {
  return [low, high]
    .map((value) => describeEstimate({ value, low, high }, factor, unit))
    .join(' to ');
}

function describeShare({ count, of }: Share): string {
  return of === 0 ? '–' : `${count} of ${of} (${Math.round((count / of) * 100)} %)`;
}

function describeAgreement({ right, missed, wrongly }: PurposeAgreement): string {
  return right.of === 0
    ? '–'
    : `${describeShare(right)}; missed ${missed}, false positives ${wrongly}`;
}
