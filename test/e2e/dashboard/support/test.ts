import { createHash } from 'node:crypto';
import { expect, test as base, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import {
  createOperator,
  createOwner,
  goodPassword,
  quickPasswords,
} from '../../../support/dashboard-visitor.ts';
import { startPostgres } from '../../../support/postgres/server.ts';
import { startService, type RunningService } from '../../../support/service.ts';
import { runAxe } from '../../support/axe.ts';
import { expectSays } from '../../support/says.ts';

interface WorkerFixtures {
  /** The built service, with an owner and an operator. */
  service: RunningService;
}

export const owner = 'owner@example.com';
export const operator = 'operator@example.com';

/**
 * Tests of the dashboard in a browser: `service` is shared by all tests of a project, so a test that
 * counts something creates its own owner (`createOwner`). Each test has its own address, so the
 * failed sign-ins of one do not block another.
 */
export const test = base.extend<object, WorkerFixtures>({
  service: [
    async ({}, use) => {
      const postgres = await startPostgres();
      const service = await startService({
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
        TRUST_PROXY: 'true',
        ...quickPasswords,
        DATABASE_URL: await postgres.createDatabase(),
      });
      await createOwner(service, owner);
      await createOperator(service, operator);
      await use(service);
      await service.dispose();
      await postgres.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ service }, use) => use(service.url),
  extraHTTPHeaders: async ({}, use, { testId }) => {
    const [a = 0, b = 0, c = 0] = createHash('sha256').update(testId).digest();
    await use({ 'x-forwarded-for': `10.${a}.${b}.${c}` });
  },
});

/** Signs in, with the password that owners and operators have in these tests. */
export async function signIn(page: Page, email = owner): Promise<void> {
  await page.goto('/dashboard/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
}

/** Gives a page a device for passkeys, which unlocks itself. */
export async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** What axe finds on a page, in light and dark mode. */
export async function findBarriers(page: Page): Promise<string[]> {
  return [
    ...(await find('light', { rules: { 'target-size': { enabled: true } } })),
    // Only these rules look at colours.
    ...(await find('dark', { runOnly: ['color-contrast', 'link-in-text-block'] })),
  ];

  async function find(colorScheme: 'light' | 'dark', options: RunOptions): Promise<string[]> {
    await page.emulateMedia({ colorScheme });
    const { violations, passed } = await runAxe(page, 'html', options);
    expect(passed).toContain('color-contrast');
    return violations.map((violation) => `${colorScheme}: ${violation}`);
  }
}

/** By how many pixels a page is wider than a window of that width. */
export async function measureOverflow(page: Page, width: number): Promise<number> {
  const before = page.viewportSize();
  await page.setViewportSize({ width, height: 640 });
  const shown = await page.evaluate(() => document.documentElement.scrollWidth);
  if (before) await page.setViewportSize(before);
  return shown - width;
}

/**
 * Accessible, without overflow in a narrow window, and with the words in the file
 * of that name, if one is given.
 */
export async function expectUsable(page: Page, name?: string): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await measureOverflow(page, 320)).toBe(0);
  if (name) await expectSays(page.getByRole('main'), name);
}

export { expect, expectSays };
