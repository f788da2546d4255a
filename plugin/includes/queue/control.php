<?php
/**
 * User actions on batches and items: pause, resume, stop, retry, edit and undo.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Pauses a batch. Images in progress are still finished.
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
 * Stops a batch for good. Waiting images are not processed; images in progress are still finished.
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
 * @param string[]             $states   The states in which it is changed.
 * @return true|WP_Error
 */
function altscribe_change_batch_state( $batch_id, $values, $states ) {
	if ( ! altscribe_find_batch( $batch_id ) ) {
		return altscribe_error_batch_not_found();
	}
	return altscribe_update_batch( $batch_id, $values, $states )
		? true
		: new WP_Error( 'altscribe_batch_is_over', __( 'This batch has already ended.', 'altscribe' ), array( 'status' => 409 ) );
}

/** Error: there is no such batch. */
function altscribe_error_batch_not_found() {
	return new WP_Error( 'altscribe_batch_not_found', __( 'Batch not found. Batches are removed after 30 days.', 'altscribe' ), array( 'status' => 404 ) );
}

/**
 * Reopens a finished batch, because one of its items waits again.
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

/**
 * Undoes what a batch wrote for an attachment: restores the previous text and the mark "decorative", unless the
 * text was changed since.
 *
 * @param int $attachment_id The attachment.
 * @return true|WP_Error altscribe_item_not_found, or altscribe_text_changed if there is nothing left to undo.
 */
function altscribe_undo_item( $attachment_id ) {
	$item = altscribe_find_item( $attachment_id );
	if ( ! $item ) {
		return altscribe_error_item_not_found();
	}
	$is_back = 'written' === $item['state'] && altscribe_write_attachment_alt_text( $attachment_id, $item['previous_text'], $item['new_text'], (bool) $item['had_row'] );
	// An earlier request may have been cut off after it wrote the text.
	if ( ! $is_back && ( 'written' !== $item['state'] || altscribe_get_attachment_alt_text( $attachment_id ) !== $item['previous_text'] ) ) {
		return altscribe_error_text_changed();
	}
	if ( $item['was_decorative'] ) {
		update_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, 1 );
	} elseif ( $is_back ) {
		delete_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY );
	}
	altscribe_update_item( $attachment_id, array( 'state' => 'undone' ), array( 'state' => 'written' ) );
	return true;
}

/**
 * Queues an item again that failed or was skipped, only suggested or undone, ahead of all others, because a user is
 * waiting for it. Its batch continues.
 *
 * @param int  $attachment_id The attachment.
 * @param bool $regenerate    Whether the service must generate another text, for another credit.
 * @return true|WP_Error altscribe_item_not_found, or altscribe_item_not_retriable.
 */
function altscribe_retry_item( $attachment_id, $regenerate = false ) {
	$item = altscribe_find_item( $attachment_id );
	if ( ! $item ) {
		return altscribe_error_item_not_found();
	}
	$values = array(
		'state'         => 'waiting',
		'attempts'      => 0,
		'round'         => (int) $item['round'] + ( $regenerate ? 1 : 0 ),
		'lease_token'   => '',
		'lease_expires' => ALTSCRIBE_FIRST,
		'new_text'      => '',
		'purpose'       => '',
		'error_code'    => '',
		'error_message' => '',
	);
	if ( 'skipped' === $item['state'] ) {
		// Otherwise it would be skipped again because of its current text. A new text becomes a
		// suggestion.
		$values['previous_text'] = altscribe_get_attachment_alt_text( $attachment_id );
	}
	if ( ! in_array( $item['state'], array( 'failed', 'skipped', 'suggested', 'undone' ), true )
		|| ! altscribe_update_item( $attachment_id, $values, array( 'state' => $item['state'] ) ) ) {
		return new WP_Error( 'altscribe_item_not_retriable', __( 'Nothing to try again.', 'altscribe' ), array( 'status' => 409 ) );
	}
	altscribe_reopen_batch( (int) $item['batch_id'] );
	return true;
}

