import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../../../../service/config/config.ts';
import { listSettings } from '../../../../service/config/settings.ts';
import { parseStoreConfig } from '../../../../service/config/store-config.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function fileWith(content: string): Promise<string> {
  const path = join(await temporaryFolder(), 'secret');
  await writeFile(path, content);
  return path;
}

test('reads every secret from a file', async () => {
  const env = {
    OPENAI_API_KEY_FILE: await fileWith('openai-secret\n'),
    GEMINI_API_KEY_FILE: await fileWith('gemini-secret'),
    DATABASE_URL_FILE: await fileWith('postgres://u:p@db:5432/altscribe\n'),
  };
  const { providers, store } = parseConfig(env);
  expect(providers.map(({ apiKey }) => apiKey)).toEqual(['openai-secret', 'gemini-secret']);
  expect(store.databaseUrl).toBe('postgres://u:p@db:5432/altscribe');
  expect(parseStoreConfig(env).databaseUrl).toBe(store.databaseUrl);
  const sources = listSettings(env, {}).map(({ name, source }) => [name, source]);
  expect(sources).toContainEqual(['OPENAI_API_KEY', 'secretFile']);
  expect(sources).toContainEqual(['DATABASE_URL', 'secretFile']);
  const shown = JSON.stringify(listSettings(env, {}));
  expect(shown).toContain('postgres://db:5432/altscribe');
  expect(shown).not.toMatch(/openai-secret|u:p/);
});

test('reports a missing, empty or redundant file with all other problems', async () => {
  const env = {
    PORT: 'high',
    OPENAI_API_KEY_FILE: '/nowhere/secret',
    GEMINI_API_KEY_FILE: await fileWith('\n'),
    DATABASE_URL_FILE: await fileWith('postgres://u:secret@db/altscribe'),
    DATABASE_URL: 'postgres://db/altscribe',
  };
  let message = '';
  try {
    parseConfig(env);
  } catch (error) {
    message = String(error);
  }
  for (const name of ['OPENAI_API_KEY_FILE', 'GEMINI_API_KEY_FILE', 'DATABASE_URL_FILE', 'PORT']) {
    expect(message).toContain(name);
  }
  expect(message).not.toContain('secret@db');
});
