<?php
/**
 * Languages of posts and attachments, and their translations.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The language of the alternative texts in a post: the one picked for the post in the editor, or
 * else altscribe_automatic_language().
 *
 * @param int $post_id The post.
 * @return string Code such as `de_DE`.
 */
function altscribe_language( $post_id ) {
	$picked = get_post_meta( $post_id, ALTSCRIBE_LANGUAGE_KEY, true );
	return is_string( $picked ) && altscribe_is_language_code( $picked ) ? $picked : altscribe_automatic_language( $post_id );
}

/**
 * The language of a post without a picked one: from WPML or Polylang; else, for an attachment, the language of
 * the post it was uploaded to, picked or not; else the setting; else the site's language.
 *
 * @param int $post_id The post.
 * @return string Code such as `de_DE`.
 */
function altscribe_automatic_language( $post_id ) {
	$settings   = altscribe_settings();
	$translated = altscribe_find_translation_language( $post_id );
	$parent     = '' === $translated && 'attachment' === get_post_type( $post_id ) ? wp_get_post_parent_id( $post_id ) : 0;
	if ( $parent && 'attachment' !== get_post_type( $parent ) ) {
		$translated = altscribe_language( $parent );
	}
	$candidates = array( $translated, $settings['language'], get_locale() );
	$language   = current( array_filter( $candidates, 'altscribe_is_language_code' ) );
	$language   = false === $language ? 'en' : $language;
	/**
	 * Filters the language of the alternative texts in a post, unless one was picked for the post.
	 *
	 * @param string $language Code such as `de_DE`; the value is ignored if it is not a language
	 *   code.
	 * @param int    $post_id  The post.
	 */
	$filtered = apply_filters( 'altscribe_language', $language, $post_id );
	return is_string( $filtered ) && altscribe_is_language_code( $filtered ) ? $filtered : $language;
}

/**
 * The language that WPML or Polylang store for a post. Polylang also answers WPML's filter, but its
 * own function distinguishes `pt_BR` and `pt_PT` even if both are called `pt`.
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

/**
 * Whether WPML, Polylang, or another plugin with their filters is active. Costs no query.
 *
 * @return bool
 */
function altscribe_has_translations() {
	return false !== has_filter( 'wpml_active_languages' );
}

/**
 * The languages of the site.
 *
 * @return array<string, string> Names by code, in the plugin's spelling (such as `pt-br`); empty without such a
 *   plugin.
 */
function altscribe_list_site_languages() {
	$languages = apply_filters( 'wpml_active_languages', null, array( 'skip_missing' => 0 ) );
	$names     = array();
	foreach ( is_array( $languages ) ? $languages : array() as $code => $language ) {
		// Polylang has no translated names.
		$name           = ! empty( $language['translated_name'] ) ? $language['translated_name'] : ( $language['native_name'] ?? '' );
		$names[ $code ] = '' !== $name ? $name : $code;
	}
	return $names;
}

/**
 * The name of a language, in the language of the screen.
 *
 * @param string $code Such as `de_DE_formal`.
 * @return string Such as `German`, without the region; '' if neither PHP's intl nor a translation plugin knows it.
 */
function altscribe_language_name( $code ) {
	$primary = altscribe_get_primary_language( $code );
	$name    = class_exists( 'Locale' ) ? (string) Locale::getDisplayLanguage( $primary, get_user_locale() ) : '';
	if ( '' !== $name && $primary !== $name ) {
		return $name;
	}
	foreach ( altscribe_list_site_languages() as $other => $name ) {
		if ( altscribe_get_primary_language( $other ) === $primary && $other !== $name ) {
			return $name;
		}
	}
	return '';
}

/**
 * An attachment and its translations.
 *
 * @param int $attachment_id The attachment.
 * @return int[] Ids by language code; empty without such a plugin.
 */
function altscribe_list_translations( $attachment_id ) {
	$translations = array();
	foreach ( array_keys( altscribe_list_site_languages() ) as $code ) {
		$id = (int) apply_filters( 'wpml_object_id', $attachment_id, 'attachment', false, $code );
		if ( $id ) {
			$translations[ $code ] = $id;
		}
	}
	return in_array( (int) $attachment_id, $translations, true ) ? $translations : array();
}
