<?php
/**
 * The images that published posts use.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The ids of the images that are in the content of a published post, or its featured image. Reads the posts
 * in chunks, so that memory stays flat.
 *
 * @return int[]
 */
function altscribe_list_used_images() {
	global $wpdb;
	$used  = array();
	$after = 0;
	do {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WP_Query would load and cache the posts whole.
		$posts = $wpdb->get_results(
			$wpdb->prepare(
				"SELECT ID, post_content FROM $wpdb->posts WHERE ID > %d AND post_status = 'publish' AND post_type <> 'attachment'
				AND (post_content LIKE %s OR post_content LIKE %s) ORDER BY ID LIMIT 200",
				$after,
				'%wp-image-%',
				'%<!-- wp:%'
			)
		);
		foreach ( $posts as $post ) {
			$after = (int) $post->ID;
			$used += array_flip( altscribe_list_attachment_ids( $post->post_content ) );
		}
	} while ( 200 === count( $posts ) );
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- One query for all posts.
	$featured = $wpdb->get_col(
		"SELECT DISTINCT m.meta_value FROM $wpdb->postmeta m JOIN $wpdb->posts p ON p.ID = m.post_id
		WHERE m.meta_key = '_thumbnail_id' AND p.post_status = 'publish'"
	);
	return array_values( array_filter( array_keys( $used + array_flip( array_map( 'intval', $featured ) ) ) ) );
}
