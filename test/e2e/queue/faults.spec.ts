import { startService } from '../../support/service.ts';
import { inSequence } from '../../support/faults.ts';
import { status, text } from '../../support/provider-stand-in.ts';
import { serviceEnv } from '../support/backend.ts';
import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

test('Too many requests: all wait for as long as the service asks, and no attempt is counted', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 3 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    $other = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 1 ) ) );
    serve( function ( $id, $number ) { return 2 === $number ? respond( 429, array( 'message' => 'Too many' ), array( 'retry-after' => '42' ) ) : null; } );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    $waits = array( batch( $batch )['retry_after'] > 40, batch( $other )['retry_after'] > 40, batch( $batch )['state'], count( $GLOBALS['calls'] ), \\Altscribe\\Batches\\Store::find_item( $ids[1] )['attempts'] );
    $passed = work_through();
    return array( $waits, $passed > 40 && $passed < 44, batch( $batch )['counts']['written'], batch( $other )['state'], count( $GLOBALS['calls'] ) );`,
  );
  expect(found).toEqual([[true, true, 'running', 2, '0'], true, 3, 'finished', 5]);
});

test('Images that a content filter refuses wait for a text by hand, and the batch continues immediately', async ({
  site,
  backend,
}) => {
  const service = await startService({ ...serviceEnv(backend.providers), GEMINI_API_KEY: 'a-key' });
  try {
    const account = await backend.connect({ service, credits: 10 });
    const filtered = status(400, 'The response was filtered', { code: 'content_filter' });
    const blocked = status(400, "It violates Google's Responsible AI practices.");
    const written = text('A boat');
    backend.providers.startOver({
      openai: inSequence(filtered, filtered, filtered, written),
      gemini: blocked,
    });
    const { large, green, blue, yellow } = site.images;
    const found = await runQueue(
      site.php,
      `$batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $args['ids'] ) );
      $passed = work_through();
      $done   = batch( $batch );
      return array( $passed, $done['state'], $done['counts'], array_count_values( array_map( 'item', $args['ids'] ) ) );`,
      { settings: null, args: { ids: [large, green, blue, yellow].map(({ id }) => id) } },
    );
    expect(found).toEqual([
      0,
      'finished',
      expect.objectContaining({ written: 1, failed: 0, suggested: 3 }),
      { 'suggested: altscribe_image_unreadable': 3, written: 1 },
    ]);
    expect(backend.providers.calls).toHaveLength(7);
    expect(await account.credits()).toBe(9);
  } finally {
    backend.providers.startOver();
    await service.dispose();
  }
});

for (const [what, failure] of Object.entries({
  service: `new WP_Error( 'http_request_failed', 'down' )`,
  'AI models behind the service': 'broken()',
}))
  test(`An hour without the ${what}: nothing fails, and the batch continues automatically`, async ({
    site,
  }) => {
    const found = await runQueue(
      site.php,
      `$ids = images( 4 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    serve( function ( $id, $number ) { return 1 === $number ? null : ${failure}; } );
    $until_halted = 0;
    while ( 'running' === batch( $batch )['state'] && $until_halted < 3600 ) {
      \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
      $halted = batch( $batch );
      $wait   = \\Altscribe\\Batches\\Worker::seconds_until_work();
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
      'halted within minutes' => $until_halted - 60 > 240 && $until_halted - 60 < 480, 'reason' => $halted['reason']['code'],
      'goes on by itself' => $halted['retry_after'] > 50, 'few calls' => $calls < 40 && $in_an_hour < 100,
      'failed' => $after_an_hour['counts']['failed'], 'then' => array_map( 'item', $ids ), 'within a minute' => $passed <= 60,
    );`,
    );
    expect(found).toEqual({
      'halted within minutes': true,
      reason: what === 'service' ? 'altscribe_unreachable' : 'altscribe_service_error',
      'goes on by itself': true,
      'few calls': true,
      failed: 0,
      then: ['written', 'written', 'written', 'written'],
      'within a minute': true,
    });
  });

test('One image that the service fails on fails alone', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 3 );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
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
    \\Altscribe\\Batches\\Control::retry_item( $ids[2] );
    work_through();
    \\Altscribe\\Batches\\Control::undo_item( $ids[2] );
    \\Altscribe\\Batches\\Control::retry_item( $ids[2], true );
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

test('An image whose first request is still running delays no other, and goes on when that has ended', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$ids   = images( 4 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    serve( function ( $id ) use ( $ids ) {
      $tried = array_count_values( $GLOBALS['calls'] )[ $id ];
      return in_array( $id, array( $ids[3], $ids[2] ), true ) && $tried < 4
        ? respond( 429, array( 'message' => 'The first call with this Idempotency-Key is still running, please try again later' ), array( 'retry-after' => '5' ) )
        : null;
    } );
    $work    = function () { return \\Altscribe\\Batches\\Worker::work_on_queue( 30, 1 )['attachment_ids']; };
    $order   = array_merge( $work(), $work(), $work(), $work() );
    $reason  = batch( $batch )['reason'];
    $seconds = work_through();
    $error   = \\Altscribe\\Service\\Responses::read_error( respond( 429, array() ), array( 'message' => 'Too many requests from this user, please try again later' ), 'x' );
    return array( array_map( function ( $id ) use ( $ids ) { return array_search( $id, $ids, true ); }, $order ), $reason, $seconds, array_map( 'item', $ids ), count( array_unique( $GLOBALS['keys'] ) ), $error->get_error_message() );`,
  );
  expect(found).toEqual([
    [3, 2, 1, 0],
    null,
    0,
    ['written', 'written', 'written', 'written'],
    4,
    'Too many requests right now. Try again in 60 seconds.',
  ]);
});

