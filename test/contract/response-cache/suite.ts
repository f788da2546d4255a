import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AnswerCache } from '../../../service/storage/interfaces/response-cache.ts';
import type { Storage } from '../../../service/storage/interfaces/storage-backend.ts';
import { account, at, user } from '../account-store/examples.ts';

const other = 'b@example.com';
const key = 'a'.repeat(64);
const text = JSON.stringify({ altText: 'قطة 🛋️ "quoted" \u0000 \ud800', CreditsAvailable: 3 });

/** All that storage/answer-cache.ts promises, for one kind of storage. */
export function answerCacheContract(name: string, open: () => Promise<Storage>): void {
  describe(`answer cache contract: ${name}`, () => {
    let storage: Storage;
    let answers: AnswerCache;

    beforeEach(async () => {
      storage = await open();
      answers = storage.answers;
      for (const id of [user, other]) await storage.store.createAccount(account(id), at);
    });

    afterEach(() => storage.store.close());

    test('answers what was kept, letter for letter, and how old it is', async () => {
      expect(await answers.find(user, key)).toBeUndefined();
      await answers.keep(user, key, text, 60);
      const found = await answers.find(user, key);
      expect(found?.answer).toBe(text);
      expect(found?.ageSeconds).toBeGreaterThanOrEqual(0);
      const age = async () => (await answers.find(user, key))?.ageSeconds;
      await expect.poll(age, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
    });

    test('keeps users and keys apart', async () => {
      await answers.keep(user, key, 'first', 60);
      await answers.keep(user, 'other', 'second', 60);
      await answers.keep(other, key, 'third', 60);
      const found = await Promise.all([
        answers.find(user, key),
        answers.find(user, 'other'),
        answers.find(other, key),
        answers.find(other, 'other'),
      ]);
      expect(found.map((one) => one?.answer)).toEqual(['first', 'second', 'third', undefined]);
    });

    test('keeps the newest, with an age of its own', async () => {
      await answers.keep(user, key, 'old', 60);
      const age = async () => (await answers.find(user, key))?.ageSeconds;
      await expect.poll(age, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
      const start = performance.now();
      await answers.keep(user, key, 'new', 60);
      const found = await answers.find(user, key);
      expect(found?.answer).toBe('new');
      expect(found?.ageSeconds).toBeLessThanOrEqual((performance.now() - start) / 1000);
    });

    test('forgets when the time is over, and not before', async () => {
      await answers.keep(user, key, 'short', 1);
      await answers.keep(user, 'other', 'long', 31_536_000);
      const found = () => answers.find(user, key);
      await expect.poll(found, { timeout: 10_000 }).toBeUndefined();
      expect(await answers.find(user, 'other')).toMatchObject({ answer: 'long' });
    });

    test('forgets what it kept for an account that is removed', async () => {
      await answers.keep(user, key, text, 60);
      await answers.keep(other, key, text, 60);
      await storage.store.removeAccount(user);
      await storage.store.createAccount(account(user), at);
      expect(await answers.find(user, key)).toBeUndefined();
      expect(await answers.find(other, key)).toBeDefined();
    });

    test('keeps nothing for a user that is not there', async () => {
      for (const nobody of ['nobody@example.com', '__proto__']) {
        await answers.keep(nobody, key, text, 60);
        expect(await answers.find(nobody, key)).toBeUndefined();
      }
    });

    test('keeps one of many that come at once', async () => {
      const texts = Array.from({ length: 50 }, (_, i) => `answer ${i}`);
      await Promise.all(texts.map((one) => answers.keep(user, key, one, 60)));
      expect(texts).toContain((await answers.find(user, key))?.answer);
    });
  });
}
