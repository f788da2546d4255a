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
 * @return array<string, mixed> `service_url`, `api_key`, `user_id`, `language` (a language code, or '' for the
 *                              site's language), and those that altscribe_setting_schemas() describes.
 */
function altscribe_default_settings() {
	return array_merge(
		array(
			'service_url' => '',
			'api_key'     => '',
			'user_id'     => '',
			'language'    => '',
		),
		wp_list_pluck( altscribe_setting_schemas(), 'default' )
	);
}

/**
 * JSON schemas of the settings that are not about the connection, with their defaults.
 *
 * @return array<string, array<string, mixed>>
 */
function altscribe_setting_schemas() {
	return array_merge( altscribe_writing_setting_schemas(), altscribe_generating_setting_schemas() );
}

/**
 * The settings as they are stored.
 *
 * @return array<string, mixed> As altscribe_default_settings() returns them.
 */
function altscribe_stored_settings() {
	$settings = altscribe_default_settings();
	foreach ( array_intersect_key( (array) get_option( 'altscribe_settings' ), $settings ) as $name => $value ) {
		$settings[ $name ] = altscribe_sanitize_setting( $value, $name );
	}
	return $settings;
}

/**
 * The settings in use: those of the site, over those of the network, and under those that are locked.
 *
 * @return array<string, mixed> As altscribe_default_settings() returns them. `api_key` is '' if it must not be
 *                              sent to this service URL.
 */
function altscribe_settings() {
	$stored   = altscribe_stored_settings();
	$settings = altscribe_complete_settings( $stored );
	if ( altscribe_get_origin( $settings['service_url'] ) !== altscribe_key_origin( $stored ) ) {
		$settings['api_key'] = '';
	}
	return $settings;
}

/**
 * Adds to the site's own settings what the network and wp-config.php say.
 *
 * @param array<string, mixed> $own The site's own settings, stored or tried.
 * @return array<string, mixed>
 */
function altscribe_complete_settings( $own ) {
	foreach ( altscribe_network_settings() as $name => $value ) {
		if ( '' === $own[ $name ] ) {
			$own[ $name ] = $value;
		}
	}
	return array_merge( $own, altscribe_locked_settings() );
}

/**
 * The settings that nobody can change on the site's screen.
 *
 * @return array<string, string> Some of the settings, with their values.
 */
function altscribe_locked_settings() {
	return array_merge( altscribe_network_locked_settings(), altscribe_constant_settings() );
}

/**
 * The settings that constants in wp-config.php override.
 *
 * @return array<string, string> Some of the settings, with their values.
 */
function altscribe_constant_settings() {
	$constants = array(
		'service_url' => 'ALTSCRIBE_SERVICE_URL',
		'api_key'     => 'ALTSCRIBE_API_KEY',
		'user_id'     => 'ALTSCRIBE_ACCOUNT',
		'language'    => 'ALTSCRIBE_LANGUAGE',
	);
	$settings  = array();
	foreach ( $constants as $name => $constant ) {
		if ( defined( $constant ) && '' !== constant( $constant ) ) {
			$settings[ $name ] = altscribe_sanitize_setting( constant( $constant ), $name );
		}
	}
	return $settings;
}

/**
 * Stores some settings and keeps the others. Does not store the value of a constant: entering the key
 * from wp-config.php only confirms the service URL that it is for.
 *
 * @param array<string, mixed> $changes Valid values by name, sanitised by altscribe_sanitize_setting()
 *                                      and checked by altscribe_check_key_origin().
 */
function altscribe_save_settings( $changes ) {
	$locked   = altscribe_locked_settings();
	$settings = array_merge( altscribe_stored_settings(), array_diff_key( $changes, $locked ) );
	$bound    = altscribe_bound_key();
	if ( isset( $changes['api_key'] ) ) {
		$bound = array(
			'api_key_hash'   => altscribe_hash_key( $changes['api_key'] ),
			'api_key_origin' => altscribe_get_origin( altscribe_complete_settings( $settings )['service_url'] ),
		);
	}
	// Loaded with every page: the menu of the administration asks who may generate.
	update_option( 'altscribe_settings', array_merge( $settings, $bound ), true );
}

/**
 * Whether every setting that a call of the service needs is set. The values may still be wrong.
 *
 * @param array<string, mixed> $settings As altscribe_settings() returns them.
 * @return bool
 */
function altscribe_is_connected( $settings ) {
	return '' !== $settings['service_url'] && '' !== $settings['api_key'] && '' !== $settings['user_id'];
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
