<?php
/**
 * Alternative texts that are copies of another language's. WPML and Polylang copy the text of an
 * attachment into each new translation of it, where nobody has translated it yet.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'altscribe_attachment_findings', 'altscribe_find_copied_text', 10, 3 );
// Both plugins copy the text before they set the language, so that it cannot be judged any earlier.
add_action( 'pll_translate_media', 'altscribe_check_new_translation', 100, 2 );
add_action( 'wpml_after_duplicate_attachment', 'altscribe_check_new_translation', 100, 2 );
add_action( 'added_post_meta', 'altscribe_check_copies_of_changed_text', 20, 3 );
add_action( 'updated_post_meta', 'altscribe_check_copies_of_changed_text', 20, 3 );
add_action( 'deleted_post_meta', 'altscribe_check_copies_of_changed_text', 20, 3 );

/**
 * Adds the finding `wrong-language` to those of a text that is a copy.
 *
 * @param string[] $findings      Codes.
 * @param int      $attachment_id The attachment.
 * @param string   $text          Its alternative text.
 * @return string[]
 */
function altscribe_find_copied_text( $findings, $attachment_id, $text ) {
	if ( altscribe_is_copied_text( $attachment_id, $text ) ) {
		// Before the others: nothing else that is wrong with a text in another language matters.
		array_unshift( $findings, 'wrong-language' );
	}
	return $findings;
}

/**
 * Whether an older translation of an attachment has the same text in another language. The oldest one is
 * the original; variants of one language, such as `en_US` and `en_GB`, may share a text.
 *
 * @param int    $attachment_id The attachment.
 * @param string $text          Its alternative text.
 * @return bool
 */
function altscribe_is_copied_text( $attachment_id, $text ) {
	$older = array_filter(
		altscribe_list_translations( $attachment_id ),
		function ( $id ) use ( $attachment_id ) {
			return $id < $attachment_id;
		}
	);
	if ( ! $older ) {
		return false;
	}
	$language = altscribe_get_primary_language( altscribe_language( $attachment_id ) );
	foreach ( $older as $id ) {
		if ( altscribe_get_alt_text( $id ) === $text && altscribe_get_primary_language( altscribe_language( $id ) ) !== $language ) {
			return true;
		}
	}
	return false;
}

/**
 * The language of a code, without country, script and variant.
 *
 * @param string $code Such as `pt_BR` or `zh-Hans`.
 * @return string Such as `pt`.
 */
function altscribe_get_primary_language( $code ) {
	return strtolower( preg_replace( '/[_-].*$/s', '', $code ) );
}

/**
 * Checks a new translation of an attachment.
 *
 * @param int $original_id Unused.
 * @param int $copy_id     The translation.
 */
function altscribe_check_new_translation( $original_id, $copy_id ) {
	altscribe_check_attachment( (int) $copy_id );
}

/**
 * Checks the newer translations of an attachment whose text has changed: they may have been copies of the
 * text before, or are such of the text now.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $post_id  The attachment, or another post.
 * @param string    $meta_key The key that has changed.
 */
function altscribe_check_copies_of_changed_text( $meta_ids, $post_id, $meta_key ) {
	if ( '_wp_attachment_image_alt' !== $meta_key || 'attachment' !== get_post_type( $post_id ) ) {
		return;
	}
	foreach ( altscribe_list_translations( $post_id ) as $id ) {
		if ( $id > $post_id ) {
			altscribe_check_attachment( $id );
		}
	}
}
