import { text } from '../support/provider-stand-in.ts';
import { MediaPage, setTexts, textsOf } from './support/media-page.ts';
import { connect } from './support/routes.ts';
import { expect, test } from './support/test.ts';

test.afterEach(async ({ site }) => {
  await site.define({});
});

test('Of what a translation plugin knows, the locale comes before the shorter code', async ({
  site,
}) => {
  const printed = await site.php(
    `$found = array();
    foreach ( array( array( 'locale' => 'pt_PT', 'language_code' => 'pt' ), array( 'language_code' => 'zh-hans' ), array( 'locale' => '<b>', 'language_code' => 'de' ) ) as $details ) {
      $filter = function () use ( $details ) { return $details; };
      add_filter( 'wpml_post_language_details', $filter );
      $found[] = \\Altscribe\\Core\\Languages::of_post( $args );
      remove_filter( 'wpml_post_language_details', $filter );
    }
    echo wp_json_encode( $found );`,
    site.images.green.id,
  );
  expect(JSON.parse(printed)).toEqual(['pt_PT', 'zh-hans', 'de']);
});

test('Each translation of an image has its own text: those that Polylang copied have problems', async ({
  site,
}) => {
  await connect(site);
  await site.define({ ALTSCRIBE_TEST_POLYLANG: '1' });
  const { green, blue } = site.images;
  const printed = await site.php(
    `$state = function ( $id ) { return \\Altscribe\\Library\\States::of_image( $id ); };
    pll_set_post_language( $args['green'], 'en' );
    pll_set_post_language( $args['blue'], 'pt-br' );
    update_post_meta( $args['green'], '_wp_attachment_image_alt', 'A green boat on a lake' );
    $french = altscribe_test_translate_media( $args['green'], 'fr' );
    $brazilian = altscribe_test_translate_media( $args['green'], 'pt-br' );
    $results = array(
      'languages' => array_map( 'Altscribe\\Core\\Languages::of_post', array( $args['green'], $french, $brazilian ) ),
      'copy'      => array( $state( $args['green'] ), $state( $french ) ),
      'counts'    => altscribe_counts_by_language(),
    );
    update_post_meta( $french, '_wp_attachment_image_alt', 'Un bateau vert sur un lac' );
    $results['translated'] = $state( $french );
    // It is no longer a copy when the original gets another text.
    update_post_meta( $args['green'], '_wp_attachment_image_alt', 'A dinghy, painted green' );
    $results['changed'] = $state( $brazilian );
    update_post_meta( $brazilian, '_wp_attachment_image_alt', 'A dinghy, painted green' );
    $results['copied again'] = $state( $brazilian );
    update_post_meta( $args['green'], '_wp_attachment_image_alt', '' );
    $results['original empty'] = $state( $brazilian );
    // Each is sent with its own language.
    $results['sent'] = array();
    add_filter( 'altscribe_request', function ( $fields ) use ( &$results ) {
      $results['sent'][] = $fields['language_code'];
      return $fields;
    } );
    add_filter( 'pre_http_request', function () { return new WP_Error( 'x', 'Not sent.' ); }, 100 );
    foreach ( array( $args['green'], $french, $brazilian ) as $id ) {
      \\Altscribe\\Generation\\Ask::ask( array( 'attachment_id' => $id ), array( 'regenerate' => true ) );
    }
    foreach ( array( $french, $brazilian ) as $id ) {
      // The file belongs to the original, and other tests use it.
      delete_post_meta( $id, '_wp_attached_file' );
      wp_delete_post( $id, true );
    }
    foreach ( array( 'green', 'blue' ) as $name ) { wp_set_object_terms( $args[ $name ], array(), 'language' ); }
    delete_post_meta( $args['green'], '_wp_attachment_image_alt' );
    delete_option( 'altscribe_test_translations' );
    echo wp_json_encode( $results );`,
    { green: green.id, blue: blue.id },
    'admin',
  );
  const good = { state: 'good', findings: [] };
  const copied = { state: 'check', findings: ['wrong-language'] };
  expect(JSON.parse(printed)).toEqual({
    languages: ['en_US', 'fr_FR', 'pt_BR'],
    copy: [good, copied],
    counts: [
      {
        language: 'en',
        name: 'en_US',
        images: 1,
        missing: 0,
        suggested: 0,
        unread: 0,
        check: 0,
        decorative: 0,
        good: 1,
      },
      {
        language: 'fr',
        name: 'fr_FR',
        images: 1,
        missing: 0,
        suggested: 0,
        unread: 0,
        check: 1,
        decorative: 0,
        good: 0,
      },
      {
        language: 'pt-br',
        name: 'pt_BR',
        images: 2,
        missing: 1,
        suggested: 0,
        unread: 0,
        check: 1,
        decorative: 0,
        good: 0,
      },
      {
        language: 'none',
        name: 'No language',
        images: 2,
        missing: 2,
        suggested: 0,
        unread: 0,
        check: 0,
        decorative: 0,
        good: 0,
      },
    ],
    translated: good,
    changed: good,
    'copied again': copied,
    'original empty': good,
    sent: ['en_US', 'fr_FR', 'pt_BR'],
  });
});

