import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPhp } from './run-php.ts';

/** The codes in the service's documentation, except those of headers that the plugin never sends. */
const codes = [
  ...readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8').matchAll(
    /^\| `(\w+)`/gm,
  ),
]
  .map(([, code = '']) => code)
  .filter((code) => !code.startsWith('idempotency_key'));

/** Problems in a 400 of the service: all existing codes, and some unknown ones. */
const refusals: { path: string; code: string; message: string }[] = [
  ...[...codes, 'image_haunted'].map((code) => ({
    path: code.startsWith('image_') ? 'image_url' : '',
    code,
    message: 'English words. For developers.',
  })),
  { path: 'image_file', code: '', message: 'Old words. For developers.' },
  { path: 'blog_title', code: 'too_dull', message: 'New words.' },
];

/** The WordPress functions that the errors use, then every message of every error by code. */
const script = `<?php
define( 'ABSPATH', '/' );
class WP_Error {
  private $code;
  private $message;
  private $data;
  function __construct( $code, $message, $data = array() ) {
    $this->code    = $code;
    $this->message = $message;
    $this->data    = $data;
  }
  function get_error_code() { return $this->code; }
  function get_error_message() { return $this->message; }
  function get_error_data() { return $this->data; }
}
function __( $text ) { return $text; }
function _n( $one, $many, $count ) { return 1 === $count ? $one : $many; }
function number_format_i18n( $number ) { return (string) $number; }
function current_user_can( $capability ) { return $GLOBALS['is_administrator'] && 'manage_options' === $capability; }

function wp_timezone() { return new DateTimeZone( 'UTC' ); }
function rest_authorization_required_code() { return 403; }

define( 'MINUTE_IN_SECONDS', 60 );
define( 'DAY_IN_SECONDS', 86400 );
function wp_remote_retrieve_response_code( $response ) { return $response['code']; }
function wp_remote_retrieve_header( $response, $name ) { return $response[ $name ] ?? ''; }
function sanitize_key( $key ) { return preg_replace( '/[^a-z0-9_\\-]/', '', strtolower( $key ) ); }
function sanitize_text_field( $text ) { return trim( strip_tags( $text ) ); }

class Settings { static function stored() { return array(); } }
class Key_Origin { static function key_needed_message( $own ) { return ''; } }
class Tables { static function list_missing() { return array(); } }
foreach ( array( 'Settings', 'Key_Origin', 'Tables' ) as $name ) { class_alias( $name, "Altscribe\\\\Core\\\\$name" ); }
require '/plugin/includes/autoload.php';

function errors() {
  return array(
    \\Altscribe\\Core\\Errors::not_connected(),
    \\Altscribe\\Core\\Errors::insufficient_credits( 'site@example.com', 'free', 0 ),
    \\Altscribe\\Core\\Errors::rate_limited( 24 ),
    \\Altscribe\\Core\\Errors::service_limit( 3600 ),
    \\Altscribe\\Core\\Errors::key_refused(),
    \\Altscribe\\Core\\Errors::unknown_account( 'site@example.com' ),
    \\Altscribe\\Core\\Errors::unreachable(),
    \\Altscribe\\Core\\Errors::not_the_service(),
    \\Altscribe\\Core\\Errors::unsafe_url(),
    \\Altscribe\\Core\\Errors::image_unreadable( 'file_too_large' ),
    \\Altscribe\\Core\\Errors::invalid_request( '', 'The title is too long.' ),
    \\Altscribe\\Core\\Errors::service( '' ),
  );
}

function messages( $change ) {
  $messages = array();
  foreach ( errors() as $error ) {
    $messages[ $error->get_error_code() ] = $change( $error )->get_error_message();
  }
  return $messages;
}

function statuses() {
  $statuses = array();
  foreach ( errors() as $error ) {
    $statuses[ $error->get_error_code() ] = $error->get_error_data()['status'];
  }
  return $statuses;
}

/** The plugin's error for a 400 of the service with this problem. */
function refusal( $problem ) {
  $error = \\Altscribe\\Service\\Responses::read_validation_error( array( 'errors' => array( $problem ) ), $problem['message'] );
  return array( $error->get_error_code(), $error->get_error_message() );
}

/** The plugin's error for a key that is limited to another user. */
function not_for_user() {
  $body = array( 'message' => 'This API key is limited to another user', 'code' => 'key_not_for_user' );
  return \\Altscribe\\Service\\Responses::read_error( array( 'code' => 403 ), $body, 'site@example.com' )->get_error_code();
}

/** The plugin's error for a 429 of the service: its code, and when the queue continues. */
function refused_until( $body, $retry_after ) {
  $response = array( 'code' => 429, 'retry-after' => $retry_after );
  $error    = \\Altscribe\\Service\\Responses::read_error( $response, $body, 'site@example.com' );
  return array( $error->get_error_code(), $error->get_error_data()['retry_after'] );
}

function same( $error ) { return $error; }

/** Every error, by its function, made with a value for each kind of parameter. */
function every_error() {
  $lists = array( 'ids', 'missing' );
  $texts = array( 'user_id', 'plan_type', 'code', 'reason', 'problem', 'message', 'request_id', 'text', 'param', 'file', 'named', 'id', 'decorative' );
  $found = array();
  foreach ( ( new ReflectionClass( 'Altscribe\\Core\\Errors' ) )->getMethods( ReflectionMethod::IS_PUBLIC ) as $method ) {
    $values = array();
    foreach ( $method->getParameters() as $parameter ) {
      $name     = $parameter->getName();
      $values[] = in_array( $name, $lists, true ) ? array( 'a', 'b' ) : ( in_array( $name, $texts, true ) ? "<$name>" : 12 );
    }
    // The others are about an error.
    $error = preg_match( '/^(is_declined|is_still_generating|to_array|reword_for_connection_test|connection_lost)$/', $method->getName() ) ? null : $method->invokeArgs( null, $values );
    if ( $error instanceof WP_Error ) {
      $data = $error->get_error_data();
      if ( 'daily_limit' === $method->getName() ) {
        $data['retry_after'] = $data['retry_after'] > 0;
      }
      $found[ $method->getName() ] = array( $error->get_error_code(), $error->get_error_message(), $data );
    }
  }
  return $found;
}

/** What an administrator reads who tests a connection that fails for a reason. */
function unreachable( $reason ) {
  return \\Altscribe\\Core\\Errors::reword_for_connection_test( \\Altscribe\\Core\\Errors::unreachable( '', $reason ) )->get_error_message();
}

$is_administrator = false;
$others           = messages( 'same' );
$is_administrator = true;
echo "\\n", json_encode( array(
  'administrators' => messages( 'same' ),
  'others'         => $others,
  'test'           => messages( 'Altscribe\\Core\\Errors::reword_for_connection_test' ),
  'statuses'       => statuses(),
  'not_for_user'   => not_for_user(),
  'limits'         => array(
    refused_until( array( 'message' => 'No', 'code' => 'daily_limit_reached' ), '40000' ),
    refused_until( array( 'message' => 'No' ), '24' ),
  ),
  'every'          => every_error(),
  'none_left'      => array( \\Altscribe\\Core\\Errors::nothing_to_generate( false, true )->get_error_message(), \\Altscribe\\Core\\Errors::nothing_to_generate( false, false )->get_error_message() ),
  'unreachable'    => array_map( 'unreachable', array( 'unknown_host', 'refused', 'untrusted', 'no_https', '' ) ),
  'refusals'       => array_map( 'refusal', json_decode( '${JSON.stringify(refusals)}', true ) ),
) );`;

