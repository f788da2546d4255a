import type { ExportedRecord } from '../account-export.ts';
import type { RecordFiles } from './idempotency-record-files.ts';
import type { Shards } from './shards.ts';
/** All records that are still valid. No call may be under way. */
export declare function exportRecords(shards: Shards, files: RecordFiles, now: Date): Promise<ExportedRecord[]>;
