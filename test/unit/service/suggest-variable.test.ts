import { expect, test } from 'vitest';
import { listMisspeltVariables } from '../../../service/config/config.ts';
import { describeSuggestion } from '../../../service/config/environment.ts';

test.each([
  ['OPENAI_KEY', 'OPENAI_API_KEY'],
  ['OPENAI_APIKEY', 'OPENAI_API_KEY'],
  ['openai_api_key', 'OPENAI_API_KEY'],
  ['OPENAI_API_KYE', 'OPENAI_API_KEY'],
  ['GEMINI_KEY_FILE', 'GEMINI_API_KEY_FILE'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['RATE_LIMIT', 'RATE_LIMIT_PER_MINUTE'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
])('suggests for %s: %s', (name, meant) => {
  expect(listMisspeltVariables({ [name]: 'x' })).toEqual([{ name, meant }]);
});

test('names a variable that was removed', () => {
  const found = listMisspeltVariables({ UPDATE_CHECK_URL: 'https://a.example' });
  expect(found.map(describeSuggestion)).toEqual([
    'UPDATE_CHECK_URL is not a variable of Altscribe. It was removed.',
  ]);
});

test('ignores variables of other programs and a misspelling next to the right name', () => {
  const env = { HOSTNAME: 'a', LOGNAME: 'b', PATH: 'c', OPENAI_ORG_ID: 'd', DATABASE_HOST: 'e' };
  expect(listMisspeltVariables(env)).toEqual([]);
  expect(listMisspeltVariables({ OPENAI_KEY: 'a', OPENAI_API_KEY: 'b' })).toEqual([]);
});
