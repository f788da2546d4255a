import type { Store } from '../store.ts';
import type { Data } from './data.ts';
import type { GroupCommit } from './group-commit.ts';

type Keys = Pick<Store, 'createKey' | 'findKey' | 'listKeys' | 'revokeKey' | 'touchKey'>;

/** The part of the store that keeps API keys. */
export function keyMethods(data: Data, { commit }: GroupCommit): Keys {
  return {
    async createKey(key) {
      data.keys[key.hash] = { ...key };
      await commit(() => {
        delete data.keys[key.hash];
      });
    },

    findKey(hash) {
      const key = data.keys[hash];
      return Promise.resolve(key && { ...key });
    },

    listKeys(ownerId) {
      const keys = Object.values(data.keys)
        .filter((key) => ownerId === undefined || key.owner_id === ownerId)
        .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
        .map((key) => ({ ...key }));
      return Promise.resolve(keys);
    },

    async revokeKey(id, at) {
      const key = Object.values(data.keys).find((candidate) => candidate.id === id);
      if (!key || key.revoked_at) return key && { ...key };
      key.revoked_at = at;
      const after = { ...key };
      await commit(() => {
        key.revoked_at = null;
      });
      return after;
    },

    async touchKey(hash, at) {
      const key = data.keys[hash];
      if (!key) return;
      const before = key.last_used_at;
      key.last_used_at = at;
      await commit(() => {
        key.last_used_at = before;
      });
    },
  };
}
