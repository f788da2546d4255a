<?php
/**
 * An image of the media library as the page shows it, and the filters as requests name them.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * An image.
 *
 * @param int $id The attachment.
 * @return array{attachment_id: int, title: string, file: string, thumbnail: string, edit_link: string,
 *               alt_text: string, state: string, findings: string[], filled_posts: int} `thumbnail` and `edit_link` are '' if there is none.
 */
function altscribe_image_to_array( $id ) {
	$state = altscribe_alt_text_state( $id );
	return array(
		'attachment_id' => $id,
		'title'         => html_entity_decode( get_the_title( $id ), ENT_QUOTES, 'UTF-8' ),
		'file'          => wp_basename( (string) get_post_meta( $id, '_wp_attached_file', true ) ),
		'thumbnail'     => (string) wp_get_attachment_image_url( $id, 'thumbnail' ),
		'edit_link'     => (string) get_edit_post_link( $id, 'raw' ),
		'alt_text'      => altscribe_get_attachment_alt_text( $id ),
		'state'         => $state['state'],
		'findings'      => $state['findings'],
		'filled_posts'  => count( altscribe_list_filled_posts( $id ) ),
	);
}

/**
 * The filters that a request may name.
 *
 * @return array<string, array<string, mixed>> Schemas by name.
 */
function altscribe_image_filter_args() {
	$date = array(
		'type'              => 'string',
		'pattern'           => '^\d{4}-\d{2}-\d{2}$',
		'validate_callback' => 'altscribe_validate_date_arg',
	);
	return array(
		'state'     => array(
			'type' => 'string',
			'enum' => array( 'missing', 'check', 'decorative', 'good' ),
		),
		'after'     => $date,
		'before'    => $date,
		'mime_type' => array(
			'type'    => 'string',
			'pattern' => '^image/[\w.+-]+$',
		),
		'author'    => array(
			'type'    => 'integer',
			'minimum' => 1,
		),
		'used'      => array( 'type' => 'boolean' ),
	);
}

/**
 * The filters of a request.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed> As altscribe_start_batch() takes them.
 */
function altscribe_read_image_filters( $request ) {
	return array_filter( array_intersect_key( $request->get_params(), altscribe_image_filter_args() ) );
}
