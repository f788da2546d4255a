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

/** Folders that are not in the repository, but in DATA_DIR. */
const dataFolders = ['answers/', 'calls/', 'changes/', 'logins/'];

/** The files, folders and PHP functions that a page names and that do not exist. */
function listGone(page: string): string[] {
  const text = readFileSync(join(repository, page), 'utf8');
  const paths = [
    ...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:php|tsx?|[cm]?js|json|md|ya?ml|txt))`/g),
  ];
  const folders = [...text.matchAll(/`((?:[\w.-]+\/)+)`/g)];
  const functions = [...text.matchAll(/\b(altscribe_\w+)\(/g)];
  return [
    ...paths.filter(([, path]) => !files.some((file) => `/${file}`.endsWith(`/${path ?? ''}`))),
    ...folders.filter(
      ([, path = '']) =>
        !dataFolders.includes(path) && !files.some((file) => `/${file}`.includes(`/${path}`)),
    ),
    ...functions.filter(([, name]) => !api.includes(`function ${name ?? ''}(`)),
  ].map(([, name = '']) => name);
}

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))(
  '%s names only files, folders and functions that exist',
  (page) => {
    expect(listGone(page)).toEqual([]);
  },
);

test('code, settings and readme.txt name only pages and anchors that exist', () => {
  const grep = ['grep', '--untracked', '-IohE', String.raw`\bdocs/[a-z/-]+\.md(#[a-z0-9-]+)?`];
  const named = execFileSync('git', [...grep, '--', '.', ':!*.md'], {
    cwd: repository,
    encoding: 'utf8',
  });
  const links = [...new Set(named.trim().split('\n'))];
  expect(links.length).toBeGreaterThan(10);
  const broken = links.filter((link) => {
    const [page = '', anchor] = link.split('#');
    if (!pages.includes(page)) return true;
    return anchor !== undefined && !anchorsOf(page).includes(anchor);
  });
  expect(broken).toEqual([]);
});
