import { expect, test } from 'vitest';
import { silence } from '../../support/provider-stand-in.ts';
import { lowdbAndPostgres } from './chaos-store.ts';
import { expectEveryCredit } from './expect-every-credit.ts';
import { setScene, slowly } from './scene.ts';

test.each(lowdbAndPostgres)(
  '%s: SIGTERM under load charges answered calls, and no others',
  { timeout: 60_000 },
  async (kind) => {
    const scene = await setScene(kind, { credits: 1_000 });
    const { store, providers, callers, start } = scene;
    providers.set({ openai: slowly(50) });
    for (let round = 0; round < 2; round++) {
      const service = await start();
      const before = callers.answered(200).length;
      const working = callers.work(service.url, { atOnce: 12, calls: 60 });
      await expect
        .poll(() => callers.answered(200).length, { interval: 1, timeout: 20_000 })
        .toBeGreaterThan(before);
      expect(await service.stop()).toBe(0);
      await working;
      const charged = await expectEveryCredit(store, scene);
      expect(charged).toBe(callers.answered(200).length);
    }
    expect(callers.calls.some(({ answer }) => !answer)).toBe(true);
  },
);

test.each(lowdbAndPostgres)(
  '%s: callers that hang up while the service stops get their credits back',
  { timeout: 60_000 },
  async (kind) => {
    const scene = await setScene(kind, { credits: 100 });
    const { store, providers, callers, start } = scene;
    providers.set({ openai: silence });
    const service = await start();
    const calls = Array.from({ length: 40 }, () => callers.call(service.url));
    await expect.poll(() => providers.calls.length, { timeout: 20_000 }).toBe(40);
    const ended = service.stop();
    await expect.poll(() => service.log(), { timeout: 20_000 }).toContain('"stopping"');
    await callers.hangUp();
    await Promise.all(calls);
    expect(await ended).toBe(0);
    expect(await expectEveryCredit(store, scene)).toBe(0);
    expect(service.log()).not.toContain('not released');
  },
);
