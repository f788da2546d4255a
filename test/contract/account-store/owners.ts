import { beforeEach, describe, expect, test } from 'vitest';
import { account, at } from './examples.ts';
import type { Subject } from './subject.ts';

export function ownersContract({ store, reopen }: Subject): void {
  async function owners(page: { limit: number; after?: string; search?: string }) {
    return (await store().listOwners(page)).map(({ account: one, users }) => [one.user_id, users]);
  }

  async function users(ownerId: string, page: { limit: number; after?: string; search?: string }) {
    return (await store().listUsers(ownerId, page)).map(({ user_id }) => user_id);
  }

  describe('lists of owners and users', () => {
    beforeEach(async () => {
      for (const id of ['ccc@example.com', 'aaa@example.com', 'bbb@example.com']) {
        await store().createAccount(account(id), at);
      }
      for (const id of ['z_1@site.example', 'b%1@site.example', 'a1@site.example']) {
        await store().createAccount(account(id, { owner_id: 'bbb@example.com' }), at);
      }
    });

    test('contain accounts that are their own owner, sorted, with the number of users', async () => {
      const all = [
        ['aaa@example.com', 1],
        ['bbb@example.com', 4],
        ['ccc@example.com', 1],
      ];
      expect(await owners({ limit: 10 })).toEqual(all);
      await reopen();
      expect(await owners({ limit: 10 })).toEqual(all);
      expect(await store().listOwners({ limit: 1 })).toEqual([
        { account: account('aaa@example.com'), users: 1 },
      ]);
    });

    test('are paged', async () => {
      expect(await owners({ limit: 2 })).toHaveLength(2);
      expect(await owners({ limit: 2, after: 'bbb@example.com' })).toEqual([
        ['ccc@example.com', 1],
      ]);
      expect(await owners({ limit: 2, after: 'ccc@example.com' })).toEqual([]);
      // The last one of the previous page was removed meanwhile.
      expect(await owners({ limit: 1, after: 'aab@example.com' })).toEqual([
        ['bbb@example.com', 4],
      ]);
      const first = await users('bbb@example.com', { limit: 2 });
      expect(first).toEqual(['a1@site.example', 'b%1@site.example']);
      const after = 'b%1@site.example';
      expect(await users('bbb@example.com', { limit: 2, after })).toEqual([
        'bbb@example.com',
        'z_1@site.example',
      ]);
    });

    test('contain the users of one owner, including itself, unchanged', async () => {
      expect(await store().listUsers('aaa@example.com', { limit: 5 })).toEqual([
        account('aaa@example.com'),
      ]);
      expect(await store().listUsers('a1@site.example', { limit: 5 })).toEqual([]);
      expect(await store().listUsers('nobody@example.com', { limit: 5 })).toEqual([]);
    });

    test('contain accounts whose name contains the search text, literally', async () => {
      expect(await owners({ limit: 5, search: 'c@ex' })).toEqual([['ccc@example.com', 1]]);
      for (const search of ['site', '_', '%']) {
        expect(await owners({ limit: 5, search })).toEqual([]);
      }
      expect(await owners({ limit: 1, search: 'example', after: 'aaa@example.com' })).toEqual([
        ['bbb@example.com', 4],
      ]);
      const found = async (search: string) => users('bbb@example.com', { limit: 5, search });
      expect(await found('site')).toHaveLength(3);
      expect(await found('_')).toEqual(['z_1@site.example']);
      expect(await found('%')).toEqual(['b%1@site.example']);
      expect(await found('\\')).toEqual([]);
      expect(await found('.*')).toEqual([]);
    });

    test('do not contain accounts that were removed or could not be created', async () => {
      await store().removeAccount('a1@site.example');
      await store().removeAccount('aaa@example.com');
      const again = account('b%1@site.example', { owner_id: 'ccc@example.com' });
      await expect(store().createAccount(again, at)).rejects.toThrow();
      expect(await owners({ limit: 5 })).toEqual([
        ['bbb@example.com', 3],
        ['ccc@example.com', 1],
      ]);
      expect(await users('ccc@example.com', { limit: 5 })).toEqual(['ccc@example.com']);
    });

    test('return copies', async () => {
      const [owner] = await store().listOwners({ limit: 1 });
      const [one] = await store().listUsers('aaa@example.com', { limit: 1 });
      for (const copy of [owner?.account, one]) Object.assign(copy ?? {}, { plan_type: 'stolen' });
      expect(await store().findAccount('aaa@example.com')).toEqual(account('aaa@example.com'));
    });
  });
}
