import { expect, it } from 'vitest';
import {
  isGenerated,
  isOvertaken,
  mayFill,
  newSuggestion,
  sourceOf,
  toSuggestion,
} from '../../../../plugin/src/common/request/state.ts';

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

it.each([
  ['', '', true],
  [' ', ' ', true],
  ['', 'My own', false],
  ['A boat', '', false],
  ['A boat', 'A boat', false],
])('an image with “%s” that then has “%s” is filled: %s', (before, present, isFilled) => {
  expect(mayFill(before, present)).toBe(isFilled);
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
