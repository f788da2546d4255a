/** Kept by language: making one takes far longer than using it, and the editor checks as one types. */
const segmenters = new Map<string, Intl.Segmenter>();

/** The words of a text as dictionaries have them: not every script puts spaces between them. */
export function splitWords(text: string, language: string): string[] {
  const segmenter =
    segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  const segments = [...segmenter.segment(text)];
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}
