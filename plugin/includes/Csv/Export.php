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
		$filters = Library\Image_Filters::read_query( wp_unslash( $_GET ) );
		$error   = is_wp_error( $filters ) ? $filters : ( empty( $filters['used'] ) ? null : Posts\Uses_Index::find_error_still_reading() );
		if ( $error ) {
			wp_die( esc_html( $error->get_error_message() ), (int) $error->get_error_data()['status'] );
		}
		Core\Screens::start_download( 'alt-texts', 'csv' );
		self::export( fopen( 'php://output', 'wb' ), $filters );
		exit;
	}
}