/**
 * Writes what a user decided for an attachment of a batch. It can be undone like a text of the batch.
 *
 * @param int         $attachment_id The attachment.
 * @param string      $text          Plain text; '' for none.
 * @param bool        $is_decorative Whether to mark the image as decorative; only with ''.
 * @param string|null $shown         The text that the user replaces, as it was shown; null for the one that the batch
 *   wrote or found.
 * @return true|WP_Error altscribe_item_not_found, altscribe_text_changed if the image has another text than the one that
 *   was shown, or the errors of altscribe_error_of_attachment() or altscribe_decide_suggestion().
 */
function altscribe_edit_item( $attachment_id, $text, $is_decorative = false, $shown = null ) {
	$item = altscribe_find_item( $attachment_id );
	if ( ! $item ) {
		return altscribe_error_item_not_found();
	}
	$error = altscribe_error_of_attachment( $attachment_id );
	if ( $error ) {
		return $error;
	}
	$present    = altscribe_get_attachment_alt_text( $attachment_id );
	$suggestion = 'suggested' === $item['state'] ? altscribe_find_suggestion( $attachment_id ) : null;
	$shown      = $shown ?? ( $suggestion['previous_text'] ?? $item[ 'written' === $item['state'] ? 'new_text' : 'previous_text' ] );
	if ( ! altscribe_is_shown_text( $shown, $present ) ) {
		return altscribe_error_text_changed();
	}
	if ( $suggestion ) {
		$decision = $is_decorative ? 'decorative' : ( '' === $text ? 'reject' : 'accept' );
		$decided  = altscribe_decide_suggestion( (int) $suggestion['id'], $decision, $text, array( 'expected_current' => $present ) );
		if ( 'reject' !== $decision || is_wp_error( $decided ) ) {
			return is_wp_error( $decided ) ? $decided : true;
		}
	}
	$is_ours = 'written' === $item['state'] && $present === $item['new_text'];
	$token   = wp_generate_password( 32, false );
	$values  = array(
		'state'         => 'written',
		'lease_token'   => $token,
		'lease_expires' => 0,
		'new_text'      => $text,
		'error_code'    => '',
		'error_message' => '',
	);
	if ( ! $is_ours ) {
		$values += array( 'previous_text' => $present ) + altscribe_read_undo_data( $attachment_id );
	}
	// The item first: otherwise a text could be written that cannot be undone. The token tells whether another user has
	// edited it meanwhile.
	if ( ! altscribe_update_item( $attachment_id, $values, wp_array_slice_assoc( $item, array( 'state', 'lease_token' ) ) ) ) {
		return altscribe_error_text_changed();
	}
	if ( ! altscribe_write_attachment_alt_text( $attachment_id, $text, $present ) ) {
		altscribe_update_item( $attachment_id, array_intersect_key( $item, $values ), array( 'lease_token' => $token ) );
		return altscribe_error_text_changed();
	}
	if ( $is_decorative ) {
		update_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, 1 );
	}
	return true;
}

/**
 * Reads what undoing needs besides the text of an attachment, before the text is written.
 *
 * @param int $attachment_id The attachment.
 * @return array{was_decorative: int, had_row: int} Columns of its item: whether it has the mark, and whether
 *                                                  its text, which may be empty, has a row.
 */
function altscribe_read_undo_data( $attachment_id ) {
	return array(
		'was_decorative' => get_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, true ) ? 1 : 0,
		'had_row'        => metadata_exists( 'post', $attachment_id, ALTSCRIBE_ALT_TEXT_KEY ) ? 1 : 0,
	);
}

/**
 * Whether the text that a screen shows is that of the image. Lists trim texts, and WordPress's own field still shows the
 * text that it stripped when it saved it.
 *
 * @param string $shown   The text that a request sends as the previous one.
 * @param string $present The text of the image.
 * @return bool
 */
function altscribe_is_shown_text( $shown, $present ) {
	return trim( $present ) === trim( $shown ) || wp_strip_all_tags( $shown, true ) === $present;
}

/** Error: the text was changed meanwhile. */
function altscribe_error_text_changed() {
	return new WP_Error( 'altscribe_text_changed', __( 'This alt text was edited in the meantime. The edit was kept.', 'altscribe' ), array( 'status' => 409 ) );
}

/**
 * Stores a text as a suggestion.
 *
 * @param array<string, mixed>          $item   As altscribe_take_item() returns it.
 * @param array<string, mixed>|WP_Error $answer As altscribe_ask() returns it.
 * @param WP_Error|null                 $error  Why it is only suggested, if that needs an explanation.
 * @return string The new state of the item.
 */
