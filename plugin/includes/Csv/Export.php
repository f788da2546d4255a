<?php
/**
 * The export of texts as CSV.
 *
 * @package Altscribe
 */

namespace Altscribe\Csv;

use Altscribe\Batches;
use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Export {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'admin_post_altscribe_export', array( self::class, 'download' ) );
	}

	/**
	 * Clears WordPress's cache of posts in this process, to limit the memory of a long run.
	 */
	public static function forget_cached_posts() {
		if ( wp_cache_supports( 'flush_runtime' ) ) {
			wp_cache_flush_runtime();
		}
	}

	/**
	 * Writes a CSV file row by row, to limit memory use.
	 *
	 * @param resource             $handle  A writable stream.
	 * @param array<string, mixed> $filters As for Batches\Start::image_condition(); none means all images.
	 * @return int The number of images.
	 */
	public static function export( $handle, $filters = array() ) {
		fwrite( $handle, Csv_File::BYTE_ORDER_MARK ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- a stream.
		Csv_File::write_row( $handle, Csv_File::COLUMNS );
		$condition = Batches\Start::image_condition( $filters );
		$number    = 0;
		$last      = 0;
		do {
			$ids = Library\Image_Filters::list_ids( $condition, $last, Csv_File::CHUNK );
			_prime_post_caches( $ids, false, true );
			foreach ( $ids as $id ) {
				Csv_File::write_row( $handle, Csv_File::cells( $id ) );
				$last = $id;
			}
			$number += count( $ids );
			self::forget_cached_posts();
		} while ( count( $ids ) === Csv_File::CHUNK );
		return $number;
	}

	/** Sends the images that match the filters in the URL. */
	public static function download() {
		check_admin_referer( 'altscribe_export' );
		if ( ! Core\Permissions::may_run_batches() ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to export alt text.', 'altscribe' ), 403 );
		}
		$request = new WP_REST_Request();
		$request->set_query_params( wp_unslash( array_intersect_key( $_GET, Library\Image_Filters::args() ) ) );
		// WordPress validates only arguments that have a callback.
		$args = array_map(
			function ( $arg ) {
				return $arg + array( 'validate_callback' => 'rest_validate_request_arg' );
			},
			Library\Image_Filters::args()
		);
		$request->set_attributes( array( 'args' => $args ) );
		$valid = $request->has_valid_params();
		if ( is_wp_error( $valid ) ) {
			wp_die( esc_html( implode( ' ', $valid->get_error_data()['params'] ?? $valid->get_error_messages() ) ), 400 );
		}
		$request->sanitize_params();
		$error = $request['used'] ? Posts\Uses_Index::find_error_still_reading() : null;
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
		self::export( fopen( 'php://output', 'wb' ), Library\Image_Filters::read( $request ) );
		exit;
	}
}
