import { expect, test } from 'vitest';
import type { Call } from './callers.ts';
import { expectEveryCredit } from './expect-every-credit.ts';
import { answerToFault, setScene, slowly } from './scene.ts';

/** When the server was being stopped, by `performance.now()`. */
interface Outage {
  readonly start: number;
  readonly end: number;
}

/** Settling such a call may have counted, though its caller was told of an error. */
function isInDoubt({ start, end, answer }: Call, outages: readonly Outage[]): boolean {
  if (answer?.status === 200) return false;
  return outages.some((outage) => start < outage.end && end > outage.start);
}

test.each(['fast', 'crash'] as const)(
  'PostgreSQL stopped (%s) and started under load: clear errors, then all is well again',
  { timeout: 120_000 },
  async (how) => {
    const scene = await setScene('postgres', { credits: 100_000 });
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

    const outages: Outage[] = [];
    const working = callers.work(service.url, { atOnce: 16, calls: Infinity });
    for (let round = 0; round < 2; round++) {
      await expectMore(200);
      const begin = performance.now();
      await store.postgres?.stop(how);
      outages.push({ start: begin, end: performance.now() });
      await expectMore(500);
      expect(await statusOf('/readyz')).toBe(503);
      expect(await statusOf('/healthz')).toBe(200);
      await store.postgres?.start();
      await expect.poll(() => statusOf('/readyz'), { timeout: 20_000 }).toBe(200);
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

    await store.expireReserved();
    // Whoever opens the store next releases what has expired.
    await store.command('store check');
    const inDoubt = callers.calls.filter((call) => isInDoubt(call, outages)).map(({ id }) => id);
    await expectEveryCredit(store, { ...scene, inDoubt });
  },
);
