<?php
/**
 * Exports texts as CSV.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/csv.php';

/**
 * Writes a CSV file row by row, to limit memory use.
 *
 * @param resource             $handle  A writable stream.
 * @param array<string, mixed> $filters As for altscribe_image_condition(); none means all images.
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

/** Sends the images that match the filters in the URL. */
function altscribe_download_csv() {
	check_admin_referer( 'altscribe_export' );
	if ( ! altscribe_may_use_queue() ) {
		wp_die( esc_html__( 'Sorry, you are not allowed to export alt text.', 'altscribe' ), 403 );
	}
	$request = new WP_REST_Request();
	$request->set_query_params( wp_unslash( array_intersect_key( $_GET, altscribe_image_filter_args() ) ) );
	// WordPress validates only arguments that have a callback.
	$args = array_map(
		function ( $arg ) {
			return $arg + array( 'validate_callback' => 'rest_validate_request_arg' );
		},
		altscribe_image_filter_args()
	);
	$request->set_attributes( array( 'args' => $args ) );
	$valid = $request->has_valid_params();
	if ( is_wp_error( $valid ) ) {
		wp_die( esc_html( implode( ' ', $valid->get_error_data()['params'] ?? $valid->get_error_messages() ) ), 400 );
	}
	$request->sanitize_params();
	$error = $request['used'] ? altscribe_error_still_reading() : null;
	if ( $error ) {
		wp_die( esc_html( $error->get_error_message() ), 409 );
	}
	if ( function_exists( 'set_time_limit' ) ) {
		// phpcs:ignore WordPress.PHP.NoSilencedErrors, Squiz.PHP.DiscouragedFunctions -- Some hosts forbid it.
		@set_time_limit( 0 );
	}
	// Output of other plugins does not belong in the file, and a buffer would hold the whole file in
	// memory.
	while ( ob_get_level() > 0 && ob_end_clean() ) {
		continue;
	}
	nocache_headers();
	header( 'Content-Type: text/csv; charset=utf-8' );
	header( 'Content-Disposition: attachment; filename="alt-texts-' . wp_date( 'Y-m-d' ) . '.csv"' );
	header( 'X-Content-Type-Options: nosniff' );
	altscribe_export_csv( fopen( 'php://output', 'wb' ), altscribe_read_image_filters( $request ) );
	exit;
}
