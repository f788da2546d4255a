import { open } from 'node:fs/promises';
import { tryLock } from 'fs-native-extensions';
import { StoreLockedError } from '../interfaces/errors.ts';

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
