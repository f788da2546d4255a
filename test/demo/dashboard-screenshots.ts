import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { newApiKey } from '../../service/accounts/api-keys.ts';
import { startDashboard, type DashboardSite } from '../support/dashboard-site.ts';
import { saveScreenshot } from './save-screenshot.ts';

const folder = fileURLToPath(new URL('../../docs', import.meta.url));
const viewport = { width: 1024, height: 680 };
const owner = 'magazine@example.com';

/** Takes images of the dashboard of an owner who has used the service for a month. */
export async function takeDashboard(browser: Browser): Promise<void> {
  const site = await startDashboard({});
  try {
    await fill(site);
    const [name = '', value = ''] = (await site.makeSession(owner)).split('=');
    const context = await browser.newContext({ viewport, locale: 'en-US' });
    await context.addCookies([{ name, value, url: site.url }]);
    const page = await context.newPage();
    for (const shown of ['keys', 'usage']) {
      await page.goto(`${site.url}/dashboard/${shown}`);
      await saveScreenshot(await page.screenshot(), `${folder}/dashboard-${shown}.png`);
    }
    await context.close();
  } finally {
    await site.stop();
  }
}

async function fill({ store, createAccount }: DashboardSite): Promise<void> {
  await createAccount({ user_id: owner, credits_available: 4_700 });
  const created_at = new Date(Date.now() - 45 * 86_400_000).toISOString();
  const keys = ['Magazine', 'Shop'].map((name) => ({
    ...newApiKey(owner, name).record,
    created_at,
  }));
  for (const [index, key] of keys.entries()) {
    await store.createKey(key);
    for (let age = 0; age < 30; age++) {
      const day = new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10);
      const calls = 20 + ((age * 37) % 50) * (index + 1);
      await store.addKeyUsage({ owner_id: owner, key_id: key.id, day, calls });
      const [failures, fallbacks, cached] = [age % 3, age % 5, (age * 7) % 30];
      const counts = { calls, failures, fallbacks, cached, credits: calls - failures - cached };
      await store.addUsage({ user_id: owner, day, ...counts });
    }
    await store.touchKey(key.hash, new Date().toISOString());
  }
}
