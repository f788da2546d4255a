<?php
/**
 * The REST routes of the items of a batch.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whether the user may start, see, control and undo all batches, import and export. All of these concern the
 * whole library.
 *
 * @return bool
 */
function altscribe_may_use_queue() {
	return altscribe_has_generating_role() && current_user_can( 'upload_files' ) && altscribe_has_capability( 'edit_others_posts', 0 );
}

/**
 * Whether the user may generate a text for an attachment, and write it.
 *
 * @param int $attachment_id The attachment.
 * @return bool
 */
function altscribe_may_use_attachment( $attachment_id ) {
	return altscribe_may_generate_for( $attachment_id );
}

/**
 * Whether the user may change the item in a request. This also changes its batch, which may be another user's.
 *
 * @param WP_REST_Request $request The request.
 * @return bool
 */
function altscribe_may_change_item( $request ) {
	$id = (int) $request['attachment_id'];
	return altscribe_may_use_queue() && 'attachment' === get_post_type( $id ) && altscribe_may_use_attachment( $id );
}

add_action( 'rest_api_init', 'altscribe_register_batch_item_routes' );

/** Registers the routes. */
function altscribe_register_batch_item_routes() {
	altscribe_register_route( '/batches/(?P<id>\d+)/items', 'GET', 'altscribe_rest_list_batch_items', 'altscribe_may_use_queue', altscribe_item_list_rest_args() );
	altscribe_register_route(
		'/batch-items',
		'GET',
		'altscribe_rest_list_items',
		'altscribe_may_see_items',
		array(
			'ids' => array(
				'type'     => 'array',
				'required' => true,
				'maxItems' => 100,
				'items'    => array(
					'type'    => 'integer',
					'minimum' => 1,
				),
			),
		)
	);
	altscribe_register_route(
		'/batch-items/(?P<attachment_id>\d+)',
		'POST, PUT',
		'altscribe_rest_edit_item',
		'altscribe_may_change_item',
		array(
			'alt_text'      => array(
				'type'              => 'string',
				'required'          => true,
				'maxLength'         => 2000,
				'sanitize_callback' => 'altscribe_clean_text',
			),
			'previous_text' => array( 'type' => 'string' ),
			'is_decorative' => array(
				'type'    => 'boolean',
				'default' => false,
			),
		)
	);
	altscribe_register_route( '/batch-items/(?P<attachment_id>\d+)/undo', 'POST', 'altscribe_rest_undo_item', 'altscribe_may_change_item' );
	altscribe_register_route(
		'/batch-items/(?P<attachment_id>\d+)/retry',
		'POST',
		'altscribe_rest_retry_item',
		'altscribe_may_change_item',
		array(
			'regenerate' => array(
				'type'    => 'boolean',
				'default' => false,
			),
		)
	);
}

/**
 * The arguments of a list of items.
 *
 * @return array<string, array<string, mixed>>
 */
function altscribe_item_list_rest_args() {
	return array(
		'page'     => array(
			'type'    => 'integer',
			'minimum' => 1,
			'default' => 1,
		),
		'per_page' => array(
			'type'    => 'integer',
			'minimum' => 1,
			'maximum' => 100,
			'default' => 20,
		),
		'state'    => array(
			'type'    => 'string',
			'enum'    => array_merge( array( '' ), ALTSCRIBE_ITEM_STATES ),
			'default' => '',
		),
	);
}

/**
 * Responds with the items of a batch; `X-WP-Total` and `X-WP-TotalPages` give the totals.
 *
 * @param WP_REST_Request $request The request.
 * @return WP_REST_Response|WP_Error
 */
function altscribe_rest_list_batch_items( $request ) {
	if ( ! altscribe_find_batch( (int) $request['id'] ) ) {
		return altscribe_error_batch_not_found();
	}
	$found    = altscribe_list_batch_items( (int) $request['id'], $request['page'], $request['state'], $request['per_page'] );
	$response = new WP_REST_Response( $found['items'] );
	$response->header( 'X-WP-Total', (string) $found['total'] );
	$response->header( 'X-WP-TotalPages', (string) ceil( $found['total'] / $request['per_page'] ) );
	return $response;
}

/**
 * Users who write posts may see the progress of their own images.
 *
 * @return bool
 */
function altscribe_may_see_items() {
	return current_user_can( 'upload_files' );
}

/**
 * Responds with those items of some attachments that the user may edit.
 *
 * @param WP_REST_Request $request The request.
 * @return array<array<string, mixed>>
 */
function altscribe_rest_list_items( $request ) {
	_prime_post_caches( $request['ids'], false, true );
	return altscribe_list_items( array_filter( $request['ids'], 'altscribe_may_use_attachment' ) );
}

/**
 * Writes another text, or marks the image as decorative, unless the text was changed since it was shown, and responds with
 * the item.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_edit_item( $request ) {
	if ( $request['is_decorative'] && '' !== $request['alt_text'] ) {
		return new WP_Error( 'rest_invalid_param', __( 'A decorative image cannot have alt text.', 'altscribe' ), array( 'status' => 400 ) );
	}
	return altscribe_respond_with_item( $request, altscribe_edit_item( (int) $request['attachment_id'], $request['alt_text'], $request['is_decorative'], $request['previous_text'] ) );
}

/**
 * Undoes an item, and responds with it.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_undo_item( $request ) {
	return altscribe_respond_with_item( $request, altscribe_undo_item( (int) $request['attachment_id'] ) );
}

/**
 * Queues an item again, and responds with it.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_retry_item( $request ) {
	return altscribe_respond_with_item( $request, altscribe_retry_item( (int) $request['attachment_id'], $request['regenerate'] ) );
}

/**
 * Responds with the item of a request after a change.
 *
 * @param WP_REST_Request $request The request.
 * @param true|WP_Error   $done    The result of the change. An error gets the item.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_respond_with_item( $request, $done ) {
	$row  = altscribe_find_item( (int) $request['attachment_id'] );
	$item = $row ? altscribe_item_to_array( $row ) : null;
	if ( is_wp_error( $done ) && $item ) {
		$done->add_data( compact( 'item' ) + (array) $done->get_error_data() );
	}
	return is_wp_error( $done ) ? $done : $item;
}
