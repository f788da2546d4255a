<?php
/**
 * wp altscribe queue, and finding uses.
 *
 * @package Altscribe
 */

namespace Altscribe\Cli;

use Altscribe\Batches;
use Altscribe\Posts;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

final class Queue_Commands {

	/**
	 * Lists the runs of the last 30 days, newest first.
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
	public static function list( $ids, $options ) {
		$batches = array_map( array( self::class, 'to_row' ), Batches\Store::list_batches( array( 'running', 'paused', 'halted', 'stopped', 'finished' ) ) );
		$columns = array( 'id', 'state', 'origin', 'user', 'created', 'waiting', 'running', 'written', 'suggested', 'skipped', 'failed', 'undone', 'reason' );
		if ( ! Output::print_list( $options['format'], $columns, $batches ) && 'table' === $options['format'] ) {
			WP_CLI::log( __( 'No runs in the last 30 days.', 'altscribe' ) );
		}
	}

	/**
	 * A batch as a row of the list.
	 *
	 * @param array<string, string> $row The row of the table.
	 * @return array<string, mixed>
	 */
	private static function to_row( $row ) {
		$batch = Batches\Batch_Routes::batch_to_array( $row );
		return $batch['counts'] + array(
			'id'      => $batch['id'],
			'state'   => $batch['state'],
			'origin'  => $batch['origin'],
			'user'    => $batch['user'] ? $batch['user']['name'] : '',
			'created' => $batch['created'],
			'reason'  => $batch['reason'] ? $batch['reason']['message'] : '',
		);
	}

	/**
	 * Processes the queue until it is empty. Halted runs are tried again; paused runs stay paused. Several of
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
	public static function run() {
		Output::need_connection();
		$is_partial = false;
		foreach ( self::list_open( array( 'halted' ) ) as $batch ) {
			Batches\Control::resume_batch( (int) $batch['id'] );
		}
		$open = self::list_open( array( 'running' ) );
		if ( ! $open ) {
			WP_CLI::log( __( 'The queue is empty.', 'altscribe' ) );
		}
		foreach ( $open as $batch ) {
			$batch = Generate_Commands::run_batch( (int) $batch['id'], 'table' );
			if ( $batch['reason'] ) {
				// The same problem blocks the other batches too.
				Generate_Commands::end_batch( $batch, 'table' );
			}
			$is_partial = $is_partial || $batch['counts']['failed'] > 0;
			WP_CLI::log( Generate_Commands::describe_counts( $batch['counts'] ) );
		}
		if ( $is_partial ) {
			WP_CLI::halt( Output::PARTIAL );
		}
	}

	/**
	 * Stops all runs and removes their waiting images from the queue. Texts that were written stay.
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
	public static function clear( $ids, $options ) {
		$open    = self::list_open( array( 'running', 'paused', 'halted' ) );
		$waiting = 0;
		foreach ( $open as $batch ) {
			$waiting += Batches\Batch_Routes::count_items( (int) $batch['id'] )['waiting'];
		}
		if ( ! $open ) {
			WP_CLI::success( __( 'The queue is empty.', 'altscribe' ) );
			return;
		}
		/* translators: %s: number of images. */
		WP_CLI::confirm( sprintf( _n( 'Remove %s image from the queue?', 'Remove %s images from the queue?', $waiting, 'altscribe' ), number_format_i18n( $waiting ) ), $options );
		foreach ( $open as $batch ) {
			Batches\Control::stop_batch( (int) $batch['id'] );
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
	private static function list_open( $states ) {
		return array_reverse( Batches\Store::list_batches( $states, PHP_INT_MAX ) );
	}

	/** Reads the rest of the site. */
	public static function cli_read_uses() {
		do {
			$is_done = Posts\Uses_Index::read_uses( 0.0 );
			WP_CLI\Utils\wp_clear_object_cache();
		} while ( false === $is_done );
		Output::fail( null === $is_done ? array( self::cli_not_stored_message() ) : array() );
	}

	/**
	 * The message if the database does not store the progress of a command.
	 *
	 * @return string
	 */
	public static function cli_not_stored_message() {
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
	public static function find_uses() {
		if ( ! Posts\Uses::make_table() ) {
			Output::fail( array( __( 'The database table for Altscribe is missing and could not be created. Ask your host to let WordPress create tables.', 'altscribe' ) ) );
		}
		Posts\Uses_Index::rebuild_uses();
		self::cli_read_uses();
		$images = Posts\Uses::count_used_images();
		/* translators: %s: number of images. */
		WP_CLI::success( sprintf( _n( '%s image is used on the site.', '%s images are used on the site.', $images, 'altscribe' ), number_format_i18n( $images ) ) );
	}
}
