import { expect, test } from 'vitest';
import { lowdbAndPostgres } from './chaos-store.ts';
import { setScene } from './scene.ts';

test.each(lowdbAndPostgres)(
  '%s: two thousand concurrent calls on 500 credits: exactly 500 succeed',
  { timeout: 120_000 },
  async (kind) => {
    const { store, providers, callers, userId, start } = await setScene(kind, {
      credits: 500,
      // On a slow machine, the last of ten that wait for the account may wait longer than two seconds.
      env: { DATABASE_POOL_SIZE: '4' },
    });
    const service = await start();
    await Promise.all(Array.from({ length: 2_000 }, () => callers.call(service.url)));

    expect(callers.answered(200)).toHaveLength(500);
    expect(callers.answered(403)).toHaveLength(1_500);
    const refusals = callers.calls.filter(({ answer }) => answer?.status === 403);
    for (const { answer } of refusals) {
      expect(answer?.body).toEqual({
        message: 'Insufficient credits',
        CreditsAvailable: 0,
        plan_type: 'pro',
      });
    }
    const left = callers.calls
      .filter(({ answer }) => answer?.status === 200)
      .map(({ answer }) => Number(answer?.body['CreditsAvailable']));
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, i) => i));
    expect(providers.calls).toHaveLength(500);

    expect(await service.credits(userId)).toBe(0);
    expect(await store.countReserved()).toBe(0);
    expect(await store.command('store check')).toMatchObject({ imbalances: [] });
    await service.createAccount({ user_id: 'other@example.com' });
    expect(await service.credits('other@example.com')).toBe(10);
  },
);
