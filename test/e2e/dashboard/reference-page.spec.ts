import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** The findings of axe: rules, and how often each is broken. */
async function findFaults(page: Page, selector = 'body'): Promise<Record<string, number>> {
  const { violations, passes } = await new AxeBuilder({ page }).include(selector).analyze();
  expect(passes.length).toBeGreaterThan(10);
  // Scalar names the examples of all operations alike, and shows them as they come into view.
  const faults = violations.filter(({ id }) => id !== 'landmark-unique');
  return Object.fromEntries(faults.map(({ id, nodes }) => [id, nodes.length]));
}

test('The reference page tries a call, loads nothing from other hosts, and fits a phone', async ({
  page,
  service,
}) => {
  const elsewhere: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(service.url) && !url.startsWith('data:')) elsewhere.push(url);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  // The user in the examples.
  const key = await service.createAccount({ user_id: 'editor@example.com', plan: 'business' });

  await page.goto('/docs');
  const call = page.getByRole('button', { name: /Test Request/ }).nth(1);
  await call.focus();
  // An aside with the role of a navigation, which is correct.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findFaults(page)).toEqual({ 'aria-allowed-role': 1 });
  }

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Request body' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'X-Request-Id Value' })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Send X-Request-Id' })).toBeAttached();
  // The window has its own main part. While it fades in, its texts have too little contrast.
  await expect
    .poll(() => findFaults(page, '[role=dialog]'))
    .toEqual({ 'landmark-no-duplicate-main': 1 });
  await dialog.locator('input[id^="scalar-client"]').first().fill(key);
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('200 OK')).toBeVisible();
  await expect(dialog.getByText('"business"')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(call).toBeFocused();

  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'Altscribe', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await findFaults(page)).toEqual({});
  expect(elsewhere).toEqual([]);
  expect(errors).toEqual([]);
});
