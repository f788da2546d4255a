import { text } from '../support/provider-stand-in.ts';
import { findBarriers } from './support/barriers.ts';
import { heading } from './support/blocks.ts';
import { ClassicEditor } from './support/classic-editor.ts';
import { MediaLibrary } from './support/media-library.ts';
import { expect, test } from './support/test.ts';

test('The list shows, filters and changes the state of alt texts', async ({
  page,
  site,
  backend,
}) => {
  const library = new MediaLibrary(page, site);
  const { large, green, blue, yellow } = site.images;
  await backend.connect();
  await library.reset([
    { id: large.id },
    { id: green.id, text: 'IMG_2034' },
    { id: blue.id, isDecorative: true },
    { id: yellow.id, text: 'A yellow field below a clear sky' },
  ]);

  await test.step('each state', async () => {
    await library.openList();
    await expect(library.cell(large.id)).toHaveText('Missing');
    await expect(library.cell(green.id)).toContainText('Check: looks like a file name');
    await expect(library.cell(blue.id)).toHaveText('Decorative');
    await expect(library.cell(yellow.id)).toHaveText('A yellow field below a clear sky');
    const icons = await Promise.all(
      [large, green, blue].map(({ id }) =>
        library
          .cell(id)
          .locator('.altscribe-cell__state')
          .evaluate((state) => getComputedStyle(state, '::before').maskImage),
      ),
    );
    expect(new Set(icons).size).toBe(3);
    for (const icon of icons) expect(icon).toContain('data:image/svg+xml');
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    for (const { id } of [large, green, blue]) {
      const state = library.cell(id).locator('.altscribe-cell__state');
      expect(
        await state.evaluate((element) => getComputedStyle(element, '::before').backgroundColor),
      ).toBe('rgb(255, 255, 255)');
    }
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  });

  await test.step('the filter', async () => {
    await page.getByLabel('Filter by alt text').selectOption('check');
    await page.locator('#post-query-submit').click();
    await expect(page).toHaveURL(/altscribe_state=check/);
    await expect(page.locator('#the-list tr')).toHaveCount(1);
    await expect(library.row(green.id)).toBeVisible();
    for (const [state, id] of [
      ['missing', large.id],
      ['decorative', blue.id],
      ['good', yellow.id],
    ] as const) {
      await library.openList(`&altscribe_state=${state}`);
      await expect(page.locator('#the-list tr')).toHaveCount(1);
      await expect(library.row(id)).toBeVisible();
    }
  });

  await test.step('the order', async () => {
    const document = Number(
      await site.php(
        `echo wp_insert_attachment( array( 'post_title' => 'Paper', 'post_mime_type' => 'application/pdf' ) );`,
      ),
    );
    const order = async () =>
      page
        .locator('#the-list tr')
        .evaluateAll((rows) => rows.map(({ id }) => Number(id.replace('post-', ''))));
    await library.openList();
    await page.locator('thead').getByRole('link', { name: 'Alt text' }).click();
    await expect(page.locator('thead .column-altscribe')).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(order).toEqual([large.id, blue.id, yellow.id, green.id, document]);
    await page.locator('thead').getByRole('link', { name: 'Alt text' }).click();
    await expect(page.locator('thead .column-altscribe')).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect.poll(order).toEqual([green.id, yellow.id, blue.id, large.id, document]);
    const asVisitor = await site.php(
      `wp_delete_attachment( $args, true );
      echo ( new WP_Query( array( 'orderby' => 'altscribe_alt_text' ) ) )->request;`,
      document,
    );
    expect(asVisitor).not.toContain('altscribe');
  });

  await test.step('the links of a row', async () => {
    await site.php(`delete_post_meta( $args, '_wp_attachment_image_alt' );`, large.id);
    await library.openList();
    backend.providers.set({ openai: text('A red square') });
    const row = library.row(large.id);
    await row.hover();
    await row.getByRole('button', { name: /^Generate alt text for/ }).click();
    await expect(library.cell(large.id)).toContainText('Alt text added.');
    await expect(page.locator('#a11y-speak-polite')).toHaveText('Alt text added. A red square');
    expect(await library.texts(large.id)).toEqual(['A red square']);
    await library.cell(large.id).getByRole('button', { name: 'Undo' }).click();
    await expect(library.cell(large.id)).toContainText('Missing');
    await expect(library.cell(large.id).getByRole('group', { name: 'Altscribe' })).toBeFocused();
    expect(await library.texts(large.id)).toEqual(['']);
    expect(await library.hasRow(large.id)).toBe(false);

    await library.row(green.id).hover();
    await library
      .row(green.id)
      .getByRole('button', { name: /^Generate alt text for/ })
      .click();
    await expect(library.cell(green.id).getByLabel('Suggested alt text')).toHaveValue(
      'A red square',
    );
    const ours = '#the-list :is(.column-altscribe, .row-actions [class^=altscribe_])';
    expect(await findBarriers(page, ours)).toEqual([]);
    await library.cell(green.id).getByRole('button', { name: 'Accept' }).click();
    await expect(library.cell(green.id)).not.toContainText('Check:');

    await row.hover();
    await row.getByRole('link', { name: /^Decorative: / }).click();
    await expect(page.locator('.notice-success')).toContainText('marked as decorative');
    await expect(library.cell(large.id)).toHaveText('Decorative');
    await row.hover();
    await row.getByRole('link', { name: /^Not decorative/ }).click();
    await expect(page.locator('.notice-success')).toContainText('no longer marked as decorative');
    await expect(library.cell(large.id)).toHaveText('Missing');
  });

  await test.step('many at once, from a list that is filtered and sorted', async () => {
    await library.reset([{ id: large.id }, { id: green.id }]);
    await library.openList('&altscribe_state=missing&orderby=altscribe_alt_text&order=asc');
    await expect(page.locator('#the-list tr')).toHaveCount(2);
    for (const { id } of [large, green]) await library.row(id).getByRole('checkbox').check();
    await page.locator('#bulk-action-selector-top').selectOption('altscribe_generate');
    await page.locator('#doaction').click();
    const notice = page.locator('.notice-success');
    await expect(notice).toContainText('Generating alt text');
    await expect(notice.getByRole('link')).toHaveAttribute('href', /page=altscribe-media$/);
    const queued = await site.php(
      `echo wp_json_encode( $GLOBALS['wpdb']->get_col( "SELECT attachment_id FROM {$GLOBALS['wpdb']->prefix}altscribe_queue ORDER BY attachment_id" ) );`,
    );
    expect((JSON.parse(queued) as string[]).map(Number)).toEqual(
      [large.id, green.id].sort((a, b) => a - b),
    );
  });
});

