import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');
const git = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
const pages = execFileSync('git', git, { cwd: repository, encoding: 'utf8' }).trim().split('\n');

/** A page without its examples, in which brackets are not links. */
function read(page: string): string {
  return readFileSync(join(repository, page), 'utf8')
    .replace(/^( *)```.*?^\1```$/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));
}

/** The anchors that GitHub creates for the headings of a page. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The broken links of a page; external links are not followed. */
function listBroken(page: string): string[] {
  const links = [...read(page).matchAll(/\]\(<?([^)\s>]+)[^)]*\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/i.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path ? normalize(join(dirname(page), decodeURIComponent(path))) : page;
    if (!existsSync(join(repository, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
}

/** The files and folders that a page names and that do not exist. */
function listMissing(page: string): string[] {
  const named = read(page).matchAll(/`((?:plugin|service|shared|test|docs|deploy)\/[\w./-]+)`/g);
  return [...named]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(repository, path)));
}

test('there are pages', () => {
  expect(pages).toContain('README.md');
  expect(pages.length).toBeGreaterThan(5);
});

test.each(pages)('%s has no broken link', (page) => {
  expect(listBroken(page)).toEqual([]);
});

// A changelog names what once was.
test.each(pages.filter((page) => page !== 'CHANGELOG.md'))('%s names existing files', (page) => {
  expect(listMissing(page)).toEqual([]);
});
