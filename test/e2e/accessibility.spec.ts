import type { Locator, Page } from '@playwright/test';
import { text } from '../support/provider-stand-in.ts';
import { createPost } from '../wordpress/content.ts';
import { expectAccessible, findBarriers } from './support/barriers.ts';
import { gallery, image } from './support/blocks.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';

/** Chromium's forced colours. */
const white = 'rgb(255, 255, 255)';
const black = 'rgb(0, 0, 0)';
const grey = 'rgb(63, 242, 63)';

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test('The sidebar works by keyboard alone and with screen readers, and axe finds nothing serious in it', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  backend.providers.set({ openai: text('A text without a mouse') });
  const { green, blue, yellow } = site.images;
  await page.clock.install();
  await editor.openPost([image(green), gallery(image(blue), image({ ...yellow, alt: 'Old' }))]);
  await expect(editor.sidebar).toContainText('10 credits left');
  const spoken = page.locator('#a11y-speak-polite');
  await editor.toggle.focus();
  await page.keyboard.press('Enter');
  await expect(editor.sidebar).toBeHidden();

  await test.step('one image, in three presses from the canvas, where eight are allowed', async () => {
    await editor.canvas.locator('.wp-block-post-title').focus();
    await page.keyboard.press('Control+Shift+Alt+g');
    // Not the button that costs a credit, but the heading before it.
    await expect(editor.heading(1)).toBeFocused();
    await expect(editor.heading(1)).toHaveAccessibleDescription('Missing');
    await page.keyboard.press('Tab');
    await expect(editor.generate(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(editor.row(1)).toContainText('Written by AI, not checked');
    await expect(spoken).toHaveText(/Alt text added\. A text without a mouse/);
    await expect(editor.heading(1)).toBeFocused();
  });

  await test.step('a suggestion', async () => {
    await tabTo(page, editor.heading(3));
    // Only now can the user have seen it.
    await page.clock.fastForward(500);
    await page.keyboard.press('r');
    const field = editor.row(3).getByLabel('Suggested alt text for image 3');
    await expect(field).toHaveValue('A text without a mouse');
    await expect(editor.heading(3)).toBeFocused();
    await expect(spoken).toHaveText(/Suggested alt text: A text without a mouse/);
    await page.clock.fastForward(500);
    await page.keyboard.press('a');
    await expect(editor.row(3)).toContainText('“A text without a mouse”');
    // The next one to review.
    await expect(editor.heading(1)).toBeFocused();
    await page.clock.fastForward(500);
    await page.keyboard.press('a');
    await expect(spoken).toHaveText(/^1 missing/);
    await expect(editor.count).toBeFocused();
  });

  await test.step('all', async () => {
    await tabTo(page, editor.generateAll);
    await page.keyboard.press('Enter');
    await expect(spoken).toHaveText(/1 alt text added\./);
    await expect(editor.run).toBeFocused();
    const added = 'A text without a mouse';
    expect(await editor.blocks.alts()).toEqual([added, added, added]);
  });

  await test.step('to the block', async () => {
    await tabTo(page, editor.row(2).getByRole('button', { name: 'Select block: Image 2' }));
    await page.keyboard.press('Enter');
    await expect(editor.canvas.locator('.wp-block-image').nth(1)).toHaveClass(/is-selected/);
  });

  await test.step('axe, with errors, a suggestion and no credits left', async () => {
    await backend.connect({ credits: 2 });
    const { green, blue, yellow } = site.images;
    const unfetchable = image({ url: `${site.url}/favicon.ico` });
    await editor.startAgain([
      image(green),
      image(blue),
      unfetchable,
      image({ ...yellow, alt: 'Old' }),
    ]);
    await editor.chooseForAll('Context');
    await editor.generate(3).click();
    await expect(editor.row(3)).toContainText('This image could not be read');
    await editor.rewrite(4);
    await expect(editor.suggestion(4)).toBeVisible();
    await editor.generateAll.click();
    await expect(editor.notice('You have no credits left.')).toBeVisible();
    // Not what they say: either image got the last credit.
    expect(await findBarriers(page, '.altscribe-sidebar')).toEqual([]);
  });
});

test('With forced colours, states, progress and disabled buttons are visible @same-in-both', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  const { green, blue, yellow } = site.images;
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await editor.openPost([image(green), image({ ...blue, alt: 'A blue door' }), image(yellow)]);
  for (const number of [1, 2]) {
    const icon = editor.row(number).locator('.altscribe-state > svg');
    await expect(icon).toHaveCSS('color', white);
    await expect(icon).toHaveCSS('background-color', black);
  }
  await editor.blocks.select(2);
  const row = editor.row(2);
  await expect(row).toHaveClass(/is-current/);
  const line = await row.evaluate(
    (element) => getComputedStyle(element, '::before').backgroundColor,
  );
  expect(line).not.toBe(black);

  const held = hold(text('A text'), 2);
  backend.providers.set({ openai: held.behaviour });
  await editor.heading(1).focus();
  await tabTo(page, editor.generate(1));
  await tabTo(page, editor.generate(3));
  await editor.generateAll.press('Enter');
  await held.arrived;
  const generate = editor.row(3).getByRole('button', { name: /^Generating/ });
  await expect(generate).toHaveAttribute('aria-disabled', 'true');
  await expect(generate).toHaveCSS('color', grey);
  await expect(editor.sidebar.locator('.altscribe-progress > div')).toHaveCSS(
    'background-color',
    white,
  );
  // Enabled, these buttons had the focus. Now, they have a reason to show, but neither focus nor pointer.
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  held.release();
  await expect(editor.sidebar).toContainText('2 alt texts added');
});

