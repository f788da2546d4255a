import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError, StoreLockedError } from '../interfaces/errors.ts';
import { openChangeFiles, type ChangeFiles } from './change-log.ts';
import { refuseHalfRestored } from './backup/restoring.ts';
import { openCallFiles, type CallFiles } from './call-files.ts';
import { createDiskCheck } from './disk-check.ts';
import { openRecordFiles, type RecordFiles } from './idempotency-record-files.ts';
import { withRefund } from './ledger-changes.ts';
import { describeOwner } from './folder-owner.ts';
import { flushFolder } from './flush-folder.ts';
import { migrateJournal } from './journal-migration.ts';
import { lockFiles } from './lock.ts';
import { refuseMoved } from './moved-marker.ts';
import { loginShardSchema, type StoredLogin } from './login-data.ts';
import { openShardFiles, openShards, type ShardFiles, type Shards } from './shard-files.ts';
import { createWriteGate } from './write-gate.ts';

const lockBackoffMs = 100;

/** An open DATA_DIR. No other process can use it until it is closed. */
export interface Folder {
  readonly shards: Shards;
  readonly recordFiles: RecordFiles;
  /** What lets users in to the dashboard. */
  readonly loginShards: ShardFiles<StoredLogin>;
  readonly changeFiles: ChangeFiles;
  readonly callFiles: CallFiles;
  /** Does some work between two writes; those that come meanwhile wait. */
  holdWrites<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the disk takes writes. */
  ping(): Promise<void>;
  /** Waits for what is being written, then unlocks the folder. */
  close(): Promise<void>;
}

export interface OpenFolderOptions {
  /** How long to wait for another process that has the folder, in milliseconds. */
  readonly waitMs?: number;
  /** Whether to open one whose accounts were moved into a database. */
  readonly isForced?: boolean;
}

/** Whether a DATA_DIR has ever been used. One that this user may not look into counts as used. */
export async function holdsAccounts(dataDir: string): Promise<boolean> {
  return stat(join(dataDir, 'accounts')).then(
    (found) => found.isDirectory(),
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EACCES',
  );
}

/**
 * Opens a DATA_DIR, which is made if it is not there. The reservations in it are released: a crash
 * left them behind, because no other process can be using the folder.
 * @throws StoreError when the folder cannot be used, another process has it, or a file is damaged
 */
export async function openFolder(
  dataDir: string,
  { waitMs = 0, isForced = false }: OpenFolderOptions = {},
): Promise<Folder> {
  const unlock = await waitForLock(dataDir, performance.now() + waitMs);
  try {
    if (!isForced) await refuseMoved(dataDir);
    await refuseHalfRestored(dataDir);
    await migrateJournal(dataDir);
    const shards = await openShards(join(dataDir, 'accounts'));
    const loginShards = await openShardFiles(join(dataDir, 'logins'), loginShardSchema);
    const recordFiles = await openRecordFiles(join(dataDir, 'answers'));
    const changeFiles = await openChangeFiles(join(dataDir, 'changes'));
    await releaseAll(shards, recordFiles);
    const { watch, ping } = createDiskCheck(dataDir);
    const gate = createWriteGate();
    const write = <T>(work: () => Promise<T>) => watch(gate.pass(work));
    const callFiles = openCallFiles(join(dataDir, 'calls'));
    return {
      shards: {
        ...shards,
        update: (...args) => write(() => shards.update(...args)),
        updateInMemory: (...args) => write(() => shards.updateInMemory(...args)),
      },
      recordFiles: {
        ...recordFiles,
        write: (...args) => write(() => recordFiles.write(...args)),
        remove: (...args) => gate.pass(() => recordFiles.remove(...args)),
      },
      loginShards: {
        ...loginShards,
        update: (...args) => write(() => loginShards.update(...args)),
      },
      changeFiles: {
        ...changeFiles,
        addChange: (change) => write(() => changeFiles.addChange(change)),
      },
      callFiles: {
        ...callFiles,
        add: (...args) => gate.pass(() => callFiles.add(...args)),
        remove: (account) => gate.pass(() => callFiles.remove(account)),
      },
      holdWrites: gate.hold,
      ping,
      async close() {
        await Promise.all([shards.idle(), loginShards.idle()]);
        await Promise.all([recordFiles.close(), changeFiles.close()]);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Locks DATA_DIR, and tries so until a time by `performance.now()` while another process has it. */
async function waitForLock(dataDir: string, until: number): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await lockFolder(dataDir);
    } catch (error) {
      if (!(error instanceof StoreLockedError) || performance.now() >= until) throw error;
    }
    await sleep(lockBackoffMs);
  }
}

/**
 * Makes DATA_DIR and its folders if they are not there, and locks it. Released versions know the
 * first of the two locks only. The second still stands when somebody removes what looks like a lock
 * that a crash has left.
 * @returns what unlocks it
 */
async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  try {
    for (const folder of ['accounts', 'answers', 'logins', 'changes']) {
      await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 });
    }
    await flushFolder(dataDir);
    return await lockFiles([join(dataDir, 'altscribe.lock'), join(dataDir, 'answers/in-use')]);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(
      'DATA_DIR cannot be used. It must be a folder that this user may write.' +
        (await describeOwner(dataDir)),
      { cause },
    );
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
