import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listExamples, listRepositoryFiles, readExample } from '../../support/doc-examples.ts';

const repository = join(import.meta.dirname, '../../..');
const pages = listRepositoryFiles('*.md');

/** Diagrams are drawn, not run. */
const examples = pages.flatMap(listExamples).filter(({ language }) => language !== 'mermaid');

/** Pages and beginnings of the examples that tests read and run. */
const read = listRepositoryFiles('test/*.ts').flatMap((file) => {
  const text = readFileSync(join(repository, file), 'utf8');
  const calls = text.matchAll(/\breadExample\(\s*'([^'\n]+)',\s*(['"])(.+?)\2\s*,?\s*\)/g);
  return [...calls].map(([, page = '', , beginning = '']) => ({ file, page, beginning }));
});

test('there are examples, and most of them are run', () => {
  const notRun = examples.filter((one) => one.notRun !== undefined);
  expect(notRun.length).toBeGreaterThan(0);
  expect(examples.length).toBeGreaterThan(notRun.length * 2);
});

describe.each(examples)('$page, line $line', ({ page, code, notRun }) => {
  test('is run by a test, or states that it is not', () => {
    const runs = read.some((one) => one.page === page && code.startsWith(one.beginning));
    expect(runs, runs ? 'A test runs it, and it says that none does.' : 'No test runs it.').toBe(
      notRun === undefined,
    );
  });
});

test.each(read)('$file finds “$beginning” in $page', ({ page, beginning }) => {
  expect(readExample(page, beginning)).not.toBe('');
});

const scripts = Object.keys(
  (JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: object })
    .scripts,
);

test.each(pages)('every npm script that %s names exists', (page) => {
  const text = readFileSync(join(repository, page), 'utf8');
  const named = [...text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)];
  expect(named.map(([, name]) => name).filter((name) => !scripts.includes(name ?? ''))).toEqual([]);
});
