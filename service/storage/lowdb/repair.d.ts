import type { Accounts } from '../interfaces/accounts.ts';
import type { CreditLedger } from '../interfaces/credit-ledger.ts';
import type { Shards } from './shards.ts';
/** The part of the store that repairs accounts. */
export declare function repairIn(shards: Shards, ledger: Pick<CreditLedger, 'release'>): Accounts['repairAccount'];
