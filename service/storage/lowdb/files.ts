import { mkdir, open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { StoreError } from '../interfaces/errors.ts';

/** The code of an error of the file system, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * Resolves with the result of reading a file or folder, or with `otherwise` if it does not exist.
 */
export async function ifThere<T, Otherwise>(
  reading: Promise<T>,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  return reading.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return otherwise;
    throw error;
  });
}

/**
 * Makes a folder that only its owner may enter, unless it exists.
 * @returns whether it was made
 */
export async function makeFolder(path: string): Promise<boolean> {
  // With a relative path, Node.js would retry for ever if the working directory was removed.
  const made = await mkdir(resolve(path), { recursive: true, mode: 0o700 });
  return made !== undefined;
}

/**
 * Flushes a file, or the names in a folder: a new or renamed file is durable once its folder is
 * flushed.
 */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Does some work. An error that is not a StoreError becomes one with this message. */
export async function orStoreError<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(message, { cause });
  }
}

/**
 * Refuses to work as root on another user's folder: that user's service could not read files that
 * root writes.
 * @throws StoreError that names the user
 */
export async function refuseForeignFolder(dataDir: string): Promise<void> {
  const owner = await findOwner(dataDir);
  if (process.geteuid?.() !== 0 || owner === undefined || owner === 0) return;
  throw new StoreError(
    `DATA_DIR belongs to the user with the id ${owner}, who could not read files that root writes. ` +
      `Run the command as that user: sudo --user='#${owner}' altscribe …`,
  );
}

/**
 * The owner of a file or folder that this user cannot use.
 * @returns a sentence to add to an error; empty if it is this user's own, or the owner is unknown
 */
export async function describeOwner(path: string): Promise<string> {
  const owner = await findOwner(path);
  const own = process.geteuid?.();
  if (owner === undefined || owner === own) return '';
  return ` It belongs to the user with the id ${owner}, and this user has the id ${own}.`;
}

async function findOwner(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );
}

/**
 * Appends values to a file, each as a line of JSON, and creates the file if it does not exist. A last
 * line that a crash cut short is removed first. Call it once at a time for each file.
 * @param isDurable whether the lines are on disk when this resolves
 * @returns the size of the file, in bytes
 * @throws any error of the file system; the lines are removed again, if possible
 */
export async function appendLines(
  path: string,
  values: readonly unknown[],
  isDurable: boolean,
): Promise<number> {
  const file = await open(path, 'a+', 0o600);
  try {
    const end = await removeTornLine(file);
    const lines = Buffer.from(toLines(values));
    try {
      // On a full disk, `write` would resolve after writing a part of the lines.
      await file.appendFile(lines);
      if (isDurable) await file.datasync();
      if (isDurable && end === 0) await flush(dirname(path));
    } catch (error) {
      await file.truncate(end).catch(() => undefined);
      throw error;
    }
    return end + lines.length;
  } finally {
    await file.close();
  }
}

export function toLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** Returns the size of the file without the line. */
async function removeTornLine(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const last = Buffer.alloc(1);
  if (size > 0) await file.read(last, 0, 1, size - 1);
  if (size === 0 || last.toString() === '\n') return size;
  const end = (await file.readFile()).lastIndexOf('\n') + 1;
  await file.truncate(end);
  return end;
}

/** The whole lines of a file, oldest first; none if it does not exist. */
export async function readLines(path: string): Promise<string[]> {
  return (await ifThere(readFile(path, 'utf8'), '')).split('\n').slice(0, -1);
}
