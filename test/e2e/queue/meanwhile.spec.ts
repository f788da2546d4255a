import { runQueue } from '../support/queue.ts';
import { helpers } from '../support/suggestions.ts';
import { expect, test } from '../support/test.ts';

test('Changes that users make meanwhile are respected', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids = images( 6 );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    wp_delete_attachment( $ids[0], true );
    update_post_meta( $ids[5], '_altscribe_decorative', 1 );
    update_post_meta( $ids[1], '_wp_attachment_image_alt', 'Before' );
    serve( function ( $id ) use ( $ids ) {
      if ( $id === $ids[2] ) { wp_delete_attachment( $id, true ); }
      if ( $id === $ids[3] ) { update_post_meta( $id, '_wp_attachment_image_alt', 'During' ); }
      return $id === $ids[4] ? text( 'A line', 'decorative' ) : null;
    } );
    work_through();
    return array( count( $GLOBALS['calls'] ), array_map( 'item', $ids ), array_map( 'alt', $ids ), \\Altscribe\\Batches\\Store::find_item( $ids[3] )['new_text'] === 'Text of ' . $ids[3], \\Altscribe\\Batches\\Batch_Routes::item_to_array( \\Altscribe\\Batches\\Store::find_item( $ids[4] ) )['purpose'] );`,
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
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    work_through();
    $texts = array_map( 'alt', $ids );
    \\Altscribe\\Batches\\Control::edit_item( $ids[0], 'Applied' );
    \\Altscribe\\Batches\\Control::edit_item( $ids[0], 'Edited' );
    \\Altscribe\\Batches\\Control::edit_item( $ids[1], '', true );
    $after = array( array_map( 'alt', $ids ), array_map( 'item', $ids ), (bool) get_post_meta( $ids[1], '_altscribe_decorative', true ) );
    \\Altscribe\\Batches\\Control::undo_batch( $batch );
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
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30, 1 );
    \\Altscribe\\Batches\\Control::pause_batch( $batch );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    $paused = batch( $batch );
    \\Altscribe\\Batches\\Control::resume_batch( $batch );
    serve( function () use ( $batch ) { \\Altscribe\\Batches\\Control::stop_batch( $batch ); } );
    work_through();
    $stopped = batch( $batch );
    $over = \\Altscribe\\Batches\\Control::resume_batch( $batch );
    // A worker returns an item that it had when the batch was stopped.
    \\Altscribe\\Batches\\Store::update_item( $ids[0], array( 'state' => 'waiting' ) );
    return array(
      $paused['state'], $paused['counts']['written'], $paused['counts']['waiting'], $stopped['state'], $stopped['counts']['written'],
      $stopped['counts']['waiting'], $stopped['total'], $over->get_error_code(), \\Altscribe\\Batches\\Start::count_for_batch( array( 'ids' => $ids ) ),
      batch( \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) ) )['total'],
    );`,
  );
  expect(found).toEqual(['paused', 1, 3, 'stopped', 2, 0, 4, 'altscribe_batch_is_over', 2, 2]);
});

test('What a stopped run leaves blocks no image, and nobody pays for it', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `list( $cut, $killed, $returned, $failed ) = $ids = images( 4 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    serve( function ( $id ) use ( $batch, $failed ) {
      if ( $failed === $id ) { return respond( 400, array( 'message' => 'x' ) ); }
      \\Altscribe\\Batches\\Control::stop_batch( $batch );
      return broken();
    } );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30, 2 );
    $states = array( item( $failed ), item( $returned ) );
    $count  = function () use ( $ids ) { return \\Altscribe\\Batches\\Start::count_for_batch( array( 'ids' => $ids ) ); };
    // Items of workers that are cut off, before and after their lease ends.
    $take   = function ( $id, $seconds ) use ( $batch ) {
      $item = array( 'batch_id' => $batch, 'state' => 'running', 'lease_expires' => time() + $seconds );
      \\Altscribe\\Batches\\Store::put_item( $id, $item + array( 'previous_text' => '', 'new_text' => '', 'error_message' => '' ), null );
    };
    $import = function ( $id ) {
      $request = new WP_REST_Request( 'POST', '/altscribe/v1/import' );
      $request->set_body_params( array( 'rows' => array( array( 'line' => 2, 'attachment_id' => $id, 'previous_text' => '', 'alt_text' => 'Imported', 'decorative' => false ) ) ) );
      return wp_list_pluck( rest_do_request( $request )->get_data()['errors'], 'message' );
    };
    $take( $killed, 60 );
    $counts = array( $count() );
    $errors = array( $import( $killed ) );
    pass( 61 );
    $counts[] = $count();
    $errors[] = $import( $killed );
    $take( $cut, -1 );
    $GLOBALS['calls'] = array();
    serve();
    $again = \\Altscribe\\Batches\\Control::retry_item( $failed );
    work_through();
    return array( $states, $counts, $errors, alt( $killed ), $again, $GLOBALS['calls'] === array( $failed ) );`,
  );
  expect(found).toEqual([
    ['failed: altscribe_invalid_request', null],
    [3, 4],
    [['Alt text is being generated for this image. Stop it first.'], []],
    'Imported',
    true,
    true,
  ]);
});

