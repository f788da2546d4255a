<?php
/**
 * How many images are in each state.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Counts the images of the media library by the state of their alternative text, in one query.
 *
 * @param string $condition SQL condition about columns of the table of posts, such as of altscribe_state_sql(),
 *                          already prepared; '' for all images outside of the trash.
 * @return array{images: int, missing: int, check: int, decorative: int, good: int, pending: int} `pending`: texts that
 *                          have not been checked yet, and count as good.
 */
function altscribe_count_states( $condition = '' ) {
	global $wpdb;
	$sums = array( 'COUNT(*) AS images' );
	foreach ( array( 'missing', 'check', 'decorative' ) as $state ) {
		$sums[] = 'SUM( CASE WHEN ' . altscribe_state_sql( $state ) . " THEN 1 ELSE 0 END ) AS state_$state";
	}
	$where = altscribe_state_sql( '' ) . " AND {$wpdb->posts}.post_status NOT IN ( 'trash', 'auto-draft' )";
	$where = '' === $condition ? $where : "$where AND $condition";
	// phpcs:ignore WordPress.DB -- Only names of tables and constants are put together here.
	$row     = $wpdb->get_row( 'SELECT ' . implode( ', ', $sums ) . " FROM {$wpdb->posts} WHERE $where", ARRAY_A );
	$missing = (int) $row['state_missing'];
	$check   = (int) $row['state_check'];
	$counts  = array(
		'images'     => (int) $row['images'],
		'missing'    => $missing,
		'check'      => $check,
		'decorative' => (int) $row['state_decorative'],
	);
	return $counts + array(
		'good'    => $counts['images'] - $missing - $check - $counts['decorative'],
		'pending' => altscribe_count_unchecked(),
	);
}
