import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface AxeResult {
  /** Each with the rule and the element. */
  readonly violations: readonly string[];
  /** The rules that apply to some element and are kept by it. */
  readonly passed: readonly string[];
}

/**
 * Runs axe on the part of a page with that selector. `@axe-core/playwright` loads axe into all frames,
 * again for each run: this takes three times as long as the run.
 */
export async function runAxe(
  page: Page,
  selector: string,
  options: axe.RunOptions = {},
): Promise<AxeResult> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([part, runOptions]) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe };
      const { violations, passes } = await loaded.run(part, { ...runOptions, iframes: false });
      return {
        violations: violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${id}: ${html}`),
        ),
        passed: passes.map(({ id }) => id),
      };
    },
    [selector, options] as const,
  );
}
