import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataUri, plainImage } from '../../support/images.ts';
import { writeGeminiText } from '../../support/gemini-wire.ts';
import { writeOpenAIText } from '../../support/openai-wire.ts';
import { reset, status, text, type Behaviour } from '../../support/provider-stand-in.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import type { Answer } from '../../support/service.ts';
import { startWebhook, type Webhook } from '../../support/webhook.ts';

const written = 'Two “grey” doors with número 7, one partly open';

let shared: ServiceWithProviders;
let webhook: Webhook;

beforeAll(async () => {
  webhook = await startWebhook();
  const env = {
    VERIFY_TEXTS: 'on',
    ALERT_WEBHOOK_URL: webhook.url,
    PROVIDER_TIMEOUT_MS: '1500',
    REQUEST_DEADLINE_MS: '2500',
  };
  shared = await startServiceWithProviders({ env });
});

afterAll(async () => {
  await shared.dispose();
  webhook.stop();
});

/** Answers with this content, whatever was asked. */
function content(raw: string): Behaviour {
  return ({ provider }, response) => {
    const body = provider === 'openai' ? writeOpenAIText(raw) : writeGeminiText(raw);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

const doubting = (...doubts: string[]) =>
  content(
    JSON.stringify({
      doubt_1: doubts[0] ?? '',
      doubt_2: doubts[1] ?? '',
      doubt_3: doubts[2] ?? '',
    }),
  );

/** A service whose first provider has written the text. */
const begin = (gemini: Behaviour, openai: Behaviour = text(written, 'informative')) =>
  shared.forTest({ behaviours: { openai, gemini } });

const doubtsOf = ({ headers }: Answer) => headers.get('altscribe-doubts');

async function counted(labels: string): Promise<number> {
  const metrics = await (await fetch(`${shared.service.url}/metrics`)).text();
  const line = metrics.split('\n').find((one) => one.startsWith(`altscribe_provider_${labels} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test('the other provider sees image, text and context, and its doubts are a header in ASCII', async () => {
  const { generate, providers, service, userId } = await begin(
    doubting('one partly open.', '“número 7”', 'a quotation that is not there'),
  );
  const before = await service.credits(userId);
  const answer = await generate({ image_context: 'Caption: Our office', style: 'Be brief' });
  expect(answer.status).toBe(200);
  expect(answer.body['altText']).toBe(written);
  expect(doubtsOf(answer)).toBe('["one partly open","n\\u00famero 7"]');
  expect(JSON.parse(doubtsOf(answer) ?? '')).toEqual(['one partly open', 'número 7']);
  expect(answer.headers.get('altscribe-model')).toBe('gpt-5.4-mini');
  expect(await service.credits(userId)).toBe(before - 1);
  const [writer, reader] = providers.calls;
  expect(providers.calls.map(({ provider }) => provider)).toEqual(['openai', 'gemini']);
  expect(reader?.image.equals(writer?.image ?? Buffer.of())).toBe(true);
  expect(JSON.parse(reader?.context ?? '')).toEqual({
    alt_text: written,
    context: { surroundings: 'Caption: Our office' },
  });
});

test('sees a long image as the writer does, in parts', async () => {
  const { generate, providers } = await begin(doubting());
  const image_file = dataUri(await plainImage('png', { width: 300, height: 6_000 }));
  const answer = await generate({ image_file, text_length: 'long' });
  expect(answer.status).toBe(200);
  const [writer, reader] = providers.calls;
  expect(writer?.parts).toHaveLength(3);
  expect(reader?.parts).toEqual(writer?.parts);
  expect(reader?.instructions).toContain('in 3 parts');
});

test('after a fallback, the first provider is the other one', async () => {
  const { generate, providers } = await begin(text('A grey door'), (call, response) =>
    call.instructions.startsWith('Another model')
      ? doubting('grey')(call, response)
      : status(400)(call, response),
  );
  expect(doubtsOf(await generate())).toBe('["grey"]');
  expect(providers.calls.map(({ provider }) => provider)).toEqual(['openai', 'gemini', 'openai']);
});

describe('nothing changes', () => {
  const unusable: Record<string, Behaviour> = {
    'if it fails': status(500),
    'if the connection breaks': reset,
    'if its key is wrong': status(401),
    'if it answers nonsense': content('Looks fine to me!'),
    'if it answers with another object': text('A text by Gemini'),
    'if it answers broken JSON': content('{"doubt_1": "one partly'),
    'if it refuses': content(''),
  };
  test.each(Object.entries(unusable))('%s', async (_case, gemini) => {
    const { generate, service, userId } = await begin(gemini);
    const failed = await counted('calls_total{provider="gemini",outcome="ok"}');
    const start = performance.now();
    const answer = await generate();
    expect(performance.now() - start).toBeLessThan(2_500);
    expect(answer.status).toBe(200);
    expect(answer.body['altText']).toBe(written);
    expect(doubtsOf(answer)).toBeNull();
    expect(await service.credits(userId)).toBe(999);
    expect(await counted('calls_total{provider="gemini",outcome="ok"}')).toBe(failed);
  });

  test.each(['decorative', 'functional'])('for an image that is %s', async (purpose) => {
    const { generate, providers } = await begin(doubting('grey'), text(written, purpose));
    expect(doubtsOf(await generate())).toBeNull();
    expect(providers.calls).toHaveLength(1);
  });
});

test('a reader may leave out the fields that it does not need', async () => {
  const { generate } = await begin(content('Let me see. {"doubt_1": "grey"} Done.'));
  expect(doubtsOf(await generate())).toBe('["grey"]');
});

test('a text without doubts has an empty list', async () => {
  const { generate } = await begin(doubting());
  expect(doubtsOf(await generate())).toBe('[]');
});

test('a request can decide, and the cache keeps both apart', async () => {
  const { generate, providers } = await begin(doubting('grey'));
  const image_file = dataUri(await plainImage('png'));
  const ask = (verify?: boolean) =>
    generate({ image_file, ...(verify === undefined ? {} : { verify }) });
  expect(doubtsOf(await ask(false))).toBeNull();
  expect(providers.calls).toHaveLength(1);
  expect(doubtsOf(await ask())).toBe('["grey"]');
  const again = await ask(true);
  expect(doubtsOf(again)).toBe('["grey"]');
  expect(again.headers.get('age')).not.toBeNull();
  expect(doubtsOf(await ask(false))).toBeNull();
  expect(providers.calls).toHaveLength(3);
  expect((await generate({ verify: 'yes' })).body).toMatchObject({
    errors: [{ path: 'verify', message: 'Send verify as true or false.' }],
  });
});

test('a repeated response has the same doubts', async () => {
  const { generate, providers } = await begin(doubting('grey'));
  const key = { 'idempotency-key': crypto.randomUUID(), 'cache-control': 'no-cache' };
  const image_file = dataUri(await plainImage('png'));
  expect(doubtsOf(await generate({ image_file }, key))).toBe('["grey"]');
  providers.set({ gemini: doubting('doors') });
  expect(doubtsOf(await generate({ image_file }, key))).toBe('["grey"]');
  expect(providers.calls).toHaveLength(2);
});

test('metrics count it by provider and purpose', async () => {
  const verify = 'provider="gemini",purpose="verify"';
  const names = [
    `calls_total{${verify},outcome="ok"}`,
    `tokens_total{${verify},direction="input"}`,
    'calls_total{provider="gemini",outcome="ok"}',
  ];
  const before = await Promise.all(names.map(counted));
  await (await begin(doubting('grey'))).generate();
  const after = await Promise.all(names.map(counted));
  expect(after[0]).toBe((before[0] ?? 0) + 1);
  expect(after[1]).toBeGreaterThan(before[1] ?? 0);
  expect(after[2]).toBe(before[2]);
  expect(await counted(`call_duration_seconds_count{${verify}}`)).toBeGreaterThan(0);
});

test('a reader that rejects our key is skipped, but not for texts; operators hear of it', async () => {
  const { generate, providers } = await begin(status(401));
  const refused = 'calls_total{provider="gemini",purpose="verify",outcome="authentication"}';
  const before = await counted(refused);
  for (let count = 0; count < 7; count += 1) expect((await generate()).status).toBe(200);
  expect(providers.calls.filter(({ provider }) => provider === 'gemini')).toHaveLength(5);
  expect(await counted('breaker_state{provider="gemini"}')).toBe(0);
  expect(await counted(refused)).toBe(before + 5);
  await expect
    .poll(() => webhook.texts().join('\n'), { timeout: 10_000 })
    .toContain('gemini rejects our API key');
});
