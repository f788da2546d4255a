<?php
/**
 * The images that published posts use.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The ids of the images that are in the content of a published post or in one of its galleries, also that of a product,
 * or its featured image. Reads all posts, in chunks, so that memory stays flat.
 *
 * @return int[]
 */
function altscribe_list_used_images() {
	global $wpdb;
	$used    = array();
	$parents = array();
	$after   = 0;
	do {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WP_Query would load and cache the posts whole.
		$posts = $wpdb->get_results(
			$wpdb->prepare(
				"SELECT ID, post_content FROM $wpdb->posts WHERE ID > %d AND post_status = 'publish' AND post_type <> 'attachment'
				AND (post_content LIKE %s OR post_content LIKE %s OR post_content LIKE %s) ORDER BY ID LIMIT 200",
				$after,
				'%wp-image-%',
				'%<!-- wp:%',
				'%[gallery%'
			)
		);
		foreach ( $posts as $post ) {
			$after = (int) $post->ID;
			$used += array_flip( altscribe_list_attachment_ids( $post->post_content ) );
			if ( preg_match( '/\[gallery(?![^\]]*\b(?:ids|include)=)/', $post->post_content ) ) {
				$parents[] = $after;
			}
		}
	} while ( 200 === count( $posts ) );
	// phpcs:disable WordPress.DB -- One query for all posts each; only integers are put in.
	$lists = $wpdb->get_col(
		"SELECT DISTINCT m.meta_value FROM $wpdb->postmeta m JOIN $wpdb->posts p ON p.ID = m.post_id
		WHERE m.meta_key IN ('_thumbnail_id', '_product_image_gallery') AND p.post_status = 'publish'"
	);
	// A gallery without ids shows what was uploaded to its post.
	$uploads = $parents ? $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment' AND post_parent IN (" . implode( ',', $parents ) . ')' ) : array();
	// phpcs:enable
	$others = array_map( 'intval', array_merge( explode( ',', implode( ',', $lists ) ), $uploads ) );
	return array_values( array_filter( array_keys( $used + array_flip( $others ) ) ) );
}
