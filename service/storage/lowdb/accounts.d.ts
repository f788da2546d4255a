import type { Account, Accounts } from '../interfaces/accounts.ts';
import type { StoredAccount } from './shard-data.ts';
import type { KeyIndex } from './api-key-index.ts';
import type { Shards } from './shards.ts';
/** The part of the store that keeps accounts. */
export declare function accountMethods(shards: Shards, keyIndex: KeyIndex): Omit<Accounts, 'repairAccount'>;
/** An account as the interface has it, without keys, entries and the like. */
export declare function toAccount(account: Account | StoredAccount): Account;
