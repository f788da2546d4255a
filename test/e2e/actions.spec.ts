import { withoutChanging } from '../support/changing.ts';
import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';
import { changingInWorld, world } from './support/world.ts';

/**
 * PHP after the world. `$act( $label, $result )` notes a result, and what has changed since the last one: in images,
 * items, batches, and whether background work is due.
 */
const notes = `
  wp_set_current_user( get_user_by( 'login', 'admin' )->ID );
  add_filter( 'altscribe_queue_concurrency', function () { return 1; } );
  $notes   = array();
  $batches = array( $batch );
  $near    = function ( $seconds ) { return 10 * (int) ceil( $seconds / 10 ); };
  $plain   = function ( $fields ) use ( $near ) {
    foreach ( array( 'created', 'finished', 'can_undo_until', 'time', 'read' ) as $name ) { if ( ! empty( $fields[ $name ] ) ) { $fields[ $name ] = 'AT'; } }
    if ( ! empty( $fields['retry_after'] ) ) { $fields['retry_after'] = $near( $fields['retry_after'] ); }
    return $fields;
  };
  $see     = function () use ( &$names, &$batches, $ask, $plain, $near ) {
    $seen  = array();
    $ids   = array_flip( $names );
    $items = $ask( 'GET', 'batch-items', array( 'ids' => array_values( $names ) ) )->get_data();
    foreach ( $ask( 'GET', 'images', array( 'per_page' => 100 ) )->get_data() as $image ) {
      $id = $image['attachment_id'];
      if ( isset( $ids[ $id ] ) ) { $seen[ $ids[ $id ] ] = $image + array( 'source' => $plain( (array) \\Altscribe\\Library\\Provenance::describe( \\Altscribe\\Library\\Provenance::get( $id ) ) ) ); }
    }
    foreach ( $items as $item ) { $seen[ "item {$ids[ $item['attachment_id'] ]}" ] = $item; }
    foreach ( $batches as $id ) { $seen[ "batch $id" ] = $plain( $ask( 'GET', "batches/$id" )->get_data() ); }
    $next          = wp_next_scheduled( 'altscribe_queue_tick' );
    $seen['ticks'] = array( 'in' => $next ? $near( $next - time() ) : 'none' );
    return $seen;
  };
  $before = $see();
  $act    = function ( $label, $result = null ) use ( &$notes, &$before, $see, $plain ) {
    if ( $result instanceof WP_REST_Response ) { $result = array( $result->get_status(), $result->get_data() ); }
    if ( is_wp_error( $result ) ) { $result = array( $result->get_error_code(), $result->get_error_message(), $result->get_error_data() ); }
    $now = $see();
    // An answer that only repeats an item or batch is shown with its changes.
    $name = function ( $value ) use ( &$name, $now, $plain ) {
      if ( ! is_array( $value ) ) { return $value; }
      $found = array_search( $plain( $value ), $now, true );
      return false === $found ? array_map( $name, $value ) : "the $found";
    };
    $changes = array();
    foreach ( $before + $now as $thing => $value ) {
      if ( ! isset( $now[ $thing ] ) ) { $changes[] = "$thing: gone"; continue; }
      $new = array();
      foreach ( $now[ $thing ] as $field => $is ) {
        if ( ! isset( $before[ $thing ] ) || $before[ $thing ][ $field ] !== $is ) { $new[ $field ] = $is; }
      }
      if ( $new ) { $changes[] = "$thing: " . wp_json_encode( $new ); }
    }
    if ( null !== $result || $changes ) { $notes[] = array_merge( array( $label, wp_json_encode( $name( $result ) ) ), $changes ); }
    wp_clear_scheduled_hook( 'altscribe_queue_tick' );
    $before          = $now;
    $before['ticks'] = array( 'in' => 'none' );
  };
  $start = function ( $params ) use ( $ask, &$batches ) {
    $response = $ask( 'POST', 'batches', $params );
    if ( isset( $response->get_data()['id'] ) ) { $batches[] = $response->get_data()['id']; }
    return $response;
  };
  $item = function ( $name, $action, $params = array() ) use ( $ask, &$names ) { return $ask( 'POST', "batch-items/{$names[$name]}$action", $params ); };
`;