const everybody = {
  altscribe_insufficient_credits:
    'You have no credits left. Ask the account owner (site@example.com) to add credits.',
  altscribe_rate_limited: 'Too many requests right now. Try again in 24 seconds.',
  altscribe_service_limit:
    'The service has reached its limit for today. Generating continues tomorrow, or when the operator of the service raises the limit.',
  altscribe_unreachable: 'The alt text service could not be reached. Nothing was changed.',
  altscribe_image_unreadable:
    'This image could not be read: it is larger than 10 MB. Upload a smaller version.',
  altscribe_invalid_request: 'The service did not accept the request: The title is too long.',
  altscribe_service_error:
    'The alt text service had a problem. Nothing was changed. Try again in a moment.',
};

const administrators = {
  ...everybody,
  altscribe_not_connected: 'Connect Altscribe to generate alt text.',
  altscribe_key_refused: 'The service did not accept the API key.',
  altscribe_unknown_account:
    'The service does not know the account e-mail. Check it in the settings.',
  altscribe_not_the_service: 'The server at the service URL is not Altscribe. Check the URL.',
  altscribe_unsafe_url:
    'In a network, a site’s own service URL must be a public address on port 80, 443 or 8080. The network administrator can set any other address for all sites.',
};

/** Never 502 or 504: proxies and CDNs replace them with their own pages. */
const statuses = {
  altscribe_not_connected: 409,
  altscribe_insufficient_credits: 403,
  altscribe_rate_limited: 429,
  altscribe_service_limit: 429,
  altscribe_key_refused: 424,
  altscribe_unknown_account: 424,
  altscribe_unreachable: 424,
  altscribe_not_the_service: 424,
  altscribe_unsafe_url: 424,
  altscribe_image_unreadable: 422,
  altscribe_invalid_request: 400,
  altscribe_service_error: 424,
};

