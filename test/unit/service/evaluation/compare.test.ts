import { expect, test } from 'vitest';
import {
  compareTexts,
  summariseComparisons,
  type Comparison,
  type Preference,
} from '../../../../service/evaluation/compare.ts';

const [good, bad] = ['5 5 5 5 5', '1 2 3 4 5'].map((digits) => {
  const [accuracy = 0, relevance = 0, completeness = 0, economy = 0, overall = 0] = digits
    .split(' ')
    .map(Number);
  return { accuracy, relevance, completeness, economy, overall };
}) as [Preference['one'], Preference['one']];

const [text, earlier] = ['new', 'old'].map((one) => ({ text: one, purpose: null })) as [
  { text: string; purpose: null },
  { text: string; purpose: null },
];

test('a text wins if it is preferred in both orders', async () => {
  const asked: string[] = [];
  const comparison = await compareTexts(text, earlier, (one, two) => {
    asked.push(`${one.text} ${two.text}`);
    const isFirst = one.text === 'new';
    return Promise.resolve({
      one: isFirst ? good : bad,
      two: isFirst ? bad : good,
      prefer: isFirst ? 'one' : 'two',
      reason: 'Shorter',
    });
  });
  expect(asked).toEqual(['new old', 'old new']);
  expect(comparison).toEqual({
    earlier_text: 'old',
    preferred: 'new',
    reasons: ['Shorter', 'Shorter'],
    scores: { new: good, earlier: bad },
  });
});

test('a model that always prefers the first text has no preference', async () => {
  const comparison = await compareTexts(text, earlier, () =>
    Promise.resolve({ one: good, two: bad, prefer: 'one', reason: '' }),
  );
  expect(comparison.preferred).toBe('tie');
  expect(comparison.scores.new).toEqual(comparison.scores.earlier);
});

test('gives the share and the differences with their intervals', () => {
  const of = (preferred: Comparison['preferred'], count: number): Comparison[] =>
    Array.from({ length: count }, () => ({
      earlier_text: '',
      preferred,
      reasons: [],
      scores: preferred === 'new' ? { new: good, earlier: bad } : { new: bad, earlier: bad },
    }));
  const figures = summariseComparisons([...of('new', 17), ...of('earlier', 4), ...of('tie', 12)]);
  expect(figures?.preferred).toEqual({ new: 17, earlier: 4, tie: 12 });
  // As R's prop.test(17, 21, correct = FALSE).
  expect(figures?.share_new?.value).toBeCloseTo(0.8095, 4);
  expect(figures?.share_new?.low).toBeCloseTo(0.6, 2);
  expect(figures?.share_new?.high).toBeCloseTo(0.9233, 3);
  expect(figures?.difference.accuracy.value).toBeCloseTo((17 * 4) / 33, 4);
  expect(figures?.difference.accuracy.low).toBeCloseTo(1.366, 2);
  expect(figures?.difference.overall).toEqual({ value: 0, low: 0, high: 0 });
  expect(summariseComparisons([])).toBeNull();
  expect(summariseComparisons(of('tie', 2))?.share_new).toBeNull();
});
