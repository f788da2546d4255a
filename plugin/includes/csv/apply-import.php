<?php
/**
 * Writes what an import would change, as a batch that can be undone.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Writes the texts and marks of an import. Asks for no permission. A text that was changed since the file was
 * read is left alone.
 *
 * @param array<int, array<string, mixed>> $rows     `rows` of altscribe_read_import().
 * @param int                              $batch_id The batch of the rows before, if the file comes in parts; 0 starts one.
 * @return array{batch_id: int, written: int, errors: array<int, array{line: int, message: string}>}|WP_Error
 *         `batch_id` is 0 if nothing was written. altscribe_batch_not_found if there is no such import,
 *         altscribe_queue_unavailable if the database refused it.
 */
function altscribe_apply_import( $rows, $batch_id = 0 ) {
	$is_new = 0 === $batch_id;
	if ( $is_new ) {
		$batch_id = altscribe_insert_import();
		if ( ! $batch_id ) {
			return altscribe_error_queue_unavailable();
		}
	}
	$batch = altscribe_find_batch( $batch_id );
	if ( ! $batch || 'import' !== $batch['origin'] ) {
		return altscribe_error_batch_not_found();
	}
	$result = array(
		'batch_id' => (int) $batch['id'],
		'written'  => 0,
		'errors'   => array(),
	);
	foreach ( array_chunk( $rows, ALTSCRIBE_CSV_CHUNK ) as $chunk ) {
		_prime_post_caches( wp_list_pluck( $chunk, 'attachment_id' ), false, true );
		foreach ( $chunk as $row ) {
			$written = altscribe_apply_row( $row, $result['batch_id'] );
			if ( is_wp_error( $written ) ) {
				$result['errors'][] = array(
					'line'    => $row['line'],
					'message' => $written->get_error_message(),
				);
			} else {
				++$result['written'];
			}
		}
		altscribe_forget_cached_posts();
	}
	if ( $is_new && 0 === $result['written'] ) {
		altscribe_delete_batch( $result['batch_id'] );
		$result['batch_id'] = 0;
	} else {
		altscribe_update_batch( $result['batch_id'], array( 'total' => array_sum( altscribe_count_items( $result['batch_id'] ) ) ) );
	}
	return $result;
}

/**
 * Adds the batch of an import. It is finished from the beginning: there is nothing to generate.
 *
 * @return int Its id; 0 if the database refused it.
 */
function altscribe_insert_import() {
	$batch_id = altscribe_insert_batch(
		altscribe_batch_args(
			array(
				'origin'    => 'import',
				'overwrite' => true,
			)
		)
	);
	altscribe_update_batch(
		$batch_id,
		array(
			'state'    => 'finished',
			'finished' => time(),
		)
	);
	return $batch_id;
}

/**
 * Writes one row.
 *
 * @param array<string, mixed> $row      One of the `rows` of altscribe_read_import().
 * @param int                  $batch_id The batch of the import.
 * @return true|WP_Error
 */
function altscribe_apply_row( $row, $batch_id ) {
	$id   = $row['attachment_id'];
	$item = altscribe_find_item( $id );
	if ( $item && in_array( $item['state'], array( 'waiting', 'running' ), true ) ) {
		return new WP_Error( 'altscribe_being_generated', __( 'Alt text is being generated for this image. Stop that first.', 'altscribe' ) );
	}
	if ( altscribe_get_attachment_alt_text( $id ) !== $row['previous_text'] ) {
		return altscribe_error_text_changed();
	}
	// First the item, so that nothing is written that cannot be undone.
	altscribe_insert_written_item( $row, $batch_id );
	if ( ! altscribe_write_attachment_alt_text( $id, $row['alt_text'], $row['previous_text'] ) ) {
		altscribe_update_item(
			$id,
			array(
				'state'    => 'skipped',
				'new_text' => '',
			)
		);
		return altscribe_error_text_changed();
	}
	altscribe_mark_decorative( $id, $row['decorative'] );
	return true;
}

/**
 * Notes a text that is about to be written, in the place of what an earlier batch wrote for the image.
 *
 * @param array<string, mixed> $row      One of the `rows` of altscribe_read_import().
 * @param int                  $batch_id The batch of the import.
 */
function altscribe_insert_written_item( $row, $batch_id ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$wpdb->replace(
		altscribe_queue_table(),
		altscribe_read_before( $row['attachment_id'] ) + array(
			'attachment_id' => $row['attachment_id'],
			'batch_id'      => $batch_id,
			'state'         => 'written',
			'previous_text' => $row['previous_text'],
			'new_text'      => $row['alt_text'],
			'error_message' => '',
			'updated'       => time(),
		)
	);
}
