import { beforeEach, describe, expect, test } from 'vitest';
import type { KeyUsage } from '../../../service/storage/interfaces/api-keys.ts';
import { account, apiKey, at, found, user } from './examples.ts';
import type { Subject } from './subject.ts';

function used(key_id: string, day: string, calls: number, owner_id = user): KeyUsage {
  return { owner_id, key_id, day, calls };
}

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export function keyUsageContract({ store, reopen }: Subject): void {
  describe('usage of API keys', () => {
    beforeEach(async () => {
      await store().createAccount(account(user), at, apiKey('key_1'));
      await store().createKey(apiKey('key_2'));
    });

    // Stores remove old days when they are opened, so these must be recent.
    const [today, yesterday] = [dayBefore(0), dayBefore(1)];

    test('adds up usage by key and day, newest day first', async () => {
      await store().addKeyUsage(used('key_1', yesterday, 1));
      await store().addKeyUsage(used('key_2', yesterday, 5));
      await store().addKeyUsage(used('key_1', today, 2));
      await store().addKeyUsage(used('key_1', yesterday, 10));
      const expected = [
        used('key_1', today, 2),
        used('key_1', yesterday, 11),
        used('key_2', yesterday, 5),
      ];
      expect(await store().listKeyUsage(user)).toEqual(expected);
      await reopen();
      expect(await store().listKeyUsage(user)).toEqual(expected);
    });

    test('loses no parallel additions', async () => {
      await Promise.all(
        Array.from({ length: 20 }, () => store().addKeyUsage(used('key_1', '2026-01-02', 1))),
      );
      expect(await store().listKeyUsage(user)).toEqual([used('key_1', '2026-01-02', 20)]);
    });

    test('does not change the keys, and survives their rotation and revocation', async () => {
      await store().addKeyUsage(used('key_1', '2026-01-02', 1));
      expect(await store().findKey(apiKey('key_1').hash)).toEqual(found(apiKey('key_1')));
      expect(await store().listKeys(user)).toEqual([apiKey('key_1'), apiKey('key_2')]);
      await store().rotateKey('key_1', apiKey('key_3', { created_at: at }), at);
      await store().revokeKey('key_1', at);
      await store().touchKey(apiKey('key_1').hash, at);
      expect(await store().listKeyUsage(user)).toEqual([used('key_1', '2026-01-02', 1)]);
    });

    test('removes days that are more than 30 days before the newest', async () => {
      for (const day of ['2026-01-01', '2026-01-02', '2026-02-01']) {
        await store().addKeyUsage(used('key_1', day, 1));
      }
      const days = (await store().listKeyUsage(user)).map(({ day }) => day);
      expect(days).toEqual(['2026-02-01', '2026-01-02']);
    });

    test('of an unknown key or owner is not stored', async () => {
      await store().createAccount(account('b@example.com'), at);
      await store().addKeyUsage(used('none', '2026-01-02', 1));
      await store().addKeyUsage(used('key_1', '2026-01-02', 1, 'b@example.com'));
      await store().addKeyUsage(used('key_1', '2026-01-02', 1, 'nobody@example.com'));
      for (const owner of [user, 'b@example.com', 'nobody@example.com']) {
        expect(await store().listKeyUsage(owner)).toEqual([]);
      }
    });

    test('is removed with the account', async () => {
      await store().addKeyUsage(used('key_1', '2026-01-02', 1));
      await store().removeAccount(user);
      await store().createAccount(account(user), at, apiKey('key_1'));
      expect(await store().listKeyUsage(user)).toEqual([]);
    });
  });
}
