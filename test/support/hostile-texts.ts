import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** More processor time than this, in milliseconds, is too much for one text: all others wait. */
export const maxProcessorMs = 50;

const searched = 'a text without it '.repeat(500_000);

/** Work of a known length, in milliseconds on the machine that `maxProcessorMs` was set on. */
const known = { work: () => /something else|nowhere/.test(`${searched}.`), ms: 35 };

/**
 * The processor time of some work, in milliseconds: of the first run that takes less than `maxMs`, or the
 * best of ten, so other work on the machine hardly counts. On a machine that is slow at the moment, which
 * known work between the runs tells, the time is that much less.
 */
export async function measureProcessorMs(
  work: () => unknown,
  maxMs = maxProcessorMs,
): Promise<number> {
  let best = Infinity;
  let bestKnown = Infinity;
  for (let run = 0; run < 10; run += 1) {
    best = Math.min(best, await timeProcessor(work));
    if (best < maxMs) return best;
    bestKnown = Math.min(bestKnown, await timeProcessor(known.work));
  }
  return best / Math.max(1, bestKnown / known.ms);
}

async function timeProcessor(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Pieces of hostile alt texts and of texts around images, for the checks in both languages. */
export const inTexts = [
  ...[
    '«',
    '“',
    '"',
    ' ',
    '.',
    '. ',
    '_',
    '-',
    '-1',
    '-a',
    '(1',
    ' (',
    'Aa',
    '#a ',
    ' #',
    ', ',
    ':',
  ],
  ...[
    'a, ',
    ' - ',
    '{',
    '%',
    '<',
    '${',
    'zu ',
    'scheint a ',
    'كأن',
    'error ',
    '[error',
    'ich kann ',
  ],
  ...['मैं a ', 'IMG_', '1x1-', '。', '\u3000', '\u0130'],
];

/** A text of a length that repeats a piece. */
export function repeat(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/**
 * Whether a pattern takes time in proportion to the text, which its form shows: at most one part is
 * repeated without limit, a single character, at the end or behind the start of the text.
 * @param source of a regular expression of JavaScript or PHP
 */
export function isPlainlyLinear(source: string, flags: string): boolean {
  const parts = source
    .replaceAll(/\\[pP]\{[^}]*\}|\\./g, 'x')
    .replaceAll(/\[\^?\]?[^\]]*\]/g, 'x')
    .replaceAll(/\(\?(?:<?[=!]|:|<\w+>)/g, '(');
  const [repeated, ...others] = [...parts.matchAll(/(?:[*+]|\{\d+,\})[+?]?/g)];
  if (!repeated) return true;
  if (others.length > 0 || parts[repeated.index - 1] === ')') return false;
  const rest = parts.slice(repeated.index + repeated[0].length).replaceAll(')', '');
  return rest === '' || (parts.startsWith('^') && !flags.includes('m') && !parts.includes('|'));
}

/** Paths of files with patterns whose form does not show that they are fast. */
export function listFilesWithPatterns(...folders: readonly string[]): string[] {
  const root = join(import.meta.dirname, '../..');
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map(
        (path) => `${folder}/${String(path)}`,
      ),
    )
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => hasPattern(readFileSync(join(root, path), 'utf8'), path))
    .sort();
}

/** What comes before a pattern, roughly: not all files need to be parsed. */
const mayHavePattern = /(?:^|[([{=,:?!|&>]|return)\s*\/(?![/*])|RegExp/m;

function hasPattern(code: string, path: string): boolean {
  if (!mayHavePattern.test(code)) return false;
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false, kind);
  function isPattern(node: ts.Node): boolean {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      return !isPlainlyLinear(node.text.slice(1, end), node.text.slice(end + 1));
    }
    const isMade =
      ts.isNewExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'RegExp';
    return isMade || ts.forEachChild(node, (child) => isPattern(child) || undefined) === true;
  }
  return isPattern(file);
}
