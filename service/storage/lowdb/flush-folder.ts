import { open } from 'node:fs/promises';

/** Makes durable what a folder holds: a new or renamed file is on disk only when its folder is. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
