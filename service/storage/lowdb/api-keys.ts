import type { ApiKey, ApiKeys, FoundKey } from '../interfaces/api-keys.ts';
import { StoreError } from '../interfaces/errors.ts';
import type { StoredAccount, StoredKey } from './shard-data.ts';
import type { KeyIndex } from './api-key-index.ts';
import type { Shards } from './shard-files.ts';

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
