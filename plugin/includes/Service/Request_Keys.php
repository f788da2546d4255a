<?php
/**
 * The idempotency keys of requests, so each is only paid for once even if it is made twice.
 *
 * @package Altscribe
 */

namespace Altscribe\Service;

use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Request_Keys {

	/** The prefix of the options with the keys of requests that have no answer yet; the hash of the request follows. */
	private const OPTION = 'altscribe_asking_';

	/**
	 * Takes the key of a request. If the same request is in progress, or its answer was lost, this returns the key of that
	 * request: with the same key, the service answers the second one without asking the model, and takes one credit for both.
	 * After an answer, the request gets a new key, so "Rewrite" produces another text each time.
	 *
	 * @param string $request The hash of the request.
	 * @param string $own     The key that it gets if it is the first.
	 * @return string
	 */
	public static function take( $request, $own ) {
		global $wpdb;
		$option = self::OPTION . $request;
		// phpcs:disable WordPress.DB -- If two processes ask at the same time, only one adds the row. Not cached, because the other must see it.
		$wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options ( option_name, option_value, autoload ) VALUES ( %s, %s, 'off' )", $option, time() . " $own" ) );
		$value = (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", $option ) );
		// phpcs:enable
		return '' === $value ? $own : explode( ' ', $value, 2 )[1];
	}

	/**
	 * Ends the use of a key, unless its answer was lost or may still arrive: then the next same request reuses the key.
	 *
	 * @param string                        $request The hash of the request.
	 * @param string                        $key     Its key.
	 * @param array<string, mixed>|WP_Error $answer  Of the service.
	 */
	public static function leave( $request, $key, $answer ) {
		global $wpdb;
		$open = array( 'altscribe_unreachable', 'altscribe_service_error', 'altscribe_not_the_service', 'altscribe_rate_limited', 'altscribe_daily_limit' );
		if ( ! is_wp_error( $answer ) || ! in_array( $answer->get_error_code(), $open, true ) ) {
			// phpcs:ignore WordPress.DB -- Not cached, see above.
			$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value LIKE %s", self::OPTION . $request, '% ' . $wpdb->esc_like( $key ) ) );
		}
	}

	/** Deletes keys whose requests were not made again within a day: the service has forgotten them by then, too. */
	public static function forget_old() {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- Not cached, see above.
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s AND option_value < %s", $wpdb->esc_like( self::OPTION ) . '%', time() - DAY_IN_SECONDS ) );
	}
}