test('An image in the trash is not paid for and gets no text, nor does an image in a post there', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $images = images( 5 );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $images, 'origin' => 'upload' ) );
    wp_trash_post( $images[0] );
    // Right before it is paid for, and after.
    add_filter( 'altscribe_request', function ( $fields, $target ) use ( $images ) {
      if ( $target['attachment_id'] === $images[1] ) { wp_trash_post( $images[1] ); }
      return $fields;
    }, 10, 2 );
    serve( function ( $id ) use ( $images ) { if ( $id === $images[2] ) { wp_trash_post( $id ); } } );
    work_through();
    $results['batch'] = array( count( $GLOBALS['keys'] ), array_map( 'item', $images ), array_map( 'alt', $images ) );
    $message = \\Altscribe\\Batches\\Store::find_item( $images[0] )['error_message'];
    // The paid text waits for the image.
    wp_untrash_post( $images[2] );
    $results['untrashed'] = $pending();
    $image = image();
    $id    = $post( $block( $image ) );
    $rows  = array( $suggest( $image, 'A boat', $id ), $suggest( $image, 'A boat' ), $suggest( $image, "A boat\n\nIn detail", $id, 1, array( 'purpose' => 'long' ) ) );
    wp_trash_post( $image );
    $GLOBALS['keys'] = array();
    $generate = array( 'post_id' => $id, 'attachment_id' => $image );
    $answers  = array(
      'route'      => $ask( 'POST', "attachments/$image/generate", array( 'regenerate' => true ) ),
      'ability'    => \\Altscribe\\Platform\\Abilities::run_generate_ability( array( 'attachment_id' => $image, 'regenerate' => true ) ),
      'editor'     => $ask( 'POST', 'generate', $generate + array( 'place' => '', 'regenerate' => true ) ),
      'rewrite'    => $ask( 'POST', "suggestions/$rows[1]/rewrite" ),
      'accept'     => $decide( $rows[1] ),
      'decorative' => $decide( $rows[1], 'decorative' ),
      'edit'       => $ask( 'POST', "images/$image", array( 'previous_text' => '', 'alt_text' => 'By hand' ) ),
    );
    wp_trash_post( $id );
    $answers += array(
      'post: editor'  => $ask( 'POST', 'generate', $generate + array( 'place' => "core/image#$image#1", 'regenerate' => true ) ),
      'post: rewrite' => $ask( 'POST', "suggestions/$rows[0]/rewrite" ),
      'post: rewrite long' => $ask( 'POST', "suggestions/$rows[2]/rewrite" ),
      'post: accept'  => $decide( $rows[0] ),
    );
    foreach ( $answers as $name => $answer ) {
      $results[ $name ] = is_array( $answer ) ? 'done' : ( is_wp_error( $answer ) ? $answer->get_error_message() : ( $answer->get_data()['message'] ?? $answer->get_status() ) );
    }
    return $results + array( 'message' => $message, 'paid' => count( $GLOBALS['keys'] ), 'texts' => array( alt( $image ), (bool) get_post_meta( $image, '_altscribe_decorative', true ), $alts( $id ) ) );`,
  );
  const inTrash = 'This image could not be read: it is in the trash. Restore it first.';
  const postInTrash = 'This post is in the trash. Restore it first.';
  expect(found).toMatchObject({
    batch: [
      3,
      [
        'skipped: altscribe_image_unreadable',
        'failed: altscribe_image_unreadable',
        'suggested: altscribe_image_unreadable',
        'written',
        'written',
      ],
      ['', '', '', expect.stringContaining('Text of'), expect.stringContaining('Text of')],
    ],
    // With those that are live and unread.
    untrashed: Array(3).fill(expect.stringContaining('Text of')),
    route: inTrash,
    ability: inTrash,
    editor: inTrash,
    rewrite: inTrash,
    accept: inTrash,
    decorative: inTrash,
    edit: inTrash,
    'post: editor': postInTrash,
    'post: rewrite': postInTrash,
    'post: rewrite long': postInTrash,
    'post: accept': postInTrash,
    message: inTrash,
    paid: 0,
    texts: ['', false, ['']],
  });
});

test('Editing a result does not replace a text that another user wrote since it was shown', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $images = images( 4 );
    $batch  = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $images ) );
    update_post_meta( $images[2], '_wp_attachment_image_alt', 'Before' );
    serve( function ( $id ) use ( $images ) { return $id === $images[3] ? text( 'A line', 'decorative' ) : null; } );
    work_through();
    $edit   = function ( $n, $params = array() ) use ( $ask, $images ) { return $ask( 'POST', "batch-items/$images[$n]", $params + array( 'alt_text' => 'Mine' ) ); };
    $shown  = array_column( $ask( 'GET', "batches/$batch/items" )->get_data(), 'current_text', 'attachment_id' );
    $same   = array_values( array_intersect_key( $shown, array_flip( $images ) ) ) === array_reverse( array_map( 'alt', $images ) );
    // In the media library, in this list, after it was skipped, and while the suggestion waits.
    update_post_meta( $images[0], '_wp_attachment_image_alt', 'Theirs' );
    $edit( 1, array( 'alt_text' => 'Theirs', 'previous_text' => $shown[ $images[1] ] ?? '' ) );
    update_post_meta( $images[2], '_wp_attachment_image_alt', 'Theirs' );
    update_post_meta( $images[3], '_wp_attachment_image_alt', 'Theirs' );
    foreach ( $images as $n => $id ) {
      $answer  = $edit( $n, array( 'previous_text' => $shown[ $id ] ?? '' ) );
      $item    = $answer->get_data()['data']['item'] ?? array();
      $again   = $edit( $n, array( 'previous_text' => $item['current_text'] ?? '' ) );
      $found[] = array( $answer->get_status(), $code( $answer ), $item['current_text'] ?? null, $again->get_status(), alt( $id ), $code( $ask( 'POST', "batch-items/$id/undo" ) ), alt( $id ) );
    }
    // Without the shown text, a request replaces only a text that the batch has written.
    $edit( 0, array( 'previous_text' => alt( $images[0] ) ) );
    $silent = array( $edit( 0, array( 'alt_text' => 'Next' ) )->get_status() );
    update_post_meta( $images[0], '_wp_attachment_image_alt', 'Theirs' );
    $silent[] = $edit( 0 )->get_status();
    // The other user is slightly faster.
    $edit( 0, array( 'alt_text' => 'First', 'previous_text' => 'Theirs' ) );
    $race = function ( $check, $id, $key ) use ( $edit, $images, &$race ) {
      if ( $id === $images[0] && '_wp_attachment_image_alt' === $key ) {
        remove_filter( 'update_post_metadata', $race );
        $edit( 0, array( 'alt_text' => 'Faster', 'previous_text' => 'First' ) );
      }
      return $check;
    };
    add_filter( 'update_post_metadata', $race, 10, 3 );
    $lost = $code( $edit( 0, array( 'previous_text' => 'First' ) ) );
    $now  = alt( $images[0] );
    return array( 'same' => $same, 'found' => $found, 'silent' => $silent, 'race' => array( $lost, $now, $code( $ask( 'POST', "batch-items/$images[0]/undo" ) ), alt( $images[0] ) ) );`,
  );
  const kept = (after: string) => [
    409,
    'altscribe_text_changed',
    'Theirs',
    200,
    'Mine',
    'undone',
    after,
  ];
  expect(found).toEqual({
    same: true,
    // The result that another user has edited is still one of the batch.
    found: [kept('Theirs'), kept(''), kept('Theirs'), kept('Theirs')],
    silent: [200, 409],
    // It has replaced "First".
    race: ['altscribe_text_changed', 'Faster', 'undone', 'First'],
  });
});
