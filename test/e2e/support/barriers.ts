import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import type { Replacement } from '../../support/changing.ts';
import { expectSays } from './says.ts';

/** The serious findings of axe in that part of the page, in its current state. */
export async function findBarriers(page: Page, selector: string): Promise<string[]> {
  // That part is in no frame. The other mode would search all frames, and open a page for the
  // result.
  const axe = new AxeBuilder({ page }).include(selector).setLegacyMode();
  const { violations, passes } = await axe.analyze();
  expect(passes.length).toBeGreaterThan(0);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * In its current state, that part of the page has no serious findings of axe, and screen readers
 * say what the next file of this test in the folder `says` has.
 */
export async function expectAccessible(
  page: Page,
  selector = '.altscribe-sidebar',
  alsoChanging?: readonly Replacement[],
): Promise<void> {
  expect(await findBarriers(page, selector)).toEqual([]);
  // WordPress's own components may say it in other words in an older version.
  if (test.info().project.name === 'wordpress-6.8') return;
  await expectSays(page.locator(selector), undefined, alsoChanging);
}
