import { text } from '../support/provider-stand-in.ts';
import { createPost, setOption } from '../wordpress/content.ts';
import { ClassicEditor, img } from './support/classic-editor.ts';
import { expectAccessible } from './support/barriers.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ site }) => site.define({ ALTSCRIBE_TEST_CLASSIC: 'yes' }));
test.afterEach(({ site }) => site.define({}));

test('Galleries without ids, texts of the library, and texts held for review', async ({
  page,
  site,
  backend,
}) => {
  const editor = new ClassicEditor(page, site);
  const { green, blue, yellow } = site.images;
  const { userId, key } = await backend.connect();
  const settings = {
    service_url: backend.service.url,
    api_key: key,
    user_id: userId,
    language: '',
  };
  await setOption(site.php, 'altscribe_settings', { ...settings, review_new_texts: true });
  const post = await createPost(site.php, {
    post_title: 'Hello',
    post_content: `[gallery]\n\n${img(yellow)}`,
  });
  await site.php(
    `foreach ( $args['ids'] as $id ) { wp_update_post( array( 'ID' => $id, 'post_parent' => $args['post'] ) ); }
    update_post_meta( $args['yellow'], '_wp_attachment_image_alt', 'A yellow field' );`,
    { ids: [green.id, blue.id], post, yellow: yellow.id },
  );
  await page.goto(`${site.url}/wp-admin/post.php?post=${String(post)}&action=edit`);
  await expect(editor.box.getByRole('listitem')).toHaveCount(3);

  const [first] = [editor.row(1)];
  await editor.generate(1).click();
  await expect(first.getByLabel('Suggested alt text for image 1')).toHaveValue('A text by OpenAI');
  const alt = (id: number) => site.php(`echo \\Altscribe\\Library\\Alt_Text::get( $args );`, id);
  expect([await alt(green.id), await alt(blue.id)]).toEqual(['', '']);
  await first.getByRole('button', { name: 'Accept' }).click();
  await expect(first).toContainText('“A text by OpenAI”');
  expect([await alt(green.id), await alt(blue.id)]).toContain('A text by OpenAI');

  await expect(editor.row(3)).toContainText('In the media library: “A yellow field”');
  await editor.row(3).getByRole('button', { name: 'Accept' }).click();
  await expect(editor.row(3).locator('.altscribe-text')).toHaveText('“A yellow field”');
  await expect(editor.summary).toBeFocused();

  await editor.row(2).getByRole('button', { name: 'Decorative' }).click();
  await expect(editor.row(2)).toContainText('Decorative');
  await expect(editor.heading(3)).toBeFocused();
});

test('A held text for an image in the content survives a reload, and is decided by saving', async ({
  page,
  site,
  backend,
}) => {
  const editor = new ClassicEditor(page, site);
  const { green } = site.images;
  const { userId, key } = await backend.connect();
  const settings = {
    service_url: backend.service.url,
    api_key: key,
    user_id: userId,
    language: '',
  };
  await setOption(site.php, 'altscribe_settings', { ...settings, review_new_texts: true });
  const post = await editor.open(`${img(green)}\n\n${img(green)}`, 'text');
  const states = () =>
    site.php(
      `global $wpdb;
      echo wp_json_encode( $wpdb->get_results( $wpdb->prepare( 'SELECT place, state FROM ' . \\Altscribe\\Suggestions\\Store::table() . ' WHERE post_id = %d', $args ), ARRAY_N ) );`,
      post,
    );
  await editor.generate(2).click();
  const card = editor.row(2).getByLabel('Suggested alt text for image 2');
  await expect(card).toHaveValue('A text by OpenAI');
  const place = `core/freeform#${green.id}#2`;
  expect(JSON.parse(await states())).toEqual([[place, 'pending']]);
  await page.reload();
  await expect(card).toHaveValue('A text by OpenAI');
  await expect(editor.row(1).getByLabel('Suggested alt text for image 1')).toBeHidden();
  await editor.row(2).getByRole('button', { name: 'Accept' }).click();
  await expect(editor.row(2)).toContainText('“A text by OpenAI”');
  await page.locator('#save-post, #publish').first().click();
  await expect
    .poll(async () => JSON.parse(await states()) as unknown)
    .toEqual([[place, 'accepted']]);
  const sources = await site.php(
    `foreach ( altscribe_get_post_sources( $args ) as $one ) { echo $one['source'], $one['read_by'] > 0 ? ' read' : ''; }`,
    post,
  );
  expect(sources).toBe('generated read');
  expect(backend.providers.calls).toHaveLength(1);
});

