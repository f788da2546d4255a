import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

/** A finished batch of 110 images, more than are read at a time. */
const finished = `
  $GLOBALS['wpdb']->query( 'START TRANSACTION' );
  $ids   = images( 110 );
  $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
  foreach ( $ids as $id ) {
    add_post_meta( $id, '_wp_attachment_image_alt', "Text of $id" );
    \\Altscribe\\Batches\\Store::update_item( $id, array( 'state' => 'written', 'new_text' => "Text of $id" ) );
  }
  $GLOBALS['wpdb']->query( 'COMMIT' );
  \\Altscribe\\Batches\\Worker::finish_batch( $batch );`;

test('A batch is undone in slices, by two users in parallel, and after it was cut off', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${finished}
    // Edited by hand: another text, and only the mark.
    update_post_meta( $ids[20], '_wp_attachment_image_alt', 'By hand' );
    delete_post_meta( $ids[40], '_wp_attachment_image_alt' );
    update_post_meta( $ids[40], '_altscribe_decorative', 1 );
    // A request was cut off between the text and its record.
    delete_post_meta( $ids[60], '_wp_attachment_image_alt' );
    // Meanwhile, another user undoes the same batch, and one writes a text.
    $meanwhile = function () use ( $ids, &$meanwhile ) {
      remove_action( 'deleted_post_meta', $meanwhile );
      array_map( 'Altscribe\\Batches\\Control::undo_item', array_slice( $ids, 85, 5 ) );
      update_post_meta( $ids[87], '_wp_attachment_image_alt', 'By hand, after it was undone' );
      update_post_meta( $ids[95], '_wp_attachment_image_alt', 'By hand, meanwhile' );
    };
    $slices = array( \\Altscribe\\Batches\\Control::undo_batch( $batch, 0, 0 ) );
    $slices[] = \\Altscribe\\Batches\\Control::undo_batch( $batch, $slices[0]['after'], 0 );
    $part = batch( $batch )['counts'];
    add_action( 'deleted_post_meta', $meanwhile );
    $slices[] = \\Altscribe\\Batches\\Control::undo_batch( $batch, $slices[1]['after'] );
    $again    = \\Altscribe\\Batches\\Control::undo_batch( $batch );
    $look     = function ( $slice ) { return array( $slice['undone'], $slice['kept'], $slice['left'] ); };
    return array( array_map( $look, $slices ), array( $part['undone'], $part['written'] ), $look( $again ), batch( $batch )['counts']['undone'], array_values( array_filter( array_map( 'alt', $ids ) ) ), get_post_meta( $ids[40], '_altscribe_decorative', true ) );`,
  );
  expect(found).toEqual([
    [
      [1, 0, 109],
      [1, 0, 108],
      [101, 2, 0],
    ],
    [2, 108],
    [0, 2, 0],
    108,
    ['By hand', 'By hand, after it was undone', 'By hand, meanwhile'],
    '1',
  ]);
});

test('A batch can be undone for 30 days', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$batches = array();
    foreach ( array( 29, 31 ) as $days ) {
      $ids   = images( 1 );
      $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
      work_through();
      pass( $days * DAY_IN_SECONDS );
      $listed    = count( rest_do_request( new WP_REST_Request( 'GET', '/altscribe/v1/batches' ) )->get_data() );
      $undone    = \\Altscribe\\Batches\\Control::undo_batch( $batch );
      $batches[] = array( $listed, is_wp_error( $undone ) ? $undone->get_error_code() : $undone['undone'], '' !== alt( $ids[0] ) );
    }
    return $batches;`,
  );
  expect(found).toEqual([
    [1, 1, false],
    [0, 'altscribe_batch_not_found', true],
  ]);
});

test('An image without a row for its text has none after undo, however the text was written', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 3 );
    add_post_meta( $ids[1], '_wp_attachment_image_alt', '' );
    add_post_meta( $ids[2], '_wp_attachment_image_alt', '  ' );
    $rows   = function ( $id ) { return get_post_meta( $id, '_wp_attachment_image_alt' ); };
    $before = array_map( $rows, $ids );
    $after  = array();
    $batch  = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    work_through();
    $written = array_map( $rows, $ids );
    \\Altscribe\\Batches\\Control::undo_batch( $batch );
    $after['batch'] = array_map( $rows, $ids );
    foreach ( $ids as $id ) { \\Altscribe\\Batches\\Control::edit_item( $id, 'By hand' ); }
    foreach ( $ids as $id ) { \\Altscribe\\Batches\\Control::undo_item( $id ); }
    $after['item'] = array_map( $rows, $ids );
    $import = \\Altscribe\\Csv\\Import::apply( array_map( function ( $id ) {
      return array( 'attachment_id' => $id, 'line' => 2, 'previous_text' => \\Altscribe\\Library\\Alt_Text::get( $id ), 'alt_text' => 'Imported', 'decorative' => false );
    }, $ids ) );
    \\Altscribe\\Batches\\Control::undo_batch( $import['batch_id'] );
    $after['import'] = array_map( $rows, $ids );
    return array( count( array_filter( array_merge( ...$written ), 'trim' ) ), $before, $after );`,
  );
  const rows = [[], [''], ['  ']];
  expect(found).toEqual([3, rows, { batch: rows, item: rows, import: rows }]);
});
