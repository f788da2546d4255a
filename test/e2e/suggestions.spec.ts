import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';
import { runScript } from './support/wp-cli.ts';

const review = { settings: { review_new_texts: true } };

test('Every path holds its text for review, and none is paid for twice, even for another user', async ({
  site,
}) => {
  const paths = `
    $generate = function ( $place ) use ( $ask, $post_id, $images ) { return $ask( 'POST', 'generate', array( 'post_id' => $post_id, 'attachment_id' => $images[4], 'place' => $place ) )->get_data(); };
    $run = function ( $params = array() ) use ( $ask, $images, $generate ) {
      \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $images[0] ), 'origin' => 'cli' ) );
      \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $images[1] ) ) );
      work_through();
      $ask( 'POST', "attachments/$images[2]/generate" );
      \\Altscribe\\Platform\\Abilities::run_generate_ability( array( 'attachment_id' => $images[3] ) );
      return array( $generate( "core/image#$images[4]#1" )['is_held'], $generate( '' )['is_held'] );
    };`;
  const made = await runQueue(
    site.php,
    `${helpers}
    $images  = images( 5 );
    $post_id = $post( $block( $images[4] ) );
    ${paths}
    update_option( 'altscribe_settings', array( 'generate_on_upload' => true ) + get_option( 'altscribe_settings' ) );
    $upload = image();
    \\Altscribe\\Batches\\Uploads::release_upload( array( 'sizes' => array( 'a' ) ), $upload );
    update_option( 'altscribe_settings', array( 'generate_on_upload' => false ) + get_option( 'altscribe_settings' ) );
    $held = $run();
    return array( 'held' => $held, 'images' => $images, 'post_id' => $post_id, 'calls' => count( $GLOBALS['calls'] ), 'texts' => array_filter( array_map( 'alt', $images ) ), 'alts' => $alts( $post_id ) );`,
    review,
  );
  expect(made).toMatchObject({ held: [true, true], calls: 7, texts: [], alts: [''] });

  // Another process and user, after a reload.
  const later = await runQueue(
    site.php,
    `${helpers}
    list( 'images' => $images, 'post_id' => $post_id ) = $args['made'];
    ${paths}
    wp_set_current_user( $user( 'editor' ) );
    wp_update_post( array( 'ID' => $post_id, 'post_title' => 'Harbour at night' ) );
    wp_save_post_revision( $post_id );
    $origins = wp_list_pluck( $get(), 'origin' );
    sort( $origins );
    $again   = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $images, 'overwrite' => true ) );
    $run();
    // The text that waits for an upload is also that of its place in a post: it is paid for.
    $upload = $get( array( 'type' => 'library' ) )[ array_search( 'upload', wp_list_pluck( $get( array( 'type' => 'library' ) ), 'origin' ), true ) ];
    $in     = $post( $block( $upload['attachment_id'] ) );
    $row    = $ask( 'POST', 'generate', array( 'post_id' => $in, 'attachment_id' => $upload['attachment_id'], 'place' => "core/image#{$upload['attachment_id']}#1" ) )->get_data();
    $copied = array( $row['is_held'], $row['alt_text'] === $upload['text'], $pending( array( 'post' => $in ) ) === array( $upload['text'] ) );
    $roles  = wp_list_pluck( \\Altscribe\\Core\\Settings::list_publishing_roles(), 'name' );
    wp_set_current_user( $user( 'author' ) );
    return array( 'copied' => $copied, 'roles' => $roles, 'origins' => $origins, 'calls' => count( $GLOBALS['calls'] ), 'again' => $again->get_error_message(), 'of others' => $get() );`,
    { ...review, goOn: true, args: { made } },
  );
  expect(later).toEqual({
    origins: ['ability', 'batch', 'cli', 'grid', 'sidebar', 'sidebar', 'upload'],
    copied: [true, true, true],
    // Administrators are never held.
    roles: ['editor', 'author'],
    calls: 0,
    again: 'Suggestions for these images are waiting for review.',
    'of others': [],
  });
});

test('Without that setting, only texts that would replace another one are suggested', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $images = array( image(), image( 'Old' ), image(), image( 'Older' ) );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $images[0], $images[1] ), 'filters' => array( 'state' => 'all' ) ) );
    work_through();
    $held = array( $ask( 'POST', "attachments/$images[2]/generate" )->get_data()['is_held'], $ask( 'POST', "attachments/$images[3]/generate" )->get_data()['is_held'] );
    $items = array_map( 'Altscribe\\Batches\\Batch_Routes::item_to_array', array( \\Altscribe\\Batches\\Store::find_item( $images[1] ) ) );
    \\Altscribe\\Batches\\Control::edit_item( $images[1], 'Edited in the results' );
    $rest = $get( array( 'waiting' => 'suggested' ) );
    $decide( $rest[0]['id'], 'reject' );
    return array( 'texts' => array_map( 'alt', $images ), 'first' => "Text of $images[0]", 'held' => $held, 'item' => array( $items[0]['state'], $items[0]['alt_text'] === "Text of $images[1]" ), 'current' => wp_list_pluck( $rest, 'current_text' ), 'item now' => item( $images[1] ), 'left' => $pending( array( 'waiting' => 'suggested' ) ) );`,
  );
  expect(found).toMatchObject({
    texts: [(found as { first: string }).first, 'Edited in the results', '', 'Older'],
    held: [false, true],
    item: ['suggested', true],
    current: ['Older'],
    'item now': 'written',
    left: [],
  });
});

test('A refusal and a decorative verdict wait for a decision too', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $images = images( 4 );
    serve( function ( $id ) use ( $images, $declined ) { return in_array( $id, array( $images[0], $images[1] ), true ) ? $declined() : text( '', 'decorative' ); } );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $images[0], $images[2] ) ) );
    work_through();
    $answers = array( $code( $ask( 'POST', "attachments/$images[1]/generate" ) ), $ask( 'POST', "attachments/$images[3]/generate" )->get_data()['purpose'] );
    $items   = array_column( $get(), null, 'attachment_id' );
    $all     = array();
    foreach ( $images as $image ) { $all[] = array( $items[ $image ]['declined'], $items[ $image ]['purpose'], $items[ $image ]['text'] ); }
    $of      = function ( $n ) use ( $items, $images ) { return $items[ $images[ $n ] ]['id']; };
    $decided = array( $code( $decide( $of( 0 ) ) ), $code( $decide( $of( 0 ), 'accept', array( 'text' => 'By hand' ) ) ), $code( $decide( $of( 2 ), 'decorative' ) ), $code( $decide( $of( 3 ), 'decorative' ) ) );
    $clean   = $ask( 'GET', 'suggestions/counts' )->get_data()['without_findings'];
    $mark    = function () use ( $images ) { return (bool) get_post_meta( $images[3], '_altscribe_decorative', true ); };
    $marked  = $mark();
    altscribe_undo_suggestion( $of( 3 ) );
    return compact( 'answers', 'all', 'decided', 'clean', 'marked' ) + array( 'counts' => batch( $batch )['counts']['written'], 'unmarked' => $mark(), 'states' => array_map( 'item', $images ), 'left' => count( $get() ) );`,
  );
  const declined = [true, null, ''];
  const decorative = [false, 'decorative', ''];
  expect(found).toEqual({
    answers: ['altscribe_image_unreadable', 'decorative'],
    all: [declined, declined, decorative, decorative],
    decided: ['altscribe_no_text', 'edited', 'decorative', 'decorative'],
    clean: 0,
    marked: true,
    counts: 2,
    unmarked: false,
    states: ['written', null, 'written', null],
    left: 2,
  });
});

