import type { Account } from './interfaces/accounts.ts';
import type { ApiKey } from './interfaces/api-keys.ts';
import type { LedgerEntry } from './interfaces/credit-ledger.ts';
import type { IdempotencyClaim } from './interfaces/idempotency-keys.ts';
import type { DailyUsage } from './interfaces/usage-log.ts';
/** An account with all that belongs to it and nothing reserved, as another storage imports it. */
export interface AccountExport extends Account {
    readonly keys: readonly ApiKey[];
    readonly entries: readonly LedgerEntry[];
    readonly usage: readonly DailyUsage[];
}
/** The record of a call that has succeeded, valid until `expires_at`. */
export interface ExportedRecord extends IdempotencyClaim {
    /** What the call responded, under the name that both storages persist it by. */
    readonly answer: string;
}
/**
 * What must be the same before and after an import. Exact, however large a sum of credits is. The
 * names are printed; `kept_answers` counts idempotency records.
 */
export interface Sums {
    readonly accounts: bigint;
    readonly keys: bigint;
    readonly revoked_keys: bigint;
    readonly entries: bigint;
    readonly usage_days: bigint;
    readonly kept_answers: bigint;
    readonly credits_available: bigint;
    readonly entry_credits: bigint;
    readonly usage_credits: bigint;
}
/** Counts and adds up what accounts hold, and counts records. */
export declare function sumUp(accounts: Iterable<AccountExport>, records: readonly ExportedRecord[]): Sums;
