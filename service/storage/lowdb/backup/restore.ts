import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StoreError, StoreLockedError } from '../../interfaces/errors.ts';
import { openLowdbAccountStore } from '../account-store.ts';
import {
  callCountsName,
  layoutMarker,
  lockName,
  movedMarker,
  restoringFolder,
  storedFolders,
} from '../data-dir.ts';
import { codeOf, flush, ifThere, makeFolder, refuseForeignFolder } from '../files.ts';
import { lockFile } from '../folder.ts';
import { readBackup } from './read-backup.ts';

/** The reasons why a backup cannot be restored into a folder. An interrupted restore is not one. */
async function listProblemsOf(dataDir: string): Promise<string[]> {
  const problems: string[] = [];
  const names = await ifThere<string[], string[]>(readdir(dataDir), []).catch(
    (error: unknown): string[] => {
      problems.push(`DATA_DIR, ${dataDir}, cannot be read: ${String(codeOf(error))}.`);
      return [];
    },
  );
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
  return lockFile(join(dataDir, lockName)).then(
    (unlock) => unlock().then(() => false),
    (error: unknown) => error instanceof StoreLockedError,
  );
}

export interface Restored {
  /** When the backup was made; ISO 8601. */
  readonly made_at: string;
  readonly files: number;
  readonly accounts: number;
  /** Accounts whose balance is not the sum of their entries. */
  readonly imbalances: number;
  /** Files, accounts and logins that were already damaged when the backup was made. */
  readonly damaged: number;
}

/**
 * Restores a backup into a folder that is empty or does not exist: all of it or nothing. After an
 * interruption, no service starts on the folder, and the restore can be repeated.
 * @throws StoreError that names every problem
 */
export async function restoreFolder(file: string, dataDir: string): Promise<Restored> {
  const { madeAt, files, problems: ofFile } = await inspect(file);
  const problems = [...ofFile, ...(await listProblemsOf(dataDir))];
  if (problems.length > 0) throw nothingRestored(problems);
  const staging = join(dataDir, restoringFolder);
  await orNothing(() => makeFolder(dataDir));
  const unlock = await orNothing(() => lockFile(join(dataDir, lockName)));
  try {
    const checked = await orNothing(async () => {
      for (const name of [
        restoringFolder,
        ...storedFolders,
        callCountsName,
        `${callCountsName}.bak`,
        movedMarker,
        layoutMarker,
      ]) {
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

/** Does some work. The error says that nothing was restored. */
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
  const written = new Set<string>();
  await mkdir(staging, { mode: 0o700 });
  const { problems } = await readBackup(file, async (name, content) => {
    const path = join(staging, name);
    await makeFolder(dirname(path));
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    written.add(dirname(path));
  });
  for (const folder of written) await flush(folder);
  if (problems.length > 0) throw new StoreError(`${file} has changed meanwhile. Try again.`);
}

/**
 * Opens the store as a service does.
 * @throws StoreError if this version cannot read it
 */
async function check(staging: string): Promise<Omit<Restored, 'made_at' | 'files'>> {
  const store = await openLowdbAccountStore(staging, { isForced: true, isCopy: true });
  try {
    const imbalances = await store.listImbalances();
    const damage = await store.listDamage();
    return {
      accounts: await store.countAccounts(),
      imbalances: imbalances.length,
      damaged: damage.length,
    };
  } finally {
    await store.close();
    await rm(join(staging, lockName));
  }
}

/** Removes the staging folder last: until then it shows that the restore has not ended. */
async function moveUp(staging: string, dataDir: string): Promise<void> {
  for (const name of await readdir(staging)) await rename(join(staging, name), join(dataDir, name));
  await flush(dataDir);
  await rmdir(staging);
  await flush(dataDir);
}
