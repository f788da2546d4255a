<?php
/**
 * The daily limit of credits, which all callers share.
 *
 * @package Altscribe
 */

namespace Altscribe\Service;

use Altscribe\Core;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Daily_Limit {

	/** The prefix of the option that counts the credits of a day; the date follows. */
	private const OPTION = 'altscribe_spent_';

	/**
	 * Makes a call that costs at most one credit, unless the limit is reached. The credit is counted before
	 * the call, and given back if the call cost none. If the process is killed during the call, the credit stays
	 * counted, because the service may have charged it.
	 *
	 * @param int      $limit Credits per day; 0 for no limit.
	 * @param callable $call  Returns a WP_Error, or a response like Client::call().
	 * @return array<string, mixed>|WP_Error The result of the call, or altscribe_daily_limit.
	 */
	public static function call( $limit, $call ) {
		$option = self::option();
		if ( ! self::count( $option, $limit ) ) {
			return Core\Errors::daily_limit( $limit );
		}
		$is_spent = false;
		try {
			$answer   = call_user_func( $call );
			$is_spent = ! is_wp_error( $answer ) && ! Client::was_free( $answer );
		} finally {
			if ( ! $is_spent ) {
				self::give_back( $option );
			}
		}
		return $answer;
	}

	/**
	 * The credits that the site spent today.
	 *
	 * @return int
	 */
	public static function spent_today() {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- Not cached, because other processes count too.
		return (int) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", self::option() ) );
	}

	/**
	 * The name of the option for today.
	 *
	 * @return string
	 */
	public static function option() {
		return self::OPTION . wp_date( 'Y-m-d' );
	}

	/**
	 * Counts one more credit in a single SQL statement, unless the limit is reached.
	 *
	 * @param string $option Name of the option.
	 * @param int    $limit  Credits per day; 0 for no limit.
	 * @return bool Whether it was counted.
	 */
	public static function count( $option, $limit ) {
		global $wpdb;
		$below = $limit > 0 ? $wpdb->prepare( ' AND option_value + 0 < %d', $limit ) : '';
		$count = $wpdb->prepare( "UPDATE $wpdb->options SET option_value = option_value + 1 WHERE option_name = %s", $option ) . $below;
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- Prepared above. Not cached, because other processes count too.
		if ( 1 === $wpdb->query( $count ) ) {
			return true;
		}
		// The first credit of a day: if two processes count at the same time, only one adds the row.
		$is_new = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options ( option_name, option_value, autoload ) VALUES ( %s, '0', 'off' )", $option ) );
		if ( $is_new ) {
			self::forget( $option );
			Request_Keys::forget_old();
		}
		return 1 === $wpdb->query( $count );
		// phpcs:enable
	}

	/**
	 * Gives back a credit that was not spent.
	 *
	 * @param string $option Name of the option.
	 */
	private static function give_back( $option ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- Not cached, see above.
		$wpdb->query( $wpdb->prepare( "UPDATE $wpdb->options SET option_value = option_value - 1 WHERE option_name = %s AND option_value + 0 > 0", $option ) );
	}

	/**
	 * Deletes the counts of all days except one.
	 *
	 * @param string $except Name of the option to keep, or ''.
	 */
	public static function forget( $except = '' ) {
		global $wpdb;
		$days = $wpdb->esc_like( self::OPTION ) . '%';
		// phpcs:ignore WordPress.DB -- Not cached, see above.
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s AND option_name <> %s", $days, $except ) );
	}
}
