import type { Part } from '../part.ts';
import { toMarkdown } from './markdown.ts';
import { plotRates } from './plot.ts';
import { listResults, save } from './results.ts';

/** Writes the page of all results that there are, with its plots. */
export async function writeReport(parts: readonly Part[]): Promise<void> {
  const results = await listResults(parts);
  const plots = new Set<string>();
  for (const result of results) {
    const plot = plotRates(result);
    if (plot === undefined) continue;
    await save(`${result.name}.svg`, plot);
    plots.add(result.name);
  }
  await save('README.md', toMarkdown(results, plots));
}
