<?php
/**
 * Pause, resume and stop.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Pauses a batch. Images that are being worked on are still finished.
 *
 * @param int $batch_id Its id.
 * @return true|WP_Error altscribe_batch_not_found, or altscribe_batch_is_over if there is nothing to pause.
 */
function altscribe_pause_batch( $batch_id ) {
	return altscribe_change_batch_state( $batch_id, array( 'state' => 'paused' ), array( 'running', 'halted', 'paused' ) );
}

/**
 * Resumes a batch that is paused or halted.
 *
 * @param int $batch_id Its id.
 * @return true|WP_Error As altscribe_pause_batch() returns it.
 */
function altscribe_resume_batch( $batch_id ) {
	$resumed = altscribe_change_batch_state(
		$batch_id,
		array(
			'state'          => 'running',
			'reason_code'    => '',
			'reason_message' => '',
			'failures'       => 0,
			'failing_since'  => 0,
			'wait_until'     => 0,
		),
		array( 'running', 'halted', 'paused' )
	);
	altscribe_schedule_tick();
	return $resumed;
}

/**
 * Stops a batch for good. Images that wait are left alone; those that are being worked on are still finished.
 *
 * @param int $batch_id Its id.
 * @return true|WP_Error As altscribe_pause_batch() returns it.
 */
function altscribe_stop_batch( $batch_id ) {
	global $wpdb;
	$stopped = altscribe_change_batch_state(
		$batch_id,
		array(
			'state'    => 'stopped',
			'finished' => time(),
		),
		array( 'running', 'halted', 'paused' )
	);
	if ( true === $stopped ) {
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$wpdb->delete(
			altscribe_queue_table(),
			array(
				'batch_id' => $batch_id,
				'state'    => 'waiting',
			)
		);
	}
	return $stopped;
}

/**
 * Changes a batch that is in one of some states.
 *
 * @param int                  $batch_id Its id.
 * @param array<string, mixed> $values   By column.
 * @param string[]             $states   The states.
 * @return true|WP_Error
 */
function altscribe_change_batch_state( $batch_id, $values, $states ) {
	if ( ! altscribe_find_batch( $batch_id ) ) {
		return altscribe_error_batch_not_found();
	}
	return altscribe_update_batch( $batch_id, $values, $states )
		? true
		: new WP_Error( 'altscribe_batch_is_over', __( 'This has ended already.', 'altscribe' ), array( 'status' => 409 ) );
}

/** There is no such batch. */
function altscribe_error_batch_not_found() {
	return new WP_Error( 'altscribe_batch_not_found', __( 'There is no such batch. It may have been removed after 30 days.', 'altscribe' ), array( 'status' => 404 ) );
}

/**
 * Lets a batch go on that is over, because one of its items waits again.
 *
 * @param int $batch_id Its id.
 */
function altscribe_reopen_batch( $batch_id ) {
	altscribe_update_batch(
		$batch_id,
		array(
			'state'    => 'running',
			'finished' => 0,
		),
		array( 'finished', 'stopped' )
	);
	altscribe_schedule_tick();
}
