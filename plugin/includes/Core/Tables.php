<?php
/**
 * Activation, and the tables of the plugin after a restore that has left some of them out.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

use Altscribe\Batches;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Suggestions;

defined( 'ABSPATH' ) || exit;

final class Tables {

	/** The option with the time (Unix time) when the plugin was last activated for a whole network. */
	public const NETWORK_ACTIVATED_OPTION = 'altscribe_network_activated';

	/** Adds the hooks. */
	public static function add_hooks() {
		register_activation_hook( ALTSCRIBE_FILE, array( self::class, 'activate' ) );
	}

	/**
	 * Creates the tables that are missing, and has everything read and checked again, because changes were missed while the
	 * plugin was inactive. The other sites of a network do so when their own events run.
	 *
	 * @param bool $is_for_network Whether the plugin was activated for a whole network.
	 */
	public static function activate( $is_for_network = false ) {
		self::restore();
		Posts\Uses::read_everything_again();
		Library\Repeated_Texts::check_everything_again();
		if ( $is_for_network ) {
			update_site_option( self::NETWORK_ACTIVATED_OPTION, time() );
		}
	}

	/**
	 * The tables of the plugin that do not exist, or lack a column.
	 *
	 * @return string[] Their names.
	 */
	public static function list_missing() {
		$newest  = array(
			Batches\Store::batches_table()     => 'credits',
			Batches\Store::items_table()       => 'had_row',
			Suggestions\Store::table() => 'doubts',
			Library\Repeated_Texts::table()       => 'has_faults',
			Posts\Uses::table()        => 'lacks_text',
			Posts\Uses::report_table()      => 'findings',
		);
		$missing = array();
		foreach ( $newest as $table => $column ) {
			if ( ! self::is_column_there( $table, $column ) ) {
				$missing[] = $table;
			}
		}
		return $missing;
	}

	/**
	 * Whether a table is readable and has a column: a database may allow creating tables but not changing them.
	 *
	 * @param string $table  The table.
	 * @param string $column The column.
	 * @return bool
	 */
	public static function is_column_there( $table, $column ) {
		global $wpdb;
		$was_quiet = $wpdb->suppress_errors();
		// phpcs:ignore WordPress.DB -- A table of the plugin's own.
		$is_there = false !== $wpdb->query( $wpdb->prepare( 'SELECT %i FROM %i LIMIT 1', $column, $table ) );
		$wpdb->suppress_errors( $was_quiet );
		return $is_there;
	}

	/**
	 * Creates the tables that are missing although an option says that they exist, as after a restore without them.
	 *
	 * @return bool Whether any was missing, and all exist now.
	 */
	public static function restore() {
		$missing = self::list_missing();
		if ( array_intersect( $missing, array( Batches\Store::batches_table(), Batches\Store::items_table() ) ) ) {
			delete_option( 'altscribe_queue_schema' );
			Batches\Store::make_tables( true );
		}
		if ( in_array( Suggestions\Store::table(), $missing, true ) ) {
			delete_option( 'altscribe_suggestions_schema' );
			Suggestions\Store::make_table( true );
		}
		if ( in_array( Library\Repeated_Texts::table(), $missing, true ) ) {
			delete_option( 'altscribe_texts_schema' );
			Library\Repeated_Texts::check_everything_again();
		}
		if ( array_intersect( $missing, array( Posts\Uses::table(), Posts\Uses::report_table() ) ) ) {
			Posts\Uses::read_everything_again();
		}
		return $missing && ! self::list_missing();
	}
}
