import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { claimIdempotencyKey } from '../../../service/accounts/idempotency.ts';
import { createLog } from '../../../service/server/log.ts';
import type { Account } from '../../../service/storage/interfaces/accounts.ts';
import { openLowdbAccountStore } from '../../../service/storage/lowdb/account-store.ts';
import { openPostgresAccountStore } from '../../../service/storage/postgres/account-store.ts';
import { dataUri } from '../../support/images.ts';
import { usePostgres } from '../../support/postgres/use-postgres.ts';
import { status, text, type Behaviour } from '../../support/provider-stand-in.ts';
import { generatePath, startService, type RunningService } from '../../support/service.ts';
import {
  newImage,
  providerEnv,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';

/** A provider that answers many calls, each with a different text. */
function newTexts(): Behaviour {
  let asked = 0;
  return text(() => `Text ${(asked += 1)}`);
}

/** A provider that waits before it answers, and reports when it is asked. */
function patient(then: Behaviour) {
  let onAsked: () => void = () => undefined;
  let answerNow: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (onAsked = resolve));
  const mayAnswer = new Promise<void>((resolve) => (answerNow = resolve));
  const behaviour: Behaviour = async (call, response) => {
    onAsked();
    await mayAnswer;
    await then(call, response);
  };
  return { behaviour, asked, answerNow };
}

const postgres = usePostgres();

// Without the cache, each answer is either new or recorded under its key.
const uncached = { CACHE_TTL_SECONDS: '0' };

