import { beforeEach, describe, expect, test } from 'vitest';
import { StoreError } from '../../../service/storage/interfaces/errors.ts';
import { account, apiKey, at as made, found } from './examples.ts';
import type { Subject } from './subject.ts';

const at = '2026-02-03T04:05:06.000Z';
const later = '2026-03-04T05:06:07.000Z';

export function keysContract({ store, reopen }: Subject): void {
  describe('API keys', () => {
    beforeEach(async () => {
      await store().createAccount(account('a@example.com'), made);
      await store().createAccount(account('b@example.com'), made);
    });

    test('finds a key by its hash, even after reopening', async () => {
      const key = apiKey('key_1');
      await store().createKey(key);
      expect(await store().findKey(key.hash)).toEqual(found(key));
      await reopen();
      expect(await store().findKey(key.hash)).toEqual(found(key));
    });

    test('refuses a key of an unknown owner', async () => {
      const key = apiKey('key_1', { owner_id: 'nobody@example.com' });
      await expect(store().createKey(key)).rejects.toThrow(StoreError);
      expect(await store().findKey(key.hash)).toBeUndefined();
    });

    test('finds nothing in an empty store', async () => {
      for (const hash of ['unknown', '', '__proto__', 'constructor']) {
        expect(await store().findKey(hash)).toBeUndefined();
        await expect(store().touchKey(hash, at)).resolves.toBeUndefined();
        expect(await store().revokeKey(hash, at)).toBeUndefined();
      }
      expect(await store().listKeys()).toEqual([]);
    });

    test('lists all, or those of one owner, oldest first, including revoked ones', async () => {
      const young = apiKey('key_1', { created_at: later });
      const old = apiKey('key_2', { created_at: at });
      const other = apiKey('key_3', { owner_id: 'b@example.com' });
      for (const key of [young, other, old]) await store().createKey(key);
      await store().revokeKey('key_2', later);
      const revoked = { ...old, revoked_at: later };
      expect(await store().listKeys()).toEqual([other, revoked, young]);
      expect(await store().listKeys('a@example.com')).toEqual([revoked, young]);
      expect(await store().listKeys('c@example.com')).toEqual([]);
    });

    test('revokes a key once; a second time changes nothing', async () => {
      const key = apiKey('key_1');
      await store().createKey(key);
      const revoked = { ...key, revoked_at: at };
      expect(await store().revokeKey('key_1', at)).toEqual(revoked);
      expect(await store().revokeKey('key_1', later)).toEqual(revoked);
      await reopen();
      expect(await store().findKey(key.hash)).toEqual(found(revoked));
    });

    test('does not revoke a key of another owner', async () => {
      const key = apiKey('key_1');
      await store().createKey(key);
      expect(await store().revokeKey('key_1', at, 'b@example.com')).toBeUndefined();
      expect(await store().findKey(key.hash)).toEqual(found(key));
      const revoked = { ...key, revoked_at: at };
      expect(await store().revokeKey('key_1', at, key.owner_id)).toEqual(revoked);
      expect(await store().revokeKey('key_1', later, 'b@example.com')).toBeUndefined();
    });

    test('records when a key was last used', async () => {
      const key = apiKey('key_1');
      await store().createKey(key);
      await store().touchKey(key.hash, at);
      await store().touchKey(key.hash, later);
      await reopen();
      expect(await store().findKey(key.hash)).toEqual(found({ ...key, last_used_at: later }));
    });

    test('returns copies, and stores copies of its arguments', async () => {
      const given = apiKey('key_1');
      await store().createKey(given);
      const [listed] = await store().listKeys();
      const foundKey = await store().findKey(given.hash);
      for (const copy of [given, listed, foundKey])
        Object.assign(copy ?? {}, { owner_id: 'thief' });
      const revoked = await store().revokeKey('key_1', at);
      Object.assign(revoked ?? {}, { revoked_at: null });
      expect(await store().findKey(apiKey('key_1').hash)).toEqual(
        found({ ...apiKey('key_1'), revoked_at: at }),
      );
    });
  });
}
