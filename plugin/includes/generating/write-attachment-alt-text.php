<?php
/**
 * The alternative text of an attachment in the database.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Where WordPress keeps it. */
const ALTSCRIBE_ALT_TEXT_KEY = '_wp_attachment_image_alt';

/**
 * The alternative text of an attachment.
 *
 * @param int $attachment_id The attachment.
 * @return string '' if it has none.
 */
function altscribe_get_attachment_alt_text( $attachment_id ) {
	return (string) get_post_meta( $attachment_id, ALTSCRIBE_ALT_TEXT_KEY, true );
}

/**
 * Forgets what this process has read of an attachment: another one may have changed it since. Not
 * clean_post_cache(), at which plugins throw away the pages that visitors see.
 *
 * @param int $attachment_id The attachment.
 */
function altscribe_forget_attachment( $attachment_id ) {
	wp_cache_delete( $attachment_id, 'posts' );
	wp_cache_delete( $attachment_id, 'post_meta' );
}

/**
 * Writes an alternative text, unless the present one is not the expected one any more: then somebody has
 * changed it meanwhile. A text takes the mark away that says that the image is decorative.
 *
 * @param int    $attachment_id     The attachment.
 * @param string $text              Plain text; '' removes the present text.
 * @param string $expected_previous The text that may be replaced; '' for none.
 * @param bool   $keep_row          Whether '' stays as an empty row, as it was before a text that is undone.
 * @return bool Whether the text is written.
 */
function altscribe_write_attachment_alt_text( $attachment_id, $text, $expected_previous, $keep_row = false ) {
	altscribe_forget_attachment( $attachment_id );
	if ( altscribe_get_attachment_alt_text( $attachment_id ) !== $expected_previous || 'attachment' !== get_post_type( $attachment_id ) ) {
		return false;
	}
	if ( $text === $expected_previous ) {
		$is_written = true;
	} elseif ( '' === $text && ! $keep_row ) {
		// An empty row says nothing.
		$is_written = delete_post_meta( $attachment_id, ALTSCRIBE_ALT_TEXT_KEY, wp_slash( $expected_previous ) );
	} elseif ( '' !== $expected_previous ) {
		// The statement itself compares with the present text.
		$is_written = (bool) update_post_meta( $attachment_id, ALTSCRIBE_ALT_TEXT_KEY, wp_slash( $text ), $expected_previous );
	} else {
		// An empty row would count as a text that is there.
		altscribe_delete_empty_alt_text( $attachment_id );
		$is_written = (bool) add_post_meta( $attachment_id, ALTSCRIBE_ALT_TEXT_KEY, wp_slash( $text ), true );
	}
	if ( $is_written && '' !== $text ) {
		delete_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY );
	}
	return $is_written;
}

/**
 * Deletes the row of an alternative text that is empty.
 *
 * @param int $attachment_id The attachment.
 */
function altscribe_delete_empty_alt_text( $attachment_id ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- delete_post_meta() would delete a text that somebody writes meanwhile.
	$deleted = $wpdb->delete(
		$wpdb->postmeta,
		array(
			'post_id'    => $attachment_id,
			'meta_key'   => ALTSCRIBE_ALT_TEXT_KEY,
			'meta_value' => '',
		)
	);
	if ( $deleted ) {
		wp_cache_delete( $attachment_id, 'post_meta' );
	}
}