test('Texts are unread until a user confirms them, which is saved with the post, even with blocks', async ({
  page,
  site,
  backend,
}) => {
  const editor = new ClassicEditor(page, site);
  const { green, blue, yellow } = site.images;
  const { userId, key } = await backend.connect();
  const { url } = backend.service;
  const settings = { service_url: url, api_key: key, user_id: userId, language: '' };
  await setOption(site.php, 'altscribe_settings', settings);
  await site.php(`update_post_meta( $args, '_wp_attachment_image_alt', 'A blue boat' );`, blue.id);
  const post = await editor.open(`${img(green)}\n\n${img(blue)}\n\n${img(yellow)}`, 'text');
  const save = async () => {
    await page.locator('#save-post').click();
    await page.locator('#message').waitFor();
  };
  const sources = async (of = post) =>
    JSON.parse(
      await site.php(
        `$found = array();
        foreach ( \\Altscribe\\Posts\\Places::list_places( get_post( $args ) ) as $image ) {
          $source  = altscribe_get_post_sources( $args )[ altscribe_source_key( $image['id'], $image['text'] ) ] ?? null;
          $found[] = $source ? $source['source'] . ( $source['model'] ? ' by a model' : '' ) . ( $source['read_by'] ? ' read' : '' ) : '';
        }
        echo wp_json_encode( $found );`,
        of,
      ),
    ) as string[];
  const read = (row: number) => editor.row(row).getByRole('button', { name: 'Accept' });

  await editor.generate(1).focus();
  await page.keyboard.press('Enter');
  await expect(editor.row(1)).toContainText('Written by AI, not checked');
  await expect(editor.heading(1)).toBeFocused();
  await editor.row(2).getByRole('button', { name: 'Accept' }).click();
  await expect(editor.row(2)).toContainText('No problems found');
  await editor.generate(3).click();
  await expect(read(3)).toBeVisible();
  await editor.row(3).getByRole('button', { name: 'Edit' }).click();
  await editor.row(3).getByLabel('Alt text for image 3').fill('A yellow field in May');
  await page.keyboard.press('Enter');
  await expect(editor.row(3)).toContainText('No problems found');
  await save();
  expect(await sources()).toEqual(['generated by a model', 'library', '']);
  await expect(editor.row(1)).toContainText('Written by AI, not checked');

  await read(1).focus();
  await page.keyboard.press('Enter');
  await expect(editor.row(1)).toContainText('No problems found');
  await expect(editor.heading(2)).toBeFocused();
  await save();
  expect(await sources()).toEqual(['generated by a model read', 'library', '']);
  await expect(read(1)).toHaveCount(0);

  await setOption(site.php, 'altscribe_settings', { ...settings, review_new_texts: true });
  const block = `<!-- wp:image {"id":${String(green.id)}} --><figure class="wp-block-image"><img src="${green.url}" alt="" class="wp-image-${String(green.id)}"/></figure><!-- /wp:image -->`;
  const withBlocks = await editor.open(`${block}\n\n${block}`, 'text');
  await editor.generate(2).click();
  const card = editor.row(2).getByLabel('Suggested alt text for image 2');
  await expect(card).toHaveValue('A text by OpenAI');
  const states = async () =>
    JSON.parse(
      await site.php(
        `global $wpdb;
        echo wp_json_encode( $wpdb->get_results( $wpdb->prepare( 'SELECT place, state, decided_text FROM ' . \\Altscribe\\Suggestions\\Store::table() . ' WHERE post_id = %d', $args ), ARRAY_N ) );`,
        withBlocks,
      ),
    ) as string[][];
  const place = `core/image#${String(green.id)}#2`;
  expect(await states()).toEqual([[place, 'pending', '']]);
  await page.reload();
  await card.fill('A green field in May');
  await page.keyboard.press('Enter');
  await expect(editor.row(2)).toContainText('“A green field in May”');
  await save();
  expect(await states()).toEqual([[place, 'edited', 'A green field in May']]);
  expect(await sources(withBlocks)).toEqual(['', 'hand by a model']);
  await expect(read(2)).toHaveCount(0);
});

