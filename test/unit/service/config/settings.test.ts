import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listSettings } from '../../../../service/config/settings.ts';

function settingsOf(env: Record<string, string>, envFile: Record<string, string> = {}) {
  const all = listSettings(env, envFile);
  return Object.fromEntries(all.map(({ name, ...setting }) => [name, setting]));
}

test('names the folder of the data, wherever the service was started', () => {
  const found = (env: Record<string, string>) =>
    listSettings(env, {}).find(({ name }) => name === 'DATA_DIR');
  expect(found({})).toMatchObject({ value: resolve('data'), source: 'default' });
  expect(found({ DATA_DIR: '../elsewhere' })?.value).toBe(resolve('../elsewhere'));
});

test('lists every variable with its source', () => {
  const env = {
    OPENAI_API_KEY: 'short',
    PORT: '8080',
    DATA_DIR: '/a',
    HOST: ' ',
    LOG_LEVEL: 'warn',
  };
  const found = settingsOf(env, { PORT: '8080', LOG_LEVEL: 'debug' });
  expect(found).toMatchObject({
    PORT: { value: '8080', source: 'file' },
    DATA_DIR: { value: '/a', source: 'environment' },
    // The environment wins over the file.
    LOG_LEVEL: { value: 'warn', source: 'environment' },
    HOST: { value: '127.0.0.1', source: 'default' },
    DASHBOARD: { value: 'on', source: 'default' },
    TRUST_PROXY: { value: 'false', source: 'default' },
    PUBLIC_URL: { value: undefined, source: 'default' },
    OPENAI_MODEL: { value: 'gpt-5.4-mini', source: 'default' },
    GEMINI_API_KEY: { value: undefined, isSecret: true, source: 'default' },
    OPENAI_BASE_URL: { value: undefined, isSecret: false, source: 'default' },
  });
  expect(Object.keys(found)).toEqual(Object.keys(found).toSorted());
});

test('shows at most the end of secrets, and addresses without user, password or query', () => {
  const secret = 'hunter2hunter2';
  const env = {
    OPENAI_API_KEY: `sk-${secret}-and-more-x1Yz`,
    GEMINI_API_KEY: secret,
    OPENAI_BASE_URL: `https://${secret}:${secret}@models.example.com/v1?key=${secret}#${secret}`,
    DATABASE_URL: `postgres://${secret}:${secret}@db:5432/altscribe?password=${secret}`,
  };
  expect(settingsOf(env)).toMatchObject({
    OPENAI_API_KEY: { value: 'x1Yz', isSecret: true },
    GEMINI_API_KEY: { value: '', isSecret: true },
    OPENAI_BASE_URL: { value: 'https://models.example.com/v1' },
    DATABASE_URL: { value: 'postgres://db:5432/altscribe' },
  });
  expect(JSON.stringify(listSettings(env, env))).not.toContain(secret);
});
