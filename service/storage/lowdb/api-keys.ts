import {
  keyUsageDays,
  type ApiKey,
  type ApiKeys,
  type KeyUsage,
  type KeyUsageLog,
} from '../interfaces/api-keys.ts';
import { StoreError } from '../interfaces/errors.ts';
import { withoutOldDays } from '../usage-days.ts';
import type { StoredAccount, StoredKey } from './shard-data.ts';
import type { Shards } from './shard-files.ts';

/** The usage of a key, in the form of the interface. */
export function keyUsageOf({ owner_id, id, calls_by_day: days = {} }: StoredKey): KeyUsage[] {
  return Object.entries(days).map(([day, calls]) => ({ owner_id, key_id: id, day, calls }));
}

/** Keeps a number of the newest days: a wrong clock costs one day at most. */
function withCalls(key: StoredKey, day: string, calls: number): StoredKey {
  const before = key.calls_by_day ?? {};
  const days = Object.entries({ ...before, [day]: (before[day] ?? 0) + calls });
  days.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...key, calls_by_day: Object.fromEntries(days.slice(-keyUsageDays - 1)) };
}

/**
 * The part of the store for API keys and their usage, which are stored in their owner's account.
 */
export function keyMethods(shards: Shards): ApiKeys & KeyUsageLog {
  return {
    async createKey(key) {
      await shards.update(key.owner_id, (owner) => {
        if (!owner) throw new StoreError(`There is no account ${key.owner_id} to own a key.`);
        return { result: undefined, account: { ...owner, keys: [...owner.keys, { ...key }] } };
      });
    },

    async findKey(hash) {
      const owner = shards.find(shards.ownerOfKey(hash) ?? '');
      const key = owner?.keys.find((candidate) => candidate.hash === hash);
      if (!owner || !key) {
        await shards.refuseDamagedKey(hash);
        return undefined;
      }
      const { suspended_at, daily_calls_max } = owner;
      const ofOwner = { owner_suspended_at: suspended_at, owner_daily_calls_max: daily_calls_max };
      return { ...toKey(key), ...ofOwner };
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
      await shards.refuseDamagedKey(id);
      const keyOwner = shards.ownerOfKey(id);
      if (keyOwner === undefined || keyOwner !== (ownerId ?? keyOwner)) return undefined;
      const owner = await shards.change(keyOwner, (before) =>
        withKey(before, id, (key) => ({ ...key, revoked_at: key.revoked_at ?? at })),
      );
      const key = owner?.keys.find((candidate) => candidate.id === id);
      return key && toKey(key);
    },

    rotateKey(id, key, oldWorksUntil) {
      return shards.update(key.owner_id, (owner) => {
        const old = owner?.keys.find((candidate) => candidate.id === id);
        if (!owner || !old || !worksAt(old, key.created_at)) {
          return { result: undefined, account: owner };
        }
        const { expires_at: end } = old;
        const expires_at = end !== null && end < oldWorksUntil ? end : oldWorksUntil;
        const { keys } = withKey(owner, id, () => ({ ...old, expires_at }));
        const account = { ...owner, keys: [...keys, { ...key }] };
        return { result: toKey({ ...old, expires_at }), account };
      });
    },

    async touchKey(hash, at) {
      const ownerId = shards.ownerOfKey(hash) ?? '';
      const id = shards.find(ownerId)?.keys.find((key) => key.hash === hash)?.id;
      if (id === undefined) return;
      await shards.change(ownerId, (owner) =>
        withKey(owner, id, (key) => ({ ...key, last_used_at: at })),
      );
    },

    async addKeyUsage({ owner_id, key_id, day, calls }) {
      await shards.change(owner_id, (owner) =>
        withKey(owner, key_id, (key) => withCalls(key, day, calls)),
      );
    },

    listKeyUsage(ownerId) {
      const rows = (shards.find(ownerId)?.keys ?? []).flatMap(keyUsageOf);
      rows.sort((a, b) => (a.day < b.day || (a.day === b.day && a.key_id > b.key_id) ? -1 : 1));
      return Promise.resolve(withoutOldDays(rows, keyUsageDays).reverse());
    },
  };
}

function worksAt({ revoked_at, expires_at }: ApiKey, at: string): boolean {
  return revoked_at === null && (expires_at === null || expires_at > at);
}

export function toKey({ calls_by_day: _calls, ...key }: StoredKey): ApiKey {
  return key;
}

function withKey(
  owner: StoredAccount,
  id: string,
  change: (key: StoredKey) => StoredKey,
): StoredAccount {
  if (!owner.keys.some((key) => key.id === id)) return owner;
  return { ...owner, keys: owner.keys.map((key) => (key.id === id ? change(key) : key)) };
}
