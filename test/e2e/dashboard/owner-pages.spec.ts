import type { Page } from '@playwright/test';
import { createOwner } from '../../support/dashboard-visitor.ts';
import { newImage } from '../../support/service-with-providers.ts';
import { detailsPath, generatePath, type RunningService } from '../../support/service.ts';
import { expect, expectSays, expectUsable, signIn, test } from './support/test.ts';

/** The status of a call with a key. */
async function callWith(service: RunningService, key: string, userId: string): Promise<number> {
  const { status } = await service.post(detailsPath, { user_id: userId }, { 'x-api-key': key });
  return status;
}

/** Presses Tab until the element has the visible focus of keyboards. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => {
      const { activeElement } = document;
      const label = activeElement instanceof HTMLInputElement && activeElement.labels?.[0];
      return (label || activeElement)?.textContent;
    });
    if (text?.trim() === name) return;
  }
  throw new Error(`No Tab leads to "${name}".`);
}

test('By keyboard alone: create a key, rotate it, revoke it', async ({ page, service }) => {
  const email = 'keyboard@example.com';
  await createOwner(service, email);
  await signIn(page, email);
  await page.goto('/dashboard/keys');
  await tabTo(page, 'Name');
  await page.keyboard.type('Blog');
  await page.keyboard.press('Enter');
  const shown = page.getByTestId('new-key');
  const first = (await shown.textContent()) ?? '';
  expect(await callWith(service, first, email)).toBe(200);
  expect(page.url()).not.toContain(first);
  await expect(page.getByText('You won’t be able to see it again.')).toBeVisible();
  await expectUsable(page, 'new-key');

  await tabTo(page, 'Back to keys');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'Blog' })).toContainText(`••••${first.slice(-4)}`);
  await expect(page.getByText(first)).toHaveCount(0);
  await tabTo(page, 'Rotate “Blog”');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Old key')).toHaveValue('24');
  await expectUsable(page, 'rotate-key');
  await tabTo(page, 'Rotate');
  await page.keyboard.press('Enter');
  const second = (await shown.textContent()) ?? '';
  expect(second).not.toBe(first);
  expect(await callWith(service, first, email)).toBe(200);
  expect(await callWith(service, second, email)).toBe(200);
  await expectUsable(page, 'rotated-key');

  await page.goto('/dashboard/keys');
  const row = page.getByRole('row').filter({ hasText: `••••${second.slice(-4)}` });
  await row.getByRole('link', { name: 'Revoke' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revoke “Blog”?');
  await expectUsable(page, 'revoke-key');
  await tabTo(page, 'Revoke');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Key revoked.');
  expect(await callWith(service, second, email)).toBe(401);
  expect(await callWith(service, first, email)).toBe(200);
  await expectUsable(page, 'keys');
});

test('Reloading the page of a new key creates no second one', async ({ page, service }) => {
  const email = 'reload@example.com';
  await createOwner(service, email);
  await signIn(page, email);
  await page.goto('/dashboard/keys');
  await page.getByLabel('Name').fill('Shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByTestId('new-key')).toBeVisible();
  await page.reload();
  await expect(page.getByText('no second key was created')).toBeVisible();
  await expect(page.getByTestId('new-key')).toHaveCount(0);
  await expectUsable(page, 'reloaded-new-key');
  await page.getByRole('link', { name: 'Back to keys' }).click();
  await expect(page.getByRole('row', { name: 'Shop' })).toHaveCount(1);
  await page.goBack();
  await expect(page.getByTestId('new-key')).toHaveCount(0);
});

test('A click copies a key', async ({ page, service, context }) => {
  const email = 'copy@example.com';
  await createOwner(service, email);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, email);
  await page.goto('/dashboard/connect');
  await expectUsable(page, 'connect');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByTestId('new-key').textContent();
  for (const [name, text] of [
    ['API key', key],
    ['Service URL', service.url],
  ] as const) {
    const group = page.getByRole('group', { name });
    await group.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(group.getByRole('status')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await expect(group.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    await expect(group.getByRole('status')).toHaveText('');
  }
  await expectUsable(page, 'connect-with-key');
});

test('Empty pages show the next step', async ({ page, service }) => {
  const email = 'empty@example.com';
  await createOwner(service, email);
  await signIn(page, email);
  const said = {
    '/dashboard/users': 'You have no other users yet. Add one',
    '/dashboard/usage': 'There were no calls in this period.',
    '/dashboard/calls': 'No calls yet.',
  };
  for (const [path, text] of Object.entries(said)) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(text);
    await expectUsable(page, `empty-${path.slice('/dashboard/'.length)}`);
  }
});

test.describe('in India', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('times are shown as they are there, on hover and to screen readers', async ({ page }) => {
    await signIn(page);
    await page.goto('/dashboard/account');
    const time = page.getByRole('time').first();
    const at = Date.parse((await time.getAttribute('datetime')) ?? '');
    const [, hours = '', minutesAndSeconds] =
      /T(\d\d)(:\d\d:\d\d)/.exec(new Date(at + 5.5 * 3_600_000).toISOString()) ?? [];
    const clock = `${String(Number(hours) % 12 || 12).padStart(2, '0')}${minutesAndSeconds}`;
    await expect(time).toHaveAttribute('title', new RegExp(`, ${clock}.* GMT\\+5:30$`));
    await expect(time).toContainText(`(${await time.getAttribute('title')})`);
  });
});

test('Users, history, usage and calls of an owner whose site makes calls', async ({
  page,
  service,
}) => {
  const email = 'busy@example.com';
  const key = await createOwner(service, email);
  await signIn(page, email);
  await page.goto('/dashboard/users');
  const long = `a-very-long-address-of-an-editor-who-writes-for-many-magazines@example.com`;
  await page.getByLabel('E-mail', { exact: true }).fill(long);
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByRole('status')).toHaveText('User added.');
  await expect(page.getByRole('row').nth(1)).toContainText('your own account');
  await expectUsable(page, 'users');

  // Nothing answers at the provider's URL.
  const body = { user_id: email, language_code: 'pt_BR', image_file: await newImage() };
  await service.post(generatePath, body, { 'x-api-key': key });
  await service.execute('account credit', { user_id: email, credits: '50' });
  await expect(async () => {
    await page.goto('/dashboard/calls');
    await expect(page.getByRole('row', { name: 'Brazilian Portuguese' })).toHaveCount(1, {
      timeout: 100,
    });
  }).toPass();
  await expectUsable(page, 'calls');
  await page.getByLabel('Outcome').selectOption('Alt text generated');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('No calls with this outcome.')).toBeVisible();
  await expectSays(page.locator('body'), 'no-calls-with-outcome');

  await expect(async () => {
    await page.goto('/dashboard/usage?days=7');
    await expect(page.getByRole('img', { name: /^Calls from / })).toBeVisible({ timeout: 100 });
  }).toPass();
  await page.getByText('Show as a table').first().click();
  await expect(page.getByRole('table').first().getByRole('row').nth(1)).toContainText('1');
  await expectUsable(page, 'usage');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('altscribe-usage.csv');

  await page.goto('/dashboard/users');
  await page.getByRole('link', { name: `History ${email}` }).click();
  await expect(page.getByRole('row', { name: '+50' })).toContainText('Credits added');
  await expectUsable(page, 'history');
});

test.describe('without scripts, in German', () => {
  test.use({ javaScriptEnabled: false, locale: 'de-CH' });

  test('a key is created and revoked', async ({ page, service }) => {
    const email = 'ohne-skripte@example.com';
    await createOwner(service, email);
    await page.goto('/dashboard/keys');
    await page.getByLabel('E-Mail').fill(email);
    await page.getByLabel('Passwort').fill('winter-lamp-orchid-29');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByLabel('Name').fill('Werkstatt');
    await page.getByRole('button', { name: 'Schlüssel erstellen' }).click();
    const key = (await page.getByTestId('new-key').textContent()) ?? '';
    expect(await callWith(service, key, email)).toBe(200);
    await page.getByRole('link', { name: 'Zurück zu den Schlüsseln' }).click();
    await page.getByRole('link', { name: 'Widerrufen „Werkstatt“' }).click();
    await page.getByRole('button', { name: 'Widerrufen' }).click();
    await expect(page.getByRole('status')).toHaveText('Schlüssel widerrufen.');
    expect(await callWith(service, key, email)).toBe(401);
  });
});
