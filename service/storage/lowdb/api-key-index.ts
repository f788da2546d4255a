import type { ApiKey } from '../interfaces/api-keys.ts';
import type { StoredAccount } from './shard-data.ts';

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