test('Each translation of an image has its own text: those that WPML copied have problems', async ({
  site,
}) => {
  await site.define({ ALTSCRIBE_TEST_WPML: '1' });
  const printed = await site.php(
    `altscribe_test_wpml_set( $args['blue'], 1, 'en' );
    update_post_meta( $args['blue'], '_wp_attachment_image_alt', 'A blue boat on a lake' );
    $german  = altscribe_test_wpml_duplicate( $args['blue'], 'de' );
    $chinese = altscribe_test_wpml_duplicate( $args['blue'], 'zh-hans' );
    $results = array(
      'languages' => array_map( 'Altscribe\\Core\\Languages::of_post', array( $args['blue'], $german, $chinese ) ),
      'states'    => array_map( 'Altscribe\\Library\\States::of_image', array( $args['blue'], $german, $chinese ) ),
      'counts'    => altscribe_counts_by_language(),
    );
    foreach ( array( $german, $chinese ) as $id ) {
      delete_post_meta( $id, '_wp_attached_file' );
      wp_delete_post( $id, true );
    }
    delete_post_meta( $args['blue'], '_wp_attachment_image_alt' );
    $GLOBALS['wpdb']->query( 'DROP TABLE ' . $GLOBALS['wpdb']->prefix . 'icl_translations' );
    echo wp_json_encode( $results );`,
    { blue: site.images.blue.id },
    'admin',
  );
  expect(JSON.parse(printed)).toEqual({
    languages: ['en', 'de', 'zh-hans'],
    states: [
      { state: 'good', findings: [] },
      { state: 'check', findings: ['wrong-language'] },
      { state: 'check', findings: ['wrong-language', 'wrong-script'] },
    ],
    counts: [
      {
        language: 'en',
        name: 'English',
        images: 1,
        missing: 0,
        suggested: 0,
        unread: 0,
        check: 0,
        decorative: 0,
        good: 1,
      },
      {
        language: 'de',
        name: 'German',
        images: 1,
        missing: 0,
        suggested: 0,
        unread: 0,
        check: 1,
        decorative: 0,
        good: 0,
      },
      {
        language: 'zh-hans',
        name: 'Chinese (Simplified)',
        images: 1,
        missing: 0,
        suggested: 0,
        unread: 0,
        check: 1,
        decorative: 0,
        good: 0,
      },
      {
        language: 'none',
        name: 'No language',
        images: 3,
        missing: 3,
        suggested: 0,
        unread: 0,
        check: 0,
        decorative: 0,
        good: 0,
      },
    ],
  });
});

test('Without such a plugin there are no languages to count, and no text is a copy', async ({
  site,
}) => {
  const printed = await site.php(
    `update_post_meta( $args, '_wp_attachment_image_alt', 'A yellow boat on a lake' );
    echo wp_json_encode( array( altscribe_counts_by_language(), \\Altscribe\\Library\\States::of_image( $args ) ) );
    delete_post_meta( $args, '_wp_attachment_image_alt' );`,
    site.images.yellow.id,
  );
  expect(JSON.parse(printed)).toEqual([[], { state: 'good', findings: [] }]);
});

