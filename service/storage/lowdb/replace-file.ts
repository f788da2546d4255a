import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder } from './flush-folder.ts';

/**
 * Makes or replaces a file: a reader finds the whole old text or the whole new one, and the new one
 * has reached the disk when this resolves. To be called for one file once at a time.
 * @throws what the file system says; the file is then as it was, unless flushing its folder failed
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await writeWhole(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await flushFolder(dirname(path));
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
