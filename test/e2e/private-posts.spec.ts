import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';

/**
 * Users must not see or change posts and images through the plugin that WordPress does not show
 * them, or that they may not edit.
 */
const support = `${helpers}
  $become = function ( $role ) use ( $user ) { wp_set_current_user( $user( $role ) ); };
  $admin  = function () { wp_set_current_user( get_user_by( 'login', 'admin' )->ID ); };
  $status = function ( $response ) { return $response->get_status(); };
  $texts  = function ( $data ) { return preg_match_all( '/Secret [a-z]+/', wp_json_encode( $data ), $m ) ? array_values( array_unique( $m[0] ) ) : array(); };
  /** An answer of the service that names its model. */
  $named  = function ( $text ) { return respond( 200, array( 'altText' => $text, 'CreditsAvailable' => 7, 'plan_type' => 'pro' ), array( 'altscribe-purpose' => 'informative', 'altscribe-model' => 'gpt-5.4-mini', 'altscribe-prompt' => 'v1' ) ); };
  /** The requests that were sent to the service. */
  $GLOBALS['fields'] = array();
  add_filter( 'altscribe_request', function ( $fields ) { $GLOBALS['fields'][] = $fields; return $fields; } );
`;

test('The suggestions for a post are only for users who may edit it, whatever else the request says', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${support}
    $image   = image();
    $private = $post( '<!-- wp:paragraph --><p>Secret paragraph</p><!-- /wp:paragraph -->' . $block( $image, '', '<figcaption>Secret caption</figcaption>' ), array( 'post_status' => 'private', 'post_title' => 'Secret title' ) );
    $secret  = $suggest( $image, 'Secret text', $private, 1, array( 'hint' => 'Secret hint' ) );
    $become( 'contributor' );
    $mine    = $post( $block( $image ), array( 'post_status' => 'draft' ) );
    $own     = $suggest( $image, 'Own', $mine );
    $answers = array();
    foreach ( array( array( 'context' => 'edit' ), array() ) as $more ) {
      foreach ( array( array( 'id' => $own ), array() ) as $id ) { $answers[] = $ask( 'GET', 'suggestions', $id + $more + array( 'post' => $private ) ); }
    }
    $answers[] = $ask( 'GET', 'suggestions/counts', array( 'post' => $private, 'id' => $own ) );
    $answers[] = $ask( 'POST', 'suggestions/decide', array( 'post' => $private, 'id' => $own, 'decision' => 'accept', 'without_findings' => true ) );
    // The path states which suggestion a request is about.
    foreach ( array( '', '/undo', '/rewrite', '/long' ) as $route ) { $answers[] = $ask( 'POST', "suggestions/$secret$route", array( 'id' => $own, 'decision' => 'reject' ) ); }
    $told = $texts( array_map( function ( $answer ) { return $answer->get_data(); }, $answers ) );
    return array( 'statuses' => array_map( $status, $answers ), 'told' => $told, 'state' => \\Altscribe\\Suggestions\\Store::get( $own )['state'], 'own' => wp_list_pluck( $get( array( 'post' => $mine, 'context' => 'edit' ) ), 'text' ), 'all' => $pending() );`,
  );
  expect(found).toEqual({
    statuses: Array.from({ length: 10 }, () => 403),
    told: [],
    state: 'pending',
    own: ['Own'],
    all: ['Own'],
  });
});

test('A parameter never replaces the object or action in the path', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${support}
    $images = images( 2 );
    $batch  = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $images ) );
    $paused = $ask( 'POST', "batches/$batch/pause", array( 'action' => 'delete' ) )->get_data();
    $other  = $ask( 'POST', "images/$images[0]", array( 'id' => $images[1], 'previous_text' => '', 'alt_text' => 'Boat' ) )->get_data();
    $json   = new WP_REST_Request( 'POST', "/altscribe/v1/images/$images[0]" );
    $json->set_header( 'Content-Type', 'application/json' );
    $json->set_body( wp_json_encode( array( 'id' => $images[1], 'previous_text' => 'Boat', 'alt_text' => 'Two boats' ) ) );
    rest_do_request( $json );
    $generated = $ask( 'POST', "attachments/$images[0]/generate", array( 'id' => $images[1], 'regenerate' => true ) )->get_data();
    return array( 'batch' => $paused['state'] ?? null, 'image' => array_search( $other['attachment_id'] ?? 0, $images, true ), 'texts' => array_map( 'alt', $images ), 'asked' => array_search( end( $GLOBALS['calls'] ), $images, true ) );`,
  );
  expect(found).toEqual({ batch: 'paused', image: 0, texts: ['Two boats', ''], asked: 0 });
});

