import { join } from 'node:path';
import { z } from 'zod';
import { StoreError } from '../../interfaces/errors.ts';
import { durableJsonFile } from '../durable-json-file.ts';
import { formatVersion } from '../format-version.ts';
import { emptyShard } from '../shard-data.ts';
import { listSegments } from './journal.ts';

/** The file of accounts that is always there once there is a journal. */
function markedFile(dataDir: string) {
  const path = join(dataDir, 'accounts', '000.json');
  return durableJsonFile(path, z.looseObject({ version: z.int() }));
}

/** @throws StoreError where there was a journal once and there is none, or the marked file is damaged */
export async function requireJournal(dataDir: string): Promise<void> {
  const marked = await markedFile(dataDir).read();
  if (marked?.version !== formatVersion) return;
  if ((await listSegments(join(dataDir, 'journal'))).length > 0) return;
  throw new StoreError(
    'The journal in DATA_DIR is gone: it has the newest changes. Put the files in the folder ' +
      'journal back, or restore your own backup. To go on without those changes, make an empty ' +
      'file journal/00000001.jsonl. Nothing was changed.',
  );
}

/**
 * Gives one file of accounts the present version, so that versions which know of no journal refuse
 * the folder from then on.
 */
export async function markFormat(dataDir: string): Promise<void> {
  const file = markedFile(dataDir);
  const data = await file.read();
  if (data?.version === formatVersion) return;
  await file.write({ ...(data ?? emptyShard()), version: formatVersion });
}