test('No credits, or a refused key, halts a batch with one message, until it is resumed', async ({
  site,
}) => {
  const code = `$ids = images( 5 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    serve( function ( $id, $number ) { return $number >= 3 ? $args['bad'] : null; } );
    work_through();
    $halted = batch( $batch );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    $calls = count( $GLOBALS['calls'] );
    serve();
    \\Altscribe\\Batches\\Control::resume_batch( $batch );
    work_through();
    return array( $halted['state'], $halted['reason']['message'], $halted['counts']['waiting'], $halted['retry_after'], $calls, batch( $batch )['counts']['written'] );`;
  const bad = {
    credits: 'no_credits()',
    key: `respond( 401, array( 'message' => 'Authentication failed: invalid API key' ) )`,
  };
  expect(await runQueue(site.php, code.replace(`$args['bad']`, bad.credits))).toEqual([
    'halted',
    'You have no credits left. Ask the account owner (site@example.com) to add credits.',
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

test('After two failures it continues as soon as the service works, one image at a time until then', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 3 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    serve( function ( $id, $number ) { return 1 === $number ? broken() : null; } );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    $waits = batch( $batch );
    pass( $waits['retry_after'] );
    // Three may work in parallel, but not to test whether the service works again.
    $probe = \\Altscribe\\Batches\\Worker::take_item();
    $more  = \\Altscribe\\Batches\\Worker::take_item();
    \\Altscribe\\Batches\\Failures::settle_failure( $probe, \\Altscribe\\Core\\Errors::service( '' ) );
    $passed = work_through();
    return array( $waits['reason']['code'] ?? null, (bool) $probe, null === $more, $passed <= 15, array_map( 'item', $ids ), batch( $batch )['reason'] );`,
  );
  const written = ['written', 'written', 'written'];
  expect(found).toEqual(['altscribe_service_error', true, true, true, written, null]);
});

test('A single image is retried while the service fails, and fails after minutes', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 1 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    serve( function () { return broken(); } );
    $passed = work_through( 200 );
    $after  = item( $ids[0] );
    serve( function ( $id, $number ) { return $number < 3 ? broken() : null; } );
    $GLOBALS['calls'] = array();
    $until_well = work_through();
    $well = item( $ids[0] );
    $bad  = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 1 ) ) );
    serve( function () { return broken(); } );
    $passed = work_through();
    return array( $after, $until_well <= 20, $well, $passed >= 240 && $passed < 300, batch( $bad )['counts']['failed'] );`,
  );
  expect(found).toEqual(['waiting', true, 'written', true, 1]);
});

test('If the database refuses the tables, a batch reports it, and the next one creates them', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `global $wpdb;
    $ids = images( 1 );
    foreach ( array( \\Altscribe\\Batches\\Store::items_table(), \\Altscribe\\Batches\\Store::batches_table() ) as $table ) { $wpdb->query( "DROP TABLE $table" ); }
    delete_option( 'altscribe_queue_schema' );
    $refuse = function ( $query ) { return false === stripos( $query, 'CREATE TABLE' ) ? $query : 'CREATE NOTHING'; };
    $wpdb->suppress_errors();
    add_filter( 'query', $refuse );
    \\Altscribe\\Batches\\Store::make_tables();
    $start = function () use ( $ids ) {
      $request = new WP_REST_Request( 'POST', '/altscribe/v1/batches' );
      $request->set_body_params( array( 'ids' => $ids ) );
      $response = rest_do_request( $request );
      return array( $response->get_status(), $response->get_data() );
    };
    $stored  = get_option( 'altscribe_queue_schema' );
    $refused = $start();
    $upload  = \\Altscribe\\Batches\\Uploads::queue_upload( $ids[0] );
    $health  = \\Altscribe\\Platform\\Site_Health::test_cron_health()['status'];
    remove_filter( 'query', $refuse );
    $then    = $start();
    delete_option( 'altscribe_queue_schema' );
    \\Altscribe\\Batches\\Store::make_tables();
    $wpdb->suppress_errors( false );
    return array( '1' === $stored || '2' === $stored, $refused[0], $refused[1]['code'] ?? null, $refused[1]['message'] ?? null, $health, $then[0], isset( $then[1]['total'] ) ? $then[1]['total'] : null );`,
    { settings: { generate_on_upload: true } },
  );
  expect(found).toEqual([
    false,
    500,
    'altscribe_queue_unavailable',
    'Database tables of Altscribe are missing and could not be created: wp_altscribe_batches, wp_altscribe_queue. Ask your host to let WordPress create and change tables, then try again.',
    'critical',
    201,
    1,
  ]);
});

