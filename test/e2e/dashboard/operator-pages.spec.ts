import { readFile } from 'node:fs/promises';
import { createOwner } from '../../support/dashboard-visitor.ts';
import { unpack } from '../../support/unpack.ts';
import { expect, expectSays, expectUsable, operator, signIn, test } from './support/test.ts';

test('An operator creates an owner, who signs in by the invitation', async ({ page, browser }) => {
  await signIn(page, operator);
  await page.getByRole('link', { name: 'Owners' }).click();
  await expectUsable(page);
  await page.getByLabel('E-mail contains').fill('OWNER@example');
  await page.getByRole('button', { name: 'Search' }).click();
  await expectSays(page.locator('body'), 'owners');
  await page.getByLabel('E-mail', { exact: true }).fill('nobody');
  await page.getByRole('button', { name: 'Create owner' }).click();
  await expect(page.getByText('Enter an e-mail address, for example')).toBeVisible();
  await expectUsable(page);
  await expectSays(page.getByRole('main').locator('form').last(), 'create-owner-with-error');
  const email = 'a-very-long-address-of-an-owner-of-many-magazines@subdomain.example.com';
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Initial credits').fill('25');
  await page.getByRole('button', { name: 'Create owner' }).click();
  const link = (await page.getByTestId('invitation').textContent()) ?? '';
  await expectUsable(page, 'owner-created');

  const visitor = await browser.newPage();
  await visitor.goto(link);
  await visitor.getByLabel('Password', { exact: true }).fill('seven green umbrellas dancing');
  await visitor.getByLabel('Repeat password').fill('seven green umbrellas dancing');
  await visitor.getByRole('button', { name: 'Set password' }).click();
  await expect(visitor.getByRole('link', { name: 'Keys' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Owners' })).toHaveCount(0);
  await visitor.close();
});

test('An operator adds credits, suspends and reactivates, and the log shows it', async ({
  page,
  service,
}) => {
  const email = 'managed@example.com';
  await createOwner(service, email);
  await signIn(page, operator);
  await page.goto(`/dashboard/owners?search=${email}`);
  await page.getByRole('link', { name: email }).click();
  await expectUsable(page, 'owner');
  await page.getByRole('link', { name: email }).click();
  await page.getByLabel('Credits', { exact: true }).fill('40');
  await page.getByLabel('Reason').fill('Invoice paid');
  await page.getByLabel('Reference').fill('2026-117');
  await page.getByRole('button', { name: 'Add credits' }).click();
  await expect(page.getByRole('status')).toHaveText('Credits changed.');
  await expect(page.getByRole('row').nth(1)).toContainText('+40');
  await expect(page.getByRole('row').nth(1)).toContainText(operator);
  await expectUsable(page, 'account-credited');

  await page.getByRole('link', { name: `All accounts of ${email}` }).click();
  await page.getByRole('link', { name: 'Suspend' }).click();
  await expectUsable(page, 'suspend');
  await page.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByRole('status')).toHaveText(/Owner suspended/);
  await expectUsable(page, 'owner-suspended');
  await page.getByRole('button', { name: 'Lift suspension' }).click();
  await expect(page.getByRole('status')).toHaveText(
    'Suspension lifted. The owner’s keys work again.',
  );

  await page.getByRole('link', { name: 'Log' }).click();
  await page.getByLabel('E-mail of the account or the person').fill(email);
  await page.getByRole('button', { name: 'Show' }).click();
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText('Suspension lifted');
  await expect(rows.nth(2)).toContainText('Owner suspended');
  await expect(rows.nth(3)).toContainText('Reason: Invoice paid, Reference: 2026-117');
  await expectUsable(page, 'log');
});

test('An operator rotates a key, exports an account and removes it, with the keyboard only', async ({
  page,
  service,
}) => {
  const email = 'a-client-who-leaves-with-a-long-address@subdomain.example.com';
  await createOwner(service, email);
  await service.execute('key create', { owner: email, name: 'The shop of the client' });
  const follow = async (name: string) => {
    await page.getByRole('main').getByRole('link', { name }).first().focus();
    await page.keyboard.press('Enter');
  };
  await signIn(page, operator);
  await page.goto(`/dashboard/owners?search=${email}`);
  await follow(email);
  await expectUsable(page, 'owner-with-key');
  await follow('Keys');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Keys of ${email}`);
  await expectUsable(page, 'keys-of-owner');
  await follow('Rotate “The shop of the client”');
  await page.getByRole('button', { name: 'Rotate' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('new-key')).toHaveText(/^alt_/);
  await follow('Back to keys');
  await follow('Revoke');
  await page.getByRole('button', { name: 'Revoke' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Key revoked.');

  await follow('Back to the owner');
  await follow('Remove');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).focus();
  await page.keyboard.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${email}.tar.gz`);
  const files = await unpack(await readFile(await download.path()));
  expect(files.get('accounts.json')).toMatchObject([{ user_id: email }]);
  expect(files.get('keys.json')).toHaveLength(3);

  const field = page.getByLabel('To confirm, enter the e-mail of this account');
  await field.focus();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(
    `${email} Enter ${email} to remove this account.`,
  );
  await expectUsable(page, 'remove-with-error');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Account removed.');
  await page.goto(`/dashboard/owners?search=${email}`);
  await expect(page.getByText('No owner matches this search.')).toBeVisible();
});
