<?php
/**
 * The languages of a site with WPML or Polylang, and the translations of an attachment. Both plugins
 * answer WPML's filters; Polylang only where its setting "Media" is on.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

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
 * @return array<string, string> Names by code, as the plugin writes them (such as `pt-br`); empty without such a plugin.
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
 * An attachment in all languages that it is translated into, itself included.
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
