import type { Account } from './interfaces/accounts.ts';
import type { ClientSite } from './interfaces/client-sites.ts';
import type { ApiKey, KeyUsage } from './interfaces/api-keys.ts';
import type { CallRecord, Change, DailyUsage } from './interfaces/usage-log.ts';
import type { LedgerEntry, IdempotencyClaim } from './interfaces/credit-ledger.ts';
import type { DayCount } from './interfaces/storage-backend.ts';
import type { Login, SecondFactor } from './interfaces/logins.ts';

/**
 * An account with everything that belongs to it and nothing reserved, for import into another
 * storage.
 */
export interface AccountExport extends Account {
  readonly keys: readonly ApiKey[];
  readonly entries: readonly LedgerEntry[];
  readonly usage: readonly DailyUsage[];
  readonly key_usage: readonly KeyUsage[];
  readonly sites: readonly ClientSite[];
}

/** The record of a call that has succeeded, valid until `expires_at`. */
export interface ExportedRecord extends IdempotencyClaim {
  /** The call's response, under the name that both storages use for it. */
  readonly answer: string;
}

/** A login with its second factor. */
export interface ExportedLogin extends Login {
  readonly second_factor: SecondFactor | null;
}

/**
 * The sums that must be the same before and after an import. They are exact, however large a sum of
 * credits is. The names are printed; `kept_answers` counts idempotency records.
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
  readonly key_usage_days: bigint;
  readonly key_usage_calls: bigint;
  readonly sites: bigint;
  readonly calls: bigint;
  readonly call_credits: bigint;
  readonly logins: bigint;
  readonly operators: bigint;
  readonly changes: bigint;
}

/** Everything to be imported. */
export interface ExportSource {
  /** Returns the same accounts each time. */
  accounts(): Iterable<AccountExport>;
  /** The newest calls of all accounts; the same ones each time. */
  calls(): AsyncIterable<CallRecord>;
  readonly records: readonly ExportedRecord[];
  /** Returns the same logins each time; `changes` does, too. */
  logins(): Iterable<ExportedLogin>;
  changes(): AsyncIterable<Change>;
  /** The counts of days whose limits may still apply. */
  readonly callCounts: readonly DayCount[];
}

/** Counts and adds up everything in a source. */
export async function sumUp(source: ExportSource): Promise<Sums> {
  const { accounts, calls, records, logins, changes } = source;
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
    key_usage_days: 0n,
    key_usage_calls: 0n,
    sites: 0n,
    calls: 0n,
    call_credits: 0n,
    logins: 0n,
    operators: 0n,
    changes: 0n,
  };
  for (const { credits_available, keys, entries, usage, key_usage, sites } of accounts()) {
    sums.accounts += 1n;
    sums.keys += BigInt(keys.length);
    sums.revoked_keys += BigInt(keys.filter(({ revoked_at }) => revoked_at !== null).length);
    sums.entries += BigInt(entries.length);
    sums.usage_days += BigInt(usage.length);
    sums.credits_available += BigInt(credits_available);
    for (const { credits } of entries) sums.entry_credits += BigInt(credits);
    for (const { credits } of usage) sums.usage_credits += BigInt(credits);
    sums.sites += BigInt(sites.length);
    sums.key_usage_days += BigInt(key_usage.length);
    for (const { calls } of key_usage) sums.key_usage_calls += BigInt(calls);
  }
  for await (const { credits } of calls()) {
    sums.calls += 1n;
    sums.call_credits += BigInt(credits);
  }
  for (const { is_operator } of logins()) {
    sums.logins += 1n;
    if (is_operator) sums.operators += 1n;
  }
  const iterator = changes()[Symbol.asyncIterator]();
  while (!(await iterator.next()).done) sums.changes += 1n;
  return sums;
}