test('Without media translation, no language is listed; another language has a name', async ({
  site,
}) => {
  await connect(site);
  await site.define({ ALTSCRIBE_TEST_POLYLANG: 'posts' });
  const printed = await site.php(
    `pll_set_post_language( $args, 'en' );
    $translated = altscribe_counts_by_language();
    wp_set_object_terms( $args, array(), 'language' );
    $none = altscribe_counts_by_language();
    update_post_meta( $args, '_wp_attachment_image_alt', 'A boat' );
    $post = wp_insert_post( array( 'post_title' => 'Boot', 'meta_input' => array( '_altscribe_language' => 'de_DE_formal' ) ) );
    $reason = \\Altscribe\\Posts\\Saving::find_reason_not_to_fill( $post, $args );
    delete_post_meta( $args, '_wp_attachment_image_alt' );
    wp_delete_post( $post, true );
    echo wp_json_encode( compact( 'translated', 'none', 'reason' ) );`,
    site.images.green.id,
    'admin',
  );
  expect(JSON.parse(printed)).toEqual({
    translated: [],
    none: [],
    reason: ['other_language', 'This post is in another language (German).'],
  });
});

test('The page has the languages of the images: as a column, filters and counts, and in what it generates', async ({
  backend,
  page,
  site,
}) => {
  await backend.connect();
  backend.providers.set({ openai: text('A boat') });
  await site.define({ ALTSCRIBE_TEST_POLYLANG: '1' });
  const { green, blue, yellow } = site.images;
  await setTexts(site, { yellow: 'Un bateau jaune' });
  await site.php(
    `foreach ( $args as $slug => $ids ) { foreach ( $ids as $id ) { pll_set_post_language( $id, $slug ); } }`,
    { en: [green.id], fr: [blue.id, yellow.id] },
  );
  const media = new MediaPage(page, site);
  const filter = media.root.getByLabel('Filter by language');
  const titles = media.root.locator('tbody .column-title strong');
  const link = (name: string) => media.root.getByRole('link', { name, exact: true });

  await test.step('first those of the language in the admin bar', async () => {
    await media.open('&lang=fr');
    await expect(filter).toHaveValue('fr');
    await expect(titles).toHaveText(['yellow', 'blue']);
    await expect(media.row('blue').locator('.column-language')).toHaveText('fr_FR');
    await expect(media.root).toContainText('1 in fr_FR');
    await expect(link('2 images')).toHaveAttribute('aria-current', 'page');
    await expect(link('fr_FR: 2 images')).toHaveAttribute('aria-current', 'page');
    await expect(link('pt_BR: 0 images')).toBeVisible();
  });

  await test.step('all languages, even after a reload', async () => {
    await filter.selectOption('All languages');
    await expect(titles).toHaveText(['yellow', 'blue', 'green', 'large']);
    await expect(media.root).toContainText('1 in en_US, 1 in fr_FR, and 1 without a language');
    await page.reload();
    await expect(titles).toHaveCount(4);
    await expect(media.row('large').locator('.column-language')).toHaveText('No language');
    await filter.selectOption('No language');
    await expect(titles).toHaveText(['large']);
  });

  await test.step('a count links to its images, and exports and batches include only these', async () => {
    await link('en_US: 1 missing').click();
    await expect(titles).toHaveText(['green']);
    await expect(link('en_US: 1 missing')).toBeFocused();
    await expect(link('Export CSV')).toHaveAttribute('href', /[?&]language=en/);
    const session = await site.session('administrator');
    const href = (await link('Export CSV').getAttribute('href')) ?? '';
    const csv = await (await session.fetch(href.replace(site.url, ''))).text();
    expect(
      csv
        .trim()
        .split('\n')
        .map((line) => line.split(',')[0]?.trim()),
    ).toEqual([expect.stringContaining('id'), `"${String(green.id)}"`]);
    await media.generate.click();
    await expect(media.progress).toContainText('1 written');
    expect(await textsOf(site)).toMatchObject({ green: 'A boat', blue: '', large: '' });
    await media.button('Undo all').click();
    const question = media.root.getByRole('group', { name: /^Undo 1 alt text/ });
    await question.getByRole('button', { name: 'Undo all' }).click();
    await expect.poll(() => textsOf(site)).toMatchObject({ green: '' });
  });

  await test.step('without such a plugin there are none', async () => {
    await site.php(
      `foreach ( $args as $id ) { wp_set_object_terms( $id, array(), 'language' ); }`,
      [green.id, blue.id, yellow.id],
    );
    await site.define({});
    await media.open('&altscribe_language=fr');
    await expect(titles).toHaveCount(4);
    await expect(filter).toHaveCount(0);
    await expect(media.root.getByRole('columnheader', { name: 'Language' })).toHaveCount(0);
  });
});
