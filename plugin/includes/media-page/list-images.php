<?php
/**
 * The images of the media library that filters leave.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The condition on the images that filters leave.
 *
 * @param array<string, mixed> $filters `state` (`missing`, `check`, `decorative` or `good`; none means all), and the
 *                                      others that altscribe_start_batch() takes.
 * @return string Safe SQL about the columns of the table of posts.
 */
function altscribe_image_condition( $filters ) {
	$filters = array_merge( array( 'state' => 'all' ), array_filter( $filters ) );
	return implode( ' AND ', altscribe_image_conditions( altscribe_batch_args( array( 'filters' => $filters ) ) ) );
}

/**
 * The images in the order of their ids, for those who go through all of them in chunks.
 *
 * @param string $condition As altscribe_image_condition() returns it, once for all chunks: it may read every post.
 * @param int    $after     Only ids greater than this.
 * @param int    $limit     So many at most.
 * @return int[]
 */
function altscribe_list_image_ids( $condition, $after, $limit ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- $condition is safe.
	return array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE $condition" . $wpdb->prepare( " AND $wpdb->posts.ID > %d ORDER BY $wpdb->posts.ID LIMIT %d", $after, $limit ) ) );
}

/**
 * One page of the images, newest first, as the media library has them.
 *
 * @param array<string, mixed> $filters As altscribe_image_condition() takes them.
 * @param int                  $page    From 1.
 * @param int                  $number  Images on a page.
 * @return array{ids: int[], total: int} `total` counts those on all pages.
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