test('A place in a post is shown with its surroundings, written and undone to the byte', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $image = image();
    $url   = 'https://images.example.com/a.jpg?size=1';
    $around = '<!-- wp:heading --><h2 class="wp-block-heading">Boats</h2><!-- /wp:heading --><!-- wp:paragraph --><p>In the <em>morning</em> &amp; evening.</p><!-- /wp:paragraph -->';
    $source = $around . $block( $image ) . $block( $image, 'Old', '<figcaption>At sea</figcaption>' ) . '<!-- wp:paragraph --><p>Later.</p><!-- /wp:paragraph --><p>x <img src="' . $url . '"> y</p>';
    $id    = $post( $source );
    $place = "core/image#$image#";
    \\Altscribe\\Library\\Remembered_Texts::remember( $image, array( 'alt_text' => 'Two "boats" [at] the pier', 'model' => 'gpt', 'prompt' => 'v1' ) );
    $add   = function ( $params ) use ( $ask, $id ) { return $ask( 'POST', 'suggestions', $params + array( 'post_id' => $id, 'text' => 'Two "boats" [at] the pier' ) )->get_data(); };
    $items = array( $add( array( 'attachment_id' => $image, 'place' => $place . 2, 'previous_text' => 'Old' ) ), $add( array( 'attachment_id' => $image, 'place' => $place . 1 ) ), $add( array( 'image_url' => $url, 'place' => "core/freeform#$url#1", 'hint' => 'Rosa' ) ) );
    $first = $items[0];
    $codes = array( $code( $decide( $first['id'] ) ), $code( $decide( $items[1]['id'], 'decorative' ) ), $code( $decide( $items[2]['id'], 'accept', array( 'text' => 'Rosa' ) ) ), $code( $decide( $first['id'] ) ) );
    $texts = $alts( $id );
    $mark  = preg_match( '/<img role="none" [^>]*alt=""/', get_post( $id )->post_content );
    $can   = array_column( $items, 'can_be_decorative' );
    $revisions = count( wp_get_post_revisions( $id ) );
    foreach ( array_reverse( $items ) as $item ) { $back[] = $code( $ask( 'POST', "suggestions/$item[id]/undo" ) ); }
    $same  = get_post( $id )->post_content === $source;
    // Only one is pending for a place, and a later text replaces it.
    $again = $add( array( 'attachment_id' => $image, 'place' => $place . 1, 'text' => 'Another text' ) );
    return compact( 'first', 'codes', 'texts', 'mark', 'can', 'back', 'same' ) + array( 'revisions' => $revisions > 0, 'same row' => $again['id'] === $items[1]['id'], 'pending' => $pending(), 'of post' => count( $get( array( 'post' => $id, 'context' => 'edit' ) ) ) );`,
  );
  expect(found).toMatchObject({
    first: {
      number: 2,
      total: 3,
      surroundings: {
        heading: 'Boats',
        before: 'In the morning & evening.',
        caption: 'At sea',
        after: 'Later.',
      },
      current_text: 'Old',
      findings: [],
      model: 'gpt',
      prompt: 'v1',
      requested_by: 'admin',
      post: { title: 'Harbour' },
    },
    codes: ['accepted', 'decorative', 'edited', 'altscribe_already_decided'],
    texts: ['', 'Two &quot;boats&quot; &#91;at&#93; the pier', 'Rosa'],
    can: [true, true, true],
    back: ['pending', 'pending', 'pending'],
    same: true,
    revisions: true,
    'same row': true,
    // In the order of the document.
    pending: ['Another text', 'Two "boats" [at] the pier', 'Two "boats" [at] the pier'],
    'of post': 3,
  });
});

test('The text of a fixed cover is replaced where it stands, and undone to the byte', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $image  = image();
    $cover  = function ( $text ) use ( $image ) { return '<!-- wp:cover {"url":"https://images.example.com/a.jpg","id":' . $image . ',"alt":"' . $text . '","hasParallax":true} --><div class="wp-block-cover"><div role="img" aria-label="' . $text . '" class="wp-block-cover__image-background wp-image-' . $image . ' has-parallax" style="background-image:url(https://images.example.com/a.jpg)"></div></div><!-- /wp:cover -->'; };
    $id     = $post( $cover( 'Old' ) );
    $item   = $ask( 'POST', 'suggestions', array( 'post_id' => $id, 'attachment_id' => $image, 'place' => "core/cover#$image#1", 'text' => 'New', 'previous_text' => 'Old' ) )->get_data()['id'];
    $code( $decide( $item ) );
    $after = get_post( $id )->post_content === $cover( 'New' );
    $ask( 'POST', "suggestions/$item/undo" );
    return array( $after, get_post( $id )->post_content === $cover( 'Old' ) );`,
  );
  expect(found).toEqual([true, true]);
});

test('An image whose caption or link has the words can be decorative, and keeps them', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $image = image();
    $url   = 'https://images.example.com/a.jpg';
    $id    = $post( $block( $image, '', '<figcaption>At sea</figcaption>' ) . '<p><a href="/boats"><img src="' . $url . '?1"> Boats</a> <a href="/sea"><img src="' . $url . '?2"></a></p>' );
    $add   = function ( $params ) use ( $ask, $id ) { return $ask( 'POST', 'suggestions', $params + array( 'post_id' => $id, 'text' => 'At sea', 'purpose' => 'decorative' ) )->get_data(); };
    $items = array( $add( array( 'attachment_id' => $image, 'place' => "core/image#$image#1" ) ), $add( array( 'image_url' => "$url?1", 'place' => "core/freeform#$url?1#1" ) ), $add( array( 'image_url' => "$url?2", 'place' => "core/freeform#$url?2#1" ) ) );
    $verdicts = count( $get( array( 'finding' => 'decorative' ) ) );
    foreach ( $items as $item ) { $codes[] = $code( $decide( $item['id'], 'decorative' ) ); }
    $content = get_post( $id )->post_content;
    return array( 'can' => array_column( $items, 'can_be_decorative' ), 'codes' => $codes, 'verdicts' => $verdicts, 'caption' => strpos( $content, 'At sea' ) > 0, 'own mark' => strpos( $content, '"metadata":{"altscribe":{"isDecorative":true}}' ) > 0, 'link' => (bool) preg_match( '~<a href="/boats"><img role="none"[^>]*> Boats</a>~', $content ) );`,
  );
  expect(found).toEqual({
    can: [true, true, false],
    codes: ['decorative', 'decorative', 'altscribe_not_decorative'],
    verdicts: 3,
    caption: true,
    'own mark': true,
    link: true,
  });
});

test('A post that someone edits, a changed text and a rejected one are left unchanged', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    require_once ABSPATH . 'wp-admin/includes/post.php';
    $images = array( image(), image( 'Old' ), image() );
    $id     = $post( $block( $images[0] ) );
    $ids    = array( $suggest( $images[0], 'In the post', $id ), $suggest( $images[1], 'In the library' ), $suggest( $images[2], 'Rejected' ) );
    $other  = $user( 'editor' );
    $admin  = get_current_user_id();
    wp_set_current_user( $other );
    wp_set_post_lock( $id );
    wp_set_current_user( $admin );
    $locked = $decide( $ids[0] );
    // The user's own editor would overwrite the text with its next save.
    wp_set_post_lock( $id );
    $own    = $decide( $ids[0] );
    $filled = \\Altscribe\\Posts\\Fill::fill_posts( $images[1], array( $id ) )[0]['reason'];
    update_post_meta( $id, '_edit_lock', time() - 200 . ':' . $admin );
    $filled = array( $filled, \\Altscribe\\Posts\\Fill::fill_posts( $images[1], array( $id ) )[0]['reason'] );
    update_post_meta( $id, '_edit_lock', '' );
    update_post_meta( $images[1], '_wp_attachment_image_alt', 'Newer' );
    $changed = $decide( $ids[1] );
    $again   = $decide( $ids[1], 'accept', array( 'expected_current' => 'Older still' ) );
    $then    = $decide( $ids[1] );
    update_post_meta( $images[1], '_wp_attachment_image_alt', 'Edited since' );
    $undo    = $code( $ask( 'POST', "suggestions/$ids[1]/undo" ) );
    $reject  = $decide( $ids[2], 'reject' );
    return array( 'locked' => array( $locked->get_status(), $locked->get_data()['message'], $locked->get_data()['data']['item']['text'] ),
      'changed' => array( $code( $changed ), $changed->get_data()['data']['item']['current_text'], $code( $again ), $code( $then ) ), 'own' => array( $own->get_status(), substr( $own->get_data()['message'], 0, 44 ) ), 'filled' => $filled, 'undo' => $undo, 'reject' => array( $code( $reject ), alt( $images[2] ) ), 'alt' => alt( $images[1] ), 'left' => $pending() );`,
  );
  expect(found).toEqual({
    locked: [423, 'The editor is editing this post.', 'In the post'],
    own: [423, 'You are editing this post in another tab, wh'],
    filled: ['locked', 'nothing_to_change'],
    changed: ['altscribe_text_changed', 'Newer', 'altscribe_text_changed', 'accepted'],
    undo: 'altscribe_text_changed',
    reject: ['rejected', ''],
    alt: 'Edited since',
    left: ['In the post'],
  });
});

