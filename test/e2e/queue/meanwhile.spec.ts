import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

test('Changes that users make meanwhile are respected', async ({ site }) => {
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

test('If new texts are held for review, they are suggested; users apply, edit and undo them', async ({
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
    // A worker returns an item that it had when the batch was stopped.
    altscribe_update_item( $ids[0], array( 'state' => 'waiting' ) );
    return array(
      $paused['state'], $paused['counts']['written'], $paused['counts']['waiting'], $stopped['state'], $stopped['counts']['written'],
      $stopped['counts']['waiting'], $stopped['total'], $over->get_error_code(), altscribe_count_for_batch( array( 'ids' => $ids ) ),
      batch( altscribe_start_batch( array( 'ids' => $ids ) ) )['total'],
    );`,
  );
  expect(found).toEqual(['paused', 1, 3, 'stopped', 2, 0, 4, 'altscribe_batch_is_over', 2, 2]);
});
