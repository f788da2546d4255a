import type { PhpRunner } from '../../wordpress/php-runner.ts';

/**
 * A stand-in for the service, inside PHP, so a test can do anything in the middle of a call. It makes time
 * pass by moving all stored times back.
 */
const support = `
  if ( null !== $args['settings'] ) {
    update_option( 'altscribe_settings', array_merge( array(
      'service_url' => 'https://alt.example.com', 'api_key' => 'alt_the-stored-key-0001', 'user_id' => 'site@example.com', 'language' => '',
    ), $args['settings'] ) );
  }

  /** The requests to the service: ids of attachments, and keys. */
  $GLOBALS['calls'] = array();
  $GLOBALS['keys']  = array();
  add_filter( 'altscribe_request', function ( $fields, $target ) {
    $GLOBALS['calls'][] = $target['attachment_id'];
    return $fields;
  }, 10, 2 );
  /** Sets the service's responses to $respond( $id, $number_of_the_call ); null: a text. */
  function serve( $respond = null ) {
    $GLOBALS['respond'] = $respond;
  }
  function respond( $status, $body, $headers = array() ) {
    return array( 'headers' => $headers, 'cookies' => array(), 'response' => array( 'code' => $status, 'message' => '' ), 'body' => wp_json_encode( $body ) );
  }
  function text( $text, $purpose = 'informative' ) {
    return respond( 200, array( 'altText' => $text, 'CreditsAvailable' => 7, 'plan_type' => 'pro' ), array( 'altscribe-purpose' => $purpose ) );
  }
  function no_credits() {
    return respond( 403, array( 'message' => 'Insufficient credits', 'CreditsAvailable' => 0, 'plan_type' => 'pro' ) );
  }
  function broken() {
    return respond( 500, array( 'success' => false, 'message' => 'Internal server error', 'error' => 'x' ) );
  }
  serve();
  /**
   * Requests of the site to itself are dropped, because the other process would not share this
   * one's state.
   */
  $GLOBALS['sent'] = array();
  add_filter( 'pre_http_request', function ( $answer, $call, $url ) {
    if ( false !== strpos( $url, 'altscribe_worker' ) ) { $GLOBALS['sent'][] = $url; return respond( 200, null ); }
    if ( false === strpos( $url, 'alt.example.com' ) ) { return $answer; }
    $GLOBALS['keys'][] = isset( $call['headers']['Idempotency-Key'] ) ? $call['headers']['Idempotency-Key'] : '';
    $respond = $GLOBALS['respond'];
    $id      = end( $GLOBALS['calls'] );
    $number  = count( $GLOBALS['calls'] );
    $answer  = $respond ? $respond( $id, $number ) : null;
    return $answer ? $answer : text( "Text of $id" );
  }, 20, 3 );

  function image( $alt = '', $fields = array() ) {
    static $n = 0;
    $id = wp_insert_attachment( $fields + array( 'guid' => 'http://altscribe-queue/', 'post_title' => 'Boat', 'post_mime_type' => 'image/jpeg' ) );
    update_post_meta( $id, '_wp_attached_file', '2026/missing-' . $id . '.jpg' );
    if ( '' !== $alt ) { update_post_meta( $id, '_wp_attachment_image_alt', $alt ); }
    return $id;
  }
  function images( $number ) {
    return array_map( function () { return image(); }, range( 1, $number ) );
  }
  function alt( $id ) {
    return get_post_meta( $id, '_wp_attachment_image_alt', true );
  }
  function item( $id ) {
    $item = \\Altscribe\\Batches\\Store::find_item( $id );
    return $item ? $item['state'] . ( $item['error_code'] ? ': ' . $item['error_code'] : '' ) : null;
  }
  function batch( $id ) {
    return \\Altscribe\\Batches\\Store::get_batch( $id );
  }
  /** Lets some seconds pass. */
  function pass( $seconds ) {
    global $wpdb;
    foreach ( array( 'altscribe_batches' => array( 'wait_until', 'failing_since', 'created', 'finished' ), 'altscribe_queue' => array( 'lease_expires', 'updated' ) ) as $table => $columns ) {
      foreach ( $columns as $column ) {
        $wpdb->query( "UPDATE {$wpdb->prefix}$table SET $column = CASE WHEN $column > $seconds THEN $column - $seconds ELSE 0 END" );
      }
    }
    update_option( 'altscribe_last_tick', (int) get_option( 'altscribe_last_tick' ) - $seconds );
    update_option( 'altscribe_tick_wanted', max( 0, (int) get_option( 'altscribe_tick_wanted' ) - $seconds ) );
    $next = wp_next_scheduled( 'altscribe_queue_tick' );
    if ( $next ) {
      wp_clear_scheduled_hook( 'altscribe_queue_tick' );
      wp_schedule_event( $next - $seconds, 'altscribe_every_minute', 'altscribe_queue_tick' );
    }
  }
  /** Works until nothing is left, letting time pass when the queue waits; returns the seconds. */
  function work_through( $longest = 100000 ) {
    $passed = 0;
    for ( $round = 0; $round < 300 && $passed < $longest; $round++ ) {
      \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
      $wait = \\Altscribe\\Batches\\Worker::seconds_until_work();
      if ( null === $wait ) { break; }
      $passed += $wait;
      pass( $wait );
    }
    return $passed;
  }
`;

/** As on a new site where no cron has run yet: WordPress's own events are due. */
export const forgetCron = `
  foreach ( array( 'wp_privacy_delete_old_export_files' => 'hourly', 'recovery_mode_clean_expired_keys' => 'daily' ) as $hook => $schedule ) {
    wp_clear_scheduled_hook( $hook );
    wp_schedule_event( time() - 60, $schedule, $hook );
  }
  delete_option( 'altscribe_last_tick' );
`;

/** Empties the queue, without waiting. */
const reset = `${forgetCron}
  foreach ( array( 'altscribe_queue', 'altscribe_batches', 'altscribe_suggestions' ) as $table ) { $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->prefix}$table" ); }
  wp_clear_scheduled_hook( 'altscribe_queue_tick' );
  update_option( 'altscribe_tick_wanted', 0 );
  $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE 'altscribe_worker_%'" );
`;

interface QueueOptions {
  readonly args?: Readonly<Record<string, unknown>>;
  /** In addition to the connection; null: the site stays connected to its service. */
  readonly settings?: Readonly<Record<string, unknown>> | null;
  readonly user?: string;
  /** Continues with the queue of an earlier call. */
  readonly goOn?: boolean;
}

/** Runs PHP with the functions above, and returns its result. */
export async function runQueue(
  php: PhpRunner,
  code: string,
  { args = {}, settings = {}, user = 'admin', goOn = false }: QueueOptions = {},
): Promise<unknown> {
  const run = `$run = function () use ( $args ) { ${code} }; echo "\\n" . wp_json_encode( $run() );`;
  const printed = await php(support + (goOn ? '' : reset) + run, { ...args, settings }, user);
  return JSON.parse(printed.split('\n').at(-1) ?? '');
}
