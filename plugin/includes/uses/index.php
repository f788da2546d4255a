<?php
/**
 * Fills the tables of uses and of the report: everything once in slices, then what has changed, and everything again
 * each week, because some changes bypass WordPress's hooks.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

const ALTSCRIBE_USES_HOOK = 'altscribe_read_uses';

/** How many attachments, or posts and terms, are read at a time. */
const ALTSCRIBE_FILES_AT_A_TIME = 200;
const ALTSCRIBE_USES_AT_A_TIME  = 50;

/** How many seconds one event of WP-Cron reads. */
const ALTSCRIBE_USES_SECONDS = 20.0;

add_action( ALTSCRIBE_USES_HOOK, 'altscribe_run_uses_event' );
add_action( 'import_end', 'altscribe_rebuild_uses' );
altscribe_on_init( 'altscribe_watch_uses' );
register_deactivation_hook( ALTSCRIBE_FILE, 'altscribe_stop_reading_uses' );

/** Schedules the event, which may have been lost. Costs no query. */
function altscribe_watch_uses() {
	if ( ! wp_next_scheduled( ALTSCRIBE_USES_HOOK ) ) {
		altscribe_forget_cron();
		wp_schedule_event( time(), 'hourly', ALTSCRIBE_USES_HOOK );
	}
}

/** Without the plugin, the event has no handler. */
function altscribe_stop_reading_uses() {
	altscribe_forget_cron();
	wp_clear_scheduled_hook( ALTSCRIBE_USES_HOOK );
}

/** Reads for a while, and continues soon if that was not enough. */
function altscribe_run_uses_event() {
	altscribe_restore_tables();
	if ( is_multisite() && altscribe_uses_state()['time'] < (int) get_site_option( ALTSCRIBE_NETWORK_ACTIVATED_OPTION ) ) {
		altscribe_read_everything_again();
		altscribe_check_everything_again();
	}
	$state = altscribe_uses_state();
	if ( '' === $state['phase'] && time() - $state['time'] > WEEK_IN_SECONDS ) {
		altscribe_rebuild_uses();
	}
	altscribe_sync_texts();
	if ( altscribe_make_uses_table() && false === altscribe_read_uses( ALTSCRIBE_USES_SECONDS ) ) {
		altscribe_continue_reading_uses();
	}
}

/** Has WP-Cron continue now. */
function altscribe_continue_reading_uses() {
	altscribe_forget_cron();
	wp_clear_scheduled_hook( ALTSCRIBE_USES_HOOK );
	wp_schedule_event( time(), 'hourly', ALTSCRIBE_USES_HOOK );
}

/** Starts to read everything again. Meanwhile, the rows stay. */
function altscribe_rebuild_uses() {
	altscribe_set_uses_state(
		array(
			'phase' => 'files',
			'after' => 0,
		)
	);
	altscribe_continue_reading_uses();
}

/**
 * Reads what has changed, then what was not read yet.
 *
 * @param float $seconds Starts nothing after this time, except the first part.
 * @return bool|null Whether nothing is left; null if the database does not store how far it is, so going on would only
 *                   read the same again.
 */
function altscribe_read_uses( $seconds ) {
	$until = microtime( true ) + $seconds;
	$last  = 0;
	do {
		altscribe_extend_time_limit();
		$mark    = altscribe_read_stale_uses( $last );
		$last    = max( $last, $mark );
		$is_left = $mark ? true : altscribe_read_slice();
	} while ( $is_left && microtime( true ) < $until );
	return null === $is_left ? null : ! $is_left;
}

/**
 * How much of the site was read, if the table is not complete yet.
 *
 * @return int|null In percent, below 100; null if it is complete.
 */
