<?php
/**
 * Decisions about several suggestions at once, and how many a user must have reviewed before.
 *
 * @package Altscribe
 */

namespace Altscribe\Suggestions;

use Altscribe\Core;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Bulk {

	/** How many suggestions a user must decide one by one before accepting all without findings, or many, at once. */
	public const READS_NEEDED = 20;

	/** How many selected suggestions a user may accept at once before that. */
	private const UNREAD_AT_ONCE = 10;

	/** User option: how many the user has decided one by one in this review, and when they decided the last one. */
	public const READS_OPTION = 'altscribe_reads';

	/** How many suggestions one request decides at most, and how many seconds it may take. */
	public const MOST = 50;

	private const SECONDS = 10.0;

	/**
	 * Decides several suggestions, or undoes decisions, within a time limit. Those that the user may not edit have an error.
	 *
	 * @param array<string, mixed> $args `decision`; `ids`, optionally with `shown_texts` (as the user has seen them), or `without_findings` for the next pending ones without findings that
	 *                                   match the `filters`, or `bulk` with the decision `undo`; with `bulk` and `after_id` of
	 *                                   the previous result. 0, false or array() for none.
	 * @return array<string, mixed>|WP_Error `items`; `errors` (`id` and `message`); `bulk`, by which all can be undone; `left`,
	 *                                       how many need further calls; `after_id`, for the next call. altscribe_not_read
	 *                                       if self::is_unread() and the user has decided too few of them one by one.
	 */
	public static function decide( $args ) {
		if ( self::is_unread( $args ) && self::count_reads() < self::READS_NEEDED ) {
			return Core\Errors::not_read( self::READS_NEEDED );
		}
		list( $ids, $left ) = self::choose( $args );

		$bulk   = ! $ids || $args['bulk'] ? $args['bulk'] : self::make_number();
		$result = array(
			'items'  => array(),
			'errors' => array(),
		);
		$shown  = $args['ids'] ? $args['shown_texts'] ?? array() : array();
		$until  = microtime( true ) + self::SECONDS;
		$last   = 0;
		foreach ( $ids as $done => $id ) {
			Core\Background::extend_time_limit();
			$last = $id;
			$row  = Decisions::decide_if_permitted( $id, $args['decision'], null, array( 'bulk' => $bulk ) + ( isset( $shown[ $done ] ) ? array( 'shown_text' => $shown[ $done ] ) : array() ) );
			if ( is_wp_error( $row ) ) {
				$result['errors'][] = array(
					'id'      => $id,
					'message' => $row->get_error_message(),
				);
			} else {
				$result['items'][] = Store::to_array( $row );
			}
			if ( microtime( true ) >= $until ) {
				$left += count( $ids ) - $done - 1;
				break;
			}
		}
		return $result + compact( 'bulk', 'left' ) + array( 'after_id' => $last );
	}

	/**
	 * A number for a decision about several suggestions that no other has, whatever others do at the same time: they would be
	 * undone together.
	 *
	 * @return int One that is exact in JavaScript.
	 */
	private static function make_number() {
		return random_int( 1, min( PHP_INT_MAX, 2 ** 53 - 1 ) );
	}

	/**
	 * The suggestions that a decision is about.
	 *
	 * @param array<string, mixed> $args As for self::decide().
	 * @return array{0: int[], 1: int} Ids, and how many others are left for further calls.
	 */
	private static function choose( $args ) {
		$is_undo = 'undo' === $args['decision'];
		if ( ! $args['without_findings'] && ( ! $is_undo || $args['ids'] ) ) {
			return array( $args['ids'], 0 );
		}
		$which = $is_undo ? array( 'state' => 'decided', 'bulk' => max( 1, $args['bulk'] ) ) : array( 'without_findings' => true, 'bulk' => 0 ) + $args['filters']; // phpcs:ignore WordPress.Arrays
		$found = Lists::list( $which + array( 'after_id' => $args['after_id'] ), 1, self::MOST );
		$ids   = array_map( 'intval', wp_list_pluck( $found['rows'], 'id' ) );
		return array( $ids, $found['total'] - count( $ids ) );
	}

	/**
	 * Whether a decision is about so many suggestions that the user must have reviewed some one by one before. Not for images
	 * that all seem to be decorative: the user confirms these by looking at the images, which are shown together.
	 *
	 * @param array<string, mixed> $args As for self::decide().
	 * @return bool
	 */
	private static function is_unread( $args ) {
		global $wpdb;
		$list = implode( ',', array_map( 'intval', $args['ids'] ) );
		if ( $args['without_findings'] ) {
			return true;
		}
		if ( count( $args['ids'] ) <= self::UNREAD_AT_ONCE || in_array( $args['decision'], array( 'undo', 'reject' ), true ) ) {
			return false;
		}
		// phpcs:ignore WordPress.DB -- The table is the plugin's own, and there are only numbers.
		return 'decorative' !== $args['decision'] || (bool) $wpdb->get_var( $wpdb->prepare( "SELECT 1 FROM %i WHERE id IN ($list) AND purpose <> 'decorative' LIMIT 1", Store::table() ) );
	}

	/**
	 * How many suggestions the current user has decided one by one in this review. A review ends after half a day.
	 *
	 * @return int
	 */
	public static function count_reads() {
		$reads = get_user_option( self::READS_OPTION );
		return is_array( $reads ) && time() - (int) $reads['time'] < DAY_IN_SECONDS / 2 ? (int) $reads['count'] : 0;
	}

	/** Counts a suggestion that the current user has decided on its own. */
	public static function note_read() {
		$reads = array(
			'count' => self::count_reads() + 1,
			'time'  => time(),
		);
		update_user_option( get_current_user_id(), self::READS_OPTION, $reads );
	}
}
