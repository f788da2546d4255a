import { expect, findBarriers, test } from './support/test.ts';

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
  const authorize = page.getByRole('button', { name: 'Authorize' });
  await authorize.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Authorization' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(authorize).toBeFocused();

  const call = page.locator('.opblock', { hasText: '/v1/get-user-details-api' });
  await call.getByRole('button', { expanded: false }).first().focus();
  await page.keyboard.press('Enter');
  await expect(call.getByRole('textbox', { name: 'Request body' })).toBeVisible();
  await call.getByRole('button', { name: 'Execute' }).focus();
  await page.keyboard.press('Enter');
  await expect(call.getByText('"business"')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await findBarriers(page)).toEqual([]);
  expect(elsewhere).toEqual([]);
  expect(errors).toEqual([]);
});