test('A suggestion ends with its image or place, or when its text is applied elsewhere', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $images = images( 7 );
    $one    = $post( $block( $images[0] ) . $block( $images[1] ) . $block( $images[2] ) . $block( $images[5] ) );
    $other  = $post( $block( $images[3] ) );
    update_post_meta( $images[1], '_wp_attachment_image_alt', 'Has one' );
    foreach ( array( 0, 1, 2, 5 ) as $n ) { $suggest( $images[ $n ], "Place $n", $one ); }
    $suggest( $images[3], 'Deleted post', $other );
    $suggest( $images[4], 'Deleted image' );
    $suggest( $images[6], 'Library 6' );
    // The first two places are removed; the third gets its text, the last one another.
    wp_update_post( wp_slash( array( 'ID' => $one, 'post_content' => $block( $images[2], 'Place 2' ) . $block( $images[5], 'By hand' ) ) ) );
    wp_delete_post( $other, true );
    wp_delete_attachment( $images[4], true );
    update_post_meta( $images[6], '_wp_attachment_image_alt', 'Library 6' );
    $left    = array_map( function ( $item ) use ( $images ) { return array( array_search( $item['attachment_id'], $images, true ), $item['post_id'] > 0, $item['text'], $item['current_text'] ); }, $get() );
    $decided = array_map( function ( $item ) { return array( $item['text'], $item['state'], $item['can_undo'] ); }, $get( array( 'state' => 'decided' ) ) );
    // The editor records a decision after it has saved the post.
    $id     = $get()[0]['id'];
    $editor = $code( $decide( $id, 'accept', array( 'text' => 'By hand', 'written' => true ) ) );
    $editor2 = $code( $decide( $id, 'accept', array( 'text' => 'By hand', 'written' => true ) ) );
    // The texts of the removed images wait for the images; in the end, an image without a text in
    // the library gets it there.
    $GLOBALS['wpdb']->query( 'UPDATE ' . \\Altscribe\\Suggestions\\Store::table() . ' SET decided = 5' );
    do_action( 'altscribe_read_uses' );
    $late    = array_map( function ( $item ) { return array( $item['text'], $item['post_id'] ); }, $get() );
    update_post_meta( $images[0], '_altscribe_decorative', 1 );
    return compact( 'left', 'decided', 'late' ) + array( 'editor' => array( $editor, $editor2 ), 'now' => count( $get() ), 'old' => count( $get( array( 'state' => 'decided' ) ) ) );`,
  );
  expect(found).toEqual({
    left: [[5, true, 'Place 5', 'By hand']],
    late: [['Place 0', 0]],
    decided: [
      ['Library 6', 'accepted', false],
      ['Place 2', 'accepted', false],
    ],
    editor: ['edited', 'edited'],
    now: 0,
    old: 1,
  });
});

test('A suggestion follows its image through cutting, pasting and converting, and returns with it', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $images = images( 3 );
    $file   = function ( $id ) { return wp_get_attachment_url( $id ); };
    $html   = function ( $id, $alt = '' ) use ( $file ) { return '<!-- wp:html --><img src="' . $file( $id ) . '" alt="' . $alt . '" class="wp-image-' . $id . '"><!-- /wp:html -->'; };
    $media  = function ( $id ) use ( $file ) { return '<!-- wp:media-text {"mediaId":' . $id . ',"mediaType":"image"} --><div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"><img src="' . $file( $id ) . '" alt="" class="wp-image-' . $id . ' size-full"/></figure><div class="wp-block-media-text__content"></div></div><!-- /wp:media-text -->'; };
    $id     = $post( $block( $images[0] ) . $html( $images[1] ) . $block( $images[2] ) );
    $add    = function ( $n, $text, $name = 'core/image', $more = array() ) use ( $images, $id ) { return altscribe_add_suggestion( $more + array( 'attachment_id' => $images[ $n ], 'post_id' => $id, 'place' => "$name#$images[$n]#1", 'new_text' => $text ) ); };
    $add( 0, 'Cut' );
    $add( 0, "Chart

Long", 'core/image', array( 'purpose' => 'long' ) );
    $add( 1, 'Converted', 'core/html' );
    $add( 2, 'Moved' );
    $save   = function ( $content ) use ( $id, $get ) {
      wp_update_post( wp_slash( array( 'ID' => $id, 'post_content' => $content ) ) );
      $items = $get( array( 'per_page' => 50 ) );
      return array_map( function ( $item ) { return array( strtok( $item['text'], "
" ), strtok( $item['place'], '#' ) ); }, $items );
    };
    $steps  = array(
      'cut'      => $save( $html( $images[1] ) . $block( $images[2] ) ),
      'pasted'   => $save( $block( $images[0] ) . $html( $images[1] ) . $block( $images[2] ) ),
      'changed'  => $save( $block( $images[0] ) . $block( $images[1] ) . $media( $images[2] ) ),
      // A text that a user wrote meanwhile is not replaced, and the suggestion is still there
      // without it.
      'cut 2'    => $save( $block( $images[1] ) . $media( $images[2] ) ),
      'by hand'  => $save( $block( $images[0], 'By hand' ) . $block( $images[1] ) . $media( $images[2] ) ),
      'removed'  => $save( $block( $images[0] ) . $block( $images[1] ) . $media( $images[2] ) ),
    );
    // A Details block of the author is not the long description.
    $long   = wp_list_filter( $get( array( 'per_page' => 50 ) ), array( 'purpose' => 'long' ) );
    $own    = '<!-- wp:details --><details class="wp-block-details"><summary>How to get there</summary><!-- wp:paragraph --><p>By bus</p><!-- /wp:paragraph --></details><!-- /wp:details -->';
    $steps['own details'] = count( $save( $block( $images[0] ) . $own . $block( $images[1] ) . $media( $images[2] ) ) );
    $state  = $code( $decide( current( $long )['id'] ) );
    $text   = get_post( $id )->post_content;
    return $steps + array( 'state' => $state, 'order' => strpos( $text, 'Chart' ) < strpos( $text, 'How to get' ) );`,
  );
  const image = 'core/image';
  expect(found).toEqual({
    cut: [
      ['Converted', 'core/html'],
      ['Moved', image],
    ],
    pasted: [
      ['Cut', image],
      ['Chart', image],
      ['Converted', 'core/html'],
      ['Moved', image],
    ],
    changed: [
      ['Cut', image],
      ['Chart', image],
      ['Converted', image],
      ['Moved', 'core/media-text'],
    ],
    'cut 2': [
      ['Converted', image],
      ['Moved', 'core/media-text'],
    ],
    'by hand': [
      ['Chart', image],
      ['Converted', image],
      ['Moved', 'core/media-text'],
    ],
    removed: [
      ['Cut', image],
      ['Chart', image],
      ['Converted', image],
      ['Moved', 'core/media-text'],
    ],
    'own details': 4,
    state: 'accepted',
    order: true,
  });
});

