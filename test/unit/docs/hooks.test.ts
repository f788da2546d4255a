import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillTable, listHooks } from '../../../plugin/hooks/hook-table.ts';

/** Oxfmt aligns the columns of a table. */
const withoutAlignment = (page: string) =>
  page.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---');

test('each hook of the plugin has a doc comment that describes it and its arguments', () => {
  const hooks = listHooks();
  expect(hooks.length).toBeGreaterThan(20);
  expect(hooks.filter(({ summary }) => summary === '').map(({ name }) => name)).toEqual([]);
  expect(new Set(hooks.map(({ name }) => name)).size).toBe(hooks.length);
});

test('docs/hooks.md has the table that the code describes', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/hooks.md'), 'utf8');
  expect(withoutAlignment(page), 'Run "npm run hooks".').toBe(withoutAlignment(fillTable(page)));
});
