import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a page of the repository. */
export interface DocExample {
  /** Path of the page from the repository. */
  readonly page: string;
  /** Number of its first line. */
  readonly line: number;
  /** As the fence names it; `''` where it does not. */
  readonly language: string;
  /** What is in it, as it stands, without the indent that it has in a list. */
  readonly code: string;
  /** Why no test runs it, which a comment after it says. */
  readonly notRun?: string;
}

const repository = join(import.meta.dirname, '../..');
const git = ['ls-files', '--cached', '--others', '--exclude-standard'];

/** Files of the repository, as git's pattern names them. */
export function listRepositoryFiles(pattern: string): string[] {
  const files = execFileSync('git', [...git, pattern], { cwd: repository, encoding: 'utf8' });
  return files.trim().split('\n');
}

/** Every fenced block of a page. */
export function listExamples(page: string): DocExample[] {
  const text = readFileSync(join(repository, page), 'utf8');
  const blocks = text.matchAll(
    /^( *)```(\w*)\n(.*?)^\1```\n(?:\n? *<!-- not tested: (.+?) -->$)?/gms,
  );
  return [...blocks].map((block) => {
    const [, indent = '', language = '', code = '', notRun] = block as (string | undefined)[];
    return {
      page,
      line: text.slice(0, block.index).split('\n').length + 1,
      language,
      code: code.replace(new RegExp(`^${indent}`, 'gm'), ''),
      ...(notRun === undefined ? {} : { notRun }),
    };
  });
}

/**
 * The example of a page that begins so, as it stands. `test/unit/docs/examples.test.ts` finds by these calls
 * which examples are run: page and beginning are to be written out.
 * @throws Error unless exactly one does
 */
export function readExample(page: string, beginning: string): string {
  const found = listExamples(page).filter(({ code }) => code.startsWith(beginning));
  const [example] = found;
  if (!example || found.length > 1) {
    throw new Error(`${found.length} examples of ${page} begin with “${beginning}”.`);
  }
  return example.code;
}