test('An undone suggestion waits beside a newer one, and neither is lost', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $image  = image();
    $first  = $suggest( $image, 'First' );
    $states = array( $code( $decide( $first ) ) );
    $second = $suggest( $image, 'Second' );
    $states[] = $code( $ask( 'POST', "suggestions/$first/undo" ) );
    $both   = $pending();
    $states[] = $code( $decide( $second ) );
    $states[] = $code( $decide( $second ) );
    $states[] = $code( $decide( $first ) );
    $changed  = $get()[0];
    $states[] = $code( $decide( $first ) );
    $left = $pending();
    // The older one is written again, and the newer one stays.
    list( $other, $plan ) = images( 2 );
    $old = $suggest( $other, 'Old' );
    $decide( $old, 'reject' );
    $suggest( $other, 'New' );
    $ask( 'POST', "suggestions/$old/undo" );
    serve( function () { return text( 'Written again' ); } );
    $again = $ask( 'POST', "suggestions/$old/rewrite" )->get_data()['id'] === $old;
    $after = $pending();
    // "Decorative" about a live text does not end the text that came since. Nor is a long description undone without its image.
    \\Altscribe\\Library\\Alt_Text::write( $plan, 'Live', '' );
    \\Altscribe\\Library\\Provenance::record( $plan, 'Live', array( 'source' => 'generated', 'model' => 'gpt' ) );
    $live   = $get( array( 'waiting' => 'live' ) )[0]['id'];
    $newer  = $suggest( $plan, 'Newer' );
    $unseen = array( $code( $decide( $live, 'decorative' ) ), \\Altscribe\\Suggestions\\Store::get( $newer )['state'], alt( $plan ) );
    $id     = $post( $block( $plan, 'Plan' ) );
    $long   = $suggest( $plan, "Pier\n\nOf wood", $id, 1, array( 'purpose' => 'long' ) );
    $decide( $long );
    wp_update_post( wp_slash( array( 'ID' => $id, 'post_content' => str_replace( array( '{"id":' . $plan . '}', 'alt="Plan"' ), array( '{"id":' . $plan . ',"metadata":{"altscribe":{"isDecorative":true}}}', 'alt=""' ), get_post( $id )->post_content ) ) ) );
    $kept   = array( $code( $ask( 'POST', "suggestions/$long/undo" ) ), \\Altscribe\\Suggestions\\Store::get( $long )['state'], substr_count( get_post( $id )->post_content, 'Of wood' ) );
    return array( 'states' => $states, 'both' => $both, 'shown' => array( $changed['text'], $changed['current_text'] ), 'alt' => alt( $image ) ) + compact( 'left', 'again', 'after', 'unseen', 'kept' );`,
  );
  expect(found).toEqual({
    states: [
      'accepted',
      'pending',
      // It was about the text that is undone now.
      'altscribe_text_changed',
      'accepted',
      'altscribe_text_changed',
      'accepted',
    ],
    both: ['First', 'Second'],
    shown: ['First', 'Second'],
    alt: 'First',
    left: [],
    again: true,
    after: ['Written again', 'New'],
    unseen: ['altscribe_text_changed', 'pending', 'Live'],
    kept: ['altscribe_place_gone', 'accepted', 1],
  });
});

test('A hint is sent as the author’s note and remembered; a rewrite costs one credit', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $image = image();
    $id    = $post( '<!-- wp:heading --><h2 class="wp-block-heading">Boats</h2><!-- /wp:heading -->' . $block( $image ) );
    $ids   = array( $suggest( $image, 'First' ), $suggest( $image, 'First in the post', $id ) );
    $sent  = array();
    add_filter( 'pre_http_request', function ( $answer, $call, $url ) use ( &$sent ) {
      if ( false !== strpos( $url, 'alt.example.com' ) ) { $sent[] = array( json_decode( $call['body'], true )['image_context'] ?? '', $call['headers']['Cache-Control'] ?? '' ); }
      return $answer;
    }, 10, 3 );
    serve( function () { return text( 'Rosa in 1931' ); } );
    $items = array();
    foreach ( $ids as $one ) { $items[] = $ask( 'POST', "suggestions/$one/rewrite", array( 'hint' => 'Aunt Rosa, 1931' ) )->get_data(); }
    $ask( 'POST', "suggestions/$ids[0]/rewrite", array() );
    return array( 'sent' => $sent, 'items' => array_map( function ( $item ) { return array( $item['text'], $item['hint'], $item['account']['credits_available'] ); }, $items ), 'ids' => wp_list_pluck( $items, 'id' ) === $ids );`,
  );
  const note = "Author's note: Aunt Rosa, 1931";
  expect(found).toEqual({
    sent: [
      [expect.stringContaining(note), 'no-cache'],
      [`${note}\nHeading above: Boats\nPage: post`, 'no-cache'],
      [expect.stringContaining(note), 'no-cache'],
    ],
    items: [
      ['Rosa in 1931', 'Aunt Rosa, 1931', 7],
      ['Rosa in 1931', 'Aunt Rosa, 1931', 7],
    ],
    ids: true,
  });
});

test('A rewrite sends the parts of the context that the editor sends', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $images = images( 4 );
    $linked = str_replace( array( '{"id":' . $images[0] . '}', '<img', '/></' ), array( '{"id":' . $images[0] . ',"linkDestination":"custom"}', '<a href="https://shop.example.com/boats"><img', '/></a></' ), $block( $images[0], '', '' ) );
    $linked = str_replace( '</a></figure>', '</a><figcaption>At sea</figcaption></figure>', $linked );
    $media  = str_replace( array( '{"id":' . $images[2] . '}', '<img', '/></' ), array( '{"id":' . $images[2] . ',"linkDestination":"media"}', '<a href="' . wp_get_attachment_url( $images[2] ) . '"><img', '/></a></' ), $block( $images[2] ) );
    $id     = $post( '<!-- wp:heading --><h2 class="wp-block-heading">Boats</h2><!-- /wp:heading -->'
      . '<!-- wp:paragraph --><p>We <em>met</em> &amp; sang.</p><!-- /wp:paragraph -->'
      . '<!-- wp:gallery --><figure class="wp-block-gallery has-nested-images">' . $linked . '</figure><!-- /wp:gallery -->'
      . '<!-- wp:paragraph --><p>All <a href="/sea"><img src="' . wp_get_attachment_url( $images[1] ) . '" alt="" class="wp-image-' . $images[1] . '"/> to the sea</a> now.</p><!-- /wp:paragraph -->'
      . '<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column">' . $media . '</div><!-- /wp:column --></div><!-- /wp:columns -->'
      . '<p>Old <a href="/plain"><img src="' . wp_get_attachment_url( $images[3] ) . '" alt="" class="wp-image-' . $images[3] . '"></a> text.</p>' );
    $place  = array( 'core/image', 'core/paragraph', 'core/image', 'core/freeform' );
    $sent   = array();
    add_filter( 'altscribe_request', function ( $fields ) use ( &$sent ) { $sent[] = $fields['image_context']; return $fields; } );
    foreach ( $images as $n => $image ) {
      $one = altscribe_add_suggestion( array( 'attachment_id' => $image, 'post_id' => $id, 'place' => "$place[$n]#$image#1", 'new_text' => 'First' ) );
      $ask( 'POST', "suggestions/$one/rewrite", array() );
    }
    return $sent;`,
  );
  const section = 'Heading above: Boats\nParagraph before: We met & sang.';
  const own = 'Page: post';
  expect(found).toEqual([
    `Caption: At sea\nLink target: https://shop.example.com/boats\nShown in: Gallery\n${section}\nParagraph after: All to the sea now.\n${own}`,
    `Link target: /sea\nWords of the link: to the sea\n${section}\nText around: All to the sea now.\nParagraph after: Old text.\n${own}`,
    `Shown in: Columns\nHeading above: Boats\nParagraph before: All to the sea now.\nParagraph after: Old text.\n${own}`,
    `Link target: /plain\nHeading above: Boats\nParagraph before: All to the sea now.\nText around: Old text.\n${own}`,
  ]);
});

