import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../support/any-text.ts';
import { maxAltTextLength, postprocess } from '../../../../service/prompting/answer.ts';
import { UnusableAnswerError } from '../../../../service/providers/provider.ts';

describe('removes wrapping that a model adds to a text', () => {
  test.each([
    ['"A red bicycle"', 'A red bicycle'],
    ['“A red bicycle”', 'A red bicycle'],
    ['„Ein rotes Fahrrad“', 'Ein rotes Fahrrad'],
    ['« Un vélo rouge »', 'Un vélo rouge'],
    ['「赤い自転車」', '赤い自転車'],
    ['"“A red bicycle.”"', 'A red bicycle'],
    ['A sign that says "Open"', 'A sign that says "Open"'],
    ['"Open" and "Closed" signs', '"Open" and "Closed" signs'],
    ['**A red bicycle**', 'A red bicycle'],
    ['*A red* bicycle', 'A red bicycle'],
    ['# A red bicycle', 'A red bicycle'],
    ['- A red bicycle', 'A red bicycle'],
    ['`A red bicycle`', 'A red bicycle'],
    ['[A red bicycle](https://example.com)', 'A red bicycle'],
    ['2 * 3 * 4 on a blackboard', '2 * 3 * 4 on a blackboard'],
    ['A file named my_old_photo', 'A file named my_old_photo'],
    ['<p>A red <b>bicycle</b></p>', 'A red bicycle'],
    ['A <<b>script>red bicycle', 'A < script>red bicycle'],
    ['Salt &amp; pepper', 'Salt & pepper'],
    ['A graph of x < 5', 'A graph of x < 5'],
    ['A red\nbicycle', 'A red bicycle'],
    ['A red bicycle\u2028leaning', 'A red bicycle leaning'],
    ['A red bicycle.\n\nIt leans against a wall.', 'A red bicycle'],
    ["Here's the alt text:\n\nA red bicycle", 'A red bicycle'],
    ['Alt text: A red bicycle', 'A red bicycle'],
    ['A red bicycle.', 'A red bicycle'],
    ['A red bicycle. It leans against a wall.', 'A red bicycle. It leans against a wall.'],
    ['To be continued...', 'To be continued...'],
    ['iPhone on a desk', 'iPhone on a desk'],
    ['A dog \ud83d', 'A dog \ufffd'],
  ])('%j', (answer, expected) => {
    expect(postprocess(answer, 'en')).toBe(expected);
  });
});

describe('removes "image of" in the ten named languages', () => {
  test.each([
    ['en', 'Image of a red bicycle', 'A red bicycle'],
    ['en', 'The image shows a red bicycle', 'A red bicycle'],
    ['en', 'Screenshot of a settings page', 'Screenshot of a settings page'],
    ['en', 'Image frame on a wall', 'Image frame on a wall'],
    ['es', 'Imagen de un perro', 'Un perro'],
    ['fr', 'Photo d’un chien', 'Un chien'],
    ['fr', 'L’image montre un chien', 'Un chien'],
    ['de', 'Ein Bild von einem Hund', 'Ein Hund'],
    ['de', 'Das Foto zeigt zwei Katzen', 'Zwei Katzen'],
    ['de', 'Bildschirm mit Text', 'Bildschirm mit Text'],
    ['pt', 'Uma foto de um gato', 'Um gato'],
    ['zh-CN', '这张照片展示了一只狗', '一只狗'],
    ['zh-CN', '照片墙上的画', '照片墙上的画'],
    ['zh-TW', '一隻貓的圖片', '一隻貓'],
    ['ja', '猫の画像です。', '猫'],
    ['ja', 'この画像は海です', '海です'],
    ['ko', '바다의 사진', '바다'],
    ['ar', 'صورة لقطة سوداء', 'قطة سوداء'],
    ['ar', 'صورة للكلب', 'الكلب'],
    ['ar', 'صورة ليلية للمدينة', 'صورة ليلية للمدينة'],
    ['hi', 'बिल्ली की तस्वीर', 'बिल्ली'],
  ])('%s: %s', (language, answer, expected) => {
    expect(postprocess(answer, language)).toBe(expected);
  });
});

describe('treats refusals as failures in the ten named languages', () => {
  test.each([
    ['en', "I'm sorry, but I can't help with that."],
    ['en', 'As an AI, I cannot see images.'],
    ['es', 'Lo siento, no puedo ayudar con eso.'],
    ['fr', 'Désolé, je ne peux pas vous aider.'],
    ['de', 'Es tut mir leid, das kann ich nicht beschreiben.'],
    ['pt', 'Desculpe, não posso ajudar com isso.'],
    ['zh-CN', '抱歉，我无法提供帮助。'],
    ['ja', '申し訳ありませんが、お手伝いできません。'],
    ['ko', '죄송하지만 도와드릴 수 없습니다.'],
    ['ar', 'عذرًا، لا أستطيع المساعدة في ذلك.'],
    ['hi', 'क्षमा करें, मैं इसमें मदद नहीं कर सकता।'],
  ])('%s: %s', (language, answer) => {
    expect(() => postprocess(answer, language)).toThrow(
      expect.objectContaining({ kind: 'refusal' }),
    );
  });

  test.each([
    "Sorry, we're closed: sign on a shop door",
    'A tub of "I Can’t Believe It’s Not Butter"',
  ])('not: %s', (answer) => {
    expect(postprocess(answer, 'en')).toBe(answer);
  });
});

test.each(['', '  \n ', '""', '<br>', '***', '…'])('%j is empty', (answer) => {
  expect(() => postprocess(answer, 'en')).toThrow(expect.objectContaining({ kind: 'answer' }));
});

test("treats a script other than the language's as a failure", () => {
  expect(() => postprocess('A red bicycle against a wall', 'ja')).toThrow(UnusableAnswerError);
  expect(() => postprocess('Красный велосипед у стены', 'en')).toThrow(UnusableAnswerError);
  expect(postprocess('iPhone 15 Pro', 'ja')).toBe('iPhone 15 Pro');
});

test('cuts a long text at a word and never inside a character', () => {
  expect(postprocess('word '.repeat(100), 'en')).toMatch(/^(word )+word…$/);
  const family = '👨‍👩‍👧‍👦';
  const cut = postprocess(`A${family.repeat(100)}`, 'en');
  expect(cut.slice(1, -1).replaceAll(family, '')).toBe('');
  expect(cut.length).toBeLessThanOrEqual(maxAltTextLength);
});

describe('returns plain text within limits or an error', () => {
  const pieces = fc.oneof(
    anyText,
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '<b>',
      '</b',
      '&lt;i&gt;',
      '**',
      '`',
      '"',
      '“',
      '”',
      '\n\n',
      '\r',
      '# ',
      '![](',
      ')',
      '\ud800',
      'Image of ',
      '. ',
      'の画像',
      'a'.repeat(400),
    ),
  );
  const answers = fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(''));

  test('for any answer of a model', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom('en', 'ja', 'ar'), (answer, language) => {
        let text: string;
        try {
          text = postprocess(answer, language);
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableAnswerError);
          return;
        }
        expect(text.length).toBeGreaterThan(0);
        expect(text.length).toBeLessThanOrEqual(maxAltTextLength);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(text).not.toMatch(/<\/?[a-z!][^<>]*>/i);
        expect(text).toBe(text.trim());
        expect(text).toMatch(/[\p{L}\p{N}]/u);
      }),
      { numRuns: 3_000 },
    );
  });
});
