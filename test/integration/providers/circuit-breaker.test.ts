import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSecondOpinion } from '../../../service/prompting/second-opinion.ts';
import { createChain } from '../../../service/providers/chain.ts';
import {
  content,
  errorWithHeaders,
  errorWithRetryAfter,
  inSequence,
  unreadableImage,
} from '../../support/faults.ts';
import { reset, silence, status, text, type Behaviour } from '../../support/provider-stand-in.ts';
import {
  asked,
  bothProviders,
  generate,
  later,
  now,
  options,
  log,
  providerTimeoutMs,
  request,
  scene,
  useChain,
} from './set-up-chain.ts';

useChain();

test('skips a provider that keeps failing, then tries it again with one call', async () => {
  scene.standIn.set({ openai: status(401) });
  for (let call = 0; call < 5; call++) await generate();
  scene.standIn.calls.length = 0;
  await generate();
  expect(asked()).toBe('gemini');
  expect(await scene.registry.metrics()).toContain(
    'altscribe_provider_breaker_state{provider="openai"} 1',
  );

  scene.standIn.set({ openai: text('Back again') });
  later(10_001);
  await expect(generate()).resolves.toEqual({ text: 'Back again' });
  expect(await scene.registry.metrics()).toContain(
    'altscribe_provider_breaker_state{provider="openai"} 0',
  );
});

test('a silent provider costs one time-out, even when it is tried again', async () => {
  scene.standIn.set({ openai: silence });
  await generate();
  const start = now();
  for (let call = 0; call < 3; call++) await generate();
  expect(asked()).toBe('openai gemini gemini gemini gemini');
  scene.standIn.calls.length = 0;
  later(10_001);
  for (let call = 0; call < 2; call++) {
    await expect(generate()).resolves.toEqual({ text: 'A text by Gemini' });
  }
  expect(now() - start).toBeLessThan(providerTimeoutMs);
  await expect.poll(() => asked().split(' ').sort().join(' ')).toBe('gemini gemini openai');

  const breaker = 'altscribe_provider_breaker_state{provider="openai"}';
  await expect.poll(() => scene.registry.metrics()).toContain(`${breaker} 1`);
  scene.standIn.set({ openai: text('Back again') });
  later(10_001);
  await expect(generate()).resolves.toEqual({ text: 'A text by Gemini' });
  await expect.poll(() => scene.registry.metrics()).toContain(`${breaker} 0`);
  await expect(generate()).resolves.toEqual({ text: 'Back again' });
});

test('a silent provider costs one time-out if it may take longer than its share of the deadline', async () => {
  scene.chain = createChain(bothProviders(), { ...options(60_000), requestDeadlineMs: 2_000 });
  scene.standIn.set({ openai: silence });
  for (let call = 0; call < 3; call++) await generate(2_000);
  expect(asked()).toBe('openai gemini gemini gemini');
});

test('if the caller hangs up during the trial, the provider is skipped until it answers', async () => {
  scene.standIn.set({ openai: status(401) });
  for (let call = 0; call < 5; call++) await generate();
  later(10_001);
  const controller = new AbortController();
  scene.standIn.set({ openai: () => controller.abort() });
  await expect(generate(5_000, controller.signal)).rejects.toMatchObject({ kind: 'aborted' });
  const breaker = 'altscribe_provider_breaker_state{provider="openai"}';
  expect(await scene.registry.metrics()).toContain(`${breaker} 1`);
  // The next call is a trial itself.
  scene.standIn.calls.length = 0;
  scene.standIn.set({ openai: status(401) });
  for (let call = 0; call < 2; call++) await generate();
  expect(asked()).toBe('openai gemini gemini');
});

test('skips a provider no longer if the clock is set back', async () => {
  scene.standIn.set({ openai: status(401) });
  for (let call = 0; call < 5; call++) await generate();
  scene.standIn.set({ openai: text('Back again') });
  vi.useFakeTimers({ now: Date.now() - 86_400_000, toFake: ['Date'] });
  later(10_001);
  await expect(generate()).resolves.toEqual({ text: 'Back again' });
});

