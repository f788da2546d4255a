import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The serious findings of axe in that part of the page, in its current state. */
export async function findBarriers(page: Page, selector = '.altscribe-sidebar'): Promise<string[]> {
  // That part is in no frame. The other mode would search all frames, and open a page for the
  // result.
  const axe = new AxeBuilder({ page }).include(selector).setLegacyMode();
  const { violations, passes } = await axe.analyze();
  expect(passes.length).toBeGreaterThan(0);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
