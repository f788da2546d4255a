import { expect, it } from 'vitest';
import {
  holdArrival,
  isGenerated,
  isOvertaken,
  newSuggestion,
  sourceOf,
  toSuggestion,
} from '../../../../../plugin/src/common/request/state.ts';

const account = { planType: 'pro', creditsAvailable: 7, creditsError: null };
const answer = {
  altText: 'A boat',
  purpose: 'decorative',
  isFromCache: true,
  model: 'gpt-4o',
  prompt: '7',
  suggestionId: 0,
  account,
} as const;

const plain = newSuggestion('A boat');
const nothingElse = { hasOther: false, isReviewed: false };

it.each([
  ['', '', nothingElse, 'written'],
  [' ', ' ', nothingElse, 'written'],
  ['', 'My own', nothingElse, 'edited'],
  ['A boat', '', nothingElse, 'edited'],
  ['A boat', 'A boat', nothingElse, null],
  ['', '', { ...nothingElse, hasOther: true }, null],
  ['', '', { ...nothingElse, isReviewed: true }, null],
  ['', '', { ...nothingElse, isStopped: true }, 'stopped'],
  ['', '', { ...nothingElse, isStopped: true, hasOther: true }, null],
  ['', 'My own', { ...nothingElse, isStopped: true }, 'edited'],
] as const)('a text for “%s”, which then is “%s” (%o): %s', (before, present, more, expected) => {
  const waiting = holdArrival(plain, { before, present, ...more });
  expect(waiting ? waiting.cause : 'written').toBe(expected);
});

it('a text is not written to an image that seems to be decorative', () => {
  const decorative = toSuggestion(answer);
  expect(holdArrival(decorative, { before: '', present: '', ...nothingElse })).toEqual(decorative);
});

it('a suggestion keeps its source until the user edits it', () => {
  const suggestion = toSuggestion(answer);
  expect(suggestion).toMatchObject({ text: 'A boat', isFree: true, verdict: 'decorative' });
  expect(toSuggestion(answer, false).verdict).toBeNull();
  expect(sourceOf(suggestion, 'A boat')).toBe(suggestion);
  expect(sourceOf(suggestion, 'A blue boat')).toBeNull();
  const own = newSuggestion('By hand', null);
  expect(sourceOf(own, 'By hand')).toBeNull();
  expect([suggestion, own, null].map(isGenerated)).toEqual([true, false, false]);
});

it('a balance is only kept if it is lower and of a request that overlapped', () => {
  const known = { credits: 5, at: 1_000 };
  expect(isOvertaken(known, 6, 900)).toBe(true);
  expect(isOvertaken(known, 4, 900)).toBe(false);
  expect(isOvertaken(known, 500, 1_100)).toBe(false);
});
