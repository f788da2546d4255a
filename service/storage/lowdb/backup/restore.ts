import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StoreError, StoreLockedError } from '../../interfaces/errors.ts';
import { openLowdbAccountStore } from '../account-store.ts';
import { codeOf, flushFolder } from '../durable-json-file.ts';
import { lockFiles } from '../folder.ts';
import { refuseForeignFolder } from '../folder-owner.ts';
import { migrationCopy } from '../journal-migration.ts';
import { readBackup } from './read-backup.ts';
import { restoringFolder } from './restoring.ts';
import { movedMarker, storedFolders } from './snapshot.ts';

/** The file by which released versions, too, know that a DATA_DIR is in use. */
const lockName = 'altscribe.lock';

/** What keeps a folder from being restored into; what an interrupted restore left does not. */
async function listProblemsOf(dataDir: string): Promise<string[]> {
  const problems: string[] = [];
  const names = await readdir(dataDir).catch((error: unknown): string[] => {
    if (codeOf(error) !== 'ENOENT') {
      problems.push(`DATA_DIR, ${dataDir}, cannot be read: ${String(codeOf(error))}.`);
    }
    return [];
  });
  await refuseForeignFolder(dataDir).catch((error: unknown) => {
    problems.push(error instanceof Error ? error.message : String(error));
  });
  if (names.includes(lockName) && (await isLocked(dataDir))) {
    problems.push(`A service or another command uses DATA_DIR, ${dataDir}: stop it first.`);
  }
  const others = names.filter((name) => name !== lockName);
  if (others.length > 0 && !names.includes(restoringFolder)) {
    problems.push(
      `DATA_DIR, ${dataDir}, is not empty: there is ${others.slice(0, 3).join(', ')}` +
        `${others.length > 3 ? ', and more' : ''}. Move it elsewhere, or set another DATA_DIR.`,
    );
  }
  return problems;
}

async function isLocked(dataDir: string): Promise<boolean> {
  try {
    const unlock = await lockFiles([join(dataDir, lockName)]);
    await unlock();
    return false;
  } catch (error) {
    if (error instanceof StoreLockedError) return true;
    return codeOf(error) !== 'EACCES';
  }
}

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
