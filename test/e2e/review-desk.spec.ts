import type { Route } from '@playwright/test';
import { text } from '../support/provider-stand-in.ts';
import { expectAccessible } from './support/barriers.ts';
import { holdRequests } from './support/hold.ts';
import { MediaPage, setTexts } from './support/media-page.ts';
import { makeSuggestions, suggestionStates } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ site, backend }) => {
  await backend.connect();
  await setTexts(site, {});
});

/** Windows in which image, text and decisions must fit. 200% zoom of 1500 x 900 is 750 x 450. */
const lowWindows = [
  [320, 640],
  [782, 600],
  [750, 450],
] as const;

test('51 texts are reviewed with at most 60 key presses, and the next image appears immediately', async ({
  page,
  site,
}) => {
  const made = await makeSuggestions(site, 51);
  const media = new MediaPage(page, site);
  const spoken = page.locator('#a11y-speak-polite');
  await media.open();
  await expect(media.root.getByRole('link', { name: 'To review (51)' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(media.heading).toBeFocused();
  let presses = 0;
  // The first one is decided without a key, to check the moment after it.
  let decided = 1;
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      presses += 1;
      await media.press(key);
      if (key !== 'e' && key !== '!') {
        decided += 1;
        const name = decided < 51 ? `${decided + 1} of 51` : 'All 51 reviewed';
        await media.root.getByRole('heading', { name }).waitFor({ state: 'attached' });
      }
    }
  };

  const next = await page.evaluate(async () => {
    const [, image] = document.querySelectorAll<HTMLImageElement>('.altscribe-desk__image img');
    await image?.decode();
    document.querySelector<HTMLElement>('.altscribe-desk .is-primary')?.click();
    // React renders before the browser paints.
    await Promise.resolve();
    return { isShown: image?.hidden === false && image.isConnected, isLoaded: image?.complete };
  });
  presses += 1;
  expect(next).toEqual({ isShown: true, isLoaded: true });
  await expect(spoken).toHaveText(`2 of 51. ${made[1]?.text ?? ''}`);
  for (const [width, height] of lowWindows) {
    await page.setViewportSize({ width, height });
    await press('Enter');
    const desk = media.root.locator('.altscribe-desk');
    await expect(desk.locator('img:not([hidden])')).toBeInViewport({ ratio: 1 });
    await expect(desk.getByRole('textbox')).toBeInViewport({ ratio: 1 });
    for (const decision of ['Accept', 'Edit', 'Rewrite', 'Reject', 'Decorative', 'Skip']) {
      await expect(media.button(decision)).toBeInViewport({ ratio: 1 });
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await press('Enter', 37);
  for (let edited = 0; edited < 3; edited += 1) {
    await press('e');
    await press('!');
    await press('Enter');
  }
  await press('d', 4);
  await press('Enter', 3);

  expect(presses).toBeLessThanOrEqual(60);
  const end = media.root.getByRole('heading', {
    name: 'All 51 reviewed: 44 accepted, 3 edited, 4 decorative.',
  });
  await expect(end).toBeFocused();
  await expect(media.root.getByRole('link', { name: 'To review (0)' })).toBeVisible();
  // Nothing is lost by closing the page now.
  await expect(media.root).not.toContainText('Saving your decisions');
  expect(await suggestionStates(site)).toEqual({ accepted: 44, edited: 3, decorative: 4 });
  const [first] = made;
  const content = await site.php(`echo get_post( $args )->post_content;`, first?.post);
  expect(content).toContain(`alt="${first?.text ?? ''}"`);

  await media.button('Undo').click();
  await expect(media.heading).toBeFocused();
  await expect(media.root.getByRole('link', { name: 'To review (1)' })).toBeVisible();
  await expect.poll(() => suggestionStates(site)).toMatchObject({ pending: 1, accepted: 43 });
});

test('In German and Spanish, the longest text, its image and all decisions are in sight together', async ({
  page,
  site,
}) => {
  await makeSuggestions(site, 1);
  await site.php(
    `$GLOBALS['wpdb']->query( "UPDATE " . \\Altscribe\\Suggestions\\Store::table() . " SET purpose = 'complex', new_text = '" . str_repeat( 'white calla lilies ', 10 ) . "'" );`,
  );
  const speak = (locale: string) => site.php(`update_user_meta( 1, 'locale', $args );`, locale);
  const media = new MediaPage(page, site);
  const desk = page.locator('.altscribe-desk');
  try {
    for (const locale of ['es_ES', 'de_DE']) {
      await speak(locale);
      for (const [width, height] of lowWindows) {
        await page.setViewportSize({ width, height });
        await page.goto(`${site.url}/wp-admin/upload.php?page=altscribe-media`);
        await expect(desk.locator('h2')).toBeFocused();
        await expect(desk.locator('img:not([hidden])')).toBeInViewport({ ratio: 1 });
        await expect(desk.getByRole('textbox')).toBeInViewport({ ratio: 1 });
        await expect(media.root.locator('.altscribe-desk__actions button')).toHaveCount(8);
        for (const button of await media.root.locator('.altscribe-desk__actions button').all()) {
          await expect(button).toBeInViewport({ ratio: 1 });
        }
      }
    }
  } finally {
    await speak('');
  }
});

test('Two users review: texts that the other decided are gone, texts that the other changed come back with the reason', async ({
  page,
  browser,
  site,
  backend,
}) => {
  const made = await makeSuggestions(site, 6);
  await site.session('editor');
  const media = new MediaPage(page, site);
  await media.open();
  const card = media.root.getByLabel('Suggested alt text');
  await expect(card).toHaveValue(made[0]?.text ?? '');

  const context = await browser.newContext();
  await context.addCookies((await site.session('editor')).cookies);
  const other = new MediaPage(await context.newPage(), site);
  await other.open();
  await expect(other.heading).toBeFocused();
  await other.press('Enter');
  await expect.poll(() => suggestionStates(site)).toEqual({ accepted: 1, pending: 5 });
  await context.close();
  await site.php(
    `wp_update_post( wp_slash( array( 'ID' => $args, 'post_content' => preg_replace( '/alt=""/', 'alt="By another user"', get_post( $args )->post_content, 1 ) ) ) );`,
    made[0]?.post,
  );

  // The first was decided by the editor, the second now has its own text.
  await media.press('Enter');
  await media.press('Enter');
  await expect(page.locator('#a11y-speak-assertive')).toContainText('edited in the meantime');
  await expect(card).toHaveValue(made[2]?.text ?? '');
  await media.press('s');
  await expect(card).toHaveValue(made[1]?.text ?? '');
  // The first one is gone.
  await expect(media.root.getByRole('heading', { name: /^2 of 5/ })).toBeAttached();
  await expect(media.root.locator('.altscribe-desk')).toContainText('By another user');
  await expect(media.root.locator('.altscribe-desk')).toContainText('edited in the meantime');
  await page.reload();
  await expect(media.root.getByRole('link', { name: 'To review (5)' })).toBeVisible();
  await expect(media.root.locator('.altscribe-desk__now')).toContainText('By another user');
  await media.press('Enter');

  await test.step('keys type in fields, and do nothing with modifiers or when held', async () => {
    await expect(card).toHaveValue(made[2]?.text ?? '');
    await page.keyboard.press('Control+s');
    await media.press('e');
    await expect(card).toBeFocused();
    await page.keyboard.type(' dress');
    await expect(card).toHaveValue(`${made[2]?.text ?? ''} dress`);
    await media.press('Escape');
    await expect(card).toHaveValue(made[2]?.text ?? '');
    await expect(media.heading).toBeFocused();
    await page.keyboard.down('s');
    await page.keyboard.down('s');
    await page.keyboard.up('s');
    await expect(card).toHaveValue(made[3]?.text ?? '');
    await media.press('Backspace');
    await expect(card).toHaveValue(made[2]?.text ?? '');
  });

  await test.step('another text, with a hint', async () => {
    backend.providers.set({ openai: text('Aunt Rosa at the Red Cross') });
    await media.press('r');
    const hint = media.root.getByLabel('Anything the AI should know?');
    await expect(hint).toBeFocused();
    await page.keyboard.type('Aunt Rosa, 1931');
    // A field gets a key that is held down, but not Enter.
    await hint.evaluate((field) => {
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true }),
      );
    });
    await expect(hint).toBeFocused();
    await media.press('Enter');
    await expect(card).toHaveValue('Aunt Rosa at the Red Cross');
    await expect(media.heading).toBeFocused();
    expect(JSON.stringify(backend.providers.calls.at(-1))).toContain('Aunt Rosa, 1931');
    await media.press('x');
  });

  await media.press('Escape');
  await expect(media.root.getByRole('heading', { name: /reviewed: / })).toBeFocused();
  await media.button('Continue').click();
  await expect(media.heading).toBeFocused();
  await expect.poll(() => suggestionStates(site)).toEqual({ accepted: 2, rejected: 1, pending: 3 });
});

