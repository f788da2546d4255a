import { expect, test } from 'vitest';
import { runPhp } from './run-php.ts';

const id = '7d5a2c1e-3b6f-4f0a-9c8d-112233445566';

/** The WordPress functions that the service's client uses, and the results of two calls. */
const script = `<?php
define( 'ABSPATH', '/' );
define( 'ALTSCRIBE_VERSION', '1' );
define( 'MB_IN_BYTES', 1048576 );
class WP_Error {
  public $data;
  function __construct( $code = '', $message = '', $data = array() ) { $this->data = $data; }
  function get_error_message() { return 'cURL error 7: Failed to connect'; }
}
function home_url() { return 'https://example.com/blog'; }
function __( $text ) { return $text; }
function wp_generate_uuid4() { return '${id}'; }
function wp_json_encode( $value ) { return json_encode( $value ); }
function is_wp_error( $value ) { return $value instanceof WP_Error; }
class Open { static function __callStatic( $name, $arguments ) { return true; } }
foreach ( array( 'Settings', 'Network_Settings', 'Background' ) as $name ) { class_alias( 'Open', "Altscribe\\\\Core\\\\$name" ); }
function wp_remote_post( $url, $args ) { $GLOBALS['agent'] = $args['user-agent']; $GLOBALS['sent'][] = $args['headers']['X-Request-Id']; return $GLOBALS['response']; }
function wp_remote_retrieve_body( $response ) { return $response['body']; }
function wp_remote_retrieve_response_code( $response ) { return $response['code']; }
function wp_remote_retrieve_header( $response, $name ) { return $response['headers'][ $name ] ?? ''; }
require '/plugin/includes/autoload.php';

$settings = array( 'user_id' => 'a@example.com', 'service_url' => 'http://127.0.0.1', 'api_key' => 'key' );
$answers  = array();
$failed   = array( 'code' => 500, 'body' => '{"message":"Internal server error"}', 'headers' => array( 'x-request-id' => '${id}' ) );
foreach ( array( new WP_Error(), $failed ) as $response ) {
  $answers[] = \\Altscribe\\Service\\Client::call( $settings, 'get-user-details-api', array(), 5 )->data['request_id'];
}
echo "\\n" . json_encode( array( $sent, $answers, $agent ) );
`;

test('the plugin sends its version, its site and an id with each call, and errors name the id', async () => {
  expect(await runPhp('7.4', script)).toEqual([
    [id, id],
    [id, id],
    'Altscribe-WordPress/1; https://example.com/blog',
  ]);
}, 60_000);
