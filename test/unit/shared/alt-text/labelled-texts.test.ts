import { describe, expect, test } from 'vitest';
import { checkAltText } from '../../../../shared/alt-text/checks.ts';
import { readLabelledTexts } from '../../../support/labelled-texts.ts';

/**
 * Minimum precision and recall, in percent: the current values, rounded down
 * (test/evaluation/README.md).
 */
const least = {
  overall: { precision: 97, recall: 94 },
  'keyword-stuffing': { precision: 96, recall: 95 },
  vague: { precision: 100, recall: 97 },
  'redundant-phrase': { precision: 78, recall: 100 },
  'too-short': { precision: 100, recall: 100 },
  'single-word': { precision: 100, recall: 100 },
  'file-name': { precision: 100, recall: 100 },
  'repeats-caption': { precision: 100, recall: 100 },
  'repeats-other': { precision: 100, recall: 100 },
  'repeats-nearby': { precision: 100, recall: 100 },
  'sounds-inferred': { precision: 100, recall: 100 },
  'wrong-script': { precision: 100, recall: 100 },
  refusal: { precision: 100, recall: 100 },
  long: { precision: 100, recall: 100 },
  'too-long': { precision: 100, recall: 100 },
};

const texts = readLabelledTexts().map(({ text, surroundings, labels }) => ({
  text,
  language: surroundings.language,
  labels,
  findings: checkAltText(text, surroundings),
}));

/**
 * Precision and recall of a check, or of all checks together: whether they find anything at all.
 */
function measure(check: string) {
  const holds = (names: readonly string[]) =>
    check === 'overall' ? names.length > 0 : names.includes(check);
  const found = texts.filter(({ findings }) => holds(findings));
  const labelled = texts.filter(({ labels }) => holds(labels));
  const right = found.filter(({ labels }) => holds(labels)).length;
  return {
    precision: Math.floor((100 * right) / found.length),
    recall: Math.floor((100 * right) / labelled.length),
    wrongly: found.filter(({ labels }) => !holds(labels)).map(({ text }) => text),
    missed: labelled.filter(({ findings }) => !holds(findings)).map(({ text }) => text),
  };
}

test('good and bad texts are balanced in several languages', () => {
  const good = texts.filter(({ labels }) => labels.length === 0).length;
  expect(texts.length).toBeGreaterThanOrEqual(80);
  expect(Math.abs(2 * good - texts.length)).toBeLessThanOrEqual(texts.length / 10);
  expect(new Set(texts.map(({ language }) => language)).size).toBeGreaterThanOrEqual(5);
});

test('a label is a check, or "other"', () => {
  const known = [...Object.keys(least), 'other'];
  expect(texts.flatMap(({ labels }) => labels).filter((name) => !known.includes(name))).toEqual([]);
});

describe('precision and recall are at least', () => {
  test.each(Object.entries(least))('%s: %o', (check, { precision, recall }) => {
    const figures = measure(check);
    const details = JSON.stringify(figures, null, 2);
    expect(figures.precision, details).toBeGreaterThanOrEqual(precision);
    expect(figures.recall, details).toBeGreaterThanOrEqual(recall);
  });
});
