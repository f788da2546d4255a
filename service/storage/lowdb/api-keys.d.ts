import type { ApiKeys } from '../interfaces/api-keys.ts';
import type { KeyIndex } from './api-key-index.ts';
import type { Shards } from './shards.ts';
/** The part of the store that keeps API keys. They are stored in the account of their owner. */
export declare function keyMethods(shards: Shards, keyIndex: KeyIndex): ApiKeys;
