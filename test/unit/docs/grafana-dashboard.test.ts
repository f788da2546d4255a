import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets?: readonly { readonly refId: string }[];
}

const path = join(import.meta.dirname, '../../../deploy/monitoring/grafana-dashboard.json');
const json = readFileSync(path, 'utf8');
const { panels, templating } = JSON.parse(json) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
};

/** The cells of a panel in Grafana's 24 columns. */
function listCells({ gridPos: { x, y, w, h } }: Panel): string[] {
  return Array.from(
    { length: w * h },
    (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`,
  );
}

test("panels have unique IDs and positions within Grafana's 24 columns", () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, gridPos } of panels)
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
  const cells = panels.flatMap(listCells);
  expect(new Set(cells).size).toBe(cells.length);
});

test('each query of a panel has its own name', () => {
  for (const { title, targets = [] } of panels) {
    expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
  }
});

test('variables are defined before use, and no foreign data source is named', () => {
  const used = new Set([...json.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name));
  const ofGrafana = [...used].filter((name) => name.startsWith('__'));
  expect(ofGrafana.sort()).toEqual(['__all', '__rate_interval']);
  const made = templating.list.map(({ name }) => name);
  expect([...used].filter((name) => !ofGrafana.includes(name)).sort()).toEqual(made.sort());
  const sources = [...json.matchAll(/"type": "prometheus",\s*"uid": "([^"]+)"/g)];
  expect(new Set(sources.map(([, uid]) => uid))).toEqual(new Set(['${datasource}']));
});
