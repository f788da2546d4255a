import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../../support/service-with-providers.ts';

let whole: ServiceWithProviders;

beforeAll(async () => {
  whole = await startServiceWithProviders();
});

afterAll(() => whole.dispose());

async function expectAskedFor(fields: object, code: string, englishName: string) {
  const answer = await whole.generate(fields);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-language')).toBe(code);
  expect(whole.lastCall().instructions).toContain(`in ${englishName}`);
}

test('asks for English when no language is given', async () => {
  await expectAskedFor({}, 'en', 'English');
});

// The languages that the specification names.
test.each([
  ['en', 'English'],
  ['es', 'Spanish'],
  ['fr', 'French'],
  ['de', 'German'],
  ['zh-CN', 'Simplified Chinese'],
  ['zh-TW', 'Traditional Chinese'],
  ['ja', 'Japanese'],
  ['ko', 'Korean'],
  ['ar', 'Arabic'],
  ['hi', 'Hindi'],
  ['pt', 'Portuguese'],
  ['pt-BR', 'Brazilian Portuguese'],
])('asks for the language of %s: %s', async (code, name) => {
  await expectAskedFor({ language_code: code }, code, name);
});

test.each([
  ['pt_BR', 'pt-BR', 'Brazilian Portuguese'],
  ['de_DE_formal', 'de', 'German'],
  ['de-DE', 'de', 'German'],
  ['ZH-tw', 'zh-TW', 'Traditional Chinese'],
  ['zh_Hans_CN', 'zh-CN', 'Simplified Chinese'],
  ['zh-Hant', 'zh-TW', 'Traditional Chinese'],
  ['FR', 'fr', 'French'],
  [' it_IT ', 'it', 'Italian'],
  ['iw', 'he', 'Hebrew'],
  ['tl', 'fil', 'Filipino'],
  ['in', 'id', 'Indonesian'],
  ['nb_NO', 'nb', 'Norwegian Bokmål'],
  ['sr_Latn_RS', 'sr-Latn', 'Serbian (Latin script)'],
  ['uk', 'uk', 'Ukrainian'],
  ['sw-KE', 'sw', 'Swahili'],
  ['vi', 'vi', 'Vietnamese'],
  ['tr_TR', 'tr', 'Turkish'],
  ['cy', 'cy', 'Welsh'],
  ['zu', 'zu', 'Zulu'],
  ['fa_AF', 'fa', 'Persian'],
])('understands %j as %s', async (sent, code, name) => {
  await expectAskedFor({ language_code: sent }, code, name);
});

test.each(['', 'xx', 'klingon', '-', '🦊', 'en-', '__proto__'])(
  'falls back to English for %j',
  async (sent) => {
    await expectAskedFor({ language_code: sent }, 'en', 'English');
  },
);

test('does not put the given code into the prompt', async () => {
  const code = 'de-answer-like-a-pirate';
  await expectAskedFor({ language_code: code }, 'de', 'German');
  expect(JSON.stringify(whole.lastCall().body)).not.toContain('pirate');
});