test('A database that refuses to change a table is detected before a credit is spent', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `global $wpdb;
    $ids   = images( 1 );
    $queue = \\Altscribe\\Batches\\Store::items_table();
    $wpdb->query( "ALTER TABLE $queue DROP COLUMN had_row" );
    update_option( 'altscribe_queue_schema', '1' );
    $refuse = function ( $query ) { return false === stripos( $query, 'ALTER TABLE' ) ? $query : 'ALTER NOTHING'; };
    $wpdb->suppress_errors();
    add_filter( 'query', $refuse );
    \\Altscribe\\Batches\\Store::make_tables();
    $start = function () use ( $ids ) {
      $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
      work_through();
      return array( is_wp_error( $batch ) ? $batch->get_error_code() : 'started', count( $GLOBALS['calls'] ), item( $ids[0] ) );
    };
    $refused = array_merge( $start(), array( \\Altscribe\\Platform\\Site_Health::test_cron_health()['status'] ) );
    remove_filter( 'query', $refuse );
    $then = $start();
    $wpdb->suppress_errors( false );
    return array( $refused, $then, get_option( 'altscribe_queue_schema' ) );`,
  );
  expect(found).toEqual([
    ['altscribe_queue_unavailable', 0, null, 'critical'],
    ['started', 1, 'written'],
    '4',
  ]);
});