test('A run asks about texts of the library, and continues while the box is closed', async ({
  page,
  site,
  backend,
}) => {
  const editor = new ClassicEditor(page, site);
  const { green, blue, yellow } = site.images;
  const { credits } = await backend.connect();
  await site.define({ ALTSCRIBE_TEST_CLASSIC: 'yes', ALTSCRIBE_TEST_POLYLANG: '1' });
  const post = await createPost(site.php, {
    post_title: 'Bonjour',
    post_content: [green, blue, yellow].map((one) => img(one)).join('\n\n'),
  });
  await site.php(
    `pll_set_post_language( $args['post'], 'fr' );
    foreach ( array( 'green' => 'en', 'blue' => 'fr', 'yellow' => 'fr' ) as $name => $language ) { pll_set_post_language( $args[ $name ], $language ); }
    update_post_meta( $args['green'], '_wp_attachment_image_alt', 'A green boat' );
    update_post_meta( $args['blue'], '_wp_attachment_image_alt', 'Un bateau bleu' );
    update_user_meta( get_current_user_id(), 'closedpostboxes_post', array( 'altscribe-classic-box' ) );`,
    { post, green: green.id, blue: blue.id, yellow: yellow.id },
    'admin',
  );
  await page.goto(`${site.url}/wp-admin/post.php?post=${String(post)}&action=edit`);
  const { box } = editor;
  const toggle = box.locator('.handlediv');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(editor.row(1)).toBeHidden();
  await toggle.click();
  await expect(editor.row(1)).toContainText('English text in the library');
  await expect(editor.row(2)).toContainText('In the media library: “Un bateau bleu”');

  const run = box.getByRole('button', { name: /^(Generate all missing|Stop)/ });
  const question = box.getByRole('group', {
    name: '1 of these 3 images already has a text in the media library or its file. Accept it for free?',
  });
  const useIt = question.getByRole('button', { name: 'Accept 1 text and generate 2' });
  await run.press('Enter');
  await expect(question).toBeFocused();
  await expectAccessible(page, '#altscribe-classic-box');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(editor.summary).toBeFocused();

  const held = hold(text('Un bateau'), 2);
  backend.providers.set({ openai: held.behaviour });
  await run.press('Enter');
  await useIt.press('Enter');
  await held.arrived;
  const spoken = page.locator('#a11y-speak-polite');
  /** Waits for WordPress's response that it has saved which boxes are closed. */
  const pressToggle = async () => {
    await toggle.click();
    await expect(spoken).toHaveText('Screen Options updated.');
  };
  await pressToggle();
  await expect(run).toBeHidden();
  held.release();
  await expect(spoken).toHaveText('3 alt texts added.');
  await pressToggle();
  await expect(box.locator('.components-notice')).toContainText('3 alt texts added.');
  await expect(editor.row(1)).toContainText('“Un bateau”');
  await expect(editor.row(2)).toContainText('“Un bateau bleu”');
  expect(await credits()).toBe(8);

  // The service has the texts now.
  const undo = box.locator('.components-notice').getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveCSS('text-decoration-line', 'underline');
  await undo.click();
  await expect(run).toHaveText('Generate all missing (3)');
  await run.click();
  await useIt.click();
  await expect(spoken).toHaveText('3 alt texts added. No credits used.');
  expect(await credits()).toBe(8);
  await site.php(
    `delete_user_meta( get_current_user_id(), 'closedpostboxes_post' );
    foreach ( $args as $id ) { wp_set_object_terms( $id, array(), 'language' ); }`,
    [green.id, blue.id, yellow.id],
    'admin',
  );
});