function altscribe_suggest_text( $item, $answer, $error = null ) {
	$id = (int) $item['attachment_id'];
	altscribe_hold_answer(
		$answer,
		array(
			'attachment_id' => $id,
			'previous_text' => altscribe_get_attachment_alt_text( $id ),
			'language'      => $item['language'],
			'origin'        => altscribe_origin_of_batch( $item['batch']['origin'] ),
			'user_id'       => $item['batch']['user_id'],
		),
		true
	);
	return altscribe_settle_item( $item, 'suggested', array(), $error );
}

/**
 * Shows a decision in the results of the batch that made the suggestion.
 *
 * @param array<string, string> $row The row of the suggestion.
 */
function altscribe_settle_item_of_suggestion( $row ) {
	if ( '' !== $row['place'] ) {
		return;
	}
	$undo   = (array) json_decode( $row['undo_data'], true );
	$values = 'rejected' === $row['state'] ? array( 'state' => 'skipped' ) : array(
		'state'          => 'written',
		'previous_text'  => $row['previous_text'],
		'new_text'       => $row['decided_text'],
		'was_decorative' => (int) ( $undo['was_decorative'] ?? 0 ),
		'had_row'        => (int) ( $undo['had_row'] ?? 0 ),
		'error_code'     => '',
		'error_message'  => '',
	);
	altscribe_update_item( (int) $row['attachment_id'], $values, array( 'state' => 'suggested' ) );
}

/** How many seconds one request may spend on undoing. */
const ALTSCRIBE_UNDO_SECONDS = 5;

/** The arguments of altscribe_undo_batch() for the route in altscribe_register_batch_routes(). */
const ALTSCRIBE_UNDO_REST_ARGS = array(
	'after' => array(
		'type'    => 'integer',
		'minimum' => 0,
		'default' => 0,
	),
);

/**
 * Undoes what a batch wrote, where it was not changed since, within a time limit. Call it until nothing is
 * left. After a call that was cut off, or while another user undoes the same batch, it continues with the rest.
 *
 * @param int           $batch_id Its id.
 * @param int           $after    `after` of the previous call; 0 at first.
 * @param float         $seconds  No text is started after this time.
 * @param callable|null $may      Gets the id of an image, and returns whether the user may change it; null: all
 *   images.
 * @return array{undone: int, kept: int, left: int, after: int}|WP_Error `undone`: how many texts this call undid;
 *                      `kept`: how many stay because they were changed or the user may not change them; `left`: how
 *                      many need further calls; `after`: for the next call. The error is altscribe_batch_not_found or
 *                      altscribe_batch_not_over.
 */
function altscribe_undo_batch( $batch_id, $after = 0, $seconds = ALTSCRIBE_UNDO_SECONDS, $may = null ) {
	$batch = altscribe_find_batch( $batch_id );
	if ( $batch && in_array( $batch['state'], array( 'running', 'halted', 'paused' ), true ) ) {
		return new WP_Error( 'altscribe_batch_not_over', __( 'Stop the batch first.', 'altscribe' ), array( 'status' => 409 ) );
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
			$is_done = ( ! $may || $may( $after ) ) && true === altscribe_undo_item( $after );
			if ( $is_done || 'written' === altscribe_find_item( $after )['state'] ) {
				++$counts[ $is_done ? 'undone' : 'kept' ];
			}
			altscribe_release_posts( array( $after ) );
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
 * The attachments with a text from a batch, in order of their ids.
 *
 * @param int $batch_id Its id.
 * @param int $after    Only higher ids.
 * @return string[] Up to 100 ids.
 */
function altscribe_list_written_items( $batch_id, $after ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return $wpdb->get_col( $wpdb->prepare( "SELECT attachment_id FROM %i WHERE batch_id = %d AND state = 'written' AND attachment_id > %d ORDER BY attachment_id LIMIT 100", altscribe_queue_table(), $batch_id, $after ) );
}

/**
 * The number of attachments with a text from a batch.
 *
 * @param int $batch_id Its id.
 * @param int $after    Only higher ids.
 * @return int
 */
function altscribe_count_written_items( $batch_id, $after ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM %i WHERE batch_id = %d AND state = 'written' AND attachment_id > %d", altscribe_queue_table(), $batch_id, $after ) );
}
