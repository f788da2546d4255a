import { describe, expect, test } from 'vitest';
import { listVariables, parseConfig } from '../../../service/config/config.ts';
import { gemini } from '../../../service/providers/gemini.ts';
import { openai } from '../../../service/providers/openai.ts';
import {
  ConfigError,
  parsePublicUrl,
  parseStoreConfig,
} from '../../../service/config/store-config.ts';

const minimal = { OPENAI_API_KEY: 'key' };

/** The lines of the message, without the first. */
function problems(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    const [first, ...lines] = (error as ConfigError).message.split('\n');
    expect(first).toBe('The configuration has problems:');
    return lines;
  }
  return [];
}

test('a local model server needs no key', () => {
  const OPENAI_BASE_URL = 'http://127.0.0.1:11434/v1';
  const { providers } = parseConfig({ OPENAI_BASE_URL });
  expect(providers).toMatchObject([{ vendor: openai, apiKey: 'none', baseUrl: OPENAI_BASE_URL }]);
});

test('refuses the same port for calls and metrics', () => {
  const line = '- METRICS_PORT must differ from PORT. Leave it unset to use one port for both.';
  expect(problems({ ...minimal, METRICS_PORT: '3000' })).toEqual([line]);
  expect(parseConfig({ ...minimal, METRICS_PORT: '9090' }).metricsPort).toBe(9090);
  expect(parseConfig(minimal).metricsPort).toBeUndefined();
});

test.each([
  ['altscribe@example.com', true],
  ['Altscribe <altscribe@example.com>', true],
  ['altscribe@[192.0.2.1]', true],
  ['ftp://user:secret@host', false],
  ['Altscribe <ftp://user:secret@host>', false],
  ['Altscribe altscribe@example.com', false],
  ['Altscribe', false],
])('takes MAIL_FROM=%s for a sender: %s', (MAIL_FROM, isSender) => {
  const lines = problems({ ...minimal, MAIL_FROM });
  expect(lines).toEqual(
    isSender ? [] : [expect.stringContaining('- MAIL_FROM must be an address')],
  );
});

test('says what is wrong with each variable', async () => {
  const values = ['', '-1', '1.5', 'é', 'ftp://user:secret@host', 'a, b', '9'.repeat(20)];
  const said = listVariables().flatMap((name) =>
    values.flatMap((value) => problems({ ...minimal, [name]: value })),
  );
  await expect([...new Set(said), ''].join('\n')).toMatchFileSnapshot('says/config.txt');
});

test('says which variables do not fit together', async () => {
  const OPENAI_API_KEY_FILE = '/nowhere/key';
  const environments: Record<string, string>[] = [
    {},
    { ...minimal, OPENAI_API_KEY_FILE },
    { OPENAI_API_KEY_FILE },
    { OPENAI_API_KEY_FILE: '/tmp' },
    { ...minimal, WEB_CONCURRENCY: '2' },
    { ...minimal, SMTP_URL: 'smtp://mail.example.com' },
    { ...minimal, METRICS_PORT: '3000' },
    { ...minimal, OPENAI_BASE_URL: 'http://localhost:6000/v1' },
    { ...minimal, PUBLIC_URL: 'https://alt.example.com:99999' },
  ];
  const said = environments.map((env) => [JSON.stringify(env), ...problems(env), ''].join('\n'));
  await expect(said.join('\n')).toMatchFileSnapshot('says/combinations.txt');
});

test('has a default for everything except the provider', () => {
  expect(parseConfig(minimal)).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    processes: 1,
    store: { dataDir: './data', databasePoolSize: 10 },
    providers: [{ vendor: openai, apiKey: 'key', baseUrl: undefined, model: 'gpt-5.4-mini' }],
    providerTimeoutMs: 12_000,
    requestDeadlineMs: 25_000,
    rateLimitPerMinute: 100,
    cacheTtlSeconds: 86_400,
    imageMaxBytes: 10_485_760,
    imageAllowPrivateNetworks: false,
    trustProxy: false,
    dashboard: true,
    publicUrl: undefined,
    logLevel: 'info',
  });
});

