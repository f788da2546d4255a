import {
  createOperator,
  createOwner,
  goodPassword,
  quickPasswords,
} from '../../support/dashboard-visitor.ts';
import { newImage } from '../../support/service-with-providers.ts';
import { generatePath, startService } from '../../support/service.ts';
import { expect, expectSays, test } from './support/test.ts';

const owner = 'inhaberin@example.com';
const operator = 'betreiber@example.com';

const signedOut = ['sign-in', 'forgotten', 'invitation/used'];
const ofOwner = [
  'home',
  'keys',
  'users',
  `users/${owner}/history`,
  'usage',
  'calls',
  'connect',
  'account',
  'account/app',
  'account/passkeys/new',
];
const ofOperator = [
  'home',
  'owners',
  `owners/${owner}`,
  `owners/${owner}/keys`,
  `owners/${owner}/accounts/${owner}`,
  `owners/${owner}/suspend`,
  `owners/${owner}/accounts/${owner}/remove`,
  'sites',
  'all-usage',
  'health',
  'settings',
  'log',
  'nowhere',
];

/** Numbers. */
const changing: [RegExp, string][] = [[/\b\d+(?:[.,](?:\d+|N\b))?/g, 'N']];

/** The name of the file for a page as a user sees it. */
const nameOf = (who: string, path: string) =>
  `de-${who}-${path.replaceAll(/[^/]+@[^/]+/g, 'one').replaceAll('/', '-')}`;

test('In German, each page says the same', async ({ browser }) => {
  const service = await startService({
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    ...quickPasswords,
  });
  try {
    const key = await createOwner(service, owner);
    await createOperator(service, operator);
    const body = { user_id: owner, image_file: await newImage(), language_code: 'pt_BR' };
    await service.post(generatePath, body, { 'x-api-key': key });
    const context = await browser.newContext({ baseURL: service.url, locale: 'de' });
    const page = await context.newPage();
    const readAll = async (who: string, paths: readonly string[]) => {
      for (const path of paths) {
        await page.goto(`/dashboard/${path}`);
        await expectSays(page.locator('body'), nameOf(who, path), changing);
      }
    };
    /** Sends the last form of each page as it is. */
    const sendAll = async (who: string, paths: readonly string[]) => {
      for (const path of paths) {
        await page.goto(`/dashboard/${path}`);
        await page.getByRole('main').locator('form button:not([type=button])').last().click();
        await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
        await expectSays(page.getByRole('main'), `${nameOf(who, path)}-with-errors`, changing);
      }
    };
    const signIn = async (email: string) => {
      await page.goto('/dashboard/sign-in');
      await page.getByLabel('E-Mail').fill(email);
      await page.getByLabel('Passwort').fill(goodPassword);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await expect(page.getByRole('link', { name: email })).toBeVisible();
    };
    await readAll('nobody', signedOut);
    await sendAll('nobody', ['sign-in']);
    await signIn(operator);
    // Measurements are written every five seconds.
    await expect(async () => {
      await page.goto('/dashboard/health');
      await expect(page.getByText('Verbindung fehlgeschlagen')).toBeVisible({ timeout: 500 });
    }).toPass();
    await readAll('operator', ofOperator);
    await sendAll('operator', ['owners', `owners/${owner}/accounts/${owner}/remove`]);
    await page.getByRole('button', { name: 'Abmelden', exact: true }).click();
    await signIn(owner);
    await readAll('owner', ofOwner);
    await sendAll('owner', ['keys', 'users', 'account/app']);
    await context.close();
  } finally {
    await service.dispose();
  }
});
