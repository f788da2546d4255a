import { expect, test } from 'vitest';
import { cut } from '../../../../service/prompting/cut.ts';
import { maxProcessorMs, measureProcessorMs } from '../../../support/hostile-texts.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

test('leaves a short enough text unchanged', () => {
  expect(cut('', 0)).toBe('');
  expect(cut('abc', 3)).toBe('abc');
  expect(cut('abc', 100)).toBe('abc');
  expect(cut(undefined, 3)).toBeUndefined();
});

test('cuts a longer one to the length', () => {
  expect(cut('abcdef', 3)).toBe('abc');
  expect(cut('abcdef', 0)).toBe('');
  expect(cut('x'.repeat(10_000), 300)).toBe('x'.repeat(300));
});

test.each([
  ['a surrogate pair', 'a🦊'],
  ['a family of emoji', 'a👨‍👩‍👧‍👦'],
  ['a skin tone', 'a👍🏽'],
  ['a flag', 'a🇧🇷'],
  ['a combining accent', 'ae\u0301'],
  ['a Devanagari cluster', 'aक्षि'],
  ['a Hangul syllable of parts', 'a\u1112\u1161\u11ab'],
  ['a line break of two', 'a\r\n'],
])('never cuts inside %s', (_case, text) => {
  for (let length = 1; length < text.length; length++) expect(cut(text, length)).toBe('a');
  expect(cut(text, text.length)).toBe(text);
  expect(cut(`${text}b`, text.length)).toBe(text);
});

test('returns as many whole graphemes as fit, at every length', () => {
  const text = 'Zoë 👩‍🚀🇳🇵 नमस्ते ไทย עִבְרִית 🏴󠁧󠁢󠁷󠁬󠁳󠁿 é e\u0301 가';
  const parts = graphemes(text);
  for (let length = 0; length <= text.length; length++) {
    const short = cut(text, length);
    expect(short.length).toBeLessThanOrEqual(length);
    const count = graphemes(short).length;
    expect(short).toBe(parts.slice(0, count).join(''));
    const next = parts[count];
    if (next !== undefined) expect(short.length + next.length).toBeGreaterThan(length);
  }
});

test('handles a long text quickly', async () => {
  const text = '👩‍🚀'.repeat(200_000);
  expect(cut(text, 500).length).toBeLessThanOrEqual(500);
  expect(await measureProcessorMs(() => cut(text, 500))).toBeLessThan(maxProcessorMs);
});
