import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examine } from '../../../service/cli/commands/doctor.ts';
import { createAltTextPipeline } from '../../../service/compose-providers.ts';
import { parseConfig } from '../../../service/config/config.ts';
import { altTextSchema } from '../../../service/prompting/answer.ts';
import { vendors } from '../../../service/providers/vendors.ts';
import { mistral } from '../../contract/provider/mistral.ts';
import {
  startProviderStandIn,
  status,
  text,
  type Behaviour,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';
import { providerEnv } from '../../support/service-with-providers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const three = [...vendors, mistral];

let standIn: ProviderStandIn;
let third: ProviderStandIn;
let asked: string[];

beforeEach(async () => {
  asked = [];
  standIn = await startProviderStandIn({
    openai: recorded('openai', status(429)),
    gemini: recorded('gemini', status(429)),
  });
  third = await startProviderStandIn({ openai: recorded('mistral', text('A text by Mistral')) });
});
afterEach(async () => {
  await standIn.stop();
  await third.stop();
});

function recorded(name: string, behaviour: Behaviour): Behaviour {
  return (call, response) => {
    asked.push(name);
    return behaviour(call, response);
  };
}

function config(env: Record<string, string> = {}) {
  const mistralEnv = { MISTRAL_API_KEY: 'a-key', MISTRAL_BASE_URL: third.openaiBaseUrl };
  return parseConfig({ ...providerEnv(standIn), ...mistralEnv, ...env }, three);
}

async function generate(registry = new Registry()) {
  const pipeline = createAltTextPipeline(config(), registry);
  const { answer } = await pipeline.generate(
    {
      instructions: 'Describe.',
      context: '{}',
      schema: altTextSchema,
      language: 'en',
      image: Buffer.from('an image'),
    },
    {
      signal: new AbortController().signal,
      deadline: Date.now() + 5_000,
      log: pino({ level: 'silent' }),
    },
  );
  return answer;
}

test('is configured by its own variables and comes after the others', () => {
  expect(config().providers.map(({ vendor }) => vendor.name)).toEqual([
    'openai',
    'gemini',
    'mistral',
  ]);
  expect(config({ MISTRAL_MODEL: 'pixtral' }).providers[2]).toEqual({
    vendor: mistral,
    apiKey: 'a-key',
    baseUrl: third.openaiBaseUrl,
    model: 'pixtral',
  });
  expect(parseConfig({ MISTRAL_API_KEY: 'a-key' }, three).providers).toEqual([
    { vendor: mistral, apiKey: 'a-key', baseUrl: undefined, model: 'mistral-small-latest' },
  ]);
});

test('is named if no vendor is configured or its variables are wrong', () => {
  // Its address alone is not enough: its servers want a key.
  expect(() => parseConfig({ MISTRAL_BASE_URL: 'http://127.0.0.1:1' }, three)).toThrow(
    '- OPENAI_API_KEY, GEMINI_API_KEY, MISTRAL_API_KEY or OPENAI_BASE_URL must be set: at least one AI model',
  );
  expect(() => config({ MISTRAL_BASE_URL: 'nowhere' })).toThrow('- MISTRAL_BASE_URL must be');
});

test('is asked third and measured', async () => {
  const registry = new Registry();
  await expect(generate(registry)).resolves.toEqual({ text: 'A text by Mistral' });
  expect(asked).toEqual(['openai', 'gemini', 'mistral']);
  expect(third.calls[0]).toMatchObject({ apiKey: 'a-key', model: 'mistral-small-latest' });
  const metrics = await registry.metrics();
  expect(metrics).toContain('altscribe_provider_calls_total{provider="mistral",outcome="ok"} 1');
  expect(metrics).toContain('altscribe_provider_fallbacks_total 1');
});

test('is named in the error when all fail', async () => {
  third.set({ openai: status(401) });
  await expect(generate()).rejects.toThrow(
    'openai: too many requests, or no quota left (status 429); ' +
      'gemini: too many requests, or no quota left (status 429); ' +
      'mistral: rejected our API key (status 401)',
  );
});

test('is checked by the doctor command', async () => {
  const findings = await examine(config({ DATA_DIR: await temporaryFolder() }));
  expect(findings.map(({ check, ok }) => [check, ok])).toEqual([
    ['altscribe', true],
    // There is no store yet, and doctor creates none.
    ['store', false],
    ['alerts', true],
    ['openai', false],
    ['gemini', false],
    ['mistral', true],
  ]);
  expect(findings[5]?.detail).toMatch(/^mistral-small-latest answered in .+: A text by Mistral$/);
});

test('is not configured if its entry is missing', () => {
  const { providers } = parseConfig({ ...providerEnv(standIn), MISTRAL_API_KEY: 'a-key' });
  expect(providers.map(({ vendor }) => vendor.name)).toEqual(['openai', 'gemini']);
});
