import type { Logger } from 'pino';
import type { ApiKey, ApiKeys } from '../storage/interfaces/api-keys.ts';
/** Makes a key for an owner: the key itself, shown once, and what is stored of it. */
export declare function newApiKey(ownerId: string, name: string): {
    key: string;
    record: ApiKey;
};
/** Finds the owner that a key acts for: nothing for a key that is malformed, unknown or revoked. */
export declare function findOwnerOfKey(store: ApiKeys, key: string, log: Logger): Promise<string | undefined>;
