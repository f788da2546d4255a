<?php
/**
 * Sorting of the media library's list by the column "Alt text".
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'manage_upload_sortable_columns', 'altscribe_add_sortable_column' );
add_filter( 'posts_orderby', 'altscribe_sort_by_alt_text', 10, 2 );

/**
 * Makes the heading of the column a link.
 *
 * @param array<string, mixed> $columns As WP_List_Table::get_sortable_columns() describes them.
 * @return array<string, mixed>
 */
function altscribe_add_sortable_column( $columns ) {
	$columns['altscribe'] = array(
		'altscribe_alt_text',
		false,
		__( 'Alt text', 'altscribe' ),
		__( 'Table ordered by alt text.', 'altscribe' ),
	);
	return $columns;
}

/**
 * Sorts a query of the administration whose `orderby` is `altscribe_alt_text`: images without a text first,
 * then decorative ones, then by text; files that are no images are last in either direction.
 *
 * @param string   $orderby SQL.
 * @param WP_Query $query   The query.
 * @return string
 */
function altscribe_sort_by_alt_text( $orderby, $query ) {
	global $wpdb;
	// Visitors may ask for any `orderby`, too.
	if ( ! is_admin() || 'altscribe_alt_text' !== $query->get( 'orderby' ) ) {
		return $orderby;
	}
	$order    = 'DESC' === strtoupper( (string) $query->get( 'order' ) ) ? 'DESC' : 'ASC';
	$is_image = altscribe_state_sql( '' );
	$missing  = altscribe_state_sql( 'missing' );
	// No join: an import may have left an image with two texts, which would be two rows of the list.
	$text = "( SELECT MIN( TRIM( altscribe_text.meta_value ) ) FROM {$wpdb->postmeta} altscribe_text"
		. " WHERE altscribe_text.post_id = {$wpdb->posts}.ID AND altscribe_text.meta_key = '_wp_attachment_image_alt' )";
	return "CASE WHEN $is_image THEN 0 ELSE 1 END, CASE WHEN $missing THEN 0 ELSE 1 END $order, COALESCE( $text, '' ) $order, {$wpdb->posts}.post_date DESC, {$wpdb->posts}.ID DESC";
}
