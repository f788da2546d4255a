<?php
/**
 * Activation, and the plugin's tables after a restore that left some of them out.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Tables {

	/** The option with the time (Unix time) when the plugin was last activated for a whole network. */
	public const NETWORK_ACTIVATED_OPTION = 'altscribe_network_activated';

	/** Adds the hooks. */
	public static function add_hooks() {
		register_activation_hook( ALTSCRIBE_FILE, array( self::class, 'activate' ) );
	}

	/**
	 * Creates the missing tables, and has everything read and checked again, because changes were missed while the
	 * plugin was inactive. The other sites of a network do so when their own events run.
	 *
	 * @param bool $is_for_network Whether the plugin was activated for a whole network.
	 */
	public static function activate( $is_for_network = false ) {
		self::restore();
		/** Fires when the plugin is activated on a site: changes were missed while it was inactive. For Altscribe's own use. */
		do_action( 'altscribe_activated' );
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
		/**
		 * Filters the tables of the plugin, with the newest column of each. For Altscribe's own use.
		 *
		 * @param array<string, string> $tables Columns by table.
		 */
		return self::list_outdated( apply_filters( 'altscribe_tables', array() ) );
	}

	/**
	 * Creates or changes tables, unless an option says that they are as this version needs them. If the database refuses, it
	 * tries again after some minutes; if the process ends meanwhile, the next time.
	 *
	 * @param string           $option    The option with the version of the tables.
	 * @param string           $version   The version that is needed.
	 * @param callable(): bool $create    Creates or changes them, mostly with self::create(), and returns whether they exist.
	 * @param bool             $is_needed Whether they are needed now: then it tries immediately.
	 * @return bool Whether they exist.
	 */
	public static function make( $option, $version, $create, $is_needed = false ) {
		$present = (string) get_option( $option );
		if ( $version === $present ) {
			return true;
		}
		if ( ! $is_needed && 0 === strpos( $present, 'failed ' ) && time() - (int) substr( $present, 7 ) < 5 * MINUTE_IN_SECONDS ) {
			return false;
		}
		$are_there = $create();
		update_option( $option, $are_there ? $version : 'failed ' . time(), true );
		return $are_there;
	}

	/**
	 * Creates or changes tables.
	 *
	 * @param array<string, string> $columns    The newest column of each table.
	 * @param string                $statements For dbDelta().
	 * @return bool Whether they have these columns.
	 */
	public static function create( $columns, $statements ) {
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		dbDelta( $statements );
		return ! self::list_outdated( $columns );
	}

	/**
	 * The tables that do not exist, or lack a column.
	 *
	 * @param array<string, string> $columns By table.
	 * @return string[]
	 */
	private static function list_outdated( $columns ) {
		$outdated = array();
		foreach ( $columns as $table => $column ) {
			if ( ! self::is_column_there( $table, $column ) ) {
				$outdated[] = $table;
			}
		}
		return $outdated;
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
	 * Inserts a row, unless there is one with the same key. If two processes insert it at the same moment, only one succeeds.
	 *
	 * @param string               $table  A table of the plugin.
	 * @param array<string, mixed> $values By column.
	 * @return bool Whether it was inserted.
	 */
	public static function insert_new( $table, $values ) {
		global $wpdb;
		$names  = implode( ', ', array_keys( $values ) );
		$marks = implode( ', ', array_fill( 0, count( $values ), '%s' ) );
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own; the interpolated parts are names and placeholders.
		return (bool) $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO %i ($names) VALUES ($marks)", array_merge( array( $table ), array_values( $values ) ) ) );
	}

	/**
	 * Creates missing tables even if an option says that they exist, for example after a restore without them.
	 *
	 * @return bool Whether any was missing, and all exist now.
	 */
	public static function restore() {
		$missing = self::list_missing();
		/**
		 * Fires when tables are missing: each room recreates its own. For Altscribe's own use.
		 *
		 * @param string[] $missing Their names; may be empty.
		 */
		do_action( 'altscribe_restore_tables', $missing );
		return $missing && ! self::list_missing();
	}
}