test('A paid text is returned, or requested again for free, if nothing can be stored', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    global $wpdb;
    $image = image();
    $old   = image( 'Old' );
    $row   = $suggest( $image, 'First', $post( $block( $image ) ) );
    $full  = function ( $query ) { return preg_match( '~^(INSERT IGNORE INTO|UPDATE) [^ ]*altscribe_suggestions~', $query ) ? 'NO SPACE LEFT' : $query; };
    $wpdb->suppress_errors();
    add_filter( 'query', $full );
    serve( function ( $id, $number ) { return text( "Paid $number" ); } );
    $paid    = function ( $route ) use ( $ask ) { $data = $ask( 'POST', $route )->get_data(); return array( $data['code'], $data['message'], $data['data']['alt_text'] ?? null ); };
    $refused = array( $paid( "suggestions/$row/long" ), $paid( "suggestions/$row/rewrite" ) );
    $grid    = array_slice( $ask( 'POST', "attachments/$old/generate" )->get_data(), 0, 1 );
    $ability = \\Altscribe\\Platform\\Abilities::run_generate_ability( array( 'attachment_id' => $old ) );
    $GLOBALS['keys'] = array();
    $batch   = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $old ), 'filters' => array( 'state' => 'all' ) ) );
    work_through();
    $halted  = array( batch( $batch )['state'], batch( $batch )['reason']['code'] ?? '', item( $old ) );
    remove_filter( 'query', $full );
    $wpdb->suppress_errors( false );
    \\Altscribe\\Batches\\Control::resume_batch( $batch );
    work_through();
    $then    = array( item( $old ), count( $GLOBALS['keys'] ), count( array_unique( $GLOBALS['keys'] ) ) );
    // Another plugin fails with the text.
    $fail = function () { throw new Exception( 'Out of memory' ); };
    add_filter( 'altscribe_alt_text', $fail );
    $GLOBALS['keys'] = array();
    $empty = image();
    try { $ask( 'POST', "attachments/$empty/generate" ); } catch ( Exception $e ) {}
    remove_filter( 'altscribe_alt_text', $fail );
    altscribe_ask( array( 'attachment_id' => $empty ) );
    return compact( 'refused', 'grid', 'ability', 'halted', 'then' ) + array( 'failed' => array( count( $GLOBALS['keys'] ), count( array_unique( $GLOBALS['keys'] ) ) ) );`,
  );
  const code = 'altscribe_queue_unavailable';
  expect(found).toMatchObject({
    refused: [
      [code, expect.stringContaining('Paid 1'), 'Paid 1'],
      [code, expect.stringContaining('Paid 2'), 'Paid 2'],
    ],
    grid: { alt_text: 'Paid 3' },
    ability: { alt_text: 'Paid 4', suggestion_id: 0 },
    halted: ['halted', code, 'waiting'],
    then: ['suggested', 2, 1],
    failed: [2, 1],
  });
});

test('A library image is offered its text from a post for free, unless that was rejected', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $images = images( 4 );
    // "Our team" has its finding only beside its caption. The same image twice has none.
    $team   = $block( $images[3], 'Our team', '<figcaption>Our team</figcaption>' );
    $id     = $post( $block( $images[0], 'A boat with two sails' ) . $block( $images[1], 'IMG_1234.jpg' ) . $block( $images[2], 'A lighthouse at dusk' ) . $block( $images[0], 'A boat with two sails' ) . $team );
    \\Altscribe\\Posts\\Post_Sources::record_post_source( $id, $images[2], 'A lighthouse at dusk', array( 'source' => 'generated', 'model' => 'gpt' ) );
    \\Altscribe\\Posts\\Uses_Index::read_stale_uses();
    $row    = \\Altscribe\\Media_Page\\Images::image_to_array( $images[0] )['text_in_post']['text'];
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $images[0], $images[1] ) ) );
    $me     = get_current_user_id();
    // As WP-Cron does.
    wp_set_current_user( 0 );
    work_through();
    wp_set_current_user( $me );
    $single = $ask( 'POST', "attachments/$images[2]/generate" )->get_data();
    $calls  = $GLOBALS['calls'] === array( $images[1] );
    $image  = $ask( 'GET', "images/$images[3]" )->get_data();
    $flaws  = array( $image['text_in_post']['text'], $image['free_text_findings'], $ask( 'POST', "attachments/$images[3]/generate" )->get_data()['findings'] );
    $items  = $get( array( 'waiting' => 'suggested' ) );
    $codes  = array_map( function ( $item ) { return wp_list_pluck( $item['findings'], 'slug' ); }, $items );
    $decide( array_pop( $items )['id'], 'reject' );
    foreach ( $items as $item ) { $decide( $item['id'], $item['attachment_id'] === $images[0] ? 'accept' : 'reject' ); }
    $ask( 'POST', "attachments/$images[2]/generate" );
    return array( 'flaws' => $flaws, 'codes' => $codes, 'row' => $row, 'calls' => $calls, 'single' => array( $single['alt_text'], $single['is_held'], $single['is_from_cache'] ), 'origins' => wp_list_pluck( $items, 'origin' ), 'users' => wp_list_pluck( $items, 'requested_by' ), 'models' => wp_list_pluck( $items, 'model' ), 'source' => altscribe_get_source( $images[0] )['source'], 'post' => $items[0]['post']['title'], 'alt' => alt( $images[0] ), 'then' => count( $GLOBALS['calls'] ) );`,
  );
  const flaw = ['repeats-caption'];
  expect(found).toEqual({
    flaws: ['Our team', flaw, flaw],
    codes: [[], [], flaw],
    row: 'A boat with two sails',
    calls: true,
    single: ['A lighthouse at dusk', true, true],
    origins: ['post', 'post'],
    users: ['admin', 'admin'],
    models: ['', 'gpt'],
    source: 'hand',
    post: 'Harbour',
    alt: 'A boat with two sails',
    then: 2,
  });
});

