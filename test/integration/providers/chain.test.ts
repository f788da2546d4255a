import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createChain } from '../../../service/providers/chain.ts';
import type { FailureKind } from '../../../service/providers/provider.ts';
import {
  content,
  errorWithRetryAfter,
  inSequence,
  reply,
  stall,
  unreadableImage,
} from '../../support/faults.ts';
import { reset, silence, status, text, type Behaviour } from '../../support/provider-stand-in.ts';
import {
  asked,
  bothProviders,
  generate,
  later,
  options,
  providerTimeoutMs,
  scene,
  useChain,
} from './set-up-chain.ts';

useChain();

describe('falls back to the second provider when the first fails', () => {
  test.each([
    ['silence, asked once', silence, 'openai gemini'],
    ['a stall after the headers, asked once', stall, 'openai gemini'],
    ['429, asked once', status(429), 'openai gemini'],
    ['401, asked once', status(401), 'openai gemini'],
    ['a context length of 400, asked once', status(400, 'context length'), 'openai gemini'],
    ['an image that it cannot read, asked once', unreadableImage, 'openai gemini'],
    ['a filter, asked once', status(400, 'No.', { code: 'content_filter' }), 'openai gemini'],
    ['a limit inside a 200, asked once', reply(200, { error: { code: 429 } }), 'openai gemini'],
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
    scene.standIn.set({ openai: behaviour });
    await expect(generate()).resolves.toEqual({ text: 'A text by Gemini' });
    expect(asked()).toBe(order);
  });
});

describe('quick retry of the same provider', () => {
  beforeEach(() => {
    scene.chain = createChain(bothProviders(), options(4_000));
  });

  test.each([
    ['500 once', inSequence(status(500), text('At the second try')), 'openai openai'],
    [
      'an error inside a 200 once',
      inSequence(reply(200, { error: { code: 502 } }), text('At the second try')),
      'openai openai',
    ],
    ['a reset once', inSequence(reset, text('At the second try')), 'openai openai'],
    [
      'a short Retry-After',
      inSequence(errorWithRetryAfter(429, '0'), text('At the second try')),
      'openai openai',
    ],
  ])('%s', async (_fault, behaviour, order) => {
    scene.standIn.set({ openai: behaviour });
    await expect(generate(8_000)).resolves.toEqual({ text: 'At the second try' });
    expect(asked()).toBe(order);
  });

  test('a permanent 503 is tried twice before the other provider is asked', async () => {
    scene.standIn.set({ openai: status(503) });
    await expect(generate(8_000)).resolves.toEqual({ text: 'A text by Gemini' });
    expect(asked()).toBe('openai openai gemini');
  });

  test('is skipped if there is no time for it', async () => {
    scene.standIn.set({ openai: status(503) });
    await expect(generate(1_500)).resolves.toEqual({ text: 'A text by Gemini' });
    expect(asked()).toBe('openai gemini');
  });
});

test.each([
  ['plain text of a server that ignores the schema', 'A red bicycle'],
  ['JSON after reasoning', '<think>Red?</think>\n{"alt_text": "A red bicycle"}'],
  ['JSON in a code fence', '```json\n{"alt_text": "A red bicycle"}\n```'],
])('%s is taken', async (_case, raw) => {
  scene.standIn.set({ openai: content(raw) });
  await expect(generate()).resolves.toEqual({ text: 'A red bicycle' });
});

test('fails within the deadline and names both providers if neither responds', async () => {
  scene.standIn.set({ openai: silence, gemini: silence });
  const start = performance.now();
  await expect(generate(800)).rejects.toThrow(
    'openai: did not answer in time; gemini: did not answer in time',
  );
  expect(performance.now() - start).toBeLessThan(1_500);
  expect(asked()).toBe('openai gemini');
});

