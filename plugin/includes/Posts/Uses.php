<?php
/**
 * The table of uses: which post, term, widget or setting shows which attachment, and which attachment each file
 * belongs to. Changes are noted, and read at the end of the request; a note survives a request that is cut off.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Core;
use Altscribe\Library;
use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Uses {

	/** How many posts with the same image are compared. More would hardly change what they have in common. */
	private const MAX_POSTS_OF_IMAGE = 100;

	/** The cache of data that is prepared for the next images of a batch. */
	public const CONTEXT_CACHE = 'altscribe_context';

	/** Increase this when the table changes. */
	public const SCHEMA = 4;

	/** Option: the version of the table, and the progress of filling it. Autoloaded. */
	private const OPTION = 'altscribe_uses';

	/** How many seconds a request reads at its end. WP-Cron continues. */
	private const NOTED_SECONDS = 2.0;

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'altscribe_activated', array( self::class, 'read_everything_again' ) );
		add_filter( 'altscribe_tables', array( self::class, 'list_tables' ) );
		add_action( 'altscribe_restore_tables', array( self::class, 'restore_tables' ) );
		wp_cache_add_non_persistent_groups( self::CONTEXT_CACHE );
		// Also after an update, which runs no activation, and on a new site of a network.
		Core\Background::on_init( array( self::class, 'make_table' ) );
		add_filter( 'wpmu_drop_tables', array( self::class, 'drop_uses_table' ) );
		add_action( 'transition_post_status', array( self::class, 'note_post' ), 10, 3 );
		add_action( 'deleted_post', array( self::class, 'note_deleted_post' ), 10, 2 );
		add_action( 'wp_media_attach_action', array( self::class, 'note_attached' ), 10, 3 );
		add_action( 'added_post_meta', array( self::class, 'note_post_meta' ), 10, 3 );
		add_action( 'updated_post_meta', array( self::class, 'note_post_meta' ), 10, 3 );
		add_action( 'deleted_post_meta', array( self::class, 'note_post_meta' ), 10, 3 );
		add_action( 'added_term_meta', array( self::class, 'note_term_meta' ), 10, 3 );
		add_action( 'updated_term_meta', array( self::class, 'note_term_meta' ), 10, 3 );
		add_action( 'deleted_term_meta', array( self::class, 'note_term_meta' ), 10, 3 );
		add_action( 'added_option', array( self::class, 'note_option' ) );
		add_action( 'updated_option', array( self::class, 'note_option' ) );
		add_action( 'deleted_option', array( self::class, 'note_option' ) );
		add_action( 'switch_theme', array( self::class, 'note_theme' ) );
	}

	/**
	 * The posts and terms that show attachments, from the table of uses; published posts, or else drafts.
	 *
	 * @param int[] $attachment_ids The attachments.
	 * @return array<int, array<string, int[]>> By attachment: ids by `post` and `term`.
	 */
	public static function list_uses_for_context( $attachment_ids ) {
		$uses = array_filter( wp_cache_get_multiple( $attachment_ids, self::CONTEXT_CACHE ), 'is_array' );
		$ids  = array_values( array_diff( $attachment_ids, array_keys( $uses ) ) );
		$uses = $uses + array_fill_keys( $attachment_ids, array() );
		if ( ! $ids || ! self::make_table() ) {
			return $uses;
		}
		$rows  = self::query_uses_for_context( $ids );
		$shown = array();
		foreach ( $rows as $row ) {
			$is_shown = $row->is_published || empty( $shown[ $row->attachment_id ][ $row->object_type ] );
			if ( $is_shown && count( $uses[ $row->attachment_id ][ $row->object_type ] ?? array() ) < self::MAX_POSTS_OF_IMAGE ) {
				$uses[ $row->attachment_id ][ $row->object_type ][] = (int) $row->object_id;

				$shown[ $row->attachment_id ][ $row->object_type ] = (bool) $row->is_published;
			}
		}
		return $uses;
	}

	/**
	 * Queries the newest uses of attachments, at least as many of each as self::list_uses_for_context() returns.
	 *
	 * @param int[] $ids The attachments.
	 * @return array<object{attachment_id: string, object_type: string, object_id: string, is_published: string}> Rows.
	 */
	private static function query_uses_for_context( $ids ) {
		global $wpdb;
		$in    = implode( ',', array_map( 'intval', $ids ) );
		$limit = self::MAX_POSTS_OF_IMAGE * count( $ids );
		// phpcs:ignore WordPress.DB -- The table is the plugin's own, and there are only numbers.
		$rows = $wpdb->get_results( $wpdb->prepare( "SELECT DISTINCT attachment_id, object_type, object_id, is_published FROM %i WHERE attachment_id IN ($in) AND object_type IN ('post','term') ORDER BY is_published DESC, object_id DESC LIMIT %d", self::table(), $limit ) );
		// An image in hundreds of posts has taken the places of others.
		return isset( $ids[1] ) && count( $rows ) === $limit
			? array_merge( ...array_map( array( self::class, 'query_uses_for_context' ), array_chunk( $ids, 1 ) ) )
			: $rows;
	}

	/**
	 * The name of the table. A row with `object_type` "file" is a file of an attachment, by its `file_key`. Any other
	 * row is a use, with the `file_key` of the image's URL ('' without one); its `attachment_id` is 0 while no
	 * attachment has that file. With `lacks_text`, the library's text can be filled in there. Of the `kind` "pattern", it is
	 * a synced pattern instead of an attachment. A row with `is_stale` only marks an object that has to be read again.
	 *
	 * @return string
	 */
	public static function table() {
		return $GLOBALS['wpdb']->prefix . 'altscribe_uses';
	}

	/**
	 * The name of the table of the report, which is filled together with this one.
	 *
	 * @return string
	 */
	public static function report_table() {
		return $GLOBALS['wpdb']->prefix . 'altscribe_report';
	}

	/**
	 * Adds the tables to those that are dropped when a site of a network is deleted.
	 *
	 * @param string[] $tables Names of tables.
	 * @return string[]
	 */
	public static function drop_uses_table( $tables ) {
		return array_merge( $tables, array( self::table(), self::report_table() ) );
	}

	/**
	 * The progress of filling the table.
	 *
	 * @return array{schema: int, phase: string, after: int, is_complete: bool, time: int} `schema`: 0 if the table could
	 *   not be created at `time`; `phase`: what is read next, `files`, `posts` or `others`, or '' if all was read at
	 *   `time`; `after`: the last id that was read in this phase; `is_complete`: whether everything was read once.
	 */
	public static function state() {
		return (array) get_option( self::OPTION ) + array(
			'schema'      => -1,
			'phase'       => 'files',
			'after'       => 0,
			'is_complete' => false,
			'time'        => 0,
		);
	}

	/**
	 * Changes the progress.
	 *
	 * @param array<string, mixed> $change Values by key.
	 * @return bool Whether the database has stored a change.
	 */
	public static function set_state( $change ) {
		return update_option( self::OPTION, array_diff_key( $change + self::state(), array( 0 => '' ) ), true );
	}

	/**
	 * Creates or changes the tables if necessary. If the database refuses, it tries again after some minutes.
	 *
	 * @return bool Whether they exist.
	 */
	public static function make_table() {
		$state = self::state();
		if ( self::SCHEMA === $state['schema'] ) {
			return true;
		}
		if ( 0 === $state['schema'] && time() - $state['time'] < 5 * MINUTE_IN_SECONDS ) {
			return false;
		}
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		$table   = self::table();
		$collate = $wpdb->get_charset_collate();
		dbDelta(
			"CREATE TABLE $table (
				id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
				object_type varchar(20) NOT NULL DEFAULT '',
				object_id bigint(20) unsigned NOT NULL DEFAULT 0,
				kind varchar(40) NOT NULL DEFAULT '',
				attachment_id bigint(20) unsigned NOT NULL DEFAULT 0,
				file_key char(32) NOT NULL DEFAULT '',
				is_published tinyint(1) NOT NULL DEFAULT 0,
				lacks_text tinyint(1) NOT NULL DEFAULT 0,
				is_stale tinyint(1) NOT NULL DEFAULT 0,
				PRIMARY KEY  (id),
				KEY published (is_published,attachment_id),
				KEY attachment (attachment_id,object_type,object_id),
				KEY object (object_type,object_id),
				KEY file_key (file_key,object_type),
				KEY stale (is_stale)
			) $collate;"
		);
		dbDelta( Text_Counts::report_schema() );
		$is_there = Core\Tables::is_column_there( $table, 'lacks_text' ) && Core\Tables::is_column_there( self::report_table(), 'suggested' );
		self::set_state(
			array(
				'schema'      => $is_there ? self::SCHEMA : 0,
				'phase'       => 'files',
				'after'       => 0,
				'is_complete' => false,
				'time'        => time(),
			)
		);
		return $is_there;
	}

	/** Has everything read again, because changes were missed while the plugin was inactive. */
	public static function read_everything_again() {
		delete_option( self::OPTION );
		self::make_table();
	}

	/**
	 * Adds rows.
	 *
	 * @param array<array<string, mixed>> $rows Values by column. All rows have the same columns.
	 */
	public static function insert_uses( $rows ) {
		global $wpdb;
		foreach ( array_chunk( $rows, 100 ) as $chunk ) {
			$columns = implode( ', ', array_keys( $chunk[0] ) );
			$values  = '(' . implode( ', ', array_fill( 0, count( $chunk[0] ), '%s' ) ) . ')';
			$values  = implode( ', ', array_fill( 0, count( $chunk ), $values ) );
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own; the interpolated parts are names and placeholders.
			$wpdb->query( $wpdb->prepare( "INSERT INTO %i ($columns) VALUES $values", array_merge( array( self::table() ), ...array_map( 'array_values', $chunk ) ) ) );
		}
	}

	/**
	 * The row that marks an object to be read again.
	 *
	 * @param string $type As for self::note_change().
	 * @param int    $id   As for self::note_change().
	 * @return array<string, mixed> For self::insert_uses().
	 */
	public static function stale_row( $type, $id ) {
		return array(
			'object_type' => $type,
			'object_id'   => $id,
			'is_stale'    => 1,
		);
	}

	/**
	 * The condition that a published post, a term, a widget or a setting shows an image. The table may not be complete yet:
	 * see Uses_Index::uses_progress().
	 *
	 * @return string Safe SQL about the column ID of the table of posts.
	 */
	public static function used_condition() {
		global $wpdb;
		Uses_Index::read_uses_for_user();
		return self::make_table() ? "$wpdb->posts.ID IN (" . $wpdb->prepare( 'SELECT attachment_id FROM %i WHERE is_published = 1', self::table() ) . ')' : '1 = 0';
	}

	/**
	 * Lists the objects that show an attachment.
	 *
	 * @param int      $attachment_id The attachment.
	 * @param string   $condition     Safe SQL about other columns.
	 * @param int|null $limit         How many at most.
	 * @return array<array{object_type: string, object_id: string, kind: string, is_published: string}> The highest ids
	 *         first.
	 */
	public static function list_uses( $attachment_id, $condition, $limit = 100 ) {
		global $wpdb;
		if ( ! self::make_table() ) {
			return array();
		}
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own, and $condition is safe.
		return $wpdb->get_results( $wpdb->prepare( "SELECT DISTINCT object_type, object_id, kind, is_published FROM %i WHERE attachment_id = %d AND $condition ORDER BY object_id DESC LIMIT %d", self::table(), $attachment_id, $limit ), ARRAY_A );
	}

	/**
	 * Counts the posts that show attachments without alt text, where the library's text can be filled in: those that
	 * Places::find_posts_with_attachment() lists with `images`. It does not depend on the current user or on locks.
	 *
	 * @param int[] $attachment_ids The attachments.
	 * @return array<int, int> By attachment; without those that have none.
	 */
	public static function count_posts_without_text( $attachment_ids ) {
		global $wpdb;
		$ids = implode( ',', array_map( 'intval', $attachment_ids ) );
		if ( '' === $ids || ! self::make_table() ) {
			return array();
		}
		// Posts that were deleted without WordPress's functions keep their rows until everything is read again.
		// phpcs:ignore WordPress.DB -- The table is the plugin's own, and there are only numbers.
		$rows = $wpdb->get_results( $wpdb->prepare( "SELECT attachment_id, COUNT(DISTINCT object_id) AS posts FROM %i JOIN $wpdb->posts ON $wpdb->posts.ID = object_id WHERE attachment_id IN ($ids) AND object_type = 'post' AND lacks_text = 1 GROUP BY attachment_id", self::table() ), ARRAY_A );
		return array_map( 'intval', array_column( $rows, 'posts', 'attachment_id' ) );
	}

	/**
	 * How many images of the media library are used in published content. Blocks also have ids of synced patterns, pages and
	 * other files.
	 *
	 * @return int
	 */
	public static function count_used_images() {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(DISTINCT attachment_id) FROM %i JOIN $wpdb->posts ON $wpdb->posts.ID = attachment_id WHERE is_published = 1 AND post_type = 'attachment' AND post_mime_type LIKE %s", self::table(), 'image/%' ) );
	}

	/**
	 * Notes that an object has to be read again.
	 *
	 * @param string $type `file` for the files of an attachment, or `post`, `term`, `widget` or `setting`.
	 * @param int    $id   Its id; 0 for all widgets or all settings.
	 */
	public static function note_change( $type, $id = 0 ) {
		$table = self::table();
		if ( isset( $GLOBALS['altscribe_noted'][ "$table $type $id" ] ) || self::SCHEMA !== self::state()['schema'] ) {
			return;
		}
		$GLOBALS['altscribe_noted'][ "$table $type $id" ] = true;
		self::insert_uses( array( self::stale_row( $type, $id ) ) );
		if ( ! has_action( 'shutdown', array( self::class, 'read_noted' ) ) ) {
			add_action( 'shutdown', array( self::class, 'read_noted' ) );
		}
	}

	/** Reads the noted objects. */
	public static function read_noted() {
		$until = microtime( true ) + self::NOTED_SECONDS;
		$last  = 0;
		while ( $last = Uses_Index::read_stale_uses( $last ) ) { // phpcs:ignore Generic.CodeAnalysis.AssignmentInCondition -- Until there are none.
			if ( microtime( true ) >= $until ) {
				Uses_Index::continue_reading_uses();
				return;
			}
		}
	}

	/**
	 * Notes a post that was saved, published (manually or on schedule), or moved to or from the trash.
	 *
	 * @param string  $status Its new status.
	 * @param string  $before Its status before.
	 * @param WP_Post $post   The post.
	 */
	public static function note_post( $status, $before, $post ) {
		if ( 'attachment' === $post->post_type ) {
			self::note_change( 'file', $post->ID );
			self::note_attached( 'attach', $post->ID, $post->post_parent );
			return;
		}
		if ( 'auto-draft' === $status || ! References::is_type_read( $post->post_type ) ) {
			return;
		}
		self::note_change( 'post', $post->ID );
		if ( 'product' === $post->post_type && $status !== $before ) {
			$variations = get_posts(
				array(
					'post_type'   => 'product_variation',
					'post_parent' => $post->ID,
					'post_status' => 'any',
					'numberposts' => -1,
					'fields'      => 'ids',
				)
			);
			foreach ( $variations as $id ) {
				self::note_change( 'post', $id );
			}
		}
	}

	/**
	 * Notes a post or an attachment that was deleted.
	 *
	 * @param int     $id   Its id.
	 * @param WP_Post $post The post.
	 */
	public static function note_deleted_post( $id, $post ) {
		if ( 'attachment' === $post->post_type ) {
			self::note_change( 'file', $id );
			self::note_attached( 'detach', $id, $post->post_parent );
		} elseif ( 'revision' !== $post->post_type ) {
			self::note_change( 'post', $id );
		}
	}

	/**
	 * Notes the post that an image was attached to or detached from: a gallery may show all images of its post.
	 *
	 * @param string $action        Unused.
	 * @param int    $attachment_id Unused.
	 * @param int    $parent_id     The post; 0 for none.
	 */
	public static function note_attached( $action, $attachment_id, $parent_id ) {
		if ( $parent_id && false !== strpos( (string) get_post_field( 'post_content', $parent_id ), '[gallery' ) ) {
			self::note_change( 'post', (int) $parent_id );
		}
	}

	/**
	 * Notes a post whose images or texts changed, or an attachment whose files changed, or its posts if its text did.
	 *
	 * @param int|int[] $meta_ids Unused.
	 * @param int       $id       The post or attachment.
	 * @param string    $key      The key that changed.
	 */
	public static function note_post_meta( $meta_ids, $id, $key ) {
		if ( in_array( $key, array( '_thumbnail_id', '_product_image_gallery', Post_Sources::POST_SOURCES_KEY ), true ) ) {
			self::note_change( 'post', (int) $id );
		} elseif ( in_array( $key, array( '_wp_attachment_image_alt', Library\Alt_Text::DECORATIVE_KEY, Library\Findings::CHECK_KEY, Library\Provenance::SOURCE_KEY ), true ) ) {
			self::note_posts_of( (int) $id );
		} elseif ( in_array( $key, array( '_wp_attached_file', '_wp_attachment_metadata', '_wp_attachment_backup_sizes' ), true ) ) {
			self::note_change( 'file', (int) $id );
		}
	}

	/**
	 * Notes the posts that show an attachment, because the report and lists use its text. An image may be in thousands of posts.
	 *
	 * @param int $id The attachment.
	 */
	public static function note_posts_of( $id ) {
		global $wpdb;
		$table = self::table();
		if ( isset( $GLOBALS['altscribe_noted'][ "$table posts of $id" ] ) || self::SCHEMA !== self::state()['schema'] ) {
			return;
		}
		$GLOBALS['altscribe_noted'][ "$table posts of $id" ] = true;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		if ( $wpdb->query( $wpdb->prepare( "INSERT INTO %i (object_type, object_id, is_stale) SELECT DISTINCT object_type, object_id, 1 FROM %i WHERE attachment_id = %d AND object_type = 'post'", $table, $table, $id ) ) && ! has_action( 'shutdown', array( self::class, 'read_noted' ) ) ) {
			add_action( 'shutdown', array( self::class, 'read_noted' ) );
		}
	}

	/**
	 * Notes a term whose image changed.
	 *
	 * @param int|int[] $meta_ids Unused.
	 * @param int       $id       The term.
	 * @param string    $key      The key that changed.
	 */
	public static function note_term_meta( $meta_ids, $id, $key ) {
		if ( 'thumbnail_id' === $key ) {
			self::note_change( 'term', (int) $id );
		}
	}

	/**
	 * Notes the settings or the widgets after a change.
	 *
	 * @param string $option The option that changed.
	 */
	public static function note_option( $option ) {
		if ( preg_match( '/^(?:site_icon|site_logo|theme_mods_.*)$/', $option ) ) {
			self::note_change( 'setting' );
		} elseif ( preg_match( '/^(?:sidebars_widgets|widget_.*)$/', $option ) ) {
			self::note_change( 'widget' );
		}
	}

	/** Notes the objects that belong to a theme: its logo, its widgets, and changed templates. */
	public static function note_theme() {
		self::note_change( 'setting' );
		self::note_change( 'widget' );
		$templates = get_posts(
			array(
				'post_type'   => array( 'wp_template', 'wp_template_part' ),
				'post_status' => 'publish',
				'numberposts' => -1,
				'fields'      => 'ids',
			)
		);
		foreach ( $templates as $id ) {
			self::note_change( 'post', $id );
		}
	}

	/**
	 * Adds the tables of this class.
	 *
	 * @param array<string, string> $tables As for `altscribe_tables`.
	 * @return array<string, string>
	 */
	public static function list_tables( $tables ) {
		return $tables + array(
			self::table()        => 'lacks_text',
			self::report_table() => 'suggested',
		);
	}

	/**
	 * Recreates the tables of this class if they are missing.
	 *
	 * @param string[] $missing Names of tables.
	 */
	public static function restore_tables( $missing ) {
		if ( array_intersect( $missing, array( self::table(), self::report_table() ) ) ) {
			self::read_everything_again();
		}
	}
}
