import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { promptVersion } from '../../../service/prompting/prompt.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { startImageHost } from '../../support/image-host.ts';
import { dataUri, plainImage } from '../../support/images.ts';
import { status, text, type Behaviour } from '../../support/provider-stand-in.ts';
import {
  newImage,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import type { Answer } from '../../support/service.ts';

// Each service and each command on PostgreSQL opens a database.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A different text each time, with characters that JSON and HTTP must escape. */
function counting(): Behaviour {
  let count = 0;
  return text(() => `A "قطة" 🛋️ of number ${(count += 1)}`);
}

function expectFromCache(answer: Answer, first: Answer) {
  expect(answer.status).toBe(200);
  expect(answer.body['altText']).toBe(first.body['altText']);
  expect(answer.headers.get('content-language')).toBe(first.headers.get('content-language'));
  expect(answer.headers.get('age')).toMatch(/^\d+$/);
}

function expectNew(answer: Answer) {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('age')).toBeNull();
}

onEachStorage((newEnv) => {
  let shared: ServiceWithProviders;

  beforeAll(async () => {
    const settings = { IMAGE_ALLOW_PRIVATE_NETWORKS: 'true', OPENAI_MODEL: 'größe 2' };
    shared = await startServiceWithProviders({ env: { ...(await newEnv()), ...settings } });
  });

  afterAll(() => shared.dispose());

  /** An account of the shared service. */
  const begin = (credits = 20) => shared.forTest({ behaviours: { openai: counting() }, credits });

  test('returns the same bytes for the same request, for free, even without credits', async () => {
    const { service, providers, userId, generate } = await begin(1);
    const fields = { image_file: await newImage(), blog_title: 'At sea', language_code: 'pt_BR' };
    const first = await generate(fields);
    expectNew(first);
    expect(first.body).toMatchObject({ CreditsAvailable: 0 });
    expectFromCache(await generate(fields), first);
    // The prompt is the same.
    expectFromCache(await generate({ ...fields, language_code: 'PT-br' }), first);
    expect(providers.calls).toHaveLength(1);
    expect((await generate()).status).toBe(403);
    expect(await service.credits(userId)).toBe(0);
  });

  test('asks again for any other request, and caches it separately', async () => {
    const { service, providers, userId, generate } = await begin();
    const other = 'writer@example.com';
    await service.createAccount({ user_id: other, owner: userId });
    const fields = { image_file: await newImage() };
    const variants = [
      fields,
      { ...fields, blog_title: 'Title' },
      { ...fields, seo_keywords: 'Title' },
      { ...fields, image_context: 'Title' },
      { ...fields, language_code: 'de' },
      { ...fields, text_length: 'short' },
      { ...fields, text_length: 'detailed' },
      { ...fields, text_length: 'long' },
      { image_file: await newImage() },
      { ...fields, user_id: other },
    ];
    const firsts = [];
    for (const variant of variants) {
      const first = await generate(variant);
      expectNew(first);
      firsts.push(first);
    }
    expect(new Set(firsts.map(({ body }) => body['altText'])).size).toBe(variants.length);
    for (const [i, variant] of variants.entries()) {
      expectFromCache(await generate(variant), firsts[i] as Answer);
    }
    expect(providers.calls).toHaveLength(variants.length);
    expect(await service.credits(userId)).toBe(20 - variants.length + 1);
    expect(await service.credits(other)).toBe(9);
  });

  test('a header states the purpose of the image, whether generated or cached', async () => {
    const { providers, key, generate } = await begin();
    const purposes = async (fields: object, headers: Record<string, string> = {}) => {
      const answer = await generate(fields, headers);
      expect(Object.keys(answer.body)).toEqual(['altText', 'CreditsAvailable', 'plan_type']);
      return answer.headers.get('altscribe-purpose');
    };
    for (const purpose of ['informative', 'functional', 'decorative', 'complex']) {
      providers.set({ openai: text('A line', purpose) });
      const fields = { image_file: await newImage() };
      const id = { 'x-api-key': key, 'idempotency-key': purpose };
      expect(await purposes(fields, id)).toBe(purpose);
      // From the record of the key, then from the cache, then from the record of a cached response.
      expect(await purposes(fields, id)).toBe(purpose);
      expect(await purposes(fields)).toBe(purpose);
      expect(await purposes(fields, { ...id, 'idempotency-key': `${purpose}-2` })).toBe(purpose);
      expect(await purposes(fields, { ...id, 'idempotency-key': `${purpose}-2` })).toBe(purpose);
    }
    expect(providers.calls).toHaveLength(4);
    // A server that ignores the schema returns no purpose, or an unknown one.
    for (const purpose of [undefined, 'ornamental']) {
      providers.set({ openai: text('A line', purpose) });
      const fields = { image_file: await newImage() };
      // The second time from the cache, which stores no purpose, like entries of the first release.
      expect([await purposes(fields), await purposes(fields)]).toEqual([null, null]);
    }
  });

  test('headers name the model and the version of the instructions, whether generated or cached', async () => {
    const { providers, key, generate } = await begin();
    const written = async (fields: object, idempotencyKey: string) => {
      const sent = { 'x-api-key': key, 'idempotency-key': idempotencyKey };
      const { headers } = await generate(fields, sent);
      return [headers.get('altscribe-model'), headers.get('altscribe-prompt')];
    };
    const openai = ['gr%C3%B6%C3%9Fe%202', promptVersion];
    const gemini = ['gemini-3.8-flash', promptVersion];
    for (const expected of [openai, gemini]) {
      const [model] = expected;
      const fields = { image_file: await newImage() };
      expect(await written(fields, `${model}-1`)).toEqual(expected);
      // From the record of the key, then from the cache, then from the record of a cached response.
      expect(await written(fields, `${model}-1`)).toEqual(expected);
      expect(await written(fields, `${model}-2`)).toEqual(expected);
      expect(await written(fields, `${model}-2`)).toEqual(expected);
      providers.set({ openai: status(401) });
    }
  });

  test('returns the current balance and plan with a cached text', async () => {
    const { service, userId, generate } = await begin();
    const fields = { image_file: await newImage() };
    const first = await generate(fields);
    await generate();
    await service.execute('account plan', { user_id: userId, plan: 'business' });
    const again = await generate(fields);
    expectFromCache(again, first);
    expect(again.body).toMatchObject({ CreditsAvailable: 18, plan_type: 'business' });
    expect(first.body).toMatchObject({ CreditsAvailable: 19, plan_type: 'pro' });
  });

  test('"no-cache" asks again, costs a credit and replaces the cached text', async () => {
    const { service, providers, userId, generate } = await begin();
    const fields = { image_file: await newImage() };
    let kept = await generate(fields);
    const directives = ['no-cache', 'NO-CACHE', 'max-age=0, No-Cache', 'no-cache,no-store'];
    for (const directive of directives) {
      const answer = await generate(fields, { 'cache-control': directive });
      expectNew(answer);
      expect(answer.body['altText']).not.toBe(kept.body['altText']);
      expectFromCache(await generate(fields), answer);
      kept = answer;
    }
    expect(providers.calls).toHaveLength(5);
    expect(await service.credits(userId)).toBe(15);
  });

  test('other directives change nothing', async () => {
    const { generate } = await begin();
    const fields = { image_file: await newImage() };
    const first = await generate(fields);
    for (const directive of ['no-store', 'max-age=0', 'x-no-cache', 'no-cache-please']) {
      expectFromCache(await generate(fields, { 'cache-control': directive }), first);
    }
  });

  test('the same image by URL or as a file is one image', async () => {
    const { providers, generate } = await begin();
    const image = await plainImage('png', { width: 91 });
    const host = await startImageHost(image, 'image/png');
    onTestFinished(() => host.stop());
    const first = await generate({ image_url: host.url });
    expectNew(first);
    expectFromCache(await generate({ image_url: host.url }), first);
    expectFromCache(await generate({ image_file: dataUri(image) }), first);
    expect(providers.calls).toHaveLength(1);
  });

  test('a failed call is not cached', async () => {
    const { service, providers, userId, generate } = await begin();
    const fields = { image_file: await newImage() };
    providers.set({ openai: status(401), gemini: status(401) });
    expect((await generate(fields)).status).toBe(500);
    providers.set({ openai: text('Better') });
    const first = await generate(fields);
    expectNew(first);

    // A failed call does not change the cached text.
    providers.set({ openai: status(401), gemini: status(401) });
    expect((await generate(fields, { 'cache-control': 'no-cache' })).status).toBe(500);
    expectFromCache(await generate(fields), first);
    expect(await service.credits(userId)).toBe(19);
  });
});

