import { connect } from './support/routes.ts';
import { expect, test } from './support/test.ts';

test.afterEach(async ({ site }) => {
  await site.define({});
});

test('Each translation of an image has its own text: those that Polylang copied need a check', async ({
  site,
}) => {
  await connect(site);
  await site.define({ ALTSCRIBE_TEST_POLYLANG: '1' });
  const { green, blue } = site.pictures;
  const printed = await site.php(
    `$state = function ( $id ) { return altscribe_alt_text_state( $id ); };
    pll_set_post_language( $args['green'], 'en' );
    pll_set_post_language( $args['blue'], 'pt-br' );
    update_post_meta( $args['green'], '_wp_attachment_image_alt', 'A green boat on a lake' );
    $french = altscribe_test_translate_media( $args['green'], 'fr' );
    $brazilian = altscribe_test_translate_media( $args['green'], 'pt-br' );
    $results = array(
      'languages' => array_map( 'altscribe_language', array( $args['green'], $french, $brazilian ) ),
      'copy'      => array( $state( $args['green'] ), $state( $french ) ),
      'counts'    => altscribe_counts_by_language(),
    );
    update_post_meta( $french, '_wp_attachment_image_alt', 'Un bateau vert sur un lac' );
    $results['translated'] = $state( $french );
    // The copy is none any more when the original gets another text.
    update_post_meta( $args['green'], '_wp_attachment_image_alt', 'A dinghy, painted green' );
    $results['changed'] = $state( $brazilian );
    update_post_meta( $brazilian, '_wp_attachment_image_alt', 'A dinghy, painted green' );
    $results['copied again'] = $state( $brazilian );
    update_post_meta( $args['green'], '_wp_attachment_image_alt', '' );
    $results['original empty'] = $state( $brazilian );
    // Sent in the language of each.
    $results['sent'] = array();
    add_filter( 'altscribe_request', function ( $fields ) use ( &$results ) {
      $results['sent'][] = $fields['language_code'];
      return $fields;
    } );
    add_filter( 'pre_http_request', function () { return new WP_Error( 'x', 'Not sent.' ); }, 100 );
    foreach ( array( $args['green'], $french, $brazilian ) as $id ) {
      altscribe_generate_for_attachment( $id );
    }
    foreach ( array( $french, $brazilian ) as $id ) {
      // The file is that of the original, and other tests use it.
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
      { language: 'en', name: 'en_US', images: 1, missing: 0, check: 0, decorative: 0 },
      { language: 'fr', name: 'fr_FR', images: 1, missing: 0, check: 1, decorative: 0 },
      { language: 'pt-br', name: 'pt_BR', images: 2, missing: 1, check: 1, decorative: 0 },
    ],
    translated: good,
    changed: good,
    'copied again': copied,
    'original empty': good,
    sent: ['en_US', 'fr_FR', 'pt_BR'],
  });
});

test('Each translation of an image has its own text: those that WPML copied need a check', async ({
  site,
}) => {
  await site.define({ ALTSCRIBE_TEST_WPML: '1' });
  const printed = await site.php(
    `altscribe_test_wpml_set( $args['blue'], 1, 'en' );
    update_post_meta( $args['blue'], '_wp_attachment_image_alt', 'A blue boat on a lake' );
    $german  = altscribe_test_wpml_duplicate( $args['blue'], 'de' );
    $chinese = altscribe_test_wpml_duplicate( $args['blue'], 'zh-hans' );
    $results = array(
      'languages' => array_map( 'altscribe_language', array( $args['blue'], $german, $chinese ) ),
      'states'    => array_map( 'altscribe_alt_text_state', array( $args['blue'], $german, $chinese ) ),
      'counts'    => altscribe_counts_by_language(),
    );
    foreach ( array( $german, $chinese ) as $id ) {
      delete_post_meta( $id, '_wp_attached_file' );
      wp_delete_post( $id, true );
    }
    delete_post_meta( $args['blue'], '_wp_attachment_image_alt' );
    $GLOBALS['wpdb']->query( 'DROP TABLE ' . $GLOBALS['wpdb']->prefix . 'icl_translations' );
    echo wp_json_encode( $results );`,
    { blue: site.pictures.blue.id },
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
      { language: 'en', name: 'English', images: 1, missing: 0, check: 0, decorative: 0 },
      { language: 'de', name: 'German', images: 1, missing: 0, check: 1, decorative: 0 },
      {
        language: 'zh-hans',
        name: 'Chinese (Simplified)',
        images: 1,
        missing: 0,
        check: 1,
        decorative: 0,
      },
    ],
  });
});

test('Without such a plugin there are no languages to count, and nothing is a copy', async ({
  site,
}) => {
  const printed = await site.php(
    `update_post_meta( $args, '_wp_attachment_image_alt', 'A yellow boat on a lake' );
    echo wp_json_encode( array( altscribe_counts_by_language(), altscribe_alt_text_state( $args ) ) );
    delete_post_meta( $args, '_wp_attachment_image_alt' );`,
    site.pictures.yellow.id,
  );
  expect(JSON.parse(printed)).toEqual([[], { state: 'good', findings: [] }]);
});