test('In any spelling of a path, only roles that may generate spend credits', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${support}
    $images = images( 2 );
    $id     = $post( $block( $images[0] ) );
    $ids    = array( $suggest( $images[0], 'A boat', $id ), $suggest( $images[1], 'A boat at sea' ) );
    $become( 'editor' );
    foreach ( $ids as $of ) {
      foreach ( array( 'suggestions/%d/rewrite', 'suggestions/%d/REWRITE', 'Suggestions/%d/Long', 'suggestions/%d/long' ) as $route ) { $codes[] = $code( $ask( 'POST', sprintf( $route, $of ) ) ); }
    }
    return array( 'codes' => array_values( array_unique( $codes ) ), 'calls' => count( $GLOBALS['calls'] ), 'decided' => $code( $ask( 'POST', "SUGGESTIONS/$ids[0]", array( 'decision' => 'reject' ) ) ) );`,
    { settings: { limit_roles: true, generate_roles: ['author'] } },
  );
  expect(found).toEqual({ codes: ['altscribe_role_excluded'], calls: 0, decided: 'rejected' });
});

test('The text of the media library is generated and replaced only by users who may edit the image', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${support}
    // The balance is known from now on.
    $ask( 'POST', 'attachments/' . image() . '/generate' );
    $GLOBALS['calls'] = array();
    $image = image();
    $suggest( $image, 'Secret text' );
    $generate = function ( $params ) use ( $ask, $image, &$mine ) { return $ask( 'POST', 'generate', $params + array( 'post_id' => $mine, 'attachment_id' => $image ) ); };
    $become( 'contributor' );
    $mine    = $post( '', array( 'post_status' => 'draft', 'meta_input' => array( '_thumbnail_id' => $image ) ) );
    $refused = array( $generate( array( 'place' => '' ) ), $generate( array( 'place' => '', 'regenerate' => true ) ), $ask( 'POST', 'suggestions', array( 'attachment_id' => $image, 'post_id' => $mine, 'place' => '', 'text' => 'Planted' ) ) );
    $calls   = count( $GLOBALS['calls'] );
    $kept    = altscribe_find_suggestion( $image )['new_text'];
    // For the post itself, the text is theirs.
    $own     = $generate( array( 'place' => "core/image#$image#1", 'previous_text' => 'Old' ) )->get_data();
    $become( 'editor' );
    $free    = $generate( array( 'place' => '' ) )->get_data();
    $new     = $generate( array( 'place' => '', 'regenerate' => true, 'previous_text' => 'Old' ) )->get_data();
    return array( 'refused' => array_map( $status, $refused ), 'told' => $texts( array_map( function ( $answer ) { return $answer->get_data(); }, $refused ) ), 'calls' => $calls, 'kept' => $kept, 'own' => $own['is_held'] ?? $own, 'free' => $free['alt_text'], 'new' => $new['suggestion_id'] === $free['suggestion_id'] );`,
  );
  expect(found).toEqual({
    refused: [403, 403, 403],
    told: [],
    calls: 0,
    kept: 'Secret text',
    own: true,
    free: 'Secret text',
    new: true,
  });
});

