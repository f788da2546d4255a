import type { AccountExport, ExportedRecord } from '../account-export.ts';
import type { CallRecord } from '../interfaces/usage-log.ts';
import { keyUsageOf, toKey } from './api-keys.ts';
import type { CallFiles } from './call-files.ts';
import { expiryOf, hasCall, type RecordFiles } from './idempotency-keys.ts';
import { toEntry } from './ledger-changes.ts';
import type { Shards } from './shard-files.ts';

/** All records that are still valid. No call may be under way. */
export async function exportRecords(
  shards: Shards,
  files: RecordFiles,
  now: Date,
): Promise<ExportedRecord[]> {
  const records: ExportedRecord[] = [];
  for await (const stored of files.listAll()) {
    if (!hasCall(shards, stored) || expiryOf(stored) <= now) continue;
    const { account_id, at, ...record } = stored;
    records.push({ ...record, expires_at: expiryOf(stored).toISOString() });
  }
  return records;
}

/** All accounts with all that their files hold. */
export function* exportAccounts(shards: Shards): Iterable<AccountExport> {
  for (const { id, reservations, ...account } of shards.all()) {
    const key_usage = account.keys.flatMap(keyUsageOf);
    const keys = account.keys.map(toKey);
    yield { ...account, keys, key_usage, entries: account.entries.map(toEntry) };
  }
}

/** The newest calls of all accounts. */
export async function* exportCalls(shards: Shards, files: CallFiles): AsyncIterable<CallRecord> {
  for (const account of shards.all()) yield* await files.list(account);
}