/** A service with other settings. */
async function start(env: Record<string, string>, credits = 20) {
  const behaviours = { openai: counting() };
  const whole = await startServiceWithProviders({
    env,
    behaviours,
    credits,
  });
  onTestFinished(() => whole.dispose());
  return whole;
}

test('CACHE_TTL_SECONDS=0 caches nothing', async () => {
  const { service, providers, userId, generate } = await start({ CACHE_TTL_SECONDS: '0' });
  const fields = { image_file: await newImage() };
  expectNew(await generate(fields));
  expectNew(await generate(fields));
  expect(providers.calls).toHaveLength(2);
  expect(await service.credits(userId)).toBe(18);
});

test('shows the age of a cached answer, and asks again when the cache time is over', async () => {
  const { providers, generate } = await start({ CACHE_TTL_SECONDS: '3' }, 1_000);
  const fields = { image_file: await newImage() };
  const first = await generate(fields);
  const age = async () => Number((await generate(fields)).headers.get('age'));
  // Each look is a call.
  const often = { timeout: 20_000, interval: 250 };
  await expect.poll(age, often).toBeGreaterThanOrEqual(1);
  const texts = async () => (await generate(fields)).text;
  await expect.poll(texts, often).not.toBe(first.text);
  expect(providers.calls.length).toBeGreaterThanOrEqual(2);
});
