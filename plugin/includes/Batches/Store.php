<?php
/**
 * The tables of batches and of their items.
 *
 * @package Altscribe
 */

namespace Altscribe\Batches;

use Altscribe\Core;
use Altscribe\Posts;
use Altscribe\Suggestions;

defined( 'ABSPATH' ) || exit;

final class Store {

	/** Increase this when a table changes. */
	private const SCHEMA = '4';

	/** Adds the hooks. */
	public static function add_hooks() {
		add_filter( 'altscribe_tables', array( self::class, 'list_tables' ) );
		add_action( 'altscribe_restore_tables', array( self::class, 'restore_tables' ) );
		add_action( 'altscribe_suggestions_table_made', array( self::class, 'move_queued_suggestions' ) );
		// Also after an update, which runs no activation, and on a new site of a network. The option is autoloaded.
		Core\Background::on_init( array( self::class, 'make_tables' ) );
		add_filter( 'wpmu_drop_tables', array( self::class, 'drop_tables' ) );
	}

	/**
	 * The records of the texts that a batch wrote, without texts that were filled in earlier or written by a person
	 * later.
	 *
	 * @param int $batch_id Its id.
	 * @param int $after    Only posts with a higher id.
	 * @return array<int, array<int, array<string, array<int, string>>>> Parts of the results of
	 *               Posts\Filled_Record::get(), by post id, ascending.
	 */
	public static function list_fills_of_batch( $batch_id, $after = 0 ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$rows  = $wpdb->get_results( $wpdb->prepare( "SELECT attachment_id, new_text, meta_value AS post_id FROM $wpdb->postmeta INNER JOIN %i ON attachment_id = post_id WHERE meta_key = %s AND batch_id = %d", self::items_table(), Posts\Filled_Record::FILLED_POSTS_KEY, $batch_id ) );
		$texts = array();
		foreach ( $rows as $row ) {
			if ( (int) $row->post_id > $after ) {
				$texts[ (int) $row->post_id ][ (int) $row->attachment_id ] = trim( $row->new_text );
			}
		}
		ksort( $texts );
		$fills = array();
		foreach ( array_chunk( $texts, 100, true ) as $chunk ) {
			update_meta_cache( 'post', array_keys( $chunk ) );
			foreach ( $chunk as $post_id => $of_post ) {
				foreach ( array_intersect_key( Posts\Filled_Record::get( $post_id ), $of_post ) as $attachment_id => $filled ) {
					$text = $of_post[ $attachment_id ];
					if ( isset( $filled[ $text ] ) ) {
						$fills[ $post_id ][ $attachment_id ] = array( $text => $filled[ $text ] );
					}
				}
			}
		}
		return $fills;
	}

	/**
	 * The name of the table of batches.
	 *
	 * @return string
	 */
	public static function batches_table() {
		return $GLOBALS['wpdb']->prefix . 'altscribe_batches';
	}

	/**
	 * The name of the table of items: one row per attachment, so none is processed twice.
	 *
	 * @return string
	 */
	public static function items_table() {
		return $GLOBALS['wpdb']->prefix . 'altscribe_queue';
	}

	/**
	 * Adds the tables to those that are dropped when a site of a network is deleted. WordPress has switched to
	 * that site.
	 *
	 * @param string[] $tables Names of tables.
	 * @return string[]
	 */
	public static function drop_tables( $tables ) {
		return array_merge( $tables, array( self::batches_table(), self::items_table() ) );
	}

