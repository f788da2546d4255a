import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StoreError } from '../interfaces/errors.ts';
import { durableJsonFile } from './durable-json-file.ts';

/** Tells whether the disk takes writes. */
export interface DiskCheck {
  /** Remembers it when a write fails. */
  watch<T>(write: Promise<T>): Promise<T>;
  /**
   * Resolves when the last write did not fail, or another one succeeds now.
   * @throws StoreError
   */
  ping(): Promise<void>;
}

/** Tells it of the disk of a folder, on which it writes a tiny file and removes it again. */
export function createDiskCheck(folder: string): DiskCheck {
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
