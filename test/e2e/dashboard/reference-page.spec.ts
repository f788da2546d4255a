import { expect, test } from './support/test.ts';

test('The reference page tries a call, fetches nothing from elsewhere, and fits a phone', async ({
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
  // The user of the examples.
  const key = await service.createAccount({ user_id: 'editor@example.com', plan: 'business' });

  await page.goto('/docs');
  const call = page.getByRole('button', { name: /Test Request/ }).nth(1);
  await call.click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[id^="scalar-client"]').first().fill(key);
  await dialog.getByRole('button', { name: /^Send/ }).first().click();
  await expect(dialog.getByText('200 OK')).toBeVisible();
  await expect(dialog.getByText('"business"')).toBeVisible();

  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'Altscribe', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(elsewhere).toEqual([]);
  expect(errors).toEqual([]);
});
