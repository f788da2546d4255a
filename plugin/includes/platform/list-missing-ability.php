<?php
/**
 * The ability altscribe/list-missing.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The schema of its input.
 *
 * @return array<string, mixed>
 */
function altscribe_list_missing_ability_input() {
	return array(
		'type'                 => 'object',
		'additionalProperties' => false,
		'default'              => array(),
		'properties'           => array(
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
		),
	);
}

/**
 * The schema of its output.
 *
 * @return array<string, mixed>
 */
function altscribe_list_missing_ability_output() {
	return array(
		'type'       => 'object',
		'properties' => array(
			'total'  => array(
				'type'        => 'integer',
				'description' => __( 'How many images there are on all pages.', 'altscribe' ),
			),
			'images' => array(
				'type'  => 'array',
				'items' => array(
					'type'       => 'object',
					'properties' => array(
						'attachment_id' => array( 'type' => 'integer' ),
						'title'         => array( 'type' => 'string' ),
						'url'           => array( 'type' => 'string' ),
					),
				),
			),
		),
	);
}

/**
 * Lists a page of images, the newest first.
 *
 * @param array<string, mixed> $input The input.
 * @return array<string, mixed>
 */
function altscribe_run_list_missing_ability( $input ) {
	global $wpdb;
	$page     = isset( $input['page'] ) ? (int) $input['page'] : 1;
	$per_page = isset( $input['per_page'] ) ? (int) $input['per_page'] : 20;
	$where    = altscribe_state_sql( 'missing' ) . " AND {$wpdb->posts}.post_status NOT IN ( 'trash', 'auto-draft' )";
	// phpcs:ignore WordPress.DB -- The condition has neither placeholders nor values of users.
	$ids = $wpdb->get_col( "SELECT ID FROM {$wpdb->posts} WHERE $where ORDER BY ID DESC" . $wpdb->prepare( ' LIMIT %d OFFSET %d', $per_page, ( $page - 1 ) * $per_page ) );
	_prime_post_caches( array_map( 'intval', $ids ), false );
	return array(
		'total'  => altscribe_count_states()['missing'],
		'images' => array_map( 'altscribe_describe_missing', array_map( 'intval', $ids ) ),
	);
}

/**
 * One image of the list.
 *
 * @param int $attachment_id Its id.
 * @return array{attachment_id: int, title: string, url: string}
 */
function altscribe_describe_missing( $attachment_id ) {
	return array(
		'attachment_id' => $attachment_id,
		'title'         => get_the_title( $attachment_id ),
		'url'           => (string) wp_get_attachment_url( $attachment_id ),
	);
}
