/**
 * Writes altscribe-<version>.tgz, the package of the service alone, to the root of the repository.
 */
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePackage } from './write-package.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = await writePackage(root, join(root, 'altscribe.zip'));
console.log(`${basename(path)}: npm install --global ./${basename(path)}`);
