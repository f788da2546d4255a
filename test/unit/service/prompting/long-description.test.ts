import { expect, test } from 'vitest';
import { maxLongTextLength } from '../../../../shared/contract.ts';
import { readLongDescription } from '../../../../service/prompting/long-description.ts';

function publish(alt_text: string, { title = 'Description of the chart', language = 'en' } = {}) {
  return readLongDescription(JSON.stringify({ purpose: 'complex', title, alt_text }), language)
    .text;
}

test('the text begins with its title and keeps paragraphs and lists', () => {
  const text = 'Sales doubled.\n\nThe values:\n\n- 2024: 90\n- 2025: 180\n\nSource: city';
  expect(
    readLongDescription(
      `{"purpose":"complex","title":"Description of the chart","alt_text":${JSON.stringify(text)}}`,
      'en',
    ),
  ).toEqual({
    purpose: 'complex',
    text: `Description of the chart\n\n${text}`,
  });
});

test.each([
  [
    'line breaks inside the JSON',
    '{"title":"T","alt_text":"One.\n- a\n- b"}',
    'T\n\nOne.\n\n- a\n- b',
  ],
  ['other bullets', '{"title":"T","alt_text":"* a\\n• b\\n– c"}', 'T\n\n- a\n- b\n- c'],
  [
    'numbers of steps',
    '{"title":"T","alt_text":"1. Open\\n2. Close"}',
    'T\n\n- 1. Open\n- 2. Close',
  ],
  [
    'a paragraph that begins with a number',
    '{"title":"T","alt_text":"3. Platz: Anna"}',
    'T\n\n3. Platz: Anna',
  ],
  [
    'headings and bold',
    '{"title":"T","alt_text":"## Data\\n**One** _two_\\nthree"}',
    'T\n\nData\n\nOne two three',
  ],
  [
    'HTML',
    '{"title":"T","alt_text":"<p>A<b>b</b></p><ul><li>one</li><li onclick=x>two</li></ul><script>x"}',
    'T\n\nA b\n\n- one\n- two\n\nx',
  ],
  [
    'tables',
    '{"title":"T","alt_text":"| Year | Sold |\\n|---|---|\\n| 2024 | 90 |"}',
    'T\n\n- Year, Sold\n- 2024, 90',
  ],
  [
    'the title again',
    '{"title":"The map","alt_text":"The map:\\n\\nA road."}',
    'The map\n\nA road.',
  ],
  ['no title', '{"alt_text":"A road."}', 'Description of the image\n\nA road.'],
  [
    'plain text that begins with a title',
    'The map\n\nA road goes north.\n\n- Two bridges',
    'The map\n\nA road goes north.\n\n- Two bridges',
  ],
  [
    'plain text without one',
    'A road goes north.\n\nTwo bridges.',
    'Description of the image\n\nA road goes north.\n\nTwo bridges.',
  ],
  [
    'a title that is no title',
    `{"title":"${'x'.repeat(81)}","alt_text":"A road."}`,
    'Description of the image\n\nA road.',
  ],
])('reads answers with %s', (_name, answer, text) => {
  expect(readLongDescription(answer, 'en').text).toBe(text);
});

test('a missing title is in the language of the text, where it is known', () => {
  const of = (language: string, text: string) =>
    publish(text, { title: '', language }).split('\n')[0];
  expect(of('de', 'Ein Weg.')).toBe('Beschreibung des Bildes');
  expect(of('pt-BR', 'Um caminho.')).toBe('Descrição da imagem');
  expect(of('zh-TW', '一條路。')).toBe('圖片說明');
  expect(of('cs', 'Cesta.')).toBe('Description of the image');
});

test('has at most 1,500 characters, and ends with a whole sentence or list item', () => {
  const items = publish(`Values:\n\n${'- 2024: about ninety\n'.repeat(200)}`);
  expect(items.length).toBeLessThanOrEqual(maxLongTextLength);
  expect(items.length).toBeGreaterThan(1_450);
  expect(items).toMatch(/- 2024: about ninety$/);
  const sentences = publish('A road goes north over two bridges. '.repeat(100));
  expect(sentences.length).toBeLessThanOrEqual(maxLongTextLength);
  expect(sentences).toMatch(/two bridges\.$/);
  expect(publish('x'.repeat(4_000))).toMatch(/x…$/);
});

test.each([
  ['a refusal', 'I’m sorry, I can’t describe this chart.'],
  ['nothing', ' \n- \n'],
  ['control characters', 'A road\u202e north.'],
  ['another script', 'Дорога ведёт на север.'],
  ['JSON', '{\\"chart\\": \\"x\\"}'],
])('refuses %s', (_name, text) => {
  expect(() => publish(text.replace(/\\"/g, '"'))).toThrow();
});
