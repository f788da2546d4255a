import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../../interfaces/errors.ts';

/** A folder in DATA_DIR that is there while a backup is restored, and where that was interrupted. */
export const restoringFolder = 'altscribe.restoring';

/** @throws StoreError where a restore was interrupted: a part of the files may be missing */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  const isThere = await stat(join(dataDir, restoringFolder)).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new StoreError(
    'A backup was being restored into this DATA_DIR, and that was interrupted. Run ' +
      '"altscribe restore" once more: it begins anew.',
  );
}
