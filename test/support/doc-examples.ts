import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced code block in a page of the docs. */
export interface DocExample {
  /** Path of the page in the repository. */
  readonly page: string;
  /** Number of its first line. */
  readonly line: number;
  /** From the fence; `''` without one. */
  readonly language: string;
  /** Its content, without the indent of a list. */
  readonly code: string;
  /** Why no test runs it, from the comment below it. */
  readonly notRun?: string;
}

const repository = join(import.meta.dirname, '../..');
const git = ['ls-files', '--cached', '--others', '--exclude-standard'];

/** Files in the repository that match a pattern of git. */
export function listRepositoryFiles(pattern: string): string[] {
  const files = execFileSync('git', [...git, pattern], { cwd: repository, encoding: 'utf8' });
  return files.trim().split('\n');
}

/** All fenced code blocks of a page. */
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
 * The example in a page that starts with a text, unchanged. `test/unit/docs/examples.test.ts` searches the
 * tests for these calls to find out which examples are run, so pass literals.
 *
 * @throws Error unless exactly one example starts with it.
 */
export function readExample(page: string, beginning: string): string {
  const found = listExamples(page).filter(({ code }) => code.startsWith(beginning));
  const [example] = found;
  if (!example || found.length > 1) {
    throw new Error(`${found.length} examples of ${page} begin with “${beginning}”.`);
  }
  return example.code;
}
