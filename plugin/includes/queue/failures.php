<?php
/**
 * What an error does to an item and to its batch.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Seconds of failures in a row after which a batch halts: thousands of images must not fail because of one outage. */
const ALTSCRIBE_FAILING_SECONDS = 300;

/** The longest wait between two tries while the service fails, in seconds. A try is one image, and costs nothing. */
const ALTSCRIBE_LONGEST_BACKOFF = 10;

/** Seconds after which it counts as another attempt of an image that the service fails on it again. */
const ALTSCRIBE_ITEM_PAUSE = 120;

/** Seconds after which a batch that halted because of an outage tries again by itself. */
const ALTSCRIBE_OUTAGE_PAUSE = 60;

/**
 * Decides what an error of the service means.
 *
 * @param array<string, mixed> $item  As altscribe_take_item() returns it.
 * @param WP_Error             $error As altscribe_generate_for_attachment() returns it.
 * @return string The state of the item afterwards.
 */
function altscribe_settle_failure( $item, $error ) {
	$data = (array) $error->get_error_data();
	switch ( $error->get_error_code() ) {
		case 'altscribe_image_unreadable':
		case 'altscribe_invalid_request':
			altscribe_note_success( $item['batch'] );
			return altscribe_settle_item( $item, 'failed', array(), $error );
		case 'altscribe_rate_limited':
			altscribe_hold_batches( (int) $data['retry_after'], $error );
			return altscribe_return_item( $item, (int) $item['attempts'] - 1 );
		case 'altscribe_unreachable':
			altscribe_back_off( $item['batch'], $error );
			return altscribe_return_item( $item, (int) $item['attempts'] - 1 );
		case 'altscribe_service_error':
			// Before its time it is an attempt only if the service has worked for another image since the first one.
			$is_probe = $item['is_early'] && (int) $item['attempts'] <= (int) $item['batch']['failures'] + 1;
			altscribe_back_off( $item['batch'], $error, ! $is_probe );
			if ( $is_probe ) {
				return altscribe_return_item( $item, (int) $item['attempts'] - 1, max( 0, (int) $item['lease_expires'] - time() ) );
			}
			return (int) $item['attempts'] >= ALTSCRIBE_MAX_ATTEMPTS && ! altscribe_is_outage( $item['batch'] )
				? altscribe_settle_item( $item, 'failed', array(), $error )
				: altscribe_return_item( $item, min( (int) $item['attempts'], ALTSCRIBE_MAX_ATTEMPTS - 1 ), ALTSCRIBE_ITEM_PAUSE );
		case 'altscribe_daily_limit':
			altscribe_halt_batches( $error, (int) $data['retry_after'] );
			return altscribe_return_item( $item, (int) $item['attempts'] - 1 );
		default:
			// No credits, a refused key: no other image would fare better.
			altscribe_halt_batches( $error );
			return altscribe_return_item( $item, (int) $item['attempts'] - 1 );
	}
}

/**
 * Lets an item wait again.
 *
 * @param array<string, mixed> $item     As altscribe_take_item() returns it.
 * @param int                  $attempts How many it has had.
 * @param int                  $pause    Seconds until it may be taken again.
 * @return string Its state.
 */
function altscribe_return_item( $item, $attempts, $pause = 0 ) {
	$values = array(
		'attempts'      => max( 0, $attempts ),
		'lease_expires' => $pause ? time() + $pause : 0,
	);
	return altscribe_settle_item( $item, 'waiting', $values );
}

/**
 * Whether the service fails on every image, for an hour at most: then it may be because of this one after all.
 *
 * @param array<string, string> $batch The row of a batch.
 * @return bool
 */
function altscribe_is_outage( $batch ) {
	return (int) $batch['failures'] >= ALTSCRIBE_MAX_ATTEMPTS && time() - (int) $batch['failing_since'] < HOUR_IN_SECONDS;
}

/**
 * Lets all batches wait: the limit of the service is one for the account.
 *
 * @param int      $seconds How long.
 * @param WP_Error $error   Why.
 */
function altscribe_hold_batches( $seconds, $error ) {
	global $wpdb;
	$until = time() + $seconds;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$wpdb->query( $wpdb->prepare( "UPDATE %i SET wait_until = %d, reason_code = %s, reason_message = %s WHERE state = 'running' AND wait_until < %d", altscribe_batches_table(), $until, $error->get_error_code(), $error->get_error_message(), $until ) );
}

/**
 * Halts all batches that are running, until somebody resumes them.
 *
 * @param WP_Error $error     Why.
 * @param int      $try_after Seconds after which they try again by themselves; 0 for never.
 */
function altscribe_halt_batches( $error, $try_after = 0 ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$wpdb->update(
		altscribe_batches_table(),
		array(
			'state'          => 'halted',
			'reason_code'    => (string) $error->get_error_code(),
			'reason_message' => $error->get_error_message(),
			'wait_until'     => $try_after ? time() + $try_after : 0,
		),
		array( 'state' => 'running' )
	);
}

/**
 * Lets batches wait longer after each failure in a row, and halts them when that has gone on for too long.
 *
 * @param array<string, string> $batch      The row of the batch that failed, as it was when its item was taken.
 * @param WP_Error              $error      Why it failed.
 * @param bool                  $is_counted Whether it says more than the failure before.
 */
function altscribe_back_off( $batch, $error, $is_counted = true ) {
	global $wpdb;
	$since    = (int) $batch['failing_since'] ? (int) $batch['failing_since'] : time();
	$failures = (int) $batch['failures'] + ( $is_counted ? 1 : 0 );
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$wpdb->query( $wpdb->prepare( "UPDATE %i SET failures = %d, failing_since = %d WHERE state = 'running'", altscribe_batches_table(), $failures, $since ) );
	if ( time() - $since >= ALTSCRIBE_FAILING_SECONDS ) {
		altscribe_halt_batches( $error, ALTSCRIBE_OUTAGE_PAUSE );
	} else {
		altscribe_hold_batches( 1 === $failures && time() - $since < 5 ? 5 : ALTSCRIBE_LONGEST_BACKOFF, $error );
	}
}

/**
 * Notes that the service works, after failures or a pause.
 *
 * @param array<string, string> $batch The row of a batch, as it was when its item was taken.
 */
function altscribe_note_success( $batch ) {
	global $wpdb;
	if ( (int) $batch['failures'] || '' !== $batch['reason_code'] ) {
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$wpdb->query( $wpdb->prepare( "UPDATE %i SET failures = 0, failing_since = 0, reason_code = '', reason_message = '' WHERE state = 'running'", altscribe_batches_table() ) );
	}
}

/** Lets batches try again that an outage halted a while ago. */
function altscribe_wake_batches() {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$wpdb->query(
		$wpdb->prepare(
			"UPDATE %i SET state = 'running', wait_until = 0
			WHERE state = 'halted' AND wait_until > 0 AND wait_until <= %d",
			altscribe_batches_table(),
			time()
		)
	);
}

/**
 * When batches that an outage halted try again.
 *
 * @return int[] Unix times.
 */
function altscribe_list_wake_times() {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT wait_until FROM %i WHERE state = 'halted' AND wait_until > 0", altscribe_batches_table() ) ) );
}
