import { open } from 'node:fs/promises';
import { tryLock } from 'fs-native-extensions';
import { StoreLockedError } from '../interfaces/errors.ts';

/**
 * Locks a file for this process. The kernel holds the lock, so that a process that dies leaves none
 * behind.
 * @returns what unlocks it
 * @throws StoreLockedError when another process has it
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const file = await open(path, 'a+', 0o600);
  if (!tryLock(file.fd)) {
    await file.close();
    throw new StoreLockedError(
      'Another process uses this DATA_DIR. Stop it, or give this one a DATA_DIR of its own.',
    );
  }
  return () => file.close();
}
