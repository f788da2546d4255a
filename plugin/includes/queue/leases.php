<?php
/**
 * Leases: who works on an item. A lease ends by itself, so that a worker that dies holds nothing up.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Where a few images come from that somebody is waiting for, in a post or product: they go before any other batch. */
const ALTSCRIBE_URGENT_ORIGINS = array( 'upload', 'product' );

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
		$item = altscribe_find_free_item( $batch_id );
		// Before, too: a worker that is too many must not get in the way of those that have an item.
		if ( ! $item || altscribe_count_leases() >= altscribe_most_leases( $item['batch'] ) ) {
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
		if ( altscribe_count_leases() > altscribe_most_leases( $item['batch'] ) ) {
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
 * Finds an item that may be worked on now. One that the service has failed on comes last, before its time: if the
 * service still fails, it shows when that is over, and nothing has to wait for longer.
 *
 * @param int $batch_id The batch whose items come first; 0 for none.
 * @return array<string, mixed>|null Its row, with that of its batch as `batch`, and `is_early`.
 */
function altscribe_find_free_item( $batch_id ) {
	global $wpdb;
	$now   = time();
	$queue = altscribe_queue_table();
	$ready = array();
	foreach ( altscribe_list_running_batches( $batch_id ) as $batch ) {
		if ( altscribe_is_ahead( $batch['wait_until'], DAY_IN_SECONDS ) ) {
			continue;
		}
		$ready[] = $batch;
		foreach ( array( 'running', 'waiting' ) as $state ) {
			// A lease that is too long is from a clock that was wrong.
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$item = $wpdb->get_row( $wpdb->prepare( "SELECT * FROM %i WHERE batch_id = %d AND state = %s AND (lease_expires <= %d OR lease_expires > %d) ORDER BY attachment_id DESC LIMIT 1", $queue, $batch['id'], $state, $now, $now + HOUR_IN_SECONDS ), ARRAY_A );
			if ( $item ) {
				return $item + array(
					'batch'    => $batch,
					'is_early' => false,
				);
			}
		}
	}
	foreach ( $ready as $batch ) {
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$item = $wpdb->get_row( $wpdb->prepare( "SELECT * FROM %i WHERE batch_id = %d AND state = 'waiting' AND attempts > 0 ORDER BY lease_expires LIMIT 1", $queue, $batch['id'] ), ARRAY_A );
		if ( $item ) {
			return $item + array(
				'batch'    => $batch,
				'is_early' => true,
			);
		}
	}
	return null;
}

/**
 * The batches that are running. What somebody is waiting for comes first: see ALTSCRIBE_URGENT_ORIGINS.
 *
 * @param int $batch_id The batch that comes next; 0 for none.
 * @return array<array<string, string>> Rows.
 */
function altscribe_list_running_batches( $batch_id = 0 ) {
	global $wpdb;
	$batches = altscribe_batches_table();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE state = 'running' ORDER BY CASE WHEN origin IN ('" . implode( "','", ALTSCRIBE_URGENT_ORIGINS ) . "') THEN 0 WHEN id = %d THEN 1 ELSE 2 END, id", $batches, $batch_id ), ARRAY_A );
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
	return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM %i WHERE state = 'running' AND lease_expires > %d AND lease_expires <= %d", altscribe_queue_table(), $now, $now + HOUR_IN_SECONDS ) );
}

/**
 * How many items may be worked on at once now: while the service fails, one, to find out when it is well again.
 *
 * @param array<string, string> $batch The row of a running batch.
 * @return int
 */
function altscribe_most_leases( $batch ) {
	return (int) $batch['failures'] ? 1 : altscribe_queue_concurrency();
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
		$next = $wpdb->get_var( $wpdb->prepare( "SELECT MIN(CASE WHEN state = 'waiting' AND attempts > 0 THEN 0 ELSE lease_expires END) FROM %i WHERE batch_id = %d AND state IN ('waiting','running')", altscribe_queue_table(), $batch['id'] ) );
		if ( null !== $next ) {
			$times[] = max( (int) $next, (int) $batch['wait_until'] );
		}
	}
	return $times ? (int) min( max( 1, min( $times ) - time() ), DAY_IN_SECONDS ) : null;
}
