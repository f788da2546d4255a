import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  ResponseCache,
  StorageBackend,
} from '../../../service/storage/interfaces/storage-backend.ts';
import { account, at, user } from '../account-store/examples.ts';

const other = 'b@example.com';
const key = 'a'.repeat(64);
const text = JSON.stringify({ altText: 'قطة 🛋️ "quoted" \u0000 \ud800', CreditsAvailable: 3 });

/** The whole contract of storage/interfaces/response-cache.ts, for one kind of storage. */
export function responseCacheContract(name: string, open: () => Promise<StorageBackend>): void {
  describe(`response cache contract: ${name}`, () => {
    let storage: StorageBackend;
    let cache: ResponseCache;

    beforeEach(async () => {
      storage = await open();
      cache = storage.responseCache;
      for (const id of [user, other]) await storage.accountStore.createAccount(account(id), at);
    });

    afterEach(() => storage.accountStore.close());

    test('returns the stored response unchanged, with its age', async () => {
      expect(await cache.find(user, key)).toBeUndefined();
      await cache.put(user, key, text, 60);
      const found = await cache.find(user, key);
      expect(found?.value).toBe(text);
      expect(found?.ageSeconds).toBeGreaterThanOrEqual(0);
      const age = async () => (await cache.find(user, key))?.ageSeconds;
      await expect.poll(age, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
    });

    test('separates users and keys', async () => {
      await cache.put(user, key, 'first', 60);
      await cache.put(user, 'other', 'second', 60);
      await cache.put(other, key, 'third', 60);
      const found = await Promise.all([
        cache.find(user, key),
        cache.find(user, 'other'),
        cache.find(other, key),
        cache.find(other, 'other'),
      ]);
      expect(found.map((one) => one?.value)).toEqual(['first', 'second', 'third', undefined]);
    });

    test('stores the newest response, with its own age', async () => {
      await cache.put(user, key, 'old', 60);
      const age = async () => (await cache.find(user, key))?.ageSeconds;
      await expect.poll(age, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
      const start = performance.now();
      await cache.put(user, key, 'new', 60);
      const found = await cache.find(user, key);
      expect(found?.value).toBe('new');
      expect(found?.ageSeconds).toBeLessThanOrEqual((performance.now() - start) / 1000);
    });

    test('entries expire when their time is over, and not before', async () => {
      await cache.put(user, key, 'short', 1);
      await cache.put(user, 'other', 'long', 31_536_000);
      const found = () => cache.find(user, key);
      await expect.poll(found, { timeout: 10_000 }).toBeUndefined();
      expect(await cache.find(user, 'other')).toMatchObject({ value: 'long' });
    });

    test('removes the entries of a removed account', async () => {
      await cache.put(user, key, text, 60);
      await cache.put(other, key, text, 60);
      await storage.accountStore.removeAccount(user);
      await storage.accountStore.createAccount(account(user), at);
      expect(await cache.find(user, key)).toBeUndefined();
      expect(await cache.find(other, key)).toBeDefined();
    });

    test('stores nothing for an unknown user', async () => {
      for (const nobody of ['nobody@example.com', '__proto__']) {
        await cache.put(nobody, key, text, 60);
        expect(await cache.find(nobody, key)).toBeUndefined();
      }
    });

    test('stores one of many parallel responses', async () => {
      const texts = Array.from({ length: 50 }, (_, i) => `response ${i}`);
      await Promise.all(texts.map((one) => cache.put(user, key, one, 60)));
      expect(texts).toContain((await cache.find(user, key))?.value);
    });
  });
}
