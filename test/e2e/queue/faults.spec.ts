import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

test('A batch writes what is missing, and is undone except where somebody went on', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$new = images( 3 ); $standing = image( 'Standing' );
    $batch = altscribe_start_batch( array( 'ids' => array_merge( $new, array( $standing ) ) ) );
    $started = batch( $batch );
    work_through();
    $done = batch( $batch );
    update_post_meta( $new[1], '_wp_attachment_image_alt', 'By hand' );
    $undone = altscribe_undo_batch( $batch );
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

test('Texts that stand there are replaced only where that was asked for', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = array( image( 'One' ), image( 'Two' ), image() );
    update_post_meta( $ids[2], '_altscribe_decorative', 1 );
    $none = altscribe_start_batch( array( 'ids' => $ids ) );
    altscribe_start_batch( array( 'ids' => array( $ids[0] ), 'filters' => array( 'state' => 'all' ) ) );
    altscribe_start_batch( array( 'ids' => array( $ids[1], $ids[2] ), 'overwrite' => true ) );
    work_through();
    $texts = array_map( 'alt', $ids );
    $mark  = get_post_meta( $ids[2], '_altscribe_decorative', true );
    altscribe_undo_item( $ids[1] );
    altscribe_undo_item( $ids[2] );
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

test('An image is in one batch only, whoever starts how many', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 4 );
    $one   = altscribe_start_batch( array( 'ids' => array( $ids[0], $ids[1] ) ) );
    $other = altscribe_start_batch( array( 'ids' => $ids ) );
    $third = altscribe_start_batch( array( 'ids' => $ids ) );
    $counts = array( batch( $one )['total'], batch( $other )['total'], $third->get_error_message() );
    work_through();
    sort( $GLOBALS['calls'] );
    $again = altscribe_start_batch( array( 'ids' => $ids, 'overwrite' => true ) );
    return array( $counts, $GLOBALS['calls'] === $ids, batch( $one )['state'], batch( $again )['total'] );`,
  );
  expect(found).toEqual([
    [2, 2, 'Alt text is already being generated for these images.'],
    true,
    'finished',
    4,
  ]);
});

test('A worker that finds a batch empty because it is only starting does not end it', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$idle = function ( $query ) use ( &$idle ) {
      if ( 0 === strpos( $query, 'INSERT IGNORE' ) ) { remove_filter( 'query', $idle ); altscribe_work_on_queue( 1 ); }
      return $query;
    };
    $ids = images( 2 );
    add_filter( 'query', $idle );
    $batch = altscribe_start_batch( array( 'ids' => $ids ) );
    work_through();
    update_option( 'altscribe_settings', array( 'generate_on_upload' => true ) + get_option( 'altscribe_settings' ) );
    add_filter( 'query', $idle );
    $upload = image();
    work_through();
    return array( batch( $batch )['counts']['written'], batch( $batch )['state'], item( $upload ), altscribe_get_batch( (int) altscribe_find_item( $upload )['batch_id'] )['state'] );`,
  );
  expect(found).toEqual([2, 'finished', 'written', 'finished']);
});

