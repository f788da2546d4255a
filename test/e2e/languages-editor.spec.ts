import { text } from '../support/provider-stand-in.ts';
import { createPost } from '../wordpress/content.ts';
import { image } from './support/blocks.ts';
import { MediaLibrary } from './support/media-library.ts';
import { expect, test } from './support/test.ts';

test.afterEach(async ({ site }) => {
  await site.define({});
});

for (const [media, constant] of [
  ['on', '1'],
  ['off', 'posts'],
] as const) {
  test(`A library text in another language is neither offered nor replaced, with Media ${media}`, async ({
    site,
    editor,
    backend,
  }) => {
    await backend.connect();
    backend.providers.set({ openai: text('Un bateau') });
    await site.define({ ALTSCRIBE_TEST_POLYLANG: constant });
    const { green, blue } = site.images;
    await site.php(
      `$settings = get_option( 'altscribe_settings' );
    update_option( 'altscribe_settings', array_merge( $settings, array( 'write_to' => 'both' ) ) );
    // Without "Media", Polylang sets no language for them.
    foreach ( '1' === ALTSCRIBE_TEST_POLYLANG ? $args : array() as $id ) { pll_set_post_language( $id, 'en' ); }
    update_post_meta( $args['green'], '_wp_attachment_image_alt', 'A green boat' );`,
      { green: green.id, blue: blue.id },
    );
    const post = await createPost(site.php, {
      post_title: 'Bonjour',
      post_content: [image(green), image(blue)].join('\n\n'),
    });
    await site.php(`pll_set_post_language( $args, 'fr' );`, post);
    await editor.open(post);
    await expect(editor.row(1)).toContainText('English text in the library');
    await expect(editor.row(2)).not.toContainText('in the library');
    // The only question is about credits: the English text is not offered.
    await editor.generateAll.click();
    await expect(editor.sidebar).toContainText('2 alt texts added.');
    expect(await editor.blocks.alts()).toEqual(['Un bateau', 'Un bateau']);
    await editor.save();
    const stored = `echo wp_json_encode( array_map( 'Altscribe\\Library\\Alt_Text::get', $args ) );`;
    expect(JSON.parse(await site.php(stored, [green.id, blue.id]))).toEqual(['A green boat', '']);

    // An English post gets it, even if WordPress has loaded the image since.
    await site.php(`pll_set_post_language( $args, 'en' );`, post);
    await editor.open(post);
    await editor.blocks.change(1, { alt: '' });
    await expect(editor.row(1)).toContainText('A green boat');
    await expect(editor.row(1)).not.toContainText('English text');
    const session = await site.session('administrator');
    const record = await session.rest('GET', `/wp/v2/media/${String(green.id)}?context=edit`);
    expect(record.body).toMatchObject({ altscribe_text_language: 'en_US' });
    await site.php(
      `wp_delete_post( $args['post'], true );
    foreach ( $args['images'] as $id ) { wp_set_object_terms( $id, array(), 'language' ); }`,
      { post, images: [green.id, blue.id] },
    );
  });
}

test('In a translated post, the text of the translated image is offered, and a copied one is found', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  await site.define({ ALTSCRIBE_TEST_POLYLANG: '1' });
  const { green, blue } = site.images;
  const [french = 0, translated = 0] = JSON.parse(
    await site.php(
      `foreach ( $args as $name => $id ) {
        pll_set_post_language( $id, 'en' );
        update_post_meta( $id, '_wp_attachment_image_alt', "A $name boat on a lake" );
      }
      $ids = array( altscribe_test_translate_media( $args['green'], 'fr' ), altscribe_test_translate_media( $args['blue'], 'fr' ) );
      update_post_meta( $ids[1], '_wp_attachment_image_alt', 'Un bateau vert' );
      echo wp_json_encode( $ids );`,
      { green: green.id, blue: blue.id },
      'admin',
    ),
  ) as number[];
  await editor.openPost(
    [image({ ...green, id: french, alt: 'A green boat on a lake' }), image(blue)],
    { meta_input: { _altscribe_language: 'fr_FR' } },
  );

  await test.step('the findings for a copied text', async () => {
    await expect(editor.row(1)).toContainText('Check: in another language');
    await editor.blocks.change(1, { alt: 'Un bateau vert sur un lac' });
    await expect(editor.row(1)).toContainText('No problems found');
  });

  await test.step('the translation’s own text, for the image that the post has', async () => {
    await expect(editor.row(2)).toContainText('In the media library: “Un bateau vert”');
    await editor
      .row(2)
      .getByRole('button', { name: /^Accept/ })
      .click();
    expect(await editor.blocks.alts()).toEqual(['Un bateau vert sur un lac', 'Un bateau vert']);
  });

  await test.step('the same findings in the media library', async () => {
    const library = new MediaLibrary(page, site);
    await page.goto(`${site.url}/wp-admin/post.php?post=${String(french)}&action=edit`);
    await expect(library.controls).toContainText('Check: in another language');
    await page.locator('#attachment_alt').fill('Un bateau vert sur un lac');
    await expect(library.controls).not.toContainText('Check:');
    await library.openDetails(french);
    await expect(library.controls).toContainText('Check: in another language');
    await library.openList();
    await expect(library.cell(french)).toContainText('Check: in another language');
    backend.providers.set({ openai: text('A boat on a lake') });
    await library.row(french).hover();
    await library
      .row(french)
      .getByRole('button', { name: /^Generate alt text for/ })
      .click();
    await library.cell(french).getByLabel('Suggested alt text').fill('Un bateau vert sur un lac');
    await library.cell(french).getByRole('button', { name: 'Accept' }).click();
    await expect(library.cell(french).locator('.altscribe-cell__state')).toHaveText('');
    await library.cell(french).getByRole('button', { name: 'Undo' }).click();
    await expect(library.cell(french).locator('.altscribe-cell__state')).toHaveText(
      'Check: in another language',
    );
  });
  await site.php(
    `foreach ( $args['french'] as $id ) {
      delete_post_meta( $id, '_wp_attached_file' );
      wp_delete_post( $id, true );
    }
    foreach ( $args['images'] as $id ) {
      wp_set_object_terms( $id, array(), 'language' );
      delete_post_meta( $id, '_wp_attachment_image_alt' );
    }
    delete_option( 'altscribe_test_translations' );`,
    { french: [french, translated], images: [green.id, blue.id] },
    'admin',
  );
});
