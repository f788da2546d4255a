import { expect, test } from 'vitest';
import { expectEveryCredit } from './expect-every-credit.ts';
import { setScene, slowly } from './scene.ts';

test(
  'three processes on one database, 150 calls on 30 credits: exactly 30 succeed',
  { timeout: 60_000 },
  async () => {
    const scene = await setScene('postgres', { credits: 30 });
    const { store, providers, callers, userId, start } = scene;
    providers.set({ openai: slowly(5) });
    const services = await Promise.all([start(), start(), start()]);
    await Promise.all(
      Array.from({ length: 50 }, () => services.map(({ url }) => callers.call(url))).flat(),
    );

    expect(callers.answered(200)).toHaveLength(30);
    expect(callers.answered(403)).toHaveLength(120);
    expect(providers.calls).toHaveLength(30);
    expect(await expectEveryCredit(store, scene)).toBe(30);

    await store.command('account credit', { user_id: userId, credits: '3' });
    const again = await Promise.all(services.map(({ url }) => callers.call(url)));
    expect(again.map(({ answer }) => answer?.status)).toEqual([200, 200, 200]);
  },
);
