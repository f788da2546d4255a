import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

test('A batch writes missing texts, and is undone except where a text was edited since', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$new = images( 3 ); $standing = image( 'Standing' );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array_merge( $new, array( $standing ) ) ) );
    $started = batch( $batch );
    work_through();
    $done = batch( $batch );
    update_post_meta( $new[1], '_wp_attachment_image_alt', 'By hand' );
    $undone = \\Altscribe\\Batches\\Control::undo_batch( $batch );
    unset( $undone['after'] );
    return array(
      'started' => $started['counts']['waiting'], 'calls' => count( $GLOBALS['calls'] ), 'state' => $done['state'],
      'written' => $done['counts']['written'], 'can undo' => null !== $done['can_undo_until'], 'undone' => $undone,
      'texts' => array_map( 'alt', array_merge( $new, array( $standing ) ) ), 'first' => item( $new[0] ),
    );`,
  );
  expect(found).toEqual({
    started: 3,
    calls: 3,
    state: 'finished',
    written: 3,
    'can undo': true,
    undone: { undone: 2, kept: 1, left: 0 },
    texts: ['', 'By hand', '', 'Standing'],
    first: 'undone',
  });
});

test('Existing texts are only replaced on request', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = array( image( 'One' ), image( 'Two' ), image() );
    update_post_meta( $ids[2], '_altscribe_decorative', 1 );
    $none = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $ids[0] ), 'filters' => array( 'state' => 'all' ) ) );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $ids[1], $ids[2] ), 'overwrite' => true ) );
    work_through();
    $texts = array_map( 'alt', $ids );
    $mark  = get_post_meta( $ids[2], '_altscribe_decorative', true );
    \\Altscribe\\Batches\\Control::undo_item( $ids[1] );
    \\Altscribe\\Batches\\Control::undo_item( $ids[2] );
    return array(
      'none' => $none->get_error_message(), 'texts' => array( $texts[0], 'Text of ' . $ids[1] === $texts[1], 'Text of ' . $ids[2] === $texts[2] ),
      'states' => array_map( 'item', $ids ), 'mark' => (bool) $mark, 'undone' => array_map( 'alt', $ids ),
      'mark undone' => (bool) get_post_meta( $ids[2], '_altscribe_decorative', true ),
    );`,
  );
  expect(found).toEqual({
    none: 'None of these images needs alt text.',
    texts: ['One', true, true],
    states: ['suggested', 'undone', 'undone'],
    mark: false,
    undone: ['One', 'Two', ''],
    'mark undone': true,
  });
});

test('An image is in one batch only, however many are started', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 4 );
    $one   = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $ids[0], $ids[1] ) ) );
    $other = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    $third = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    $counts = array( batch( $one )['total'], batch( $other )['total'], $third->get_error_message() );
    work_through();
    sort( $GLOBALS['calls'] );
    $again = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids, 'overwrite' => true ) );
    return array( $counts, $GLOBALS['calls'] === $ids, batch( $one )['state'], batch( $again )['total'] );`,
  );
  expect(found).toEqual([
    [2, 2, 'Alt text is already being generated for these images.'],
    true,
    'finished',
    4,
  ]);
});

test('A worker that finds a new batch still empty does not end it', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$idle = function ( $query ) use ( &$idle ) {
      if ( 0 === strpos( $query, 'INSERT IGNORE' ) ) { remove_filter( 'query', $idle ); \\Altscribe\\Batches\\Worker::work_on_queue( 1 ); }
      return $query;
    };
    $ids = images( 2 );
    add_filter( 'query', $idle );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    work_through();
    update_option( 'altscribe_settings', array( 'generate_on_upload' => true ) + get_option( 'altscribe_settings' ) );
    add_filter( 'query', $idle );
    $upload = image();
    work_through();
    return array( batch( $batch )['counts']['written'], batch( $batch )['state'], item( $upload ), \\Altscribe\\Batches\\Store::get_batch( (int) \\Altscribe\\Batches\\Store::find_item( $upload )['batch_id'] )['state'] );`,
  );
  expect(found).toEqual([2, 'finished', 'written', 'finished']);
});

