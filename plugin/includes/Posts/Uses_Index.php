<?php
/**
 * Fills the tables of uses and of the report: everything once in slices, then each change, and everything again each
 * week, because some changes bypass WordPress's hooks.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Core;
use Altscribe\Library;

defined( 'ABSPATH' ) || exit;

final class Uses_Index {

	private const USES_HOOK = 'altscribe_read_uses';

	/** How many attachments, or posts and terms, are read at a time. */
	private const FILES_AT_A_TIME = 200;

	private const USES_AT_A_TIME  = 50;

	/** How many seconds one event of WP-Cron reads. */
	private const USES_SECONDS = 20.0;

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( self::USES_HOOK, array( self::class, 'run_uses_event' ) );
		add_action( 'import_end', array( self::class, 'rebuild_uses' ) );
		Core\Background::on_init( array( self::class, 'watch_uses' ) );
		register_deactivation_hook( ALTSCRIBE_FILE, array( self::class, 'stop_reading_uses' ) );
	}

	/** Schedules the event, which may have been lost. Costs no query. */
	public static function watch_uses() {
		if ( ! wp_next_scheduled( self::USES_HOOK ) ) {
			Core\Background::forget_cron();
			wp_schedule_event( time(), 'hourly', self::USES_HOOK );
		}
	}

	/** Without the plugin, the event has no handler. */
	public static function stop_reading_uses() {
		Core\Background::forget_cron();
		wp_clear_scheduled_hook( self::USES_HOOK );
	}

	/** Reads for a while, and continues soon if that was not enough. */
	public static function run_uses_event() {
		Core\Tables::restore();
		if ( is_multisite() && Uses::state()['time'] < (int) get_site_option( Core\Tables::NETWORK_ACTIVATED_OPTION ) ) {
			Uses::read_everything_again();
			Library\Repeated_Texts::check_everything_again();
		}
		$state = Uses::state();
		if ( '' === $state['phase'] && time() - $state['time'] > WEEK_IN_SECONDS ) {
			self::rebuild_uses();
		}
		Library\Findings::sync_texts();
		if ( Uses::make_table() && false === self::read_uses( self::USES_SECONDS ) ) {
			self::continue_reading_uses();
		}
	}

	/** Has WP-Cron continue now. */
	public static function continue_reading_uses() {
		Core\Background::forget_cron();
		wp_clear_scheduled_hook( self::USES_HOOK );
		wp_schedule_event( time(), 'hourly', self::USES_HOOK );
	}

	/** Starts reading everything again. The rows stay in the meantime. */
	public static function rebuild_uses() {
		Uses::set_state(
			array(
				'phase' => 'files',
				'after' => 0,
			)
		);
		self::continue_reading_uses();
	}

	/**
	 * Reads the changed objects, then the rest of the site.
	 *
	 * @param float $seconds Starts nothing after this time, except the first part.
	 * @return bool|null Whether nothing is left; null if the database does not store the progress, so continuing would only
	 *                   read the same again.
	 */
	public static function read_uses( $seconds ) {
		$until = microtime( true ) + $seconds;
		$last  = 0;
		do {
			Core\Background::extend_time_limit();
			$mark    = self::read_stale_uses( $last );
			$last    = max( $last, $mark );
			$is_left = $mark ? true : self::read_slice();
		} while ( $is_left && microtime( true ) < $until );
		return null === $is_left ? null : ! $is_left;
	}

	/**
	 * How much of the site was read, if the table is not complete yet.
	 *
	 * @return int|null In percent, below 100; null if it is complete.
	 */
	public static function uses_progress() {
		global $wpdb;
		$state = Uses::state();
		if ( $state['is_complete'] ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			return $wpdb->get_var( $wpdb->prepare( 'SELECT 1 FROM %i WHERE is_stale = 1 LIMIT 1', Uses::table() ) ) ? 99 : null;
		}
		$parts = array_flip( array( 'files', 'posts', 'others' ) );
		$last  = max( 1, (int) $wpdb->get_var( "SELECT MAX(ID) FROM $wpdb->posts" ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		return min( 99, (int) floor( 49.5 * ( ( $parts[ $state['phase'] ] ?? 0 ) + min( 1, $state['after'] / $last ) ) ) );
	}

	/**
	 * Reads for a moment, because a user is waiting and WP-Cron may take long.
	 *
	 * @return int|null As self::uses_progress() returns it.
	 */
	public static function read_uses_for_user() {
		if ( ! Uses::make_table() ) {
			return 0;
		}
		if ( null !== self::uses_progress() ) {
			self::read_uses( 1.0 );
		}
		return self::uses_progress();
	}

	/**
	 * The error if the table of uses is not complete yet.
	 *
	 * @return WP_Error|null Null if it is.
	 */
	public static function find_error_still_reading() {
		$percent = self::read_uses_for_user();
		return null === $percent ? null : Core\Errors::still_reading( $percent );
	}

	/**
	 * Reads the next part of the site.
	 *
	 * @return bool|null False if all was read; null if the database did not store the progress.
	 */
	private static function read_slice() {
		global $wpdb;
		$state = Uses::state();
		$after = $state['after'];
		if ( '' === $state['phase'] ) {
			return false;
		}
		// phpcs:disable WordPress.DB -- Only ids, and the table is the plugin's own.
		if ( 'files' === $state['phase'] ) {
			$limit = self::FILES_AT_A_TIME;
			$next  = 'posts';
			$ids   = array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment' AND ID > %d ORDER BY ID LIMIT %d", $after, $limit ) ) );
			self::read_files( $ids );
		} elseif ( 'posts' === $state['phase'] ) {
			$limit = self::USES_AT_A_TIME;
			$next  = 'others';
			$in    = "'" . implode( "','", Places::CONTENT_STATUSES ) . "'";
			$ids   = array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_status IN ($in) AND post_type <> 'attachment' AND ID > %d ORDER BY ID LIMIT %d", $after, $limit ) ) );
			_prime_post_caches( $ids, false, true );
			self::read_objects( 'post', $ids );
		} else {
			$limit = 1;
			$next  = '';
			$ids   = array();
			self::read_objects( 'term', array_map( 'intval', $wpdb->get_col( "SELECT term_id FROM $wpdb->termmeta WHERE meta_key = 'thumbnail_id'" ) ) );
			self::read_objects( 'widget', array( 0 ) );
			self::read_objects( 'setting', array( 0 ) );
			// Objects that were deleted without WordPress's hooks.
			$table = Uses::table();
			$gone  = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT object_id FROM %i WHERE object_type = 'post' AND kind = 'pattern' AND object_id NOT IN (SELECT ID FROM $wpdb->posts)", $table ) );
			self::read_objects( 'post', array_map( 'intval', $gone ) );
			$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE object_type = 'post' AND is_stale = 0 AND object_id NOT IN (SELECT ID FROM $wpdb->posts)", $table ) );
			$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE object_type = 'term' AND is_stale = 0 AND object_id NOT IN (SELECT term_id FROM $wpdb->termmeta WHERE meta_key = 'thumbnail_id')", $table ) );
			$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE post_id NOT IN (SELECT ID FROM $wpdb->posts)", Uses::report_table() ) );
			$gone = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT object_id FROM %i WHERE object_type = 'file' AND is_stale = 0 AND object_id NOT IN (SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment')", $table ) );
			self::read_files( array_map( 'intval', $gone ) );
		}
		// phpcs:enable
		Core\Background::release_posts( $ids );
		$is_over = count( $ids ) < $limit;
		$is_stored = Uses::set_state(
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
	public static function read_stale_uses( $after = 0 ) {
		global $wpdb;
		unset( $GLOBALS['altscribe_noted'] );
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$rows  = $wpdb->get_results( $wpdb->prepare( 'SELECT id, object_type, object_id FROM %i WHERE is_stale = 1 AND id > %d ORDER BY id LIMIT %d', Uses::table(), $after, self::USES_AT_A_TIME ) );
		$stale = array();
		foreach ( $rows as $row ) {
			$stale[ $row->object_type ][ (int) $row->object_id ] = (int) $row->id;
		}
		foreach ( array_keys( ( $stale['file'] ?? array() ) + ( $stale['post'] ?? array() ) ) as $id ) {
			// An import changes posts by SQL after it has saved them.
			Library\Alt_Text::forget( $id );
		}
		// Files first: other objects refer to them.
		foreach ( array_filter( array( 'file' => $stale['file'] ?? array() ) + $stale ) as $type => $ids ) {
			// Only marks that were there before reading: there may be a new one by then.
			if ( 'file' === $type ) {
				self::read_files( array_keys( $ids ), max( $ids ) );
			} else {
				self::read_objects( $type, array_keys( $ids ), max( $ids ) );
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
	private static function read_files( $ids, $last_mark = 0 ) {
		global $wpdb;
		if ( ! $ids ) {
			return;
		}
		$in    = implode( ',', array_map( 'intval', $ids ) );
		$table = Uses::table();
		_prime_post_caches( $ids, false, true );
		Library\File_Texts::read_many( $ids, $last_mark > 0 );
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own; only numbers and MD5s are put in.
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
			foreach ( self::list_file_keys( $id ) as $key ) {
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
		Uses::insert_uses( $rows );
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
	private static function list_file_keys( $id ) {
		$file = 'attachment' === get_post_type( $id ) ? (string) get_post_meta( $id, '_wp_attached_file', true ) : '';
		if ( '' === $file ) {
			return array();
		}
		$keys   = array( References::file_key( $file ) );
		$folder = false === strpos( $file, '/' ) ? '' : dirname( $file ) . '/';
		foreach ( array_filter( array_merge( Library\Images::list_file_names( $id ), Library\Images::list_earlier_file_names( $id ) ), 'is_string' ) as $name ) {
			$keys[] = References::file_key( $folder . wp_basename( $name ) );
		}
		return array_unique( array_filter( $keys ) );
	}

	/**
	 * Reads which images objects show, and counts those of posts for the report.
	 *
	 * @param string $type      `post`, `term`, `widget` or `setting`.
	 * @param int[]  $ids       Posts or terms, or former ones; 0 for all widgets or all settings.
	 * @param int    $last_mark As for self::read_files().
	 */
	private static function read_objects( $type, $ids, $last_mark = 0 ) {
		global $wpdb;
		if ( ! $ids || ! in_array( $type, array( 'post', 'term', 'widget', 'setting' ), true ) ) {
			return;
		}
		$table = Uses::table();
		$of    = in_array( $type, array( 'post', 'term' ), true ) ? ' AND object_id IN (' . implode( ',', array_map( 'intval', $ids ) ) . ')' : '';
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own; only numbers are put in.
		$before     = $wpdb->get_results( $wpdb->prepare( "SELECT id, object_id, kind, attachment_id, is_published FROM %i WHERE object_type = %s AND (is_stale = 0 OR id <= %d)$of", $table, $type, $last_mark ), ARRAY_A );
		$references = array();
		foreach ( $ids as $id ) {
			$references = array_merge( $references, References::list_references_of( $type, $id ) );
		}
		$images = References::resolve_images( $references );
		if ( 'post' === $type ) {
			/**
			 * Fires when posts were read: their content or their records may have changed. For Altscribe's own use.
			 *
			 * @param int[]                       $ids    Posts, or former ones.
			 * @param array<array<string, mixed>> $images The images that they show, from References::resolve_images().
			 */
			do_action( 'altscribe_posts_read', $ids, $images );
			Text_Counts::count_posts( $ids, $images );
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
		Uses::insert_uses( array_values( $rows ) );
		$deleted = 0;
		foreach ( array_chunk( array_map( 'intval', array_column( $before, 'id' ) ), 1000 ) as $chunk ) {
			$deleted += (int) $wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE id IN (' . implode( ',', $chunk ) . ')', $table ) );
		}
		if ( $deleted < count( $before ) ) {
			// Another process has read them at the same time. Unless both stored the same rows, one of them missed a change.
			$stored = $wpdb->get_results( $wpdb->prepare( "SELECT object_type, object_id, kind, attachment_id, file_key, is_published, lacks_text FROM %i WHERE object_type = %s AND is_stale = 0$of", $table, $type ), ARRAY_N );
			$times  = array_count_values( array_map( 'implode', array_fill( 0, count( $stored ), ' ' ), $stored ) );
			if ( in_array( 1, $times, true ) || array_diff_key( $times, $rows ) ) {
				Uses::insert_uses( array_map( array( Uses::class, 'stale_row' ), array_fill( 0, count( $ids ), $type ), $ids ) );
			}
		}
		// phpcs:enable
		self::mark_patterns( $before, $rows );
	}

	/**
	 * Marks the synced patterns that other objects have started or stopped showing, to be read again.
	 *
	 * @param array<array<string, mixed>> $before Rows of these objects.
	 * @param array<array<string, mixed>> $after  The same now.
	 */
	private static function mark_patterns( $before, $after ) {
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
				$marks[] = Uses::stale_row( 'post', $id );
			}
		}
		Uses::insert_uses( $marks );
	}
}
