import { expect, onTestFinished, test, vi } from 'vitest';
import { onEachStorage } from '../../support/each-storage.ts';
import { startProviderStandIn, status } from '../../support/provider-stand-in.ts';
import { newImage, providerEnv } from '../../support/service-with-providers.ts';
import { generatePath, startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startWebhook } from '../../support/webhook.ts';

vi.setConfig({ testTimeout: 90_000 });

const [rich, poor, poorer] = ['rich@example.com', 'poor@example.com', 'poorer@example.com'];

onEachStorage((newEnv) => {
  test('an alert that was not delivered before a stop is sent after it, and then not again', async () => {
    const webhook = await startWebhook();
    const providers = await startProviderStandIn({ openai: status(401) });
    onTestFinished(async () => {
      webhook.stop();
      await providers.stop();
    });
    const store = await newEnv();
    const env = {
      ...providerEnv(providers),
      ...{ GEMINI_API_KEY: '', ALERT_WEBHOOK_URL: webhook.url, DATA_DIR: await temporaryFolder() },
      ...store,
      WEB_CONCURRENCY: store['DATABASE_URL'] ? '2' : '1',
    };
    const start = async (processes = env.WEB_CONCURRENCY) => {
      const service = await startService({ ...env, WEB_CONCURRENCY: processes });
      onTestFinished(() => service.dispose());
      const listening = () => service.log().match(/"msg":"listening"/g)?.length;
      await expect.poll(listening, { timeout: 20_000 }).toBe(Number(processes));
      return service;
    };
    let service = await start();
    const keys = new Map<string, string>();
    for (const [user_id, credits] of Object.entries({ [rich]: 1_000, [poor]: 0, [poorer]: 0 })) {
      keys.set(user_id, await service.createAccount({ user_id, credits }));
    }
    const call = async (user_id: string) =>
      service.post(
        generatePath,
        { user_id, image_file: await newImage() },
        { 'x-api-key': keys.get(user_id) ?? '' },
      );
    const fail = async () => {
      for (let i = 0; i < 6; i++) expect((await call(rich)).status).toBe(500);
    };
    const titles = (from: number) =>
      webhook
        .texts()
        .slice(from)
        .map((one) => one.split('\n')[0])
        .sort();
    const expected = ['Altscribe: No provider works', 'Altscribe: openai rejects our API key'];

    webhook.answer(503);
    await fail();
    const given = () => service.log().match(/alert not sent, trying again/g)?.length;
    await expect.poll(given, { timeout: 20_000 }).toBe(2);
    expect(await service.stop()).toBe(0);
    const before = webhook.messages.length;

    webhook.answer(200);
    service = await start();
    await fail();
    await expect.poll(() => titles(before), { timeout: 20_000 }).toEqual(expected);

    // The next alert shows that those are not sent again.
    for (const user of [poor, poorer]) {
      if (user === poorer) {
        expect(await service.stop()).toBe(0);
        service = await start('1');
      }
      await fail();
      expect((await call(user)).status).toBe(403);
      expected.push(`Altscribe: ${user} has no credits left`);
      await expect.poll(() => titles(before), { timeout: 20_000 }).toEqual(expected.toSorted());
    }
  });
});
