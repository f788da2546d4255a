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
 * @return array<string, mixed>|null As altscribe_batch_to_array() returns it, with `filled_posts`: the number of posts
 *                                   that its texts were filled into, once it is over. Null if there is none.
 */
function altscribe_get_batch( $batch_id ) {
	$batch = altscribe_find_batch( $batch_id );
	if ( ! $batch ) {
		return null;
	}
	$is_over = in_array( $batch['state'], array( 'stopped', 'finished' ), true );
	return altscribe_batch_to_array( $batch ) + array( 'filled_posts' => $is_over ? count( altscribe_list_fills_of_batch( $batch_id ) ) : 0 );
}

/**
 * The batch that somebody would want to see: the newest that is not done yet, else the newest of all; those of
 * uploads and products last.
 *
 * @return array<string, mixed>|null As altscribe_batch_to_array() returns it; null if there is none.
 */
function altscribe_current_batch() {
	global $wpdb;
	$batches = altscribe_batches_table();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$batch = $wpdb->get_row(
		$wpdb->prepare(
			"SELECT * FROM %i ORDER BY CASE WHEN state IN ('running','paused','halted') THEN 0 ELSE 1 END,
			CASE WHEN origin IN ('" . implode( "','", ALTSCRIBE_URGENT_ORIGINS ) . "') THEN 1 ELSE 0 END, id DESC LIMIT 1",
			$batches
		),
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
	return $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE id = %d', altscribe_batches_table(), $batch_id ), ARRAY_A );
}

/**
 * Adds a batch, without items.
 *
 * @param array<string, mixed> $args As altscribe_batch_args() returns them.
 * @return int Its id; 0 if the database refused it.
 */
function altscribe_insert_batch( $args ) {
	global $wpdb;
	if ( ! altscribe_make_queue_tables( true ) ) {
		return 0;
	}
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$is_inserted = $wpdb->insert(
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
	if ( ! $is_inserted && ! altscribe_are_queue_tables_there() ) {
		// They are gone, as after an old backup was restored: the next one makes them again.
		delete_option( 'altscribe_queue_schema' );
	}
	return $is_inserted ? (int) $wpdb->insert_id : 0;
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
