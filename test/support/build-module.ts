import { join } from 'node:path';
import { build } from 'esbuild';
import { temporaryFolder } from './temporary-folder.ts';

/** Builds a module of the service to run in a separate process. Resolves with the path of the file. */
export async function buildModule(source: string): Promise<string> {
  const outfile = join(await temporaryFolder(), 'module.mjs');
  const entryPoints = [join(import.meta.dirname, '../../service', source)];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}