describe('a call with little time left', () => {
  let reported: (readonly FailureKind[])[];
  const onAllFailed = (kinds: readonly FailureKind[]) => void reported.push(kinds);

  beforeEach(() => {
    reported = [];
    scene.chain = createChain(bothProviders(), { ...options(), onAllFailed });
  });

  test.each([200, 0, -1_000])('asks nobody: %i ms', async (ms) => {
    await expect(generate(ms)).rejects.toMatchObject({
      kind: 'timeout',
      message: 'openai: no time was left to ask it; gemini: no time was left to ask it',
    });
    expect(asked()).toBe('');
    expect(reported).toEqual([]);
  });

  test('asks the first only, if that takes the rest of it', async () => {
    scene.standIn.set({ openai: silence });
    await expect(generate(400)).rejects.toThrow(
      'openai: did not answer in time; gemini: no time was left to ask it',
    );
    expect(asked()).not.toContain('gemini');
    expect(reported).toEqual([]);
  });

  test('is not reported if a provider was asked too late', async () => {
    const longer = { ...options(5_000), requestDeadlineMs: 10_000 };
    scene.chain = createChain(bothProviders(), { ...longer, onAllFailed });
    scene.standIn.set({ openai: silence, gemini: status(401) });
    await expect(generate(2_200)).rejects.toMatchObject({ kind: 'authentication' });
    expect(reported).toEqual([]);
    scene.standIn.set({ openai: status(401) });
    await expect(generate()).rejects.toMatchObject({ kind: 'authentication' });
    expect(reported).toEqual([['authentication', 'authentication']]);
  });
});

test('ignores an answer after the time-out', async () => {
  const late = new Promise<void>((resolve) => {
    scene.standIn.set({
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
  expect(await scene.registry.metrics()).toContain(
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
  scene.standIn.set({ openai: flapping });
  for (let call = 0; call < 12; call++) await expect(generate()).resolves.toBeDefined();
  expect(await scene.registry.metrics()).toContain(
    'altscribe_provider_breaker_state{provider="openai"} 1',
  );
  scene.standIn.set({ openai: text('Back again') });
  later(30_000);
  await expect(generate()).resolves.toEqual({ text: 'Back again' });
});

test('does not ask the second provider after the caller hangs up', async () => {
  const controller = new AbortController();
  scene.standIn.set({ openai: () => controller.abort() });
  await expect(generate(5_000, controller.signal)).rejects.toMatchObject({ kind: 'aborted' });
  expect(asked()).toBe('openai');
});

describe('blames the image if every provider asked does', () => {
  test.each<[string, Behaviour, Behaviour, string]>([
    ['both', unreadableImage, unreadableImage, 'image'],
    ['not where the first one fails otherwise', status(401), unreadableImage, 'authentication'],
    ['not where the last one fails otherwise', unreadableImage, status(401), 'authentication'],
  ])('%s', async (_case, first, second, kind) => {
    scene.standIn.set({ openai: first, gemini: second });
    await expect(generate()).rejects.toMatchObject({ kind });
    expect(asked()).toBe('openai gemini');
  });

  test('a skipped provider does not count', async () => {
    scene.standIn.set({ openai: status(401) });
    for (let call = 0; call < 5; call++) await generate();
    scene.standIn.set({ gemini: unreadableImage });
    await expect(generate()).rejects.toMatchObject({ kind: 'image' });
  });
});

test('logs a refused key as an error even if the clock is set back', async () => {
  scene.standIn.set({ openai: status(401) });
  await generate();
  vi.useFakeTimers({ now: Date.now() - 86_400_000, toFake: ['Date'] });
  later(60_001);
  await generate();
  const levels = scene.logged.map((line) => (JSON.parse(line) as { level: number }).level);
  expect(levels).toEqual([50, 50]);
});

test('logs a refused key as an error once a minute and counts every failure', async () => {
  scene.standIn.set({ openai: status(401) });
  await generate();
  await generate();
  const levels = scene.logged.map((line) => (JSON.parse(line) as { level: number }).level);
  expect(levels).toEqual([50, 40]);
  const metrics = await scene.registry.metrics();
  expect(metrics).toContain(
    'altscribe_provider_calls_total{provider="openai",outcome="authentication"} 2',
  );
  expect(metrics).toContain('altscribe_provider_calls_total{provider="gemini",outcome="ok"} 2');
  expect(metrics).toContain('altscribe_provider_fallbacks_total 2');
});
