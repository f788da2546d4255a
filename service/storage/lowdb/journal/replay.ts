import type { z } from 'zod';
import { StoreError } from '../../interfaces/errors.ts';
import type { ShardData } from '../shard-data.ts';
import { withDifference } from './difference.ts';
import type { JournalRecord } from './journal-line.ts';

/**
 * Makes in memory what the journal has of one file, from the revision on that the file is at. What it
 * has already is passed over, so that replaying twice is replaying once.
 * @param records those of this file, oldest first
 * @returns the data after that, and whether something was removed
 * @throws StoreError where the records do not follow from the file
 */
export function replay<Stored extends object>(
  data: ShardData<Stored>,
  records: readonly JournalRecord[],
  schema: z.ZodType<ShardData<Stored>>,
): { data: ShardData<Stored>; removes: boolean } {
  const missing = records.filter((record) => record.revision > data.revision);
  const [first] = missing;
  if (!first) return { data, removes: false };
  const accounts = Object.assign(Object.create(null), data.accounts) as Record<string, object>;
  let { revision } = data;
  let removes = false;
  for (const record of missing) {
    revision += 1;
    if (record.revision !== revision) throw unrelated(record);
    for (const [userId, difference] of record.changes) {
      const after = difference && withDifference(accounts[userId], difference);
      if (after === undefined) throw unrelated(record);
      if (after) accounts[userId] = after;
      else delete accounts[userId];
      removes ||= !after;
    }
  }
  const result = schema.safeParse({ ...data, revision, accounts });
  if (!result.success) throw unrelated(first);
  return { data: result.data, removes };
}

function unrelated({ folder, file }: JournalRecord): StoreError {
  return new StoreError(
    `${folder}/${file}.json in DATA_DIR is not the file that the journal goes on from: put that back, ` +
      'or restore your own backup. To go on without all changes in the journal, empty the files in ' +
      'DATA_DIR/journal. Nothing was changed.',
  );
}
