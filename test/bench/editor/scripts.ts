import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** How large the plugin's scripts are as they are sent, in a sentence's words. */
export async function measureScripts(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).toSorted();
  const sizes = names.map(async (name) => {
    const bytes = await readFile(join(folder, name));
    const [whole, zipped] = [bytes.length, gzipSync(bytes).length].map((n) =>
      (n / 1000).toFixed(1),
    );
    return `${name} ${whole} kB (${zipped} kB gzipped)`;
  });
  return (await Promise.all(sizes)).join(', ');
}
