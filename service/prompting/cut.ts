const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Cuts a text to at most `length` UTF-16 code units, never inside a grapheme. */
export function cut(text: string, length: number): string;
export function cut(text: string | undefined, length: number): string | undefined;
export function cut(text: string | undefined, length: number): string | undefined {
  if (text === undefined || text.length <= length) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, length + 64))) {
    if (index + segment.length > length) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
