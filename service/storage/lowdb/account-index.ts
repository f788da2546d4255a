import type { AccountPageRequest } from '../interfaces/accounts.ts';
import type { StoredAccount } from './shard-data.ts';

/** Not a `user_id`. */
const allOwners = '';

/** Finds and lists accounts without a search through all of them. */
export function createAccountIndex() {
  const accounts = new Map<string, StoredAccount>();
  /** Sorted ids: those of the accounts of each owner, and those of all owners. */
  const lists = new Map<string, string[]>();
  const keyOwners = new Map<string, string>();

  function idsOf(list: string): string[] {
    return lists.get(list) ?? [];
  }

  /** Adds an account to its lists, or removes it. */
  function list({ user_id, owner_id }: StoredAccount, isAdded: boolean): void {
    for (const name of user_id === owner_id ? [owner_id, allOwners] : [owner_id]) {
      const ids = idsOf(name);
      const position = positionAfter(ids, user_id);
      if (isAdded) ids.splice(position, 0, user_id);
      else ids.splice(position - 1, 1);
      if (ids.length > 0) lists.set(name, ids);
      else lists.delete(name);
    }
  }

  function lookUp(ids: readonly string[]): StoredAccount[] {
    return ids.flatMap((id) => accounts.get(id) ?? []);
  }

  return {
    find: (userId: string) => accounts.get(userId),
    all: () => accounts.values(),
    count: () => accounts.size,
    /** The accounts of an owner, sorted by `user_id`. */
    usersOf: (ownerId: string) => lookUp(idsOf(ownerId)),
    countUsersOf: (ownerId: string) => idsOf(ownerId).length,
    ownerOfKey: (idOrHash: string) => keyOwners.get(idOrHash),
    /** One page of the accounts that are their own owner, or of one owner's accounts. */
    listPage({ limit, after, search = '' }: AccountPageRequest, ownerId?: string): StoredAccount[] {
      const ids = idsOf(ownerId ?? allOwners);
      const page: string[] = [];
      for (let i = after === undefined ? 0 : positionAfter(ids, after); i < ids.length; i++) {
        if (page.length === limit) break;
        const id = ids[i];
        if (id?.includes(search)) page.push(id);
      }
      return lookUp(page);
    },
    /** Replaces an account after a change; undefined if it was removed. */
    put(userId: string, before?: StoredAccount, after?: StoredAccount): void {
      if (after) accounts.set(userId, after);
      else accounts.delete(userId);
      // An account never changes its owner.
      if (before && !after) list(before, false);
      if (after && !before) list(after, true);
      if (before?.keys === after?.keys) return;
      for (const { id, hash } of before?.keys ?? []) {
        keyOwners.delete(id);
        keyOwners.delete(hash);
      }
      for (const { id, hash } of after?.keys ?? []) keyOwners.set(id, userId).set(hash, userId);
    },
  };
}

/** How many of the sorted ids are not after another one. */
function positionAfter(ids: readonly string[], id: string): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? '') <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}
