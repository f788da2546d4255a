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
export function sumUp(accounts: Iterable<AccountExport>, records: readonly ExportedRecord[]): Sums {
  const sums = {
    accounts: 0n,
    keys: 0n,
    revoked_keys: 0n,
    entries: 0n,
    usage_days: 0n,
    kept_answers: BigInt(records.length),
    credits_available: 0n,
    entry_credits: 0n,
    usage_credits: 0n,
  };
  for (const { credits_available, keys, entries, usage } of accounts) {
    sums.accounts += 1n;
    sums.keys += BigInt(keys.length);
    sums.revoked_keys += BigInt(keys.filter(({ revoked_at }) => revoked_at !== null).length);
    sums.entries += BigInt(entries.length);
    sums.usage_days += BigInt(usage.length);
    sums.credits_available += BigInt(credits_available);
    for (const { credits } of entries) sums.entry_credits += BigInt(credits);
    for (const { credits } of usage) sums.usage_credits += BigInt(credits);
  }
  return sums;
}
