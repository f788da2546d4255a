import { expect, test, type Page } from '@playwright/test';
import { locales, textsOf, type Locale } from '../../../service/dashboard/locales/locales.ts';
import { goodPassword, inviteOwner, quickPasswords } from '../../support/dashboard-visitor.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { codeOf } from '../../support/second-factor.ts';
import { startService } from '../../support/service.ts';
import { readMail, startSmtpServer } from '../../support/smtp-server.ts';
import { findFreePort } from '../../wordpress/free-port.ts';
import { addAuthenticator } from './support/test.ts';

/** Signs in and out again in every possible way, in one language. */
async function tryAll(page: Page, locale: Locale, email: string, ways: Ways): Promise<void> {
  const { signIn, secondStep, secondFactor, password, account, forgotten, layout, notices } =
    textsOf(locale);
  const newPassword = 'quiet-river-lantern-58';
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const openSecondFactor = async (link: string) => {
    await page.goto('/dashboard/account');
    await page.getByRole('link', { name: link }).click();
  };

  async function expectIn(): Promise<void> {
    await expect(page.getByRole('link', { name: email })).toBeVisible();
  }
  async function signOut(): Promise<void> {
    await expectIn();
    await press(layout.signOut);
    await expect(page.getByRole('status').first()).toHaveText(notices.signedOut);
  }
  async function sendPassword(value: string): Promise<void> {
    await page.goto('/dashboard/sign-in');
    await field(signIn.email).fill(email);
    await field(signIn.password).fill(value);
    await press(signIn.submit);
  }
  async function sendCode(code: string): Promise<void> {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(secondStep.title);
    await field(secondStep.code).fill(code);
    await press(signIn.submit);
  }
  async function setPassword(value: string): Promise<void> {
    await field(password.password).fill(value);
    await field(password.repeat).fill(value);
    await press(password.submit);
  }

  await test.step('invitation', async () => {
    await page.goto(await ways.invite(email));
    await setPassword(goodPassword);
    await signOut();
  });

  await test.step('password', async () => {
    await sendPassword(goodPassword);
    await expectIn();
  });

  await openSecondFactor(secondFactor.setUpApp);
  const secret = await page.locator('[name=secret]').inputValue();
  await field(secondStep.code).fill(codeOf(secret, 0));
  await field(account.currentPassword).fill(goodPassword);
  await press(secondFactor.turnOn);
  const codes = (await page.getByTestId('recovery-codes').innerText()).split('\n');
  await signOut();

  await test.step('code of an app', async () => {
    await sendPassword(goodPassword);
    await sendCode(codeOf(secret));
    await signOut();
  });

  await test.step('recovery code', async () => {
    await sendPassword(goodPassword);
    await sendCode(codes[0] ?? '');
    await expect(page.getByRole('status').first()).toHaveText(notices.recoveryCodeUsed);
  });

  await openSecondFactor(secondFactor.addPasskey);
  await field(secondFactor.columns.name).fill('Laptop');
  await field(account.currentPassword).fill(goodPassword);
  await press(secondFactor.next);
  await press(secondFactor.createPasskey);
  await expect(page.getByRole('status').first()).toHaveText(notices.secondFactorChanged);
  await signOut();

  await test.step('passkey', async () => {
    await press(signIn.withPasskey);
    await signOut();
  });

  await test.step('link for a forgotten password', async () => {
    await page.getByRole('link', { name: signIn.forgottenLink }).click();
    await field(signIn.email).fill(email);
    await press(forgotten.submit);
    await expect(page.getByRole('status').first()).toHaveText(notices.linkSent);
    await page.goto(await ways.readLink(email));
    await setPassword(newPassword);
    await sendCode(codes[1] ?? '');
    await signOut();
    await sendPassword(goodPassword);
    await expect(page.getByRole('alert')).toHaveText(signIn.refused);
  });
}

interface Ways {
  /** The path of an invitation for a new owner. */
  invite(email: string): Promise<string>;
  /** The link in the e-mail to an owner. */
  readLink(email: string): Promise<string>;
}

for (const storage of ['files', 'PostgreSQL']) {
  test(`On ${storage}, every way to sign in works, in each language`, async ({ browser }) => {
    const postgres = storage === 'PostgreSQL' ? await startPostgres() : undefined;
    const smtp = await startSmtpServer();
    const port = String(await findFreePort());
    // Passkeys need a domain name.
    const url = `http://localhost:${port}`;
    const service = await startService({
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      PORT: port,
      PUBLIC_URL: url,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'altscribe@example.com',
      ...quickPasswords,
      ...(postgres && { DATABASE_URL: await postgres.createDatabase() }),
    });
    const ways: Ways = {
      async invite(email) {
        await service.createAccount({ user_id: email });
        return inviteOwner(service, email);
      },
      readLink: async (email) => readMail(await smtp.mailTo(email)).link,
    };
    try {
      for (const locale of locales) {
        const context = await browser.newContext({ baseURL: url, locale });
        const page = await context.newPage();
        await addAuthenticator(page);
        await test.step(locale, () => tryAll(page, locale, `${locale}@example.com`, ways));
        await context.close();
      }
    } finally {
      await service.dispose();
      await smtp.stop();
      await postgres?.dispose();
    }
  });
}
