import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

test('A worker that dies midway blocks an image only until its lease ends', async ({ site }) => {
  const die = `
    serve( function () { echo 'null'; exit; } );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );`;
  const start = `$ids = images( 2 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );`;
  await runQueue(site.php, start + die);
  const look = `$id = max( $GLOBALS['wpdb']->get_col( 'SELECT attachment_id FROM ' . \\Altscribe\\Batches\\Store::items_table() ) );
    $batch = \\Altscribe\\Batches\\Store::current_batch()['id'];`;
  const next = await runQueue(
    site.php,
    `${look} \\Altscribe\\Batches\\Worker::work_on_queue( 1, 1 );
    return array( $id === (int) $GLOBALS['calls'][0], item( $id ), \\Altscribe\\Batches\\Store::find_item( $id )['attempts'] );`,
    { goOn: true },
  );
  expect(next).toEqual([false, 'running', '1']);
  for (let attempt = 2; attempt <= 3; attempt++) {
    await runQueue(site.php, `pass( 121 ); ${die}`, { goOn: true });
  }
  const end = await runQueue(
    site.php,
    `${look} pass( 121 ); $passed = work_through();
    return array( item( $id ), \\Altscribe\\Batches\\Store::find_item( $id )['attempts'], $GLOBALS['calls'], alt( $id ), batch( $batch )['state'], $passed );`,
    { goOn: true },
  );
  expect(end).toEqual(['failed: altscribe_cut_off', '3', [], '', 'finished', 0]);
});

test('A worker that dies after writing costs nothing, and its text can be undone', async ({
  site,
}) => {
  await runQueue(
    site.php,
    `\\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 1 ) ) );
    add_action( 'added_post_meta', function ( $meta, $id, $key ) { if ( '_wp_attachment_image_alt' === $key ) { echo 'null'; exit; } }, 10, 3 );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );`,
  );
  const found = await runQueue(
    site.php,
    `$id = (int) $GLOBALS['wpdb']->get_var( 'SELECT attachment_id FROM ' . \\Altscribe\\Batches\\Store::items_table() );
    $before = item( $id ); pass( 121 ); work_through(); $after = item( $id );
    // And one that dies before it has finished the batch.
    $batch = \\Altscribe\\Batches\\Store::current_batch()['id'];
    \\Altscribe\\Batches\\Control::reopen_batch( $batch ); work_through(); $state = batch( $batch )['state'];
    \\Altscribe\\Batches\\Control::undo_item( $id );
    return array( $before, $after, $state, $GLOBALS['calls'], alt( $id ) );`,
    { goOn: true },
  );
  expect(found).toEqual(['running', 'written', 'finished', [], '']);
});

test('A worker whose lease has ended overwrites nothing that the next one wrote', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 1 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    serve( function ( $id, $number ) {
      if ( 1 === $number ) { pass( 121 ); \\Altscribe\\Batches\\Worker::work_on_queue( 30 ); return text( 'From the late one' ); }
      return text( 'From the next one' );
    } );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    $item = \\Altscribe\\Batches\\Store::find_item( $ids[0] );
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

test('At most three images are processed in parallel, or as many as a filter allows', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `\\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 9 ) ) );
    $most = 0;
    serve( function () use ( &$most, &$depth ) {
      $most = max( $most, ++$depth );
      \\Altscribe\\Batches\\Worker::work_on_queue( 30, 1 );
      --$depth;
    } );
    work_through();
    $default = $most;
    $most = 0;
    add_filter( 'altscribe_queue_concurrency', function () { return 1; } );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 3 ) ) );
    work_through();
    return array( $default, $most, count( array_unique( $GLOBALS['calls'] ) ), count( $GLOBALS['calls'] ) );`,
  );
  expect(found).toEqual([3, 1, 12, 12]);
});

test('Two workers that start at the same moment do not both continue', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 2 );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    add_filter( 'altscribe_queue_concurrency', function () { return 1; } );
    // Between this one's check and its lease.
    $other = function ( $query ) use ( &$other, $ids ) {
      if ( 0 === strpos( $query, 'UPDATE' ) ) {
        remove_filter( 'query', $other );
        \\Altscribe\\Batches\\Store::update_item( $ids[0], array( 'state' => 'running', 'lease_token' => 'other', 'lease_expires' => time() + 60 ) );
      }
      return $query;
    };
    add_filter( 'query', $other );
    $taken = \\Altscribe\\Batches\\Worker::take_item();
    return array( $taken, array_map( 'item', $ids ), \\Altscribe\\Batches\\Store::find_item( $ids[1] )['attempts'], $GLOBALS['calls'] );`,
  );
  expect(found).toEqual([null, ['running', 'waiting'], '0', []]);
});

test('A wrong clock blocks nothing', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 2 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    \\Altscribe\\Batches\\Store::update_batch( $batch, array( 'wait_until' => time() + 3 * DAY_IN_SECONDS ) );
    \\Altscribe\\Batches\\Store::update_item( $ids[0], array( 'state' => 'running', 'lease_token' => 'x', 'lease_expires' => time() + 2 * DAY_IN_SECONDS ) );
    \\Altscribe\\Batches\\Store::update_item( $ids[1], array( 'lease_expires' => time() + 2 * DAY_IN_SECONDS ) );
    $passed = work_through();
    return array( $passed, array_map( 'item', $ids ), batch( $batch )['retry_after'] );`,
  );
  expect(found).toEqual([0, ['written', 'written'], null]);
});
