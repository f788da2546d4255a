import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder } from './flush-folder.ts';

/**
 * Makes a file, or replaces it: whoever reads it finds the whole of the old text or of the new one,
 * and the new one has reached the disk when this resolves. One call at a time for each file.
 * @throws what the file system says; the file is as it was then, unless its folder was what failed
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
    // Not `write`: where the disk has room for a part, it writes that and calls it a success.
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
