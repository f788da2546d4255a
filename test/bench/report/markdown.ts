import { round } from '../measure.ts';
import type { Target } from '../part.ts';
import type { Result } from './results.ts';

/**
 * All results as one page: the targets first, then the figures of each part.
 * @param plots names of parts that have a plot
 */
export function toMarkdown(results: readonly Result[], plots: ReadonlySet<string>): string {
  const targets = results.flatMap((result) => (result.targets ?? []).map(describeTarget));
  const parts = results.flatMap((result) => [
    `## ${result.title}`,
    `${result.day}, ${result.machine}.`,
    ...(plots.has(result.name) ? [`![${result.title}](${result.name}.svg)`] : []),
    table(result.rows),
    ...(result.remarks ?? []),
  ]);
  return `${[
    '# Results of the bench',
    'Written by `npm run bench`. Each part was measured in one run; different parts may be of different days. What the parts are, and what is behind the figures, is in [docs/performance.md](../../../docs/performance.md).',
    '## Targets',
    table(targets),
    ...parts,
  ].join('\n\n')}\n`;
}

function describeTarget({ what, wanted, median, low, high, isMet }: Target) {
  const spread = low === high ? '' : `${round(low)} to ${round(high)}`;
  return { what, measured: round(median), rounds: spread, wanted, met: isMet ? 'yes' : '**no**' };
}

/** A table of objects, whose columns are their properties. */
export function table(rows: readonly object[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => {
    const values = row as Readonly<Record<string, string | number | undefined>>;
    return names.map((name) => String(values[name] ?? ''));
  });
  const lines = [names, names.map(() => '---'), ...cells];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
