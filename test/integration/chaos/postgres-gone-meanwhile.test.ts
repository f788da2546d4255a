import { expect, test } from 'vitest';
import { status, text, type Behaviour } from '../../support/provider-stand-in.ts';
import { expectEveryCredit } from './expect-every-credit.ts';
import { setScene } from './scene.ts';

test.each([
  ['fails', status(500), 'openai', 'reserved credit not released', 1],
  // It is unknown whether such a call was settled, so it is reversed without waiting until it
  // expires.
  ['answers', text('Late'), 'Accounts cannot be read', 'call not reversed yet', 2],
] as const)(
  'PostgreSQL goes away while a provider is asked, which then %s: 500, and the credit is refunded',
  { timeout: 60_000 },
  async (_what, then, reason, logged, creditsBefore) => {
    // The settle is retried until the deadline.
    const env = { REQUEST_DEADLINE_MS: '2000' };
    const scene = await setScene('postgres', { credits: 2, env });
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
    await expect.poll(() => service.log()).toContain(logged);

    await store.postgres?.start();
    const readiness = async () => (await fetch(`${service.url}/readyz`)).status;
    await expect.poll(readiness, { timeout: 20_000 }).toBe(200);
    await expect.poll(() => service.credits(userId), { timeout: 20_000 }).toBe(creditsBefore);
    await store.expireReserved();
    expect(await service.credits(userId)).toBe(2);
    providers.set({ openai: text('In time') });
    expect((await callers.call(service.url)).answer?.body).toMatchObject({ CreditsAvailable: 1 });
    expect(await expectEveryCredit(store, scene)).toBe(1);
  },
);