test('The windows and screens of posts have the button beside their fields', async ({
  page,
  site,
  backend,
  editor,
}) => {
  const library = new MediaLibrary(page, site);
  const { green, blue } = site.images;
  await backend.connect();
  await library.reset([{ id: green.id }, { id: blue.id }]);
  backend.providers.set({ openai: text('A green field') });
  await test.step('the screen of an image', async () => {
    await page.goto(`${site.url}/wp-admin/post.php?post=${String(green.id)}&action=edit`);
    await library.generate.click();
    await expect(page.locator('#attachment_alt')).toHaveValue('A green field');
    await page.locator('#publish').click();
    await expect(page.locator('#message')).toBeVisible();
    expect(await library.texts(green.id)).toEqual(['A green field']);
  });

  await test.step('the media window of the block editor', async () => {
    await editor.openPost(
      [
        heading('By the <em>harbour</em>'),
        '<!-- wp:image --><figure class="wp-block-image"><img alt=""/></figure><!-- /wp:image -->',
      ],
      { post_title: 'A saved title', tags_input: ['Boats'] },
    );
    await page.evaluate(() => {
      interface Editor {
        editPost(edits: object): void;
      }
      (window.wp.data.dispatch('core/editor') as unknown as Editor).editPost({
        title: 'An unsaved title',
      });
    });
    await editor.canvas.locator('.wp-block-image').click({ position: { x: 5, y: 5 } });
    await editor.canvas.getByRole('button', { name: 'Media Library' }).click();
    await page.locator(`.media-modal .attachment[data-id="${String(blue.id)}"]`).click();
    await library.generate.click();
    await expect(page.locator('#attachment-details-alt-text')).toHaveValue('A green field');
    await expect.poll(() => library.texts(blue.id)).toEqual(['A green field']);
    expect(backend.told()).toEqual({
      page_title: 'An unsaved title',
      keywords: 'Boats',
      surroundings: 'Heading above: By the harbour\nPage: post',
    });
    await page.locator('.media-modal .media-button-select').click();
    await expect.poll(() => editor.blocks.alts()).toEqual(['A green field']);
  });
});

