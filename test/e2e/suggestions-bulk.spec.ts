import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';

test('All without findings are accepted after 20 single decisions, and undone together', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    delete_user_option( get_current_user_id(), 'altscribe_reads' );
    $kinds  = array( 'red', 'green', 'blue', 'white', 'old', 'new', 'small', 'large' );
    $images = images( 24 );
    foreach ( $images as $n => $image ) { $suggest( $image, 'A ' . $kinds[ $n % 8 ] . ' boat number ' . $n . ' at the pier' ); }
    $vague  = image();
    $suggest( $vague, 'image' );
    $all    = function () use ( $ask ) { return $ask( 'POST', 'suggestions/decide', array( 'without_findings' => true, 'decision' => 'accept' ) ); };
    $ids    = wp_list_pluck( $get( array( 'per_page' => 100 ) ), 'id' );
    for ( $n = 0; $n < 19; $n++ ) { $decide( $ids[ $n ], 0 === $n ? 'reject' : 'accept' ); }
    $early  = $all();
    $decide( $ids[19] );
    $counts = $ask( 'GET', 'suggestions/counts' )->get_data();
    $done   = $all()->get_data();
    $texts  = array( alt( $images[23] ), alt( $vague ), count( $get( array( 'state' => 'decided', 'bulk' => $done['bulk'] ) ) ), $pending() );
    $other  = $user( 'author' );
    $admin  = get_current_user_id();
    wp_set_current_user( $other );
    $foreign = $ask( 'POST', 'suggestions/decide', array( 'ids' => array( $get()[0]['id'] ?? end( $ids ) ), 'decision' => 'reject' ) )->get_data()['errors'];
    wp_set_current_user( $admin );
    $back   = $ask( 'POST', 'suggestions/decide', array( 'bulk' => $done['bulk'], 'decision' => 'undo' ) )->get_data();
    return array( 'early' => $early->get_data()['code'], 'reads' => $counts['reads'], 'clean' => array( $counts['pending'], $counts['without_findings'] ), 'finding' => $counts['findings'][0]['slug'], 'month' => strlen( $counts['months'][0]['value'] ), 'done' => array( count( $done['items'] ), $done['errors'], $done['left'] ), 'texts' => $texts, 'foreign' => count( $foreign ), 'back' => count( $back['items'] ), 'alt' => alt( $images[23] ), 'vague' => $pending( array( 'finding' => $counts['findings'][0]['slug'] ) ) );`,
  );
  expect(found).toEqual({
    early: 'altscribe_not_read',
    reads: 20,
    clean: [5, 4],
    finding: 'vague',
    month: 6,
    done: [4, [], 0],
    texts: ['A large boat number 23 at the pier', '', 4, ['image']],
    foreign: 1,
    back: 4,
    alt: '',
    vague: ['image'],
  });
});

test('Accepting many at once follows the filters, and needs 20 single decisions', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    delete_user_option( get_current_user_id(), 'altscribe_reads' );
    $kinds  = array( 'red', 'green', 'blue', 'white' );
    $images = images( 12 );
    $id     = $post( $block( $images[0] ) . $block( $images[1] ) );
    foreach ( $images as $n => $image ) { $suggest( $image, 'A ' . $kinds[ $n % 4 ] . ' boat at pier ' . $n, $n < 2 ? $id : 0 ); }
    $ids    = wp_list_pluck( $get(), 'id' );
    $many   = function ( $params ) use ( $ask ) { return $ask( 'POST', 'suggestions/decide', $params + array( 'decision' => 'accept' ) )->get_data(); };
    $early  = array( $many( array( 'ids' => array_slice( $ids, 0, 11 ) ) )['code'], $many( array( 'ids' => array_slice( $ids, 0, 11 ), 'decision' => 'decorative' ) )['code'] );
    $verdicts = images( 11 );
    foreach ( $verdicts as $image ) { altscribe_add_suggestion( array( 'attachment_id' => $image, 'new_text' => 'A line', 'purpose' => 'decorative' ) ); }
    $marked = count( $many( array( 'ids' => wp_list_pluck( $get( array( 'finding' => 'decorative' ) ), 'id' ), 'decision' => 'decorative' ) )['items'] );
    $ten    = $many( array( 'ids' => array_slice( $ids, 2 ) ) );
    $undone = count( $many( array( 'ids' => wp_list_pluck( $ten['items'], 'id' ), 'decision' => 'undo' ) )['items'] );
    update_user_option( get_current_user_id(), 'altscribe_reads', array( 'count' => 20, 'time' => time() ) );
    $counts = function ( $params = array() ) use ( $ask ) { $data = $ask( 'GET', 'suggestions/counts', $params )->get_data(); return array( $data['pending'], $data['without_findings'] ); };
    $counted = array( $counts(), $counts( array( 'post' => $id ) ), $counts( array( 'finding' => 'vague' ) ) );
    $none   = $many( array( 'without_findings' => true, 'finding' => 'vague' ) )['items'];
    $done   = array( count( $many( array( 'without_findings' => true, 'post' => $id ) )['items'] ), count( $pending() ), count( $many( array( 'ids' => array_slice( $ids, 2 ) ) )['items'] ) );
    $suggest( $images[11], 'Of the administrator' );
    wp_set_current_user( $user( 'author' ) );
    return compact( 'early', 'marked', 'undone', 'counted', 'none', 'done' ) + array( 'ten' => count( $ten['items'] ), 'of others' => $get( array( 'any' => '1' ) ) );`,
  );
  expect(found).toEqual({
    early: ['altscribe_not_read', 'altscribe_not_read'],
    marked: 11,
    ten: 10,
    undone: 10,
    counted: [
      [12, 12],
      [12, 2],
      [12, 0],
    ],
    none: [],
    done: [2, 10, 10],
    'of others': [],
  });
});
