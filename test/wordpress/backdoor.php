<?php
/**
 * Plugin Name: Altscribe test support
 *
 * A must-use plugin that only exists in the temporary WordPress of tests and of the demo. It runs
 * PHP for the process that started that WordPress (and knows the secret of this one run), and
 * prevents WordPress and browsers from calling anything but this machine.
 */

defined( 'ABSPATH' ) || exit;

add_filter(
	'pre_http_request',
	function ( $answer, $arguments, $url ) {
		if ( wp_installing() ) {
			// It would load a page, to learn whether it can have pretty permalinks: start-wordpress.ts sets them.
			return new WP_Error( 'http_request_failed', 'WordPress is being installed.' );
		}
		$host = wp_parse_url( $url, PHP_URL_HOST );
		// A host of the domain "invalid" does not exist, so there is nothing to call.
		if ( in_array( $host, array( '127.0.0.1', 'localhost', '[::1]' ), true ) || str_ends_with( (string) $host, '.invalid' ) ) {
			return $answer;
		}
		if ( 'api.wordpress.org' === $host ) {
			// An answer without updates, translations or plugins. WordPress would report an error.
			return array(
				'headers'  => array(),
				'body'     => false === strpos( $url, '/plugins/info/' ) ? '{}' : '{"plugins":[]}',
				'response' => array(
					'code'    => 200,
					'message' => 'OK',
				),
				'cookies'  => array(),
				'filename' => null,
			);
		}
		return new WP_Error( 'http_request_failed', 'Only this machine can be reached from here.' );
	},
	10,
	3
);

add_filter( 'pre_option_show_avatars', '__return_zero' );

// Passwords of tests are no secrets: their hashes need not be slow.
add_filter(
	'wp_hash_password_options',
	function () {
		return array( 'cost' => 4 );
	}
);

add_action(
	'wp_loaded',
	function () {
		$secret = isset( $_SERVER['HTTP_X_ALTSCRIBE_BACKDOOR'] ) ? $_SERVER['HTTP_X_ALTSCRIBE_BACKDOOR'] : '';
		if ( ! hash_equals( ALTSCRIBE_BACKDOOR_SECRET, $secret ) ) {
			return;
		}
		$request = json_decode( file_get_contents( 'php://input' ), true );
		wp_set_current_user( $request['user'] ? null : 0, $request['user'] );
		require_once ABSPATH . 'wp-admin/includes/admin.php';
		header( 'Content-Type: text/plain; charset=utf-8' );
		$args = $request['args'];
		if ( class_exists( 'Altscribe\Loader' ) ) {
			Altscribe\Loader::load();
			// Also without WooCommerce, and outside the administration of a network.
			Altscribe\Loader::load_products();
			Altscribe\Network\Screen::add_hooks();
		}
		eval( $request['code'] );
		exit;
	}
);
