/**
 * Cached by language, because making a segmenter takes far longer than using it, and the editor
 * checks during typing.
 */
const segmenters = new Map<string, Intl.Segmenter>();

/** The words of a text, segmented by dictionary: not every script puts spaces between words. */
export function splitWords(text: string, language: string): string[] {
  const segmenter =
    segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  const segments = [...segmenter.segment(text)];
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}
