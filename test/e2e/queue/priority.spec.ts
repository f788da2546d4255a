import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

test('Images that a user waits for go before a batch of 10,000 images, even with parallel workers', async ({
  site,
}) => {
  await site.define({ ALTSCRIBE_TEST_WOOCOMMERCE: '1' });
  const found = await runQueue(
    site.php,
    `global $wpdb;
    $retried = image();
    $library = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $retried ) ) );
    serve( function () { return respond( 400, array( 'message' => 'x', 'errors' => array( array( 'path' => 'image_file', 'message' => 'Not an image.' ) ) ) ); } );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    serve();
    $before = item( $retried );
    $first = (int) $wpdb->get_var( "SELECT MAX(ID) FROM $wpdb->posts" ) + 1;
    foreach ( range( 0, 99 ) as $hundred ) {
      $rows = array();
      foreach ( range( 0, 99 ) as $one ) { $rows[] = '(' . ( $first + 100 * $hundred + $one ) . ", $library, 'waiting', '', '', '', '')"; }
      $wpdb->query( 'INSERT INTO ' . \\Altscribe\\Batches\\Store::items_table() . ' (attachment_id, batch_id, state, previous_text, new_text, error_message, language) VALUES ' . implode( ',', $rows ) );
    }
    \\Altscribe\\Batches\\Control::reopen_batch( $library );
    // Three workers have an image of the batch.
    $leases  = array_map( 'Altscribe\\Batches\\Worker::take_item', array( 0, 0, 0 ) );
    $is_full = \\Altscribe\\Batches\\Worker::take_item();
    $hat     = image();
    $product = wp_insert_post( array( 'post_type' => 'product', 'post_title' => 'Hat', 'post_status' => 'auto-draft' ) );
    wp_set_current_user( 1 );
    $run     = new WP_REST_Request( 'POST', "/altscribe/v1/products/$product/generate" );
    $run->set_param( 'images', array( $hat ) );
    $run     = rest_do_request( $run )->get_data();
    \\Altscribe\\Batches\\Control::retry_item( $retried );
    $took    = array();
    $started = microtime( true );
    foreach ( $leases as $lease ) {
      \\Altscribe\\Batches\\Worker::settle_item( $lease, 'skipped' );
      $took[] = (int) \\Altscribe\\Batches\\Worker::take_item( $library )['attachment_id'];
    }
    $seconds = ( microtime( true ) - $started ) / 3;
    $names   = array( $retried => 'retried', $hat => 'product' );
    return array( $before, $is_full, array_map( function ( $id ) use ( $names ) { return $names[ $id ] ?? 'batch'; }, $took ), $seconds < 0.1, $run['ids'] === array( $hat ), batch( $library )['total'] < 10001 );`,
  );
  await site.define({});
  expect(found).toEqual([
    'failed: altscribe_image_unreadable',
    null,
    ['retried', 'product', 'batch'],
    true,
    true,
    true,
  ]);
});

test('A batch leaves the last requests of a minute for users', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$limited = function ( $left ) {
      return array( 'headers' => array( 'ratelimit' => '"user";r=' . $left . ';t=30', 'ratelimit-policy' => '"user";q=100;w=60' ) ) + text( 'A boat' );
    };
    list( $a, $b, $c, $failed ) = $ids = images( 4 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $a, $b, $c ) ) );
    serve( function ( $id, $number ) use ( $limited ) { return $limited( 11 - $number ); } );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    $held  = batch( $batch );
    $after = count( $GLOBALS['calls'] );
    // The batch waits, but a product and a retried image do not.
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $failed ), 'origin' => 'product' ) );
    \\Altscribe\\Batches\\Store::update_item( $a, array( 'lease_expires' => \\Altscribe\\Batches\\Worker::FIRST ) );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    $users = array_slice( $GLOBALS['calls'], $after );
    pass( 30 );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    return array( $after, $held['retry_after'] > 25, $held['reason']['code'], $users === array( $a, $failed ), batch( $batch )['state'] );`,
  );
  expect(found).toEqual([2, true, 'altscribe_requests_reserved', true, 'finished']);
});
