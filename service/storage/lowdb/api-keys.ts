import {
  keyUsageDays,
  type ApiKey,
  type ApiKeys,
  type FoundKey,
  type KeyUsage,
  type KeyUsageLog,
} from '../interfaces/api-keys.ts';
import { StoreError } from '../interfaces/errors.ts';
import { withoutOldDays } from '../usage-days.ts';
import type { StoredAccount, StoredKey } from './shard-data.ts';
import type { Shards } from './shard-files.ts';

/** Finds the owner of an API key without a search through all accounts. */
export interface KeyIndex {
  ownerOfHash(hash: string): string | undefined;
  ownerOfId(id: string): string | undefined;
  add(key: ApiKey): void;
  remove(key: ApiKey): void;
}

export function createKeyIndex(accounts: Iterable<StoredAccount>): KeyIndex {
  const byHash = new Map<string, string>();
  const byId = new Map<string, string>();

  function add(key: ApiKey): void {
    byHash.set(key.hash, key.owner_id);
    byId.set(key.id, key.owner_id);
  }

  for (const account of accounts) account.keys.forEach(add);
  return {
    ownerOfHash: (hash) => byHash.get(hash),
    ownerOfId: (id) => byId.get(id),
    add,
    remove(key) {
      byHash.delete(key.hash);
      byId.delete(key.id);
    },
  };
}

/** The part of the store that keeps the usage of API keys by day. */
export function keyUsageMethods(shards: Shards): KeyUsageLog {
  return {
    addKeyUsage({ owner_id, key_id, day, calls }) {
      return shards.update(owner_id, (owner) => {
        if (!owner?.keys.some(({ id }) => id === key_id)) {
          return { result: undefined, account: owner };
        }
        const keys = owner.keys.map((key) =>
          key.id === key_id ? withCalls(key, day, calls) : key,
        );
        return { result: undefined, account: { ...owner, keys } };
      });
    },

    listKeyUsage(ownerId) {
      const rows = (shards.find(ownerId)?.keys ?? []).flatMap(keyUsageOf);
      rows.sort((a, b) => (a.day < b.day || (a.day === b.day && a.key_id > b.key_id) ? -1 : 1));
      return Promise.resolve(withoutOldDays(rows, keyUsageDays).reverse());
    },
  };
}

/** The usage of a key, as the interface has it. */
export function keyUsageOf({
  owner_id,
  id: key_id,
  calls_by_day: calls = {},
}: StoredKey): KeyUsage[] {
  return Object.entries(calls).map(([day, count]) => ({ owner_id, key_id, day, calls: count }));
}

/** The newest days stay, by their number, so that a wrong clock costs no more than a day. */
function withCalls(key: StoredKey, day: string, calls: number): StoredKey {
  const before = key.calls_by_day ?? {};
  const days = Object.entries({ ...before, [day]: (before[day] ?? 0) + calls });
  days.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...key, calls_by_day: Object.fromEntries(days.slice(-keyUsageDays - 1)) };
}

/** The part of the store that keeps API keys. They are stored in the account of their owner. */
export function keyMethods(shards: Shards, keyIndex: KeyIndex): ApiKeys {
  return {
    async createKey(key) {
      // First, because a change that fails may have been made. What the index says is looked up.
      keyIndex.add(key);
      await shards.update(key.owner_id, (owner) => {
        if (!owner) throw new StoreError(`There is no account ${key.owner_id} to own a key.`);
        return { result: undefined, account: { ...owner, keys: [...owner.keys, { ...key }] } };
      });
    },

    findKey(hash) {
      const owner = shards.find(keyIndex.ownerOfHash(hash) ?? '');
      const key = owner?.keys.find((candidate) => candidate.hash === hash);
      return Promise.resolve(owner && key && toFoundKey(key, owner));
    },

    listKeys(ownerId) {
      const owners = ownerId === undefined ? [...shards.all()] : [shards.find(ownerId)];
      const keys = owners
        .flatMap((owner) => owner?.keys ?? [])
        .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
        .map(toKey);
      return Promise.resolve(keys);
    },

    async revokeKey(id, at, ownerId) {
      const keyOwner = keyIndex.ownerOfId(id);
      if (keyOwner === undefined || keyOwner !== (ownerId ?? keyOwner)) return undefined;
      return shards.update(keyOwner, (owner) => {
        const key = owner?.keys.find((candidate) => candidate.id === id);
        if (!owner || !key || key.revoked_at) return { result: key && toKey(key), account: owner };
        const revoked = { ...key, revoked_at: at };
        return { result: toKey(revoked), account: withKey(owner, revoked) };
      });
    },

    async rotateKey(id, key, oldWorksUntil) {
      keyIndex.add(key);
      const rotated = await shards.update(key.owner_id, (owner) => {
        const old = owner?.keys.find((candidate) => candidate.id === id);
        if (!owner || !old || !worksAt(old, key.created_at)) {
          return { result: undefined, account: owner };
        }
        const { expires_at: end } = old;
        const expires_at = end !== null && end < oldWorksUntil ? end : oldWorksUntil;
        const expiring = { ...old, expires_at };
        const { keys } = withKey(owner, expiring);
        return { result: toKey(expiring), account: { ...owner, keys: [...keys, { ...key }] } };
      });
      if (!rotated) keyIndex.remove(key);
      return rotated;
    },

    async touchKey(hash, at) {
      const ownerId = keyIndex.ownerOfHash(hash);
      if (ownerId === undefined) return;
      await shards.update(ownerId, (owner) => {
        const key = owner?.keys.find((candidate) => candidate.hash === hash);
        const account = owner && key ? withKey(owner, { ...key, last_used_at: at }) : owner;
        return { result: undefined, account };
      });
    },
  };
}

function worksAt({ revoked_at, expires_at }: ApiKey, at: string): boolean {
  return revoked_at === null && (expires_at === null || expires_at > at);
}

/** A key as the interface has it. */
export function toKey({ calls_by_day: _calls, ...key }: StoredKey): ApiKey {
  return key;
}

/** Field by field, since every call needs it: to copy what is left of an object is slow. */
function toFoundKey(key: StoredKey, owner: StoredAccount): FoundKey {
  return {
    id: key.id,
    owner_id: key.owner_id,
    name: key.name,
    hash: key.hash,
    last4: key.last4,
    created_at: key.created_at,
    last_used_at: key.last_used_at,
    revoked_at: key.revoked_at,
    expires_at: key.expires_at,
    owner_suspended_at: owner.suspended_at,
  };
}

function withKey(owner: StoredAccount, changed: StoredKey): StoredAccount {
  return { ...owner, keys: owner.keys.map((key) => (key.id === changed.id ? changed : key)) };
}
