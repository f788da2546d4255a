import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { measureStore } from '../../../../service/metrics/measure-store.ts';
import {
  StoreError,
  StoreUnreachableError,
} from '../../../../service/storage/interfaces/errors.ts';
import type { StorageBackend } from '../../../../service/storage/interfaces/storage-backend.ts';

/** The lines of a registry. */
async function linesOf(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n');
}

test('counts operations, errors, credits and lookups', async () => {
  const registry = new Registry();
  const results: unknown[] = [{ user_id: 'a@example.com' }, undefined];
  const failures = [
    new StoreUnreachableError('Away.'),
    new StoreUnreachableError('Away.'),
    new StoreError('A fault.'),
    new Error('Not a fault.'),
  ];
  const { accountStore, responseCache, createRateLimiter } = measureStore(
    {
      accountStore: {
        reserve: () => Promise.resolve(results.shift()),
        settle: () => Promise.resolve(true),
        release: () => {
          const error = failures.shift();
          return error ? Promise.reject(error) : Promise.resolve();
        },
        findAccount: () => Promise.reject(failures.shift() ?? new Error('No more.')),
      },
      responseCache: { find: (user: string) => Promise.resolve(user === 'known' ? {} : undefined) },
      createRateLimiter: () => ({ consume: () => Promise.resolve({}) }),
    } as unknown as StorageBackend,
    registry,
    () => undefined,
  );
  const reservation = { credits: 2 } as Parameters<typeof accountStore.reserve>[0];
  expect(await accountStore.reserve(reservation)).toEqual({ user_id: 'a@example.com' });
  await accountStore.reserve(reservation);
  await accountStore.settle(reservation, '');
  await expect(accountStore.release(reservation)).rejects.toThrow('Away.');
  for (const words of ['Away.', 'A fault.', 'Not a fault.']) {
    await expect(accountStore.findAccount('a')).rejects.toThrow(words);
  }
  await accountStore.release(reservation);
  await responseCache.find('known', 'key');
  await responseCache.find('unknown', 'key');
  await createRateLimiter({ name: 'user', points: 1, duration: 60 }).consume('a');

  expect(await linesOf(registry)).toEqual(
    expect.arrayContaining([
      'altscribe_store_operation_duration_seconds_count{operation="reserve"} 2',
      'altscribe_store_operation_duration_seconds_count{operation="findAccount"} 3',
      'altscribe_store_operation_duration_seconds_count{operation="consumeRateLimit"} 1',
      'altscribe_store_errors_total{operation="release",kind="unreachable"} 1',
      'altscribe_store_errors_total{operation="findAccount",kind="unreachable"} 1',
      'altscribe_store_errors_total{operation="findAccount",kind="fault"} 1',
      'altscribe_credits_total{change="reserved"} 2',
      'altscribe_credits_total{change="settled"} 2',
      'altscribe_credits_total{change="released"} 2',
      'altscribe_cache_lookups_total{result="hit"} 1',
      'altscribe_cache_lookups_total{result="miss"} 1',
    ]),
  );
});