test('Texts of an earlier version are moved, even if the process that begins it ends', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `global $wpdb;
    $ids   = images( 2 );
    $table = \\Altscribe\\Suggestions\\Store::table();
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    work_through();
    // Until there was a table for suggestions, they were in the queue.
    $wpdb->update( \\Altscribe\\Batches\\Store::items_table(), array( 'state' => 'suggested', 'new_text' => 'A boat' ), array( 'batch_id' => $batch ) );
    $wpdb->query( "DROP TABLE $table" );
    delete_option( 'altscribe_suggestions_schema' );
    $make = function () use ( $wpdb, $table ) {
      try { \\Altscribe\\Suggestions\\Store::make_table(); } catch ( Exception $e ) { $wpdb->suppress_errors( false ); }
      return array( (int) $wpdb->get_var( "SELECT COUNT(*) FROM $table WHERE new_text = 'A boat'" ), get_option( 'altscribe_suggestions_schema' ) );
    };
    $end = function () { throw new Exception( 'The process ends.' ); };
    add_action( 'altscribe_suggestions_table_made', $end, 5 );
    $found = array( $make() );
    remove_action( 'altscribe_suggestions_table_made', $end, 5 );
    return array_merge( $found, array( $make(), $make() ) );`,
  );
  expect(found).toEqual([
    [0, false],
    [2, '3'],
    [2, '3'],
  ]);
});

test('Tables that a restore has left out are created again, although an option says that they exist', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `global $wpdb;
    $wpdb->suppress_errors();
    \\Altscribe\\Posts\\Uses_Index::read_uses( 30 );
    $ids   = images( 3 );
    $drop  = function ( ...$tables ) use ( $wpdb ) { foreach ( $tables as $table ) { $wpdb->query( "DROP TABLE $table" ); } };
    $start = function () use ( $ids ) {
      $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
      return is_wp_error( $batch ) ? $batch->get_error_code() : batch( $batch )['total'];
    };
    $drop( \\Altscribe\\Batches\\Store::items_table() );
    $found['items'] = $start();
    $drop( \\Altscribe\\Batches\\Store::items_table(), \\Altscribe\\Batches\\Store::batches_table() );
    $found['both']  = $start();
    $drop( \\Altscribe\\Suggestions\\Store::table() );
    $found['suggestion'] = altscribe_add_suggestion( array( 'attachment_id' => $ids[0], 'new_text' => 'A boat' ) ) > 0;
    $all = array( \\Altscribe\\Batches\\Store::items_table(), \\Altscribe\\Suggestions\\Store::table(), \\Altscribe\\Library\\Repeated_Texts::table(), \\Altscribe\\Posts\\Uses::table(), \\Altscribe\\Posts\\Uses::report_table() );
    foreach ( array( 'Altscribe\\Posts\\Uses_Index::run_uses_event', 'Altscribe\\Platform\\Site_Health::test_cron_health', function () { \\Altscribe\\Media_Page\\Page::enqueue_media_page( 'media_page_altscribe-media' ); } ) as $index => $by ) {
      $drop( ...$all );
      $by();
      $found[ $index ] = count( array_intersect( $all, $wpdb->get_col( "SHOW TABLES LIKE '%altscribe%'" ) ) );
    }
    $refuse = function ( $query ) { return false === stripos( $query, 'CREATE TABLE' ) ? $query : 'CREATE NOTHING'; };
    add_filter( 'query', $refuse );
    $drop( \\Altscribe\\Suggestions\\Store::table() );
    $request = new WP_REST_Request( 'POST', '/altscribe/v1/suggestions' );
    $request->set_body_params( array( 'attachment_id' => $ids[1], 'text' => 'A boat' ) );
    $found['message'] = rest_do_request( $request )->get_data()['message'];
    $found['health']  = \\Altscribe\\Platform\\Site_Health::test_cron_health()['status'];
    remove_filter( 'query', $refuse );
    \\Altscribe\\Platform\\Site_Health::test_cron_health();
    \\Altscribe\\Posts\\Uses_Index::read_uses( 30 );
    $wpdb->suppress_errors( false );
    return $found;`,
  );
  expect(found).toEqual({
    items: 3,
    both: 3,
    suggestion: true,
    0: 5,
    1: 5,
    2: 5,
    message:
      'A database table of Altscribe is missing and could not be created: wp_altscribe_suggestions. Ask your host to let WordPress create and change tables, then try again.',
    health: 'critical',
  });
});
