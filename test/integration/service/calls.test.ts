import { expect, onTestFinished, test, vi } from 'vitest';
import { openAccountStore } from '../../../service/compose-store.ts';
import { createLog } from '../../../service/server/log.ts';
import { onEachStorage } from '../../support/each-storage.ts';
import { status } from '../../support/provider-stand-in.ts';
import { newImage, startServiceWithProviders } from '../../support/service-with-providers.ts';

// Each service on PostgreSQL opens a database.
vi.setConfig({ testTimeout: 60_000 });

const nobody = { provider: null, model: null, credits: 0 };
const models = { OPENAI_MODEL: 'first-model', GEMINI_MODEL: 'second-model' };

onEachStorage((newEnv) => {
  test('each call is recorded with its outcome, and counted for its key', async () => {
    const env = { ...(await newEnv()), ...models };
    const whole = await startServiceWithProviders({ env, credits: 3 });
    onTestFinished(() => whole.dispose());
    const { service, providers, userId, generate } = whole;
    const other = 'writer@example.com';
    await service.createAccount({ user_id: other, credits: 0, owner: userId });
    const image = { image_file: await newImage(), blog_title: 'Secret title' };
    const keyed = { 'Idempotency-Key': 'one' };

    const first = await generate({ ...image, language_code: 'de_DE' }, keyed);
    await generate({ ...image, language_code: 'de_DE' }, keyed);
    await generate({ ...image, language_code: 'de_DE' });
    await generate({ ...image, language_code: 'fr' }, keyed);
    await generate({ image_file: 'data:image/png;base64,AAAA' });
    await generate({ user_id: other }, { 'X-Request-Id': 'of-the-writer' });
    providers.set({ openai: status(401) });
    await generate();
    providers.set({ gemini: status(401) });
    await generate();
    // These are not calls of a user, and the last one has no key.
    await generate({ user_id: 'nobody@example.com' });
    await generate({ blog_title: 1 });
    await generate({}, { 'x-api-key': 'wrong' });
    // Recorded calls are written before the service stops.
    expect(await service.stop()).toBe(0);

    const { dataDir } = service;
    const databaseUrl = 'DATABASE_URL' in env ? String(env.DATABASE_URL) : undefined;
    const store = await openAccountStore({ dataDir, databaseUrl }, createLog('silent'));
    onTestFinished(() => store.close());
    const calls = await store.listCalls(userId);
    expect(calls.map(({ outcome }) => outcome).toReversed()).toEqual([
      ...['ok', 'cached', 'cached', 'request-refused', 'picture-refused', 'ok'],
      'providers-failed',
    ]);
    const [failed, second] = calls;
    expect(failed).toMatchObject({ ...nobody, language: 'en' });
    expect(second).toMatchObject({ provider: 'gemini', model: 'second-model', credits: 1 });
    expect(calls.at(-1)).toMatchObject({
      user_id: userId,
      request_id: first.headers.get('x-request-id'),
      language: 'de',
      provider: 'openai',
      model: 'first-model',
      credits: 1,
    });
    expect(calls.at(-2)).toMatchObject({ ...nobody, outcome: 'cached' });
    for (const { at, ms } of calls) {
      expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
      expect(Number.isInteger(ms)).toBe(true);
    }
    expect(await store.listCalls(other)).toMatchObject([
      { ...nobody, outcome: 'insufficient-credits', request_id: 'of-the-writer' },
    ]);
    expect(JSON.stringify(calls)).not.toMatch(/Secret|base64|alt_/);
    // Calls around midnight fall on two days.
    const used = await store.listKeyUsage(userId);
    expect(used.reduce((sum, day) => sum + day.calls, 0)).toBe(8);
  });
});
