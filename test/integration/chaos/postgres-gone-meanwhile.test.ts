import { expect, test } from 'vitest';
import { status, text, type Behaviour } from '../../support/provider-stand-in.ts';
import { expectEveryCredit } from './expect-every-credit.ts';
import { setScene } from './scene.ts';

test.each([
  ['fails', status(500), 'openai'],
  ['answers', text('Too late'), 'Accounts cannot be read or changed'],
] as const)(
  'PostgreSQL goes away while a provider is asked, which then %s: 500, and the credit comes back',
  { timeout: 60_000 },
  async (_what, then, reason) => {
    const scene = await setScene('postgres', { credits: 2 });
    const { store, providers, callers, userId, start } = scene;
    let goOn: () => void = () => undefined;
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const waiting: Behaviour = async (call, response) => {
      await mayGoOn;
      await then(call, response);
    };
    providers.set({ openai: waiting, gemini: waiting });
    const service = await start();
    const calling = callers.call(service.url);
    await expect.poll(() => providers.calls.length, { timeout: 20_000 }).toBe(1);
    await store.postgres?.stop();
    goOn();
    const { answer } = await calling;
    expect(answer?.status).toBe(500);
    expect(answer?.body).toMatchObject({ success: false, message: 'Internal server error' });
    expect(String(answer?.body['error'])).toContain(reason);
    await expect.poll(() => service.log()).toContain('reserved credit not released');

    await store.postgres?.start();
    const readiness = async () => (await fetch(`${service.url}/readyz`)).status;
    await expect.poll(readiness, { timeout: 20_000 }).toBe(200);
    expect(await service.credits(userId)).toBe(1);
    await store.expireReserved();
    expect(await service.credits(userId)).toBe(2);
    providers.set({ openai: text('In time') });
    expect((await callers.call(service.url)).answer?.body).toMatchObject({ CreditsAvailable: 1 });
    expect(await expectEveryCredit(store, { ...scene, inDoubt: [] })).toBe(1);
  },
);
