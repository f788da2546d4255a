import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { atOnce, oldServer } from '../../../support/old-server.ts';
import {
  geminiKey,
  openaiKey,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../../support/service-with-providers.ts';

const withAltText: unknown = expect.arrayContaining(['alt_text']);
let shared: ServiceWithProviders;

beforeAll(async () => {
  shared = await startServiceWithProviders();
});

afterAll(() => shared.dispose());

/** A service with other settings, or with providers whose faults it remembers. */
async function start(...options: Parameters<typeof startServiceWithProviders>) {
  const whole = await startServiceWithProviders(...options);
  onTestFinished(() => whole.dispose());
  return whole;
}

test('asks OpenAI first, in the form of its current models', async () => {
  const { generate, lastCall, providers } = await shared.forTest();
  expect((await generate()).body['altText']).toBe('A text by OpenAI');
  expect(providers.calls).toHaveLength(1);

  const { provider, model, apiKey, body } = lastCall();
  expect({ provider, model, apiKey }).toEqual({
    provider: 'openai',
    model: 'gpt-5.4-mini',
    apiKey: openaiKey,
  });
  expect(body).not.toHaveProperty('temperature');
  expect(body).not.toHaveProperty('max_tokens');
  expect(body).toMatchObject({
    max_completion_tokens: expect.any(Number) as unknown,
    reasoning_effort: expect.any(String) as unknown,
    response_format: {
      type: 'json_schema',
      json_schema: {
        strict: true,
        schema: { required: withAltText, additionalProperties: false },
      },
    },
  });
});

test('asks Gemini, if it is the only one, in the form of its current models, and adapts to others', async () => {
  const { generate, lastCall, providers, service, userId } = await start({
    env: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '', GEMINI_MODEL: 'gemini-of-the-tests' },
    credits: 13,
  });
  expect((await generate()).body['altText']).toBe('A text by Gemini');

  const { provider, model, apiKey, body } = lastCall();
  expect({ provider, model, apiKey }).toEqual({
    provider: 'gemini',
    model: 'gemini-of-the-tests',
    apiKey: geminiKey,
  });
  const { generationConfig } = body as { generationConfig: object };
  expect(generationConfig).not.toHaveProperty('temperature');
  expect(generationConfig).toMatchObject({
    maxOutputTokens: expect.any(Number) as unknown,
    responseMimeType: 'application/json',
    responseSchema: { required: withAltText },
  });

  providers.set({ gemini: atOnce(12, oldServer('A text by an old server')) });
  await expectAdapted(generate);
  expect(await service.credits(userId)).toBe(0);
});

test('asks the operator’s own model server without a key, and adapts to it', async () => {
  const { generate, lastCall, providers, service, userId } = await start({
    env: { OPENAI_API_KEY: '', GEMINI_API_KEY: '', GEMINI_BASE_URL: '', OPENAI_MODEL: 'llava' },
    credits: 13,
  });
  expect((await generate()).body['altText']).toBe('A text by OpenAI');
  expect(lastCall()).toMatchObject({ provider: 'openai', model: 'llava' });

  providers.set({ openai: atOnce(12, oldServer('A text by an old server')) });
  await expectAdapted(generate);
  expect(await service.credits(userId)).toBe(0);
});

/** Adapts the only provider, which has begun to refuse parameters, in all calls of a burst. */
async function expectAdapted(generate: ServiceWithProviders['generate']): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 12 }, () => generate()));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
}

test('accepts plain text from a server that ignores the JSON schema', async () => {
  const { generate, providers } = await shared.forTest();
  providers.set({
    openai: (_call, response) => {
      const message = { role: 'assistant', content: 'A heron at a pond' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }] }));
    },
  });
  expect((await generate()).body['altText']).toBe('A heron at a pond');
});

test('adapts to a server that refuses parameters and remembers that', async () => {
  const { generate, lastCall, providers, service, userId } = await start({
    behaviours: { openai: oldServer('A text by an old server') },
    credits: 9,
  });
  expect((await generate()).body['altText']).toBe('A text by an old server');
  expect(lastCall().body).toHaveProperty('max_tokens');

  const before = providers.calls.length;
  expect((await generate()).body['altText']).toBe('A text by an old server');
  expect(providers.calls.slice(before)).toHaveLength(1);
  expect(await service.credits(userId)).toBe(7);
});
