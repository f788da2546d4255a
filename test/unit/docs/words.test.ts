import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listRepositoryFiles } from '../../support/doc-examples.ts';

const repository = join(import.meta.dirname, '../../..');
const pages = [...listRepositoryFiles('docs/*.md'), 'README.md', 'CONTRIBUTING.md'];

/** The maximum number of words, which can be read in four minutes. */
const most = 950;
/** Tables to look things up in. */
const mostOf: Readonly<Record<string, number>> = {
  'docs/hooks.md': 1_750,
  'docs/monitoring.md': 1_050,
};
const mostOfDecisions = 2_150;
const mostOfAll = 18_400;

/** The words of a page without its examples, which are run and not read. */
function countWords(page: string): number {
  const text = readFileSync(join(repository, page), 'utf8')
    .replace(/<!--.*?-->/gs, '')
    .replace(/^( *)```.*?^\1```$/gms, '');
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The words of several pages together. */
const sum = (list: readonly string[]) => list.reduce((words, page) => words + countWords(page), 0);

test.each(pages)('%s is short enough to be read', (page) => {
  expect(countWords(page)).toBeLessThanOrEqual(mostOf[page] ?? most);
});

test('if one page gets longer, another has to get shorter', () => {
  expect(sum(pages)).toBeLessThanOrEqual(mostOfAll);
});

test('the decisions only cover what a maintainer might undo', () => {
  const decisions = pages.filter((page) => page.startsWith('docs/decisions/'));
  // The states and events of a text are looked up.
  const read = decisions.filter((page) => page !== 'docs/decisions/texts.md');
  expect(read.length).toBeGreaterThan(3);
  expect(sum(read)).toBeLessThanOrEqual(mostOfDecisions);
});
