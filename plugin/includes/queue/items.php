<?php
/**
 * Items of batches: one attachment each.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The items of a batch, as the REST routes respond with them; the newest attachments, which are worked on
 * first, first.
 *
 * @param int    $batch_id Its id.
 * @param int    $page     From 1.
 * @param string $state    One of ALTSCRIBE_ITEM_STATES, or '' for all.
 * @param int    $per_page Items on a page.
 * @return array{items: array<array<string, mixed>>, total: int} As altscribe_item_to_array() returns them.
 */
function altscribe_list_batch_items( $batch_id, $page = 1, $state = '', $per_page = 20 ) {
	global $wpdb;
	$where  = $wpdb->prepare( 'FROM %i WHERE batch_id = %d', altscribe_queue_table(), $batch_id ); // phpcs:ignore WordPress.DB.PreparedSQL
	$where .= '' === $state ? '' : $wpdb->prepare( ' AND state = %s', $state );
	$limit  = $wpdb->prepare( ' ORDER BY attachment_id DESC LIMIT %d OFFSET %d', $per_page, ( $page - 1 ) * $per_page );
	// phpcs:disable WordPress.DB -- Prepared above.
	$rows  = $wpdb->get_results( "SELECT * $where$limit", ARRAY_A );
	$total = (int) $wpdb->get_var( "SELECT COUNT(*) $where" );
	// phpcs:enable
	return array(
		'items' => altscribe_items_to_array( $rows ),
		'total' => $total,
	);
}

/**
 * The items of some attachments, as the REST routes respond with them.
 *
 * @param int[] $attachment_ids Ids; those without an item are left out.
 * @return array<array<string, mixed>> As altscribe_item_to_array() returns them.
 */
function altscribe_list_items( $attachment_ids ) {
	global $wpdb;
	$ids = implode( ',', array_map( 'intval', $attachment_ids ) );
	// phpcs:ignore WordPress.DB -- Only numbers.
	return $ids ? altscribe_items_to_array( $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE attachment_id IN ($ids)", altscribe_queue_table() ), ARRAY_A ) ) : array();
}

/**
 * Items as arrays, with one query for all of their attachments.
 *
 * @param array<array<string, string>> $rows Rows of the table.
 * @return array<array<string, mixed>>
 */
function altscribe_items_to_array( $rows ) {
	_prime_post_caches( array_map( 'intval', wp_list_pluck( $rows, 'attachment_id' ) ), false, true );
	return array_map( 'altscribe_item_to_array', $rows );
}

/**
 * The row of an item.
 *
 * @param int $attachment_id The attachment.
 * @return array<string, string>|null
 */
function altscribe_find_item( $attachment_id ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE attachment_id = %d', altscribe_queue_table(), $attachment_id ), ARRAY_A );
}

/**
 * The suggestion for an attachment that waits for a decision, in the place of an answer that would cost a credit.
 *
 * @param int    $attachment_id The attachment.
 * @param string $language      Code of the language that is wanted; '' for that of the image.
 * @return array<string, mixed>|null As altscribe_generate_alt_text() returns it; null if there is none.
 */
function altscribe_find_suggested_answer( $attachment_id, $language = '' ) {
	$item = altscribe_find_item( $attachment_id );
	if ( ! $item || 'suggested' !== $item['state'] || '' === $item['new_text'] || ( '' !== $language && $language !== $item['language'] ) ) {
		return null;
	}
	$account = altscribe_get_kept_account( altscribe_settings() );
	return is_wp_error( $account ) ? null : array_merge(
		array(
			'alt_text'      => $item['new_text'],
			'purpose'       => '' === $item['purpose'] ? null : $item['purpose'],
			'is_from_cache' => true,
		),
		$account
	);
}

/**
 * Changes an item, if some of its columns still have the values they are expected to have.
 *
 * @param int                  $attachment_id The attachment.
 * @param array<string, mixed> $values        New values by column.
 * @param array<string, mixed> $expected      Values by column.
 * @return bool Whether it was changed.
 */
function altscribe_update_item( $attachment_id, $values, $expected = array() ) {
	global $wpdb;
	$values['updated'] = time();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return (bool) $wpdb->update( altscribe_queue_table(), $values, array( 'attachment_id' => $attachment_id ) + $expected );
}

/**
 * There is no such item.
 *
 * @return WP_Error
 */
function altscribe_error_item_not_found() {
	return new WP_Error( 'altscribe_item_not_found', __( 'This image is in no batch.', 'altscribe' ), array( 'status' => 404 ) );
}