function compare(found: unknown, name: string): void {
  const lines = (found as string[][]).map(([label, ...rest]) =>
    [label, ...rest.map((line) => `  ${line}`)].join('\n'),
  );
  const timeless = `${lines.join('\n')}\n`.replaceAll(
    /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(Z|\+00:00)?/g,
    'AT',
  );
  const said = withoutChanging(timeless, [
    ...changingInWorld,
    [/\b1[789]\d{8}\b/g, 'AT'],
    [/(wpnonce(=|&amp;|&#0?38;|%3D)*)[0-9a-f]{10}/g, '$1NONCE'],
  ]);
  expect(said).toMatchSnapshot(name);
}

test('Each action on a batch and on its items answers and changes the same in the same world', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}${world}${notes}
    foreach ( array( 'pause', 'resume', 'stop' ) as $action ) { $act( "$action a finished batch", $ask( 'POST', "batches/$batch/$action" ) ); }
    foreach ( array( 'batches/1/pause', 'batches/1/undo', 'batches/1/unfill', 'batches/1/work', 'batch-items/1/undo', "batch-items/{$names['french']}/undo", "batch-items/{$names['french']}/retry", "batch-items/{$names['french']}/dismiss" ) as $route ) { $act( "unknown: $route", $ask( 'POST', $route ) ); }
    $act( 'unknown: edit', $item( 'french', '', array( 'alt_text' => 'x' ) ) );
    $act( 'undo', $item( 'missing', '/undo' ) );
    $act( 'undo again', $item( 'missing', '/undo' ) );
    $act( 'edit what was undone', $item( 'missing', '', array( 'alt_text' => ' A  boat, <b>undone</b> ', 'previous_text' => '' ) ) );
    $act( 'undo the edit', $item( 'missing', '/undo' ) );
    $act( 'retry what was undone', $item( 'missing', '/retry', array( 'regenerate' => true ) ) );
    $act( 'retry what waits', $item( 'missing', '/retry' ) );
    $act( 'undo a running batch', $ask( 'POST', "batches/$batch/undo" ) );
    $act( 'work', $ask( 'POST', "batches/$batch/work" ) );
    $act( 'retry what is written', $item( 'missing', '/retry' ) );
    $act( 'edit, but another text was shown', $item( 'missing', '', array( 'alt_text' => 'x', 'previous_text' => 'y' ) ) );
    $act( 'edit what is written', $item( 'missing', '', array( 'alt_text' => 'A boat, edited', 'previous_text' => alt( $names['missing'] ) ) ) );
    $act( 'edit to decorative with a text', $item( 'missing', '', array( 'alt_text' => 'x', 'is_decorative' => true ) ) );
    $act( 'retry what failed', $item( 'failing', '/retry' ) );
    $act( 'work on it', $ask( 'POST', "batches/$batch/work" ) );
    $act( 'edit what failed', $item( 'failing', '', array( 'alt_text' => 'A wreck' ) ) );
    $act( 'edit it to decorative', $item( 'failing', '', array( 'alt_text' => '', 'is_decorative' => true ) ) );
    $act( 'undo that', $item( 'failing', '/undo' ) );
    $act( 'accept a refusal', $item( 'declined', '', array( 'alt_text' => '' ) ) );
    $act( 'retry it', $item( 'declined', '/retry' ) );
    serve();
    $act( 'work on it', $ask( 'POST', "batches/$batch/work" ) );
    update_option( 'altscribe_settings', array( 'review_new_texts' => true ) + get_option( 'altscribe_settings' ) );
    $act( 'a batch whose texts are held', $start( array( 'ids' => array( $names['faulty'], $names['unread'] ), 'overwrite' => true, 'origin' => 'page' ) ) );
    $held = end( $batches );
    $act( 'work on it', $ask( 'POST', "batches/$held/work", array( 'limit' => 3 ) ) );
    $act( 'dismiss, but another text was shown', $item( 'faulty', '/dismiss', array( 'shown_text' => 'x' ) ) );
    $act( 'dismiss', $item( 'faulty', '/dismiss' ) );
    $act( 'dismiss again', $item( 'faulty', '/dismiss' ) );
    $act( 'retry what was dismissed', $item( 'faulty', '/retry' ) );
    $act( 'work on it', $ask( 'POST', "batches/$held/work" ) );
    $act( 'accept, but another text was shown', $item( 'unread', '', array( 'alt_text' => 'x', 'shown_text' => 'y', 'previous_text' => alt( $names['unread'] ) ) ) );
    $act( 'accept', $item( 'unread', '', array( 'alt_text' => "Text of {$names['unread']}", 'previous_text' => alt( $names['unread'] ) ) ) );
    $act( 'delete a text that waits', $item( 'faulty', '', array( 'alt_text' => '', 'previous_text' => alt( $names['faulty'] ) ) ) );
    $act( 'undo the batch', $ask( 'POST', "batches/$held/undo" ) );
    $act( 'undo it again', $ask( 'POST', "batches/$held/undo", array( 'after' => 1 ) ) );
    $act( 'undo in posts', $ask( 'POST', "batches/$held/unfill" ) );
    update_option( 'altscribe_settings', array( 'review_new_texts' => false ) + get_option( 'altscribe_settings' ) );
    pass( 31 * DAY_IN_SECONDS );
    $act( 'undo a batch that is too old', $ask( 'POST', "batches/$held/undo" ) );
    $act( 'past batches', $ask( 'GET', 'batches' ) );
    return $notes;`,
  );
  compare(found, 'actions-items.txt');
});

test('Each way to start, hold and end a batch answers and changes the same in the same world', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}${world}${notes}
    $ids = array( $names['french'], $names['unread'] );
    $all = array( 'ids' => $ids, 'overwrite' => true, 'regenerate' => true, 'origin' => 'page' );
    foreach ( array(
      'images that have texts' => array( 'ids' => $ids ), 'no image' => array( 'ids' => array( 1 ) ), 'no ids' => array( 'ids' => array() ), 'suggested' => array( 'ids' => array( $names['suggested'] ) ),
      'a state without images' => array( 'filters' => array( 'state' => 'check', 'mime_type' => 'image/webp' ) ), 'a day that does not exist' => array( 'filters' => array( 'after' => '2026-02-30' ) ), 'another language' => array( 'ids' => $ids, 'language' => 'xx' ),
    ) as $label => $params ) { $act( "start: $label", $start( $params ) ); }
    $act( 'start with a limit', $start( array( 'filters' => array( 'state' => 'good', 'after' => '2026-01-15', 'before' => '2026-03-15' ), 'overwrite' => true, 'regenerate' => true, 'limit' => 1, 'language' => 'de' ) ) );
    $limited = end( $batches );
    $act( 'stop it', $ask( 'POST', "batches/$limited/stop" ) );
    $act( 'work on it', $ask( 'POST', "batches/$limited/work" ) );
    $act( 'start', $start( $all ) );
    $new = end( $batches );
    $act( 'start for images that wait', $start( $all ) );
    foreach ( array( 'pause', 'pause', 'work', 'undo', 'resume', 'resume' ) as $action ) { $act( $action, $ask( 'POST', "batches/$new/$action" ) ); }
    $act( 'a product takes an image from it', \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $names['french'] ), 'filters' => array( 'state' => 'all' ), 'regenerate' => true, 'overwrite' => true, 'origin' => 'product', 'post_id' => $post_a, 'post_title' => 'Pier' ) ) );
    $batches[] = $new + 2;
    \\Altscribe\\Batches\\Control::stop_batch( end( $batches ) );
    $act( 'that is stopped' );
    $answers = array(
      'too many requests' => respond( 429, array( 'message' => 'Too many' ), array( 'retry-after' => '40' ) ),
      'still generating' => respond( 429, array( 'message' => 'The first call with this Idempotency-Key is still running' ), array( 'retry-after' => '5' ) ),
      'the limit of the service' => respond( 429, array( 'message' => 'Too many', 'code' => 'daily_limit_reached' ), array( 'retry-after' => '90000' ) ),
      'no credits' => no_credits(), 'broken' => broken(), 'key refused' => respond( 401, array( 'message' => 'Unauthorized' ) ),
      'another account' => respond( 404, array( 'message' => 'User not found' ) ), 'another server' => respond( 418, array( 'x' => 'y' ) ), 'down' => new WP_Error( 'http_request_failed', 'down' ),
      'a request that is wrong' => respond( 400, array( 'message' => 'Bad', 'errors' => array( array( 'path' => 'language', 'code' => 'invalid', 'message' => 'Bad' ) ) ) ),
      'an image that is too large' => respond( 413, array( 'message' => 'Too large' ) ), 'declined' => $declined(), 'decorative' => text( 'A line', 'decorative' ),
      'few requests left' => respond( 200, array( 'altText' => 'A boat, few left', 'CreditsAvailable' => 7, 'plan_type' => 'pro' ), array( 'altscribe-purpose' => 'informative', 'ratelimit-policy' => '"m";q=100;w=60', 'ratelimit' => '"m";r=9;t=40' ) ),
      'enough requests left' => respond( 200, array( 'altText' => 'A boat, enough left', 'CreditsAvailable' => 7, 'plan_type' => 'pro' ), array( 'altscribe-purpose' => 'informative', 'ratelimit-policy' => '"m";q=100;w=60', 'ratelimit' => '"m";r=10;t=40' ) ),
      'free' => respond( 200, array( 'altText' => 'A boat, free', 'CreditsAvailable' => 7, 'plan_type' => 'unlimited' ), array( 'altscribe-purpose' => 'informative' ) ),
    );
    foreach ( $answers as $label => $answer ) {
      serve( function () use ( $answer ) { return $answer; } );
      $started = $start( $all );
      $running = end( $batches );
      $act( "to work: $label", $ask( 'POST', "batches/$running/work" ) );
      foreach ( array( 'connected' => array(), 'credits_known' => array( \\Altscribe\\Core\\Settings::get(), 0 ), 'daily_limit_changed' => array() ) as $event => $given ) {
        do_action( "altscribe_$event", ...$given );
        $act( "after $event" );
      }
      if ( 'no credits' === $label ) { do_action( 'altscribe_credits_known', \\Altscribe\\Core\\Settings::get(), 1 ); $act( 'after credits' ); }
      $wait = \\Altscribe\\Batches\\Worker::seconds_until_work();
      $act( 'next work', array( $wait ? $near( $wait ) : $wait, wp_list_pluck( \\Altscribe\\Batches\\Worker::list_running_batches(), 'id' ) ) );
      if ( $wait > 5 ) { pass( $wait ); serve(); $act( 'after that', \\Altscribe\\Batches\\Worker::work_on_queue( 30 ) ); }
      \\Altscribe\\Batches\\Control::stop_batch( $running );
      serve();
      \\Altscribe\\Batches\\Start::tidy_queue();
      $GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Suggestions\\Store::table() . " WHERE attachment_id IN ( {$names['french']}, {$names['unread']} )" );
      $act( 'stopped' );
      $batches = array();
      $before  = $see();
    }
    return $notes;`,
  );
  compare(found, 'actions-batches.txt');
});