test('Filters choose among the images', async ({ site }) => {
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
    $block = function ( $id ) { return '<!-- wp:image {"id":' . $id . '} --><figure class="wp-block-image"><img src="x.jpg" alt="" class="wp-image-' . $id . '"/></figure><!-- /wp:image -->'; };
    $post = wp_insert_post( array( 'post_title' => 'Sea', 'post_status' => 'publish', 'post_content' => $block( $shown ) ) );
    set_post_thumbnail( $post, $featured );
    wp_insert_post( array( 'post_title' => 'Later', 'post_status' => 'draft', 'post_content' => $block( $draft ) ) );
    $ids = array( $old, $png, $by_nobody, $featured, $shown, $draft, $decorative, $paper );
    $count = function ( $filters ) use ( $ids ) { return altscribe_count_for_batch( compact( 'ids', 'filters' ) ); };
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

test('A worker that dies in the middle holds an image up for as long as its lease', async ({
  site,
}) => {
  const die = `
    serve( function () { echo 'null'; exit; } );
    altscribe_work_on_queue( 30 );`;
  const start = `$ids = images( 2 );
    $batch = altscribe_start_batch( array( 'ids' => $ids ) );`;
  await runQueue(site.php, start + die);
  const look = `$id = max( $GLOBALS['wpdb']->get_col( 'SELECT attachment_id FROM ' . altscribe_queue_table() ) );
    $batch = altscribe_current_batch()['id'];`;
  const next = await runQueue(
    site.php,
    `${look} altscribe_work_on_queue( 1, 1 );
    return array( $id === (int) $GLOBALS['calls'][0], item( $id ), altscribe_find_item( $id )['attempts'] );`,
    { goOn: true },
  );
  expect(next).toEqual([false, 'running', '1']);
  for (let attempt = 2; attempt <= 3; attempt++) {
    await runQueue(site.php, `pass( 121 ); ${die}`, { goOn: true });
  }
  const end = await runQueue(
    site.php,
    `${look} pass( 121 ); $passed = work_through();
    return array( item( $id ), altscribe_find_item( $id )['attempts'], $GLOBALS['calls'], alt( $id ), batch( $batch )['state'], $passed );`,
    { goOn: true },
  );
  expect(end).toEqual(['failed: altscribe_cut_off', '3', [], '', 'finished', 0]);
});

test('A worker that dies after it has written costs nothing, and is undone as any', async ({
  site,
}) => {
  await runQueue(
    site.php,
    `altscribe_start_batch( array( 'ids' => images( 1 ) ) );
    add_action( 'added_post_meta', function ( $meta, $id, $key ) { if ( '_wp_attachment_image_alt' === $key ) { echo 'null'; exit; } }, 10, 3 );
    altscribe_work_on_queue( 30 );`,
  );
  const found = await runQueue(
    site.php,
    `$id = (int) $GLOBALS['wpdb']->get_var( 'SELECT attachment_id FROM ' . altscribe_queue_table() );
    $before = item( $id ); pass( 121 ); work_through(); $after = item( $id );
    // And one that dies before it has said that the batch is done.
    $batch = altscribe_current_batch()['id'];
    altscribe_reopen_batch( $batch ); work_through(); $state = batch( $batch )['state'];
    altscribe_undo_item( $id );
    return array( $before, $after, $state, $GLOBALS['calls'], alt( $id ) );`,
    { goOn: true },
  );
  expect(found).toEqual(['running', 'written', 'finished', [], '']);
});

test('A worker whose lease has ended writes nothing over the next one', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 1 );
    $batch = altscribe_start_batch( array( 'ids' => $ids ) );
    serve( function ( $id, $number ) {
      if ( 1 === $number ) { pass( 121 ); altscribe_work_on_queue( 30 ); return text( 'From the late one' ); }
      return text( 'From the next one' );
    } );
    altscribe_work_on_queue( 30 );
    $item = altscribe_find_item( $ids[0] );
    return array( alt( $ids[0] ), $item['state'], $item['new_text'], $item['attempts'], batch( $batch )['state'], array_unique( $GLOBALS['keys'] ) === array( $GLOBALS['keys'][0] ) );`,
  );
  expect(found).toEqual([
    'From the next one',
    'written',
    'From the next one',
    '2',
    'finished',
    true,
  ]);
});

test('At most three images are worked on at once, or as many as a filter says', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `altscribe_start_batch( array( 'ids' => images( 9 ) ) );
    $most = 0;
    serve( function () use ( &$most, &$depth ) {
      $most = max( $most, ++$depth );
      altscribe_work_on_queue( 30, 1 );
      --$depth;
    } );
    work_through();
    $default = $most;
    $most = 0;
    add_filter( 'altscribe_queue_concurrency', function () { return 1; } );
    altscribe_start_batch( array( 'ids' => images( 3 ) ) );
    work_through();
    return array( $default, $most, count( array_unique( $GLOBALS['calls'] ) ), count( $GLOBALS['calls'] ) );`,
  );
  expect(found).toEqual([3, 1, 12, 12]);
});

test('Two workers that begin in the same moment do not both go on', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 2 );
    altscribe_start_batch( array( 'ids' => $ids ) );
    add_filter( 'altscribe_queue_concurrency', function () { return 1; } );
    // Between the look of this one and its lease.
    $other = function ( $query ) use ( &$other, $ids ) {
      if ( 0 === strpos( $query, 'UPDATE' ) ) {
        remove_filter( 'query', $other );
        altscribe_update_item( $ids[0], array( 'state' => 'running', 'lease_token' => 'other', 'lease_expires' => time() + 60 ) );
      }
      return $query;
    };
    add_filter( 'query', $other );
    $taken = altscribe_take_item();
    return array( $taken, array_map( 'item', $ids ), altscribe_find_item( $ids[1] )['attempts'], $GLOBALS['calls'] );`,
  );
  expect(found).toEqual([null, ['running', 'waiting'], '0', []]);
});

