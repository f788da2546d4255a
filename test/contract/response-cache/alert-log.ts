import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StorageBackend } from '../../../service/storage/interfaces/storage-backend.ts';

interface Subject {
  readonly storage: StorageBackend;
  /** As if this much time had passed since all alerts were sent. */
  pass(ms: number): Promise<unknown>;
}

const hour = 3_600_000;

/** The contract of `AlertLog`, for one kind of storage. */
export function alertLogContract(name: string, open: () => Promise<Subject>): void {
  describe(`alert log contract: ${name}`, () => {
    let subject: Subject;
    const log = () => subject.storage.alertLog;

    beforeEach(async () => {
      subject = await open();
    });
    afterEach(async () => {
      await subject.storage.accountStore.close();
      vi.useRealTimers();
    });

    test('of many concurrent callers, one is told to send; each cause counts separately', async () => {
      const raised = await Promise.all(Array.from({ length: 20 }, () => log().raise('store')));
      expect(raised.filter(Boolean)).toHaveLength(1);
      expect(await log().raise('model:openai')).toBe(true);
      expect((await log().listOpen()).sort()).toEqual(['model:openai', 'store']);
      const resolved = await Promise.all(Array.from({ length: 20 }, () => log().resolve('store')));
      expect(resolved.filter(Boolean)).toHaveLength(1);
      expect(await log().resolve('providers')).toBe(false);
      expect(await log().listOpen()).toEqual(['model:openai']);
    });

    test('is due again after a day while it is open, and after an hour once it is resolved', async () => {
      expect(await log().raise('store')).toBe(true);
      await log().delivered('store');
      await subject.pass(23 * hour);
      expect(await log().raise('store')).toBe(false);
      await subject.pass(2 * hour);
      expect(await log().raise('store')).toBe(true);
      await log().delivered('store');
      expect(await log().resolve('store')).toBe(true);
      await subject.pass(0.9 * hour);
      expect(await log().raise('store')).toBe(false);
      expect(await log().listOpen()).toEqual([]);
      await subject.pass(0.2 * hour);
      expect(await log().raise('store')).toBe(true);
    });

    test('an alert that was not delivered is due again, immediately or after a while', async () => {
      expect(await log().raise('store')).toBe(true);
      await log().undelivered('store', false);
      expect(await log().raise('store')).toBe(true);
      expect(await log().raise('store')).toBe(false);
      // Its process may have been killed.
      await subject.pass(0.3 * hour);
      expect(await log().raise('store')).toBe(false);
      await subject.pass(0.1 * hour);
      expect(await log().raise('store')).toBe(true);
      await log().delivered('store');
      await subject.pass(hour);
      expect(await log().raise('store')).toBe(false);
      expect(await log().resolve('store')).toBe(true);
      await log().undelivered('store', true);
      expect(await log().resolve('store')).toBe(true);
      expect(await log().resolve('store')).toBe(false);
    });

    test('a problem that ended before its alert was delivered is due when it begins again', async () => {
      expect(await log().raise('store')).toBe(true);
      expect(await log().resolve('store')).toBe(true);
      expect(await log().raise('store')).toBe(true);
      expect(await log().listOpen()).toEqual(['store']);
      await log().delivered('unknown');
      await log().undelivered('unknown', true);
      expect(await log().listOpen()).toEqual(['store']);
    });
  });
}
