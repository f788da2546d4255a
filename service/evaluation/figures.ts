import { hints } from '../../shared/alt-text/hints.ts';
import type { Purpose } from '../prompting/answer.ts';
import { isAnswered, type AnsweredRow, type Row } from './evaluate-image.ts';

/** A count out of a total. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** How well a model recognises one purpose, compared with the labels. */
export interface PurposeAgreement {
  /** Images on which model and label agree, whether they have this purpose or not. */
  readonly right: Share;
  /** Images of this purpose that the model labelled otherwise. */
  readonly missed: number;
  /** Images that the model wrongly labelled with this purpose. */
  readonly wrongly: number;
}

/** The median and maximum of some values; null if there are none. */
export interface Spread {
  readonly median: number | null;
  readonly longest: number | null;
}

/** The results of an evaluation. Shares are of the images that have an answer and can be judged. */
export interface Figures {
  readonly images: number;
  readonly answered: Share;
  /** Texts without any finding of the checks. */
  readonly passed_checks: Share;
  readonly language_matches: Share;
  readonly keyword_stuffing: Share;
  /** In UTF-16 code units. */
  readonly length: Spread;
  readonly length_150_and_over: Share;
  readonly expected_found: Share;
  readonly avoided: Share;
  readonly decorative: PurposeAgreement;
  readonly functional: PurposeAgreement;
  /** Texts that the evaluator approves. */
  readonly judged_ok: Share;
  readonly seconds: Spread;
}

export const longLength = 150;

/** Sums up the rows of an evaluation. */
export function summarise(all: readonly Row[]): Figures {
  const rows = all.filter(isAnswered);
  const lengths = rows.map(({ text }) => text.length);
  return {
    images: all.length,
    answered: { count: rows.length, of: all.length },
    passed_checks: share(rows, ({ findings }) => findings.every((finding) => hints.has(finding))),
    language_matches: share(rows, ({ language_matches }) => language_matches),
    keyword_stuffing: share(rows, ({ findings }) => findings.includes('keyword-stuffing')),
    length: spread(lengths),
    length_150_and_over: share(lengths, (length) => length >= longLength),
    expected_found: share(
      rows.filter(({ expected_found }) => expected_found !== null),
      ({ expected_found }) => expected_found === true,
    ),
    avoided: share(
      rows.filter(({ avoided }) => avoided !== null),
      ({ avoided }) => avoided === true,
    ),
    decorative: purposeAgreement(rows, 'decorative'),
    functional: purposeAgreement(rows, 'functional'),
    judged_ok: share(
      rows.filter(({ verdict }) => verdict !== null),
      ({ verdict }) => verdict === 'ok',
    ),
    seconds: spread(rows.map(({ seconds }) => seconds)),
  };
}

function share<T>(all: readonly T[], isCounted: (one: T) => boolean): Share {
  return { count: all.filter(isCounted).length, of: all.length };
}

function purposeAgreement(rows: readonly AnsweredRow[], one: Purpose): PurposeAgreement {
  const both = rows.filter(({ purpose, labelled_purpose }) => purpose && labelled_purpose);
  const missed = both.filter((row) => row.labelled_purpose === one && row.purpose !== one).length;
  const wrongly = both.filter((row) => row.labelled_purpose !== one && row.purpose === one).length;
  return {
    right: { count: both.length - missed - wrongly, of: both.length },
    missed,
    wrongly,
  };
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  return {
    median: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
    longest: sorted.at(-1) ?? null,
  };
}