test('Filters select images', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$old = image( '', array( 'post_date' => '2020-05-05 10:00:00' ) );
    $png = image( '', array( 'post_mime_type' => 'image/png' ) );
    $by_nobody = image( '', array( 'post_author' => 0 ) );
    $featured = image();
    $shown = image();
    $draft = image();
    $decorative = image();
    update_post_meta( $decorative, '_altscribe_decorative', 1 );
    $paper = image( '', array( 'post_mime_type' => 'application/pdf' ) );
    $block = function ( $id ) { return '<!-- wp:image {"id":' . $id . '} --><figure class="wp-block-image"><img src="' . wp_get_attachment_url( $id ) . '" alt="" class="wp-image-' . $id . '"/></figure><!-- /wp:image -->'; };
    $post = wp_insert_post( array( 'post_title' => 'Sea', 'post_status' => 'publish', 'post_content' => $block( $shown ) ) );
    set_post_thumbnail( $post, $featured );
    wp_insert_post( array( 'post_title' => 'Later', 'post_status' => 'draft', 'post_content' => $block( $draft ) ) );
    $ids = array( $old, $png, $by_nobody, $featured, $shown, $draft, $decorative, $paper );
    $count = function ( $filters ) use ( $ids ) { return \\Altscribe\\Batches\\Start::count_for_batch( compact( 'ids', 'filters' ) ); };
    return array_map( $count, array(
      'none' => array(), 'all' => array( 'state' => 'all' ), 'decorative' => array( 'state' => 'decorative' ), 'good' => array( 'state' => 'good' ),
      'type' => array( 'mime_type' => 'image/png' ), 'after' => array( 'after' => '2020-05-06' ), 'before' => array( 'before' => '2020-05-06' ),
      'that day' => array( 'after' => '2020-05-05', 'before' => '2020-05-06' ), 'at that time' => array( 'after' => '2020-05-05T10:00:00', 'before' => '2020-05-05T10:00:01' ),
      'author' => array( 'author' => get_current_user_id() ), 'used' => array( 'used' => true ),
    ) );`,
  );
  expect(found).toEqual({
    none: 6,
    all: 7,
    decorative: 1,
    good: 0,
    type: 1,
    after: 5,
    before: 1,
    'that day': 1,
    'at that time': 1,
    author: 5,
    used: 2,
  });
});

test('Suggestions that wait for a decision are done: they are only generated again on request', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 3 );
    $count = function ( $args = array() ) use ( $ids ) { return \\Altscribe\\Batches\\Start::count_for_batch( $args + array( 'ids' => $ids ) ); };
    $calls = function () { return count( $GLOBALS['calls'] ); };
    $ask = function ( $route, $params ) { $request = new WP_REST_Request( 'POST', "/altscribe/v1/$route" ); $request->set_body_params( $params ); return rest_do_request( $request )->get_data(); };
    $first = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    work_through();
    $preview = $ask( 'batches/preview', array( 'ids' => $ids ) );
    $again   = array( \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) ), \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids, 'filters' => array( 'state' => 'all' ), 'origin' => 'bulk' ) ) );
    update_option( 'altscribe_settings', array( 'generate_on_upload' => true ) + get_option( 'altscribe_settings' ) );
    \\Altscribe\\Batches\\Uploads::queue_upload( $ids[0] );
    $single  = array( \\Altscribe\\Platform\\Abilities::run_generate_ability( array( 'attachment_id' => $ids[0] ) ), $ask( "attachments/$ids[0]/generate", array() ) );
    work_through();
    $paid    = $calls();
    $kept    = array_map( 'item', $ids );
    $replace = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $ids[0] ), 'overwrite' => true, 'regenerate' => true ) );
    $retried = \\Altscribe\\Batches\\Control::retry_item( $ids[1], true );
    $ask( "attachments/$ids[2]/generate", array( 'regenerate' => true ) );
    work_through();
    return array(
      'first' => batch( $first )['counts']['suggested'], 'images' => $preview['images'], 'credits' => $preview['credits_at_most'], 'suggested' => array( $preview['suggested']['images'] ?? null, ( $preview['suggested']['batch_id'] ?? null ) === $first ),
      'again' => array_map( function ( $one ) { return is_wp_error( $one ) ? $one->get_error_message() : 'started'; }, $again ),
      'single' => array_map( function ( $one ) use ( $ids ) { return array( "Text of $ids[0]" === $one['alt_text'], $one['is_from_cache'], $one['credits_available'] ); }, $single ),
      'paid' => $paid, 'kept' => $kept, 'asked for' => array( $count( array( 'overwrite' => true ) ), $count( array( 'regenerate' => true ) ), is_int( $replace ), $retried ), 'paid then' => $calls(),
    );`,
    { settings: { review_new_texts: true } },
  );
  const waiting = 'Suggestions for these images are waiting for review.';
  expect(found).toEqual({
    first: 2,
    images: 0,
    credits: 0,
    suggested: [3, true],
    again: [waiting, waiting],
    single: [
      [true, true, 7],
      [true, true, 7],
    ],
    paid: 3,
    kept: ['suggested', 'suggested', 'suggested'],
    'asked for': [0, 3, true, true],
    'paid then': 6,
  });
});

