<?php
/**
 * The commands wp altscribe check and report.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Lists the images without a text, those whose generated text nobody has read, and those whose text needs a check. Costs
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
 *     # Replace the texts that need a check.
 *     $ wp altscribe generate $(wp altscribe check --state=check --format=ids) --force
 *
 * @param string[]              $ids     Ids.
 * @param array<string, string> $options Options.
 */
function altscribe_cli_check( $ids, $options ) {
	$unknown = array_filter(
		$ids,
		function ( $id ) {
			return ! ctype_digit( $id ) || ! wp_attachment_is_image( (int) $id );
		}
	);
	if ( $unknown ) {
		/* translators: %s: list of ids. */
		altscribe_cli_fail( array( sprintf( __( 'Invalid image ID: %s.', 'altscribe' ), implode( ', ', $unknown ) ) ) );
	}
	// Also checks texts that were written before the plugin was installed.
	do {
		$is_done = altscribe_check_next_texts( ALTSCRIBE_CLI_ROWS );
		WP_CLI\Utils\wp_clear_object_cache();
	} while ( false === $is_done );
	altscribe_cli_fail( null === $is_done ? array( altscribe_cli_not_stored_message() ) : array() );
	$state  = isset( $options['state'] ) ? $options['state'] : '';
	$next   = altscribe_cli_checked_images( array_map( 'intval', $ids ), $state );
	$format = $options['format'];
	if ( in_array( $format, array( 'ids', 'count' ), true ) ) {
		$number = 0;
		while ( $rows = $next() ) { // phpcs:ignore -- Until there are none.
			if ( 'ids' === $format ) {
				echo $number ? ' ' : '', implode( ' ', array_map( 'intval', wp_list_pluck( $rows, 'id' ) ) );
			}
			$number += count( $rows );
		}
		echo 'ids' === $format ? '' : (int) $number, "\n";
		return;
	}
	if ( ! altscribe_cli_print_rows( $format, array( 'id', 'title', 'language', 'state', 'findings', 'alt_text' ), $next ) && 'table' === $format ) {
		WP_CLI::success( __( 'No images found.', 'altscribe' ) );
	}
}

/**
 * Lists images and their states, page by page.
 *
 * @param int[]  $ids   Only these images; empty for all.
 * @param string $state Only images in this state; '' for images that need attention, or for all of the given ids.
 * @return callable Returns the next rows, for altscribe_cli_print_rows().
 */
function altscribe_cli_checked_images( $ids, $state ) {
	$states = '' === $state ? array( 'missing', 'unread', 'check' ) : array( $state );
	$is_any = '' === $state && $ids;
	$last   = 0;
	return function () use ( $ids, $states, $is_any, &$last ) {
		global $wpdb;
		$condition = altscribe_image_condition( array() )
			. ( $ids ? ' AND ' . altscribe_ids_condition( $ids ) : '' )
			. ( $is_any ? '' : ' AND ( ' . implode( ' OR ', array_map( 'altscribe_state_sql', $states ) ) . ' )' );
		// phpcs:ignore WordPress.DB -- Made of safe conditions.
		$chunk = array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE $condition" . $wpdb->prepare( " AND $wpdb->posts.ID > %d ORDER BY $wpdb->posts.ID LIMIT %d", $last, ALTSCRIBE_CLI_ROWS ) ) );
		$last  = $chunk ? max( $chunk ) : $last;
		WP_CLI\Utils\wp_clear_object_cache();
		_prime_post_caches( $chunk, true, true );
		return array_map( 'altscribe_cli_checked_image', $chunk );
	};
}

/**
 * The row of an image and its state.
 *
 * @param int $id The image.
 * @return array<string, mixed>
 */
function altscribe_cli_checked_image( $id ) {
	$state = altscribe_alt_text_state( $id );
	return array(
		'id'       => $id,
		'title'    => html_entity_decode( get_the_title( $id ), ENT_QUOTES, 'UTF-8' ),
		'language' => altscribe_language( $id ),
		'state'    => $state['state'],
		'findings' => implode( ', ', $state['findings'] ),
		'alt_text' => altscribe_get_alt_text( $id ),
	);
}

/**
 * Counts the images that visitors see in published content: with text, decorative, missing, and texts by AI that were
 * read or not; by post type, author and month of publication, with the findings of the checks.
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
function altscribe_cli_report( $ids, $options ) {
	if ( altscribe_make_uses_table() && null !== altscribe_uses_progress() ) {
		altscribe_cli_read_uses();
	}
	require_once dirname( __DIR__ ) . '/report/count.php';
	$report = altscribe_get_report( $options['from'] ?? '', $options['to'] ?? '' );
	altscribe_cli_fail( is_wp_error( $report ) ? $report->get_error_messages() : array() );
	if ( 'json' === $options['format'] ) {
		echo wp_json_encode( $report, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ), "\n";
		return;
	}
	$rows = altscribe_list_report_rows( $report );
	altscribe_cli_print_rows(
		$options['format'],
		altscribe_report_row_columns(),
		function () use ( &$rows ) {
			return array_splice( $rows, 0, ALTSCRIBE_CLI_ROWS );
		}
	);
}
