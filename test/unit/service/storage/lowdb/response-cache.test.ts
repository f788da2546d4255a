import { expect, test } from 'vitest';
import { createResponseCache } from '../../../../../service/storage/lowdb/response-cache.ts';
import { openLowdbAccountStore } from '../../../../../service/storage/lowdb/account-store.ts';
import { account, at, user } from '../../../../contract/account-store/examples.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

test('removes the least recently used entries to stay within its limit', async () => {
  const store = await openLowdbAccountStore(await temporaryFolder());
  await store.createAccount(account(user), at);
  // Room for two of 1,000 characters, and not for three.
  const cache = createResponseCache(store, 6_000);
  const found = async (key: string) => (await cache.find(user, key))?.value.charAt(0);

  await cache.put(user, 'a', 'a'.repeat(1_000), 60);
  await cache.put(user, 'b', 'b'.repeat(1_000), 60);
  expect(await found('a')).toBe('a');
  await cache.put(user, 'c', 'c'.repeat(1_000), 60);
  expect([await found('a'), await found('b'), await found('c')]).toEqual(['a', undefined, 'c']);

  await cache.put(user, 'too large', 'd'.repeat(10_000), 60);
  expect([await found('a'), await found('too large')]).toEqual(['a', undefined]);
  await store.close();
});
