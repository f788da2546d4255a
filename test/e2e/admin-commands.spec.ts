import type { Role } from '../wordpress/content.ts';
import { searchPalette } from './support/palette.ts';
import { expect, test } from './support/test.ts';

const settings = 'Open alt text settings';
const media = 'Open media library alt text';

test('Outside the editor, the command palette has the pages that the user may open', async ({
  site,
  siteOptions,
  page,
}) => {
  // Any plugin's page of this name: the commands are for entries of the menu.
  await site.php(
    `wp_mkdir_p( WPMU_PLUGIN_DIR );
    file_put_contents( WPMU_PLUGIN_DIR . '/media-page.php', '<?php
      add_action( "admin_menu", function () {
        add_media_page( "Alt text", "Alt text", "upload_files", "altscribe-media", "__return_null" );
      } );' );`,
  );
  const readScreen = async (role: Role) => {
    const session = await site.session(role);
    return (await session.fetch('/wp-admin/profile.php')).text();
  };
  const found: Record<string, string[]> = {};
  for (const role of ['administrator', 'author', 'subscriber'] as const) {
    const source = await readScreen(role);
    found[role] = [settings, media].filter((label) => source.includes(label));
    expect(source).not.toContain('plugins/altscribe/build');
  }
  const hasPalette = siteOptions.version !== '6.8';
  expect(found).toEqual({
    administrator: hasPalette ? [settings, media] : [],
    author: hasPalette ? [media] : [],
    subscriber: [],
  });
  await site.php(`unlink( WPMU_PLUGIN_DIR . '/media-page.php' );`);

  await page.goto(`${site.url}/wp-admin/profile.php`);
  if (hasPalette) {
    const palette = await searchPalette(page, 'alt text');
    await palette.getByRole('option', { name: settings }).click();
    await expect(page).toHaveURL(/options-general\.php\?page=altscribe$/);
  } else {
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    await expect(page.locator('script[src*="/commands"], script[src*="altscribe"]')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
