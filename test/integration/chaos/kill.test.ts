import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lowdbAndPostgres } from './chaos-store.ts';
import { expectEveryCredit } from './expect-every-credit.ts';
import { setScene, slowly } from './scene.ts';

const rounds = 3;
/** In total fewer than the entries that lowdb does not join. */
const callsInARound = 60;

test.each(lowdbAndPostgres)(
  '%s: kill -9 under load, three times, loses no credit and gives none away',
  { timeout: 120_000 },
  async (kind) => {
    const scene = await setScene(kind, { credits: 1_000 });
    const { store, providers, callers, start } = scene;
    providers.set({ openai: slowly(30) });
    let leftBehind = 0;
    for (let round = 0; round < rounds; round++) {
      const service = await start();
      const leaving = { user_id: `leaving-${round}@example.com`, plan: 'free', credits: '1' };
      await store.command('account create', leaving);
      const before = callers.answered(200).length;
      const asked = providers.calls.length;
      const working = callers.work(service.url, { atOnce: 12, calls: callsInARound });
      const enough = before + Math.floor(Math.random() * 24);
      await expect
        .poll(() => callers.answered(200).length, { interval: 1, timeout: 20_000 })
        .toBeGreaterThanOrEqual(enough);
      // A call is at the model, so a credit is reserved.
      await expect
        .poll(() => providers.calls.length - asked, { interval: 1, timeout: 20_000 })
        .toBeGreaterThan(callers.answered(200).length - before);
      const removing = store
        .command('account remove', { user_id: leaving.user_id })
        .catch(() => undefined);
      await sleep(Math.random() * 25);
      await service.stop('SIGKILL');
      await removing;
      await working;
      leftBehind += await store.countReserved();
    }
    expect(leftBehind).toBeGreaterThan(0);

    await store.expireReserved();
    const service = await start();
    expect((await callers.call(service.url)).answer?.status).toBe(200);
    const cut = callers.calls.filter(({ answer }) => !answer).map(({ id }) => id);
    const charged = await expectEveryCredit(store, { ...scene, cut });
    expect(charged).toBeGreaterThanOrEqual(callers.answered(200).length);
    expect(callers.calls).toHaveLength(callers.answered(200).length + cut.length);
  },
);