test('A text that a user makes up for another user’s image never gets to the media library', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${support}
    $images = array( image(), image(), image( '', array( 'post_excerpt' => 'A boat' ) ) );
    $add    = function ( $image, $id, $text ) use ( $ask ) {
      return $ask( 'POST', 'suggestions', array( 'attachment_id' => $image, 'post_id' => $id, 'place' => "core/image#$image#1", 'text' => $text, 'model' => 'gpt-9', 'prompt' => 'v9', 'doubts' => array( 'Planted' ) ) )->get_data();
    };
    $become( 'contributor' );
    $mine    = $post( '', array( 'post_status' => 'draft' ) );
    $shown   = $post( $block( $images[1] ), array( 'post_status' => 'draft' ) );
    $planted = $add( $images[0], $mine, 'Planted in the draft' );
    $accept  = $add( $images[1], $shown, 'Planted in the post' );
    wp_update_post( array( 'ID' => $mine, 'post_content' => 'Saved' ) );
    $contributor = get_current_user_id();
    $admin();
    $desk    = $pending();
    $accepted = $code( $decide( $accept['id'] ) );
    $written = array_map( 'alt', $images );
    // Users who may edit the image keep their text, which is checked for its new place.
    $place   = $post( $block( $images[2] ) );
    $add( $images[2], $place, 'A boat' );
    wp_update_post( array( 'ID' => $place, 'post_content' => 'Saved' ) );
    $table   = \\Altscribe\\Suggestions\\Store::table();
    $GLOBALS['wpdb']->query( "UPDATE $table SET decided = 5" );
    do_action( 'altscribe_read_uses' );
    $moved   = $get()[0];
    return array( 'model' => array( $planted['model'], $planted['prompt'], $planted['doubts'] ), 'desk' => $desk, 'accepted' => $accepted, 'written' => $written, 'alts' => $alts( $shown ), 'moved' => array( $moved['post_id'], $moved['text'], wp_list_pluck( $moved['findings'], 'slug' ) ) );`,
    { settings: { write_to: 'both' } },
  );
  expect(found).toEqual({
    model: ['', '', []],
    desk: ['Planted in the post'],
    accepted: 'accepted',
    written: ['', '', ''],
    alts: ['Planted in the post'],
    moved: [0, 'A boat', ['repeats-caption']],
  });
});

test('A suggestion names the model that wrote its text, as far as the site knows', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${support}
    serve( function ( $id, $number ) use ( $named ) { return $named( "Boat number $number" ); } );
    $become( 'author' );
    $image = image();
    $url   = 'https://images.example.com/a.jpg?size=1';
    $id    = $post( '' );
    $images = array( array( 'attachment_id' => $image ), array( 'image_url' => $url ), array( 'attachment_id' => $image, 'image_url' => $url ) );
    foreach ( $images as $n => $params ) {
      $text   = $ask( 'POST', 'generate', $params + array( 'post_id' => $id ) )->get_data()['alt_text'];
      $stored = $ask( 'POST', 'suggestions', $params + array( 'post_id' => $id, 'place' => "core/image#1$n#1", 'text' => $text, 'model' => 'gpt-9' ) )->get_data();
      $models[] = array( $stored['text'], $stored['model'], $stored['prompt'] );
    }
    $other = $ask( 'POST', 'suggestions', array( 'image_url' => $url, 'post_id' => $id, 'place' => 'core/image#2#1', 'text' => 'By hand', 'model' => 'gpt-9' ) )->get_data();
    return compact( 'models' ) + array( 'other' => $other['model'] );`,
  );
  expect(found).toEqual({
    models: [1, 2, 3].map((number) => [`Boat number ${String(number)}`, 'gpt-5.4-mini', 'v1']),
    other: '',
  });
});

