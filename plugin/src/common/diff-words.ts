import { diffArrays, type ChangeObject } from 'diff';

/**
 * The differences between two texts by word, in the order of the texts. Empty if they share no
 * word, since a comparison would not help then.
 */
export function diffWords(before: string, after: string): ChangeObject<string[]>[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after));
  const isAlike = parts.some(
    ({ added, removed, value }) => !added && !removed && /[\p{L}\p{N}]/u.test(value.join('')),
  );
  return isAlike ? parts : [];
}

/** Words and the characters between them, in any language. */
function wordsOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