test('The list decides about several; all without findings only after 20, and History undoes it', async ({
  page,
  site,
}) => {
  const made = await makeSuggestions(site, 12);
  const media = new MediaPage(page, site);
  await media.open();
  await media.root.getByLabel('Filter by post').selectOption({ index: 2 });
  await expect(page).toHaveURL(/post=\d+/);
  await expect(media.root.getByRole('heading', { name: /^1 of 3/ })).toBeAttached();
  await media.root.getByLabel('Filter by post').selectOption('All posts');
  await media.root.getByRole('link', { name: 'List view' }).click();
  await expect(media.root.getByRole('row')).toHaveCount(13);
  const all = media.root.getByRole('button', { name: 'Accept the 10 without problems' });
  await expect(all).toBeDisabled();
  await expect(all).toHaveAccessibleDescription(/review 20 one by one first/);
  // On the screen, and not a second time for screen readers.
  await expect(media.root.getByText(/review 20 one by one first/)).toHaveCount(1);
  await expect(media.button('Reject selected')).toBeDisabled();
  await media.root.getByLabel('Select all on this page').check();
  await expect(media.button('Accept selected')).toBeDisabled();
  await expect(media.button('Accept selected')).toHaveAccessibleDescription(
    'Select up to 10, or review 20 one by one first.',
  );
  await media.row('Image of').first().getByRole('checkbox').uncheck();
  await media.row('Image of').last().getByRole('checkbox').uncheck();
  await expect(media.button('Accept selected')).toBeEnabled();
  await media.root.getByLabel('Select all on this page').check();
  await media.root.getByLabel('Select all on this page').uncheck();
  await media.row('Image of').first().getByRole('checkbox').check();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const late = async (route: Route) => {
    await released;
    await route.continue();
  };
  await page.route(/suggestions\/decide/, late, { times: 1 });
  await media.button('Reject selected').click();
  await expect(media.button('Reject selected')).toHaveAccessibleDescription(
    'Your last action is still in progress.',
  );
  await media.root.getByLabel('Filter by post').focus();
  release();
  await expect(media.root).toContainText('1 text rejected.');
  await expect(media.root.getByLabel('Filter by post')).toBeFocused();
  expect(await suggestionStates(site)).toEqual({ rejected: 1, pending: 11 });

  await site.php(
    `update_user_option( get_current_user_id(), 'altscribe_reads', array( 'count' => 20, 'time' => time() ) );`,
    {},
    'admin',
  );
  await page.reload();
  await expect(all).toBeEnabled();
  const count = await holdRequests(page, 'suggestions/counts');
  await media.root.getByLabel('Filter by post').selectOption({ index: 1 });
  await expect(media.root.getByRole('row')).toHaveCount(4);
  // The number would be that of all posts, or a guess.
  await expect(media.root.getByRole('button', { name: /without problems/ })).toHaveCount(0);
  count();
  await media.root.getByRole('button', { name: 'Accept the 3 without problems' }).click();
  await expect(media.root).toContainText('3 texts accepted.');
  expect(await suggestionStates(site)).toEqual({ accepted: 3, rejected: 1, pending: 8 });
  await media.root.getByLabel('Filter by post').selectOption('All posts');
  await media.root.getByRole('button', { name: 'Accept the 7 without problems' }).click();
  await expect(media.root).toContainText('7 texts accepted.');
  expect(await suggestionStates(site)).toEqual({ accepted: 10, rejected: 1, pending: 1 });
  await media.root.getByRole('link', { name: 'History' }).click();
  await expect(media.row('Accepted')).toHaveCount(10);
  await expect(media.row('Accepted').first()).toContainText('After: white calla lilies');
  await expect(media.row('Accepted').first().locator('[data-colname="Decision"]')).toContainText(
    'Accepted',
  );
  await media.root.getByLabel('Select all on this page').check();
  await media.button('Undo selected').click();
  await expect(media.root).toContainText('11 decisions undone.');
  await expect(media.root).toContainText('No texts were reviewed in the last 30 days.');
  await expect(media.button('Undo selected')).toHaveCount(0);
  await expect(media.root.locator('.altscribe-top')).toBeFocused();
  expect(await suggestionStates(site)).toEqual({ pending: 12 });
  const content = await site.php(`echo get_post( $args )->post_content;`, made[0]?.post);
  expect(content).not.toContain('calla');
});

