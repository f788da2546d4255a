import { link, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Adapter } from 'lowdb';
import { z } from 'zod';
import { StoreError } from '../interfaces/errors.ts';
import { codeOf, hasNoLinks } from './file-errors.ts';
import { describeOwner } from './folder-owner.ts';
import { replaceFile, replaceUnflushed } from './replace-file.ts';

/** The version of the files that this program writes. */
export const formatVersion = 1;

/** A lowdb adapter whose writes have reached the disk when they resolve. */
export interface DurableJsonFile<T> extends Adapter<T> {
  /** As `write`, but no version before stays: what has been removed is in no file any more. */
  writeWithoutCopy(data: T): Promise<void>;
}

/**
 * Stores one object in a file. The version before stays as `<file>.bak`. A file that is damaged, or
 * that is gone while its copy is there, is an error and never read as an empty one.
 */
export function durableJsonFile<T>(
  path: string,
  schema: z.ZodType<T>,
  newestVersion = formatVersion,
): DurableJsonFile<T> {
  const name = nameOf(path);
  const copy = `${path}.bak`;
  return {
    async read() {
      const text = await readIfThere(path);
      if (text !== null) return parse(text, schema, name, newestVersion);
      if ((await readIfThere(copy)) === null) return null;
      throw damaged(name, 'is gone');
    },
    async write(data) {
      await putCopy(path, copy);
      await replaceFile(path, JSON.stringify(data));
    },
    async writeWithoutCopy(data) {
      const text = JSON.stringify(data);
      // First, so that nothing has changed where this fails.
      await removeLeftover(copy);
      // After a crash, a copy alone would say that the file is gone.
      if ((await readIfThere(path)) !== null) await replaceUnflushed(copy, text);
      await replaceFile(path, text);
    },
  };
}

/** Gives the present version a second name, which it keeps when a new version takes the first. */
async function putCopy(path: string, copy: string): Promise<void> {
  await removeLeftover(copy);
  try {
    await link(path, `${copy}.new`);
    await rename(`${copy}.new`, copy);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    if (!hasNoLinks(error)) throw error;
    const text = await readIfThere(path);
    if (text !== null) await replaceUnflushed(copy, text);
  }
}

/** Removes what an interrupted copy left: it may be the file itself under a second name. */
async function removeLeftover(copy: string): Promise<void> {
  await rm(`${copy}.new`, { force: true });
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw new StoreError(
      `${nameOf(path)} in DATA_DIR cannot be read.${await describeOwner(path)}`,
      { cause },
    );
  }
}

function parse<T>(text: string, schema: z.ZodType<T>, name: string, newestVersion: number): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(name, 'is damaged');
  }
  if (z.object({ version: z.int().gt(newestVersion) }).safeParse(value).success) {
    throw new StoreError(
      `${name} in DATA_DIR was made by a newer Altscribe. Start that. Nothing was changed.`,
    );
  }
  const result = schema.safeParse(value);
  if (!result.success) throw damaged(name, 'is damaged');
  return result.data;
}

function damaged(name: string, what: string): StoreError {
  const file = basename(name);
  return new StoreError(
    `${name} in DATA_DIR ${what}. ${file}.bak beside it is the version before: ` +
      `copy that to ${file}, or restore your own backup. Nothing was changed.`,
  );
}

/** What messages call a file: its folder in DATA_DIR, and its name. */
function nameOf(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`;
}