test('one slow answer among others, or a call with little time left, does not count as silence', async () => {
  let calls = 0;
  scene.standIn.set({ openai: (...args) => (calls++ === 0 ? silence : text('A text'))(...args) });
  await Promise.all([generate(), generate()]);
  await expect(generate()).resolves.toEqual({ text: 'A text' });
  scene.standIn.set({ openai: silence });
  await generate(providerTimeoutMs);
  scene.standIn.set({ openai: text('A text') });
  await expect(generate()).resolves.toEqual({ text: 'A text' });
});

test('calls that come too late say nothing about the provider', async () => {
  scene.standIn.set({ openai: silence });
  await Promise.allSettled(Array.from({ length: 6 }, () => generate(providerTimeoutMs * 0.4)));
  scene.standIn.set({ openai: text('A text') });
  await expect(generate()).resolves.toEqual({ text: 'A text' });
});

test('after a trial that comes too late, the next call is a trial itself', async () => {
  scene.standIn.set({ openai: status(401) });
  for (let call = 0; call < 5; call++) await generate();
  later(10_001);
  scene.standIn.set({ openai: silence });
  await expect(generate(providerTimeoutMs * 0.4)).rejects.toMatchObject({ kind: 'timeout' });
  const breaker = 'altscribe_provider_breaker_state{provider="openai"}';
  expect(await scene.registry.metrics()).toContain(`${breaker} 1`);
  scene.standIn.set({ openai: text('Back again') });
  await expect(generate()).resolves.toEqual({ text: 'Back again' });
});

test('an unreadable image does not open the breaker', async () => {
  scene.standIn.set({ openai: unreadableImage });
  for (let call = 0; call < 6; call++) await generate();
  scene.standIn.calls.length = 0;
  await generate();
  expect(asked()).toBe('openai gemini');
});

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly variable?: string;
}

const lines = () => scene.logged.map((line) => JSON.parse(line) as Line);

const linesOfBreaker = () =>
  lines()
    .map(({ msg }) => msg)
    .filter((msg) => msg.startsWith('circuit breaker'));

test('a model that does not exist is logged with its variable, and not asked for a minute', async () => {
  scene.standIn.set({ openai: status(404, 'The model `m` does not exist') });
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
  scene.standIn.set({ openai: text('Pulled') });
  later(1_001);
  await expect(generate()).resolves.toEqual({ text: 'Pulled' });
});

test('a model that takes no images is logged with the message of its server, and not asked for a minute', async () => {
  scene.standIn.set({ openai: status(500, 'this model is missing data required for image input') });
  for (let call = 0; call < 3; call++) await generate();
  // A 500 would be asked again, and no breaker would open.
  expect(asked()).toBe('openai gemini gemini gemini');
  expect(lines()).toContainEqual(
    expect.objectContaining({
      level: 50,
      status: 500,
      variable: 'OPENAI_MODEL',
      hint: 'this model is missing data required for image input',
      msg: 'the provider or its model takes no images: choose a model that does',
    }),
  );
});

test('filtered images open no breaker', async () => {
  const filter = status(400, 'The response was filtered: see our content management policy.');
  scene.standIn.set({ openai: filter, gemini: filter });
  for (let call = 0; call < 7; call++) {
    await expect(generate()).rejects.toMatchObject({
      kind: 'refusal',
      message: ['openai', 'gemini']
        .map((name) => `${name}: refused to describe the image (status 400)`)
        .join('; '),
    });
  }
  expect(linesOfBreaker()).toEqual([]);
});

