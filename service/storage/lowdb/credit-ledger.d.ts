import { type CreditLedger } from '../interfaces/credit-ledger.ts';
import type { Idempotency } from './idempotency-keys.ts';
import type { Shards } from './shards.ts';
/** The part of the store that keeps credits: balances, reservations and entries. */
export declare function creditMethods(shards: Shards, idempotency: Idempotency): CreditLedger;
