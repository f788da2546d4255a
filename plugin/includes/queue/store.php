<?php
/**
 * The tables of the queue: batches and their items.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Increase this when a table changes. */
const ALTSCRIBE_QUEUE_SCHEMA = '4';

// After an update, which runs no activation, and on a new site of a network. The option is autoloaded.
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
 * The name of the table of items: one row per attachment, so none is processed twice.
 *
 * @return string
 */
function altscribe_queue_table() {
	return $GLOBALS['wpdb']->prefix . 'altscribe_queue';
}

/**
 * Adds the tables to those that are dropped when a site of a network is deleted. WordPress has switched to
 * that site.
 *
 * @param string[] $tables Names of tables.
 * @return string[]
 */
function altscribe_drop_queue_tables( $tables ) {
	return array_merge( $tables, array( altscribe_batches_table(), altscribe_queue_table() ) );
}

/**
 * Creates or changes the tables if necessary. If the database refuses, it tries again after some minutes.
 *
 * @param bool $is_needed Whether they are needed now: then it tries immediately.
 * @return bool Whether the tables exist.
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
	// `had_row` is whether an empty `previous_text` had a row. `lease_expires` of a waiting item is the time
	// from which it may be processed, or ALTSCRIBE_FIRST. `post_id` is the post that is being edited, and
	// `post_title` its title in the form.
	dbDelta(
		"CREATE TABLE $batches (
			id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
			state varchar(20) NOT NULL DEFAULT 'running',
			origin varchar(20) NOT NULL DEFAULT '',
			user_id bigint(20) unsigned NOT NULL DEFAULT 0,
			overwrite tinyint(1) NOT NULL DEFAULT 0,
			regenerate tinyint(1) NOT NULL DEFAULT 0,
			language varchar(35) NOT NULL DEFAULT '',
			post_id bigint(20) unsigned NOT NULL DEFAULT 0,
			post_title varchar(255) NOT NULL DEFAULT '',
			idempotency_key varchar(40) NOT NULL DEFAULT '',
			total int(10) unsigned NOT NULL DEFAULT 0,
			credits int(10) unsigned NOT NULL DEFAULT 0,
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
	$are_there = altscribe_is_column_there( $batches, 'credits' ) && altscribe_is_column_there( $queue, 'had_row' );
	update_option( 'altscribe_queue_schema', $are_there ? ALTSCRIBE_QUEUE_SCHEMA : 'failed ' . time(), true );
	return $are_there;
}

/**
 * Error: the database did not store a batch or a suggestion, usually because a table is missing.
 *
 * @return WP_Error
 */
function altscribe_error_queue_unavailable() {
	$missing = altscribe_list_missing_tables();
	if ( ! $missing ) {
		$message = __( 'The database did not store this. It may be read-only or full.', 'altscribe' );
	} elseif ( current_user_can( 'manage_options' ) ) {
		/* translators: %s: names of database tables. */
		$message = sprintf( _n( 'A database table of Altscribe is missing and could not be created: %s. Ask your host to let WordPress create and change tables, then try again.', 'Database tables of Altscribe are missing and could not be created: %s. Ask your host to let WordPress create and change tables, then try again.', count( $missing ), 'altscribe' ), implode( ', ', $missing ) );
	} else {
		$message = __( 'A database table of Altscribe is missing. Ask an administrator to check Tools > Site Health.', 'altscribe' );
	}
	return new WP_Error( 'altscribe_queue_unavailable', $message, array( 'status' => 500 ) );
}

/**
 * The REST representation of a batch.
 *
 * @param int $batch_id Its id.
 * @return array<string, mixed>|null From altscribe_batch_to_array(); with `filled_posts`, the number of posts
 *                                   that its texts were filled into, if it has ended. Null if there is none.
 */
function altscribe_get_batch( $batch_id ) {
	$batch = altscribe_find_batch( $batch_id );
	if ( ! $batch ) {
		return null;
	}
	$is_over = in_array( $batch['state'], array( 'stopped', 'finished' ), true );
	return altscribe_batch_to_array( $batch ) + array( 'filled_posts' => $is_over ? count( altscribe_list_fills_of_batch( $batch_id ) ) : 0 );
}

/**
 * The batch that matters most to users: the newest unfinished one, or else the newest of all; those of uploads
 * and products last.
 *
 * @return array<string, mixed>|null From altscribe_batch_to_array(); null if there is none.
 */
function altscribe_current_batch() {
	global $wpdb;
	$batches = altscribe_batches_table();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$batch = $wpdb->get_row(
		$wpdb->prepare(
			"SELECT * FROM %i ORDER BY CASE WHEN state IN ('running','paused','halted') THEN 0 ELSE 1 END,
			CASE WHEN origin IN ('" . implode( "','", ALTSCRIBE_URGENT_ORIGINS ) . "') THEN 1 ELSE 0 END, id DESC LIMIT 1",
			$batches
		),
		ARRAY_A
	);
	return $batch ? altscribe_batch_to_array( $batch ) : null;
}

/**
 * The row of a batch.
 *
 * @param int $batch_id Its id.
 * @return array<string, string>|null
 */
function altscribe_find_batch( $batch_id ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE id = %d', altscribe_batches_table(), $batch_id ), ARRAY_A );
}

/**
 * Adds a batch, without items.
 *
 * @param array<string, mixed> $args As altscribe_batch_args() returns them.
 * @return int Its id; 0 if the database refused it.
 */
