/**
 * Writes the rules of `shared/alt-text/` for PHP, into `plugin/includes/checks/`. To be run after a
 * change there: `npm run rules`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ruleFiles } from './rule-files.ts';

const folder = join(import.meta.dirname, '../includes/checks');
for (const [name, content] of Object.entries(ruleFiles())) {
  await writeFile(join(folder, name), content);
}
