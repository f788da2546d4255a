<?php
/**
 * Which images a batch is for, as SQL: the library may hold tens of thousands.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The images that a batch would be for, as the end of a query: FROM and WHERE, without those that wait or run in
 * another batch.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return string Safe SQL. The ids are `{posts}.ID`.
 */
function altscribe_candidates_sql( $args ) {
	global $wpdb;
	$queue = altscribe_queue_table();
	return "FROM $wpdb->posts LEFT JOIN $queue ON $queue.attachment_id = $wpdb->posts.ID
		WHERE ($queue.state IS NULL OR $queue.state NOT IN ('waiting','running'))
		AND " . implode( ' AND ', altscribe_image_conditions( $args ) );
}

/**
 * The conditions on images.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return string[] Safe SQL.
 */
function altscribe_image_conditions( $args ) {
	global $wpdb;
	$filters    = $args['filters'];
	$conditions = array( altscribe_state_sql( altscribe_batch_state_filter( $args ) ), "$wpdb->posts.post_status <> 'trash'" );
	// phpcs:disable WordPress.DB.PreparedSQL -- Only names of tables.
	if ( ! empty( $filters['mime_type'] ) ) {
		$conditions[] = $wpdb->prepare( "$wpdb->posts.post_mime_type = %s", $filters['mime_type'] );
	}
	if ( null !== $args['ids'] ) {
		$conditions[] = altscribe_ids_condition( $args['ids'] );
	}
	if ( ! empty( $filters['used'] ) ) {
		$conditions[] = altscribe_ids_condition( altscribe_list_used_images() );
	}
	if ( ! empty( $filters['after'] ) ) {
		$conditions[] = $wpdb->prepare( "$wpdb->posts.post_date >= %s", gmdate( 'Y-m-d H:i:s', strtotime( $filters['after'] . ' UTC' ) ) );
	}
	if ( ! empty( $filters['before'] ) ) {
		$conditions[] = $wpdb->prepare( "$wpdb->posts.post_date < %s", gmdate( 'Y-m-d H:i:s', strtotime( $filters['before'] . ' UTC' ) ) );
	}
	if ( ! empty( $filters['author'] ) ) {
		$conditions[] = $wpdb->prepare( "$wpdb->posts.post_author = %d", $filters['author'] );
	}
	// phpcs:enable
	return $conditions;
}

/**
 * The state that the images of a batch must have. Without one in the filters, only images without a text
 * are worked on, unless texts may be replaced.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return string `missing`, `check`, `decorative` or `good`; '' for any.
 */
function altscribe_batch_state_filter( $args ) {
	if ( isset( $args['filters']['state'] ) ) {
		return 'all' === $args['filters']['state'] ? '' : $args['filters']['state'];
	}
	return null !== $args['ids'] && $args['overwrite'] ? '' : 'missing';
}

/**
 * The condition that an image is one of some.
 *
 * @param int[] $ids Ids of attachments.
 * @return string Safe SQL.
 */
function altscribe_ids_condition( $ids ) {
	global $wpdb;
	return $ids ? "$wpdb->posts.ID IN (" . implode( ',', array_map( 'intval', $ids ) ) . ')' : '1 = 0';
}
