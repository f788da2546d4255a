import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');
const git = ['ls-files', '--cached', '--others', '--exclude-standard'];
const files = execFileSync('git', git, { cwd: repository, encoding: 'utf8' }).trim().split('\n');
const pages = files.filter((file) => file.endsWith('.md'));

/** The PHP functions for other plugins. */
const api = readFileSync(join(repository, 'plugin/includes/api.php'), 'utf8');

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

test('there are pages', () => {
  expect(pages).toContain('README.md');
  expect(pages.length).toBeGreaterThan(5);
});

test.each(pages)('%s has no broken link', (page) => {
  expect(listBroken(page)).toEqual([]);
});

/** The files and PHP functions that a page names and that do not exist. */
function listGone(page: string): string[] {
  const text = readFileSync(join(repository, page), 'utf8');
  const paths = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:php|tsx?|mjs|json))`/g)];
  const functions = [...text.matchAll(/\b(altscribe_\w+)\(/g)];
  return [
    ...paths.filter(([, path]) => !files.some((file) => `/${file}`.endsWith(`/${path ?? ''}`))),
    ...functions.filter(([, name]) => !api.includes(`function ${name ?? ''}(`)),
  ].map(([, name = '']) => name);
}

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))(
  '%s names only files and functions that exist',
  (page) => {
    expect(listGone(page)).toEqual([]);
  },
);