test('Each error has the agreed message for its reader, and a status that proxies pass on', async () => {
  expect(await runPhp('7.4', script)).toEqual({
    administrators,
    others: {
      ...everybody,
      altscribe_not_connected: 'Ask an administrator to connect Altscribe.',
      altscribe_key_refused:
        'The service did not accept the API key. Ask an administrator to check the API key.',
      altscribe_unknown_account:
        'The service does not know the account e-mail. Ask an administrator to check it.',
      altscribe_not_the_service:
        'The server at the service URL is not Altscribe. Ask an administrator to check it.',
      altscribe_unsafe_url:
        'This site is not allowed to use its service URL. Ask an administrator to check it.',
    },
    test: {
      ...administrators,
      altscribe_rate_limited: 'The service is busy. Try again in 24 s.',
      altscribe_key_refused:
        'The service did not accept the API key. Check it or create a new one.',
      altscribe_unknown_account:
        'The service has no account site@example.com for this API key. Check the account e-mail.',
      altscribe_unreachable:
        'No response from this URL. Check the service URL, and that the service is running.',
      altscribe_not_the_service: 'The server at this URL is not Altscribe. Check the service URL.',
    },
    statuses,
    not_for_user: 'altscribe_unknown_account',
    limits: [
      ['altscribe_service_limit', 40_000],
      ['altscribe_rate_limited', 24],
    ],
    refusals: expect.anything() as unknown,
    every: expect.anything() as unknown,
    none_left: expect.anything() as unknown,
    unreachable: expect.anything() as unknown,
  });
}, 60_000);

test('Every error has its code, words and data', async () => {
  const {
    every,
    none_left,
    unreachable,
    refusals: shown,
  } = (await runPhp('7.4', script)) as Record<string, unknown>;
  const all = { every, none_left, unreachable, refusals: shown };
  await expect(JSON.stringify(all, null, 2)).toMatchFileSnapshot('says/errors.txt');
}, 60_000);

test('Each code of the service has a message with the next step', async () => {
  const found = (await runPhp('7.4', script)) as { refusals: [code: string, sentence: string][] };
  const sentences = new Map(refusals.map(({ code }, n) => [code, found.refusals[n]]));
  for (const code of codes) {
    const [kind, sentence] = sentences.get(code) ?? [];
    const isImage = /^(image_(?!missing|file_invalid)|request_too_large)/.test(code);
    expect([code, kind]).toEqual([
      code,
      isImage ? 'altscribe_image_unreadable' : 'altscribe_invalid_request',
    ]);
    // Two sentences, or one that says whom to ask; never the service's own.
    expect(sentence).toMatch(/[.] [A-Z].*[.]$/);
    expect(sentence).not.toContain('English');
  }
  expect(sentences.get('image_too_large')).toEqual([
    'altscribe_image_unreadable',
    'This image could not be read: it is too large. Upload a smaller version.',
  ]);
  // From a later or an earlier version of the service.
  expect(sentences.get('image_haunted')).toEqual([
    'altscribe_image_unreadable',
    'This image could not be read: English words.',
  ]);
  expect(found.refusals.at(-2)).toEqual([
    'altscribe_image_unreadable',
    'This image could not be read: Old words.',
  ]);
  expect(found.refusals.at(-1)).toEqual([
    'altscribe_invalid_request',
    'The service did not accept the request: New words.',
  ]);
}, 60_000);

test('A server that answers is not reported as unreachable', async () => {
  const { refusals: shown } = (await runPhp('7.4', script)) as { refusals: [string, string][] };
  const sentence = shown[refusals.findIndex(({ code }) => code === 'image_unavailable')]?.[1];
  expect(sentence).toBe(
    'This image could not be read: its server did not send it. Try again later, or upload it to the media library.',
  );
});
