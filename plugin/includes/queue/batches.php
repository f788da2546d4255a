<?php
/**
 * Batches: images that alternative texts are generated for together. A batch is `running`, `paused` (by somebody),
 * `halted` (by a problem that somebody has to solve), `stopped` or `finished`.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * A batch, as the REST routes respond with it.
 *
 * @param int $batch_id Its id.
 * @return array<string, mixed>|null As altscribe_batch_to_array() returns it; null if there is none.
 */
function altscribe_get_batch( $batch_id ) {
	$batch = altscribe_find_batch( $batch_id );
	return $batch ? altscribe_batch_to_array( $batch ) : null;
}

/**
 * The batch that somebody would want to see: the newest that is not done yet, else the newest of all; those of
 * uploads last.
 *
 * @return array<string, mixed>|null As altscribe_batch_to_array() returns it; null if there is none.
 */
function altscribe_current_batch() {
	global $wpdb;
	$batches = altscribe_batches_table();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$batch = $wpdb->get_row(
		"SELECT * FROM $batches ORDER BY CASE WHEN state IN ('running','paused','halted') THEN 0 ELSE 1 END,
		CASE WHEN origin = 'upload' THEN 1 ELSE 0 END, id DESC LIMIT 1",
		ARRAY_A
	);
	return $batch ? altscribe_batch_to_array( $batch ) : null;
}

/**
 * The row of a batch.
 *
 * @param int $batch_id Its id.
 * @return array<string, string>|null
 */
function altscribe_find_batch( $batch_id ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM ' . altscribe_batches_table() . ' WHERE id = %d', $batch_id ), ARRAY_A );
}

/**
 * Adds a batch, without items.
 *
 * @param array<string, mixed> $args As altscribe_batch_args() returns them.
 * @return int Its id.
 */
function altscribe_insert_batch( $args ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$wpdb->insert(
		altscribe_batches_table(),
		array(
			'state'           => 'running',
			'origin'          => $args['origin'],
			'user_id'         => get_current_user_id(),
			'overwrite'       => $args['overwrite'] ? 1 : 0,
			'regenerate'      => $args['regenerate'] ? 1 : 0,
			'language'        => $args['language'],
			'idempotency_key' => wp_generate_uuid4(),
			'reason_message'  => '',
			'created'         => time(),
		)
	);
	return (int) $wpdb->insert_id;
}

/**
 * Changes a batch, if it is in one of some states.
 *
 * @param int                  $batch_id Its id.
 * @param array<string, mixed> $values   By column.
 * @param string[]             $states   The states in which it is changed; empty for any.
 * @return bool Whether the batch was in one of the states.
 */
function altscribe_update_batch( $batch_id, $values, $states = array() ) {
	global $wpdb;
	$batch = $states ? altscribe_find_batch( $batch_id ) : null;
	if ( $states && ( ! $batch || ! in_array( $batch['state'], $states, true ) ) ) {
		return false;
	}
	$where = array( 'id' => $batch_id ) + ( $batch ? array( 'state' => $batch['state'] ) : array() );
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return false !== $wpdb->update( altscribe_batches_table(), $values, $where );
}

/**
 * Deletes a batch that has no items.
 *
 * @param int $batch_id Its id.
 */
function altscribe_delete_batch( $batch_id ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$wpdb->delete( altscribe_batches_table(), array( 'id' => $batch_id ) );
}