test('A clock that was wrong holds nothing up', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 2 );
    $batch = altscribe_start_batch( array( 'ids' => $ids ) );
    altscribe_update_batch( $batch, array( 'wait_until' => time() + 3 * DAY_IN_SECONDS ) );
    altscribe_update_item( $ids[0], array( 'state' => 'running', 'lease_token' => 'x', 'lease_expires' => time() + 2 * DAY_IN_SECONDS ) );
    altscribe_update_item( $ids[1], array( 'lease_expires' => time() + 2 * DAY_IN_SECONDS ) );
    $passed = work_through();
    return array( $passed, array_map( 'item', $ids ), batch( $batch )['retry_after'] );`,
  );
  expect(found).toEqual([0, ['written', 'written'], null]);
});

test('Too many requests: all wait for as long as the service says, and nothing is an attempt', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 3 );
    $batch = altscribe_start_batch( array( 'ids' => $ids ) );
    $other = altscribe_start_batch( array( 'ids' => images( 1 ) ) );
    serve( function ( $id, $number ) { return 2 === $number ? respond( 429, array( 'message' => 'Too many' ), array( 'retry-after' => '42' ) ) : null; } );
    altscribe_work_on_queue( 30 );
    altscribe_work_on_queue( 30 );
    $waits = array( batch( $batch )['retry_after'] > 40, batch( $other )['retry_after'] > 40, batch( $batch )['state'], count( $GLOBALS['calls'] ), altscribe_find_item( $ids[1] )['attempts'] );
    $passed = work_through();
    return array( $waits, $passed > 40 && $passed < 44, batch( $batch )['counts']['written'], batch( $other )['state'], count( $GLOBALS['calls'] ) );`,
  );
  expect(found).toEqual([[true, true, 'running', 2, '0'], true, 3, 'finished', 5]);
});

for (const [what, failure] of Object.entries({
  service: `new WP_Error( 'http_request_failed', 'down' )`,
  'AI models behind the service': 'broken()',
}))
  test(`An hour without the ${what}: nothing fails, and the batch goes on by itself`, async ({
    site,
  }) => {
    const found = await runQueue(
      site.php,
      `$ids = images( 4 );
    $batch = altscribe_start_batch( array( 'ids' => $ids ) );
    serve( function ( $id, $number ) { return 1 === $number ? null : ${failure}; } );
    $until_halted = 0;
    while ( 'running' === batch( $batch )['state'] && $until_halted < 3600 ) {
      altscribe_work_on_queue( 30 );
      $halted = batch( $batch );
      $wait   = altscribe_seconds_until_work();
      pass( $wait );
      $until_halted += $wait;
    }
    $calls  = count( $GLOBALS['calls'] );
    $rest   = work_through( 3600 - $until_halted );
    $after_an_hour = batch( $batch );
    $in_an_hour    = count( $GLOBALS['calls'] );
    serve();
    $passed = work_through();
    return array(
      'halted within minutes' => $until_halted - 600 > 240 && $until_halted - 600 < 480, 'reason' => $halted['reason']['code'],
      'goes on by itself' => $halted['retry_after'] > 590, 'few calls' => $calls < 15 && $in_an_hour < 25,
      'failed' => $after_an_hour['counts']['failed'], 'then' => array_map( 'item', $ids ), 'within ten minutes' => $passed <= 600,
          );`,
    );
    expect(found).toEqual({
      'halted within minutes': true,
      reason: what === 'service' ? 'altscribe_unreachable' : 'altscribe_service_error',
      'goes on by itself': true,
      'few calls': true,
      failed: 0,
      then: ['written', 'written', 'written', 'written'],
      'within ten minutes': true,
    });
  });

