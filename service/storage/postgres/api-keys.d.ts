import type { ApiKey, ApiKeys } from '../interfaces/api-keys.ts';
import type { Database } from './database.ts';
import type { Query } from './transaction.ts';
/** The columns of an `ApiKey`. */
export declare const keyColumns = "id, owner_id, name, hash, last4, created_at, last_used_at, revoked_at";
/** The part of the store that keeps API keys. Every call finds one by its hash, the primary key. */
export declare function keyMethods(database: Database): ApiKeys;
export declare function insertKey(query: Query, key: ApiKey): Promise<void>;
