import type { AccountPageRequest } from '../interfaces/accounts.ts';
import type { StoredAccount } from './shard-data.ts';

/** Finds and lists accounts without a search through all of them. */
export interface AccountIndex {
  find(userId: string): StoredAccount | undefined;
  all(): Iterable<StoredAccount>;
  count(): number;
  /** The accounts of an owner, sorted by `user_id`. */
  usersOf(ownerId: string): StoredAccount[];
  countUsersOf(ownerId: string): number;
  /** One page of the accounts that are their own owner, or of those of one owner. */
  listPage(page: AccountPageRequest, ownerId?: string): StoredAccount[];
  /** Puts an account in place of what there was under its name; nothing where it is removed. */
  put(userId: string, before: StoredAccount | undefined, after: StoredAccount | undefined): void;
}

/** An index without accounts. Each is put in quickly; many at once in the order of their names. */
export function createAccountIndex(): AccountIndex {
  const accounts = new Map<string, StoredAccount>();
  const owners: string[] = [];
  const users = new Map<string, string[]>();

  function usersOf(ownerId: string): string[] {
    return users.get(ownerId) ?? [];
  }

  function add({ user_id, owner_id }: StoredAccount): void {
    if (owner_id === user_id) insert(owners, user_id);
    if (!users.has(owner_id)) users.set(owner_id, []);
    insert(usersOf(owner_id), user_id);
  }

  function remove({ user_id, owner_id }: StoredAccount): void {
    if (owner_id === user_id) removeFrom(owners, user_id);
    removeFrom(usersOf(owner_id), user_id);
    if (usersOf(owner_id).length === 0) users.delete(owner_id);
  }

  function lookUp(ids: readonly string[]): StoredAccount[] {
    return ids.flatMap((id) => accounts.get(id) ?? []);
  }

  return {
    find: (userId) => accounts.get(userId),
    all: () => accounts.values(),
    count: () => accounts.size,
    usersOf: (ownerId) => lookUp(usersOf(ownerId)),
    countUsersOf: (ownerId) => usersOf(ownerId).length,
    listPage({ limit, after, search = '' }, ownerId) {
      const ids = ownerId === undefined ? owners : usersOf(ownerId);
      const page: string[] = [];
      for (let i = after === undefined ? 0 : positionAfter(ids, after); i < ids.length; i++) {
        if (page.length === limit) break;
        const id = ids[i];
        if (id?.includes(search)) page.push(id);
      }
      return lookUp(page);
    },
    put(userId, before, after) {
      if (after) accounts.set(userId, after);
      else accounts.delete(userId);
      // An account never changes its owner.
      if (before && !after) remove(before);
      if (after && !before) add(after);
    },
  };
}

/** How many of some sorted ids come before another one, or are the same. */
function positionAfter(ids: readonly string[], id: string): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? '') <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insert(ids: string[], id: string): void {
  ids.splice(positionAfter(ids, id), 0, id);
}

function removeFrom(ids: string[], id: string): void {
  const position = positionAfter(ids, id) - 1;
  if (ids[position] === id) ids.splice(position, 1);
}
