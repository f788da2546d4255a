<?php
/**
 * The API key, from any source, is bound to the origin (scheme, host and port) of the service that it was
 * entered for; TLS may be added. Otherwise an administrator who does not know the key could have it sent to
 * their own server, and a new key in wp-config.php would be sent to the URL that was stored before.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Key_Origin {

	/**
	 * The origin of a URL.
	 *
	 * @param string $url A service URL, or ''.
	 * @return string Such as `https://alt.example.com` or `http://192.0.2.1:3000`, without a default port; '' for ''.
	 */
	public static function of_url( $url ) {
		$parts = wp_parse_url( $url );
		if ( empty( $parts['scheme'] ) || empty( $parts['host'] ) ) {
			return '';
		}
		$origin = strtolower( $parts['scheme'] . '://' . $parts['host'] );
		$port   = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
		return preg_match( '/^(http:.*:80|https:.*:443)$/', $origin . $port ) ? $origin : $origin . $port;
	}

	/**
	 * Whether a key may be sent to an origin: the one that it was entered for, or the same host with TLS, at the
	 * same port or the default one, because TLS may be added in front of a service. The way back needs no key
	 * either, as the key stays bound to the origin that it was entered for.
	 *
	 * @param string $entered_for The origin that the key was entered for, or ''.
	 * @param string $origin      The origin of the service URL, or ''.
	 * @return bool
	 */
	public static function is_for( $entered_for, $origin ) {
		$none = array_fill_keys( array( 'scheme', 'host', 'port' ), '' );
		$from = (array) wp_parse_url( $entered_for ) + $none;
		$to   = (array) wp_parse_url( $origin ) + $none;
		return $entered_for === $origin
			|| ( 'http' === $from['scheme'] && 'https' === $to['scheme'] && $from['host'] === $to['host'] && in_array( $to['port'], array( '', $from['port'] ), true ) );
	}

	/**
	 * Whether the API key in use may be sent to the service URL in use.
	 *
	 * @param array<string, mixed> $own The site's own settings, stored or being tested.
	 * @return bool
	 */
	public static function may_send( $own ) {
		return self::is_for( self::of_key( $own ), self::of_url( Settings::complete( $own )['service_url'] ) );
	}

	/**
	 * The origin that the API key in use was entered for, on the screen of the site or of the network; of two, the
	 * one that fits the service URL. If a constant sets the service URL, it is that URL's origin, because anyone who
	 * can edit wp-config.php can read the key anyway.
	 *
	 * @param array<string, mixed> $own The site's own settings, stored or being tested.
	 * @return string '' if the key was not entered for a service URL yet.
	 */
	public static function of_key( $own ) {
		$constants = Settings::from_constants();
		if ( isset( $constants['service_url'] ) ) {
			return self::of_url( $constants['service_url'] );
		}
		$settings = Settings::complete( $own );
		$hash     = self::hash( $settings['api_key'] );
		$origins  = array();
		foreach ( array( self::bind(), Network_Settings::bound_key() ) as $bound ) {
			if ( '' !== $hash && hash_equals( $bound['api_key_hash'], $hash ) ) {
				$origins[] = $bound['api_key_origin'];
			}
		}
		$present = self::of_url( $settings['service_url'] );
		foreach ( $origins as $origin ) {
			if ( self::is_for( $origin, $present ) ) {
				return $origin;
			}
		}
		return (string) reset( $origins );
	}

	/**
	 * The key that was entered on the site's screen, and the origin that it was entered for. A key in wp-config.php
	 * must be entered too, unless the service URL is set there.
	 *
	 * @return array{api_key_hash: string, api_key_origin: string} Each is '' if no key was entered.
	 */
	public static function bind() {
		$stored = get_option( 'altscribe_settings' );
		// Version 0.1.0 did not store the origin. Its key is for the URL stored beside it.
		$origin = isset( $stored['service_url'] ) ? self::of_url( Settings::sanitize( $stored['service_url'], 'service_url' ) ) : '';
		return self::complete( is_array( $stored ) ? $stored + array( 'api_key_origin' => $origin ) : array() );
	}

	/**
	 * The stored key and its origin. If the hash is not stored yet, the key is the one beside the origin.
	 *
	 * @param array<string, mixed> $stored The stored settings of the site or the network.
	 * @return array{api_key_hash: string, api_key_origin: string}
	 */
	public static function complete( $stored ) {
		$stored += array(
			'api_key'        => '',
			'api_key_origin' => '',
		);
		return array(
			'api_key_hash'   => isset( $stored['api_key_hash'] ) ? $stored['api_key_hash'] : self::hash( Settings::sanitize( $stored['api_key'], 'api_key' ) ),
			'api_key_origin' => $stored['api_key_origin'],
		);
	}

	/**
	 * The hash that identifies a key. Unsalted, because keys are random and a new salt would unbind them.
	 *
	 * @param string $api_key The key, or ''.
	 * @return string '' for ''.
	 */
	public static function hash( $api_key ) {
		return '' === $api_key ? '' : hash( 'sha256', $api_key );
	}

	/**
	 * Makes sure that a request may use the API key with its service URL: the two belong together, or the
	 * request contains the key.
	 *
	 * @param array<string, string> $changes Settings in the request, by name.
	 * @return true|WP_Error An error of the field `api_key`.
	 */
	public static function confirm( $changes ) {
		$own        = array_merge( Settings::stored(), $changes );
		$settings   = Settings::complete( $own );
		$is_entered = isset( $changes['api_key'] ) && hash_equals( $settings['api_key'], $changes['api_key'] );
		$question   = $is_entered ? '' : self::key_needed_message( $own );
		return '' === $question ? true : Errors::key_needed( $question );
	}

	/**
	 * Asks for the API key if it must not be sent to the service URL.
	 *
	 * @param array<string, mixed> $own The site's own settings, stored or being tested.
	 * @return string A sentence, or '' if the key need not be entered.
	 */
	public static function key_needed_message( $own ) {
		$settings = Settings::complete( $own );
		if ( '' === self::of_url( $settings['service_url'] ) || '' === $settings['api_key'] || self::may_send( $own ) ) {
			return '';
		}
		if ( Network_Settings::is_from_network( 'api_key', $own ) ) {
			return __( 'Enter your own API key, which you get in the dashboard of the service, under Keys. The network’s key is for another address.', 'altscribe' );
		}
		return self::question( isset( Settings::locked()['api_key'] ) );
	}

	/**
	 * Asks for the API key.
	 *
	 * @param bool $is_in_config Whether the key is in wp-config.php.
	 * @return string
	 */
	public static function question( $is_in_config ) {
		return $is_in_config
			? __( 'Enter the API key from wp-config.php to confirm that it may be sent to this address.', 'altscribe' )
			: __( 'Enter the API key again. The service URL has changed since it was entered. Without it, create a new one in the dashboard of the service, under Keys.', 'altscribe' );
	}
}
