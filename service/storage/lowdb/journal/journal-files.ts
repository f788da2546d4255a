import { join } from 'node:path';
import { StoreError } from '../../interfaces/errors.ts';
import { loginShardSchema, type StoredLogin } from '../login-data.ts';
import { openShardFiles, type ShardFiles } from '../shard-files.ts';
import { openShards, type Shards } from '../shards.ts';
import { markFormat, requireJournal } from './format-mark.ts';
import { openJournal, type Journal } from './journal.ts';

/** The journal, and the files that its changes are folded into. */
export interface JournalFiles {
  readonly journal: Journal;
  readonly shards: Shards;
  readonly loginShards: ShardFiles<StoredLogin>;
}

/**
 * Opens them in a DATA_DIR that has their folders, with all that a crash has left in the journal.
 * @throws StoreError where something is damaged, or gone
 */
export async function openJournalFiles(dataDir: string): Promise<JournalFiles> {
  await requireJournal(dataDir);
  const { journal, records } = await openJournal(join(dataDir, 'journal')).catch(
    (cause: unknown) => {
      if (cause instanceof StoreError) throw cause;
      throw new StoreError('The journal in DATA_DIR cannot be read.', { cause });
    },
  );
  function of(folder: string) {
    return { journal, records: records.filter((record) => record.folder === folder) };
  }
  try {
    const shards = await openShards(join(dataDir, 'accounts'), of('accounts'));
    const logins = join(dataDir, 'logins');
    const loginShards = await openShardFiles(logins, loginShardSchema, of('logins'));
    await markFormat(dataDir);
    return { journal, shards, loginShards };
  } catch (error) {
    await journal.close();
    throw error;
  }
}