test('Suggestions of earlier versions move to the table; personal data is exported and erased', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $image = image( 'Old' );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $image ), 'filters' => array( 'state' => 'all' ) ) );
    work_through();
    global $wpdb;
    $wpdb->query( 'DELETE FROM ' . \\Altscribe\\Suggestions\\Store::table() );
    $wpdb->query( 'UPDATE ' . \\Altscribe\\Batches\\Store::items_table() . " SET new_text = 'From before'" );
    update_option( 'altscribe_suggestions_schema', '0' );
    \\Altscribe\\Suggestions\\Store::make_table();
    $moved = $get();
    $email = wp_get_current_user()->user_email;
    $data  = array_values( wp_list_filter( \\Altscribe\\Platform\\Privacy::export_personal_data( $email )['data'], array( 'group_id' => 'altscribe-suggestions' ) ) );
    \\Altscribe\\Platform\\Privacy::erase_personal_data( $email );
    return array( 'moved' => array_map( function ( $item ) { return array( $item['text'], $item['current_text'], $item['origin'], $item['requested_by'] ); }, $moved ), 'exported' => wp_list_pluck( $data[0]['data'], 'value' )[0], 'erased' => wp_list_pluck( $get(), 'requested_by' ) );`,
  );
  expect(found).toEqual({
    moved: [['From before', 'Old', 'batch', 'admin']],
    exported: 'From before',
    erased: [''],
  });
});

test('WP-CLI lists, accepts and rejects', async ({ site }) => {
  const ids = (await runQueue(
    site.php,
    `${helpers} $images = images( 2 ); return array( $suggest( $images[0], 'One boat' ), $suggest( $images[1], 'Two boats' ), $images[0] );`,
  )) as number[];
  const [one, two, image] = ids.map(String);
  const printed = await runScript(
    site,
    `exec 2>&1
    wp altscribe review list --format=json; echo
    wp altscribe review accept ${one} || echo "code $?"
    wp altscribe review accept ${one} --text="One blue boat" --user=admin
    wp altscribe review reject ${one} ${two} --user=admin || echo "code $?"
    wp eval 'echo get_post_meta( ${image}, "_wp_attachment_image_alt", true ), "\\n"; WP_CLI::runcommand( "altscribe review list", array( "launch" => false ) );'`,
  );
  const [list = '', ...lines] = printed.trim().split('\n');
  expect(JSON.parse(list + lines.splice(0, lines.indexOf('')).join(''))).toMatchObject([
    { id: ids[0], text: 'One boat' },
    { id: ids[1], text: 'Two boats' },
  ]);
  expect(lines.filter((line) => line !== '')).toEqual([
    'Error: Specify who decides: --user=<login>.',
    'code 1',
    '1 text reviewed.',
    `Error: ${one}: This suggestion was already reviewed.`,
    '1 text reviewed.',
    'code 2',
    'One blue boat',
    'No texts to review.',
  ]);
});

test('Only a text that is in the post ends its suggestion, and a removed image asks nobody', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    list( $map, $boat, $twice, $rewritten ) = images( 4 );
    $id   = $post( $block( $map ) . $block( $boat ) );
    $save = function ( $content ) use ( $id ) { wp_update_post( wp_slash( array( 'ID' => $id, 'post_content' => $content ) ) ); };
    $long = function ( $text ) use ( $suggest, $map, $id ) { return $suggest( $map, $text, $id, 1, array( 'purpose' => 'long' ) ); };
    $one  = $long( "Map\n\n- Harbour & pier\n- Beach" );
    $states = array( 'long' => array( $code( $decide( $one, 'accept', array( 'written' => true ) ) ), $code( $decide( $one ) ) ) );
    $second = $long( "Another\n\nPlan" );
    $save( get_post( $id )->post_content . '<!-- wp:paragraph --><p>Edited</p><!-- /wp:paragraph -->' );
    $states['another long'] = $pending();
    $decide( $second, 'reject' );

    // The editor reports a decision that its save did not contain.
    $text = $suggest( $boat, 'Boat', $id );
    $states['not saved'] = array( $code( $decide( $text, 'accept', array( 'written' => true ) ) ), $pending() );

    $content = get_post( $id )->post_content;
    $save( str_replace( '{"id":' . $boat . '}', '{"id":' . $boat . ',"metadata":{"altscribe":{"isDecorative":true}}}', $content ) );
    $states['decorative'] = $pending();
    $save( $content );
    $states['not decorative'] = $pending();
    $decide( $text, 'reject' );
    $save( $block( $map ) );
    $states['undone without image'] = array( $code( $ask( 'POST', "suggestions/$text/undo" ) ), $pending() );
    $save( $content );
    $states['image back'] = $pending();

    // A text that arrived meanwhile is not rejected by a user who has seen the previous one.
    $first_seen = $suggest( $rewritten, 'Seen' );
    $decide( $first_seen, 'reject', array( 'shown_text' => 'Seen' ) );
    $unseen = $suggest( $rewritten, 'Seen' );
    $suggest( $rewritten, 'Newer' );
    $states['unseen'] = array( $code( $decide( $unseen, 'reject', array( 'shown_text' => 'Seen' ) ) ), count( $ask( 'POST', 'suggestions/decide', array( 'decision' => 'accept', 'ids' => array( $unseen ), 'shown_texts' => array( 'Seen' ) ) )->get_data()['errors'] ), \\Altscribe\\Suggestions\\Store::get( $unseen )['state'], \\Altscribe\\Suggestions\\Store::get( $first_seen )['state'] );
    $states['unseen'][] = $code( $ask( 'POST', "suggestions/$unseen/rewrite", array( 'shown_text' => 'Seen' ) ) );
    $states['unseen'][] = count( $GLOBALS['keys'] );
    $states['seen'] = $code( $decide( $unseen, 'reject', array( 'shown_text' => 'Newer' ) ) );
    // The same in the results of a run.
    $in_run = image();
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $in_run ) ) );
    serve( function () { return text( 'Seen', 'decorative' ); } );
    work_through();
    update_post_meta( $in_run, '_wp_attachment_image_alt', 'There' );
    $suggest( $in_run, 'Newer' );
    foreach ( array( array( 'alt_text' => 'Seen' ), array( 'alt_text' => '' ), array( 'alt_text' => '', 'is_decorative' => true ), array( '' ) ) as $change ) {
      $route  = isset( $change['alt_text'] ) ? "batch-items/$in_run" : "batch-items/$in_run/dismiss";
      $answer = $ask( 'POST', $route, $change + array( 'previous_text' => 'There', 'shown_text' => 'Seen' ) );
      $states['results, unseen'][] = array( $code( $answer ), $answer->get_data()['data']['item']['alt_text'] ?? null, item( $in_run ), alt( $in_run ) );
    }
    $states['results, emptied'] = array( $code( $ask( 'POST', "batch-items/$in_run", array( 'alt_text' => '', 'previous_text' => 'There', 'shown_text' => 'Newer' ) ) ), item( $in_run ), alt( $in_run ), $pending( array( 'type' => 'library' ) ) );
    $states['results, undone'] = array( $code( $ask( 'POST', "batch-items/$in_run/undo" ) ), alt( $in_run ) );

    // Two wait for one place: whichever is decided first, the other is still offered instead of a new one.
    $first = $suggest( $twice, 'First' );
    $decide( $first, 'reject' );
    $newer = $suggest( $twice, 'Second' );
    $ask( 'POST', "suggestions/$first/undo" );
    $decide( $newer, 'reject' );
    return $states + array( 'still offered' => altscribe_find_suggestion( $twice )['new_text'] ?? null );`,
  );
  expect(found).toEqual({
    long: ['altscribe_text_changed', 'accepted'],
    'another long': ['Another\n\nPlan'],
    'not saved': ['altscribe_text_changed', ['Boat']],
    decorative: [],
    'not decorative': ['Boat'],
    'undone without image': ['altscribe_place_gone', []],
    'image back': ['Boat'],
    unseen: ['altscribe_text_changed', 1, 'pending', 'rejected', 'altscribe_text_changed', 0],
    seen: 'rejected',
    'results, unseen': Array.from({ length: 4 }, () => [
      'altscribe_text_changed',
      'Newer',
      'suggested',
      'There',
    ]),
    'results, emptied': ['written', 'written', '', []],
    'results, undone': ['undone', 'There'],
    'still offered': 'First',
  });
});

