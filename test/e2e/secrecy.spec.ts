import { visit } from '../wordpress/session.ts';
import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

// That no key reaches a browser is looked at in every test (support/test.ts). This one makes sure
// that the look is a real one, and goes where no other test goes.

test('The key is in nothing that leaves the server', async ({
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
  await expect(editor.row(1)).toContainText('Generated: please check');
  await page.goto(`${site.url}/wp-admin/options.php`);
  await page.goto(`${site.url}/wp-admin/site-health.php?tab=debug`);

  const seen = (await watched.texts()).join('\n');
  // JSON of WordPress, in which a bullet is written as its number.
  expect(seen).toContain(`\\u2022${key.slice(-4)}`);
  expect(seen).toContain(userId);
  expect(seen).toContain('A text by OpenAI');
  expect(seen).not.toContain(key);
});

test('The key is in no REST answer to anybody', async ({ backend, site }) => {
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
