import { describe, expect, test } from 'vitest';
import {
  checkAltText,
  type AltTextFinding,
  type AltTextSurroundings,
} from '../../../../shared/alt-text/checks.ts';
import { hints } from '../../../../shared/alt-text/hints.ts';

const surroundings: AltTextSurroundings = { language: 'en' };

test.each([
  'White calla lilies against a grey wall',
  'Five people laughing around a table in a garden',
  'Screenshot of the settings page',
  'Sign that says "Open"',
  "A sign saying 'I'm sorry'",
  'No image of the king survives, says the sign',
  'Error: 404 page on a laptop screen',
])('finds nothing in: %s', (text) => {
  expect(checkAltText(text, surroundings)).toEqual([]);
});

describe('without a text', () => {
  test.each<[string, Partial<AltTextSurroundings>, AltTextFinding[]]>([
    ['missing', {}, ['missing']],
    ['fine for a decorative picture', { isDecorative: true }, []],
    ['worse for a linked picture', { isLinked: true }, ['linked-without-text']],
    [
      'a linked picture is never decorative',
      { isLinked: true, isDecorative: true },
      ['linked-without-text'],
    ],
  ])('%s', (_case, extra, findings) => {
    expect(checkAltText('  ', { ...surroundings, ...extra })).toEqual(findings);
  });
});

describe('each check finds its problem', () => {
  test.each<[AltTextFinding, string, Partial<AltTextSurroundings>?]>([
    ['too-short', '12'],
    ['too-short', 'ok'],
    ['single-word', 'Windmill', { fileName: 'windmill.jpg', title: 'windmill' }],
    ['single-word', 'Windmühle.', { language: 'de' }],
    ['single-word', '自転車', { language: 'ja' }],
    ['long', 'word '.repeat(32)],
    ['too-long', 'word '.repeat(61)],
    ['file-name', 'IMG_2034'],
    ['file-name', 'DSC00012'],
    ['file-name', 'Summer party.jpg'],
    ['file-name', 'summer_party_final'],
    ['file-name', 'team-photo-2024-final'],
    ['file-name', 'red hibiscus closeup', { fileName: 'red-hibiscus-closeup.jpg' }],
    ['file-name', 'Red hibiscus, close-up', { fileName: 'Red_Hibiscus-closeup-1-scaled.jpeg' }],
    ['file-name', 'Image Alignment 1200x4002', { fileName: 'image-alignment-1200x4002.jpg' }],
    ['file-name', 'Image alignment', { fileName: 'image-alignment-1200x4002-e1700000000000.jpg' }],
    ['file-name', 'red hibiscus closeup', { fileName: 'redHibiscusCloseup.JPG' }],
    ['file-name', 'RedHibiscusCloseup', { fileName: 'red-hibiscus-closeup.jpg' }],
    ['file-name', 'Grüne Tür in Köln', { fileName: 'gruene-tuer-in-koeln.jpg', language: 'de' }],
    ['file-name', 'Grüne Tür in Köln', { fileName: 'grune-tur-in-koln.jpg', language: 'de' }],
    ['file-name', 'Красный гибискус', { fileName: 'красный-гибискус-2.jpg', language: 'ru' }],
    ['file-name', '红色木槿花特写', { fileName: '红色木槿花特写.jpg', language: 'zh-CN' }],
    ['file-name', 'boats 12', { fileName: 'boats-12.jpg' }],
    ['file-name', 'red hibiscus closeup', { fileName: 'a1b2.jpg', title: 'Red_hibiscus-closeup' }],
    ['redundant-phrase', 'Image of a red bicycle'],
    ['redundant-phrase', 'Red bicycle graphic'],
    ['redundant-phrase', 'Foto de un perro', { language: 'es' }],
    ['redundant-phrase', '猫の画像', { language: 'ja' }],
    ['repeats-caption', 'Our team.', { caption: 'our  team' }],
    ['repeats-other', 'A red bicycle', { others: ['A green bicycle', 'a red bicycle'] }],
    [
      'keyword-stuffing',
      'Red bicycle, the best red bicycle to buy',
      { keywords: 'shop, red bicycle' },
    ],
    ['keyword-stuffing', 'bicycle, bike, red bike, cheap bikes'],
    ['keyword-stuffing', '猫、犬、鳥、馬', { language: 'ja' }],
    ['keyword-stuffing', 'Woman in a flight suit — space, NASA, engineering'],
    ['keyword-stuffing', 'astronaut, space shuttle, women in STEM, role model, space science'],
    ['keyword-stuffing', 'leather bag, handmade leather bag, brown leather bag'],
    ['keyword-stuffing', 'Red bags | Bags for women | Cheap bags'],
    ['keyword-stuffing', '#beach #sunset'],
    ['vague', 'A menu'],
    ['vague', 'bar chart'],
    ['vague', 'Company logo', { isLinked: true }],
    ['vague', 'Read more', { isLinked: true }],
    ['vague', 'Alt text'],
    ['vague', '[Insert image here]'],
    ['vague', 'Untitled 2'],
    ['vague', '{{ image.alt }}'],
    ['vague', '写真', { language: 'ja' }],
    [
      'wrong-language',
      'A red bicycle',
      { language: 'de', translations: [{ text: 'a red  bicycle.', language: 'en_US' }] },
    ],
    ['wrong-script', 'Красный велосипед у стены'],
    ['wrong-script', 'A red bicycle at a wall', { language: 'zh-TW' }],
    ['refusal', "I'm sorry, I can't describe this image."],
    ['refusal', 'No images were provided.'],
    ['refusal', 'I am a text-only model.'],
    ['refusal', 'Leider sehe ich kein Bild.', { language: 'de' }],
    ['refusal', 'Lo siento, no puedo ayudar con eso.', { language: 'es' }],
  ])('%s: %s', (finding, text, extra = {}) => {
    expect(checkAltText(text, { ...surroundings, ...extra })).toContain(finding);
  });
});

