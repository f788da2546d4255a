import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Found, Part, Target } from './part.ts';
import { round } from './rounds.ts';

/** The results of a part, and the machine. */
export interface Result extends Found {
  readonly name: string;
  readonly title: string;
  /** Processor, cores, Node.js; whether the measured server had a core to itself. */
  readonly machine: string;
  /** Day of the measurement. */
  readonly day: string;
}

const folder = join(import.meta.dirname, 'results');

/** Saves the results of a part, replacing earlier ones. */
export async function saveResult(
  { name, title }: Part,
  found: Found,
  machine: string,
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const result: Result = { name, title, machine, day, ...found };
  await mkdir(folder, { recursive: true });
  await save(`${name}.json`, `${JSON.stringify(result, undefined, 2)}\n`);
}

/** Writes the page with all existing results. */
export async function writeReport(parts: readonly Part[]): Promise<void> {
  const files = new Set(await readdir(folder));
  const found = parts.filter(({ name }) => files.has(`${name}.json`));
  const texts = found.map(({ name }) => readFile(join(folder, `${name}.json`), 'utf8'));
  const results = (await Promise.all(texts)).map((text) => JSON.parse(text) as Result);
  await save('README.md', toMarkdown(results));
}

function save(file: string, text: string): Promise<void> {
  return writeFile(join(folder, file), text);
}

/** All results as one page: the targets first, then the figures of each part. */
function toMarkdown(results: readonly Result[]): string {
  const targets = results.flatMap((result) => (result.targets ?? []).map(describeTarget));
  const parts = results.flatMap((result) => [
    `## ${result.title}`,
    `${result.day}, ${result.machine}.`,
    table(result.rows),
    ...(result.remarks ?? []),
  ]);
  return `${[
    '# Bench results',
    'Written by `npm run bench`. Each part was measured in one run; the parts may be from different days. [docs/performance.md](../../../docs/performance.md) explains the parts and how they are measured.',
    '## Targets',
    table(targets),
    ...parts,
  ].join('\n\n')}\n`;
}

function describeTarget({ what, wanted, median, low, high, isMet }: Target) {
  const spread = low === high ? '' : `${round(low)} to ${round(high)}`;
  return {
    figure: what,
    measured: round(median),
    range: spread,
    target: wanted,
    met: isMet ? 'yes' : '**no**',
  };
}

/** A table of objects, whose columns are their properties. */
function table(rows: readonly object[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => {
    const values = row as Readonly<Record<string, string | number | undefined>>;
    return names.map((name) => String(values[name] ?? ''));
  });
  const lines = [names, names.map(() => '---'), ...cells];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
