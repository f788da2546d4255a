import { diffArrays, type ChangeObject } from 'diff';

/**
 * The differences of two texts by word, in the order of the texts. Nothing if they share no word,
 * since then one says no more than the other.
 */
export function diffWords(before: string, after: string): ChangeObject<string[]>[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after));
  const isAlike = parts.some(
    ({ added, removed, value }) => !added && !removed && /[\p{L}\p{N}]/u.test(value.join('')),
  );
  return isAlike ? parts : [];
}

/** Words, and what stands between them, in any language. */
function wordsOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