test('A suggestion reveals nothing about an image or a post that the user may not read', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${support}
    $private = $post( 'Hidden', array( 'post_status' => 'private', 'post_title' => 'Secret title', 'post_excerpt' => 'Secret excerpt' ) );
    $image   = image( 'Secret alt', array( 'post_parent' => $private, 'post_excerpt' => 'Secret caption' ) );
    update_post_meta( $image, '_wp_attached_file', '2026/Secret file.jpg' );
    $become( 'author' );
    $mine   = image();
    $draft  = $post( $block( $image ) . $block( $mine ), array( 'post_status' => 'draft' ) );
    $src    = wp_get_attachment_url( $image );
    wp_update_post( wp_slash( array( 'ID' => $draft, 'post_content' => str_replace( $src, 'https://example.com/shown.jpg', get_post( $draft )->post_content ) ) ) );
    $add    = function ( $id, $place ) use ( $ask, $draft ) { return $ask( 'POST', 'suggestions', array( 'attachment_id' => $id, 'image_url' => 'https://example.com/sent.jpg', 'post_id' => $draft, 'place' => $place, 'text' => 'Secret caption' ) )->get_data(); };
    $added  = array( $add( $image, "core/image#$image#1" ), $add( $private, "core/image#$image#2" ) );
    // A suggestion from before the image became private.
    $before = $suggest( $image, 'A boat', $draft );
    $listed = array_column( $get( array( 'post' => $draft, 'context' => 'edit' ) ), null, 'id' );
    $told   = array( $texts( array_diff_key( $added[0], array( 'text' => 1 ) ) ), $texts( array_diff_key( $added[1], array( 'text' => 1 ) ) ), $texts( array_diff_key( $listed[ $before ], array( 'text' => 1 ) ) ) );
    // A post with a password shows the image too.
    $author = get_current_user_id();
    $admin();
    $post( '<p>Secret paragraph</p>' . $block( $mine ), array( 'post_password' => 'open', 'post_title' => 'Secret title' ) );
    \\Altscribe\\Posts\\Uses::read_noted();
    wp_set_current_user( $author );
    $library = \\Altscribe\\Suggestions\\Store::to_array( \\Altscribe\\Suggestions\\Store::get( $suggest( $mine, 'Mine' ) ) );
    return array( 'told' => $told, 'findings' => array_column( $added, 'findings' ), 'file' => array( $listed[ $before ]['image']['file'], $listed[ $before ]['image']['url'] ), 'library' => $texts( $library ) );`,
  );
  expect(found).toEqual({
    told: [[], [], []],
    findings: [[], []],
    file: ['shown.jpg', 'https://example.com/shown.jpg'],
    library: [],
  });
});

test('The images in a draft do not show the suggestions for images of others', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${support}
    $images = images( 2 );
    $suggest( $images[0], 'Secret text' );
    $suggest( $images[1], 'Secret too' );
    $become( 'contributor' );
    $draft  = $post( $block( $images[1] ), array( 'post_status' => 'draft', 'meta_input' => array( '_thumbnail_id' => $images[0] ) ) );
    $suggest( $images[1], 'Own', $draft );
    $of     = function () use ( $get, $draft ) { return wp_list_pluck( $get( array( 'post' => $draft, 'context' => 'edit' ) ), 'text' ); };
    $theirs = $of();
    $become( 'editor' );
    return array( 'contributor' => $theirs, 'editor' => $of() );`,
  );
  expect(found).toEqual({ contributor: ['Own'], editor: ['Secret text', 'Secret too', 'Own'] });
});

