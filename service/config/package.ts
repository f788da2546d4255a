import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package, both in the sources and in the build. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!isPackage(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** The build, whose files are listed in `built`, also has a package.json. */
function isPackage(folder: string): boolean {
  return existsSync(join(folder, 'package.json')) && !existsSync(join(folder, 'built'));
}

/** The folder of the build, which contains the files that pages load. */
export function builtFolder(): string {
  return join(packageFolder(), 'build/service');
}

/** The version of the package. */
export function readVersion(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