test('An item shows the text that waits for its image, whoever suggested it', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$id    = image();
    $shown = function () use ( $id ) {
      $item = \\Altscribe\\Batches\\Store::list_items( array( $id ) )[0];
      return array( $item['state'], $item['alt_text'], $item['purpose'] );
    };
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $id ) ) );
    work_through();
    $generated = $shown();
    altscribe_add_suggestion( array( 'attachment_id' => $id, 'new_text' => 'A boat of a colleague', 'purpose' => 'decorative' ) );
    return array( $generated[1] === "Text of $id", $shown() );`,
    { settings: { review_new_texts: true } },
  );
  expect(found).toEqual([true, ['suggested', 'A boat of a colleague', 'decorative']]);
});

test('Images that a user waits for go before a batch of the whole library, and leave it', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$ids     = images( 6 );
    $library = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    $product = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $ids[0], $ids[1] ), 'origin' => 'product' ) );
    $totals  = array( batch( $library )['total'], is_int( $product ) ? batch( $product )['total'] : $product->get_error_message() );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30, 2, $library );
    $first = $GLOBALS['calls'];
    $shown = \\Altscribe\\Batches\\Store::current_batch()['id'] === $library;
    work_through();
    return array( 'totals' => $totals, 'first' => array_map( function ( $id ) use ( $ids ) { return array_search( $id, $ids, true ); }, $first ), 'shown' => $shown, 'calls' => count( $GLOBALS['calls'] ), 'left' => batch( $library )['counts']['written'] );`,
  );
  expect(found).toEqual({ totals: [4, 2], first: [1, 0], shown: true, calls: 6, left: 4 });
});

test('A product goes before an earlier upload of thousands', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 4 );
    $start = function ( $origin, $ids ) { return \\Altscribe\\Batches\\Start::start_batch( compact( 'origin', 'ids' ) ); };
    $start( 'page', array( $ids[0] ) );
    $start( 'upload', array( $ids[1], $ids[2] ) );
    $start( 'product', array( $ids[3] ) );
    work_through();
    return array_map( function ( $id ) use ( $ids ) { return array_search( $id, $ids, true ); }, $GLOBALS['calls'] );`,
  );
  expect(found).toEqual([3, 2, 1, 0]);
});

test('An unknown state has no images, and "used" reads no post for a preview', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids  = images( 2 );
    $post  = wp_insert_post( array( 'post_status' => 'publish', 'post_content' => '<img class="wp-image-' . $ids[0] . '">' ) );
    $scans = 0;
    add_filter( 'query', function ( $query ) use ( &$scans ) {
      $scans += false !== strpos( $query, 'post_content LIKE' ) ? 1 : 0;
      return $query;
    } );
    $preview = function () use ( $ids ) {
      $request = new WP_REST_Request( 'POST', '/altscribe/v1/batches/preview' );
      $request->set_body_params( array( 'filters' => array( 'used' => true ), 'overwrite' => true ) );
      return rest_do_request( $request )->get_data()['images'];
    };
    $once = array( $preview(), $scans );
    wp_update_post( array( 'ID' => $post, 'post_content' => '<img class="wp-image-' . $ids[0] . '"><img class="wp-image-' . $ids[1] . '">' ) );
    $changed = $preview();
    wp_delete_post( $post, true );
    return array( 'once' => $once, 'after a change' => $changed, 'nonsense' => \\Altscribe\\Batches\\Start::count_for_batch( array( 'filters' => array( 'state' => 'nonsense' ) ) ) );`,
  );
  expect(found).toEqual({ once: [1, 0], 'after a change': 2, nonsense: 0 });
});
