<?php
/**
 * The commands wp altscribe queue list, run and clear, and wp altscribe find-uses.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Lists the batches of the last 30 days, newest first.
 *
 * ## OPTIONS
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
 *     $ wp altscribe queue list
 *
 * @param string[]              $ids     Unused.
 * @param array<string, string> $options Options.
 */
function altscribe_cli_list_queue( $ids, $options ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$rows    = $wpdb->get_results( $wpdb->prepare( 'SELECT * FROM %i ORDER BY id DESC LIMIT 100', altscribe_batches_table() ), ARRAY_A );
	$batches = array();
	foreach ( $rows as $row ) {
		$batch     = altscribe_batch_to_array( $row );
		$batches[] = $batch['counts'] + array(
			'id'      => $batch['id'],
			'state'   => $batch['state'],
			'origin'  => $batch['origin'],
			'user'    => $batch['user'] ? $batch['user']['name'] : '',
			'created' => $batch['created'],
			'reason'  => $batch['reason'] ? $batch['reason']['message'] : '',
		);
	}
	$columns = array( 'id', 'state', 'origin', 'user', 'created', 'waiting', 'running', 'written', 'suggested', 'skipped', 'failed', 'undone', 'reason' );
	$number  = altscribe_cli_print_rows(
		$options['format'],
		$columns,
		function () use ( &$batches ) {
			return array_splice( $batches, 0, ALTSCRIBE_CLI_ROWS );
		}
	);
	if ( ! $number && 'table' === $options['format'] ) {
		WP_CLI::log( __( 'No batches in the last 30 days.', 'altscribe' ) );
	}
}

/**
 * Processes the queue until it is empty. Halted batches are tried again; paused batches stay paused. Several of
 * these commands may run at the same time.
 *
 * ## EXIT CODES
 *
 * 0: the queue is empty. 1: nothing could be done. 2: partly done.
 *
 * ## EXAMPLES
 *
 *     # As a system cron job, if WP-Cron does not run.
 *     $ wp altscribe queue run --quiet
 */
function altscribe_cli_run_queue() {
	altscribe_cli_need_connection();
	$is_partial = false;
	foreach ( altscribe_cli_list_open_batches( array( 'running', 'halted' ) ) as $batch ) {
		if ( 'halted' === $batch['state'] ) {
			altscribe_resume_batch( (int) $batch['id'] );
		}
	}
	$open = altscribe_cli_list_open_batches( array( 'running' ) );
	if ( ! $open ) {
		WP_CLI::log( __( 'The queue is empty.', 'altscribe' ) );
	}
	foreach ( $open as $batch ) {
		$batch = altscribe_cli_run_batch( (int) $batch['id'], 'table' );
		if ( $batch['reason'] ) {
			// The same problem blocks the other batches too.
			altscribe_cli_end_batch( $batch, 'table' );
		}
		$is_partial = $is_partial || $batch['counts']['failed'] > 0;
		WP_CLI::log( altscribe_cli_describe_counts( $batch['counts'] ) );
	}
	if ( $is_partial ) {
		WP_CLI::halt( ALTSCRIBE_CLI_PARTIAL );
	}
}

/**
 * Stops all batches and removes their waiting images from the queue. Texts that were written stay.
 *
 * ## OPTIONS
 *
 * [--yes]
 * : Does not ask for confirmation.
 *
 * ## EXAMPLES
 *
 *     $ wp altscribe queue clear --yes
 *
 * @param string[]              $ids     Unused.
 * @param array<string, string> $options Options.
 */
function altscribe_cli_clear_queue( $ids, $options ) {
	$open    = altscribe_cli_list_open_batches( array( 'running', 'paused', 'halted' ) );
	$waiting = 0;
	foreach ( $open as $batch ) {
		$waiting += altscribe_count_items( (int) $batch['id'] )['waiting'];
	}
	if ( ! $open ) {
		WP_CLI::success( __( 'The queue is empty.', 'altscribe' ) );
		return;
	}
	/* translators: %s: number of images. */
	WP_CLI::confirm( sprintf( _n( 'Remove %s image from the queue?', 'Remove %s images from the queue?', $waiting, 'altscribe' ), number_format_i18n( $waiting ) ), $options );
	foreach ( $open as $batch ) {
		altscribe_stop_batch( (int) $batch['id'] );
	}
	/* translators: %s: number of images. */
	WP_CLI::success( sprintf( _n( 'Removed %s image from the queue.', 'Removed %s images from the queue.', $waiting, 'altscribe' ), number_format_i18n( $waiting ) ) );
}

/**
 * The batches in some states.
 *
 * @param string[] $states The states.
 * @return array<array<string, string>> Rows, oldest first.
 */
function altscribe_cli_list_open_batches( $states ) {
	global $wpdb;
	$in = implode( ', ', array_fill( 0, count( $states ), '%s' ) );
	// phpcs:ignore WordPress.DB -- The table is the plugin's own; the interpolated part is placeholders.
	return $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE state IN ( $in ) ORDER BY id", array_merge( array( altscribe_batches_table() ), $states ) ), ARRAY_A );
}

/** Reads what was not read yet. */
function altscribe_cli_read_uses() {
	do {
		$is_done = altscribe_read_uses( 0.0 );
		WP_CLI\Utils\wp_clear_object_cache();
	} while ( false === $is_done );
	altscribe_cli_fail( null === $is_done ? array( altscribe_cli_not_stored_message() ) : array() );
}

/**
 * The message if the database does not store how far a command is.
 *
 * @return string
 */
function altscribe_cli_not_stored_message() {
	return __( 'The database did not store the progress. It may be read-only or full.', 'altscribe' );
}

/**
 * Reads all posts, products, terms, widgets and settings again to find where images are used. This is only needed after
 * changes that bypass WordPress, such as SQL statements or a restored backup; otherwise it happens on save and each week.
 *
 * ## EXAMPLES
 *
 *     $ wp altscribe find-uses
 */
function altscribe_cli_find_uses() {
	global $wpdb;
	if ( ! altscribe_make_uses_table() ) {
		altscribe_cli_fail( array( __( 'The database table for Altscribe is missing and could not be created. Ask your host to let WordPress create tables.', 'altscribe' ) ) );
	}
	altscribe_rebuild_uses();
	altscribe_cli_read_uses();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$images = (int) $wpdb->get_var( $wpdb->prepare( 'SELECT COUNT(DISTINCT attachment_id) FROM %i WHERE is_published = 1 AND attachment_id > 0', altscribe_uses_table() ) );
	/* translators: %s: number of images. */
	WP_CLI::success( sprintf( _n( '%s image is used on the site.', '%s images are used on the site.', $images, 'altscribe' ), number_format_i18n( $images ) ) );
}
