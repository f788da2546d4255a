<?php
/**
 * Undoing a whole batch, in slices: thousands of texts take longer than a request may.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Seconds for which one request undoes. */
const ALTSCRIBE_UNDO_SECONDS = 5;

/** The route of altscribe_register_batch_routes() with the same arguments as altscribe_undo_batch(). */
const ALTSCRIBE_UNDO_REST_ARGS = array(
	'after' => array(
		'type'    => 'integer',
		'minimum' => 0,
		'default' => 0,
	),
);

/**
 * Undoes what a batch wrote, where nobody has changed it since, for a few seconds. Whoever wants all of it undone
 * calls this until nothing is left. After a call that was cut off, or beside somebody who undoes the same batch,
 * it goes on with what is still there.
 *
 * @param int   $batch_id Its id.
 * @param int   $after    Where the last call ended; 0 at first.
 * @param float $seconds  No text is begun after them.
 * @return array{undone: int, kept: int, left: int, after: int}|WP_Error How many texts this call took back, how many
 *                      stay because somebody changed them, how many are left for further calls, and where this one
 *                      ended. altscribe_batch_not_found, or altscribe_batch_not_over.
 */
function altscribe_undo_batch( $batch_id, $after = 0, $seconds = ALTSCRIBE_UNDO_SECONDS ) {
	$batch = altscribe_find_batch( $batch_id );
	if ( $batch && in_array( $batch['state'], array( 'running', 'halted', 'paused' ), true ) ) {
		return new WP_Error( 'altscribe_batch_not_over', __( 'Stop it first.', 'altscribe' ), array( 'status' => 409 ) );
	}
	if ( ! $batch || (int) $batch['finished'] < altscribe_oldest_batch_time() ) {
		return altscribe_error_batch_not_found();
	}
	altscribe_extend_time_limit();
	$until  = microtime( true ) + $seconds;
	$counts = array(
		'undone' => 0,
		'kept'   => 0,
	);
	do {
		$ids = altscribe_list_written_items( $batch_id, $after );
		foreach ( $ids as $id ) {
			$after   = (int) $id;
			$is_done = true === altscribe_undo_item( $after );
			if ( $is_done || 'written' === altscribe_find_item( $after )['state'] ) {
				++$counts[ $is_done ? 'undone' : 'kept' ];
			}
			altscribe_forget_attachment( $after );
			if ( microtime( true ) >= $until ) {
				break 2;
			}
		}
	} while ( $ids );
	return $counts + array(
		'left'  => altscribe_count_written_items( $batch_id, $after ),
		'after' => $after,
	);
}

/**
 * Attachments that have a text of a batch, in the order of their ids.
 *
 * @param int $batch_id Its id.
 * @param int $after    The id after which they begin.
 * @return string[] Up to 100 ids.
 */
function altscribe_list_written_items( $batch_id, $after ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return $wpdb->get_col( $wpdb->prepare( "SELECT attachment_id FROM %i WHERE batch_id = %d AND state = 'written' AND attachment_id > %d ORDER BY attachment_id LIMIT 100", altscribe_queue_table(), $batch_id, $after ) );
}

/**
 * How many of them there are.
 *
 * @param int $batch_id Its id.
 * @param int $after    The id after which they begin.
 * @return int
 */
function altscribe_count_written_items( $batch_id, $after ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM %i WHERE batch_id = %d AND state = 'written' AND attachment_id > %d", altscribe_queue_table(), $batch_id, $after ) );
}
