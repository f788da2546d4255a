import { createOwner } from '../../support/dashboard-visitor.ts';
import { newImage } from '../../support/service-with-providers.ts';
import { detailsPath, generatePath } from '../../support/service.ts';
import {
  expect,
  expectSays,
  expectUsable,
  measureOverflow,
  operator,
  signIn,
  test,
} from './support/test.ts';

test('Health shows an unreachable provider', async ({ browser, page, service }) => {
  await signIn(page, operator);
  await page.getByRole('link', { name: 'Health', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Health');
  const providers = page.getByRole('table', { name: 'Providers' });
  await expect(providers.getByRole('row', { name: 'openai' })).toContainText('Not asked');
  await expectUsable(page, 'health');

  const email = 'measured@example.com';
  const key = await createOwner(service, email);
  const body = { user_id: email, image_file: await newImage() };
  await service.post(generatePath, body, { 'x-api-key': key });
  const failures = page.getByRole('table', { name: 'Failures' });
  // Measurements are written every five seconds.
  await expect(async () => {
    await page.reload();
    const row = failures.getByRole('row', { name: 'openai' });
    await expect(row).toContainText('Connection failed', { timeout: 500 });
  }).toPass();
  const chart = page.getByRole('figure', { name: 'Requests to openai' });
  await expect(chart.getByRole('img')).toHaveAccessibleName(
    /^Requests to openai from .*; peak: \d/,
  );
  await chart.getByText('Show as a table').press('Enter');
  // Time, answers, and failures.
  await expect(chart.getByRole('row').nth(1)).toContainText(/^\d\d:\d\d0[1-9]/);
  await expect(providers.getByRole('row', { name: 'openai' })).toContainText('0%');
  await expectUsable(page);
  await chart.getByText('Show as a table').press('Enter');
  // Only a connection that fails immediately is tried again: one attempt or two.
  await expectSays(page.getByRole('main'), 'health-with-failures', [
    [/(?<=No answers |Connection failed |peak: |cell ")[12]\b/g, 'N'],
  ]);
  // The longest table, in the longest words, on a tablet.
  const storageState = await page.context().storageState();
  const german = await browser.newPage({ locale: 'de', storageState });
  await german.goto(page.url());
  await expect(german.getByRole('heading', { level: 1 })).toHaveText('Zustand');
  expect(await measureOverflow(german, 750)).toBe(0);
  await german.close();
});

test('Settings lists each setting with its value and source', async ({ page, service }) => {
  await signIn(page, operator);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('DATA_DIR')).toContainText(service.dataDir);
  await expect(row('DATA_DIR')).toContainText('Environment');
  await expect(row('RATE_LIMIT_PER_MINUTE')).toContainText('100Default');
  await expect(row('OPENAI_API_KEY')).toContainText('not set');
  await expectUsable(page, 'settings');
});

test('Sites shows whose plugin has to be updated', async ({ page, service }) => {
  const email = 'sites@example.com';
  const key = await createOwner(service, email);
  for (const agent of [
    '0.0.9; https://a-long-name-of-a-client-of-ours.example.com/blog',
    '0.1.0',
  ]) {
    const headers = { 'x-api-key': key, 'user-agent': `Altscribe-WordPress/${agent}` };
    await service.post(detailsPath, { user_id: email }, headers);
  }
  await signIn(page, operator);
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  const sites = page.getByRole('table', { name: 'Sites' });
  await expect(async () => {
    await page.reload();
    await expect(sites.getByRole('row', { name: email })).toHaveCount(2, { timeout: 500 });
  }).toPass();
  await expectUsable(page, 'sites');
  await page.getByLabel('Plugin').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Show' }).press('Enter');
  await expect(page).toHaveURL('/dashboard/sites?show=others');
  await expect(sites).toContainText('0.0.9 (outdated)');
});

test('Home and All usage show the service and all accounts', async ({ page, service }) => {
  const email = 'counted@example.com';
  const key = await createOwner(service, email);
  const body = { user_id: email, image_file: await newImage() };
  await service.post(generatePath, body, { 'x-api-key': key });
  await signIn(page, operator);
  await expect(page).toHaveURL('/dashboard/home');
  await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible();
  await expectUsable(page);
  await page.getByRole('link', { name: 'All usage', exact: true }).click();
  const accounts = page.getByRole('table', { name: 'By account' });
  await expect(async () => {
    await page.reload();
    const row = accounts.getByRole('row', { name: email });
    await expect(row.getByRole('cell').nth(1)).toHaveText('1', { timeout: 500 });
  }).toPass();
  await expectUsable(page);
  await expectSays(page.getByRole('navigation', { name: 'Sort by' }), 'all-usage-order');
  await expectSays(accounts.getByRole('row').first(), 'all-usage-columns');
  await accounts.getByRole('link', { name: email }).click();
  await expectUsable(page, 'all-usage-of-account');

  // Only the current page has a line, and small charts have the colour of text.
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const lines = await page
    .getByRole('navigation')
    .first()
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .filter((link) => getComputedStyle(link).borderBottomColor !== 'rgb(0, 0, 0)')
        .map(({ textContent }) => textContent),
    );
  expect(lines).toEqual(['All usage']);
  await page.goto('/dashboard/home');
  // The tests before have made calls, too.
  await expectSays(page.getByRole('main'), 'home', [[/\b\d+( calls?)?\b/g, 'N']]);
  await expect(page.locator('.sparkline .bars').first()).toHaveCSS('fill', 'rgb(255, 255, 255)');
});

test('An owner can open neither, and has no link to them', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('link', { name: 'Health' })).toHaveCount(0);
  for (const path of ['/dashboard/health', '/dashboard/settings']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not found');
  }
});