test('A decision reports the truth if a write fails, even in a synced pattern, and an editor gets texts of removed images', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    list( $boat, $map, $pier ) = images( 3 );
    $failing = '';
    add_filter( 'query', function ( $query ) use ( &$failing ) { return '' !== $failing && false !== strpos( $query, $failing ) && preg_match( '/^(INSERT|UPDATE|DELETE)/', $query ) ? '' : $query; } );
    $state   = function ( $row ) use ( $get ) { global $wpdb; return $wpdb->get_var( $wpdb->prepare( 'SELECT state FROM %i WHERE id = %d', \\Altscribe\\Suggestions\\Store::table(), $row ) ); };
    $states  = array();
    $id      = $post( $block( $boat ) . $block( $map ) );
    $pattern = $post( $block( $pier ), array( 'post_type' => 'wp_block' ) );
    foreach ( array( 'post' => $suggest( $boat, 'Boat', $id ), 'library' => $suggest( $map, 'Map' ), 'pattern' => $suggest( $pier, 'Pier', $pattern ) ) as $name => $row ) {
      $seen = function ( $answer ) use ( $row, $state, $code, $id, $pattern, $map, $alts, $name ) { return array( $code( $answer ), $state( $row ), 'library' === $name ? alt( $map ) : $alts( 'post' === $name ? $id : $pattern )[0] ); };
      $tables = array( 'altscribe_suggestions', 'library' === $name ? 'postmeta' : 'wp_posts', '' );
      foreach ( $tables as $failing ) { $states[ $name ][] = $seen( $decide( $row, 'accept', array( 'text' => 'Edited' ) ) ); }
      foreach ( $tables as $failing ) { $states[ $name ][] = $seen( $ask( 'POST', "suggestions/$row/undo" ) ); }
    }
    // "Decorative" is two writes: the text goes, and the mark comes.
    $map_row = $get( array( 'type' => 'library' ) )[0]['id'];
    update_post_meta( $map, '_wp_attachment_image_alt', 'Old map' );
    foreach ( array( '_altscribe_decorative', '' ) as $failing ) { $states['decorative'][] = array( $code( $decide( $map_row, 'decorative', array( 'expected_current' => 'Old map' ) ) ), $state( $map_row ), alt( $map ) ); }
    // The process ended before it wrote the text.
    $cut = $suggest( $pier, 'Cut off', $pattern );
    $GLOBALS['wpdb']->update( \\Altscribe\\Suggestions\\Store::table(), array( 'state' => 'accepted', 'pending_key' => null, 'decided_text' => 'Cut off', 'undo_data' => '{"changes":[]}' ), array( 'id' => $cut ) );
    $states['cut off'] = array( $code( $ask( 'POST', "suggestions/$cut/undo" ) ), $state( $cut ) );
    // A text that nobody has read: the row of its decision is the same one.
    \\Altscribe\\Library\\Alt_Text::write( $pier, 'Live', '' );
    \\Altscribe\\Library\\Provenance::record( $pier, 'Live', array( 'source' => 'generated', 'model' => 'gpt' ) );
    $live = $get( array( 'waiting' => 'live' ) )[0]['id'];
    foreach ( array( 'accept', 'edit', 'decorative', 'reject' ) as $decision ) {
      foreach ( array( 'altscribe_suggestions', 'postmeta' ) as $failing ) {
        $states['live refused'][] = array( $code( $decide( $live, 'edit' === $decision ? 'accept' : $decision, 'edit' === $decision ? array( 'text' => 'Edited' ) : array() ) ), $state( $live ), alt( $pier ) );
      }
    }
    $failing = '';
    $decide( $live, 'reject' );
    foreach ( array( 'altscribe_suggestions', '' ) as $failing ) { $states['live'][] = array( $code( $ask( 'POST', "suggestions/$live/undo" ) ), $state( $live ), alt( $pier ) ); }

    $save = function ( $content ) use ( $id ) { wp_update_post( wp_slash( array( 'ID' => $id, 'post_content' => $content ) ) ); };
    $long = $suggest( $map, "Plan\n\nOf the harbour", $id, 1, array( 'purpose' => 'long' ) );
    $decide( $long );
    $save( str_replace( $block( $map ), '', get_post( $id )->post_content ) );
    $states['long, without image'] = array( $code( $ask( 'POST', "suggestions/$long/undo" ) ), $state( $long ), substr_count( get_post( $id )->post_content, 'Of the harbour' ) );
    $save( '' );
    $states['away'] = array( $pending( array( 'post' => $id ) ), $pending( array( 'post' => $id, 'context' => 'edit' ) ) );
    return $states;`,
  );
  const refused = ['altscribe_queue_unavailable', 'edited', 'Edited'];
  const waits = ['altscribe_queue_unavailable', 'pending', ''];
  expect(found).toEqual({
    post: [
      waits,
      ['altscribe_not_saved', 'pending', ''],
      ['edited', 'edited', 'Edited'],
      refused,
      ['altscribe_not_saved', 'edited', 'Edited'],
      ['pending', 'pending', ''],
    ],
    library: [
      waits,
      waits,
      ['edited', 'edited', 'Edited'],
      refused,
      refused,
      ['pending', 'pending', ''],
    ],
    pattern: [
      waits,
      ['altscribe_not_saved', 'pending', ''],
      ['edited', 'edited', 'Edited'],
      refused,
      ['altscribe_not_saved', 'edited', 'Edited'],
      ['pending', 'pending', ''],
    ],
    decorative: [
      ['altscribe_queue_unavailable', 'pending', 'Old map'],
      ['decorative', 'decorative', ''],
    ],
    'cut off': ['pending', 'pending'],
    'live refused': Array.from({ length: 8 }, () => [
      'altscribe_queue_unavailable',
      'live',
      'Live',
    ]),
    live: [
      ['altscribe_queue_unavailable', 'rejected', ''],
      ['live', 'live', 'Live'],
    ],
    'long, without image': ['altscribe_place_gone', 'accepted', 1],
    away: [[], ['Boat']],
  });
});

test('Unread AI texts wait in the same list, and every decision about them can be undone', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $live   = function ( $params = array() ) use ( $get ) { \\Altscribe\\Posts\\Uses::read_noted(); return $get( $params ); };
    $show   = function ( $items ) { return array_map( function ( $item ) { return ( $item['is_live'] ? 'live ' : '' ) . $item['text'] . ( $item['previous_text'] ? " < $item[previous_text]" : '' ); }, $items ); };
    $images = images( 4 );
    list( $one, $two, $three, $four ) = $images;
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    // A draft, saved with two generated texts, of which one replaces another; and a post before it with a suggestion.
    $first = $post( $block( $three ) );
    $draft = $post( $block( $two, 'Old' ) . $block( $one ) . $block( $four, 'By hand' ), array( 'post_status' => 'draft' ) );
    $live();
    foreach ( array( $one => 'Live one', $two => 'Live two' ) as $id => $text ) { \\Altscribe\\Posts\\Post_Sources::record_post_source( $draft, $id, $text, array( 'source' => 'generated', 'model' => 'gpt' ) ); }
    wp_update_post( wp_slash( array( 'ID' => $draft, 'post_content' => $block( $two, 'Live two' ) . $block( $one, 'Live one' ) . $block( $four, 'By hand' ) ) ) );
    $suggest( $three, 'Suggested', $first );
    $suggest( $four, '', 0, 1, array( 'purpose' => 'decorative' ) );
    $suggest( $three, 'For the library' );
    $call = function ( $item, $decision, $params = array() ) use ( $decide, $ask, $live, $alts, $draft, $show, $code ) {
      $done = $code( $decide( $item['id'], $decision, $params ) );
      $then = $alts( $draft );
      $left = count( $live( array( 'waiting' => 'live' ) ) );
      $back = $ask( 'POST', "suggestions/$item[id]/undo" )->get_data();
      return array( $done, $then, $left, $back['is_live'] ?? $back, $alts( $draft ), $show( $live( array( 'waiting' => 'live', 'post' => $draft ) ) ) );
    };
    $found['list'] = $show( $live() );
    $found['some'] = array( $show( $live( array( 'waiting' => 'suggested', 'type' => 'post' ) ) ), $show( $live( array( 'waiting' => 'live' ) ) ) );
    $found['counts'] = wp_array_slice_assoc( $ask( 'GET', 'suggestions/counts' )->get_data(), array( 'pending', 'suggested', 'live', 'without_findings' ) );
    list( $item, $other ) = $live( array( 'waiting' => 'live' ) );
    $found['item'] = array( $item['current_text'], $item['model'], $item['number'], $item['total'], $item['state'] );
    $found['accept'] = $call( $item, 'accept' );
    $found['edit'] = $call( $item, 'accept', array( 'text' => 'Edited' ) );
    $found['reject'] = $call( $item, 'reject' );
    $found['reject, none before'] = $call( $other, 'reject' );
    $found['decorative'] = $call( $item, 'decorative' );
    $of_draft = function () use ( $live, $draft ) { return wp_list_pluck( $live( array( 'waiting' => 'live', 'post' => $draft ) ), 'id' ); };
    $decided  = $ask( 'POST', 'suggestions/decide', array( 'ids' => $of_draft(), 'decision' => 'accept' ) )->get_data();
    $left     = count( $of_draft() );
    $undone   = $ask( 'POST', 'suggestions/decide', array( 'bulk' => $decided['bulk'], 'decision' => 'undo' ) )->get_data();
    $found['together'] = array( count( $decided['items'] ), $left, count( $undone['items'] ), count( $of_draft() ) );
    $found['changed'] = $code( $decide( $item['id'], 'accept', array( 'expected_current' => 'Seen elsewhere' ) ) );
    $found['who'] = array( \\Altscribe\\Posts\\Post_Sources::find_record( \\Altscribe\\Posts\\Places::find_place( $draft, $item['place'] ), altscribe_get_post_sources( $draft ) )['read'] );

    // Its image is replaced by a URL, while its text stays, which is unread, too.
    wp_update_post( wp_slash( array( 'ID' => $draft, 'post_content' => str_replace( array( '{"id":' . $one . '}', wp_get_attachment_url( $one ), 'class="wp-image-' . $one . '"' ), array( '{}', 'https://example.org/another.jpg', '' ), get_post( $draft )->post_content ) ) ) );
    $moved = $live( array( 'waiting' => 'live', 'post' => $draft ) );
    $found['replaced'] = array( $show( $moved ), $code( $decide( $moved[1]['id'] ) ), count( $live( array( 'waiting' => 'live', 'post' => $draft ) ) ) );

    // An unread text of the library that the classic editor copies into a post.
    $copied = image();
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $copied ) ) );
    work_through();
    $in = $post( $block( $copied, alt( $copied ) ) );
    $_POST = array( 'post_ID' => $in, '_wpnonce' => wp_create_nonce( "update-post_$in" ), 'altscribe_texts' => wp_slash( wp_json_encode( array( array( 'image' => $copied, 'text' => alt( $copied ), 'generated' => null, 'isRead' => true, 'suggestionId' => 0 ) ) ) ) );
    wp_update_post( array( 'ID' => $in, 'post_title' => 'Copied' ) );
    $_POST = array();
    $found['copied'] = array( array_sum( wp_list_pluck( altscribe_get_post_sources( $in ), 'read' ) ), \\Altscribe\\Library\\States::of_image( $copied )['state'] );
    $decide( $live( array( 'waiting' => 'live', 'post' => $in ) )[0]['id'] );

    // In the media library, by a batch; a user reads one elsewhere, and edits one.
    $more = array( image(), image(), image() );
    $missing = \\Altscribe\\Library\\Counts::count_states()['missing'];
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $more ) );
    work_through();
    $of = function ( $id ) use ( $live ) { return current( wp_list_filter( $live( array( 'type' => 'library', 'waiting' => 'live' ) ), array( 'attachment_id' => $id ) ) ); };
    $found['library'] = array_map( function ( $id ) use ( $of ) { return (bool) $of( $id ); }, $more );
    altscribe_mark_read( $more[1], 1 );
    update_post_meta( $more[2], '_wp_attachment_image_alt', 'By hand' );
    $found['library then'] = array_map( function ( $id ) use ( $of ) { return (bool) $of( $id ); }, $more );
    $item  = $of( $more[0] );
    $state = function () use ( $more ) { return \\Altscribe\\Library\\States::of_image( $more[0] )['state']; };
    foreach ( array( 'accept', 'reject', 'decorative' ) as $decision ) {
      $found["library $decision"] = array( $code( $decide( $item['id'], $decision ) ), $state(), $code( $decide( $item['id'], $decision ) ) );
      $found["library $decision"][] = $code( $ask( 'POST', "suggestions/$item[id]/undo" ) ) . ' ' . $state();
    }
    // The same text again is dropped. Another one would replace it: only that one waits, until it is rejected.
    serve( function () use ( $item ) { return text( $item['text'] ); } );
    $again = $ask( 'POST', "suggestions/$item[id]/rewrite" )->get_data();
    serve();
    $found['the same'] = array( $again['id'] === $item['id'], $again['is_live'], $of( $more[0] )['id'] === $item['id'] );
    serve( function () { return text( 'Another text' ); } );
    $newer = $ask( 'POST', "suggestions/$item[id]/rewrite" )->get_data();
    $found['rewritten'] = array( $newer['is_live'], $newer['id'] !== $item['id'], $newer['previous_text'] === $item['text'], $of( $more[0] ) );
    $decide( $newer['id'], 'reject' );
    $found['rewrite rejected'] = $of( $more[0] )['id'] === $item['id'];

    // As after an update from a version without such rows; and a text that changed behind WordPress's back.
    $all = wp_list_pluck( $live( array( 'waiting' => 'live' ) ), 'text' );
    $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->prefix}altscribe_suggestions WHERE state = 'live'" );
    $found['none'] = $live( array( 'waiting' => 'live' ) );
    \\Altscribe\\Posts\\Uses::read_everything_again();
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    \\Altscribe\\Suggestions\\Live::follow_library();
    $found['again'] = wp_list_pluck( $live( array( 'waiting' => 'live' ) ), 'text' ) === $all;
    $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->postmeta, array( 'meta_value' => 'By SQL' ), array( 'post_id' => $more[0], 'meta_key' => '_wp_attachment_image_alt' ) );
    wp_cache_flush();
    \\Altscribe\\Suggestions\\Live::follow_library();
    $found['by SQL'] = $of( $more[0] );
    wp_set_current_user( $user( 'author' ) );
    $found['of others'] = $live();
    return $found;`,
  );
  const alts = ['Live two', 'Live one', 'By hand'];
  const both = ['live Live two < Old', 'live Live one'];
  const undone = [true, alts, both];
  expect(found).toEqual({
    list: ['Suggested', ...both, 'For the library', ''],
    some: [['Suggested'], both],
    counts: { pending: 5, suggested: 3, live: 2, without_findings: expect.any(Number) as unknown },
    item: ['Live two', 'gpt', 1, 3, 'live'],
    accept: ['accepted', alts, 1, ...undone],
    edit: ['edited', ['Edited', 'Live one', 'By hand'], 1, ...undone],
    reject: ['rejected', ['Old', 'Live one', 'By hand'], 1, ...undone],
    'reject, none before': ['rejected', ['Live two', '', 'By hand'], 1, ...undone],
    decorative: ['decorative', ['', 'Live one', 'By hand'], 1, ...undone],
    together: [2, 0, 2, 2],
    changed: 'altscribe_text_changed',
    who: [0],
    replaced: [both, 'accepted', 1],
    copied: [0, 'unread'],
    library: [true, true, true],
    'library then': [true, false, false],
    'library accept': ['accepted', 'check', 'altscribe_already_decided', 'live unread'],
    'library reject': ['rejected', 'missing', 'altscribe_already_decided', 'live unread'],
    'library decorative': ['decorative', 'decorative', 'altscribe_already_decided', 'live unread'],
    'the same': [true, true, true],
    rewritten: [false, true, true, false],
    'rewrite rejected': true,
    none: [],
    again: true,
    'by SQL': false,
    'of others': [],
  });
});

