import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { altTextSchema, type AltText } from '../../../service/prompting/answer.ts';
import { withPostprocessing } from '../../../service/prompting/with-postprocessing.ts';
import { providerChain } from '../../../service/providers/chain.ts';
import { gemini } from '../../../service/providers/gemini.ts';
import { createProviderMetrics } from '../../../service/providers/metrics.ts';
import { openai } from '../../../service/providers/openai.ts';
import type { Provider } from '../../../service/providers/provider.ts';
import {
  content,
  errorWithRetryAfter,
  inSequence,
  stall,
  unreadableImage,
} from '../../support/faults.ts';
import {
  reset,
  silence,
  startProviderStandIn,
  status,
  text,
  type Behaviour,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';

const providerTimeoutMs = 300;
const request = {
  instructions: 'Describe.',
  context: '{}',
  schema: altTextSchema,
  language: 'en',
  image: Buffer.from('an image'),
};

let standIn: ProviderStandIn;
let registry: Registry;
let logged: string[];
let chain: Provider<AltText>;

beforeEach(async () => {
  standIn = await startProviderStandIn();
  logged = [];
  chain = providerChain(bothProviders(), options());
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  skippedMs = 0;
  await standIn.stop();
});

const now = performance.now.bind(performance);
let skippedMs = 0;

/** Advances the monotonic clock. */
function later(ms: number): void {
  skippedMs += ms;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
}

function bothProviders() {
  const settings = { apiKey: 'a-key', model: 'm' };
  return [
    openai.create({ ...settings, baseUrl: standIn.openaiBaseUrl }),
    gemini.create({ ...settings, baseUrl: standIn.geminiBaseUrl }),
  ];
}

function options(timeoutMs = providerTimeoutMs) {
  registry = new Registry();
  return {
    providerTimeoutMs: timeoutMs,
    withPostprocessing,
    metrics: createProviderMetrics(registry),
  };
}

function generate(deadlineMs = 5_000, signal = new AbortController().signal) {
  const log = pino({ base: null }, { write: (line: string) => void logged.push(line) });
  return chain.generate(request, { signal, log, deadline: Date.now() + deadlineMs });
}

function asked(): string {
  return standIn.calls.map((call) => call.provider).join(' ');
}

describe('falls back to the second provider when the first fails', () => {
  test.each([
    ['silence, asked once', silence, 'openai gemini'],
    ['a stall after the headers, asked once', stall, 'openai gemini'],
    ['429, asked once', status(429), 'openai gemini'],
    ['401, asked once', status(401), 'openai gemini'],
    ['a context length of 400, asked once', status(400, 'context length'), 'openai gemini'],
    ['an image that it cannot read, asked once', unreadableImage, 'openai gemini'],
    ['a Retry-After of days', errorWithRetryAfter(429, '172800'), 'openai gemini'],
    [
      'a Retry-After that is a date',
      errorWithRetryAfter(503, 'Wed, 21 Oct 2099 07:28:00 GMT'),
      'openai gemini',
    ],
    ['a refusal in the text', content("I'm sorry, I can't help with that."), 'openai gemini'],
    ['broken JSON', content('{"alt_text": "A red bi'), 'openai gemini'],
    ['JSON without the text', content('{"text": "A red bicycle"}'), 'openai gemini'],
    ['reasoning that never ends', content('<think>The user wants'), 'openai gemini'],
    ['JSON of another shape', content('Sure! {"alt": "A red bicycle"}'), 'openai gemini'],
    ['words about a missing image', content("I don't see an image."), 'openai gemini'],
    ['an error as text', content('Error: model does not support image input'), 'openai gemini'],
    ['a text that runs backwards', content('A red \u202ebicycle'), 'openai gemini'],
    ['64 kB of a bracket', content('['.repeat(65_536)), 'openai gemini'],
    ['64 kB of a tag', content('<a'.repeat(32_768)), 'openai gemini'],
    ['empty text', content('{"alt_text": " "}'), 'openai gemini'],
  ])('%s', async (_fault, behaviour, order) => {
    standIn.set({ openai: behaviour });
    await expect(generate()).resolves.toEqual({ text: 'A text by Gemini' });
    expect(asked()).toBe(order);
  });
});

describe('quick retry of the same provider', () => {
  beforeEach(() => {
    chain = providerChain(bothProviders(), options(4_000));
  });

  test.each([
    ['500 once', inSequence(status(500), text('At the second try')), 'openai openai'],
    ['a reset once', inSequence(reset, text('At the second try')), 'openai openai'],
    [
      'a short Retry-After',
      inSequence(errorWithRetryAfter(429, '0'), text('At the second try')),
      'openai openai',
    ],
  ])('%s', async (_fault, behaviour, order) => {
    standIn.set({ openai: behaviour });
    await expect(generate(8_000)).resolves.toEqual({ text: 'At the second try' });
    expect(asked()).toBe(order);
  });

  test('a permanent 503 is tried twice before the other provider is asked', async () => {
    standIn.set({ openai: status(503) });
    await expect(generate(8_000)).resolves.toEqual({ text: 'A text by Gemini' });
    expect(asked()).toBe('openai openai gemini');
  });

  test('is skipped if there is no time for it', async () => {
    standIn.set({ openai: status(503) });
    await expect(generate(1_500)).resolves.toEqual({ text: 'A text by Gemini' });
    expect(asked()).toBe('openai gemini');
  });
});

test.each([
  ['plain text of a server that ignores the schema', 'A red bicycle'],
  ['JSON after reasoning', '<think>Red?</think>\n{"alt_text": "A red bicycle"}'],
  ['JSON in a code fence', '```json\n{"alt_text": "A red bicycle"}\n```'],
])('%s is taken', async (_case, raw) => {
  standIn.set({ openai: content(raw) });
  await expect(generate()).resolves.toEqual({ text: 'A red bicycle' });
});

test('fails within the deadline and names both providers if neither responds', async () => {
  standIn.set({ openai: silence, gemini: silence });
  const start = performance.now();
  await expect(generate(400)).rejects.toThrow(
    'openai: did not answer in time; gemini: did not answer in time',
  );
  expect(performance.now() - start).toBeLessThan(1_500);
  expect(asked()).toBe('openai gemini');
});

test('ignores an answer after the time-out', async () => {
  const late = new Promise<void>((resolve) => {
    standIn.set({
      openai: (call, response) => {
        setTimeout(() => {
          void text('Too late')(call, response);
          resolve();
        }, providerTimeoutMs * 1.5);
      },
    });
  });
  await expect(generate()).resolves.toEqual({ text: 'A text by Gemini' });
  await late;
  expect(await registry.metrics()).toContain(
    'altscribe_provider_calls_total{provider="openai",outcome="timeout"} 1',
  );
});

test('serves every call while the first provider flaps, and uses it again within 30 seconds', async () => {
  const flapping = inSequence(
    status(500),
    text('By the first'),
    status(500),
    status(500),
    status(429),
  );
  standIn.set({ openai: flapping });
  for (let call = 0; call < 12; call++) await expect(generate()).resolves.toBeDefined();
  expect(await registry.metrics()).toContain(
    'altscribe_provider_breaker_state{provider="openai"} 1',
  );
  standIn.set({ openai: text('Back again') });
  later(30_000);
  await expect(generate()).resolves.toEqual({ text: 'Back again' });
});

test('does not ask the second provider after the caller hangs up', async () => {
  const controller = new AbortController();
  standIn.set({ openai: () => controller.abort() });
  await expect(generate(5_000, controller.signal)).rejects.toMatchObject({ kind: 'aborted' });
  expect(asked()).toBe('openai');
});

test('skips a provider that keeps failing, then tries it again with one call', async () => {
  standIn.set({ openai: status(401) });
  for (let call = 0; call < 5; call++) await generate();
  standIn.calls.length = 0;
  await generate();
  expect(asked()).toBe('gemini');
  expect(await registry.metrics()).toContain(
    'altscribe_provider_breaker_state{provider="openai"} 1',
  );

  standIn.set({ openai: text('Back again') });
  later(10_001);
  await expect(generate()).resolves.toEqual({ text: 'Back again' });
  expect(await registry.metrics()).toContain(
    'altscribe_provider_breaker_state{provider="openai"} 0',
  );
});

test('a silent provider costs one time-out, even when it is tried again', async () => {
  standIn.set({ openai: silence });
  await generate();
  const start = now();
  for (let call = 0; call < 3; call++) await generate();
  expect(asked()).toBe('openai gemini gemini gemini gemini');
  standIn.calls.length = 0;
  later(10_001);
  for (let call = 0; call < 2; call++) {
    await expect(generate()).resolves.toEqual({ text: 'A text by Gemini' });
  }
  expect(now() - start).toBeLessThan(providerTimeoutMs);
  await expect.poll(() => asked().split(' ').sort().join(' ')).toBe('gemini gemini openai');

  const breaker = 'altscribe_provider_breaker_state{provider="openai"}';
  await expect.poll(() => registry.metrics()).toContain(`${breaker} 1`);
  standIn.set({ openai: text('Back again') });
  later(10_001);
  await expect(generate()).resolves.toEqual({ text: 'A text by Gemini' });
  await expect.poll(() => registry.metrics()).toContain(`${breaker} 0`);
  await expect(generate()).resolves.toEqual({ text: 'Back again' });
});

test('if the caller hangs up during the trial, the provider is skipped until it answers', async () => {
  standIn.set({ openai: status(401) });
  for (let call = 0; call < 5; call++) await generate();
  later(10_001);
  const controller = new AbortController();
  standIn.set({ openai: () => controller.abort() });
  await expect(generate(5_000, controller.signal)).rejects.toMatchObject({ kind: 'aborted' });
  const breaker = 'altscribe_provider_breaker_state{provider="openai"}';
  expect(await registry.metrics()).toContain(`${breaker} 1`);
  // The next call is a trial itself.
  standIn.calls.length = 0;
  standIn.set({ openai: status(401) });
  for (let call = 0; call < 2; call++) await generate();
  expect(asked()).toBe('openai gemini gemini');
});

test('skips a provider no longer if the clock is set back', async () => {
  standIn.set({ openai: status(401) });
  for (let call = 0; call < 5; call++) await generate();
  standIn.set({ openai: text('Back again') });
  vi.useFakeTimers({ now: Date.now() - 86_400_000, toFake: ['Date'] });
  later(10_001);
  await expect(generate()).resolves.toEqual({ text: 'Back again' });
});

test('one slow answer among others, or a call with little time left, does not count as silence', async () => {
  let calls = 0;
  standIn.set({ openai: (...args) => (calls++ === 0 ? silence : text('A text'))(...args) });
  await Promise.all([generate(), generate()]);
  await expect(generate()).resolves.toEqual({ text: 'A text' });
  standIn.set({ openai: silence });
  await generate(providerTimeoutMs);
  standIn.set({ openai: text('A text') });
  await expect(generate()).resolves.toEqual({ text: 'A text' });
});

test('an unreadable image does not open the breaker', async () => {
  standIn.set({ openai: unreadableImage });
  for (let call = 0; call < 6; call++) await generate();
  standIn.calls.length = 0;
  await generate();
  expect(asked()).toBe('openai gemini');
});

describe('blames the image if every provider asked does', () => {
  test.each<[string, Behaviour, Behaviour, string]>([
    ['both', unreadableImage, unreadableImage, 'image'],
    ['not where the first one fails otherwise', status(401), unreadableImage, 'authentication'],
    ['not where the last one fails otherwise', unreadableImage, status(401), 'authentication'],
  ])('%s', async (_case, first, second, kind) => {
    standIn.set({ openai: first, gemini: second });
    await expect(generate()).rejects.toMatchObject({ kind });
    expect(asked()).toBe('openai gemini');
  });

  test('a skipped provider does not count', async () => {
    standIn.set({ openai: status(401) });
    for (let call = 0; call < 5; call++) await generate();
    standIn.set({ gemini: unreadableImage });
    await expect(generate()).rejects.toMatchObject({ kind: 'image' });
  });
});

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly variable?: string;
}