	/**
	 * Creates or changes the tables if necessary. If the database refuses, it tries again after some minutes.
	 *
	 * @param bool $is_needed Whether they are needed now: then it tries immediately.
	 * @return bool Whether the tables exist.
	 */
	public static function make_tables( $is_needed = false ) {
		return Core\Tables::make(
			'altscribe_queue_schema',
			self::SCHEMA,
			function () {
				$collate = $GLOBALS['wpdb']->get_charset_collate();
				$batches = self::batches_table();
				$queue   = self::items_table();
				// `had_row` is whether an empty `previous_text` had a row. `lease_expires` of a waiting item is the time
				// from which it may be processed, or Worker::FIRST. `post_id` is the post that is being edited, and
				// `post_title` its title in the form.
				return Core\Tables::create(
					self::list_tables( array() ),
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
			},
			$is_needed
		);
	}

	/**
	 * The REST representation of a batch.
	 *
	 * @param int $batch_id Its id.
	 * @return array<string, mixed>|null From Batch_Routes::batch_to_array(); with `filled_posts`, the number of posts
	 *                                   that its texts were filled into, if it has ended. Null if there is none.
	 */
	public static function get_batch( $batch_id ) {
		$batch = self::find_batch( $batch_id );
		if ( ! $batch ) {
			return null;
		}
		$is_over = in_array( $batch['state'], array( 'stopped', 'finished' ), true );
		return Batch_Routes::batch_to_array( $batch ) + array( 'filled_posts' => $is_over ? count( self::list_fills_of_batch( $batch_id ) ) : 0 );
	}

	/**
	 * The batch that matters most to users: the newest unfinished one, or else the newest of all; those of uploads
	 * and products last.
	 *
	 * @return array<string, mixed>|null From Batch_Routes::batch_to_array(); null if there is none.
	 */
	public static function current_batch() {
		global $wpdb;
		$batches = self::batches_table();
		// phpcs:disable WordPress.DB -- The table is the plugin's own.
		$batch = $wpdb->get_row(
			$wpdb->prepare(
				"SELECT * FROM %i ORDER BY CASE WHEN state IN ('running','paused','halted') THEN 0 ELSE 1 END,
				CASE WHEN origin IN ('" . implode( "','", Worker::URGENT_ORIGINS ) . "') THEN 1 ELSE 0 END, id DESC LIMIT 1",
				$batches
			),
			ARRAY_A
		);
		// phpcs:enable
		return $batch ? Batch_Routes::batch_to_array( $batch ) : null;
	}

	/**
	 * Batches in some states, the newest first.
	 *
	 * @param string[] $states   The states.
	 * @param int      $limit    How many at most.
	 * @param int      $finished Unix time: those that have ended must have ended since then.
	 * @return array<array<string, string>> Rows.
	 */
	public static function list_batches( $states, $limit = 100, $finished = 0 ) {
		global $wpdb;
		$in = implode( ', ', array_fill( 0, count( $states ), '%s' ) );
		// phpcs:ignore WordPress.DB -- The table is the plugin's own; the interpolated part is placeholders.
		return $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE state IN ($in) AND finished >= %d ORDER BY id DESC LIMIT %d", array_merge( array( self::batches_table() ), $states, array( $finished, $limit ) ) ), ARRAY_A );
	}

	/**
	 * The row of a batch.
	 *
	 * @param int $batch_id Its id.
	 * @return array<string, string>|null
	 */
	public static function find_batch( $batch_id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE id = %d', self::batches_table(), $batch_id ), ARRAY_A );
	}

	/**
	 * Adds a batch, without items.
	 *
	 * @param array<string, mixed> $args As Start::batch_args() returns them.
	 * @return int Its id; 0 if the database refused it.
	 */
	public static function insert_batch( $args ) {
		global $wpdb;
		if ( ! self::make_tables( true ) ) {
			return 0;
		}
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$is_inserted = $wpdb->insert(
			self::batches_table(),
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
		if ( ! $is_inserted && Core\Tables::restore() ) {
			return self::insert_batch( $args );
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
	public static function update_batch( $batch_id, $values, $states = array() ) {
		global $wpdb;
		$batch = $states ? self::find_batch( $batch_id ) : null;
		if ( $states && ( ! $batch || ! in_array( $batch['state'], $states, true ) ) ) {
			return false;
		}
		$where = array( 'id' => $batch_id ) + ( $batch ? array( 'state' => $batch['state'] ) : array() );
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return false !== $wpdb->update( self::batches_table(), $values, $where );
	}

	/**
	 * Deletes a batch that has no items.
	 *
	 * @param int $batch_id Its id.
	 */
	public static function delete_batch( $batch_id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$wpdb->delete( self::batches_table(), array( 'id' => $batch_id ) );
	}

	/**
	 * The REST representations of the items of a batch. The newest attachments, which are processed first,
	 * come first.
	 *
	 * @param int    $batch_id Its id.
	 * @param int    $page     From 1.
	 * @param string $state    One of Batch_Routes::ITEM_STATES, or '' for all.
	 * @param int    $per_page Items per page.
	 * @return array{items: array<array<string, mixed>>, total: int} As Batch_Routes::item_to_array() returns them.
	 */
	public static function list_batch_items( $batch_id, $page = 1, $state = '', $per_page = 20 ) {
		global $wpdb;
		$where  = $wpdb->prepare( 'FROM %i WHERE batch_id = %d', self::items_table(), $batch_id );
		$where .= '' === $state ? '' : $wpdb->prepare( ' AND state = %s', $state );
		$limit  = $wpdb->prepare( ' ORDER BY attachment_id DESC LIMIT %d OFFSET %d', $per_page, ( $page - 1 ) * $per_page );
		// phpcs:disable WordPress.DB -- Prepared above.
		$rows  = $wpdb->get_results( "SELECT * $where$limit", ARRAY_A );
		$total = (int) $wpdb->get_var( "SELECT COUNT(*) $where" );
		// phpcs:enable
		return array(
			'items' => self::items_to_array( $rows ),
			'total' => $total,
		);
	}

	/**
	 * The REST representations of the items of some attachments.
	 *
	 * @param int[] $attachment_ids Ids; those without an item are omitted.
	 * @return array<array<string, mixed>> As Batch_Routes::item_to_array() returns them.
	 */
	public static function list_items( $attachment_ids ) {
		global $wpdb;
		$ids = implode( ',', array_map( 'intval', $attachment_ids ) );
		// phpcs:ignore WordPress.DB -- Only numbers.
		return $ids ? self::items_to_array( $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE attachment_id IN ($ids)", self::items_table() ), ARRAY_A ) ) : array();
	}

	/**
	 * Items as arrays, with one query for all their attachments.
	 *
	 * @param array<array<string, string>> $rows Rows of the table.
	 * @return array<array<string, mixed>>
	 */
	private static function items_to_array( $rows ) {
		_prime_post_caches( array_map( 'intval', wp_list_pluck( $rows, 'attachment_id' ) ), false, true );
		return array_map( array( Batch_Routes::class, 'item_to_array' ), $rows );
	}

	/**
	 * The row of an item.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<string, string>|null
	 */
	public static function find_item( $attachment_id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE attachment_id = %d', self::items_table(), $attachment_id ), ARRAY_A );
	}

	/**
	 * The condition for items that a worker has or will take. Those of a stopped batch wait no longer: a worker returned them
	 * after the stop, or was cut off.
	 *
	 * @param string $items The name of the table of items in the query.
	 * @return string Safe SQL.
	 */
	public static function queued_sql( $items ) {
		global $wpdb;
		$stopped = $wpdb->prepare( "SELECT id FROM %i WHERE state = 'stopped'", self::batches_table() );
		$leased  = $wpdb->prepare( "$items.state = 'running' AND $items.lease_expires >= %d", time() ); // phpcs:ignore WordPress.DB.PreparedSQL -- The name of a table.
		return "($items.state IN ('waiting', 'running') AND (($leased) OR $items.batch_id NOT IN ($stopped)))";
	}

	/**
	 * Whether a worker has the item of an attachment, or will take it.
	 *
	 * @param int $attachment_id The attachment.
	 * @return bool
	 */
	public static function is_queued( $attachment_id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own, and the condition is safe.
		return (bool) $wpdb->get_var( $wpdb->prepare( 'SELECT 1 FROM %i item WHERE attachment_id = %d AND ', self::items_table(), $attachment_id ) . self::queued_sql( 'item' ) );
	}

	/** Deletes the items that would be processed if their batch had not been stopped. */
	public static function delete_leftovers() {
		global $wpdb;
		$items = self::items_table();
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own, and the condition is safe.
		$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE state IN ('waiting', 'running') AND NOT ", $items ) . self::queued_sql( $items ) );
	}

	/**
	 * Changes an item if some of its columns have the expected values.
	 *
	 * @param int                  $attachment_id The attachment.
	 * @param array<string, mixed> $values        New values by column.
	 * @param array<string, mixed> $expected      Values by column.
	 * @return bool Whether it was changed.
	 */
	public static function update_item( $attachment_id, $values, $expected = array() ) {
		global $wpdb;
		$values['updated'] = time();
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return (bool) $wpdb->update( self::items_table(), $values, array( 'attachment_id' => $attachment_id ) + $expected );
	}

	/**
	 * Replaces the item that was read, unless another process has changed it.
	 *
	 * @param int                       $attachment_id The attachment.
	 * @param array<string, mixed>|null $item          Its columns, for a new item at least those without a default; null for none.
	 * @param array<string, mixed>|null $before        The columns that were read; null if there was none.
	 * @return bool Whether it was replaced.
	 */
	public static function put_item( $attachment_id, $item, $before ) {
		global $wpdb;
		$expected = array( 'attachment_id' => $attachment_id ) + wp_array_slice_assoc( (array) $before, array( 'batch_id', 'state', 'lease_token' ) );
		if ( null === $before ) {
			return Core\Tables::insert_new( self::items_table(), $expected + $item + array( 'updated' => time() ) );
		}
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return null === $item ? (bool) $wpdb->delete( self::items_table(), $expected ) : self::update_item( $attachment_id, $item, $expected );
	}

	/** Moves the suggestions that earlier versions stored in the queue. */
	public static function move_queued_suggestions() {
		global $wpdb;
		// phpcs:disable WordPress.DB -- The tables are the plugin's own.
		$rows = (array) $wpdb->get_results( $wpdb->prepare( "SELECT item.*, batch.origin, batch.user_id FROM %i item JOIN %i batch ON batch.id = item.batch_id WHERE item.state = 'suggested'", self::items_table(), self::batches_table() ), ARRAY_A );
		foreach ( $rows as $row ) {
			Suggestions\Store::insert(
				array(
					'origin'  => Suggestions\Store::origin_of_batch( $row['origin'] ),
					'created' => (int) $row['updated'],
				) + $row + array( 'findings' => Suggestions\Store::find_findings( $row ) )
			);
		}
		// phpcs:enable
	}

	/**
	 * Adds the tables of this class.
	 *
	 * @param array<string, string> $tables As for `altscribe_tables`.
	 * @return array<string, string>
	 */
	public static function list_tables( $tables ) {
		return $tables + array(
			self::batches_table() => 'credits',
			self::items_table()   => 'had_row',
		);
	}

	/**
	 * Recreates the tables of this class if they are missing.
	 *
	 * @param string[] $missing Names of tables.
	 */
	public static function restore_tables( $missing ) {
		if ( array_intersect( $missing, array( self::batches_table(), self::items_table() ) ) ) {
			delete_option( 'altscribe_queue_schema' );
			self::make_tables( true );
		}
	}
}
