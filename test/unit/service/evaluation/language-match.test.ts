import { expect, test } from 'vitest';
import { languageExamples } from '../../../../service/prompting/prompt.ts';
import { matchesLanguage } from '../../../../service/evaluation/evaluate-image.ts';

test.each(Object.entries(languageExamples))('a text in %s is: %s', (code, text) => {
  expect(matchesLanguage(text, code)).toBe(true);
});

test.each(['de', 'fr', 'es', 'pt-BR', 'nb', 'fil', 'tr', 'ja', 'ar', 'ru'])(
  'a text in English is not in %s',
  (code) => {
    expect(matchesLanguage('A red bicycle leans against a wall', code)).toBe(false);
  },
);

test.each([
  ['A red bicycle leans against a wall', 'en'],
  // A language that the detector does not know, and a text too short to tell.
  ['A red bicycle leans against a wall', 'cy'],
  ['Sign', 'de'],
  ['Schild mit der Aufschrift "Please ring the bell"', 'de'],
  // Words quoted from the image stay in their language.
  ['错误对话框显示“Could not save. The disk is full.”，并有 Cancel 和 Retry 两个按钮', 'zh-CN'],
])('an uncertain text is: %s (%s)', (text, code) => {
  expect(matchesLanguage(text, code)).toBe(true);
});
