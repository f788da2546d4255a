import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder } from './flush-folder.ts';

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
export async function replaceUnflushed(path: string, text: string): Promise<void> {
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
