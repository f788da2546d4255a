<?php
/**
 * Leases: who works on an item. A lease ends by itself, so that a worker that dies holds nothing up.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Longer than one image takes at most: its file is read, and the service has ALTSCRIBE_GENERATE_TIMEOUT. */
const ALTSCRIBE_LEASE_SECONDS = 120;

/**
 * Takes the next item of the running batches, unless enough are being worked on for this site.
 *
 * @param int $batch_id The batch whose items come first; 0 for none.
 * @return array<string, string>|null Its row with those of its batch as `batch_…`; null if there is nothing to do.
 */
function altscribe_take_item( $batch_id = 0 ) {
	// Others may take what was found.
	for ( $try = 0; $try < 5; $try++ ) {
		// Before, too: a worker that is too many must not get in the way of those that have an item.
		$item = altscribe_count_leases() < altscribe_queue_concurrency() ? altscribe_find_free_item( $batch_id ) : null;
		if ( ! $item ) {
			return null;
		}
		$token    = wp_generate_password( 32, false );
		$is_taken = altscribe_update_item(
			(int) $item['attachment_id'],
			array(
				'state'         => 'running',
				'attempts'      => (int) $item['attempts'] + 1,
				'lease_token'   => $token,
				'lease_expires' => time() + ALTSCRIBE_LEASE_SECONDS,
			),
			wp_array_slice_assoc( $item, array( 'state', 'lease_token', 'lease_expires' ) )
		);
		if ( ! $is_taken ) {
			continue;
		}
		if ( altscribe_count_leases() > altscribe_queue_concurrency() ) {
			// Two workers that counted before either took would both be right: so it is counted after.
			altscribe_update_item(
				(int) $item['attachment_id'],
				wp_array_slice_assoc( $item, array( 'state', 'attempts', 'lease_token', 'lease_expires' ) ),
				array( 'lease_token' => $token )
			);
			// All that began at once have given theirs back now. One of them will be the first.
			usleep( wp_rand( 20, 200 ) * 1000 );
			continue;
		}
		$item['lease_token'] = $token;
		$item['attempts']    = (string) ( (int) $item['attempts'] + 1 );
		return $item;
	}
	return null;
}

/**
 * Finds an item that may be worked on now.
 *
 * @param int $batch_id The batch whose items come first; 0 for none.
 * @return array<string, mixed>|null Its row, with that of its batch as `batch`.
 */
function altscribe_find_free_item( $batch_id ) {
	global $wpdb;
	$now   = time();
	$queue = altscribe_queue_table();
	foreach ( altscribe_list_running_batches( $batch_id ) as $batch ) {
		if ( altscribe_is_ahead( $batch['wait_until'], DAY_IN_SECONDS ) ) {
			continue;
		}
		foreach ( array( 'running', 'waiting' ) as $state ) {
			// A lease that is too long is from a clock that was wrong.
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$item = $wpdb->get_row( $wpdb->prepare( "SELECT * FROM $queue WHERE batch_id = %d AND state = %s AND (lease_expires <= %d OR lease_expires > %d) ORDER BY attachment_id DESC LIMIT 1", $batch['id'], $state, $now, $now + HOUR_IN_SECONDS ), ARRAY_A );
			if ( $item ) {
				return $item + array( 'batch' => $batch );
			}
		}
	}
	return null;
}

/**
 * The batches that are running. Uploads come first: somebody may be using them in a post now.
 *
 * @param int $batch_id The batch that comes next; 0 for none.
 * @return array<array<string, string>> Rows.
 */
function altscribe_list_running_batches( $batch_id = 0 ) {
	global $wpdb;
	$batches = altscribe_batches_table();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return $wpdb->get_results( $wpdb->prepare( "SELECT * FROM $batches WHERE state = 'running' ORDER BY CASE WHEN origin = 'upload' THEN 0 WHEN id = %d THEN 1 ELSE 2 END, id", $batch_id ), ARRAY_A );
}

/**
 * Whether a time is still to come. One that is further away than it can be was set by a clock that was wrong.
 *
 * @param int|string $time    Unix time.
 * @param int        $longest Seconds that it can be away at most.
 * @return bool
 */
function altscribe_is_ahead( $time, $longest ) {
	return (int) $time > time() && (int) $time <= time() + $longest;
}

/**
 * How many items are being worked on.
 *
 * @return int
 */
function altscribe_count_leases() {
	global $wpdb;
	$now = time();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return (int) $wpdb->get_var( $wpdb->prepare( 'SELECT COUNT(*) FROM ' . altscribe_queue_table() . " WHERE state = 'running' AND lease_expires > %d AND lease_expires <= %d", $now, $now + HOUR_IN_SECONDS ) );
}

/**
 * How many items may be worked on at once.
 *
 * @return int
 */
function altscribe_queue_concurrency() {
	/**
	 * Filters how many images of this site may be worked on at once.
	 *
	 * @param int $items From 1; by default 3.
	 */
	return max( 1, (int) apply_filters( 'altscribe_queue_concurrency', 3 ) );
}

/**
 * How long until there is something to work on.
 *
 * @return int|null Seconds, 0 for now; null if there is nothing left.
 */
function altscribe_seconds_until_work() {
	global $wpdb;
	if ( altscribe_find_free_item( 0 ) ) {
		return 0;
	}
	$times = altscribe_list_wake_times();
	foreach ( altscribe_list_running_batches() as $batch ) {
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$next = $wpdb->get_var( $wpdb->prepare( 'SELECT MIN(lease_expires) FROM ' . altscribe_queue_table() . " WHERE batch_id = %d AND state IN ('waiting','running')", $batch['id'] ) );
		if ( null !== $next ) {
			$times[] = max( (int) $next, (int) $batch['wait_until'] );
		}
	}
	return $times ? (int) min( max( 1, min( $times ) - time() ), DAY_IN_SECONDS ) : null;
}
