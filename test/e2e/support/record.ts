import type { Replacement } from '../../support/changing.ts';
import type { PhpRunner } from '../../wordpress/php-runner.ts';
import { runQueue } from './queue.ts';
import { helpers } from './suggestions.ts';
import { expect } from './test.ts';
import { changingInWorld, forgetUsers, world } from './world.ts';

/**
 * PHP for `runQueue`: `$step( $name, $do )` calls a function and notes its result, and each field
 * that changed in posts, texts, records, settings and tables.
 */
const recorder = `
  $log    = array();
  $json   = function ( $value ) { return wp_json_encode( $value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ); };
  // The images and posts of suggestions are in answers.txt.
  $plain  = function ( $value ) use ( &$plain ) { return is_array( $value ) ? array_map( $plain, isset( $value['place'] ) ? array_diff_key( $value, array( 'image' => 1, 'post' => 1 ) ) : $value ) : $value; };
  $worlds = function () use ( $json ) {
    global $wpdb;
    $all  = array();
    $once = function ( $key, $fields ) use ( &$all ) {
      for ( $n = 1; isset( $all[ "$key#$n" ] ); $n++ ) {}
      $all[ "$key#$n" ] = $fields;
    };
    foreach ( array( 'suggestions', 'uses', 'report', 'queue', 'batches' ) as $table ) {
      foreach ( $wpdb->get_results( "SELECT * FROM {$wpdb->prefix}altscribe_$table", ARRAY_A ) as $row ) {
        if ( 'uses' === $table ) { unset( $row['id'] ); }
        $once( 'uses' === $table ? "use $row[object_type] $row[object_id] $row[kind] $row[attachment_id]" : "$table " . ( $row['id'] ?? $row['post_id'] ?? $row['attachment_id'] ), $row );
      }
    }
    foreach ( $wpdb->get_results( "SELECT ID, post_title, post_content, post_excerpt, post_status, post_parent FROM $wpdb->posts WHERE ID > 7000000 AND post_type <> 'revision'", ARRAY_A ) as $row ) { $once( "post $row[ID]", $row ); }
    foreach ( array( 'post' => 'postmeta', 'user' => 'usermeta', 'term' => 'termmeta' ) as $type => $table ) {
      foreach ( $wpdb->get_results( "SELECT {$type}_id AS id, meta_key, meta_value FROM {$wpdb->$table} WHERE ( meta_key LIKE '%altscribe%' OR meta_key = '_wp_attachment_image_alt' ) AND {$type}_id > " . ( 'post' === $type ? 7000000 : 0 ) ) as $row ) { $once( "$type $row->id $row->meta_key", (array) maybe_unserialize( $row->meta_value ) ); }
    }
    foreach ( $wpdb->get_results( "SELECT option_name, option_value FROM $wpdb->options WHERE option_name LIKE 'altscribe%' AND option_name NOT REGEXP 'tick|worker|request_'" ) as $row ) { $once( 'option ' . preg_replace( '/\\d{4}-\\d\\d-\\d\\d/', 'DAY', $row->option_name ), (array) maybe_unserialize( $row->option_value ) ); }
    ksort( $all );
    return array_map( function ( $fields ) use ( $json ) { return array_map( function ( $field ) use ( $json ) { return preg_replace( '/\\b1[789]\\d{8}\\b/', 'AT', is_scalar( $field ) ? (string) $field : $json( $field ) ); }, $fields ); }, $all );
  };
  $was  = null;
  $says = function ( $result ) {
    return $result instanceof WP_REST_Response ? array( $result->get_status(), $result->get_data() ) : ( is_wp_error( $result ) ? array( $result->get_error_code(), $result->get_error_message(), $result->get_error_data() ) : $result );
  };
  $step = function ( $name, $do ) use ( &$log, &$was, $worlds, $says, $json, $plain ) {
    $was  = $was ?? $worlds();
    ob_start();
    $result = $do();
    $print  = ob_get_clean();
    \\Altscribe\\Posts\\Uses::read_noted();
    wp_cache_flush();
    $now = $worlds();
    $lines = array( $name, $json( $plain( $says( $result ) ) ) );
    if ( '' !== $print ) { $lines[] = $print; }
    foreach ( array_unique( array_merge( array_keys( $was ), array_keys( $now ) ) ) as $key ) {
      if ( ! isset( $now[ $key ] ) ) { $lines[] = "- $key"; continue; }
      if ( ! isset( $was[ $key ] ) ) { $lines[] = "+ $key " . $json( array_filter( $now[ $key ], 'strlen' ) ); continue; }
      foreach ( array_unique( array_merge( array_keys( $was[ $key ] ), array_keys( $now[ $key ] ) ) ) as $field ) {
        $from = $was[ $key ][ $field ] ?? 'nothing';
        $to   = $now[ $key ][ $field ] ?? 'nothing';
        if ( 'post_content' === $field ) { list( $from, $to ) = array( implode( "\n", array_diff( explode( "\n", $from ), explode( "\n", $to ) ) ), implode( "\n", array_diff( explode( "\n", $to ), explode( "\n", $from ) ) ) ); }
        if ( $from !== $to ) { $lines[] = "* $key $field: $from -> $to"; }
      }
    }
    $was   = $now;
    $log[] = implode( "\\n", $lines ) . "\\n";
    return $result;
  };
`;

/** Removes what other tests have left, and what others should not find. */
const forget = `
  ${forgetUsers}
  $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->options} WHERE option_name REGEXP '^altscribe_(spent|low_credits|counts)|transient.*altscribe'" );
  wp_cache_flush();
`;

/** What differs from run to run in the results of steps. */
const changing: readonly Replacement[] = [
  [/\b(?:127\.0\.0\.1|localhost):\d+/g, 'HOST'],
  [/\b_wpnonce=\w+/g, '_wpnonce=NONCE'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, 'UUID'],
  [/\b1[789]\d{8}\b/g, 'AT'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\dZ?/g, 'AT'],
  [/\b[A-Z][a-z]+ \d+, \d{4} \d+:\d\d [ap]m/g, 'AT'],
  [/"value":"20\d{4}","label":"[A-Z][a-z]+ 20\d\d"/g, '"value":"MONTH","label":"MONTH"'],
  [/\baltscribe_account_[\da-f]{32}/g, 'altscribe_account_HASH'],
  // Until midnight.
  [/("limit":\d+,"retry_after":)\d+/g, '$1SECONDS'],
  // Of addresses with the port.
  [/\baltscribe_asking_[\da-f]{32}/g, 'altscribe_asking_HASH'],
  [/#[\da-f]{32}(?=#)/g, '#HASH'],
  [/\baltscribe-text-\d+/g, 'altscribe-text-ID'],
  [/("bulk":"?|\bbulk: (?:0 -> )?)[1-9]\d*/g, '$1BULK'],
];

/** Replaces what differs from run to run in the world of `world.ts`. */
export function sameInEachRun(said: string): string {
  return [...changing, ...changingInWorld].reduce(
    (rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement),
    said,
  );
}

/** Runs steps in PHP, in the world of `world.ts`, and compares what each says and changes with a file. */
export async function expectRecord(php: PhpRunner, name: string, steps: string): Promise<void> {
  const log = await runQueue(
    php,
    `${forget}${helpers}${world}${recorder}${steps}${forget}return $log;`,
  );
  expect(sameInEachRun((log as string[]).join('\n'))).toMatchSnapshot(`${name}.txt`);
}
