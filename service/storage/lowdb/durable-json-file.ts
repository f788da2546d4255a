import { constants } from 'node:fs';
import { link, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Adapter } from 'lowdb';
import { z } from 'zod';
import { StoreError } from '../interfaces/errors.ts';
import { describeOwner } from './folder-owner.ts';

/** Makes the names in a folder durable: a new or renamed file is on disk once its folder is. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** A line could not be appended nor removed again: after a crash it may be in the file or not. */
class LineInDoubtError extends Error {
  override readonly name = 'LineInDoubtError';
}

/** A file of lines that grows at its end. */
export interface AppendFile {
  /** In bytes, without a line that could not be appended. */
  readonly size: number;
  /**
   * Appends a line, and resolves when it has reached the disk. To be called once at a time.
   * @throws LineInDoubtError, else what the file system says; the line is then not in the file
   */
  append(line: string): Promise<void>;
  /**
   * Removes what a line that could not be appended has left, where that has not been done yet.
   * @throws what the file system says
   */
  cutIfNeeded(): Promise<void>;
  close(): Promise<void>;
}

/** Linux writes and flushes in one step, if asked: to wait for another thread takes time, too. */
const flushesWrites = process.platform === 'linux';

const flags =
  constants.O_RDWR |
  constants.O_APPEND |
  constants.O_CREAT |
  (flushesWrites ? constants.O_DSYNC : 0);

/** Opens a file, which is made if it is not there. A line that a crash has cut short is removed. */
export async function openAppendFile(path: string): Promise<AppendFile> {
  const file = await open(path, flags, 0o600);
  try {
    await flushFolder(dirname(path));
    let size = await endOfLines(file);
    let isCut = size < (await file.stat()).size;
    async function cutIfNeeded(): Promise<void> {
      if (!isCut) return;
      await file.truncate(size);
      await file.datasync();
      isCut = false;
    }
    return {
      get size() {
        return size;
      },
      cutIfNeeded,
      async append(line) {
        await cutIfNeeded();
        const bytes = Buffer.from(`${line}\n`);
        try {
          // Not `write`: where the disk has room for a part of the line, that writes it and resolves.
          await file.appendFile(bytes);
          if (!flushesWrites) await file.datasync();
          size += bytes.length;
        } catch (error) {
          isCut = true;
          await cutIfNeeded().catch(() => {
            throw new LineInDoubtError('A line may have been appended.', { cause: error });
          });
          throw error;
        }
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const chunkBytes = 65_536;

/** Where the last whole line of a file ends, in bytes. */
async function endOfLines(file: FileHandle): Promise<number> {
  let end = (await file.stat()).size;
  while (end > 0) {
    const start = Math.max(0, end - chunkBytes);
    const newline = (await readBytes(file, start, end)).lastIndexOf(0x0a);
    if (newline >= 0) return start + newline + 1;
    end = start;
  }
  return 0;
}

/**
 * The lines of a file, the last first, as it is now. A last line that is not whole is left out. No
 * more of the file is in memory than one line and 64 kB.
 * @throws what the file system says
 */
export async function* readLinesBackwards(path: string): AsyncIterable<string> {
  const file = await open(path, 'r');
  try {
    let start = await endOfLines(file);
    /** What was read of a line that begins further ahead. */
    let rest = Buffer.alloc(0);
    while (start > 0) {
      const from = Math.max(0, start - chunkBytes);
      rest = Buffer.concat([await readBytes(file, from, start), rest]);
      start = from;
      // The newline at the very end belongs to the last line.
      for (;;) {
        const newline = rest.lastIndexOf(0x0a, -2);
        if (newline < 0) break;
        yield rest.toString('utf8', newline + 1, rest.length - 1);
        rest = rest.subarray(0, newline + 1);
      }
    }
    if (rest.length > 0) yield rest.toString('utf8', 0, rest.length - 1);
  } finally {
    await file.close();
  }
}

async function readBytes(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
  return buffer.subarray(0, bytesRead);
}

/** A file has been replaced, but not durably: after a crash of the machine it may be the one before. */
export class NotFlushedError extends Error {
  override readonly name = 'NotFlushedError';
}

/**
 * Makes or replaces a file: a reader finds the whole old text or the whole new one, and the new one
 * has reached the disk when this resolves. To be called for one file once at a time.
 * @throws NotFlushedError when flushing its folder failed; else what the file system says, and the
 * file is as it was
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  await replaceUnflushed(path, text);
  try {
    await flushFolder(dirname(path));
  } catch (cause) {
    throw new NotFlushedError('A folder could not be flushed.', { cause });
  }
}

/**
 * As `replaceFile`, but the new file need not be there after a crash until its folder is flushed.
 * @throws what the file system says; the file is then as it was
 */
async function replaceUnflushed(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await writeWhole(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    // Not `write`: where the disk has room for a part of the text, that writes it and resolves.
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What `link` ends with on file systems without hard links, and where a file may have no more. */
const noLinks: ReadonlySet<unknown> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
  'EMLINK',
]);

/** Whether a file got no second name because there can be none. */
export function hasNoLinks(error: unknown): boolean {
  return noLinks.has(codeOf(error));
}

/** The code of an error of the file system, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

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
