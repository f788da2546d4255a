<?php
/**
 * What the images of the media library can be filtered by.
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
 * Who has uploaded images.
 *
 * @return array<int, array{id: int, name: string}> In the order of their names, at most 100.
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
 * The different values of a column among the images.
 *
 * @param string $column Safe SQL.
 * @return string[] In their order.
 */
function altscribe_list_image_values( $column ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- $column is a constant.
	return $wpdb->get_col( "SELECT DISTINCT $column AS image_value FROM $wpdb->posts WHERE post_type = 'attachment' AND post_mime_type LIKE 'image/%' AND post_status <> 'trash' ORDER BY image_value" );
}