function altscribe_insert_batch( $args ) {
	global $wpdb;
	if ( ! altscribe_make_queue_tables( true ) ) {
		return 0;
	}
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$is_inserted = $wpdb->insert(
		altscribe_batches_table(),
		array(
			'state'           => 'running',
			'origin'          => $args['origin'],
			'user_id'         => get_current_user_id(),
			'overwrite'       => $args['overwrite'] ? 1 : 0,
			'regenerate'      => $args['regenerate'] ? 1 : 0,
			'language'        => $args['language'],
			'post_id'         => $args['post_id'],
			'post_title'      => mb_substr( $args['post_title'], 0, 255 ),
			'idempotency_key' => wp_generate_uuid4(),
			'reason_message'  => '',
			'created'         => time(),
		)
	);
	if ( ! $is_inserted && altscribe_restore_tables() ) {
		return altscribe_insert_batch( $args );
	}
	return $is_inserted ? (int) $wpdb->insert_id : 0;
}

/**
 * Changes a batch if it is in one of some states.
 *
 * @param int                  $batch_id Its id.
 * @param array<string, mixed> $values   By column.
 * @param string[]             $states   The states in which it is changed; empty for any.
 * @return bool Whether the batch was in one of the states.
 */
function altscribe_update_batch( $batch_id, $values, $states = array() ) {
	global $wpdb;
	$batch = $states ? altscribe_find_batch( $batch_id ) : null;
	if ( $states && ( ! $batch || ! in_array( $batch['state'], $states, true ) ) ) {
		return false;
	}
	$where = array( 'id' => $batch_id ) + ( $batch ? array( 'state' => $batch['state'] ) : array() );
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return false !== $wpdb->update( altscribe_batches_table(), $values, $where );
}

/**
 * Deletes a batch that has no items.
 *
 * @param int $batch_id Its id.
 */
function altscribe_delete_batch( $batch_id ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$wpdb->delete( altscribe_batches_table(), array( 'id' => $batch_id ) );
}

/**
 * The REST representations of the items of a batch. The newest attachments, which are processed first,
 * come first.
 *
 * @param int    $batch_id Its id.
 * @param int    $page     From 1.
 * @param string $state    One of ALTSCRIBE_ITEM_STATES, or '' for all.
 * @param int    $per_page Items per page.
 * @return array{items: array<array<string, mixed>>, total: int} As altscribe_item_to_array() returns them.
 */
function altscribe_list_batch_items( $batch_id, $page = 1, $state = '', $per_page = 20 ) {
	global $wpdb;
	$where  = $wpdb->prepare( 'FROM %i WHERE batch_id = %d', altscribe_queue_table(), $batch_id ); // phpcs:ignore WordPress.DB.PreparedSQL
	$where .= '' === $state ? '' : $wpdb->prepare( ' AND state = %s', $state );
	$limit  = $wpdb->prepare( ' ORDER BY attachment_id DESC LIMIT %d OFFSET %d', $per_page, ( $page - 1 ) * $per_page );
	// phpcs:disable WordPress.DB -- Prepared above.
	$rows  = $wpdb->get_results( "SELECT * $where$limit", ARRAY_A );
	$total = (int) $wpdb->get_var( "SELECT COUNT(*) $where" );
	// phpcs:enable
	return array(
		'items' => altscribe_items_to_array( $rows ),
		'total' => $total,
	);
}

/**
 * The REST representations of the items of some attachments.
 *
 * @param int[] $attachment_ids Ids; those without an item are omitted.
 * @return array<array<string, mixed>> As altscribe_item_to_array() returns them.
 */
function altscribe_list_items( $attachment_ids ) {
	global $wpdb;
	$ids = implode( ',', array_map( 'intval', $attachment_ids ) );
	// phpcs:ignore WordPress.DB -- Only numbers.
	return $ids ? altscribe_items_to_array( $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE attachment_id IN ($ids)", altscribe_queue_table() ), ARRAY_A ) ) : array();
}

/**
 * Items as arrays, with one query for all their attachments.
 *
 * @param array<array<string, string>> $rows Rows of the table.
 * @return array<array<string, mixed>>
 */
function altscribe_items_to_array( $rows ) {
	_prime_post_caches( array_map( 'intval', wp_list_pluck( $rows, 'attachment_id' ) ), false, true );
	return array_map( 'altscribe_item_to_array', $rows );
}

/**
 * The row of an item.
 *
 * @param int $attachment_id The attachment.
 * @return array<string, string>|null
 */
function altscribe_find_item( $attachment_id ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE attachment_id = %d', altscribe_queue_table(), $attachment_id ), ARRAY_A );
}

/**
 * Changes an item if some of its columns have the expected values.
 *
 * @param int                  $attachment_id The attachment.
 * @param array<string, mixed> $values        New values by column.
 * @param array<string, mixed> $expected      Values by column.
 * @return bool Whether it was changed.
 */
function altscribe_update_item( $attachment_id, $values, $expected = array() ) {
	global $wpdb;
	$values['updated'] = time();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return (bool) $wpdb->update( altscribe_queue_table(), $values, array( 'attachment_id' => $attachment_id ) + $expected );
}

/**
 * Error: there is no such item.
 *
 * @return WP_Error
 */
function altscribe_error_item_not_found() {
	return new WP_Error( 'altscribe_item_not_found', __( 'This image is not in a batch.', 'altscribe' ), array( 'status' => 404 ) );
}
