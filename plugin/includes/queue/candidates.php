<?php
/**
 * Which images a batch is for, as SQL: the library may hold tens of thousands.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The images that a batch would be for, as the end of a query: FROM and WHERE, without those that stay in another
 * batch.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return string Safe SQL. The ids are `{posts}.ID`.
 */
function altscribe_candidates_sql( $args ) {
	global $wpdb;
	$queue = altscribe_queue_table();
	return "FROM $wpdb->posts LEFT JOIN $queue ON $queue.attachment_id = $wpdb->posts.ID
		WHERE ($queue.state IS NULL OR $queue.state NOT IN (" . altscribe_kept_states_sql( $args ) . "))
		AND " . implode( ' AND ', altscribe_image_conditions( $args ) );
}

/**
 * The states in which an image stays in the batch that it is in. A suggestion that waits for a decision is paid for:
 * only a batch that replaces texts, or wants new ones, discards it.
 *
 * @param array<string, mixed> $args As altscribe_batch_args() returns them.
 * @return string Safe SQL: a list.
 */
function altscribe_kept_states_sql( $args ) {
	return $args['overwrite'] || $args['regenerate'] ? "'waiting','running'" : "'waiting','running','suggested'";
}

/**
 * The suggestions that wait for a decision among the images that a batch would be for.
 *
 * @param array<string, mixed> $args As altscribe_batch_args() returns them.
 * @return array{images: int, batch_id: int} How many images have one, and the newest batch with any; 0 for none.
 */
function altscribe_find_suggestions( $args ) {
	global $wpdb;
	$queue = altscribe_queue_table();
	// phpcs:ignore WordPress.DB -- Made of safe conditions.
	$row = $wpdb->get_row( "SELECT COUNT(*) AS images, MAX($queue.batch_id) AS batch_id FROM $wpdb->posts JOIN $queue ON $queue.attachment_id = $wpdb->posts.ID WHERE $queue.state = 'suggested' AND " . implode( ' AND ', altscribe_image_conditions( $args ) ) );
	return array(
		'images'   => (int) $row->images,
		'batch_id' => (int) $row->batch_id,
	);
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
	foreach ( array_filter( wp_array_slice_assoc( $filters, array( 'after', 'before' ) ) ) as $name => $date ) {
		$time = altscribe_read_date( $date );
		// No images rather than all, where there is no such day.
		$conditions[] = null === $time ? '1 = 0' : $wpdb->prepare( "$wpdb->posts.post_date " . ( 'after' === $name ? '>=' : '<' ) . ' %s', $time );
	}
	if ( ! empty( $filters['author'] ) ) {
		$conditions[] = $wpdb->prepare( "$wpdb->posts.post_author = %d", $filters['author'] );
	}
	// phpcs:enable
	return $conditions;
}

/**
 * Reads a date of the filters.
 *
 * @param mixed $date `2026-11-30`, and maybe a time: `2026-11-30 23:59`, with or without seconds, or `T` between the two.
 * @return string|null `2026-11-30 23:59:00`; null if it is none, or there is no such day.
 */
function altscribe_read_date( $date ) {
	$parts = explode( ' ', str_replace( 'T', ' ', (string) $date ), 2 );
	$date  = $parts[0] . ' ' . substr( ( $parts[1] ?? '00:00' ) . ':00', 0, 8 );
	$time  = DateTimeImmutable::createFromFormat( '!Y-m-d H:i:s', $date, new DateTimeZone( 'UTC' ) );
	return $time && $time->format( 'Y-m-d H:i:s' ) === $date && $parts[0] > '0001' ? $date : null;
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
