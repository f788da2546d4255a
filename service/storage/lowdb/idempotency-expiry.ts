import type { ExportedRecord } from '../account-export.ts';
import type { RecordFiles, StoredRecord } from './idempotency-records.ts';
import type { Shards } from './shards.ts';

const keptMs = 86_400_000;

/** Until when an answer that is kept counts: 24 hours. */
export function expiryOf({ at }: Pick<StoredRecord, 'at'>): Date {
  return new Date(Date.parse(at) + keptMs);
}

/** Whether the account that an answer was given to is still there, and not another of its name. */
export function hasAccount(shards: Shards, { user_id, account_id }: StoredRecord): boolean {
  const account = shards.find(user_id);
  return account !== undefined && account.id === account_id;
}

/** All answers that still count. No call may be under way. */
export async function listRecords(
  shards: Shards,
  files: RecordFiles,
  now: Date,
): Promise<ExportedRecord[]> {
  const keys: ExportedRecord[] = [];
  for await (const kept of files.all()) {
    if (!hasAccount(shards, kept) || expiryOf(kept) <= now) continue;
    const { account_id, at, ...key } = kept;
    keys.push({ ...key, expires_at: expiryOf(kept).toISOString() });
  }
  return keys;
}
