<?php
/**
 * The REST routes of the other posts that show an image. The rest of the code is loaded only when one is
 * called.
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
			'callback'            => altscribe_from( 'other-posts/find.php', 'altscribe_rest_list_posts' ),
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
				'callback'            => altscribe_from( 'other-posts/fill.php', "altscribe_rest_{$name}_posts" ),
				'permission_callback' => 'altscribe_may_fill_posts',
				'args'                => array( 'post_ids' => $post_ids ),
			)
		);
	}
	altscribe_register_route( '/batches/(?P<id>\d+)/unfill', 'POST', altscribe_from( 'other-posts/fill.php', 'altscribe_rest_unfill_batch' ), 'altscribe_may_use_queue', ALTSCRIBE_UNDO_REST_ARGS );
}

/**
 * Users who may generate for the attachment. The posts are checked one by one.
 *
 * @param WP_REST_Request $request The request.
 * @return bool
 */
function altscribe_may_fill_posts( $request ) {
	return 'attachment' === get_post_type( (int) $request['id'] ) && altscribe_may_use_post( (int) $request['id'] );
}