describe('a chain of one provider', () => {
  beforeEach(() => {
    scene.chain = createChain(bothProviders().slice(0, 1), options());
  });
  const breaker = (value: number) =>
    `altscribe_provider_breaker_state{provider="openai"} ${value}\n`;

  test('has a breaker, which is logged once when it opens and once when it closes', async () => {
    expect(await scene.registry.metrics()).toContain(breaker(0));
    scene.standIn.set({ openai: status(401) });
    for (let call = 0; call < 7; call++) await generate().catch(() => undefined);
    expect(scene.standIn.calls).toHaveLength(5);
    expect(await scene.registry.metrics()).toContain(breaker(1));
    expect(linesOfBreaker()).toEqual(['circuit breaker open: the provider is skipped']);
    await expect(generate()).rejects.toMatchObject({
      message: 'openai: is skipped for a moment (rejected our API key)',
      retryAfterMs: expect.closeTo(10_000, -3.5) as unknown,
    });
    // The trial fails: nothing new is logged.
    later(10_001);
    await generate().catch(() => undefined);
    expect(linesOfBreaker()).toHaveLength(1);
    scene.standIn.set({ openai: text('Back again') });
    later(10_001);
    await expect(generate()).resolves.toEqual({ text: 'Back again' });
    expect(await scene.registry.metrics()).toContain(breaker(0));
    expect(linesOfBreaker()).toEqual([
      'circuit breaker open: the provider is skipped',
      'circuit breaker closed',
    ]);
  });

  test('is not skipped after a single time-out', async () => {
    scene.standIn.set({ openai: silence });
    await generate().catch(() => undefined);
    scene.standIn.set({ openai: text('A text') });
    await expect(generate()).resolves.toEqual({ text: 'A text' });
  });

  test('is not asked before the time that it states, and then by all calls', async () => {
    scene.standIn.set({ openai: errorWithRetryAfter(429, '60') });
    await expect(generate()).rejects.toMatchObject({ kind: 'rate-limit', retryAfterMs: 60_000 });
    expect(await scene.registry.metrics()).toContain(breaker(1));
    later(30_000);
    for (let call = 0; call < 3; call++) {
      await expect(generate()).rejects.toMatchObject({
        message: 'openai: is skipped for a moment (too many requests, or no quota left)',
        retryAfterMs: expect.closeTo(30_000, -3.5) as unknown,
      });
    }
    expect(scene.standIn.calls).toHaveLength(1);
    scene.standIn.set({ openai: text('Back again') });
    later(30_001);
    await expect(Promise.all([generate(), generate()])).resolves.toHaveLength(2);
    expect(await scene.registry.metrics()).toContain(breaker(0));
    expect(linesOfBreaker()).toHaveLength(2);
  });

  test.each([
    ['two days', { 'retry-after': '172800' }],
    ['a date far in the future', { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' }],
    ['milliseconds', { 'retry-after-ms': '172800000', 'retry-after': '1' }],
    ['more than there is time', { 'retry-after': '9'.repeat(400) }],
  ])('is asked by one call a minute while it states %s', async (_time, headers) => {
    scene.standIn.set({ openai: errorWithHeaders(429, headers) });
    await expect(generate()).rejects.toMatchObject({ retryAfterMs: 60_000 });
    expect(await scene.registry.metrics()).toContain(breaker(1));
    const askTenTimes = () => Promise.allSettled(Array.from({ length: 10 }, () => generate()));
    later(59_000);
    await askTenTimes();
    expect(scene.standIn.calls).toHaveLength(1);
    // However the trial ends, the next one is a single call a minute later.
    const hangUp = new AbortController();
    const endings: [Behaviour, AbortSignal?][] = [
      [errorWithHeaders(429, headers)],
      [status(500)],
      [reset],
      [status(429)],
      [status(401)],
      [() => hangUp.abort(), hangUp.signal],
    ];
    for (const [index, [behaviour, signal]] of endings.entries()) {
      scene.standIn.set({ openai: behaviour });
      later(index === 0 ? 1_001 : 60_001);
      await generate(5_000, signal).catch(() => undefined);
      await askTenTimes();
      later(30_000);
      await askTenTimes();
      later(-30_000);
      expect(scene.standIn.calls).toHaveLength(index + 2);
    }
    scene.standIn.set({ openai: text('Back again') });
    later(60_001);
    await expect(generate()).resolves.toEqual({ text: 'Back again' });
    expect(await scene.registry.metrics()).toContain(breaker(0));
    await expect(Promise.all([generate(), generate()])).resolves.toHaveLength(2);
  });

  test('a running call does not ask again if it would have to wait for days', async () => {
    const days = errorWithHeaders(429, { 'retry-after': '172800' });
    scene.standIn.set({ openai: inSequence(status(500), days, text('Too early')) });
    await Promise.allSettled([generate(), generate()]);
    expect(scene.standIn.calls).toHaveLength(2);
  });

  test.each(['-5', 'soon 5', 'NaN', '1e3', '2026-01-01', '5, 10', 'Infinity'])(
    'a Retry-After of "%s" is ignored',
    async (value) => {
      scene.standIn.set({ openai: errorWithHeaders(429, { 'retry-after': value }) });
      await expect(generate()).rejects.toMatchObject({ retryAfterMs: undefined });
      expect(scene.standIn.calls).toHaveLength(1);
    },
  );

  test.each([
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after-ms': '1500.5' }, 1_500.5],
    [{ 'retry-after-ms': '-1', 'retry-after': '3' }, 3_000],
  ])('%j is %d milliseconds', async (headers, ms) => {
    scene.standIn.set({ openai: errorWithHeaders(429, headers) });
    await expect(generate(1_000)).rejects.toMatchObject({ retryAfterMs: ms });
  });
});

test('with two providers, the second answers while the first one says to wait for days', async () => {
  scene.standIn.set({ openai: errorWithHeaders(503, { 'retry-after': '172800' }) });
  for (let call = 0; call < 3; call++) await generate();
  expect(asked()).toBe('openai gemini gemini gemini');
  later(60_001);
  await Promise.all([generate(), generate(), generate()]);
  expect(scene.standIn.calls.filter(({ provider }) => provider === 'openai')).toHaveLength(2);
  scene.standIn.set({ openai: text('Back again') });
  later(60_001);
  await expect(generate()).resolves.toEqual({ text: 'Back again' });
});

test('the caller is told the earliest time, unless a provider can be asked immediately', async () => {
  scene.standIn.set({
    openai: errorWithRetryAfter(429, '60'),
    gemini: errorWithRetryAfter(429, '20'),
  });
  await expect(generate()).rejects.toMatchObject({ retryAfterMs: 20_000 });
  scene.chain = createChain(bothProviders(), options());
  scene.standIn.set({ gemini: status(401) });
  await expect(generate()).rejects.toMatchObject({ retryAfterMs: 60_000 });
  scene.chain = createChain(bothProviders(), options());
  scene.standIn.set({ gemini: status(429) });
  await expect(generate()).rejects.toMatchObject({ retryAfterMs: undefined });
});

test('a trial beside the call sends the whole image on a retry, too', async () => {
  scene.chain = createChain(bothProviders(), options(2_000));
  scene.standIn.set({ openai: silence });
  await generate();
  later(10_001);
  scene.standIn.calls.length = 0;
  scene.standIn.set({ openai: inSequence(status(500), text('Back again')) });
  await expect(generate()).resolves.toEqual({ text: 'A text by Gemini' });
  const images = () =>
    scene.standIn.calls.flatMap(({ provider, image }) =>
      provider === 'openai' ? [image.toString()] : [],
    );
  await expect.poll(images, { timeout: 5_000 }).toEqual(['an image', 'an image']);
});

describe('second opinions', () => {
  const doubts = content(JSON.stringify({ doubt_1: 'red', doubt_2: '', doubt_3: '' }));

  /** Asks for a second opinion on a text of this provider. */
  function createReading() {
    const ask = createSecondOpinion(bothProviders(), {
      ...options(1_000),
      isSkipped: () => false,
    });
    return (writer: string) =>
      ask(
        { text: 'A red door', writer, image: request.image, prompt: request },
        { signal: new AbortController().signal, log, deadline: Date.now() + 5_000 },
      );
  }

  test('a silent reader costs one time-out, and another one reads meanwhile', async () => {
    scene.standIn.set({ openai: silence, gemini: doubts });
    const read = createReading();
    await expect(read('gemini')).resolves.toBeUndefined();
    const start = now();
    for (let call = 0; call < 3; call++) await expect(read('gemini')).resolves.toBeUndefined();
    await expect(read('another')).resolves.toEqual(['red']);
    expect(asked()).toBe('openai gemini');
    scene.standIn.set({ openai: doubts });
    later(10_001);
    await expect(read('gemini')).resolves.toBeUndefined();
    expect(now() - start).toBeLessThan(1_000);
    await expect.poll(() => read('gemini')).toEqual(['red']);
  });

  test('a reader is not asked before its `Retry-After`', async () => {
    scene.standIn.set({ gemini: errorWithRetryAfter(429, '30') });
    const read = createReading();
    for (let call = 0; call < 3; call++) await expect(read('openai')).resolves.toBeUndefined();
    expect(asked()).toBe('gemini');
    scene.standIn.set({ gemini: doubts });
    later(30_001);
    await expect(read('openai')).resolves.toEqual(['red']);
  });
});
