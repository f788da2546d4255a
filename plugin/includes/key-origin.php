<?php
/**
 * The API key is bound to the origin (scheme, host and port) of the service that it was entered for.
 * Else an administrator who does not know the key could have it sent to a server of their own.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The origin of a URL.
 *
 * @param string $url A service URL, or ''.
 * @return string Such as `https://alt.example.com` or `http://127.0.0.1:3000`, without a default port; '' for ''.
 */
function altscribe_get_origin( $url ) {
	$parts = wp_parse_url( $url );
	if ( empty( $parts['scheme'] ) || empty( $parts['host'] ) ) {
		return '';
	}
	$origin = strtolower( $parts['scheme'] . '://' . $parts['host'] );
	$port   = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
	return preg_match( '/^(http:.*:80|https:.*:443)$/', $origin . $port ) ? $origin : $origin . $port;
}

/**
 * The origin that the API key may be sent to. If a constant sets the service URL, it is that of the
 * constant: whoever writes wp-config.php can read the key anyway. The key of the network is only for the
 * origin that it was entered for there, whatever a site enters.
 *
 * @param array<string, mixed> $own The site's own settings, stored or tried.
 * @return string '' if no key was entered for a service URL yet.
 */
function altscribe_key_origin( $own ) {
	$constants = altscribe_constant_settings();
	if ( isset( $constants['service_url'] ) ) {
		return altscribe_get_origin( $constants['service_url'] );
	}
	$name = isset( $constants['api_key'] ) ? 'service_url' : 'api_key';
	return altscribe_is_from_network( $name, $own ) ? altscribe_network_key_origin() : altscribe_stored_key_origin();
}

/**
 * The origin that the API key was entered for. A key in wp-config.php is entered, too, if the service
 * URL is not set there.
 *
 * @return string '' if no key was entered for a service URL yet.
 */
function altscribe_stored_key_origin() {
	$stored = get_option( 'altscribe_settings' );
	if ( isset( $stored['api_key_origin'] ) ) {
		return $stored['api_key_origin'];
	}
	// Version 0.1.0 did not store the origin. Its key is for the URL beside it.
	return isset( $stored['service_url'] ) ? altscribe_get_origin( $stored['service_url'] ) : '';
}

/**
 * Checks that a request may use the API key with its service URL: they belong together, or the
 * request contains the key.
 *
 * @param array<string, string> $changes Settings in the request, by name.
 * @return true|WP_Error An error of the field `api_key`.
 */
function altscribe_check_key_origin( $changes ) {
	$locked     = altscribe_locked_settings();
	$own        = array_merge( altscribe_stored_settings(), $changes );
	$settings   = altscribe_complete_settings( $own );
	$origin     = altscribe_get_origin( $settings['service_url'] );
	$is_entered = isset( $changes['api_key'] ) && hash_equals( $settings['api_key'], $changes['api_key'] );
	if ( $is_entered || '' === $origin || '' === $settings['api_key'] || altscribe_key_origin( $own ) === $origin ) {
		return true;
	}
	if ( altscribe_is_from_network( 'api_key', $own ) ) {
		$message = __( 'Enter an API key of your own: that of the network is for another address.', 'altscribe' );
	} elseif ( isset( $locked['api_key'] ) ) {
		$message = __( 'Enter the API key from wp-config.php to confirm that it may be sent to this address.', 'altscribe' );
	} else {
		$message = __( 'Enter the API key again: the service URL is no longer the one it was entered for.', 'altscribe' );
	}
	return altscribe_error_key_needed( $message );
}

/**
 * The API key must be entered.
 *
 * @param string $message Says why.
 */
function altscribe_error_key_needed( $message ) {
	return new WP_Error(
		'rest_invalid_param',
		$message,
		array(
			'status' => 400,
			'params' => array( 'api_key' => $message ),
		)
	);
}
