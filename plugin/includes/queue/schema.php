<?php
/**
 * The tables of the queue. Times in them are Unix times in seconds.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Goes up whenever a table changes. */
const ALTSCRIBE_QUEUE_SCHEMA = '1';

register_activation_hook( ALTSCRIBE_FILE, 'altscribe_make_queue_tables' );
// Also after an update, which runs no activation, and on a new site of a network. The option is loaded with all others.
altscribe_on_init( 'altscribe_make_queue_tables' );

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

/** Makes or changes the tables, unless they are as they should be. */
function altscribe_make_queue_tables() {
	if ( ALTSCRIBE_QUEUE_SCHEMA === get_option( 'altscribe_queue_schema' ) ) {
		return;
	}
	global $wpdb;
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$collate = $wpdb->get_charset_collate();
	$batches = altscribe_batches_table();
	$queue   = altscribe_queue_table();
	// `lease_expires` of an item that waits is the time from which on it may be worked on.
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
	update_option( 'altscribe_queue_schema', ALTSCRIBE_QUEUE_SCHEMA, true );
}