test.each(['p#ss', 'p/ss', 'p%ss'])('explains how to write a password %s', (password) => {
  const [line] = problems({ ...minimal, DATABASE_URL: `postgres://u:${password}@db/altscribe` });
  expect(line).toMatch(/^- DATABASE_URL must be .*# as %23/);
  expect(line).not.toContain(password);
});

test('reads every variable', () => {
  const env = {
    HOST: '0.0.0.0',
    PORT: '8080',
    WEB_CONCURRENCY: '64',
    DATA_DIR: '/var/lib/altscribe',
    DATABASE_URL: 'postgres://u:p@db.example.com:5432/altscribe?sslmode=require',
    DATABASE_POOL_SIZE: '25',
    OPENAI_API_KEY: ' o ',
    OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
    OPENAI_MODEL: 'llava',
    GEMINI_API_KEY: 'g',
    GEMINI_BASE_URL: 'https://gemini.example.com',
    GEMINI_MODEL: 'gemini-x',
    PROVIDER_TIMEOUT_MS: '500',
    REQUEST_DEADLINE_MS: '900',
    RATE_LIMIT_PER_MINUTE: '7',
    CACHE_TTL_SECONDS: '0',
    IMAGE_MAX_BYTES: '2048',
    IMAGE_ALLOW_PRIVATE_NETWORKS: 'true',
    TRUST_PROXY: '1',
    DASHBOARD: 'off',
    PUBLIC_URL: 'https://ALT.example.com:8443/',
    LOG_LEVEL: 'debug',
  };
  expect(parseConfig(env)).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    processes: 64,
    store: {
      dataDir: '/var/lib/altscribe',
      databaseUrl: env.DATABASE_URL,
      databasePoolSize: 25,
    },
    providers: [
      { vendor: openai, apiKey: 'o', baseUrl: 'http://127.0.0.1:11434/v1', model: 'llava' },
      {
        vendor: gemini,
        apiKey: 'g',
        baseUrl: 'https://gemini.example.com',
        model: 'gemini-x',
      },
    ],
    providerTimeoutMs: 500,
    requestDeadlineMs: 900,
    rateLimitPerMinute: 7,
    cacheTtlSeconds: 0,
    imageMaxBytes: 2048,
    imageAllowPrivateNetworks: true,
    trustProxy: true,
    dashboard: false,
    publicUrl: 'https://alt.example.com:8443',
    logLevel: 'debug',
  });
});

test('takes an empty variable as unset', () => {
  const { providers, port, trustProxy } = parseConfig({
    ...minimal,
    PORT: '',
    TRUST_PROXY: ' ',
    GEMINI_API_KEY: '  ',
    DATABASE_URL: '',
  });
  expect({ providers, port, trustProxy }).toMatchObject({
    providers: [{ vendor: openai }],
    port: 3000,
    trustProxy: false,
  });
});

describe('providers', () => {
  test.each([{}, { OPENAI_API_KEY: ' ' }, { OPENAI_MODEL: 'x', GEMINI_BASE_URL: 'http://a' }])(
    'are missing in %j, and the message states which variable to set',
    (env) => {
      const [line, ...more] = problems(env);
      expect(more).toEqual([]);
      expect(line).toBe(
        '- OPENAI_API_KEY, GEMINI_API_KEY or OPENAI_BASE_URL must be set: at least one AI model ' +
          'provider is required (OPENAI_BASE_URL may be a local model server, for example ' +
          'http://127.0.0.1:11434/v1).',
      );
    },
  );

  test('may be a model server that needs no key', () => {
    const { providers } = parseConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' });
    expect(providers).toMatchObject([{ vendor: openai, baseUrl: 'http://127.0.0.1:8000/v1' }]);
    expect(providers[0]?.apiKey).not.toBe('');
  });

  test('may be Gemini alone', () => {
    const { providers } = parseConfig({ GEMINI_API_KEY: 'g' });
    expect(providers).toMatchObject([{ vendor: gemini, apiKey: 'g', model: 'gemini-3.8-flash' }]);
  });
});

