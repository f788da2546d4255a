<?php
/**
 * Posts that show an image of the media library without an alternative text:
 * GET altscribe/v1/attachments/(id)/posts lists them and those that were filled, POST …/fill writes the text of the
 * attachment into them, and POST …/unfill takes it back, for a few seconds: posts without a result are for the next
 * request. POST /batches/(id)/unfill takes all texts of a batch out of posts.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'altscribe_register_posts_routes' );

/** Registers the routes. */
function altscribe_register_posts_routes() {
	$route = '/attachments/(?P<id>[1-9]\d*)';
	register_rest_route(
		'altscribe/v1',
		"$route/posts",
		array(
			'methods'             => WP_REST_Server::READABLE,
			'callback'            => 'altscribe_rest_list_posts',
			'permission_callback' => 'altscribe_may_fill_posts',
			'args'                => array(
				'before'   => array(
					'type'    => 'integer',
					'minimum' => 0,
					'default' => 0,
				),
				'per_page' => array(
					'type'    => 'integer',
					'minimum' => 1,
					'maximum' => 100,
					'default' => 20,
				),
			),
		)
	);
	$post_ids = array(
		'type'     => 'array',
		'items'    => array(
			'type'    => 'integer',
			'minimum' => 1,
		),
		'minItems' => 1,
		'maxItems' => 100,
		'required' => true,
	);
	foreach ( array( 'fill', 'unfill' ) as $name ) {
		register_rest_route(
			'altscribe/v1',
			"$route/$name",
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => "altscribe_rest_{$name}_posts",
				'permission_callback' => 'altscribe_may_fill_posts',
				'args'                => array( 'post_ids' => $post_ids ),
			)
		);
	}
	altscribe_register_route( '/batches/(?P<id>\d+)/unfill', 'POST', 'altscribe_rest_unfill_batch', 'altscribe_may_use_queue', ALTSCRIBE_UNDO_REST_ARGS );
}

/**
 * Users who may generate for the attachment. Each post is checked for itself.
 *
 * @param WP_REST_Request $request The request.
 * @return bool
 */
function altscribe_may_fill_posts( $request ) {
	return 'attachment' === get_post_type( (int) $request['id'] ) && altscribe_may_use_post( (int) $request['id'] );
}

/**
 * Responds with posts.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed> As altscribe_find_posts_with_attachment() returns it; with the first page, `filled` has
 *                              the posts that altscribe_list_filled_posts_of_user() returns.
 */
function altscribe_rest_list_posts( $request ) {
	$found = altscribe_find_posts_with_attachment( (int) $request['id'], $request['before'], $request['per_page'] );
	return $found + array( 'filled' => $request['before'] ? array() : altscribe_list_filled_posts_of_user( (int) $request['id'] ) );
}

/**
 * Fills posts.
 *
 * @param WP_REST_Request $request The request.
 * @return array<array<string, mixed>>|WP_Error As altscribe_fill_posts() returns it.
 */
function altscribe_rest_fill_posts( $request ) {
	return altscribe_fill_posts( (int) $request['id'], $request['post_ids'] );
}

/**
 * Takes back what was filled in.
 *
 * @param WP_REST_Request $request The request.
 * @return array<array<string, mixed>> As altscribe_undo_fill() returns it.
 */
function altscribe_rest_unfill_posts( $request ) {
	return altscribe_undo_fill( (int) $request['id'], $request['post_ids'] );
}

/**
 * Takes the texts of a batch out of posts for a few seconds, and responds with the batch.
 *
 * @param WP_REST_Request $request The request, with where the last one ended.
 * @return array<string, mixed>|WP_Error With `undo`, as altscribe_undo_batch_fills() returns it.
 */
function altscribe_rest_unfill_batch( $request ) {
	$done = altscribe_undo_batch_fills( (int) $request['id'], $request['after'] );
	return is_wp_error( $done ) ? $done : altscribe_get_batch( (int) $request['id'] ) + array( 'undo' => $done );
}
