<?php
/**
 * The table of texts: which images of the media library have an alternative text, whether it has faults, and its key.
 * Lists and counts read it instead of WordPress's much larger table of meta, and a few rows are enough to find images
 * with the same text, however large the library is.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Checks;
use Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Repeated_Texts {

	/** Increase this when the table changes. */
	private const SCHEMA = '2';

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'altscribe_activated', array( self::class, 'check_everything_again' ) );
		add_filter( 'altscribe_tables', array( self::class, 'list_tables' ) );
		add_action( 'altscribe_restore_tables', array( self::class, 'restore_tables' ) );
		// Also after an update, which runs no activation, and on a new site of a network. The option is autoloaded.
		Core\Background::on_init( array( self::class, 'make_table' ) );
		add_filter( 'wpmu_drop_tables', array( self::class, 'drop_table' ) );
		add_action( 'trashed_post', array( self::class, 'check_trashed' ) );
		add_action( 'untrashed_post', array( self::class, 'check_trashed' ) );
	}

	/**
	 * The name of the table: a row for each attachment with a text. `text_key` is '' if the text is not compared with others.
	 *
	 * @return string
	 */
	public static function table() {
		return $GLOBALS['wpdb']->prefix . 'altscribe_texts';
	}

	/**
	 * Adds the table to those that are dropped when a site of a network is deleted.
	 *
	 * @param string[] $tables Names of tables.
	 * @return string[]
	 */
	public static function drop_table( $tables ) {
		$tables[] = self::table();
		return $tables;
	}

	/**
	 * Creates the table if necessary. If the database refuses, it tries again after some minutes.
	 *
	 * @return bool Whether the table exists.
	 */
	public static function make_table() {
		return Core\Tables::make(
			'altscribe_texts_schema',
			self::SCHEMA,
			function () {
				$table   = self::table();
				$collate = $GLOBALS['wpdb']->get_charset_collate();
				return Core\Tables::create(
					self::list_tables( array() ),
					"CREATE TABLE $table (
						attachment_id bigint(20) unsigned NOT NULL,
						text_key char(32) NOT NULL DEFAULT '',
						file_key char(32) NOT NULL DEFAULT '',
						has_faults tinyint(1) NOT NULL DEFAULT 0,
						PRIMARY KEY  (attachment_id),
						KEY text_key (text_key,file_key)
					) $collate;"
				);
			}
		);
	}

	/** Has all texts checked again, because changes were missed while the plugin was inactive. */
	public static function check_everything_again() {
		delete_option( Findings::CHECKED_OPTION );
		if ( self::make_table() ) {
			$GLOBALS['wpdb']->query( 'DELETE FROM ' . self::table() ); // phpcs:ignore WordPress.DB -- The table is the plugin's own.
		}
	}

	/**
	 * The keys by which an image is compared with others.
	 *
	 * @param int    $attachment_id The image.
	 * @param string $text          Its text.
	 * @return array{text_key: string, file_key: string} `text_key` is '' if there is nothing to compare. Translations of
	 *               an image have the same file, so they are not two images.
	 */
	public static function keys( $attachment_id, $text ) {
		$folded = Core\Text::fold( $text );
		$file   = (string) get_post_meta( $attachment_id, '_wp_attached_file', true );
		return array(
			'text_key' => '' === $folded ? '' : md5( $folded ),
			'file_key' => md5( '' === $file ? "attachment $attachment_id" : $file ),
		);
	}

	/**
	 * Which of these texts may belong to images of the media library.
	 *
	 * @param array<int, string> $texts By attachment.
	 * @return array<string, true> By `text_key`.
	 */
	public static function list_known_texts( $texts ) {
		global $wpdb;
		$keys = array();
		foreach ( $texts as $id => $text ) {
			$keys[] = self::keys( $id, $text )['text_key'];
		}
		$keys = array_filter( array_unique( $keys ) );
		if ( ! $keys || ! self::make_table() ) {
			return array();
		}
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own; only MD5s are put in.
		return array_fill_keys( $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT text_key FROM %i WHERE text_key IN ('" . implode( "','", $keys ) . "')", self::table() ) ), true );
	}

	/**
	 * Whether another image of the media library has a text. A copy of the same file does not count as another image.
	 *
	 * @param int    $attachment_id The image.
	 * @param string $text          Its text, or one that it may get.
	 * @return bool
	 */
	public static function is_text_of_another( $attachment_id, $text ) {
		global $wpdb;
		$keys = self::keys( $attachment_id, $text );
		if ( '' === $keys['text_key'] || ! self::make_table() ) {
			return false;
		}
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$ids    = $wpdb->get_col( $wpdb->prepare( 'SELECT attachment_id FROM %i WHERE text_key = %s AND file_key <> %s LIMIT 20', self::table(), $keys['text_key'], $keys['file_key'] ) );
		$others = array_diff( array_map( 'intval', $ids ), Core\Languages::list_translations( $attachment_id ), array( (int) $attachment_id ) );
		foreach ( $others as $id ) {
			// Other plugins may have changed it without WordPress's functions.
			if ( Checks\Text_Checks::are_alike( $text, Alt_Text::get_clean( $id ) ) && ! Images::has_same_file( $attachment_id, $id ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Updates the rows of images.
	 *
	 * @param int[] $ids The images.
	 * @return array{others: int[], repeated: array<string, true>} `others`: other images that have got the same text as
	 *               another one by this, or no longer have it; `repeated`: the `text_key`s among these images that another
	 *               one may have.
	 */
	public static function update( $ids ) {
		global $wpdb;
		$table  = self::table();
		$in     = implode( ',', array_map( 'intval', $ids ) );
		$result = array(
			'others'   => array(),
			'repeated' => array(),
		);
		if ( ! $ids || ! self::make_table() ) {
			return $result;
		}
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own; only numbers, MD5s and placeholders are put in.
		$before  = array_column( $wpdb->get_results( "SELECT attachment_id, text_key, file_key FROM $table WHERE attachment_id IN ($in)", ARRAY_A ), null, 'attachment_id' );
		$values  = array();
		$gone    = array();
		$keys    = array();
		$changed = array();
		foreach ( $ids as $id ) {
			$text = 'attachment' === get_post_type( $id ) ? Alt_Text::get_clean( $id ) : '';
			$row  = self::keys( $id, wp_attachment_is_image( $id ) && 'trash' !== get_post_field( 'post_status', $id ) ? $text : '' );
			$was  = $before[ $id ] ?? array();
			if ( '' === $text && $was ) {
				$gone[] = (int) $id;
			}
			if ( '' !== $text && array( 'attachment_id' => (string) $id ) + $row != array_map( 'strval', $was ) ) { // phpcs:ignore Universal.Operators.StrictComparisons
				array_push( $values, $id, $row['text_key'], $row['file_key'] );
			}
			$keys[ $row['text_key'] ] = true;
			if ( $row !== array_intersect_key( $was, $row ) ) {
				$changed += array( $row['text_key'] => true, ( $was['text_key'] ?? '' ) => true );
			}
		}
		if ( $values ) {
			$rows = implode( ', ', array_fill( 0, count( $values ) / 3, '(%d, %s, %s)' ) );
			$wpdb->query( $wpdb->prepare( "REPLACE INTO $table (attachment_id, text_key, file_key) VALUES $rows", $values ) );
		}
		if ( $gone ) {
			$wpdb->query( "DELETE FROM $table WHERE attachment_id IN (" . implode( ',', $gone ) . ')' );
		}
		unset( $keys[''], $changed[''] );
		if ( $keys ) {
			$repeated           = $wpdb->get_col( "SELECT text_key FROM $table WHERE text_key IN ('" . implode( "','", array_keys( $keys ) ) . "') GROUP BY text_key HAVING MIN(file_key) <> MAX(file_key)" );
			$result['repeated'] = array_fill_keys( $repeated, true );
		}
		if ( $changed ) {
			// If there are many other images, they repeat each other's text, whether or not these have it.
			$few = $wpdb->get_col( "SELECT text_key FROM $table WHERE text_key IN ('" . implode( "','", array_keys( $changed ) ) . "') AND attachment_id NOT IN ($in) GROUP BY text_key HAVING COUNT(DISTINCT file_key) < 5" );

			$result['others'] = self::list_only_images( $few, $ids );
		}
		// phpcs:enable
		return $result;
	}

	/**
	 * The images with texts that no other image has, ignoring some images.
	 *
	 * @param string[] $keys   The `text_key`s of the texts.
	 * @param int[]    $except These images do not count.
	 * @return int[] For each text one image, or several with the same file.
	 */
	private static function list_only_images( $keys, $except ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own, and there are only MD5s.
		$rows = $keys ? $wpdb->get_results( 'SELECT attachment_id, text_key, file_key FROM ' . self::table() . " WHERE text_key IN ('" . implode( "','", $keys ) . "')", ARRAY_A ) : array();
		$rows = array_diff_key( array_column( $rows, null, 'attachment_id' ), array_flip( $except ) );
		update_meta_cache( 'post', array_keys( $rows ) );
		$files = array();
		foreach ( $rows as $id => $row ) {
			// Other plugins may have changed or deleted some without WordPress's functions.
			if ( self::keys( $id, Alt_Text::get_clean( $id ) )['text_key'] === $row['text_key'] ) {
				$files[ $row['text_key'] ][ $row['file_key'] ][] = (int) $id;
			}
		}
		$only = array();
		foreach ( $files as $by_file ) {
			$only = array_merge( $only, 1 === count( $by_file ) ? reset( $by_file ) : array() );
		}
		return $only;
	}

	/**
	 * Stores which texts have faults.
	 *
	 * @param array<int, bool> $faults By image.
	 */
	public static function store_faults( $faults ) {
		global $wpdb;
		$table = self::table();
		foreach ( array( 0, 1 ) as $has_faults ) {
			$ids = implode( ',', array_keys( $faults, (bool) $has_faults, true ) );
			if ( '' !== $ids && self::make_table() ) {
				$wpdb->query( "UPDATE $table SET has_faults = $has_faults WHERE has_faults <> $has_faults AND attachment_id IN ($ids)" ); // phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Only numbers.
			}
		}
	}

	/**
	 * Checks an image that was moved to the trash or restored. In the trash, its text no longer counts as one of the library.
	 *
	 * @param int $post_id The attachment, or another post.
	 */
	public static function check_trashed( $post_id ) {
		if ( wp_attachment_is_image( $post_id ) ) {
			Findings::check_attachments( array( $post_id ) );
		}
	}

	/**
	 * Adds the tables of this class.
	 *
	 * @param array<string, string> $tables As for `altscribe_tables`.
	 * @return array<string, string>
	 */
	public static function list_tables( $tables ) {
		return $tables + array( self::table() => 'has_faults' );
	}

	/**
	 * Recreates the tables of this class if they are missing.
	 *
	 * @param string[] $missing Names of tables.
	 */
	public static function restore_tables( $missing ) {
		if ( in_array( self::table(), $missing, true ) ) {
			delete_option( 'altscribe_texts_schema' );
			self::check_everything_again();
		}
	}
}
