<?php
/**
 * The tables of the queue. Times in them are Unix times in seconds.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Goes up whenever a table changes. */
const ALTSCRIBE_QUEUE_SCHEMA = '2';

register_activation_hook( ALTSCRIBE_FILE, 'altscribe_make_queue_tables' );
// Also after an update, which runs no activation, and on a new site of a network. The option is loaded with all others.
altscribe_on_init( 'altscribe_make_queue_tables' );

add_filter( 'wpmu_drop_tables', 'altscribe_drop_queue_tables' );

/**
 * The name of the table of batches.
 *
 * @return string
 */
function altscribe_batches_table() {
	return $GLOBALS['wpdb']->prefix . 'altscribe_batches';
}

/**
 * The name of the table of items: one for each attachment, so that nothing runs twice.
 *
 * @return string
 */
function altscribe_queue_table() {
	return $GLOBALS['wpdb']->prefix . 'altscribe_queue';
}

/**
 * Adds the tables to those that go when a site of a network is deleted. WordPress has switched to that site.
 *
 * @param string[] $tables Names of tables.
 * @return string[]
 */
function altscribe_drop_queue_tables( $tables ) {
	return array_merge( $tables, array( altscribe_batches_table(), altscribe_queue_table() ) );
}

/**
 * Makes or changes the tables, unless they are as they should be. Where the database refuses that, it is tried again
 * after some minutes.
 *
 * @param bool $is_needed Whether they are needed now: then it is tried at once.
 * @return bool Whether they are there.
 */
function altscribe_make_queue_tables( $is_needed = false ) {
	$schema = (string) get_option( 'altscribe_queue_schema' );
	if ( ALTSCRIBE_QUEUE_SCHEMA === $schema ) {
		return true;
	}
	if ( ! $is_needed && 0 === strpos( $schema, 'failed ' ) && time() - (int) substr( $schema, 7 ) < 5 * MINUTE_IN_SECONDS ) {
		return false;
	}
	global $wpdb;
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$collate = $wpdb->get_charset_collate();
	$batches = altscribe_batches_table();
	$queue   = altscribe_queue_table();
	// `had_row` says whether a `previous_text` that is empty had a row. `lease_expires` of an item that waits is the time from which on it may be worked on.
	dbDelta(
		"CREATE TABLE $batches (
			id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
			state varchar(20) NOT NULL DEFAULT 'running',
			origin varchar(20) NOT NULL DEFAULT '',
			user_id bigint(20) unsigned NOT NULL DEFAULT 0,
			overwrite tinyint(1) NOT NULL DEFAULT 0,
			regenerate tinyint(1) NOT NULL DEFAULT 0,
			language varchar(35) NOT NULL DEFAULT '',
			idempotency_key varchar(40) NOT NULL DEFAULT '',
			total int(10) unsigned NOT NULL DEFAULT 0,
			reason_code varchar(64) NOT NULL DEFAULT '',
			reason_message text NOT NULL,
			failures int(10) unsigned NOT NULL DEFAULT 0,
			failing_since bigint(20) unsigned NOT NULL DEFAULT 0,
			wait_until bigint(20) unsigned NOT NULL DEFAULT 0,
			created bigint(20) unsigned NOT NULL DEFAULT 0,
			finished bigint(20) unsigned NOT NULL DEFAULT 0,
			PRIMARY KEY  (id),
			KEY state (state)
		) $collate;
		CREATE TABLE $queue (
			attachment_id bigint(20) unsigned NOT NULL,
			batch_id bigint(20) unsigned NOT NULL,
			state varchar(20) NOT NULL DEFAULT 'waiting',
			attempts smallint(5) unsigned NOT NULL DEFAULT 0,
			round smallint(5) unsigned NOT NULL DEFAULT 0,
			lease_token varchar(40) NOT NULL DEFAULT '',
			lease_expires bigint(20) unsigned NOT NULL DEFAULT 0,
			previous_text text NOT NULL,
			new_text text NOT NULL,
			was_decorative tinyint(1) NOT NULL DEFAULT 0,
			had_row tinyint(1) NOT NULL DEFAULT 0,
			purpose varchar(20) NOT NULL DEFAULT '',
			error_code varchar(64) NOT NULL DEFAULT '',
			error_message text NOT NULL,
			language varchar(35) NOT NULL DEFAULT '',
			updated bigint(20) unsigned NOT NULL DEFAULT 0,
			PRIMARY KEY  (attachment_id),
			KEY batch_state (batch_id,state),
			KEY state_lease (state,lease_expires)
		) $collate;"
	);
	$are_there = altscribe_are_queue_tables_there();
	update_option( 'altscribe_queue_schema', $are_there ? ALTSCRIBE_QUEUE_SCHEMA : 'failed ' . time(), true );
	return $are_there;
}

/**
 * Whether both tables can be read.
 *
 * @return bool
 */
function altscribe_are_queue_tables_there() {
	global $wpdb;
	$was_quiet = $wpdb->suppress_errors();
	$are_there = true;
	foreach ( array( altscribe_batches_table(), altscribe_queue_table() ) as $table ) {
		$are_there = $are_there && false !== $wpdb->query( $wpdb->prepare( 'SELECT 1 FROM %i LIMIT 1', $table ) );
	}
	$wpdb->suppress_errors( $was_quiet );
	return $are_there;
}

/** The database has no tables for the queue, or does not let them be written. */
function altscribe_error_queue_unavailable() {
	return new WP_Error(
		'altscribe_queue_unavailable',
		current_user_can( 'manage_options' )
			? __( 'The images could not be queued because the database tables for Altscribe are missing and could not be created. Ask your host to let WordPress create tables, then try again.', 'altscribe' )
			: __( 'The images could not be queued because the database tables for Altscribe are missing. Ask an administrator to look at Tools > Site Health.', 'altscribe' ),
		array( 'status' => 500 )
	);
}
