import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAccountIndex } from '../../../../../service/storage/lowdb/account-index.ts';
import type { StoredAccount } from '../../../../../service/storage/lowdb/shard-data.ts';
import { storedAccount } from './stored-account.ts';

const names = ['a', 'b', 'ba', 'c', 'd', '__proto__'];

test('lists the same accounts as a full search, whatever was added and removed', () => {
  const change = fc.record({
    name: fc.constantFrom(...names),
    owner: fc.constantFrom(...names),
    isRemoval: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 40 }),
      fc.option(fc.constantFrom(...names, 'bb'), { nil: undefined }),
      fc.constantFrom('', 'a', 'b'),
      fc.integer({ min: 1, max: 4 }),
      (changes, after, search, limit) => {
        const index = createAccountIndex();
        const model = new Map<string, StoredAccount>();
        for (const { name, owner, isRemoval } of changes) {
          const before = model.get(name);
          const next = storedAccount(name, { owner_id: before?.owner_id ?? owner });
          if (isRemoval) model.delete(name);
          else model.set(name, next);
          index.put(name, before, model.get(name));
        }
        const all = [...model.values()].sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
        const page = (of: StoredAccount[]) =>
          of
            .filter((one) => after === undefined || one.user_id > after)
            .filter((one) => one.user_id.includes(search))
            .slice(0, limit);
        const owners = all.filter((one) => one.owner_id === one.user_id);
        expect(index.listPage({ limit, after, search })).toEqual(page(owners));
        for (const name of names) {
          const mine = all.filter((one) => one.owner_id === name);
          expect(index.find(name)).toBe(model.get(name));
          expect(index.usersOf(name)).toEqual(mine);
          expect(index.countUsersOf(name)).toBe(mine.length);
          expect(index.listPage({ limit, after, search }, name)).toEqual(page(mine));
        }
        expect(index.count()).toBe(model.size);
      },
    ),
  );
});
