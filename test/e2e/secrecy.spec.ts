import { visit } from '../wordpress/session.ts';
import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

// Every test checks that no key reaches a browser (support/test.ts). This one makes sure that the
// check works, and covers places that no other test does.

test('The key is in no output of the server', async ({
  editor,
  settings,
  backend,
  site,
  page,
  watched,
}) => {
  const { key, userId } = await backend.connect();
  await settings.open();
  await settings.test.click();
  await expect(settings.notice).toHaveText('Connected: 10 credits, Pro plan.');
  await editor.openPost([image(site.images.green)]);
  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText('Written by AI, not checked');
  await page.goto(`${site.url}/wp-admin/options.php`);
  await page.goto(`${site.url}/wp-admin/site-health.php?tab=debug`);

  const seen = (await watched.texts()).join('\n');
  // JSON from WordPress, which escapes bullets.
  expect(seen).toContain(`\\u2022${key.slice(-4)}`);
  expect(seen).toContain(userId);
  expect(seen).toContain('A text by OpenAI');
  expect(seen).not.toContain(key);
});

test('The key is in no REST response for any user', async ({ backend, site }) => {
  const { key } = await backend.connect();
  const routes = [
    '/',
    '/altscribe/v1',
    '/altscribe/v1/settings',
    '/altscribe/v1/account',
    '/wp/v2/settings',
    '/wp/v2/users/me?context=edit',
    '/wp/v2/posts?context=edit',
    '/wp/v2/media',
  ];
  const sessions = [await site.session('administrator'), visit(site.url)];
  for (const session of sessions) {
    for (const route of routes) {
      const { text } = await session.rest('GET', route);
      expect(text.length).toBeGreaterThan(0);
      expect(text, route).not.toContain(key);
    }
  }
});