test('Users who may not edit an image cannot undo its text in the media library', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${support}
    $image = image();
    $become( 'author' );
    $id    = $post( $block( $image ) );
    $author = get_current_user_id();
    $admin();
    $row   = $suggest( $image, 'A boat at the pier', $id );
    $decide( $row );
    $both  = array( $alts( $id ), alt( $image ) );
    wp_set_current_user( $author );
    $undone = $code( $ask( 'POST', "suggestions/$row/undo" ) );
    return array( 'both' => $both, 'undone' => $undone, 'then' => array( $alts( $id ), alt( $image ) ) );`,
    { settings: { write_to: 'both' } },
  );
  expect(found).toEqual({
    both: [['A boat at the pier'], 'A boat at the pier'],
    undone: 'pending',
    then: [[''], 'A boat at the pier'],
  });
});

const hidden = `
  register_post_type( 'note', array( 'public' => false, 'show_ui' => true, 'supports' => array( 'title', 'editor' ) ) );
  $hidden = array(
    'private'  => array( 'post_status' => 'private' ),
    'draft'    => array( 'post_status' => 'draft' ),
    'future'   => array( 'post_status' => 'future', 'post_date' => '2099-01-01 00:00:00' ),
    'password' => array( 'post_password' => 'open' ),
    'type'     => array( 'post_type' => 'note' ),
  );`;

test('Texts and context come only from posts that the user may read', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${support} ${hidden}
    $author = $user( 'author' );
    foreach ( $hidden + array( 'public' => array() ) as $name => $fields ) {
      $admin();
      $image = image( '', array( 'post_author' => $author, 'post_title' => 'IMG_1' ) );
      $post( $block( $image, 'Secret harbour at dawn' ), $fields + array( 'post_title' => 'Secret title' ) );
      \\Altscribe\\Posts\\Uses::read_noted();
      wp_set_current_user( $author );
      $GLOBALS['fields'] = array();
      $row    = $ask( 'GET', "images/$image" )->get_data()['text_in_post'];
      $free   = $ask( 'POST', "attachments/$image/generate" )->get_data();
      $ask( 'POST', "attachments/$image/generate", array( 'regenerate' => true ) );
      $of_author = array( $texts( array( $row, $free ) ), $texts( $GLOBALS['fields'] ) );
      // WP-CLI and cron without a user.
      wp_set_current_user( 0 );
      $nobody = array( $texts( altscribe_find_text_in_posts( $image ) ), $texts( \\Altscribe\\Generation\\Context::attachment_context( $image ) ) );
      // Editors may read all of them.
      $admin();
      $result[ $name ] = array( $of_author, $nobody, array( $texts( altscribe_find_text_in_posts( $image ) ), $texts( \\Altscribe\\Generation\\Context::attachment_context( $image ) ) ) );
    }
    // The post that it was uploaded to, which does not show it.
    $attached = image( '', array( 'post_author' => $author, 'post_title' => 'IMG_1', 'post_parent' => $post( '', array( 'post_status' => 'private', 'post_title' => 'Secret title' ) ) ) );
    register_taxonomy( 'drawer', 'post', array( 'public' => false ) );
    $of_term  = image( '', array( 'post_title' => 'IMG_1' ) );
    update_term_meta( wp_insert_term( 'Secret drawer', 'drawer' )['term_id'], 'thumbnail_id', $of_term );
    \\Altscribe\\Posts\\Uses::read_noted();
    $of     = function () use ( $texts, $attached, $of_term ) { return $texts( array_map( 'Altscribe\\Generation\\Context::attachment_context', array( $attached, $of_term ) ) ); };
    $editor = $of();
    wp_set_current_user( $author );
    return $result + array( 'uploaded' => array( 'editor' => $editor, 'author' => $of() ) );`,
  );
  const all = [['Secret harbour'], ['Secret title']];
  const none = [[], []];
  expect(found).toEqual({
    private: [none, none, all],
    draft: [none, none, all],
    future: [none, none, all],
    password: [none, none, all],
    // Visitors cannot open it, so its title is not used as context.
    type: [none, none, [['Secret harbour'], []]],
    public: [all, all, all],
    uploaded: { editor: ['Secret title'], author: [] },
  });
});

