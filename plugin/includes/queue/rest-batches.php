<?php
/**
 * The routes of batches: POST altscribe/v1/batches (start), POST /batches/preview, GET /batches/current,
 * GET /batches/<id>, POST /batches/<id>/pause, /resume, /stop, /undo and /work.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Seconds for which one request works, unless an image takes longer. */
const ALTSCRIBE_WORK_SECONDS = 20;

add_action( 'rest_api_init', 'altscribe_register_batch_routes' );

/** Registers the routes. */
function altscribe_register_batch_routes() {
	$routes = array(
		'/batches'                      => array( 'POST', 'altscribe_rest_start_batch', altscribe_batch_rest_args() ),
		'/batches/preview'              => array( 'POST', 'altscribe_rest_preview_batch', altscribe_batch_rest_args() ),
		'/batches/current'              => array( 'GET', 'altscribe_rest_get_current_batch', array() ),
		'/batches/(?P<id>\d+)'          => array( 'GET', 'altscribe_rest_get_batch', array() ),
		'/batches/(?P<id>\d+)/(?P<action>pause|resume|stop)' => array( 'POST', 'altscribe_rest_control_batch', array() ),
		'/batches/(?P<id>\d+)/undo'     => array( 'POST', 'altscribe_rest_undo_batch', ALTSCRIBE_UNDO_REST_ARGS ),
		'/batches/(?P<id>\d+)/work'     => array(
			'POST',
			'altscribe_rest_work_on_batch',
			array(
				'limit' => array(
					'type'    => 'integer',
					'minimum' => 1,
					'maximum' => 3,
					'default' => 1,
				),
			),
		),
	);
	foreach ( $routes as $route => list( $method, $callback, $args ) ) {
		altscribe_register_route( $route, $method, $callback, 'altscribe_may_use_queue', $args );
	}
}

/**
 * Starts a batch.
 *
 * @param WP_REST_Request $request The request.
 * @return WP_REST_Response|WP_Error The batch, with status 201.
 */
function altscribe_rest_start_batch( $request ) {
	$args = altscribe_read_batch_args( $request );
	if ( ! is_wp_error( $args ) && ! altscribe_is_connected( altscribe_settings() ) ) {
		return altscribe_error_not_connected();
	}
	$batch_id = is_wp_error( $args ) ? $args : altscribe_start_batch( $args );
	return is_wp_error( $batch_id ) ? $batch_id : new WP_REST_Response( altscribe_get_batch( $batch_id ), 201 );
}

/**
 * Says what a batch would be for, and what it would cost at most.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error `images`, `credits_at_most`, `suggested` (as altscribe_find_suggestions()
 *                                       returns it), `credits_left` (null if they are not known), and `error` (the JSON of a WP_Error that says why they are not, else null).
 */
function altscribe_rest_preview_batch( $request ) {
	$args = altscribe_read_batch_args( $request );
	if ( is_wp_error( $args ) ) {
		return $args;
	}
	$images  = altscribe_count_for_batch( $args );
	$account = altscribe_get_kept_account( altscribe_settings() );
	return array(
		'images'          => $images,
		'credits_at_most' => $images,
		'suggested'       => altscribe_find_suggestions( altscribe_batch_args( $args ) ),
		'credits_left'    => is_wp_error( $account ) ? null : $account['credits_available'],
		'error'           => is_wp_error( $account ) ? altscribe_error_to_array( $account ) : null,
	);
}

/**
 * Responds with the batch that somebody would want to see, or null.
 *
 * @return WP_REST_Response
 */
function altscribe_rest_get_current_batch() {
	altscribe_wake_batches();
	return new WP_REST_Response( altscribe_current_batch() );
}

/**
 * Responds with a batch.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_get_batch( $request ) {
	altscribe_wake_batches();
	$batch = altscribe_get_batch( (int) $request['id'] );
	return $batch ? $batch : altscribe_error_batch_not_found();
}

/**
 * Pauses, resumes or stops a batch, and responds with it.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_control_batch( $request ) {
	$batch_id = (int) $request['id'];
	$done     = call_user_func( 'altscribe_' . $request['action'] . '_batch', $batch_id );
	return is_wp_error( $done ) ? $done : altscribe_get_batch( $batch_id );
}

/**
 * Undoes a batch for a few seconds, and responds with it.
 *
 * @param WP_REST_Request $request The request, with where the last one ended.
 * @return array<string, mixed>|WP_Error With `undo`, as altscribe_undo_batch() returns it.
 */
function altscribe_rest_undo_batch( $request ) {
	$done = altscribe_undo_batch( (int) $request['id'], $request['after'] );
	return is_wp_error( $done ) ? $done : altscribe_get_batch( (int) $request['id'] ) + array( 'undo' => $done );
}

/**
 * Works on a batch for a while.
 *
 * @param WP_REST_Request $request The request.
 * @return array{batch: array<string, mixed>, items: array<array<string, mixed>>}|WP_Error The batch, and the items that
 *                                                                                        were worked on.
 */
function altscribe_rest_work_on_batch( $request ) {
	$batch_id = (int) $request['id'];
	if ( ! altscribe_find_batch( $batch_id ) ) {
		return altscribe_error_batch_not_found();
	}
	$worked = altscribe_work_on_queue( ALTSCRIBE_WORK_SECONDS, (int) $request['limit'], $batch_id );
	return array(
		'batch' => altscribe_get_batch( $batch_id ),
		'items' => altscribe_list_items( $worked['attachment_ids'] ),
	);
}
