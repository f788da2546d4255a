import { stat } from 'node:fs/promises';
import { StoreError } from '../interfaces/errors.ts';

/**
 * Refuses to work on a folder as root where it is another user's: that user's service could not read
 * what root has written.
 * @throws StoreError that names the user
 */
export async function refuseForeignFolder(dataDir: string): Promise<void> {
  const owner = await findOwner(dataDir);
  if (process.geteuid?.() !== 0 || owner === undefined || owner === 0) return;
  throw new StoreError(
    `DATA_DIR belongs to the user with the id ${owner}, who could not read what root writes there. ` +
      `Run the command as that user: sudo --user='#${owner}' altscribe …`,
  );
}

/**
 * Whose a file or folder is that this user may not use.
 * @returns a sentence to add to an error; empty where it is this user's own, or nobody can tell
 */
export async function describeOwner(path: string): Promise<string> {
  const owner = await findOwner(path);
  const own = process.geteuid?.();
  if (owner === undefined || owner === own) return '';
  return ` It belongs to the user with the id ${owner}, and this one has the id ${own}.`;
}

async function findOwner(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );
}
