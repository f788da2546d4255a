import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StoreError } from '../../interfaces/errors.ts';
import { openLowdbAccountStore } from '../account-store.ts';
import { codeOf } from '../file-errors.ts';
import { flushFolder } from '../flush-folder.ts';
import { migrationCopy } from '../journal-migration.ts';
import { lockFiles } from '../lock.ts';
import { readBackup } from './read-backup.ts';
import { listProblemsOf, lockName } from './restore-target.ts';
import { restoringFolder } from './restoring.ts';
import { movedMarker, storedFolders } from './backup-format.ts';

/** What was restored. */
export interface Restored {
  /** When the backup was made; ISO 8601. */
  readonly made_at: string;
  readonly files: number;
  readonly accounts: number;
  /** Accounts whose balance is not the sum of their entries. */
  readonly imbalances: number;
}

/**
 * Makes a store of a backup, in a folder that is empty or not there. All of it or nothing: where it
 * is interrupted, no service starts on the folder, and it can be run again.
 * @throws StoreError that names every problem
 */
export async function restoreFolder(file: string, dataDir: string): Promise<Restored> {
  const { madeAt, files, problems: ofFile } = await inspect(file);
  const problems = [...ofFile, ...(await listProblemsOf(dataDir))];
  if (problems.length > 0) throw nothingRestored(problems);
  const staging = join(dataDir, restoringFolder);
  const unlock = await orNothing(async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return lockFiles([join(dataDir, lockName)]);
  });
  try {
    const checked = await orNothing(async () => {
      for (const name of [restoringFolder, ...storedFolders, migrationCopy, movedMarker]) {
        await rm(join(dataDir, name), { recursive: true, force: true });
      }
      try {
        await extract(file, staging);
        return await check(staging);
      } catch (error) {
        await rm(staging, { recursive: true, force: true });
        throw error;
      }
    });
    await moveUp(staging, dataDir);
    return { made_at: madeAt, files, ...checked };
  } finally {
    await unlock();
  }
}

function nothingRestored(problems: readonly string[], options?: ErrorOptions): StoreError {
  return new StoreError(`Nothing was restored:\n- ${problems.join('\n- ')}`, options);
}

/** Does what leaves no store where it fails. */
async function orNothing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StoreError) throw nothingRestored([cause.message], { cause });
    const reason = `DATA_DIR cannot be written: ${String(codeOf(cause) ?? cause)}.`;
    throw nothingRestored([reason], { cause });
  }
}

async function inspect(file: string) {
  try {
    const content = await readBackup(file);
    return { ...content, problems: content.problems.map((one) => `${file}: ${one}`) };
  } catch (error) {
    const problem = `${file} cannot be read: ${String(codeOf(error))}.`;
    return { madeAt: '', files: 0, problems: [problem] };
  }
}

async function extract(file: string, staging: string): Promise<void> {
  const folders = new Set<string>();
  await mkdir(staging, { mode: 0o700 });
  const { problems } = await readBackup(file, async (name, content) => {
    const path = join(staging, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    folders.add(dirname(path));
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    await flush(path);
  });
  for (const folder of folders) await flushFolder(folder);
  if (problems.length > 0) throw new StoreError(`${file} has changed meanwhile. Try again.`);
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Opens it as a start does.
 * @throws StoreError where this version cannot read it
 */
async function check(staging: string): Promise<{ accounts: number; imbalances: number }> {
  const store = await openLowdbAccountStore(staging, { isForced: true });
  try {
    const imbalances = await store.listImbalances();
    return { accounts: await store.countAccounts(), imbalances: imbalances.length };
  } finally {
    await store.close();
    await rm(join(staging, lockName));
  }
}

/** The folder that this ends with says until then that it has not ended. */
async function moveUp(staging: string, dataDir: string): Promise<void> {
  for (const name of await readdir(staging)) await rename(join(staging, name), join(dataDir, name));
  await flushFolder(dataDir);
  await rmdir(staging);
  await flushFolder(dataDir);
}