test('Decisions are kept for 30 days, as long as they can be undone; what waits is kept longer', async ({
  site,
}) => {
  const left = await runQueue(
    site.php,
    `${helpers}
    global $wpdb;
    $table = \\Altscribe\\Suggestions\\Store::table();
    $rows  = array();
    foreach ( array( 'rejected', 'away', 'live', 'pending' ) as $state ) {
      foreach ( array( 'in time' => -60, 'too late' => 60 ) as $when => $seconds ) {
        list( $image ) = images( 1 );
        $id            = $suggest( $image, 'A boat' );
        $rows[ $id ]   = "$state, $when";
        $wpdb->update( $table, array( 'state' => $state, 'decided' => time() - 30 * DAY_IN_SECONDS - $seconds ), array( 'id' => $id ) );
      }
    }
    \\Altscribe\\Suggestions\\Decisions::end_old_places();
    \\Altscribe\\Suggestions\\Store::delete_old();
    return array_map( function ( $row ) use ( $rows ) { return $rows[ $row->id ] . ': ' . $row->state; }, $wpdb->get_results( "SELECT id, state FROM $table ORDER BY id" ) );`,
  );
  expect(left).toEqual([
    'rejected, in time: rejected',
    'away, in time: away',
    // Its image is still in the media library.
    'away, too late: pending',
    'live, in time: live',
    'live, too late: live',
    'pending, in time: pending',
    'pending, too late: pending',
  ]);
});
