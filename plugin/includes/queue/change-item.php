<?php
/**
 * What somebody does with the result of an item: undo it, try again, or write another text.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Undoes what a batch wrote for an attachment: the text of before comes back, and the mark "decorative", unless
 * somebody has changed the text since.
 *
 * @param int $attachment_id The attachment.
 * @return true|WP_Error altscribe_item_not_found, or altscribe_text_changed if there is nothing to undo any more.
 */
function altscribe_undo_item( $attachment_id ) {
	$item = altscribe_find_item( $attachment_id );
	if ( ! $item ) {
		return altscribe_error_item_not_found();
	}
	$is_back = 'written' === $item['state'] && altscribe_write_attachment_alt_text( $attachment_id, $item['previous_text'], $item['new_text'], (bool) $item['had_row'] );
	// An earlier request may have been cut off after it had written it.
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
 * Queues an item again that came to nothing: it failed, was skipped, only suggested or undone. Its batch goes on.
 *
 * @param int  $attachment_id The attachment.
 * @param bool $regenerate    Whether the service must write another text, for another credit.
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
		'lease_expires' => 0,
		'new_text'      => '',
		'purpose'       => '',
		'error_code'    => '',
		'error_message' => '',
	);
	if ( 'skipped' === $item['state'] ) {
		// Else it would be skipped again for the text that it has. A new one is suggested beside that.
		$values['previous_text'] = altscribe_get_attachment_alt_text( $attachment_id );
	}
	if ( ! in_array( $item['state'], array( 'failed', 'skipped', 'suggested', 'undone' ), true )
		|| ! altscribe_update_item( $attachment_id, $values, array( 'state' => $item['state'] ) ) ) {
		return new WP_Error( 'altscribe_item_not_retriable', __( 'There is nothing to try again here.', 'altscribe' ), array( 'status' => 409 ) );
	}
	altscribe_reopen_batch( (int) $item['batch_id'] );
	return true;
}

/**
 * Writes what somebody decided for an attachment of a batch. It can be undone as what the batch writes.
 *
 * @param int    $attachment_id The attachment.
 * @param string $text          Plain text; '' for none.
 * @param bool   $is_decorative Whether to mark the image as decorative; only with ''.
 * @return true|WP_Error altscribe_item_not_found, or altscribe_text_changed if somebody else writes at the same moment.
 */
function altscribe_edit_item( $attachment_id, $text, $is_decorative = false ) {
	$item = altscribe_find_item( $attachment_id );
	if ( ! $item ) {
		return altscribe_error_item_not_found();
	}
	$present = altscribe_get_attachment_alt_text( $attachment_id );
	$is_ours = 'written' === $item['state'] && $present === $item['new_text'];
	$values  = array(
		'state'         => 'written',
		'lease_token'   => '',
		'lease_expires' => 0,
		'new_text'      => $text,
		'error_code'    => '',
		'error_message' => '',
	);
	if ( ! $is_ours ) {
		$values += array( 'previous_text' => $present ) + altscribe_read_before( $attachment_id );
	}
	// First the item, so that nothing is written that cannot be undone.
	altscribe_update_item( $attachment_id, $values );
	if ( ! altscribe_write_attachment_alt_text( $attachment_id, $text, $present ) ) {
		return altscribe_error_text_changed();
	}
	if ( $is_decorative ) {
		update_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, 1 );
	}
	return true;
}

/**
 * What undoing has to know of an attachment besides its text, before it is written.
 *
 * @param int $attachment_id The attachment.
 * @return array{was_decorative: int, had_row: int} Columns of its item: whether it has the mark, and a row for its text,
 *                                                  which may be empty.
 */
function altscribe_read_before( $attachment_id ) {
	return array(
		'was_decorative' => get_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, true ) ? 1 : 0,
		'had_row'        => metadata_exists( 'post', $attachment_id, ALTSCRIBE_ALT_TEXT_KEY ) ? 1 : 0,
	);
}

/** Somebody has changed the text meanwhile. */
function altscribe_error_text_changed() {
	return new WP_Error( 'altscribe_text_changed', __( 'Somebody has changed this alt text meanwhile. It was left as it is.', 'altscribe' ), array( 'status' => 409 ) );
}
