import { createOwner } from '../../support/dashboard-visitor.ts';
import { expect, expectUsable, operator, signIn, test } from './support/test.ts';

test('An operator creates an owner, who signs in by the invitation', async ({ page, browser }) => {
  await signIn(page, operator);
  await page.getByRole('link', { name: 'Owners' }).click();
  await expectUsable(page);
  await page.getByLabel('E-mail', { exact: true }).fill('nobody');
  await page.getByRole('button', { name: 'Create owner' }).click();
  await expect(page.getByText('Enter an e-mail address, for example')).toBeVisible();
  await expectUsable(page);
  const email = 'a-very-long-address-of-an-owner-of-many-magazines@subdomain.example.com';
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Initial credits').fill('25');
  await page.getByRole('button', { name: 'Create owner' }).click();
  const link = (await page.getByTestId('invitation').textContent()) ?? '';
  await expectUsable(page);

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
  await expectUsable(page);
  await page.getByRole('link', { name: email }).click();
  await page.getByLabel('Credits', { exact: true }).fill('40');
  await page.getByLabel('Reason').fill('Invoice paid');
  await page.getByLabel('Reference').fill('2026-117');
  await page.getByRole('button', { name: 'Add credits' }).click();
  await expect(page.getByRole('status')).toHaveText('Credits changed.');
  await expect(page.getByRole('row').nth(1)).toContainText('+40');
  await expect(page.getByRole('row').nth(1)).toContainText(operator);
  await expectUsable(page);

  await page.getByRole('link', { name: `All accounts of ${email}` }).click();
  await page.getByRole('link', { name: 'Suspend' }).click();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByRole('status')).toHaveText(/Owner suspended/);
  await expectUsable(page);
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
  await expectUsable(page);
});
