<?php
/**
 * The language of the alternative texts in a post, or of the one of an attachment.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The language of the alternative texts in a post: the one that somebody picked for the post in the
 * editor, else altscribe_automatic_language().
 *
 * @param int $post_id The post.
 * @return string Code such as `de_DE`.
 */
function altscribe_language( $post_id ) {
	$picked = get_post_meta( $post_id, ALTSCRIBE_LANGUAGE_KEY, true );
	return is_string( $picked ) && altscribe_is_language_code( $picked ) ? $picked : altscribe_automatic_language( $post_id );
}

/**
 * The language of a post for which nobody picked one: as WPML or Polylang say (for an attachment without
 * a language of its own, that of the post it was uploaded to), else the setting, else the language of
 * the site.
 *
 * @param int $post_id The post.
 * @return string Code such as `de_DE`.
 */
function altscribe_automatic_language( $post_id ) {
	$settings   = altscribe_settings();
	$translated = altscribe_find_translation_language( $post_id );
	if ( '' === $translated && 'attachment' === get_post_type( $post_id ) && wp_get_post_parent_id( $post_id ) ) {
		$translated = altscribe_find_translation_language( wp_get_post_parent_id( $post_id ) );
	}
	$candidates = array( $translated, $settings['language'], get_locale() );
	$language   = current( array_filter( $candidates, 'altscribe_is_language_code' ) );
	$language   = false === $language ? 'en' : $language;
	/**
	 * Filters the language of the alternative texts in a post, unless somebody picked one for the post.
	 *
	 * @param string $language Code such as `de_DE`; the value is ignored if it is none.
	 * @param int    $post_id  The post.
	 */
	$filtered = apply_filters( 'altscribe_language', $language, $post_id );
	return is_string( $filtered ) && altscribe_is_language_code( $filtered ) ? $filtered : $language;
}

/**
 * The language that WPML or Polylang have for a post. Polylang answers WPML's filter, too, but its own
 * function tells `pt_BR` from `pt_PT` where both are called `pt`.
 *
 * @param int $post_id The post.
 * @return string '' without such a plugin, or if the post has no language yet.
 */
function altscribe_find_translation_language( $post_id ) {
	$codes = array();
	if ( function_exists( 'pll_get_post_language' ) ) {
		$codes[] = pll_get_post_language( $post_id, 'locale' );
	}
	$details = apply_filters( 'wpml_post_language_details', null, $post_id );
	if ( is_array( $details ) ) {
		$codes[] = isset( $details['locale'] ) ? $details['locale'] : null;
		$codes[] = isset( $details['language_code'] ) ? $details['language_code'] : null;
	}
	foreach ( $codes as $code ) {
		if ( is_string( $code ) && altscribe_is_language_code( $code ) ) {
			return $code;
		}
	}
	return '';
}
