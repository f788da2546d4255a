/**
 * Writes the table of docs/hooks.md from the doc comments of the plugin. Run `npm run hooks` after a change there.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillTable } from './hook-table.ts';

const page = join(import.meta.dirname, '../../docs/hooks.md');
await writeFile(page, fillTable(await readFile(page, 'utf8')));