function altscribe_uses_progress() {
	global $wpdb;
	$state = altscribe_uses_state();
	if ( $state['is_complete'] ) {
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return $wpdb->get_var( $wpdb->prepare( 'SELECT 1 FROM %i WHERE is_stale = 1 LIMIT 1', altscribe_uses_table() ) ) ? 99 : null;
	}
	$parts = array_flip( array( 'files', 'posts', 'others' ) );
	$last  = max( 1, (int) $wpdb->get_var( "SELECT MAX(ID) FROM $wpdb->posts" ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
	return min( 99, (int) floor( 49.5 * ( ( $parts[ $state['phase'] ] ?? 0 ) + min( 1, $state['after'] / $last ) ) ) );
}

/**
 * Reads for a moment, because a user is waiting and WP-Cron may take long.
 *
 * @return int|null As altscribe_uses_progress() returns it.
 */
function altscribe_read_uses_for_user() {
	if ( ! altscribe_make_uses_table() ) {
		return 0;
	}
	if ( null !== altscribe_uses_progress() ) {
		altscribe_read_uses( 1.0 );
	}
	return altscribe_uses_progress();
}

/**
 * Error: the posts are not read yet.
 *
 * @return WP_Error|null Null if they are.
 */
function altscribe_error_still_reading() {
	$percent = altscribe_read_uses_for_user();
	/* translators: %s: a number. */
	return null === $percent ? null : new WP_Error( 'altscribe_still_reading', sprintf( __( 'Altscribe is still reading the posts (%s%%). Try again in a few minutes.', 'altscribe' ), number_format_i18n( $percent ) ), array( 'status' => 409 ) );
}

/**
 * Reads the next part of the site.
 *
 * @return bool|null False if all was read; null if the database did not store how far.
 */
function altscribe_read_slice() {
	global $wpdb;
	require_once __DIR__ . '/references.php';
	$state = altscribe_uses_state();
	$after = $state['after'];
	if ( '' === $state['phase'] ) {
		return false;
	}
	// phpcs:disable WordPress.DB -- Only ids, and the table is the plugin's own.
	if ( 'files' === $state['phase'] ) {
		$limit = ALTSCRIBE_FILES_AT_A_TIME;
		$next  = 'posts';
		$ids   = array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment' AND ID > %d ORDER BY ID LIMIT %d", $after, $limit ) ) );
		altscribe_read_files( $ids );
	} elseif ( 'posts' === $state['phase'] ) {
		$limit = ALTSCRIBE_USES_AT_A_TIME;
		$next  = 'others';
		$in    = "'" . implode( "','", ALTSCRIBE_CONTENT_STATUSES ) . "'";
		$ids   = array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_status IN ($in) AND post_type <> 'attachment' AND ID > %d ORDER BY ID LIMIT %d", $after, $limit ) ) );
		_prime_post_caches( $ids, false, true );
		altscribe_read_objects( 'post', $ids );
	} else {
		$limit = 1;
		$next  = '';
		$ids   = array();
		altscribe_read_objects( 'term', array_map( 'intval', $wpdb->get_col( "SELECT term_id FROM $wpdb->termmeta WHERE meta_key = 'thumbnail_id'" ) ) );
		altscribe_read_objects( 'widget', array( 0 ) );
		altscribe_read_objects( 'setting', array( 0 ) );
		// What was deleted without WordPress's hooks.
		$table = altscribe_uses_table();
		$gone  = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT object_id FROM %i WHERE object_type = 'post' AND kind = 'pattern' AND object_id NOT IN (SELECT ID FROM $wpdb->posts)", $table ) );
		altscribe_read_objects( 'post', array_map( 'intval', $gone ) );
		$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE object_type = 'post' AND is_stale = 0 AND object_id NOT IN (SELECT ID FROM $wpdb->posts)", $table ) );
		$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE object_type = 'term' AND is_stale = 0 AND object_id NOT IN (SELECT term_id FROM $wpdb->termmeta WHERE meta_key = 'thumbnail_id')", $table ) );
		$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE post_id NOT IN (SELECT ID FROM $wpdb->posts)", altscribe_report_table() ) );
		$gone = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT object_id FROM %i WHERE object_type = 'file' AND is_stale = 0 AND object_id NOT IN (SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment')", $table ) );
		altscribe_read_files( array_map( 'intval', $gone ) );
	}
	// phpcs:enable
	altscribe_release_posts( $ids );
	$is_over = count( $ids ) < $limit;
	$is_stored = altscribe_set_uses_state(
		array(
			'phase'       => $is_over ? $next : $state['phase'],
			'after'       => $is_over ? 0 : end( $ids ),
			'is_complete' => $state['is_complete'] || ( $is_over && '' === $next ),
			'time'        => time(),
		)
	);
	return $is_stored ? true : null;
}

/**
 * Reads some of the objects that have changed.
 *
 * @param int $after The last row that was read, if more are read after it: a row that the database does not delete must
 *                   not be read for ever.
 * @return int The last row that was read; 0 if there are no more.
 */
function altscribe_read_stale_uses( $after = 0 ) {
	global $wpdb;
	unset( $GLOBALS['altscribe_noted'] );
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$rows  = $wpdb->get_results( $wpdb->prepare( 'SELECT id, object_type, object_id FROM %i WHERE is_stale = 1 AND id > %d ORDER BY id LIMIT %d', altscribe_uses_table(), $after, ALTSCRIBE_USES_AT_A_TIME ) );
	$stale = array();
	foreach ( $rows as $row ) {
		$stale[ $row->object_type ][ (int) $row->object_id ] = (int) $row->id;
	}
	if ( $stale ) {
		require_once __DIR__ . '/references.php';
	}
	foreach ( array_keys( ( $stale['file'] ?? array() ) + ( $stale['post'] ?? array() ) ) as $id ) {
		// An import changes contents by SQL after it has saved them.
		altscribe_forget_attachment( $id );
	}
	// Files first: other objects refer to them.
	foreach ( array_filter( array( 'file' => $stale['file'] ?? array() ) + $stale ) as $type => $ids ) {
		// Only marks that were there before reading: there may be a new one meanwhile.
		if ( 'file' === $type ) {
			altscribe_read_files( array_keys( $ids ), max( $ids ) );
		} else {
			altscribe_read_objects( $type, array_keys( $ids ), max( $ids ) );
		}
	}
	return $rows ? (int) end( $rows )->id : 0;
}

/**
 * Reads the files of attachments. Objects that refer to a file that was added or removed will be read again.
 *
 * @param int[] $ids       Attachments, or former ones.
 * @param int   $last_mark The last row that may say that they have to be read.
 */
function altscribe_read_files( $ids, $last_mark = 0 ) {
	global $wpdb;
	if ( ! $ids ) {
		return;
	}
	$in    = implode( ',', array_map( 'intval', $ids ) );
	$table = altscribe_uses_table();
	_prime_post_caches( $ids, false, true );
	altscribe_read_texts_of_files( $ids, $last_mark > 0 );
	// phpcs:disable WordPress.DB -- The table is the plugin's own; only numbers and MD5s are put in.
	$known = array();
	foreach ( $wpdb->get_results( $wpdb->prepare( "SELECT id, object_id, file_key FROM %i WHERE object_type = 'file' AND is_stale = 0 AND object_id IN ($in)", $table ) ) as $row ) {
		$known[ "$row->object_id $row->file_key" ] = (int) $row->id;
	}
	$rows = array();
	$gone = array();
	foreach ( $ids as $id ) {
		if ( 'attachment' !== get_post_type( $id ) ) {
			$gone[] = (int) $id;
		}
		foreach ( altscribe_list_file_keys( $id ) as $key ) {
			if ( isset( $known[ "$id $key" ] ) ) {
				unset( $known[ "$id $key" ] );
			} else {
				$rows[] = array(
					'object_type'   => 'file',
					'object_id'     => $id,
					'attachment_id' => $id,
					'file_key'      => $key,
				);
			}
		}
	}
	altscribe_insert_uses( $rows );
	if ( $known ) {
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE id IN (' . implode( ',', $known ) . ')', $table ) );
	}
	$changed = array_unique( array_merge( wp_list_pluck( $rows, 'file_key' ), array_map( 'substr', array_keys( $known ), array_fill( 0, count( $known ), -32 ) ) ) );
	$mark    = $wpdb->prepare( "INSERT INTO %i (object_type, object_id, is_stale) SELECT DISTINCT object_type, object_id, 1 FROM %i WHERE object_type <> 'file' AND is_stale = 0 AND ", $table, $table );
	foreach ( array_chunk( $changed, 500 ) as $keys ) {
		$wpdb->query( "{$mark}file_key IN ('" . implode( "','", $keys ) . "')" );
	}
	if ( $gone ) {
		$wpdb->query( "{$mark}attachment_id IN (" . implode( ',', $gone ) . ')' );
	}
	$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE object_type = 'file' AND is_stale = 1 AND object_id IN ($in) AND id <= %d", $table, $last_mark ) );
	// phpcs:enable
}

/**
 * The keys of the files of an attachment: usually one, because its sizes share it.
 *
 * @param int $id The attachment.
 * @return string[]
 */
function altscribe_list_file_keys( $id ) {
	$file = 'attachment' === get_post_type( $id ) ? (string) get_post_meta( $id, '_wp_attached_file', true ) : '';
	if ( '' === $file ) {
		return array();
	}
	$keys   = array( altscribe_file_key( $file ) );
	$folder = false === strpos( $file, '/' ) ? '' : dirname( $file ) . '/';
	foreach ( array_filter( array_merge( altscribe_list_file_names( $id ), altscribe_list_earlier_file_names( $id ) ), 'is_string' ) as $name ) {
		$keys[] = altscribe_file_key( $folder . wp_basename( $name ) );
	}
	return array_unique( array_filter( $keys ) );
}

/**
 * Reads which images objects show, and counts those of posts for the report.
 *
 * @param string $type      `post`, `term`, `widget` or `setting`.
 * @param int[]  $ids       Posts or terms, or former ones; 0 for all widgets or all settings.
 * @param int    $last_mark As for altscribe_read_files().
 */
function altscribe_read_objects( $type, $ids, $last_mark = 0 ) {
	global $wpdb;
	if ( ! $ids || ! in_array( $type, array( 'post', 'term', 'widget', 'setting' ), true ) ) {
		return;
	}
	$table = altscribe_uses_table();
	$of    = in_array( $type, array( 'post', 'term' ), true ) ? ' AND object_id IN (' . implode( ',', array_map( 'intval', $ids ) ) . ')' : '';
	// phpcs:disable WordPress.DB -- The table is the plugin's own; only numbers are put in.
	$before     = $wpdb->get_results( $wpdb->prepare( "SELECT id, object_id, kind, attachment_id, is_published FROM %i WHERE object_type = %s AND (is_stale = 0 OR id <= %d)$of", $table, $type, $last_mark ), ARRAY_A );
	$references = array();
	foreach ( $ids as $id ) {
		$references = array_merge( $references, altscribe_list_references_of( $type, $id ) );
	}
	$images = altscribe_resolve_images( $references );
	if ( 'post' === $type ) {
		require_once dirname( __DIR__ ) . '/report/count.php';
		altscribe_count_posts( $ids, $images );
	}
	$rows = array();
	foreach ( $images as $image ) {
		if ( $image['attachment_id'] || '' !== $image['file_key'] ) {
			$row = array(
				'object_type'   => $type,
				'object_id'     => (int) $image['object_id'],
				'kind'          => $image['kind'],
				'attachment_id' => $image['attachment_id'],
				'file_key'      => $image['file_key'],
				'is_published'  => $image['is_published'] ? 1 : 0,
				'lacks_text'    => $image['lacks_text'] ? 1 : 0,
			);

			$rows[ implode( ' ', $row ) ] = $row;
		}
	}
	altscribe_insert_uses( array_values( $rows ) );
	$deleted = 0;
	foreach ( array_chunk( array_map( 'intval', array_column( $before, 'id' ) ), 1000 ) as $chunk ) {
		$deleted += (int) $wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE id IN (' . implode( ',', $chunk ) . ')', $table ) );
	}
	if ( $deleted < count( $before ) ) {
		// Another process has read them meanwhile. Unless it has stored the same, one of the two missed a change.
		$stored = $wpdb->get_results( $wpdb->prepare( "SELECT object_type, object_id, kind, attachment_id, file_key, is_published, lacks_text FROM %i WHERE object_type = %s AND is_stale = 0$of", $table, $type ), ARRAY_N );
		$times  = array_count_values( array_map( 'implode', array_fill( 0, count( $stored ), ' ' ), $stored ) );
		if ( in_array( 1, $times, true ) || array_diff_key( $times, $rows ) ) {
			altscribe_insert_uses( array_map( 'altscribe_stale_row', array_fill( 0, count( $ids ), $type ), $ids ) );
		}
	}
	// phpcs:enable
	altscribe_mark_patterns( $before, $rows );
}

/**
 * Has the synced patterns read again that other objects show since a change, or no longer show.
 *
 * @param array<array<string, mixed>> $before Rows of these objects.
 * @param array<array<string, mixed>> $after  The same now.
 */
function altscribe_mark_patterns( $before, $after ) {
	$patterns = array();
	foreach ( array( $before, $after ) as $time => $rows ) {
		foreach ( wp_list_filter( $rows, array( 'kind' => 'pattern' ) ) as $row ) {
			$patterns[ (int) $row['attachment_id'] ][ $time ][ "{$row['object_id']} {$row['is_published']}" ] = true;
		}
	}
	$marks = array();
	foreach ( $patterns as $id => $uses ) {
		// The order of uses does not matter.
		if ( ( $uses[0] ?? array() ) != ( $uses[1] ?? array() ) ) { // phpcs:ignore Universal.Operators.StrictComparisons
			$marks[] = altscribe_stale_row( 'post', $id );
		}
	}
	altscribe_insert_uses( $marks );
}