test('A batch reads the posts that the user who started it may read', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${support}
    $batch = function ( $become, $free ) use ( $post, $block, $texts, $admin ) {
      $admin();
      $image = image( '', array( 'post_title' => 'IMG_1' ) );
      $post( $block( $image, $free ? 'Secret harbour at dawn' : '' ), array( 'post_status' => 'private', 'post_title' => 'Secret title' ) );
      \\Altscribe\\Posts\\Uses::read_noted();
      $become();
      \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $image ) ) );
      // WP-Cron has no user, and a page has its reader as the user.
      $free ? wp_set_current_user( 0 ) : $admin();
      $GLOBALS['fields'] = array();
      work_through();
      return $texts( array( altscribe_find_suggestion( $image )['new_text'] ?? '', $GLOBALS['fields'] ) );
    };
    $as     = function ( $role ) use ( $become ) { return function () use ( $become, $role ) { $become( $role ); }; };
    $nobody = function () { wp_set_current_user( 0 ); };
    return array( 'editor' => array( $batch( $as( 'editor' ), true ), $batch( $as( 'editor' ), false ) ), 'author' => array( $batch( $as( 'author' ), true ), $batch( $as( 'author' ), false ) ), 'nobody' => array( $batch( $nobody, true ), $batch( $nobody, false ) ) );`,
  );
  expect(found).toEqual({
    editor: [['Secret harbour'], ['Secret title']],
    author: [[], []],
    nobody: [[], []],
  });
});

test('The texts of translations are shown only to users who may read the translations', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${support}
    $private = $post( 'Hidden', array( 'post_status' => 'private' ) );
    $ids     = array( 'de' => image( 'Secret harbour at dawn', array( 'post_parent' => $private ) ), 'en' => image() );
    add_filter( 'wpml_active_languages', function () { return array( 'en' => array( 'native_name' => 'English' ), 'de' => array( 'native_name' => 'Deutsch' ) ); } );
    add_filter( 'wpml_object_id', function ( $id, $type, $any, $code ) use ( $ids ) { return in_array( $id, $ids, true ) ? $ids[ $code ] : null; }, 10, 4 );
    \\Altscribe\\Library\\File_Texts::register_older_texts();
    $shown  = function () use ( $texts, $ids ) {
      $media = rest_do_request( new WP_REST_Request( 'GET', "/wp/v2/media/$ids[en]" ) )->get_data();
      return $texts( array( $media, wp_prepare_attachment_for_js( $ids['en'] ), \\Altscribe\\Media_Library\\Scripts::image_controls_data( $ids['en'] ) ) );
    };
    $editor = $shown();
    $become( 'author' );
    return array( 'editor' => $editor, 'author' => $shown() );`,
  );
  expect(found).toEqual({ editor: ['Secret harbour'], author: [] });
});

test('The text of a copy comes only from an image that the user may read', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${support}
    $private = $post( 'Hidden', array( 'post_status' => 'private' ) );
    $author  = $user( 'author' );
    $copy    = function ( $alt, $fields ) {
      $id = image( $alt, $fields + array( 'post_name' => 'secret-copy' ) );
      wp_mkdir_p( wp_get_upload_dir()['basedir'] . '/2026' );
      file_put_contents( get_attached_file( $id ), 'the same bytes' );
      return $id;
    };
    $copies = array( $copy( 'Secret harbour at dawn', array( 'post_parent' => $private ) ), $copy( '', array( 'post_author' => $author ) ) );
    $of     = function () use ( $texts, $copies ) { return $texts( \\Altscribe\\Media_Page\\Images::image_to_array( $copies[1] )['text_of_copy'] ); };
    $editor = $of();
    wp_set_current_user( $author );
    $found  = array( 'editor' => $editor, 'author' => $of() );
    array_map( 'unlink', array_map( 'get_attached_file', $copies ) );
    return $found;`,
  );
  expect(found).toEqual({ editor: ['Secret harbour'], author: [] });
});