test('The screen of an image stores a mark at once, and so its undo, as often as the user likes', async ({
  page,
  site,
  backend,
}) => {
  const library = new MediaLibrary(page, site);
  const { green } = site.images;
  await backend.connect();
  await library.reset([{ id: green.id, text: 'A green field' }]);
  backend.providers.set({ openai: text('A line', 'decorative') });
  await page.goto(`${site.url}/wp-admin/post.php?post=${String(green.id)}&action=edit`);
  const field = page.locator('#attachment_alt');
  const isMarked = async () =>
    (await site.php(`echo get_post_meta( $args, '_altscribe_decorative', true );`, green.id)) ===
    '1';
  for (const typed of ['A green field', 'A green field, not saved yet']) {
    await field.fill(typed);
    await library.controls.getByRole('button', { name: 'Rewrite' }).click();
    await library.controls.getByRole('button', { name: 'Decorative' }).click();
    await expect(library.controls).toContainText('The image is marked as decorative.');
    await expect(field).toHaveValue('');
    expect(await library.texts(green.id)).toEqual(['']);
    expect(await isMarked()).toBe(true);
    await library.controls.getByRole('button', { name: 'Undo' }).click();
    await expect(field).toHaveValue(typed);
    expect(await library.texts(green.id)).toEqual(['A green field']);
    expect(await isMarked()).toBe(false);
  }
  await expect(library.controls).not.toContainText('could not be saved');
});

test('The image details of the classic editor have the button beside their field', async ({
  page,
  site,
  backend,
}) => {
  const library = new MediaLibrary(page, site);
  const { green } = site.images;
  await backend.connect();
  backend.providers.set({ openai: text('A green field') });
  await site.define({ ALTSCRIBE_TEST_CLASSIC: 'yes' });
  const html = `<p><img class="alignnone size-full wp-image-${String(green.id)}" src="${green.url}" alt="" width="240" height="160" /></p>`;
  await new ClassicEditor(page, site).open(html, 'visual', { post_title: 'Classic' });
  await page.locator('#title').fill('An unsaved classic');
  // The field of SEOPress.
  await page.evaluate(() => {
    document
      .querySelector('#post')
      ?.insertAdjacentHTML(
        'beforeend',
        '<input id="seopress_analysis_target_kw_meta" value="piers, boats">',
      );
  });
  await page.frameLocator('#content_ifr').locator('img').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await library.generate.click();
  await expect(page.locator('#image-details-alt-text')).toHaveValue('A green field');
  expect(backend.told()).toEqual({
    page_title: 'An unsaved classic',
    keywords: 'piers, boats',
    surroundings: 'Page: post',
  });
  await page.locator('.media-modal .media-button-select').click();
  await expect(page.frameLocator('#content_ifr').locator('img')).toHaveAttribute(
    'alt',
    'A green field',
  );
});
