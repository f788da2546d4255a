<?php
/**
 * The images on the page Media > Alt text.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The months in which images were uploaded.
 *
 * @return array<int, array{value: string, label: string}> `value` such as `202611`; newest first.
 */
function altscribe_list_image_months() {
	global $wp_locale;
	$months = array();
	foreach ( altscribe_list_image_values( 'SUBSTR( post_date, 1, 7 )' ) as $month ) {
		list( $year, $number ) = explode( '-', $month );
		array_unshift(
			$months,
			array(
				'value' => $year . $number,
				/* translators: 1: name of a month, 2: year with four digits. */
				'label' => sprintf( __( '%1$s %2$s', 'altscribe' ), $wp_locale->get_month( $number ), $year ),
			)
		);
	}
	return $months;
}

/**
 * The types of the images.
 *
 * @return string[] Such as `image/jpeg`.
 */
function altscribe_list_image_types() {
	return altscribe_list_image_values( 'post_mime_type' );
}

/**
 * The users who uploaded images.
 *
 * @return array<int, array{id: int, name: string}> Sorted by name, at most 100.
 */
function altscribe_list_image_authors() {
	$users = get_users(
		array(
			'include' => array_map( 'intval', altscribe_list_image_values( 'post_author' ) ) + array( 0 ),
			'fields'  => array( 'ID', 'display_name' ),
			'orderby' => 'display_name',
			'number'  => 100,
		)
	);
	return array_map(
		function ( $user ) {
			return array(
				'id'   => (int) $user->ID,
				'name' => $user->display_name,
			);
		},
		$users
	);
}

/**
 * The languages that images can have.
 *
 * @return array<int, array{value: string, label: string}> Empty on a site with one language.
 */
function altscribe_list_language_options() {
	$options = array();
	foreach ( altscribe_list_media_languages() as $code => $name ) {
		$options[] = array(
			'value' => (string) $code,
			'label' => $name,
		);
	}
	if ( $options ) {
		$options[] = array(
			'value' => ALTSCRIBE_NO_LANGUAGE,
			'label' => __( 'No language', 'altscribe' ),
		);
	}
	return $options;
}

/**
 * The distinct values of a column among the images.
 *
 * @param string $column Safe SQL.
 * @return string[] Sorted.
 */
function altscribe_list_image_values( $column ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- $column is a constant.
	return $wpdb->get_col( "SELECT DISTINCT $column AS image_value FROM $wpdb->posts WHERE post_type = 'attachment' AND post_mime_type LIKE 'image/%' AND post_status <> 'trash' ORDER BY image_value" );
}

/**
 * The SQL condition for images that match filters.
 *
 * @param array<string, mixed> $filters `state` (`missing`, `check`, `decorative` or `good`; none means all),
 *                                      and the others of altscribe_start_batch().
 * @return string Safe SQL about the columns of the table of posts.
 */
function altscribe_image_condition( $filters ) {
	$filters = array_merge( array( 'state' => 'all' ), array_filter( $filters ) );
	return implode( ' AND ', altscribe_image_conditions( altscribe_batch_args( array( 'filters' => $filters ) ) ) );
}

/**
 * Image ids in ascending order, for processing all of them in chunks.
 *
 * @param string $condition From altscribe_image_condition(). Compute it once for all chunks.
 * @param int    $after     Only ids greater than this.
 * @param int    $limit     How many at most.
 * @return int[]
 */
function altscribe_list_image_ids( $condition, $after, $limit ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- $condition is safe.
	return array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE $condition" . $wpdb->prepare( " AND $wpdb->posts.ID > %d ORDER BY $wpdb->posts.ID LIMIT %d", $after, $limit ) ) );
}

/**
 * One page of images, newest first, as in the media library.
 *
 * @param array<string, mixed> $filters As altscribe_image_condition() takes them.
 * @param int                  $page    From 1.
 * @param int                  $number  Images per page.
 * @return array{ids: int[], total: int} `total` counts the images on all pages.
 */
function altscribe_list_images_page( $filters, $page, $number ) {
	global $wpdb;
	$images = "FROM $wpdb->posts WHERE " . altscribe_image_condition( $filters );
	// phpcs:disable WordPress.DB -- $images is safe.
	$ids = $wpdb->get_col(
		"SELECT $wpdb->posts.ID $images"
		. $wpdb->prepare( " ORDER BY $wpdb->posts.post_date DESC, $wpdb->posts.ID DESC LIMIT %d OFFSET %d", $number, ( $page - 1 ) * $number )
	);
	return array(
		'ids'   => array_map( 'intval', $ids ),
		'total' => (int) $wpdb->get_var( "SELECT COUNT(*) $images" ),
	);
	// phpcs:enable
}

/**
 * The REST representation of an image.
 *
 * @param int $id The attachment.
 * @return array{attachment_id: int, title: string, file: string, thumbnail: string, edit_link: string, alt_text:
 *               string, language: string, state: string, findings: string[], filled_posts: int} `thumbnail`,
 *               `edit_link` and `language` are '' if there is none.
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
		'language'      => altscribe_find_media_language( $id ),
		'state'         => $state['state'],
		'findings'      => $state['findings'],
		'filled_posts'  => count( altscribe_list_filled_posts( $id ) ),
	);
}

/**
 * The filters that a request may contain.
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
		'language'  => array(
			'type'    => 'string',
			'pattern' => '^[\w-]{1,35}$',
		),
	);
}

/**
 * The filters in a request.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed> As altscribe_start_batch() takes them.
 */
function altscribe_read_image_filters( $request ) {
	return array_filter( array_intersect_key( $request->get_params(), altscribe_image_filter_args() ) );
}