test('axe finds nothing serious in the settings @same-in-both', async ({ settings, page }) => {
  await settings.openEmpty();
  await expectAccessible(page, '#altscribe-settings');
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await expect(settings.save).toHaveAttribute('aria-disabled', 'true');
  await expect(settings.save).toHaveCSS('color', grey);
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  await settings.fill({ url: 'nowhere', email: 'nobody' });
  await settings.save.click();
  await expect(settings.root.locator('.altscribe-field-error')).toHaveCount(2);
  await expectAccessible(page, '#altscribe-settings');
});

test('The settings fit a width of 320 pixels @same-in-both', async ({
  settings,
  backend,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await backend.connect();
  await settings.open();
  await settings.test.click();
  await expect(settings.notice).toHaveText('Connected: 10 credits, Pro plan.');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await expectAccessible(page, '#altscribe-settings');
});

test('The sidebar is mirrored for right-to-left languages @same-in-both', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  await site.define({ ALTSCRIBE_TEST_RTL: 'yes' });
  try {
    await editor.openPost([image({ ...site.images.green, alt: 'Old' })]);
    await expect(page.locator('body')).toHaveCSS('direction', 'rtl');
    await expect(page.locator('link[href*="editor-rtl.css"]')).toHaveCount(1);
    const thumbnail = await editor.row(1).locator('.altscribe-thumbnail').boundingBox();
    const words = await editor.row(1).locator('.altscribe-image__text').boundingBox();
    expect(thumbnail?.x).toBeGreaterThan(words?.x ?? Infinity);
    // A file name that begins with digits is not turned around.
    await expect(editor.row(1).getByRole('heading')).toContainText(/, \u2068.+\.png\u2069$/);
  } finally {
    await site.define({});
  }
});

test("Buttons have the colour of the user's colour scheme @same-in-both", async ({
  settings,
  site,
}) => {
  const choose = (scheme: string) =>
    site.php(`update_user_meta( 1, 'admin_color', $args );`, scheme);
  const before = await site.php(`echo get_user_meta( 1, 'admin_color', true );`);
  await choose('ectoplasm');
  try {
    await settings.openEmpty();
    await settings.email.fill('site@example.com');
    // In WordPress 6.8 and 7.1.
    const colour = /^rgb\((82, 63, 109|100, 108, 62)\)$/;
    await expect(settings.save).toHaveCSS('background-color', colour);
  } finally {
    await choose(before);
  }
});

test('Media > Alt text is accessible, and fits a width of 320 pixels @same-in-both', async ({
  backend,
  site,
  page,
}) => {
  await backend.connect();
  const { id, url } = site.images.green;
  await createPost(site.php, {
    post_status: 'publish',
    post_content: `<!-- wp:image {"id":${String(id)}} --><figure class="wp-block-image"><img src="${url}" alt="" class="wp-image-${String(id)}"/></figure><!-- /wp:image -->`,
  });
  await site.php(`delete_post_meta_by_key( '_wp_attachment_image_alt' );`);
  await page.goto(`${site.url}/wp-admin/upload.php?page=altscribe-media`);
  const generate = page.getByRole('button', { name: 'Generate 4 alt texts' });
  await expect(generate).toBeEnabled();
  await expect(page.getByRole('row').filter({ hasText: 'green' })).toContainText('Missing');
  await expectAccessible(page, '#altscribe-media');
  await generate.click();
  const media = page.locator('#altscribe-media');
  await expect(media).toContainText('Done. 4 written.');
  await expectAccessible(page, '#altscribe-media');
  await media.getByRole('button', { name: 'Also in other posts: green' }).click();
  await media.getByRole('button', { name: 'Undo all' }).click();
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(media.getByRole('region', { name: 'Import CSV' })).toBeVisible();
  await expectAccessible(page, '#altscribe-media');
  await site.php(
    `global $wpdb;
    $wpdb->query( 'UPDATE ' . \\Altscribe\\Batches\\Store::batches_table() . " SET state = 'halted', reason_code = 'altscribe_key_refused'" );
    $wpdb->query( 'UPDATE ' . \\Altscribe\\Batches\\Store::items_table() . " SET state = CASE attachment_id WHEN {$args['green']} THEN 'suggested' WHEN {$args['blue']} THEN 'failed' ELSE 'waiting' END, error_code = 'x', error_message = 'It could not be read.', previous_text = 'Before'" );`,
    { green: site.images.green.id, blue: site.images.blue.id },
  );
  await page.reload();
  await expect(media).toContainText('The service did not accept the API key.');
  await expect(page.getByRole('row').filter({ hasText: 'blue' })).toContainText('Failed');
  await expectAccessible(page, '#altscribe-media');
  await site.php(
    `$GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Batches\\Store::items_table() ); $GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Batches\\Store::batches_table() );`,
  );
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
