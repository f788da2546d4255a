/**
 * Writes the rules of `shared/alt-text/` as PHP into `plugin/includes/Checks/`. Run `npm run rules`
 * after a change there.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ruleFiles } from './rule-files.ts';

const folder = join(import.meta.dirname, '../includes/Checks');
for (const [name, content] of Object.entries(ruleFiles())) {
  await writeFile(join(folder, name), content);
}
