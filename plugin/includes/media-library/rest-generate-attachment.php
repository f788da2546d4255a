<?php
/**
 * POST altscribe/v1/attachments/<id>/generate: an alternative text for one image of the media library.
 * Writes nothing: that is what WordPress's own fields do.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'altscribe_register_attachment_route' );

/** Registers the route. */
function altscribe_register_attachment_route() {
	register_rest_route(
		'altscribe/v1',
		'/attachments/(?P<id>\d+)/generate',
		array(
			'methods'             => WP_REST_Server::CREATABLE,
			'callback'            => 'altscribe_rest_generate_for_attachment',
			'permission_callback' => 'altscribe_may_generate_for_attachment',
			'args'                => array(
				'regenerate' => array(
					'type'    => 'boolean',
					'default' => false,
				),
			),
		)
	);
}

/**
 * Only users who may edit the image may spend credits on it.
 *
 * @param WP_REST_Request $request The request.
 * @return bool
 */
function altscribe_may_generate_for_attachment( $request ) {
	return altscribe_may_use_attachment( (int) $request['id'] );
}

/**
 * Responds with an alternative text, and with what the checks find in it.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error As altscribe_generate_alt_text() returns it.
 */
function altscribe_rest_generate_for_attachment( $request ) {
	$id        = (int) $request['id'];
	$suggested = $request['regenerate'] ? null : altscribe_find_suggested_answer( $id );
	return $suggested ?? altscribe_generate_for_attachment( $id, array( 'regenerate' => (bool) $request['regenerate'] ) );
}
