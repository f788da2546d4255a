import { expect, test } from 'vitest';
import { expectEveryCredit } from './expect-every-credit.ts';
import { answerToFault, setScene, slowly } from './scene.ts';

test(
  'PostgreSQL stopped, properly and in a crash, and started under load: clear errors, then everything works again',
  { timeout: 120_000 },
  async () => {
    // A call that is being settled waits for the database until its deadline.
    const env = { REQUEST_DEADLINE_MS: '5000' };
    const scene = await setScene('postgres', { credits: 100_000, env });
    const { store, providers, callers, start } = scene;
    providers.set({ openai: slowly(20) });
    const service = await start();
    const statusOf = async (path: string) => (await fetch(service.url + path)).status;
    const expectMore = (status: number) => {
      const before = callers.answered(status).length;
      return expect
        .poll(() => callers.answered(status).length, { timeout: 20_000 })
        .toBeGreaterThan(before + 20);
    };

    const working = callers.work(service.url, { atOnce: 16, calls: Infinity });
    for (const how of ['fast', 'crash'] as const) {
      await expectMore(200);
      await store.postgres?.stop(how);
      await expectMore(500);
      const unready = await fetch(`${service.url}/readyz`);
      expect(unready.status, how).toBe(503);
      expect(await unready.json(), how).toMatchObject({
        reason: expect.stringMatching(
          /^The store (cannot be reached|does not answer)\.$/,
        ) as unknown,
      });
      expect(await statusOf('/healthz'), how).toBe(200);
      await store.postgres?.start();
      await expect.poll(() => statusOf('/readyz'), { timeout: 20_000, message: how }).toBe(200);
    }
    await expectMore(200);
    callers.finish();
    await working;

    const others = callers.calls.filter(({ answer }) => answer?.status !== 200);
    for (const { answer } of others) {
      expect(answer).toEqual(answerToFault);
    }
    const { host, password } = new URL(store.env['DATABASE_URL'] ?? '');
    expect(service.log()).not.toContain(host);
    expect(service.log()).not.toContain(password);

    // An outage is one line, however many calls it fails; two that nearly touch may be one.
    const outages = service.log().match(/"msg":"store outage"/g) ?? [];
    expect([1, 2]).toContain(outages.length);
    expect(service.log()).not.toContain('"msg":"requests cannot be counted"');
    expect(service.log()).toMatch(/"status":500,.*"reason":"store_unavailable"/);

    // A service that stops has reversed the calls in doubt.
    expect(await service.stop()).toBe(0);
    await store.expireReserved();
    // The next process to open the store releases expired reservations.
    await store.command('store check');
    await expectEveryCredit(store, scene);
  },
);