const lines = () => logged.map((line) => JSON.parse(line) as Line);

const linesOfBreaker = () =>
  lines()
    .map(({ msg }) => msg)
    .filter((msg) => msg.startsWith('circuit breaker'));

test('a model that does not exist is logged with its variable, and not asked for a minute', async () => {
  standIn.set({ openai: status(404, 'The model `m` does not exist') });
  for (let call = 0; call < 3; call++) await generate();
  expect(asked()).toBe('openai gemini gemini gemini');
  expect(lines()).toContainEqual(
    expect.objectContaining({
      level: 50,
      variable: 'OPENAI_MODEL',
      msg: 'the provider does not have our model: check its name',
    }),
  );
  later(59_000);
  await generate();
  expect(asked()).toBe('openai gemini gemini gemini gemini');
  standIn.set({ openai: text('Pulled') });
  later(1_001);
  await expect(generate()).resolves.toEqual({ text: 'Pulled' });
});

describe('a chain of one provider', () => {
  beforeEach(() => {
    chain = providerChain(bothProviders().slice(0, 1), options());
  });
  const breaker = (value: number) =>
    `altscribe_provider_breaker_state{provider="openai"} ${value}\n`;

  test('has a breaker, which is logged once when it opens and once when it closes', async () => {
    expect(await registry.metrics()).toContain(breaker(0));
    standIn.set({ openai: status(401) });
    for (let call = 0; call < 7; call++) await generate().catch(() => undefined);
    expect(standIn.calls).toHaveLength(5);
    expect(await registry.metrics()).toContain(breaker(1));
    expect(linesOfBreaker()).toEqual(['circuit breaker open: the provider is skipped']);
    await expect(generate()).rejects.toMatchObject({
      message: 'openai: is skipped for a moment (rejected our API key)',
      retryAfterMs: expect.closeTo(10_000, -3.5) as unknown,
    });
    // The trial fails: nothing new is logged.
    later(10_001);
    await generate().catch(() => undefined);
    expect(linesOfBreaker()).toHaveLength(1);
    standIn.set({ openai: text('Back again') });
    later(10_001);
    await expect(generate()).resolves.toEqual({ text: 'Back again' });
    expect(await registry.metrics()).toContain(breaker(0));
    expect(linesOfBreaker()).toEqual([
      'circuit breaker open: the provider is skipped',
      'circuit breaker closed',
    ]);
  });

  test('is not skipped after a single time-out', async () => {
    standIn.set({ openai: silence });
    await generate().catch(() => undefined);
    standIn.set({ openai: text('A text') });
    await expect(generate()).resolves.toEqual({ text: 'A text' });
  });

  test('is not asked before the time that it states, and then by all calls', async () => {
    standIn.set({ openai: errorWithRetryAfter(429, '60') });
    await expect(generate()).rejects.toMatchObject({ kind: 'rate-limit', retryAfterMs: 60_000 });
    expect(await registry.metrics()).toContain(breaker(1));
    later(30_000);
    for (let call = 0; call < 3; call++) {
      await expect(generate()).rejects.toMatchObject({
        message: 'openai: is skipped for a moment (too many requests, or no quota left)',
        retryAfterMs: expect.closeTo(30_000, -3.5) as unknown,
      });
    }
    expect(standIn.calls).toHaveLength(1);
    standIn.set({ openai: text('Back again') });
    later(30_001);
    await expect(Promise.all([generate(), generate()])).resolves.toHaveLength(2);
    expect(await registry.metrics()).toContain(breaker(0));
    expect(linesOfBreaker()).toHaveLength(2);
  });

  test('is asked after a day, whatever time it states', async () => {
    standIn.set({ openai: errorWithRetryAfter(503, 'Wed, 21 Oct 2099 07:28:00 GMT') });
    await generate().catch(() => undefined);
    standIn.set({ openai: text('Back again') });
    later(86_400_001);
    await expect(generate()).resolves.toEqual({ text: 'Back again' });
  });
});

