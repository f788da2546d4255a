/**
 * Writes the rules of `shared/alt-text/` as PHP into `plugin/includes/Checks/`. Run `npm run rules`
 * after a change there, or in the checks themselves.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languagesFile, rulesFile, versionFile } from './rule-files.ts';

const folder = join(import.meta.dirname, '../includes/Checks');
await writeFile(join(folder, 'rules.php'), rulesFile());
await writeFile(join(folder, 'languages.php'), languagesFile());
await writeFile(join(folder, 'version.php'), versionFile());
