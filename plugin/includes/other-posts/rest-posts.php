<?php
/**
 * Posts that show an image of the media library without an alternative text:
 * GET altscribe/v1/attachments/(id)/posts lists them, POST …/fill writes the text of the attachment into
 * them, and POST …/unfill takes it back.
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
 * @return array<string, mixed> As altscribe_find_posts_with_attachment() returns it.
 */
function altscribe_rest_list_posts( $request ) {
	return altscribe_find_posts_with_attachment( (int) $request['id'], $request['before'], $request['per_page'] );
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
