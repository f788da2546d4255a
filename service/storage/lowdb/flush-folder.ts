import { open } from 'node:fs/promises';

/** Makes the names in a folder durable: a new or renamed file is on disk once its folder is. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