test('The media library’s list, its actions and notices, imports and exports say the same in the same world', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}${world}${notes}
    require_once ABSPATH . 'wp-admin/includes/admin.php';
    set_current_screen( 'upload' );
    $paper = wp_insert_attachment( array( 'guid' => 'http://altscribe-queue/', 'post_title' => 'Paper', 'post_mime_type' => 'application/pdf' ) );
    $print = function ( $run ) { ob_start(); $run(); return ob_get_clean(); };
    $act( 'columns', array( apply_filters( 'manage_media_columns', array( 'cb' => '', 'title' => 'File', 'author' => 'Author' ) ), apply_filters( 'manage_media_columns', array( 'cb' => '' ) ), apply_filters( 'manage_upload_sortable_columns', array() ) ) );
    $act( 'the filter', $print( function () { $_REQUEST['altscribe_state'] = $_GET['altscribe_state'] = 'check'; do_action( 'restrict_manage_posts', 'attachment', 'top' ); do_action( 'restrict_manage_posts', 'post', 'top' ); } ) );
    unset( $_REQUEST['altscribe_state'], $_GET['altscribe_state'] );
    foreach ( array( 'admin' => get_current_user_id(), 'author' => $user( 'author' ), 'subscriber' => $user( 'subscriber' ) ) as $role => $who ) {
      wp_set_current_user( $who );
      $notes[] = array( "bulk actions: $role", wp_json_encode( array( apply_filters( 'bulk_actions-upload', array() ), apply_filters( 'bulk_actions-edit-product', array() ) ) ) );
      foreach ( $names + compact( 'paper' ) as $name => $id ) {
        $cell    = 'admin' === $role ? $print( function () use ( $id ) { do_action( 'manage_media_custom_column', 'altscribe', $id ); do_action( 'manage_media_custom_column', 'other', $id ); } ) : '';
        $media   = (array) wp_prepare_attachment_for_js( $id );
        $shown   = array_filter( array( html_entity_decode( $cell, ENT_QUOTES ), implode( ' ', array_map( function ( $link, $key ) { return "$key: $link"; }, $links = apply_filters( 'media_row_actions', array(), get_post( $id ) ), array_keys( $links ) ) ), wp_json_encode( (object) array_intersect_key( $media, array( 'altscribe' => 1, 'altscribeTexts' => 1 ) ) ) ) );
        if ( array( '{}' ) !== array_values( $shown ) ) { $notes[] = array_merge( array( "$role: $name" ), $shown ); }
      }
    }
    wp_set_current_user( get_user_by( 'login', 'admin' )->ID );
    wp_trash_post( $names['french'] );
    $act( 'in the trash', array( apply_filters( 'media_row_actions', array(), get_post( $names['french'] ) ), $print( function () use ( $names ) { do_action( 'manage_media_custom_column', 'altscribe', $names['french'] ); } ) ) );
    wp_untrash_post( $names['french'] );
    foreach ( array( '', 'missing', 'suggested', 'unread', 'check', 'decorative', 'good', 'nonsense' ) as $state ) {
      $_REQUEST['query'] = array( 'altscribe_state' => $state );
      $grid = apply_filters( 'ajax_query_attachments_args', array( 'post_type' => 'attachment' ) );
      $find = function ( $more ) use ( $names ) { return array_values( array_intersect_key( array_flip( $names ), array_flip( ( new WP_Query( $more + array( 'post_type' => 'attachment', 'post_status' => 'inherit', 'fields' => 'ids', 'posts_per_page' => -1, 'orderby' => 'ID' ) ) )->posts ) ) ); };
      $act( "filter: $state", array( $grid, $find( $grid ) ) );
    }
    $_REQUEST['query'] = array( 'altscribe_state' => array( 'missing' ) );
    $act( 'a filter that is a list', apply_filters( 'ajax_query_attachments_args', array() ) );
    unset( $_REQUEST['query'] );
    foreach ( array( 'ASC', 'desc', '' ) as $order ) { $act( "sorted: $order", array_map( function ( $id ) use ( $names ) { return array_flip( $names )[ $id ] ?? $id; }, array_values( array_intersect( ( new WP_Query( array( 'post_type' => 'attachment', 'post_status' => 'inherit', 'fields' => 'ids', 'posts_per_page' => -1, 'orderby' => 'altscribe_alt_text', 'order' => $order ) ) )->posts, array_merge( $names, array( $paper ) ) ) ) ) ); }
    $see_notice = function ( $notice ) use ( $print ) { $_GET['altscribe_notice'] = $notice; $shown = $print( function () { do_action( 'admin_notices' ); } ); unset( $_GET['altscribe_notice'] ); return preg_match_all( '~<div[^>]*class="[^"]*notice.*?</div>~s', $shown, $found ) ? implode( "\\n", $found[0] ) : ''; };
    foreach ( array( 'started', 'decorative', 'read', 'not-decorative', 'failed', 'nonsense', array( 'read' ) ) as $notice ) { $act( 'notice: ' . wp_json_encode( $notice ), $see_notice( $notice ) ); }
    $bulk = function ( $ids, $credits = 100, $action = 'altscribe_generate' ) use ( $see_notice ) {
      $GLOBALS['credits_left'] = $credits;
      \\Altscribe\\Service\\Account::cache( \\Altscribe\\Core\\Settings::get(), array( 'user_id' => 'site@example.com', 'credits_available' => $credits, 'plan_type' => 'pro' ) );
      $location = apply_filters( 'handle_bulk_actions-upload', 'upload.php?paged=2', $action, $ids );
      return array( $location, $see_notice( 'failed' ), $see_notice( 'failed' ) );
    };
    $two = array( $names['failing'], $names['linked'] );
    $act( 'bulk: another action', $bulk( $two, 100, 'trash' ) );
    $act( 'bulk: no credits', $bulk( $two, 0 ) );
    $act( 'bulk: too few credits', $bulk( $two, 1 ) );
    $act( 'bulk: images with texts', $bulk( array( $names['good'] ) ) );
    $act( 'bulk', $bulk( array( (string) $names['failing'], $names['good'], $paper ), 1 ) );
    $batches[] = \\Altscribe\\Batches\\Store::current_batch()['id'];
    $act( 'its batch' );
    $act( 'removable', array_values( array_intersect( wp_removable_query_args(), array( 'altscribe_notice' ) ) ) );
    $change = function ( $name, $params, $action = '' ) use ( $ask, $names ) { return $ask( 'POST', "images/{$names[$name]}$action", $params ); };
    $act( 'image: nothing', $change( 'good', array( 'previous_text' => 'A boat at the pier' ) ) );
    $act( 'image: another text was shown', $change( 'good', array( 'previous_text' => 'x', 'alt_text' => 'y' ) ) );
    $act( 'image: a text', $change( 'good', array( 'previous_text' => ' A boat at the pier', 'alt_text' => " A <b>boat</b>\\n at dawn " ) ) );
    $act( 'image: decorative, with a text', $change( 'good', array( 'previous_text' => 'A <b>boat</b> at dawn', 'alt_text' => 'x', 'decorative' => true ) ) );
    $act( 'image: not decorative', $change( 'good', array( 'previous_text' => '', 'decorative' => false ) ) );
    $act( 'image: without a text shown', $change( 'good', array( 'alt_text' => 'x' ) ) );
    $act( 'image: in a batch', $change( 'failing', array( 'previous_text' => '', 'alt_text' => 'A wreck' ) ) );
    $act( 'image: read, but another text', $change( 'missing', array( 'text' => 'x' ), '/read' ) );
    $act( 'image: read', $change( 'missing', array( 'text' => alt( $names['missing'] ) . ' ' ), '/read' ) );
    $act( 'image: read again', $change( 'missing', array(), '/read' ) );
    $csv = function ( $text, $first = 0 ) use ( $ask ) { return $ask( 'POST', 'import/preview', array( 'csv' => $text, 'first_line' => $first ) ); };
    $id  = $names['hinted'];
    foreach ( array(
      'empty' => '', 'no columns' => "a,b\\n1,2", 'only ids' => "id;b\\n1;2", 'only texts' => "b\\talt_text\\n", 'a separator' => "sep=|\\nid|alt_text\\n$id|One\\n", 'semicolons, a mark of the byte order' => "\\xEF\\xBB\\xBFID ;Alt_Text\\n$id;Two\\n",
      'each mark' => "id,alt_text,decorative\\n$id,,1\\n{$names['faulty']},,TRUE\\n{$names['unread']},,yes\\n{$names['decorative']},,0\\n{$names['suggested']},,false\\n{$names['good']},, No \\n{$names['linked']},,maybe\\n{$names['french']},x,1\\n",
      'ids' => "id,alt_text\\n0,a\\n-1,b\\n1.5,c\\n1234567890123456789,d\\n 007,e\\n999999,f\\n$id,g\\n$id,h\\n$paper,i\\n",
      'lines' => "id,alt_text\\n\\n$id,\\"Two\\nlines\\"\\n,\\n{$names['good']},\\"x\\n" . '"' . ",z\\nx\\n{$names['faulty']},\\xff\\n", 'formulas' => "id,alt_text\\n$id,'=SUM(A1)\\n{$names['good']},'quoted'\\n{$names['unread']},''+1\\n",
      'files' => "id,alt_text,file\\n$id,x,other.jpg\\n{$names['good']},y,folder/missing-{$names['good']}.jpg\\n", 'the same as another' => "id,alt_text\\n$id,A lake in the hills\\n{$names['good']},A lake in the hills\\n",
    ) as $label => $text ) { $act( "import: $label", $csv( $text ) ); }
    $row = function ( $name, $text, $more = array() ) use ( $names ) { return $more + array( 'line' => 7, 'attachment_id' => $names[ $name ], 'previous_text' => alt( $names[ $name ] ), 'alt_text' => $text, 'decorative' => false ); };
    $import = function ( $rows, $batch = 0 ) use ( $ask ) { return $ask( 'POST', 'import', array( 'rows' => $rows, 'batch_id' => $batch ) ); };
    $act( 'import nothing', $import( array() ) );
    $act( 'import what changed meanwhile', $import( array( $row( 'good', 'x', array( 'previous_text' => 'y' ) ) ) ) );
    $act( 'import into a batch of another kind', $import( array( $row( 'good', 'x' ) ), $batch ) );
    $ask( 'POST', "batches/{$batches[1]}/resume" );
    $retried  = $ask( 'POST', "batch-items/{$names['missing']}/retry" );
    $imported = $import( array( $row( 'good', ' A <i>pier</i> ' ), $row( 'hinted', '', array( 'decorative' => true ) ), $row( 'faulty', 'A gull', array( 'decorative' => true ) ), $row( 'suggested', 'Boats', array( 'line' => 3 ) ), array( 'attachment_id' => $paper ) + $row( 'good', 'x' ), $row( 'decorative', '' ) ) );
    $batches[] = $imported->get_data()['batch_id'];
    $act( 'import', $imported );
    $act( 'import more into it', $import( array( $row( 'unread', 'A lake, imported' ) ), end( $batches ) ) );
    $act( 'undo it', $ask( 'POST', 'batches/' . end( $batches ) . '/undo' ) );
    foreach ( array( array(), array( 'state' => 'check' ), array( 'mime_type' => 'image/png' ) ) as $filter ) { $act( 'export: ' . wp_json_encode( $filter ), $print( function () use ( $filter ) { \\Altscribe\\Csv\\Export::export( fopen( 'php://output', 'wb' ), $filter + array( 'after' => '2026-01-15', 'before' => '2026-03-15' ) ); } ) ); }
    foreach ( array( array( 'state' => 'nonsense' ), array( 'after' => '2026-02-30', 'author' => 'x' ), array( 'used' => '1', 'other' => 'x', 'author' => '1', 'state' => '' ) ) as $query ) { $act( 'filters of a link: ' . wp_json_encode( $query ), \\Altscribe\\Library\\Image_Filters::read_query( $query ) ); }
    \\Altscribe\\Posts\\Uses::read_noted();
    $act( 'report', \\Altscribe\\Report\\Report::get( '2026-01-01', '2026-12-31' ) );
    $act( 'report, rows', \\Altscribe\\Report\\Report::list_rows( \\Altscribe\\Report\\Report::get() ) );
    return $notes;`,
  );
  compare(found, 'actions-library.txt');
});
