import { open, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Adapter } from 'lowdb';
import writeFileAtomic from 'write-file-atomic';
import type { z } from 'zod';
import { StoreError } from '../store.ts';

/**
 * A lowdb adapter whose `write` has reached the disk when it resolves: written beside the file,
 * flushed, renamed over it, and the folder flushed. A file that is there but cannot be understood
 * is an error, never a fresh start.
 */
export function durableJsonFile<T>(path: string, schema: z.ZodType<T>): Adapter<T> {
  return {
    async read() {
      const text = await readIfThere(path);
      return text === null ? null : parse(text, schema, basename(path));
    },
    async write(data) {
      await writeFileAtomic(path, JSON.stringify(data), { mode: 0o600 });
      await flushFolder(dirname(path));
    },
  };
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new StoreError(`${basename(path)} in DATA_DIR cannot be read.`, { cause });
  }
}

function parse<T>(text: string, schema: z.ZodType<T>, name: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new StoreError(
      `${name} in DATA_DIR is damaged. Put back a good copy of it; nothing was changed.`,
    );
  }
}

/** A rename is durable only when the folder is. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
