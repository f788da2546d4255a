import { createOwner, goodPassword, inviteOwner } from '../../support/dashboard-visitor.ts';
import { expect, expectUsable, owner, signIn, test } from './support/test.ts';

test('By keyboard alone: sign in, after a wrong password, and sign out', async ({ page }) => {
  await page.goto('/dashboard/account');
  await expect(page).toHaveURL(/sign-in\?next=%2Fdashboard%2Faccount$/);
  await expectUsable(page, 'sign-in');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(owner);
  await page.keyboard.press('Tab');
  await page.keyboard.type('a wrong password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Wrong e-mail or password.');
  await expect(page).toHaveTitle('Error: Sign in · Altscribe');
  await expectUsable(page, 'sign-in-with-error');

  // The input is still there, and the focus is on the field to fix.
  await expect(page.getByLabel('E-mail')).toHaveValue(owner);
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(goodPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Sign out', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('You are signed out.');
});

test('An invitation lets the owner in, and shows when it was used', async ({ page, service }) => {
  const email = 'invited@example.com';
  await service.createAccount({ user_id: email });
  const path = await inviteOwner(service, email);
  await page.goto(path);
  await expectUsable(page, 'invitation');
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill('altscribe');
  await page.getByLabel('Repeat password').fill('altscribf');
  await page.getByRole('button', { name: 'Set password' }).click();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/Use at least 12 characters\./);
  await expect(page.getByLabel('Repeat password')).toHaveAccessibleDescription(/don’t match/);
  await expectUsable(page, 'invitation-with-errors');

  await password.fill(goodPassword);
  await page.getByLabel('Repeat password').fill(goodPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('link', { name: email })).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await expectUsable(page, 'used-link');
});

test('The account page changes the password and lists sessions', async ({
  page,
  service,
  browser,
}) => {
  const email = 'sessions@example.com';
  await createOwner(service, email);
  await signIn(page, email);
  const other = await browser.newPage({ baseURL: service.url });
  await signIn(other, email);
  await page.goto('/dashboard/account');
  await expectUsable(page, 'account');
  const row = page.getByRole('row', { name: 'Chrome, Linux · this session' });
  await expect(row.getByRole('time').first()).toHaveAttribute('title', /GMT|UTC|[A-Z]{3,4}$/);

  await page.getByLabel('Current password').fill(goodPassword);
  await page.getByLabel('New password').fill('quiet-river-lantern-58');
  await page.getByLabel('Repeat password').fill('quiet-river-lantern-58');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('status')).toContainText('Password changed.');
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await other.close();

  // It asks for confirmation.
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('status')).toHaveText('You are signed out everywhere.');
});

test.describe('without scripts, in German', () => {
  test.use({ javaScriptEnabled: false, locale: 'de-CH' });

  test('the dashboard works the same', async ({ page }) => {
    await page.goto('/dashboard');
    await page.getByLabel('E-Mail').fill(owner);
    await page.getByLabel('Passwort').fill(goodPassword);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.goto('/dashboard/account');
    await expect(page.getByRole('time').first()).toHaveAttribute('title', /UTC$/);
    await page.getByRole('button', { name: 'Überall abmelden' }).click();
    await expect(page.getByRole('status')).toHaveText('Sie sind überall abgemeldet.');
  });
});
