import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Adapter } from 'lowdb';
import * as z from 'zod';
import { requireReadable } from '../checks.ts';
import { StoreError } from '../interfaces/errors.ts';
import { codeOf, describeOwner, flush, ifThere } from './files.ts';

/** A file was replaced, but not durably: a crash of the machine may bring the old one back. */
export class NotFlushedError extends Error {
  override readonly name = 'NotFlushedError';
}

/** A file is missing, or its content is not what its program writes. */
export class DamagedFileError extends StoreError {
  override readonly name = 'DamagedFileError';
}

/**
 * Creates or replaces a file: a reader finds the whole old text or the whole new one, and the new one
 * is on disk when this resolves. Call it once at a time for each file.
 * @throws NotFlushedError if its folder cannot be flushed; any other error leaves the file as it was
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  await replaceUnflushed(path, text);
  await flush(dirname(path)).catch((cause: unknown) => {
    throw new NotFlushedError('A folder could not be flushed.', { cause });
  });
}

/** Like `replaceFile`, but a crash may undo it until the folder is flushed. */
async function replaceUnflushed(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      // On a full disk, `write` would resolve after writing a part of the text.
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Error codes of `link` on file systems without hard links, and for a file with too many. */
const noLinks = new Set<unknown>('EPERM ENOTSUP EOPNOTSUPP ENOSYS EXDEV EMLINK'.split(' '));

/** The version of the files that this program writes. */
export const formatVersion = 1;

/**
 * A lowdb adapter whose writes are on disk when they resolve. They reject with a StoreError if the
 * data could not be read again.
 */
export interface DurableJsonFile<T> extends Adapter<T> {
  /** The previous version, if it can be read. */
  readCopy(): Promise<T | undefined>;
  /** Like `write`, but the copy is not changed. */
  writeBesideCopy(data: T): Promise<void>;
  /** Like `write`, but keeps no earlier version, so removed data is in no file. */
  writeWithoutCopy(data: T): Promise<void>;
}

/**
 * Stores one object in a file, and its previous version in `<file>.bak`. A file that is damaged, or
 * missing while its copy exists, is a DamagedFileError and never read as an empty one.
 */
export function durableJsonFile<T>(path: string, schema: z.ZodType<T>): DurableJsonFile<T> {
  const name = nameOf(path);
  const copy = `${path}.bak`;

  function toText(data: T): string {
    requireReadable(schema, data);
    return JSON.stringify(data);
  }

  return {
    async read() {
      const text = await readIfThere(path);
      if (text !== null) return parse(text, schema, name);
      if ((await readIfThere(copy)) === null) return null;
      throw damaged(name, 'is gone');
    },
    async readCopy() {
      try {
        const text = await readIfThere(copy);
        return text === null ? undefined : parse(text, schema, name);
      } catch (error) {
        if (error instanceof StoreError) return undefined;
        throw error;
      }
    },
    async write(data) {
      const text = toText(data);
      await removeLeftover(copy);
      await ifThere(putCopy(path, copy), undefined);
      await replaceFile(path, text);
    },
    writeBesideCopy: async (data) => replaceFile(path, toText(data)),
    async writeWithoutCopy(data) {
      const text = toText(data);
      await removeLeftover(copy);
      // After a crash, a copy alone would mean that the file is gone.
      if ((await readIfThere(path)) !== null) await replaceUnflushed(copy, text);
      await replaceFile(path, text);
    },
  };
}

/** Makes a hard link to the file, or a copy where there are no hard links. */
async function putCopy(path: string, copy: string): Promise<void> {
  try {
    await link(path, `${copy}.new`);
    await rename(`${copy}.new`, copy);
  } catch (error) {
    if (!noLinks.has(codeOf(error))) throw error;
    await replaceUnflushed(copy, await readFile(path, 'utf8'));
  }
}

/** Removes an interrupted copy, which may be a hard link to the file itself. */
async function removeLeftover(copy: string): Promise<void> {
  await rm(`${copy}.new`, { force: true });
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await ifThere(readFile(path, 'utf8'), null);
  } catch (cause) {
    const owner = await describeOwner(path);
    throw new StoreError(`${nameOf(path)} in DATA_DIR cannot be read.${owner}`, { cause });
  }
}

function parse<T>(text: string, schema: z.ZodType<T>, name: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(name, 'is damaged');
  }
  if (z.object({ version: z.int().gt(formatVersion) }).safeParse(value).success) {
    throw new StoreError(
      `${name} in DATA_DIR was written by a newer version of Altscribe, or by one that was never released. ` +
        'Start that version. Nothing was changed.',
    );
  }
  const result = schema.safeParse(value);
  if (!result.success) throw damaged(name, 'is damaged');
  return result.data;
}

function damaged(name: string, what: string): DamagedFileError {
  const file = basename(name);
  return new DamagedFileError(
    `${name} in DATA_DIR ${what}. ${file}.bak beside it is the previous version: ` +
      `copy it to ${file}, or restore your own backup. Nothing was changed.`,
  );
}

/** The name of a file in messages: its folder in DATA_DIR, and its own name. */
export function nameOf(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`;
}
