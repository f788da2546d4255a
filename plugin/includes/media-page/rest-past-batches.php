<?php
/**
 * GET altscribe/v1/batches: the batches of the last 30 days. POST altscribe/v1/batch-items/(id)/dismiss:
 * leaves the text of an image as it is, against the suggestion.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'altscribe_register_past_batch_routes' );

/** Registers the routes. */
function altscribe_register_past_batch_routes() {
	altscribe_register_route( '/batches', 'GET', 'altscribe_rest_list_batches', 'altscribe_may_use_queue' );
	altscribe_register_route( '/batch-items/(?P<attachment_id>\d+)/dismiss', 'POST', 'altscribe_rest_dismiss_item', 'altscribe_may_change_item' );
}

/**
 * Responds with the newest batches that are over.
 *
 * @return array<int, array<string, mixed>> As altscribe_batch_to_array() returns them, at most 20.
 */
function altscribe_rest_list_batches() {
	global $wpdb;
	$batches = altscribe_batches_table();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$rows = $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE state IN ('stopped','finished') AND finished >= %d ORDER BY id DESC LIMIT 20", $batches, altscribe_oldest_batch_time() ), ARRAY_A );
	return array_map( 'altscribe_batch_to_array', $rows );
}

/**
 * Dismisses the suggestion for an image.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error As altscribe_item_to_array() returns it.
 */
function altscribe_rest_dismiss_item( $request ) {
	$id = (int) $request['attachment_id'];
	if ( ! altscribe_update_item( $id, array( 'state' => 'skipped' ), array( 'state' => 'suggested' ) ) ) {
		return altscribe_error_item_not_found();
	}
	return altscribe_item_to_array( altscribe_find_item( $id ) );
}
