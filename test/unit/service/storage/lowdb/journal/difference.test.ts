import { expect, test } from 'vitest';
import {
  differenceOf,
  withDifference,
} from '../../../../../../service/storage/lowdb/journal/difference.ts';

/** What is read again of what was written. */
function written(before: object | undefined, after: object): object {
  return JSON.parse(JSON.stringify(differenceOf(before, after))) as object;
}

function follows(before: object | undefined, after: object) {
  return withDifference(before, written(before, after) as ReturnType<typeof differenceOf>);
}

const entries = Array.from({ length: 200 }, (_, n) => ({ id: `e${n}`, credits: -1 }));
const [, second, third] = entries;

test('an entry that is added is all that is written of a long history', () => {
  const before = { credits: 5, plan: 'pro', entries, keys: [] };
  const added = { id: 'new', credits: -1 };
  const after = { ...before, credits: 4, entries: [...entries, added] };
  expect(written(before, after)).toEqual({
    credits: { set: 4 },
    entries: { keep: 200, add: [added] },
  });
  expect(follows(before, after)).toEqual(after);
});

test.each<[string, object | undefined, object]>([
  ['there was nothing', undefined, { a: 1, list: [] }],
  ['nothing changes', { a: 1, list: entries }, { a: 1, list: entries }],
  ['a field comes and one goes', { a: 1, b: 2 }, { b: 2, c: null }],
  ['a field becomes undefined', { a: 1, b: 2 }, { a: undefined, b: 2 }],
  ['a list gets shorter', { list: entries }, { list: entries.slice(0, 100) }],
  ['a list is emptied', { list: entries }, { list: [] }],
  ['the first item goes', { list: entries }, { list: entries.slice(1) }],
  ['an item in the middle is replaced', { list: [second, third] }, { list: [second, { id: 'x' }] }],
  ['a list is copied', { list: entries }, { list: [...entries] }],
  ['a list becomes something else', { list: entries }, { list: null }],
  ['a name is one of the language’s own', {}, JSON.parse('{"__proto__":{"a":1}}') as object],
])('what was written makes the same of what was before: %s', (_case, before, after) => {
  expect(follows(before, after)).toEqual(JSON.parse(JSON.stringify(after)));
});

test('a difference from a longer list does not fit a shorter one', () => {
  const difference = differenceOf({ list: entries }, { list: [...entries, 1] });
  expect(withDifference({ list: [second] }, difference)).toBeUndefined();
  expect(withDifference({}, difference)).toBeUndefined();
});
