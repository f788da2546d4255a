import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../interfaces/errors.ts';
import { openRecordFiles, type RecordFiles } from './idempotency-record-files.ts';
import { withRefund } from './ledger-changes.ts';
import { flushFolder } from './flush-folder.ts';
import { lockFile } from './lock.ts';
import { refuseMoved } from './moved-marker.ts';
import { openShards, type Shards } from './shards.ts';

/** An open DATA_DIR. No other process can use it until it is closed. */
export interface Folder {
  readonly shards: Shards;
  readonly recordFiles: RecordFiles;
  /** Waits for what is being written, then unlocks the folder. */
  close(): Promise<void>;
}

/** Whether a DATA_DIR has ever been used. */
export async function holdsAccounts(dataDir: string): Promise<boolean> {
  return stat(join(dataDir, 'accounts')).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Opens a DATA_DIR, which is made if it is not there. The reservations in it are released: a crash
 * left them behind, because no other process can be using the folder.
 * @param isForced whether to open one whose accounts were moved into a database
 * @throws StoreError when the folder cannot be used, another process has it, or a file is damaged
 */
export async function openFolder(dataDir: string, isForced = false): Promise<Folder> {
  const unlock = await lockFolder(dataDir);
  try {
    if (!isForced) await refuseMoved(dataDir);
    const shards = await openShards(join(dataDir, 'accounts'));
    const recordFiles = await openRecordFiles(join(dataDir, 'answers'));
    await releaseAll(shards, recordFiles);
    return {
      shards,
      recordFiles,
      async close() {
        await shards.idle();
        await recordFiles.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * Makes DATA_DIR and its folder of accounts if they are not there, and locks it.
 * @returns what unlocks it
 */
async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(join(dataDir, 'accounts'), { recursive: true, mode: 0o700 });
    await flushFolder(dataDir);
    return await lockFile(join(dataDir, 'altscribe.lock'));
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError('DATA_DIR cannot be used. It must be a folder that this user may write.', {
      cause,
    });
  }
}

async function releaseAll(shards: Shards, recordFiles: RecordFiles): Promise<void> {
  const accounts = [...shards.all()].filter((account) => account.reservations.length > 0);
  await Promise.all(
    accounts.map(async ({ user_id, reservations }) => {
      for (const { id, answer_file: file } of reservations) {
        // First, because a record is valid once its call is not reserved any more.
        if (file !== undefined) await recordFiles.remove(file, id);
      }
      await shards.update(user_id, (account) => ({
        result: undefined,
        account: account?.reservations.reduce(withRefund, account),
      }));
    }),
  );
}