describe('refuses', () => {
  test.each([
    ['PORT', ['-1', '65536', '80a', '1e3', '3000.5', '0x50', '9'.repeat(20)]],
    ['WEB_CONCURRENCY', ['0', '65', '2.5', 'auto']],
    ['METRICS_PORT', ['-1', '65536', 'off']],
    ['PROVIDER_TIMEOUT_MS', ['0', '99', '12s']],
    ['REQUEST_DEADLINE_MS', ['0', '25,000']],
    ['RATE_LIMIT_PER_MINUTE', ['0', '-5']],
    ['CACHE_TTL_SECONDS', ['-1', '31536001', '1h']],
    ['IMAGE_MAX_BYTES', ['10MB', '1']],
    ['IMAGE_ALLOW_PRIVATE_NETWORKS', ['yes', 'TRUE?']],
    ['TRUST_PROXY', ['10.0.0.1', 'on']],
    ['DASHBOARD', ['true', 'ON', '1']],
    [
      'PUBLIC_URL',
      [
        ...['alt.example.com', 'ftp://a', '//a', 'https://a/path', 'https://a/?b', 'https://a/#b'],
        'https://user:password@a',
      ],
    ],
    ['LOG_LEVEL', ['verbose', 'INFO']],
    ['LOG_REDACT', ['names', 'users addresses', 'users,', 'true']],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      ['collector:4318', 'grpc://a', '//a', 'http://user:password@a'],
    ],
    ['OPENAI_BASE_URL', ['localhost', 'ftp://a/', '127.0.0.1:80', '//a', 'http://a:65536']],
    // The SDKs append a path, and send no user and password.
    ['OPENAI_BASE_URL', ['http://me:p@a/v1', 'http://me@a/v1', 'http://a/v1?b=c', 'http://a/#b']],
    ['GEMINI_BASE_URL', ['file:///etc/passwd', 'https://me:p@a', 'https://a/?b', 'http://a:0']],
    ['OPENAI_API_KEY', ['“sk-1”', 'sk-1\nsk-2', 'sk-…']],
    [
      'ALERT_WEBHOOK_URL',
      ['http://100%@a', 'http://me:100%@a', 'http://me:%zz@a', 'http://me:%ff@a'],
    ],
    // `fetch` refuses to connect to these.
    ['ALERT_WEBHOOK_URL', ['http://a:6000', 'https://me:p@a:25/', 'http://a:0']],
    ['SMTP_URL', ['smtp://', 'smtp:///a', 'smtps:25', 'http://a']],
    ['DATABASE_POOL_SIZE', ['0', '1001', 'many']],
    ['DATABASE_URL', ['mysql://127.0.0.1/a', 'altscribe', 'postgres://a:port/b']],
  ])('an invalid %s by name', (name, values) => {
    for (const value of values) {
      const lines = problems({ ...minimal, [name]: value });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(new RegExp(`^- ${name} must be .+\\.$`));
    }
  });

  test('all problems in one message without quoting values', () => {
    const lines = problems({ PORT: 'secret', LOG_LEVEL: 'secret', OPENAI_BASE_URL: 'secret' });
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain('secret');
    expect(problems({ PORT: 'x' })).toHaveLength(2);
  });
});

test('accepts a webhook with a password, and a model server on any port', () => {
  const alertWebhookUrl = 'https://me:100%25@ntfy.example.com/topic?a=100%#b';
  expect(parseConfig({ ...minimal, ALERT_WEBHOOK_URL: alertWebhookUrl })).toMatchObject({
    alertWebhookUrl,
  });
  const { providers } = parseConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:6000/v1/' });
  expect(providers).toMatchObject([{ baseUrl: 'http://127.0.0.1:6000/v1/' }]);
});

describe('several processes', () => {
  test('need a database, which is reported with all other problems', () => {
    const lines = problems({ WEB_CONCURRENCY: '2', PORT: 'x', DATABASE_URL: ' ' });
    expect(lines).toHaveLength(3);
    expect(lines).toContain(
      '- WEB_CONCURRENCY must be 1 without DATABASE_URL: several processes need ' + 'PostgreSQL.',
    );
  });

  test('are not configured by 1 or an unset variable', () => {
    expect(parseConfig({ ...minimal, WEB_CONCURRENCY: '1' }).processes).toBe(1);
    expect(parseConfig({ ...minimal, WEB_CONCURRENCY: ' ' }).processes).toBe(1);
  });
});

test('commands that ask no provider need only the variables of the store', () => {
  expect(parseStoreConfig({ DATA_DIR: ' /srv/a ', PORT: 'x' })).toEqual({
    dataDir: '/srv/a',
    databaseUrl: undefined,
    databasePoolSize: 10,
  });
  expect(() => parseStoreConfig({ DATABASE_URL: 'mysql://a' })).toThrow(ConfigError);
});

describe('the public address', () => {
  test.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://localhost:8080'],
    [{ HOST: '::' }, 'http://localhost:3000'],
    [{ HOST: 'fd00::1' }, 'http://[fd00::1]:3000'],
    [{ HOST: 'alt.internal', DATA_DIR: '' }, 'http://alt.internal:3000'],
    [{ PUBLIC_URL: ' https://alt.example.com/ ', PORT: '8080' }, 'https://alt.example.com'],
    [{ PUBLIC_URL: 'https://alt.example.com:443' }, 'https://alt.example.com'],
  ])('for %j is %s', (env, address) => {
    expect(parsePublicUrl(env)).toBe(address);
  });

  test('is unknown if its parts are invalid', () => {
    const env = { PORT: 'x', PUBLIC_URL: 'y', TRUST_PROXY: 'ignored' };
    expect(() => parsePublicUrl(env)).toThrow(/- PORT must .+\n- PUBLIC_URL must/);
  });
});
