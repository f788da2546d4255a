import type { ExportedRecord } from '../account-export.ts';
import type { RecordFiles } from './idempotency-record-files.ts';
import type { Shards } from './shard-files.ts';
import { expiryOf, hasCall } from './stored-record.ts';

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
