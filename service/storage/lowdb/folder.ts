import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import { z } from 'zod';
import { StoreError, StoreLockedError } from '../interfaces/errors.ts';
import { refuseHalfRestored } from './backup/restoring.ts';
import { movedMarker as marker } from './backup/snapshot.ts';
import { openCallFiles, type CallFiles } from './call-files.ts';
import { openChangeFiles, type ChangeFiles } from './change-log.ts';
import { codeOf, durableJsonFile, flushFolder, replaceFile } from './durable-json-file.ts';
import { describeOwner } from './folder-owner.ts';
import { openRecordFiles, type RecordFiles } from './idempotency-keys.ts';
import { migrateJournal } from './journal-migration.ts';
import { withRefund } from './ledger-changes.ts';
import { loginShardSchema, type StoredLogin } from './login-data.ts';
import { openShardFiles, openShards, type ShardFiles, type Shards } from './shard-files.ts';
import { createSnapshotLock } from './snapshot-lock.ts';

/** Tells whether the disk takes writes. */
interface DiskCheck {
  /** Remembers it when a write fails. */
  watch<T>(write: Promise<T>): Promise<T>;
  /**
   * Resolves when the last write did not fail, or another one succeeds now.
   * @throws StoreError
   */
  ping(): Promise<void>;
}

/** Tells it of the disk of a folder, on which it writes a tiny file and removes it again. */
function createDiskCheck(folder: string): DiskCheck {
  const path = join(folder, 'disk-check.json');
  const file = durableJsonFile(path, z.object({}));
  let hasFailed = false;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    try {
      await file.write({});
      hasFailed = false;
    } catch (cause) {
      throw new StoreError('The store in DATA_DIR cannot be written.', { cause });
    } finally {
      await Promise.all([path, `${path}.bak`].map((one) => rm(one, { force: true })));
    }
  }

  return {
    async watch(write) {
      try {
        return await write;
      } catch (error) {
        // Not every error is the disk's, but then the next check finds nothing wrong with it.
        hasFailed = true;
        throw error;
      }
    },
    async ping() {
      if (!hasFailed) return;
      await (checking ??= check().finally(() => (checking = undefined)));
    },
  };
}

/**
 * Locks files for this process: all of them, or none. The kernel holds the locks, so that a process
 * that dies leaves none behind.
 * @returns what unlocks them
 * @throws StoreLockedError when another process has one of them
 */
export async function lockFiles(paths: readonly string[]): Promise<() => Promise<void>> {
  const unlocks: (() => Promise<void>)[] = [];
  const unlock = async () => {
    await Promise.all(unlocks.map((one) => one()));
  };
  try {
    for (const path of paths) unlocks.push(await lockFile(path));
    return unlock;
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function lockFile(path: string): Promise<() => Promise<void>> {
  const file = await open(path, 'a+', 0o600);
  if (!tryLock(file.fd)) {
    await file.close();
    throw new StoreLockedError(
      'Another process uses this DATA_DIR. Stop it, or give this one a DATA_DIR of its own.',
    );
  }
  return () => file.close();
}

/**
 * Marks a DATA_DIR as moved into a database. Resolves when the mark has reached the disk.
 * @throws StoreError
 */
export async function markAsMoved(dataDir: string): Promise<void> {
  try {
    await replaceFile(join(dataDir, marker), `${new Date().toISOString()}\n`);
  } catch (cause) {
    throw new StoreError(
      'All was moved into the database, but DATA_DIR could not be marked. Start the service and its ' +
        'commands only with DATABASE_URL from now on, and nothing on this DATA_DIR again.',
      { cause },
    );
  }
}

/** @throws StoreError when a DATA_DIR is marked */
async function refuseMoved(dataDir: string): Promise<void> {
  const movedAt = await readIfThere(join(dataDir, marker));
  if (movedAt === undefined) return;
  throw new StoreError(
    `The accounts of this DATA_DIR were moved into a database on ${movedAt.slice(0, 10)}. Set ` +
      'DATABASE_URL to that database. To look at the old files, give a command --force; to start ' +
      `the service on them even so, remove the file ${marker} from DATA_DIR.`,
  );
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw new StoreError(`${marker} in DATA_DIR cannot be read.`, { cause });
  }
}

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
    const gate = createSnapshotLock();
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
