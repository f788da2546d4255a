<?php
/**
 * The table of texts: which images of the media library have an alternative text, whether it has faults, and a key of
 * it. Lists and counts read it instead of WordPress's much larger table of meta, and images with the same text are
 * found by a few rows, however large the library is.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Increase this when the table changes. */
const ALTSCRIBE_TEXTS_SCHEMA = '2';

// After an update, which runs no activation, and on a new site of a network. The option is autoloaded.
altscribe_on_init( 'altscribe_make_texts_table' );

add_filter( 'wpmu_drop_tables', 'altscribe_drop_texts_table' );
add_action( 'trashed_post', 'altscribe_check_trashed' );
add_action( 'untrashed_post', 'altscribe_check_trashed' );

/**
 * The name of the table: a row for each attachment with a text. `text_key` is '' if the text is not compared with others.
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
			has_faults tinyint(1) NOT NULL DEFAULT 0,
			PRIMARY KEY  (attachment_id),
			KEY text_key (text_key,file_key)
		) $collate;"
	);
	$is_there = altscribe_is_column_there( $table, 'has_faults' );
	update_option( 'altscribe_texts_schema', $is_there ? ALTSCRIBE_TEXTS_SCHEMA : 'failed ' . time(), true );
	return $is_there;
}

/** Has all texts checked again, because changes were missed while the plugin was inactive. */
function altscribe_check_everything_again() {
	delete_option( ALTSCRIBE_CHECKED_OPTION );
	if ( altscribe_make_texts_table() ) {
		$GLOBALS['wpdb']->query( 'DELETE FROM ' . altscribe_texts_table() ); // phpcs:ignore WordPress.DB -- The table is the plugin's own.
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
function altscribe_text_keys( $attachment_id, $text ) {
	$folded = altscribe_fold_text( $text );
	$file   = (string) get_post_meta( $attachment_id, '_wp_attached_file', true );
	return array(
		'text_key' => '' === $folded ? '' : md5( $folded ),
		'file_key' => md5( '' === $file ? "attachment $attachment_id" : $file ),
	);
}

/**
 * Which of some texts images of the media library may have.
 *
 * @param array<int, string> $texts By attachment.
 * @return array<string, true> By `text_key`.
 */
function altscribe_list_known_texts( $texts ) {
	global $wpdb;
	$keys = array();
	foreach ( $texts as $id => $text ) {
		$keys[] = altscribe_text_keys( $id, $text )['text_key'];
	}
	$keys = array_filter( array_unique( $keys ) );
	if ( ! $keys || ! altscribe_make_texts_table() ) {
		return array();
	}
	// phpcs:ignore WordPress.DB -- The table is the plugin's own; only MD5s are put in.
	return array_fill_keys( $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT text_key FROM %i WHERE text_key IN ('" . implode( "','", $keys ) . "')", altscribe_texts_table() ) ), true );
}

/**
 * Whether another image of the media library has a text. A copy of the same file is no other image.
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
		if ( altscribe_are_alike( $text, altscribe_get_alt_text( $id ) ) && ! altscribe_has_same_file( $attachment_id, $id ) ) {
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
function altscribe_update_text_keys( $ids ) {
	global $wpdb;
	$table  = altscribe_texts_table();
	$in     = implode( ',', array_map( 'intval', $ids ) );
	$result = array(
		'others'   => array(),
		'repeated' => array(),
	);
	if ( ! $ids || ! altscribe_make_texts_table() ) {
		return $result;
	}
	// phpcs:disable WordPress.DB -- The table is the plugin's own; only numbers, MD5s and placeholders are put in.
	$before  = array_column( $wpdb->get_results( "SELECT attachment_id, text_key, file_key FROM $table WHERE attachment_id IN ($in)", ARRAY_A ), null, 'attachment_id' );
	$values  = array();
	$gone    = array();
	$keys    = array();
	$changed = array();
	foreach ( $ids as $id ) {
		$text = 'attachment' === get_post_type( $id ) ? altscribe_get_alt_text( $id ) : '';
		$row  = altscribe_text_keys( $id, wp_attachment_is_image( $id ) && 'trash' !== get_post_field( 'post_status', $id ) ? $text : '' );
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
		// If there are many other images, they have the same text whatever these have.
		$few = $wpdb->get_col( "SELECT text_key FROM $table WHERE text_key IN ('" . implode( "','", array_keys( $changed ) ) . "') AND attachment_id NOT IN ($in) GROUP BY text_key HAVING COUNT(DISTINCT file_key) < 5" );

		$result['others'] = altscribe_list_only_images( $few, $ids );
	}
	// phpcs:enable
	return $result;
}

/**
 * The images that have texts which no other image has, besides some.
 *
 * @param string[] $keys   The `text_key`s of the texts.
 * @param int[]    $except These images do not count.
 * @return int[] For each text one image, or several with the same file.
 */
function altscribe_list_only_images( $keys, $except ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own, and there are only MD5s.
	$rows = $keys ? $wpdb->get_results( 'SELECT attachment_id, text_key, file_key FROM ' . altscribe_texts_table() . " WHERE text_key IN ('" . implode( "','", $keys ) . "')", ARRAY_A ) : array();
	$rows = array_diff_key( array_column( $rows, null, 'attachment_id' ), array_flip( $except ) );
	update_meta_cache( 'post', array_keys( $rows ) );
	$files = array();
	foreach ( $rows as $id => $row ) {
		// Other plugins may have changed or deleted some without WordPress's functions.
		if ( altscribe_text_keys( $id, altscribe_get_alt_text( $id ) )['text_key'] === $row['text_key'] ) {
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
function altscribe_store_faults( $faults ) {
	global $wpdb;
	$table = altscribe_texts_table();
	foreach ( array( 0, 1 ) as $has_faults ) {
		$ids = implode( ',', array_keys( $faults, (bool) $has_faults, true ) );
		if ( '' !== $ids && altscribe_make_texts_table() ) {
			$wpdb->query( "UPDATE $table SET has_faults = $has_faults WHERE has_faults <> $has_faults AND attachment_id IN ($ids)" ); // phpcs:ignore WordPress.DB -- Only numbers.
		}
	}
}

/**
 * Checks an image that was moved to the trash or restored: there, its text is no longer one of the library.
 *
 * @param int $post_id The attachment, or another post.
 */
function altscribe_check_trashed( $post_id ) {
	if ( wp_attachment_is_image( $post_id ) ) {
		altscribe_check_attachments( array( $post_id ) );
	}
}
