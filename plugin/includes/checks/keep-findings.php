<?php
/**
 * Keeps the findings of each image up to date: whenever its text, its caption or its language changes.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'added_post_meta', 'altscribe_check_changed_meta', 10, 3 );
add_action( 'updated_post_meta', 'altscribe_check_changed_meta', 10, 3 );
add_action( 'deleted_post_meta', 'altscribe_check_changed_meta', 10, 3 );
add_action( 'attachment_updated', 'altscribe_check_changed_caption', 10, 3 );

/**
 * Checks an image whose text or language somebody has changed.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $post_id  The attachment, or another post.
 * @param string    $meta_key The key that has changed.
 */
function altscribe_check_changed_meta( $meta_ids, $post_id, $meta_key ) {
	$matters = array( '_wp_attachment_image_alt', ALTSCRIBE_LANGUAGE_KEY );
	if ( in_array( $meta_key, $matters, true ) && 'attachment' === get_post_type( $post_id ) ) {
		altscribe_check_attachment( $post_id );
	}
}

/**
 * Checks an image whose caption has changed: its text may repeat that.
 *
 * @param int     $attachment_id Its id.
 * @param WP_Post $after         As it is now.
 * @param WP_Post $before        As it was.
 */
function altscribe_check_changed_caption( $attachment_id, $after, $before ) {
	if ( $after->post_excerpt !== $before->post_excerpt ) {
		altscribe_check_attachment( $attachment_id );
	}
}

/**
 * Checks the text of an image, and keeps what was found.
 *
 * @param int $attachment_id Its id.
 */
function altscribe_check_attachment( $attachment_id ) {
	$codes = implode( ',', altscribe_find_in_attachment( $attachment_id ) );
	if ( '' === $codes ) {
		delete_post_meta( $attachment_id, ALTSCRIBE_CHECK_KEY );
	} else {
		update_post_meta( $attachment_id, ALTSCRIBE_CHECK_KEY, $codes );
	}
}

/**
 * What is wrong with the text of an image, or may be.
 *
 * @param int $attachment_id Its id.
 * @return string[] Codes, the most serious first; none without a text.
 */
function altscribe_find_in_attachment( $attachment_id ) {
	$text = altscribe_get_alt_text( $attachment_id );
	if ( '' === $text || ! wp_attachment_is_image( $attachment_id ) ) {
		return array();
	}
	$findings = altscribe_check_alt_text(
		$text,
		array(
			'language'     => altscribe_language( $attachment_id ),
			'translations' => altscribe_list_older_texts( $attachment_id ),
			'caption'      => wp_strip_all_tags( (string) get_post_field( 'post_excerpt', $attachment_id, 'raw' ) ),
		)
	);
	/**
	 * Filters what was found in the text of an image of the media library. It is kept until the text, the
	 * caption or the language of the image changes; altscribe_check_attachment() looks anew.
	 *
	 * @param string[] $findings      Codes such as `too-long`, the most serious first.
	 * @param int      $attachment_id The image.
	 * @param string   $text          Its alternative text, never ''.
	 */
	$filtered = apply_filters( 'altscribe_attachment_findings', $findings, $attachment_id, $text );
	return is_array( $filtered ) ? array_values( array_map( 'sanitize_key', $filtered ) ) : $findings;
}
