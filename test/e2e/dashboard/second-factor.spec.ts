import { createOwner, goodPassword } from '../../support/dashboard-visitor.ts';
import { addAuthenticator, expect, expectUsable, signIn, test } from './support/test.ts';

test('A passkey is added with the keyboard, signs in without a password, and can be removed', async ({
  page,
  service,
}) => {
  const email = 'passkey@example.com';
  await createOwner(service, email);
  // Passkeys need a domain name.
  const address = new URL(service.url);
  address.hostname = 'localhost';
  const at = (path: string) => new URL(path, address).href;
  const heading = page.getByRole('heading', { level: 1 });
  await addAuthenticator(page);
  await page.goto(at('/dashboard/sign-in?next=/dashboard/account'));
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(goodPassword);
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Account');
  await expectUsable(page, 'account-without-factor');

  await test.step('add', async () => {
    await page.getByRole('link', { name: 'Add a passkey' }).focus();
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText('Add a passkey');
    await expectUsable(page, 'add-passkey');
    await page.getByLabel('Name').fill('Laptop');
    await page.getByLabel('Current password').fill(goodPassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Create passkey' })).toBeVisible();
    await expectUsable(page, 'create-passkey');
    await page.getByRole('button', { name: 'Create passkey' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('recovery-codes')).toHaveText(
      /^([a-z2-9]{5}-[a-z2-9]{5}\s*){10}$/,
    );
    await expectUsable(page, 'recovery-codes');
    await page.getByRole('link', { name: 'I have saved them' }).click();
    await expect(page.getByRole('cell', { name: 'Laptop', exact: true })).toBeVisible();
    await expectUsable(page, 'account-with-passkey');
  });

  await test.step('sign in', async () => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(heading).toHaveText('Sign in');
    await expectUsable(page, 'sign-in-after-sign-out');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: email })).toBeVisible();
  });

  await test.step('as the second step after the password', async () => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(goodPassword);
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText('Second step');
    await expectUsable(page, 'second-step');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('link', { name: email })).toBeVisible();
  });

  await test.step('remove', async () => {
    await page.goto(at('/dashboard/account'));
    await page.getByRole('link', { name: 'Remove Laptop' }).click();
    await page.getByLabel('Current password').fill(goodPassword);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('status').first()).toContainText('Second factor changed.');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert')).toContainText('This passkey isn’t registered here');
  });
});

test('An app is set up', async ({ page, service }) => {
  const email = 'app@example.com';
  await createOwner(service, email);
  await signIn(page, email);
  await page.goto('/dashboard/account/app');
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  await expectUsable(page, 'set-up-app');
});
