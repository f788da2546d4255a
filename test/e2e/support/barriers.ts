import { expect, test, type Page } from '@playwright/test';
import type { Replacement } from '../../support/changing.ts';
import { runAxe } from './axe.ts';
import { expectSays } from './says.ts';

/** The serious findings of axe in that part of the page, in its current state. */
export async function findBarriers(page: Page, selector: string): Promise<readonly string[]> {
  const { violations, passed } = await runAxe(page, selector);
  expect(passed).not.toEqual([]);
  return violations;
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
