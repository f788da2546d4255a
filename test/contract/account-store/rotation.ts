import { beforeEach, describe, expect, test } from 'vitest';
import { account, apiKey, at, found, user } from './examples.ts';
import type { Subject } from './subject.ts';

const now = '2026-02-03T04:05:06.000Z';
const tomorrow = '2026-02-04T04:05:06.000Z';
const nextWeek = '2026-02-10T04:05:06.000Z';

export function rotationContract({ store, reopen }: Subject): void {
  describe('rotating an API key', () => {
    const old = apiKey('old');
    const next = apiKey('next', { created_at: now });

    beforeEach(() => store().createAccount(account(user), at, old));

    test('adds the new key, and sets an expiry for the old one', async () => {
      const expiring = { ...old, expires_at: tomorrow };
      expect(await store().rotateKey('old', next, tomorrow)).toEqual(expiring);
      expect(await store().listKeys(user)).toEqual([expiring, next]);
      await reopen();
      expect(await store().findKey(old.hash)).toEqual(found(expiring));
      expect(await store().findKey(next.hash)).toEqual(found(next));
    });

    test('a key limited to one user stays limited after reopening and rotation', async () => {
      const limited = apiKey('unshared', { user_id: 'b@example.com' });
      await store().createKey(limited);
      expect(await store().findKey(limited.hash)).toEqual(found(limited));
      const after = apiKey('after', { created_at: now, user_id: 'b@example.com' });
      expect(await store().rotateKey('unshared', after, tomorrow)).toMatchObject({
        user_id: 'b@example.com',
      });
      await reopen();
      expect(await store().findKey(after.hash)).toEqual(found(after));
      expect((await store().listKeys(user)).map(({ user_id: id }) => id)).toEqual([
        null,
        'b@example.com',
        'b@example.com',
      ]);
      expect(await store().revokeKey('after', now)).toMatchObject({ user_id: 'b@example.com' });
    });

    test('keeps an earlier expiry, and the expiry of the new key', async () => {
      const brief = apiKey('brief', { expires_at: tomorrow });
      await store().createKey(brief);
      const lasting = apiKey('lasting', { created_at: now, expires_at: nextWeek });
      expect(await store().rotateKey('brief', lasting, nextWeek)).toEqual(brief);
      expect(await store().findKey(lasting.hash)).toEqual(found(lasting));
    });

    test('changes nothing if the key no longer works', async () => {
      await store().createKey(apiKey('revoked'));
      await store().revokeKey('revoked', at);
      await store().createKey(apiKey('expired', { expires_at: now }));
      const before = await store().listKeys();
      for (const id of ['revoked', 'expired', 'none', '__proto__']) {
        expect(await store().rotateKey(id, next, tomorrow)).toBeUndefined();
      }
      expect(await store().listKeys()).toEqual(before);
      expect(await store().findKey(next.hash)).toBeUndefined();
    });

    test('works once for a key that already has an expiry', async () => {
      expect(await store().rotateKey('old', next, now)).toEqual({ ...old, expires_at: now });
      const third = apiKey('third', { created_at: now });
      expect(await store().rotateKey('old', third, tomorrow)).toBeUndefined();
    });

    test('changes nothing for a key of another owner', async () => {
      await store().createAccount(account('b@example.com'), at);
      const thief = apiKey('thief', { owner_id: 'b@example.com', created_at: now });
      expect(await store().rotateKey('old', thief, now)).toBeUndefined();
      expect(await store().findKey(old.hash)).toEqual(found(old));
      expect(await store().listKeys('b@example.com')).toEqual([]);
    });

    test('with immediate expiry, two at the same time give one new key', async () => {
      const keys = ['one', 'two', 'three'].map((id) => apiKey(id, { created_at: now }));
      const rotated = await Promise.all(keys.map((key) => store().rotateKey('old', key, now)));
      expect(rotated.filter(Boolean)).toHaveLength(1);
      expect(await store().listKeys(user)).toHaveLength(2);
    });
  });
}
