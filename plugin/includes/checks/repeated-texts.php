<?php
/**
 * Finds images of the media library that have the same alternative text. A table has a key of each text, so a check
 * reads a few rows, however large the library is.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Increase this when the table changes. */
const ALTSCRIBE_TEXTS_SCHEMA = '1';

register_activation_hook( ALTSCRIBE_FILE, 'altscribe_check_everything_again' );
// Also after an update, which runs no activation, and on a new site of a network. The option is autoloaded.
altscribe_on_init( 'altscribe_make_texts_table' );

add_filter( 'wpmu_drop_tables', 'altscribe_drop_texts_table' );
add_action( 'trashed_post', 'altscribe_check_trashed' );
add_action( 'untrashed_post', 'altscribe_check_trashed' );

/**
 * The name of the table: a row for each image with a text, outside the trash.
 *
 * @return string
 */
function altscribe_texts_table() {
	return $GLOBALS['wpdb']->prefix . 'altscribe_texts';
}

/**
 * Adds the table to those that are dropped when a site of a network is deleted.
 *
 * @param string[] $tables Names of tables.
 * @return string[]
 */
function altscribe_drop_texts_table( $tables ) {
	$tables[] = altscribe_texts_table();
	return $tables;
}

/**
 * Creates the table if necessary. If the database refuses, it tries again after some minutes.
 *
 * @return bool Whether the table exists.
 */
function altscribe_make_texts_table() {
	$schema = (string) get_option( 'altscribe_texts_schema' );
	if ( ALTSCRIBE_TEXTS_SCHEMA === $schema ) {
		return true;
	}
	if ( 0 === strpos( $schema, 'failed ' ) && time() - (int) substr( $schema, 7 ) < 5 * MINUTE_IN_SECONDS ) {
		return false;
	}
	global $wpdb;
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$table   = altscribe_texts_table();
	$collate = $wpdb->get_charset_collate();
	dbDelta(
		"CREATE TABLE $table (
			attachment_id bigint(20) unsigned NOT NULL,
			text_key char(32) NOT NULL DEFAULT '',
			file_key char(32) NOT NULL DEFAULT '',
			PRIMARY KEY  (attachment_id),
			KEY text_key (text_key,file_key)
		) $collate;"
	);
	$was_quiet = $wpdb->suppress_errors();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$is_there = false !== $wpdb->query( $wpdb->prepare( 'SELECT text_key FROM %i LIMIT 1', $table ) );
	$wpdb->suppress_errors( $was_quiet );
	update_option( 'altscribe_texts_schema', $is_there ? ALTSCRIBE_TEXTS_SCHEMA : 'failed ' . time(), true );
	return $is_there;
}

/** Has all texts checked again, because changes were missed while the plugin was inactive. */
function altscribe_check_everything_again() {
	delete_option( ALTSCRIBE_CHECKED_OPTION );
	altscribe_make_texts_table();
}

/**
 * The keys by which an image is compared with others.
 *
 * @param int    $attachment_id The image.
 * @param string $text          Its text.
 * @return array{text_key: string, file_key: string} `text_key` is '' if there is nothing to compare. Translations of
 *               an image have the same file, so they are not two images.
 */
function altscribe_text_keys( $attachment_id, $text ) {
	$folded = altscribe_fold_text( $text );
	$file   = (string) get_post_meta( $attachment_id, '_wp_attached_file', true );
	return array(
		'text_key' => '' === $folded ? '' : md5( $folded ),
		'file_key' => md5( '' === $file ? "attachment $attachment_id" : $file ),
	);
}

/**
 * Whether another image of the media library has a text.
 *
 * @param int    $attachment_id The image.
 * @param string $text          Its text, or one that it may get.
 * @return bool
 */
function altscribe_is_text_of_another( $attachment_id, $text ) {
	global $wpdb;
	$keys = altscribe_text_keys( $attachment_id, $text );
	if ( '' === $keys['text_key'] || ! altscribe_make_texts_table() ) {
		return false;
	}
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$ids    = $wpdb->get_col( $wpdb->prepare( 'SELECT attachment_id FROM %i WHERE text_key = %s AND file_key <> %s LIMIT 20', altscribe_texts_table(), $keys['text_key'], $keys['file_key'] ) );
	$others = array_diff( array_map( 'intval', $ids ), altscribe_list_translations( $attachment_id ), array( (int) $attachment_id ) );
	foreach ( $others as $id ) {
		// Other plugins may have changed it without WordPress's functions.
		if ( altscribe_are_alike( $text, altscribe_get_alt_text( $id ) ) ) {
			return true;
		}
	}
	return false;
}

/**
 * Updates the row of an image.
 *
 * @param int $attachment_id The image.
 * @return int[] The other images that have got the same text as another one by this, or no longer have it.
 */
function altscribe_update_text_keys( $attachment_id ) {
	global $wpdb;
	if ( ! altscribe_make_texts_table() ) {
		return array();
	}
	$table = altscribe_texts_table();
	$text  = wp_attachment_is_image( $attachment_id ) && 'trash' !== get_post_status( $attachment_id ) ? altscribe_get_alt_text( $attachment_id ) : '';
	$after = altscribe_text_keys( $attachment_id, $text );
	// phpcs:disable WordPress.DB -- The table is the plugin's own.
	$before = $wpdb->get_row( $wpdb->prepare( 'SELECT text_key, file_key FROM %i WHERE attachment_id = %d', $table, $attachment_id ), ARRAY_A );
	if ( $before === $after || ( null === $before && '' === $after['text_key'] ) ) {
		return array();
	}
	if ( '' === $after['text_key'] ) {
		$wpdb->delete( $table, array( 'attachment_id' => $attachment_id ) );
	} else {
		$wpdb->replace( $table, array( 'attachment_id' => $attachment_id ) + $after );
	}
	$changed = array();
	foreach ( array_unique( array_filter( array( $before['text_key'] ?? '', $after['text_key'] ) ) ) as $key ) {
		$rows = $wpdb->get_results( $wpdb->prepare( 'SELECT attachment_id, file_key FROM %i WHERE text_key = %s AND attachment_id <> %d LIMIT 100', $table, $key, $attachment_id ), ARRAY_A );
		update_meta_cache( 'post', array_column( $rows, 'attachment_id' ) );
		// Other plugins may have changed or deleted some without WordPress's functions.
		$rows = array_filter(
			$rows,
			function ( $row ) use ( $key ) {
				return altscribe_text_keys( (int) $row['attachment_id'], altscribe_get_alt_text( (int) $row['attachment_id'] ) )['text_key'] === $key;
			}
		);
		// If there are two more images, they have the same text whatever this one has.
		if ( 1 === count( array_unique( array_column( $rows, 'file_key' ) ) ) ) {
			$changed = array_merge( $changed, array_map( 'intval', array_column( $rows, 'attachment_id' ) ) );
		}
	}
	// phpcs:enable
	return $changed;
}

/**
 * Checks an image that was moved to the trash or restored: there, its text is no longer one of the library.
 *
 * @param int $post_id The attachment, or another post.
 */
function altscribe_check_trashed( $post_id ) {
	if ( wp_attachment_is_image( $post_id ) ) {
		altscribe_check_attachment( $post_id );
	}
}
