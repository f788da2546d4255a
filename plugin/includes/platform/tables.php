<?php
/**
 * Activation, and the tables of the plugin after a restore that has left some of them out.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The option with the time (Unix time) when the plugin was last activated for a whole network. */
const ALTSCRIBE_NETWORK_ACTIVATED_OPTION = 'altscribe_network_activated';

register_activation_hook( ALTSCRIBE_FILE, 'altscribe_activate' );

/**
 * Creates the tables that are missing, and has everything read and checked again, because changes were missed while the
 * plugin was inactive. The other sites of a network do so when their own events run.
 *
 * @param bool $is_for_network Whether the plugin was activated for a whole network.
 */
function altscribe_activate( $is_for_network = false ) {
	altscribe_restore_tables();
	altscribe_read_everything_again();
	altscribe_check_everything_again();
	if ( $is_for_network ) {
		update_site_option( ALTSCRIBE_NETWORK_ACTIVATED_OPTION, time() );
	}
}

/**
 * The tables of the plugin that do not exist, or lack a column.
 *
 * @return string[] Their names.
 */
function altscribe_list_missing_tables() {
	$newest  = array(
		altscribe_batches_table()     => 'credits',
		altscribe_queue_table()       => 'had_row',
		altscribe_suggestions_table() => 'doubts',
		altscribe_texts_table()       => 'has_faults',
		altscribe_uses_table()        => 'lacks_text',
		altscribe_report_table()      => 'findings',
	);
	$missing = array();
	foreach ( $newest as $table => $column ) {
		if ( ! altscribe_is_column_there( $table, $column ) ) {
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
function altscribe_is_column_there( $table, $column ) {
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
function altscribe_restore_tables() {
	$missing = altscribe_list_missing_tables();
	if ( array_intersect( $missing, array( altscribe_batches_table(), altscribe_queue_table() ) ) ) {
		delete_option( 'altscribe_queue_schema' );
		altscribe_make_queue_tables( true );
	}
	if ( in_array( altscribe_suggestions_table(), $missing, true ) ) {
		delete_option( 'altscribe_suggestions_schema' );
		altscribe_make_suggestions_table( true );
	}
	if ( in_array( altscribe_texts_table(), $missing, true ) ) {
		delete_option( 'altscribe_texts_schema' );
		altscribe_check_everything_again();
	}
	if ( array_intersect( $missing, array( altscribe_uses_table(), altscribe_report_table() ) ) ) {
		altscribe_read_everything_again();
	}
	return $missing && ! altscribe_list_missing_tables();
}
