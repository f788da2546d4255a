import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreLockedError } from '../../interfaces/errors.ts';
import { codeOf } from '../file-errors.ts';
import { refuseForeignFolder } from '../folder-owner.ts';
import { lockFiles } from '../lock.ts';
import { restoringFolder } from './restoring.ts';

/** The file by which released versions, too, know that a DATA_DIR is in use. */
export const lockName = 'altscribe.lock';

/** What keeps a folder from being restored into; what an interrupted restore left does not. */
export async function listProblemsOf(dataDir: string): Promise<string[]> {
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
