import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The serious findings of axe in that part of the page, in its current state. */
export async function findBarriers(page: Page, selector = '.altscribe-sidebar'): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).include(selector).analyze();
  expect(passes.length).toBeGreaterThan(0);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
