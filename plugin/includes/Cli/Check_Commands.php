<?php
/**
 * wp altscribe check and report.
 *
 * @package Altscribe
 */

namespace Altscribe\Cli;

use Altscribe\Batches;
use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Report;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

final class Check_Commands {

	/**
	 * Lists the images without a text, those whose text was written by AI and not checked, and those whose text has problems. Costs
	 * no credit.
	 *
	 * ## OPTIONS
	 *
	 * [<id>...]
	 * : Only these images, in any state.
	 *
	 * [--state=<state>]
	 * : Only images in this state.
	 * ---
	 * options:
	 *   - missing
	 *   - unread
	 *   - suggested
	 *   - check
	 *   - decorative
	 *   - good
	 * ---
	 *
	 * [--format=<format>]
	 * : Output format.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - ids
	 *   - count
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     # What is wrong with the texts?
	 *     $ wp altscribe check --state=check
	 *
	 *     # Replace the texts that have problems.
	 *     $ wp altscribe generate $(wp altscribe check --state=check --format=ids) --force
	 *
	 * @param string[]              $ids     Ids.
	 * @param array<string, string> $options Options.
	 */
	public static function check( $ids, $options ) {
		Output::fail( Output::list_id_problems( $ids ) );
		self::check_all();
		$next   = self::list_images( array_map( 'intval', $ids ), $options['state'] ?? '' );
		$format = $options['format'];
		if ( in_array( $format, array( 'ids', 'count' ), true ) ) {
			self::print_ids( $format, $next );
			return;
		}
		if ( ! Output::print_rows( $format, array( 'id', 'title', 'language', 'state', 'findings', 'alt_text' ), $next ) && 'table' === $format ) {
			WP_CLI::success( __( 'No images found.', 'altscribe' ) );
		}
	}

	/** Checks the texts that were not checked yet, such as those that were written before the plugin was installed. */
	private static function check_all() {
		do {
			$is_done = Library\Findings::check_next_texts( Output::ROWS );
			WP_CLI\Utils\wp_clear_object_cache();
		} while ( false === $is_done );
		Output::fail( null === $is_done ? array( Queue_Commands::cli_not_stored_message() ) : array() );
	}

	/**
	 * Prints the ids of images, or their number.
	 *
	 * @param string   $format `ids` or `count`.
	 * @param callable $next   From self::list_images().
	 */
	private static function print_ids( $format, $next ) {
		$number = 0;
		while ( $rows = $next() ) { // phpcs:ignore Generic.CodeAnalysis.AssignmentInCondition -- Until there are none.
			if ( 'ids' === $format ) {
				echo $number ? ' ' : '', implode( ' ', array_map( 'intval', wp_list_pluck( $rows, 'id' ) ) );
			}
			$number += count( $rows );
		}
		echo 'ids' === $format ? '' : (int) $number, "\n";
	}

	/**
	 * Lists images and their states, page by page.
	 *
	 * @param int[]  $ids   Only these images; empty for all.
	 * @param string $state Only images in this state; '' for images that need attention, or for all of the given ids.
	 * @return callable Returns the next rows, for Output::print_rows().
	 */
	private static function list_images( $ids, $state ) {
		$states = '' === $state ? array( 'missing', 'suggested', 'unread', 'check' ) : array( $state );
		$is_any = '' === $state && $ids;
		$last   = 0;
		return function () use ( $ids, $states, $is_any, &$last ) {
			global $wpdb;
			$condition = Batches\Start::image_condition( array() )
				. ( $ids ? ' AND ' . Batches\Start::ids_condition( $ids ) : '' )
				. ( $is_any ? '' : ' AND ( ' . implode( ' OR ', array_map( array( Library\States::class, 'sql' ), $states ) ) . ' )' );
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Made of safe conditions.
			$chunk = array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE $condition" . $wpdb->prepare( " AND $wpdb->posts.ID > %d ORDER BY $wpdb->posts.ID LIMIT %d", $last, Output::ROWS ) ) );
			$last  = $chunk ? max( $chunk ) : $last;
			WP_CLI\Utils\wp_clear_object_cache();
			_prime_post_caches( $chunk, true, true );
			return array_map( array( self::class, 'to_row' ), $chunk );
		};
	}

	/**
	 * The row of an image and its state.
	 *
	 * @param int $id The image.
	 * @return array<string, mixed>
	 */
	private static function to_row( $id ) {
		$state = Library\States::of_image( $id );
		return array(
			'id'       => $id,
			'title'    => html_entity_decode( get_the_title( $id ), ENT_QUOTES, 'UTF-8' ),
			'language' => Core\Languages::of_post( $id ),
			'state'    => $state['state'],
			'findings' => implode( ', ', $state['findings'] ),
			'alt_text' => Library\Alt_Text::get_clean( $id ),
		);
	}

	/**
	 * Counts the images that visitors see in published content: with text, decorative, missing, and texts by AI that were
	 * checked or not; by post type, author and month of publication, with the problems found.
	 *
	 * ## OPTIONS
	 *
	 * [--from=<day>]
	 * : Only content published on or after this day, such as 2026-11-01.
	 *
	 * [--to=<day>]
	 * : Only content published on or before this day.
	 *
	 * [--format=<format>]
	 * : Output format.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp altscribe report --from=2026-01-01 --to=2026-12-31 --format=csv > report.csv
	 *
	 *     # Images without a text
	 *     $ wp altscribe report --format=json | jq .missing
	 *
	 * @param string[]              $ids     Unused.
	 * @param array<string, string> $options Options.
	 */
	public static function report( $ids, $options ) {
		if ( Posts\Uses::make_table() && null !== Posts\Uses_Index::uses_progress() ) {
			Queue_Commands::cli_read_uses();
		}
		$report = Report\Report::get( $options['from'] ?? '', $options['to'] ?? '' );
		Output::fail( is_wp_error( $report ) ? $report->get_error_messages() : array() );
		if ( 'json' === $options['format'] ) {
			echo wp_json_encode( $report, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ), "\n";
			return;
		}
		Output::print_list( $options['format'], Report\Report::row_columns(), Report\Report::list_rows( $report ) );
	}
}