test('punctuation alone is not a repetition', () => {
  expect(checkAltText('…', { ...surroundings, others: ['', '...'] })).toEqual(['too-short']);
});

test('the most serious finding comes first', () => {
  expect(checkAltText('IMG_2034', { ...surroundings, caption: 'img_2034' })).toEqual([
    'file-name',
    'repeats-caption',
    'too-short',
  ]);
  const long = `Image of a bicycle ${'at a wall '.repeat(15)}`;
  expect(checkAltText(long, surroundings)).toEqual(['redundant-phrase', 'long']);
});

test('a single word may name an image, unless it is a placeholder or names a file or a link', () => {
  expect(checkAltText('Photo', surroundings)).toEqual(['vague', 'too-short']);
  expect(checkAltText('IMG_2034', surroundings)).toEqual(['file-name', 'too-short']);
  expect(checkAltText('Windmill', { ...surroundings, isLinked: true })).toEqual([]);
  expect(hints.has('single-word')).toBe(true);
});

describe('a text that only looks like a problem passes', () => {
  test.each<[string, Partial<AltTextSurroundings>?]>([
    ['自転車に乗る女性が公園を走っている', { language: 'ja' }],
    ['壁の前の赤い自転車', { language: 'ja' }],
    ['一只黑猫坐在窗台上', { language: 'zh-CN' }],
    ['犬が走り、猫が寝て、鳥が飛び、馬が草を食べる', { language: 'ja' }],
    ['Црвени бицикл поред зида', { language: 'sr' }],
    ['Crveni bicikl pored zida', { language: 'sr' }],
    ['iPhone 15 Pro', { language: 'ja' }],
    ['Apples, pears and a bowl of plums on a table', { keywords: 'fruit' }],
    ['Well-known red bicycle', { keywords: 'red bicycle' }],
    ['Bildschirm mit einer Tabelle', { language: 'de' }],
    ['Search', { isLinked: true }],
    ['Menu', { isLinked: true }],
    ['Add description', { isLinked: true }],
    ['Salt, pepper, olive oil, and lemon'],
    ['Rot, Grün, Blau und Gelb', { language: 'de' }],
    ['Steps: chop, fry, simmer, serve'],
    ['Three sisters – Anna, Emily, Charlotte'],
    ['Bar chart: sales double in two years'],
    ['To-do list with three items'],
    ['A red hibiscus in close-up', { fileName: 'red-hibiscus-closeup.jpg' }],
    // A person wrote this title.
    ['Two boats below a bridge at dawn', { title: 'Two boats below a bridge at dawn' }],
    ['🚲 🚲 at a wall', { fileName: '-.jpg', title: '🚲' }],
  ])('%s', (text, extra = {}) => {
    expect(checkAltText(text, { ...surroundings, ...extra })).toEqual([]);
  });
});