test('Instead of a page that is empty now, the last one is shown', async ({ page, site }) => {
  await makeSuggestions(site, 45);
  const media = new MediaPage(page, site);
  const rows = media.root.locator('tbody tr');
  const paging = media.root.locator('.tablenav-paging-text');
  await media.open('&tab=review&view=list&paged=3');
  await expect(rows).toHaveCount(5);
  await media.root.getByLabel('Select all on this page').check();
  await media.button('Reject selected').click();
  await expect(media.root).toContainText('5 texts rejected.');
  await expect(paging).toHaveText('2 of 2');
  await expect(rows).toHaveCount(20);
  await expect(page).toHaveURL(/paged=2/);
  await media.open('&tab=review&view=list&paged=9');
  await expect(paging).toHaveText('2 of 2');
  await expect(rows).toHaveCount(20);
  await media.open('&tab=history&paged=2');
  await expect(rows).toHaveCount(5);
  await expect(page).not.toHaveURL(/paged/);
  await media.open('&tab=images&paged=2');
  await expect(rows).toHaveCount(4);
  await expect(page).not.toHaveURL(/paged/);
});

test('An import that ends late leaves the user where they are', async ({ page, site }) => {
  await makeSuggestions(site, 1);
  const media = new MediaPage(page, site);
  await media.open();
  const panel = media.root.getByRole('region', { name: 'Import CSV' });
  await media.button('Import').click();
  await panel.locator('input[type="file"]').setInputFiles({
    name: 'texts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`id,alt_text\n${String(site.images.large.id)},A red wall\n`),
  });
  await media.button('Change 1 image').waitFor();
  const release = await holdRequests(page, 'altscribe/v1/import');
  await media.button('Change 1 image').click();
  await expect(panel.getByRole('heading')).toBeFocused();
  const card = media.root.getByLabel('Suggested alt text');
  await card.press('End');
  release();
  await expect(panel).toContainText('1 image changed.');
  await expect(card).toBeFocused();
});

