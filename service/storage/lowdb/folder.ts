import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import pLimit from 'p-limit';
import * as z from 'zod';
import { StoreError, StoreLockedError } from '../interfaces/errors.ts';
import { backUpBeforeUpgrade, markAsCurrent } from './backup/before-upgrade.ts';
import { openCallFiles } from './call-files.ts';
import { openChangeFiles } from './change-log.ts';
import { withRefund } from './credit-ledger.ts';
import { lockName, refuseHalfRestored, refuseMoved, refuseNewer } from './data-dir.ts';
import { durableJsonFile } from './durable-json-file.ts';
import { codeOf, describeOwner, flush, makeFolder, orStoreError } from './files.ts';
import { openRecordFiles, type RecordFiles } from './idempotency-keys.ts';
import { openLogins } from './logins.ts';
import { openShards, type Shards } from './shard-files.ts';
import { createSnapshotLock } from './snapshot-lock.ts';

const lockBackoffMs = 100;

/**
 * Locks a file for this process. The kernel holds the lock, so a process that dies leaves none.
 * @param waitMs how long to wait for another process that has it, in milliseconds
 * @throws StoreLockedError if the other process still has it then
 */
export async function lockFile(path: string, waitMs = 0): Promise<() => Promise<void>> {
  const file = await open(path, 'a+', 0o600);
  const until = performance.now() + waitMs;
  while (!tryLock(file.fd)) {
    if (performance.now() >= until) {
      await file.close();
      throw new StoreLockedError(
        'Another process uses this DATA_DIR. Stop it, or give this one its own DATA_DIR.',
      );
    }
    await sleep(lockBackoffMs);
  }
  return () => file.close();
}

/**
 * Creates DATA_DIR and its folders unless they exist, and locks it. Released versions only know the
 * first lock. The second one holds even if someone deletes the first file as a supposed leftover.
 * @param waitMs how long to wait for another process that has the folder, in milliseconds
 * @throws StoreError
 */
async function lockFolder(dataDir: string, waitMs: number): Promise<() => Promise<void>> {
  const message =
    'DATA_DIR cannot be used. It must be a folder that this user may write to.' +
    (await describeOwner(dataDir));
  return orStoreError(message, async () => {
    for (const folder of ['accounts', 'answers', 'logins', 'changes']) {
      await makeFolder(join(dataDir, folder));
    }
    await flush(dataDir);
    const unlockFirst = await lockFile(join(dataDir, lockName), waitMs);
    try {
      const unlockSecond = await lockFile(join(dataDir, 'answers/in-use'), waitMs);
      return async () => {
        try {
          await unlockSecond();
        } finally {
          await unlockFirst();
        }
      };
    } catch (error) {
      await unlockFirst();
      throw error;
    }
  });
}

export interface OpenFolderOptions {
  /** How long to wait for another process that has the folder, in milliseconds. */
  readonly waitMs?: number;
  /** Whether to open a folder whose accounts were moved into a database. */
  readonly isForced?: boolean;
  /** Whether the data is a copy, which needs no backup before an upgrade. */
  readonly isCopy?: boolean;
  /** Whether data of an older version may be changed; it is saved first. */
  readonly mayUpgrade?: boolean | undefined;
  /** Called with the path of the backup that is made before that. */
  readonly onBackup?: ((path: string) => void) | undefined;
}

/**
 * Opens a DATA_DIR, which is created if it does not exist. No other process can use it until it is
 * closed, so reservations in it were left by a crash, and are released.
 * @throws StoreError if the folder cannot be used, another process has it, a file cannot be read, or
 *   a newer version wrote them, or an older one did and they may not be changed
 */
export async function openFolder(
  dataDir: string,
  {
    waitMs = 0,
    isForced = false,
    isCopy = false,
    mayUpgrade = false,
    onBackup,
  }: OpenFolderOptions = {},
) {
  const unlock = await lockFolder(dataDir, waitMs);
  try {
    if (!isForced) await refuseMoved(dataDir);
    await refuseHalfRestored(dataDir);
    await refuseNewer(dataDir);
    const snapshotLock = createSnapshotLock();
    // Before anything is changed, because files that cannot be read stop the start.
    const shards = await openShards(join(dataDir, 'accounts'), snapshotLock);
    const hasAccount = (userId: string) => !!shards.find(userId);
    const logins = await openLogins(join(dataDir, 'logins'), snapshotLock, hasAccount);
    let backup: string | undefined;
    if (isCopy) await markAsCurrent(dataDir);
    else backup = await backUpBeforeUpgrade(dataDir, mayUpgrade);
    const recordFiles = await openRecordFiles(join(dataDir, 'answers'), snapshotLock);
    const changeFiles = await openChangeFiles(join(dataDir, 'changes'), snapshotLock);
    await releaseAll(shards, recordFiles);
    if (backup !== undefined) onBackup?.(backup);
    const oneAtATime = pLimit(1);
    return {
      shards,
      recordFiles,
      logins,
      changeFiles,
      callFiles: openCallFiles(join(dataDir, 'calls'), snapshotLock),
      snapshotLock,
      /**
       * Resolves if the disk accepts writes: the last one did not fail, or another one succeeds
       * now.
       */
      async ping(mustWrite = false) {
        const isFailing = shards.isFailing() || logins.isFailing();
        if (isFailing || mustWrite) await oneAtATime(() => checkDisk(dataDir));
      },
      /** Waits for current writes, then unlocks the folder. */
      async close() {
        await Promise.all([shards.idle(), logins.idle()]);
        await Promise.all([recordFiles.close(), changeFiles.close()]);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

const full = ' The disk is full.';

/** The reasons why a disk accepts no writes, by the code of the error. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EROFS: ' The file system is read-only.',
};

/** Writes a tiny file, and removes it again. */
async function checkDisk(dataDir: string): Promise<void> {
  const path = join(dataDir, 'disk-check.json');
  try {
    await durableJsonFile(path, z.unknown()).write({});
  } catch (cause) {
    const reason = reasons[String(codeOf(cause))] ?? '';
    throw new StoreError(`The store in DATA_DIR cannot be written.${reason}`, { cause });
  } finally {
    for (const one of [path, `${path}.bak`]) await rm(one, { force: true });
  }
}

async function releaseAll(shards: Shards, recordFiles: RecordFiles): Promise<void> {
  const accounts = [...shards.all()].filter((account) => account.reservations.length > 0);
  await Promise.all(
    accounts.map(async ({ user_id, reservations }) => {
      for (const { id, answer_file: file } of reservations) {
        // First, because a record is valid once its call is no longer reserved.
        if (file !== undefined) await recordFiles.remove(file, id);
      }
      await shards.change(user_id, (account) => account.reservations.reduce(withRefund, account));
    }),
  );
}