test.describe('Contributors', () => {
  test.use({ role: 'contributor' });

  test('use texts of the library, and are told what they may not edit or generate', async ({
    page,
    site,
    backend,
  }) => {
    const editor = new ClassicEditor(page, site);
    const { green, blue, yellow } = site.images;
    await backend.connect();
    await site.php(
      `update_post_meta( $args['id'], '_wp_attachment_image_alt', 'A green field' );`,
      { id: green.id },
    );
    const content = `${img(green)}\n\n${img(yellow)}\n\n[gallery ids="${String(blue.id)}"]`;
    await editor.open(content, 'text', {}, 'contributor');
    const { box } = editor;
    await expect(editor.row(3)).toContainText('Image 3 · in a gallery');
    await expect(editor.row(3)).toContainText('You are not allowed to edit this file');
    await editor.row(1).getByRole('button', { name: 'Accept' }).click();
    await expect(editor.textTab).toHaveValue(/alt="A green field"/);
    await editor.generate(2).click();
    await expect(editor.textTab).toHaveValue(/alt="A text by OpenAI"/);

    await site.php(
      `update_option( 'altscribe_settings', array( 'limit_roles' => true, 'generate_roles' => array() ) + get_option( 'altscribe_settings' ) );`,
    );
    await editor.open(content, 'text', {}, 'contributor');
    const notice = box.locator('.components-notice').first();
    const excluded = 'Your role is not allowed to generate alt text on this site.';
    await expect(notice).toContainText(excluded);
    const run = box.getByRole('button', { name: /^Generate all missing/ });
    await expect(run).toHaveText('Generate all missing (2)');

    // Free texts need no permission to generate.
    await run.press('Enter');
    const question = box.getByRole('group', {
      name: '1 of these 2 images already has a text in the media library or its file. Accept it for free?',
    });
    await expect(question.getByRole('button')).toHaveText(['Accept 1 text', 'Cancel']);
    await question.getByRole('button', { name: 'Accept 1 text' }).press('Enter');
    await expect(box).toContainText('1 alt text added.');
    await expect(page.locator('#a11y-speak-polite')).toHaveText('1 alt text added.');
    await expect(editor.textTab).toHaveValue(/alt="A green field"[^]*alt=""/);

    await expect(run).toHaveText('Generate all missing (1)');
    await expect(run).toHaveAttribute('aria-disabled', 'true');
    await expect(run).toHaveAccessibleDescription(/role/);
    await expectAccessible(page, '#altscribe-classic-box');
    await editor.row(2).getByRole('button', { name: 'Edit alt text of image 2' }).click();
    await editor.row(2).getByRole('textbox').fill('A yellow field');
    await editor.row(2).getByRole('button', { name: 'Save' }).click();
    await expect(editor.textTab).toHaveValue(/alt="A yellow field"/);
  });

  test('see the images of a gallery without ids', async ({ page, site, backend }) => {
    const editor = new ClassicEditor(page, site);
    const { green, blue, yellow, large } = site.images;
    await backend.connect();
    const post = await createPost(
      site.php,
      { post_title: 'Hello', post_content: `[gallery exclude="${String(large.id)}"]` },
      'contributor',
    );
    await site.php(
      `foreach ( $args['ids'] as $order => $id ) { wp_update_post( array( 'ID' => $id, 'post_parent' => $args['post'], 'menu_order' => $order ) ); }
      update_post_meta( $args['ids'][0], '_wp_attachment_image_alt', 'A green field' );`,
      { ids: [green.id, yellow.id, large.id], post },
    );
    await page.goto(`${site.url}/wp-admin/post.php?post=${String(post)}&action=edit`);
    await expect(editor.box.getByRole('listitem')).toHaveCount(2);
    await expect(editor.row(1)).toContainText('Image 1 · in a gallery');
    await expect(editor.row(1)).toContainText('“A green field”');
    for (const number of [1, 2]) {
      await expect(editor.row(number)).toContainText('You are not allowed to edit this file');
    }
    await expect(editor.row(2)).toContainText('Locked');

    // Typed, not saved.
    await editor.textTab.fill(`[gallery]`);
    await expect(editor.box.getByRole('listitem')).toHaveCount(3);
    await editor.textTab.fill(`[gallery id="${String(blue.id)}"]`);
    await expect(editor.box.getByRole('listitem')).toHaveCount(0);
  });
});
