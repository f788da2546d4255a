import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { content, errorWithRetryAfter, html, stall } from '../../../support/faults.ts';
import {
  reset,
  silence,
  status,
  text,
  type Behaviour,
} from '../../../support/provider-stand-in.ts';
import {
  newImage,
  startServiceWithProviders,
  type ServiceWithProviders,
  type StartOptions,
} from '../../../support/service-with-providers.ts';

const failures: [name: string, openai: Behaviour][] = [
  ['a fault (500)', status(500)],
  ['too many requests (429)', status(429)],
  ['a refused key (401)', status(401)],
  ['silence', silence],
  ['a body that stalls', stall],
  ['a broken connection', reset],
  ['an empty text', text('')],
  ['broken JSON', content('{"alt_text": "A text that')],
  ['a web page', html],
  ['words of refusal', text("I'm sorry, but I can't help with that.")],
];

// Long enough for Gemini to answer on a busy machine, short enough to wait for once.
const env = { PROVIDER_TIMEOUT_MS: '1500' };
type Behaviours = NonNullable<StartOptions['behaviours']>;

let shared: ServiceWithProviders;

beforeAll(async () => {
  shared = await startServiceWithProviders({ env });
});

afterAll(() => shared.dispose());

/** The shared service after a success, which makes a provider forget its failures. */
async function begin(behaviours: Behaviours): Promise<ServiceWithProviders> {
  shared.providers.startOver();
  expect((await shared.generate()).body['altText']).toBe('A text by OpenAI');
  return shared.forTest({ behaviours, credits: 10 });
}

/** A separate service, because a provider is skipped for a while after a time-out. */
async function start(options: StartOptions): Promise<ServiceWithProviders> {
  const whole = await startServiceWithProviders({ env, credits: 10, ...options });
  onTestFinished(() => whole.dispose());
  return whole;
}

const silent = new Set([silence, stall]);

describe('falls back to Gemini, unnoticed by the caller, when OpenAI responds with', () => {
  test.each(failures)('%s', async (_name, openai) => {
    const behaviours = { openai };
    const whole = await (silent.has(openai) ? start({ behaviours }) : begin(behaviours));
    const answer = await whole.generate();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      altText: 'A text by Gemini',
      CreditsAvailable: 9,
      plan_type: 'pro',
    });
    expect(whole.providers.calls[0]?.provider).toBe('openai');
    expect(await whole.service.credits(whole.userId)).toBe(9);
    if (!silent.has(openai)) return;

    // OpenAI is skipped now, and Gemini is as silent.
    whole.providers.set({ gemini: openai });
    await expectFailure(whole);
    expect(await whole.service.credits(whole.userId)).toBe(9);
  });
});

test('answers 500 and charges no credit when both are down', async () => {
  const whole = await begin({ openai: status(401), gemini: status(500) });
  await expectFailure(whole);
  expect(await whole.service.credits(whole.userId)).toBe(10);
});

/** A call that no provider answers. */
async function expectFailure({ generate }: ServiceWithProviders): Promise<void> {
  const answer = await generate();
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    success: false,
    message: 'Internal server error',
    error: expect.stringMatching(/openai: .+; gemini: .+/) as unknown,
  });
}

test.each(['<think>The user wants a text', '<a'.repeat(32_768), "I don't see an image."])(
  'neither charges for nor caches an unusable answer: %.30s',
  async (answer) => {
    const behaviours = { openai: content(answer), gemini: content(answer) };
    const whole = await begin(behaviours);
    const image_file = await newImage();
    expect((await whole.generate({ image_file })).status).toBe(500);
    expect(await whole.service.credits(whole.userId)).toBe(10);

    whole.providers.set({ openai: text('A red bicycle') });
    expect((await whole.generate({ image_file })).body).toMatchObject({
      altText: 'A red bicycle',
      CreditsAvailable: 9,
    });
  },
);

test('responds within its deadline when no provider does', async () => {
  const whole = await start({
    env: { REQUEST_DEADLINE_MS: '1000' },
    behaviours: { openai: silence, gemini: silence },
  });
  const startedAt = performance.now();
  const answer = await whole.generate();
  expect(answer.status).toBe(500);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(whole.providers.calls.map(({ provider }) => provider)).toEqual(['openai', 'gemini']);
});

test('passes on when a single provider can be asked again', async () => {
  const behaviours = { openai: errorWithRetryAfter(429, '60') };
  const whole = await start({ env: { GEMINI_API_KEY: '' }, behaviours });
  const [first, second] = [await whole.generate(), await whole.generate()];
  expect([first.status, second.status]).toEqual([500, 500]);
  expect(first.headers.get('Retry-After')).toBe('60');
  expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(50);
  expect(whole.providers.calls).toHaveLength(1);
  expect(await whole.service.credits(whole.userId)).toBe(10);
});

test('uses OpenAI again once it has recovered', async () => {
  const whole = await begin({ openai: status(500) });
  expect((await whole.generate()).body['altText']).toBe('A text by Gemini');
  whole.providers.set({ openai: text('Back again') });
  expect((await whole.generate()).body['altText']).toBe('Back again');
});
