import type { ApiKey } from '../interfaces/api-keys.ts';
import type { StoredAccount } from './shard-data.ts';
/** Finds the owner of an API key without a search through all accounts. */
export interface KeyIndex {
    ownerOfHash(hash: string): string | undefined;
    ownerOfId(id: string): string | undefined;
    add(key: ApiKey): void;
    remove(key: ApiKey): void;
}
export declare function createKeyIndex(accounts: Iterable<StoredAccount>): KeyIndex;
