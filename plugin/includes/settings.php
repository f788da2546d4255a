<?php
/**
 * The settings: what they are without any, what is stored, and what is in force.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The settings of a site that stored none.
 *
 * @return array{service_url: string, api_key: string, user_id: string, language: string} `language`
 *               is a language code, or '' for the site's language.
 */
function altscribe_default_settings() {
	return array(
		'service_url' => '',
		'api_key'     => '',
		'user_id'     => '',
		'language'    => '',
	);
}

/**
 * The settings in force: the stored ones, with what wp-config.php fixes in their place.
 *
 * @return array{service_url: string, api_key: string, user_id: string, language: string}
 */
function altscribe_settings() {
	$stored   = get_option( 'altscribe_settings' );
	$defaults = altscribe_default_settings();
	$settings = array_merge( $defaults, array_intersect_key( (array) $stored, $defaults ) );
	return array_merge( array_map( 'strval', $settings ), altscribe_locked_settings() );
}

/**
 * The settings that wp-config.php fixes; nobody can change them on screen.
 *
 * @return array<string, string> Some of `service_url` and `api_key`, with their values.
 */
function altscribe_locked_settings() {
	$locked = array();
	if ( defined( 'ALTSCRIBE_SERVICE_URL' ) && '' !== ALTSCRIBE_SERVICE_URL ) {
		$locked['service_url'] = untrailingslashit( ALTSCRIBE_SERVICE_URL );
	}
	if ( defined( 'ALTSCRIBE_API_KEY' ) && '' !== ALTSCRIBE_API_KEY ) {
		$locked['api_key'] = ALTSCRIBE_API_KEY;
	}
	return $locked;
}

/**
 * Stores new values of some settings; the others stay as they are.
 *
 * @param array<string, string> $changes Valid values by name, sanitised by altscribe_sanitize_setting().
 */
function altscribe_save_settings( $changes ) {
	$stored = array_merge( altscribe_default_settings(), (array) get_option( 'altscribe_settings', array() ) );
	$known  = array_intersect_key( $changes, altscribe_default_settings() );
	// Not loaded with every page: only the editor, the settings page and the REST routes need it.
	update_option( 'altscribe_settings', array_merge( $stored, $known ), false );
}

/**
 * Whether all is there that a call of the service needs. It may still be wrong.
 *
 * @param array<string, string> $settings As altscribe_settings() gives them.
 * @return bool
 */
function altscribe_is_connected( $settings ) {
	return '' !== $settings['service_url'] && '' !== $settings['api_key'] && '' !== $settings['user_id'];
}

/**
 * The language that alternative texts are written in unless a request names another.
 *
 * @return string Code such as `de_DE`.
 */
function altscribe_language() {
	$settings = altscribe_settings();
	return '' !== $settings['language'] ? $settings['language'] : get_locale();
}

/**
 * An API key as it may be shown: enough to tell two keys apart, useless to anybody else.
 *
 * @param string $api_key The key, or ''.
 * @return string '' for no key, else `••••` and the last four characters of a key long enough.
 */
function altscribe_mask_api_key( $api_key ) {
	if ( '' === $api_key ) {
		return '';
	}
	return '••••' . ( strlen( $api_key ) >= 16 ? substr( $api_key, -4 ) : '' );
}