test('One image that the service fails on fails alone', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 3 );
    altscribe_start_batch( array( 'ids' => $ids ) );
    serve( function ( $id ) use ( $ids ) {
      if ( $id === $ids[2] ) { return broken(); }
      return $id === $ids[1] ? respond( 400, array( 'message' => 'x', 'errors' => array( array( 'path' => 'image_url', 'code' => 'image_not_found', 'message' => 'Nothing there.' ) ) ) ) : null;
    } );
    work_through();
    $states = array_map( 'item', $ids );
    $calls  = array_count_values( $GLOBALS['calls'] );
    serve();
    $keys = $GLOBALS['keys'];
    $GLOBALS['keys'] = array();
    altscribe_retry_item( $ids[2] );
    work_through();
    altscribe_undo_item( $ids[2] );
    altscribe_retry_item( $ids[2], true );
    work_through();
    return array( $states, $calls[ $ids[2] ], $calls[ $ids[1] ], array_map( 'item', $ids ), $GLOBALS['keys'][0] === $keys[0], $GLOBALS['keys'][1] === $keys[0] );`,
  );
  expect(found).toEqual([
    ['written', 'failed: altscribe_image_unreadable', 'failed: altscribe_service_error'],
    3,
    1,
    ['written', 'failed: altscribe_image_unreadable', 'written'],
    true,
    false,
  ]);
});

test('No credits, or a refused key, halts a batch with one sentence, until it is resumed', async ({
  site,
}) => {
  const code = `$ids = images( 5 );
    $batch = altscribe_start_batch( array( 'ids' => $ids ) );
    serve( function ( $id, $number ) { return $number >= 3 ? $args['bad'] : null; } );
    work_through();
    $halted = batch( $batch );
    altscribe_work_on_queue( 30 );
    $calls = count( $GLOBALS['calls'] );
    serve();
    altscribe_resume_batch( $batch );
    work_through();
    return array( $halted['state'], $halted['reason']['message'], $halted['counts']['waiting'], $halted['retry_after'], $calls, batch( $batch )['counts']['written'] );`;
  const bad = {
    credits: 'no_credits()',
    key: `respond( 401, array( 'message' => 'Authentication failed: invalid API key' ) )`,
  };
  expect(await runQueue(site.php, code.replace(`$args['bad']`, bad.credits))).toEqual([
    'halted',
    'You have no credits left. Ask the owner of site@example.com to add some.',
    3,
    null,
    3,
    5,
  ]);
  expect(await runQueue(site.php, code.replace(`$args['bad']`, bad.key))).toEqual([
    'halted',
    'The service did not accept the API key.',
    3,
    null,
    3,
    5,
  ]);
});

test('What somebody does meanwhile is respected', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 6 );
    altscribe_start_batch( array( 'ids' => $ids ) );
    wp_delete_attachment( $ids[0], true );
    update_post_meta( $ids[5], '_altscribe_decorative', 1 );
    update_post_meta( $ids[1], '_wp_attachment_image_alt', 'Before' );
    serve( function ( $id ) use ( $ids ) {
      if ( $id === $ids[2] ) { wp_delete_attachment( $id, true ); }
      if ( $id === $ids[3] ) { update_post_meta( $id, '_wp_attachment_image_alt', 'During' ); }
      return $id === $ids[4] ? text( 'A line', 'decorative' ) : null;
    } );
    work_through();
    return array( count( $GLOBALS['calls'] ), array_map( 'item', $ids ), array_map( 'alt', $ids ), altscribe_find_item( $ids[3] )['new_text'] === 'Text of ' . $ids[3], altscribe_item_to_array( altscribe_find_item( $ids[4] ) )['purpose'] );`,
  );
  expect(found).toEqual([
    4,
    [
      'skipped: altscribe_image_unreadable',
      'skipped: altscribe_text_changed',
      'skipped: altscribe_image_unreadable',
      'suggested: altscribe_text_changed',
      'suggested',
      'suggested',
    ],
    ['', 'Before', '', 'During', '', ''],
    true,
    'decorative',
  ]);
});

test('Where new texts wait for review they are suggested; somebody applies, edits and undoes them', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 3 );
    $batch = altscribe_start_batch( array( 'ids' => $ids ) );
    work_through();
    $texts = array_map( 'alt', $ids );
    altscribe_edit_item( $ids[0], 'Applied' );
    altscribe_edit_item( $ids[0], 'Edited' );
    altscribe_edit_item( $ids[1], '', true );
    $after = array( array_map( 'alt', $ids ), array_map( 'item', $ids ), (bool) get_post_meta( $ids[1], '_altscribe_decorative', true ) );
    altscribe_undo_batch( $batch );
    return array( $texts, $after, array_map( 'alt', $ids ), array_map( 'item', $ids ), (bool) get_post_meta( $ids[1], '_altscribe_decorative', true ) );`,
    { settings: { review_new_texts: true } },
  );
  expect(found).toEqual([
    ['', '', ''],
    [['Edited', '', ''], ['written', 'written', 'suggested'], true],
    ['', '', ''],
    ['undone', 'undone', 'suggested'],
    false,
  ]);
});

test('Pause, resume and stop', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 4 );
    $batch = altscribe_start_batch( array( 'ids' => $ids ) );
    altscribe_work_on_queue( 30, 1 );
    altscribe_pause_batch( $batch );
    altscribe_work_on_queue( 30 );
    $paused = batch( $batch );
    altscribe_resume_batch( $batch );
    serve( function () use ( $batch ) { altscribe_stop_batch( $batch ); } );
    work_through();
    $stopped = batch( $batch );
    $over = altscribe_resume_batch( $batch );
    // What a worker gives back that had it when the batch was stopped.
    altscribe_update_item( $ids[0], array( 'state' => 'waiting' ) );
    return array(
      $paused['state'], $paused['counts']['written'], $paused['counts']['waiting'], $stopped['state'], $stopped['counts']['written'],
      $stopped['counts']['waiting'], $stopped['total'], $over->get_error_code(), altscribe_count_for_batch( array( 'ids' => $ids ) ),
      batch( altscribe_start_batch( array( 'ids' => $ids ) ) )['total'],
    );`,
  );
  expect(found).toEqual(['paused', 1, 3, 'stopped', 2, 0, 4, 'altscribe_batch_is_over', 2, 2]);
});
