<?php
/**
 * The settings: their defaults, the stored values, and the constants that override them.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The defaults.
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
 * The settings in use: the stored values, overridden by the constants in wp-config.php.
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
 * The settings that constants in wp-config.php override. Nobody can change them on the screen.
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
 * Stores some settings and keeps the others.
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
 * Whether every setting that a call of the service needs is set. The values may still be wrong.
 *
 * @param array<string, string> $settings As altscribe_settings() returns them.
 * @return bool
 */
function altscribe_is_connected( $settings ) {
	return '' !== $settings['service_url'] && '' !== $settings['api_key'] && '' !== $settings['user_id'];
}

/**
 * The language of alternative texts, unless a request contains another one.
 *
 * @return string Code such as `de_DE`.
 */
function altscribe_language() {
	$settings = altscribe_settings();
	return '' !== $settings['language'] ? $settings['language'] : get_locale();
}

/**
 * An API key with all but its end masked, so that an administrator can recognise it.
 *
 * @param string $api_key The key, or ''.
 * @return string '' without a key, else `••••` and, for keys of 16 characters or more, the last four.
 */
function altscribe_mask_api_key( $api_key ) {
	if ( '' === $api_key ) {
		return '';
	}
	return '••••' . ( strlen( $api_key ) >= 16 ? substr( $api_key, -4 ) : '' );
}
