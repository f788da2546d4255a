<?php
/**
 * Writes images and their alternative texts as a CSV file.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Writes a CSV file row by row, so that memory stays flat.
 *
 * @param resource             $handle  A stream that can be written to.
 * @param array<string, mixed> $filters As altscribe_image_condition() takes them; none means all images.
 * @return int The number of images.
 */
function altscribe_export_csv( $handle, $filters = array() ) {
	fwrite( $handle, ALTSCRIBE_BYTE_ORDER_MARK ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- a stream.
	altscribe_write_csv_row( $handle, ALTSCRIBE_CSV_COLUMNS );
	$condition = altscribe_image_condition( $filters );
	$number    = 0;
	$last      = 0;
	do {
		$ids = altscribe_list_image_ids( $condition, $last, ALTSCRIBE_CSV_CHUNK );
		_prime_post_caches( $ids, false, true );
		foreach ( $ids as $id ) {
			altscribe_write_csv_row( $handle, altscribe_csv_cells( $id ) );
			$last = $id;
		}
		$number += count( $ids );
		altscribe_forget_cached_posts();
	} while ( count( $ids ) === ALTSCRIBE_CSV_CHUNK );
	return $number;
}

/**
 * The cells of an image.
 *
 * @param int $id The attachment.
 * @return array<int, string|int> In the order of ALTSCRIBE_CSV_COLUMNS.
 */
function altscribe_csv_cells( $id ) {
	$state = altscribe_alt_text_state( $id )['state'];
	return array(
		$id,
		wp_basename( (string) get_post_meta( $id, '_wp_attached_file', true ) ),
		(string) wp_get_attachment_url( $id ),
		altscribe_language( $id ),
		altscribe_get_attachment_alt_text( $id ),
		$state,
		'decorative' === $state ? 1 : 0,
	);
}