test('A run that starts late, or another tab of the page, takes no text away from the user', async ({
  page,
  site,
}) => {
  const [made] = await makeSuggestions(site, 2);
  const media = new MediaPage(page, site);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/v1(\/|%2F)batches([?&]|$)/, async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  await media.open('&tab=images');
  await media.generate.click();
  await media.root.getByRole('link', { name: 'To review (2)' }).click();
  const card = media.root.getByLabel('Suggested alt text');
  await card.press('End');
  await page.keyboard.type(', by');
  release();
  await expect(page.locator('#a11y-speak-polite')).toHaveText('Generating alt text for 4 images.');
  await page.keyboard.type(' hand');
  await expect(card).toBeFocused();
  await expect(card).toHaveValue(`${made?.text ?? ''}, by hand`);
  await media.root.getByRole('link', { name: 'All images' }).click();
  await expect(media.row('green')).toBeVisible();
  await media.root.getByRole('link', { name: /^To review/ }).click();
  await expect(card).toHaveValue(`${made?.text ?? ''}, by hand`);
});

test('The desk is accessible, and says what to do when there is nothing to review', async ({
  page,
  site,
}) => {
  const { green, blue } = site.images;
  await makeSuggestions(site, 0);
  const media = new MediaPage(page, site);
  await media.open();
  await expect(media.root.getByRole('link', { name: 'All images' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await media.root.getByRole('link', { name: 'To review (0)' }).click();
  await expect(media.root).toContainText('Nothing to review.');
  await media.root.getByRole('link', { name: 'Back to the library' }).click();
  await expect(media.root.getByRole('table')).toBeVisible();
  await page.goBack();
  await expect(media.root).toContainText('Nothing to review.');

  await site.php(
    `altscribe_add_suggestion( array( 'attachment_id' => $args[0], 'purpose' => \\Altscribe\\Suggestions\\Store::DECLINED ) );
    altscribe_add_suggestion( array( 'attachment_id' => $args[1], 'purpose' => 'decorative' ) );`,
    [green.id, blue.id],
    'admin',
  );
  await media.open();
  const desk = media.root.locator('.altscribe-desk');
  await expect(desk).toContainText('The AI declined to describe this image.');
  // There is nothing to accept.
  await expect(media.heading).toBeFocused();
  await media.press('Backspace');
  await expect(page.locator('#a11y-speak-polite')).toHaveText('This is the first text.');
  await media.press('Enter');
  await page.keyboard.type('A green field');
  await expectAccessible(page, '#altscribe-media');
  await expect(desk).toMatchAriaSnapshot(`
    - region "1 of 2, green.png":
      - heading "1 of 2, green.png" [level=2]
      - textbox "Suggested alt text": A green field
      - button "Accept"
      - button "Edit"
      - button "Rewrite"
      - button "Reject"
      - button "Decorative"
      - button "Skip"
      - button "Back" [disabled]
      - heading "In the media library" [level=3]
      - paragraph: "Image: “A green field”"
  `);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const box of await desk.getByRole('button').all()) {
    expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  }
  await media.press('Enter');
  await expect(desk).toContainText('Decorative?');
  await media.press('Enter');
  await expect(media.root.getByRole('heading', { name: /^All 2 reviewed/ })).toHaveText(
    'All 2 reviewed: 1 edited, 1 decorative.',
  );
  await expect.poll(() => suggestionStates(site)).toEqual({ edited: 1, decorative: 1 });
});
