import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { StoreError, type Store } from '../store.ts';
import { accountMethods } from './accounts.ts';
import { creditMethods, giveBack } from './credits.ts';
import { dataSchema, emptyData, type Data } from './data.ts';
import { durableJsonFile } from './durable-json-file.ts';
import { groupCommit } from './group-commit.ts';
import { keyMethods } from './keys.ts';
import { lockFile } from './lock.ts';

/**
 * Opens the store in a folder, which is made if it is not there. Reservations that a crash left
 * behind are released.
 * @throws StoreError when the folder cannot be used, another process has it, or its file is damaged
 */
export async function openLowdbStore(dataDir: string): Promise<Store> {
  const unlock = await takeFolder(dataDir);
  try {
    const db = new Low(durableJsonFile(join(dataDir, 'altscribe.json'), dataSchema), emptyData());
    await db.read();
    for (const id of Object.keys(db.data.reservations)) giveBack(db.data, id);
    await write(db);
    const commits = groupCommit(() => write(db));
    return {
      ...accountMethods(db.data, commits),
      ...keyMethods(db.data, commits),
      ...creditMethods(db.data, commits),
      // All that is read is in memory.
      ping: () => Promise.resolve(),
      async close() {
        await commits.idle();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Makes the folder if it is not there, and keeps other processes out of it. */
async function takeFolder(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await lockFile(join(dataDir, 'altscribe.lock'));
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError('DATA_DIR cannot be used. It must be a folder that this user may write.', {
      cause,
    });
  }
}

async function write(db: Low<Data>): Promise<void> {
  try {
    await db.write();
  } catch (cause) {
    throw new StoreError('The store in DATA_DIR cannot be written. Is there room on the disk?', {
      cause,
    });
  }
}
