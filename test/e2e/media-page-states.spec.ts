import { expectSays } from './support/says.ts';
import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { test } from './support/test.ts';
import { changingInWorld, world } from './support/world.ts';

test('Media > Alt text says the same in the same world', async ({ backend, page, site }) => {
  await runQueue(site.php, `${helpers}${world}`);
  await backend.connect();
  const open = async (query: string, name: string) => {
    await page.goto(`${site.url}/wp-admin/upload.php?page=altscribe-media&tab=${query}`);
    // Counts, rows and suggestions come by requests of their own.
    await page.waitForLoadState('networkidle');
    await expectSays(page.locator('.wrap'), name, changingInWorld);
  };
  for (const state of ['missing', 'suggested', 'check', 'decorative', 'unread', 'good']) {
    await open(`images&altscribe_state=${state}`, `media-page-${state}`);
  }
  await open('history', 'media-page-history');
  await open('review', 'media-page-review');
});