describe.each(['lowdb', 'PostgreSQL'])('Idempotency-Key on %s', (kind) => {
  let env: Record<string, string>;
  let shared: ServiceWithProviders;
  /** The process on the data of all tests, and an account of this test. */
  let service: RunningService;
  let whole: ServiceWithProviders;
  let body: Record<string, unknown>;

  async function newEnv(): Promise<Record<string, string>> {
    return kind === 'PostgreSQL' ? { DATABASE_URL: await postgres.createDatabase() } : {};
  }

  const behaviours = () => ({ openai: newTexts(), gemini: status(500) });

  beforeAll(async () => {
    env = { ...uncached, ...(await newEnv()) };
    shared = await startServiceWithProviders({ env });
    ({ service } = shared);
  }, 60_000);

  afterAll(async () => {
    await service.dispose();
    await shared.dispose();
  });

  beforeEach(async () => {
    whole = await shared.forTest({ behaviours: behaviours(), credits: 10 });
    body = { user_id: whole.userId, image_file: await newImage(), language_code: 'pt_BR' };
  });

  function generate(key: string, fields = {}) {
    const headers = { 'x-api-key': whole.key, 'idempotency-key': key };
    return service.post(generatePath, { ...body, ...fields }, headers);
  }

  const credits = () => service.credits(whole.userId);

  /** Stops the service and starts another on its data. */
  async function restart(signal: NodeJS.Signals, more: Record<string, string> = {}) {
    await service.stop(signal);
    const own = { ...env, ...more, DATA_DIR: service.dataDir };
    service = await startService({ ...providerEnv(shared.providers), ...own });
  }

  /** On PostgreSQL, the call may belong to another process until its caller must have given up. */
  async function expireCalls() {
    if (!env['DATABASE_URL']) return;
    await postgres.run(
      env['DATABASE_URL'],
      `UPDATE entries SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL;
       UPDATE idempotency_keys SET expires_at = now() - interval '1 second' WHERE answer IS NULL`,
    );
  }

  test('returns the same bytes for the same key, for free', async () => {
    const first = await generate('key');
    await generate('another-key');
    const again = await generate('key', {
      // Fields that the parser drops do not make it a different request.
      user_id: ` ${whole.userId.toUpperCase()} `,
      unknown: 'field',
    });
    expect(first.body).toEqual({ altText: 'Text 1', CreditsAvailable: 9, plan_type: 'pro' });
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('content-language')).toBe('pt-BR');
    const isRepeated = [first, again].map(({ headers }) => headers.get('idempotency-replayed'));
    expect(isRepeated).toEqual([null, 'true']);
    expect(whole.providers.calls).toHaveLength(2);
    expect(await credits()).toBe(8);
  });

  test('treats a large image as the same request, however JSON escapes it', async () => {
    const raw = { width: 100, height: 100, channels: 3 } as const;
    const image = await sharp(randomBytes(30_000), { raw }).png().toBuffer();
    const json = JSON.stringify({ ...body, image_file: dataUri(image) });
    // PHP escapes slashes like this. Such an image is not decoded while the body is parsed.
    const escaped = json.replaceAll('/', '\\/');
    const headers = { 'x-api-key': whole.key, 'idempotency-key': 'key' };
    const first = await service.post(generatePath, json, headers);
    const again = await service.post(generatePath, escaped, headers);
    expect(first.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(whole.providers.calls).toHaveLength(1);
    expect(await credits()).toBe(9);
  });

  test('stores a cached answer under its key, whatever is cached later', async () => {
    const options = { env: await newEnv(), behaviours: behaviours(), credits: 10 };
    const cache = await startServiceWithProviders(options);
    onTestFinished(() => cache.dispose());
    body['user_id'] = cache.userId;
    const withKey = (fields = {}) =>
      cache.generate({ ...body, ...fields }, { 'idempotency-key': 'key' });
    const first = await cache.generate(body);
    const cached = await withKey();
    expect(cached.headers.get('age')).not.toBeNull();
    expect(cached.text).toBe(first.text);
    expect((await cache.generate(body, { 'cache-control': 'no-cache' })).text).not.toBe(first.text);
    expect((await withKey()).text).toBe(first.text);
    expect((await withKey({ blog_title: 'Other' })).status).toBe(400);
    expect(cache.providers.calls).toHaveLength(2);
    expect(await cache.service.credits(cache.userId)).toBe(8);
  });

  test('ten concurrent requests: one is asked and charged, and all get its answer', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => generate('key')));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(whole.providers.calls).toHaveLength(1);
    expect(await credits()).toBe(9);
  });

  test('answers 400 to the same key with another request', async () => {
    await generate('key');
    for (const fields of [{ blog_title: 'Boats' }, { image_file: await newImage() }]) {
      const answer = await generate('key', fields);
      expect(answer.status).toBe(400);
      expect(answer.body['errors']).toEqual([
        {
          path: 'Idempotency-Key',
          code: 'idempotency_key_reused',
          message: 'This Idempotency-Key was used with another request. Send a new key.',
        },
      ]);
    }
    expect(await credits()).toBe(9);
  });

  test('a failed call releases its key', async () => {
    whole.providers.set({ openai: status(500) });
    expect((await generate('key')).status).toBe(500);
    expect((await generate('key', { image_file: 'data:image/png;base64,AAAA' })).status).toBe(400);
    whole.providers.set({ openai: text('Better') });
    const answer = await generate('key');
    expect(answer.body).toMatchObject({ altText: 'Better', CreditsAvailable: 9 });
    expect((await generate('key')).text).toBe(answer.text);
  });

  test('a duplicate waits for the first call and takes over if that fails', async () => {
    const first = patient(status(400));
    whole.providers.set({ openai: first.behaviour });
    const failing = generate('key');
    await first.asked;
    const twin = generate('key');
    whole.providers.set({ openai: text('By the twin') });
    // A call after the second one has been answered, but the second one has not.
    expect((await generate('another-key')).status).toBe(200);
    expect(whole.providers.calls.filter(({ provider }) => provider === 'openai')).toHaveLength(2);
    first.answerNow();
    expect((await failing).status).toBe(500);
    expect((await twin).body).toMatchObject({ altText: 'By the twin', CreditsAvailable: 8 });
    expect(await credits()).toBe(8);
  });

  test('a duplicate takes over when the first caller hangs up', async () => {
    const first = patient(text('Too late'));
    whole.providers.set({ openai: first.behaviour });
    const caller = new AbortController();
    const gone = fetch(service.url + generatePath, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': whole.key,
        'idempotency-key': 'key',
      },
      body: JSON.stringify(body),
      signal: caller.signal,
    });
    await first.asked;
    whole.providers.set({ openai: text('By the twin') });
    const twin = generate('key');
    caller.abort();
    await expect(gone).rejects.toThrow();
    expect((await twin).body).toMatchObject({ altText: 'By the twin', CreditsAvailable: 9 });
    expect(await credits()).toBe(9);
  });

  test.each([
    ['an empty key', ''],
    ['a space in it', 'a key'],
    ['more than 255 characters', 'k'.repeat(256)],
    ['letters outside ASCII', 'clé'],
  ])('%s is a 400', async (_case, key) => {
    const answer = await generate(key);
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toEqual([
      {
        path: 'Idempotency-Key',
        code: 'idempotency_key_invalid',
        message: 'Send Idempotency-Key as 1 to 255 visible ASCII characters, without spaces.',
      },
    ]);
    expect(whole.providers.calls).toEqual([]);
  });

  test('accepts a key of 255 characters', async () => {
    expect((await generate('~'.repeat(255))).status).toBe(200);
  });

  test('the same key of another owner is a different key', async () => {
    const other = 'other@example.com';
    const key = await service.createAccount({ user_id: other, credits: 5 });
    await generate('key');
    const headers = { 'x-api-key': key, 'idempotency-key': 'key' };
    const answer = await service.post(generatePath, { ...body, user_id: other }, headers);
    expect(answer.body).toMatchObject({ altText: 'Text 2', CreditsAvailable: 4 });
  });

  test('the same key for another user of the same owner is a different request', async () => {
    const owner = whole.userId;
    await service.createAccount({ user_id: 'writer@example.com', owner });
    await generate('key');
    expect((await generate('key', { user_id: 'writer@example.com' })).status).toBe(400);
    expect(await service.credits('writer@example.com')).toBe(10);
  });

  test('an answer survives SIGTERM, and one recorded by an older release lacks the newer headers', async () => {
    const first = await generate('first');
    await service.stop();
    const log = createLog('silent');
    const store = await (env['DATABASE_URL']
      ? openPostgresAccountStore(env['DATABASE_URL'], { log })
      : openLowdbAccountStore(service.dataDir));
    const user = await store.findAccount(whole.userId);
    const request = body as Record<string, string>;
    const { signal } = new AbortController();
    const call = { key: 'key', user: user as Account, request, log, signal };
    const hold = await claimIdempotencyKey(store, { ...call, deadline: Date.now() + 10_000 });
    const recorded = { altText: 'Old', CreditsAvailable: 3, plan_type: 'pro' };
    await hold.record({ language: 'pt-BR', purpose: 'functional', body: recorded });
    await store.close();

    await restart('SIGTERM');
    const answer = await generate('key');
    expect(answer.body).toEqual(recorded);
    expect(answer.headers.get('altscribe-purpose')).toBe('functional');
    expect(answer.headers.has('altscribe-model')).toBe(false);
    expect(answer.headers.has('altscribe-prompt')).toBe(false);

    const again = await generate('first');
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(whole.providers.calls).toHaveLength(1);
    expect(await service.credits(whole.userId)).toBe(9);
  });

  test("kill -9 during the provider's call and a retry: charged once; an earlier answer survives", async () => {
    const earlier = await generate('earlier');
    const first = patient(text('Too late'));
    whole.providers.set({ openai: first.behaviour });
    const lost = generate('key');
    const failed = expect(lost).rejects.toThrow();
    await first.asked;
    await service.stop('SIGKILL');
    await failed;
    if (env['DATABASE_URL']) {
      await restart('SIGKILL', { REQUEST_DEADLINE_MS: '500' });
      const twin = await generate('key');
      expect(twin.status).toBe(429);
      expect(twin.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    await expireCalls();
    whole.providers.set({ openai: text('At last') });
    await restart('SIGKILL');
    const answer = await generate('key');
    expect(answer.body).toMatchObject({ altText: 'At last', CreditsAvailable: 8 });
    expect((await generate('key')).text).toBe(answer.text);
    const again = await generate('earlier');
    expect(again.status).toBe(200);
    expect(again.text).toBe(earlier.text);
    expect(await service.credits(whole.userId)).toBe(8);
  });

  test('charges each key once, with one answer, when killed at any moment', async () => {
    const busy = 'busy@example.com';
    const apiKey = await service.createAccount({ user_id: busy, credits: 100 });
    const texts = new Map<string, Set<string>>();

    async function call(key: string) {
      const headers = { 'x-api-key': apiKey, 'idempotency-key': key };
      const answer = await service.post(generatePath, { ...body, user_id: busy }, headers);
      const known = texts.get(key) ?? new Set();
      texts.set(key, answer.status === 200 ? known.add(answer.text) : known);
      return answer.status;
    }

    for (let round = 0; round < 4; round++) {
      const keys = Array.from({ length: 8 }, (_, i) => `key-${round}-${i}`);
      const pending = Promise.allSettled([...texts.keys(), ...keys].map(call));
      await sleep(Math.random() * 200);
      await service.stop('SIGKILL');
      await pending;
      for (const key of keys) texts.set(key, texts.get(key) ?? new Set());
      await expireCalls();
      await restart('SIGKILL');
    }
    const keys = [...texts.keys()];
    for (let again = 0; again < 2; again++) {
      expect(await Promise.all(keys.map(call))).toEqual(keys.map(() => 200));
    }
    expect([...texts.values()].map(({ size }) => size)).toEqual(keys.map(() => 1));
    expect(await service.credits(busy)).toBe(100 - keys.length);
  }, 90_000);
});
