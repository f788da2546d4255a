import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');
const git = ['ls-files', 'service', 'shared', 'plugin/includes'];
const files = execFileSync('git', git, { cwd: repository, encoding: 'utf8' }).trim().split('\n');

/** All messages in the source of the program, without inserted values. */
const said = files
  .filter((file) => /\.(ts|tsx|php)$/.test(file))
  .map((file) => readFileSync(join(repository, file), 'utf8'))
  .join('\n')
  .replace(/['`"] \+\s+['`"]/g, '')
  .replace(/\$\{[^}]*\}+/g, '…');

const page = readFileSync(join(repository, 'docs/troubleshooting.md'), 'utf8');
const quotes = [...page.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote),
);

test('there are quoted messages', () => expect(quotes.length).toBeGreaterThan(30));

test.each(quotes)('the program can print “%s”', (quote) => {
  const missing = quote
    .split('…')
    .map((part) => part.trim())
    .filter((part) => /\w{2}/.test(part) && !said.includes(part));
  expect(missing).toEqual([]);
});
