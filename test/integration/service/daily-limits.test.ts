import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { onEachStorage } from '../../support/each-storage.ts';
import { content } from '../../support/faults.ts';
import { silence, status, text } from '../../support/provider-stand-in.ts';
import {
  newImage,
  providerEnv,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import { detailsPath, generatePath, startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startWebhook, type Webhook } from '../../support/webhook.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

onEachStorage((newEnv) => {
  let whole: ServiceWithProviders;
  let webhook: Webhook;

  beforeAll(async () => {
    webhook = await startWebhook();
    const limits = { DAILY_CALLS_MAX: '10', ALERT_WEBHOOK_URL: webhook.url };
    whole = await startServiceWithProviders({ env: { ...(await newEnv()), ...limits } });
  });
  afterAll(async () => {
    await whole.dispose();
    webhook.stop();
  });

  const alerts = () => webhook.texts().map((one) => one.split('\n')[0]);

  test('an owner has a limit for all its users; failed and cached calls are not counted', async () => {
    const { userId: owner, key, service, providers } = whole;
    const user = 'user-of-owner@example.com';
    await service.createAccount({ user_id: user, owner });
    await service.execute('account limit', { user_id: owner, daily_calls: '4' });
    const call = async (user_id: string, image?: string) =>
      service.post(
        generatePath,
        { user_id, image_file: image ?? (await newImage()) },
        { 'x-api-key': key },
      );
    providers.set({ openai: status(500), gemini: status(500) });
    expect((await call(owner)).status).toBe(500);
    providers.set({ openai: text('A red square'), gemini: text('A red square') });
    const image = await newImage();
    for (let i = 0; i < 3; i++) expect((await call(user, image)).status).toBe(200);
    const before = await service.credits(owner);
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(owner)));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(3);
    const refused = answers.find((one) => one.status === 429);
    expect(refused?.body).toEqual({
      message: 'The daily limit of this account is reached, please try again after midnight UTC',
      code: 'daily_limit_reached',
    });
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(await service.credits(owner)).toBe(before - 3);
    // The limit is for new texts: others cost nothing, and the account can be read.
    expect((await call(user, image)).status).toBe(200);
    const details = await service.post(detailsPath, { user_id: owner }, { 'x-api-key': key });
    expect(details.status).toBe(200);
    await expect
      .poll(() => alerts(), { timeout: 10_000 })
      .toEqual([`Altscribe: ${owner} has used all of 4 calls today`]);
    expect(service.log()).toContain('80 % of the calls of today are used');
    expect(service.log()).toContain('"reason":"daily_limit_reached"');
  });

  test('a call that reached a provider counts, whether its caller stays or not', async () => {
    const { service, providers, userId, key } = await whole.forTest();
    await service.execute('account limit', { user_id: userId, daily_calls: '5' });
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const call = async (fields: object, more: object = {}, signal: AbortSignal | null = null) => {
      const body = JSON.stringify({ user_id: userId, image_file: await newImage(), ...fields });
      const init = { method: 'POST', headers: { ...headers, ...more }, body, signal };
      return fetch(service.url + generatePath, init);
    };
    const gone = () => service.log().match(/"outcome":"caller-gone"/g)?.length ?? 0;

    /** A caller who hangs up as soon as this many calls have reached a provider. */
    async function hangUpAfter(calls: number, fields: object, more?: object): Promise<void> {
      const hangUp = new AbortController();
      const [asked, before] = [providers.calls.length, gone()];
      const answer = call(fields, more, hangUp.signal).catch(() => 'gone');
      await expect.poll(() => providers.calls.length - asked, { timeout: 10_000 }).toBe(calls);
      hangUp.abort();
      expect(await answer).toBe('gone');
      await expect.poll(gone, { timeout: 10_000 }).toBe(before + 1);
    }

    providers.set({ openai: silence });
    await hangUpAfter(1, {});
    // A repeat asks again.
    const repeat = { image_file: await newImage() };
    await hangUpAfter(1, repeat, { 'idempotency-key': 'a-key' });
    await hangUpAfter(1, repeat, { 'idempotency-key': 'a-key' });
    // While another model checks the text.
    providers.set({ openai: text('A red square'), gemini: silence });
    await hangUpAfter(2, { verify: true });
    // An answer that cannot be used also counts.
    const refusal = content("I'm sorry, I can't help with that.");
    providers.set({ openai: refusal, gemini: refusal });
    expect((await call({})).status).toBe(500);
    const asked = providers.calls.length;
    expect((await call({})).status).toBe(429);
    expect(providers.calls).toHaveLength(asked);
    expect(await service.credits(userId)).toBe(1_000);
    const alert = 'Altscribe: The service has used 80 % of 10 calls today';
    await expect.poll(alerts, { timeout: 10_000 }).toContain(alert);
  });

  test('the whole service has a limit, for plans without credits too', async () => {
    const other = await whole.forTest();
    await other.service.execute('account plan', { user_id: other.userId, plan: 'unlimited' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => other.generate()));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    const refused = answers.find((one) => one.status === 429);
    expect(refused?.body['message']).toContain('The daily limit of this service is reached');
    const alert = 'Altscribe: The service has used all of 10 calls today';
    await expect.poll(alerts, { timeout: 10_000 }).toContain(alert);
  });

  test('calls of a day count for a limit that is set later', async () => {
    const env = { ...(await newEnv()), DATA_DIR: await temporaryFolder() };
    const before = await startServiceWithProviders({ env });
    onTestFinished(() => before.dispose());
    const [{ userId, key }, other] = [before, await before.forTest()];
    for (const { generate } of [before, before, before, other]) {
      expect((await generate()).status).toBe(200);
    }
    before.providers.set({ openai: status(500), gemini: status(500) });
    expect((await before.generate()).status).toBe(500);
    await before.service.execute('account limit', { user_id: userId, daily_calls: '3' });
    expect(await before.service.stop()).toBe(0);

    const limit = { DAILY_CALLS_MAX: '5' };
    const service = await startService({ ...providerEnv(other.providers), ...env, ...limit });
    onTestFinished(() => service.dispose());
    other.providers.set({ openai: text('A red square') });
    const call = async (user_id: string, apiKey: string) => {
      const body = { user_id, image_file: await newImage() };
      const answer = await service.post(generatePath, body, { 'x-api-key': apiKey });
      return answer.body['message'];
    };
    const reached = (whose: string) =>
      `The daily limit of this ${whose} is reached, please try again after midnight UTC`;
    expect(await call(userId, key)).toBe(reached('account'));
    expect(await call(other.userId, other.key)).toBeUndefined();
    expect(await call(other.userId, other.key)).toBe(reached('service'));
    // A limit that ends and begins again in one day.
    await service.execute('account limit', { user_id: userId, daily_calls: 'none' });
    await service.execute('account limit', { user_id: userId, daily_calls: '3' });
    expect(await call(userId, key)).toBe(reached('account'));
  });

  test('a limit of an owner is shown, logged and ended', async () => {
    const { userId, service } = whole;
    const shown = await service.execute('account show', { user_id: userId });
    expect(shown).toMatchObject({ daily_calls_max: 4 });
    for (const daily_calls of ['0', '-1', 'many', '1000000001']) {
      const wrong = service.execute('account limit', { user_id: userId, daily_calls });
      await expect(wrong).rejects.toThrow('--daily-calls must be a whole number from 1');
    }
    const user_id = 'user-of-owner@example.com';
    const notAnOwner = service.execute('account limit', { user_id, daily_calls: '1' });
    await expect(notAnOwner).rejects.toThrow('owns no accounts');
    const none = { user_id: userId, daily_calls: 'none' };
    expect(await service.execute('account limit', none)).not.toHaveProperty('daily_calls_max');
  });
});