test('the caller is told the earliest time, unless a provider can be asked at once', async () => {
  standIn.set({ openai: errorWithRetryAfter(429, '60'), gemini: errorWithRetryAfter(429, '20') });
  await expect(generate()).rejects.toMatchObject({ retryAfterMs: 20_000 });
  chain = providerChain(bothProviders(), options());
  standIn.set({ gemini: status(401) });
  await expect(generate()).rejects.toMatchObject({ retryAfterMs: 60_000 });
  chain = providerChain(bothProviders(), options());
  standIn.set({ gemini: status(429) });
  await expect(generate()).rejects.toMatchObject({ retryAfterMs: undefined });
});

test('logs a refused key as an error even if the clock is set back', async () => {
  standIn.set({ openai: status(401) });
  await generate();
  vi.useFakeTimers({ now: Date.now() - 86_400_000, toFake: ['Date'] });
  later(60_001);
  await generate();
  const levels = logged.map((line) => (JSON.parse(line) as { level: number }).level);
  expect(levels).toEqual([50, 50]);
});

test('a trial beside the call sends the whole image on a retry, too', async () => {
  chain = providerChain(bothProviders(), options(2_000));
  standIn.set({ openai: silence });
  await generate();
  later(10_001);
  standIn.calls.length = 0;
  standIn.set({ openai: inSequence(status(500), text('Back again')) });
  await expect(generate()).resolves.toEqual({ text: 'A text by Gemini' });
  const images = () =>
    standIn.calls.flatMap(({ provider, image }) =>
      provider === 'openai' ? [image.toString()] : [],
    );
  await expect.poll(images, { timeout: 5_000 }).toEqual(['an image', 'an image']);
});

test('logs a refused key as an error once a minute and counts every failure', async () => {
  standIn.set({ openai: status(401) });
  await generate();
  await generate();
  const levels = logged.map((line) => (JSON.parse(line) as { level: number }).level);
  expect(levels).toEqual([50, 40]);
  const metrics = await registry.metrics();
  expect(metrics).toContain(
    'altscribe_provider_calls_total{provider="openai",outcome="authentication"} 2',
  );
  expect(metrics).toContain('altscribe_provider_calls_total{provider="gemini",outcome="ok"} 2');
  expect(metrics).toContain('altscribe_provider_fallbacks_total 2');
});
