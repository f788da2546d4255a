<?php
/**
 * GET and POST altscribe/v1/settings: the settings for the settings page. An answer never contains
 * the API key.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'altscribe_register_settings_route' );

/** Registers the route. */
function altscribe_register_settings_route() {
	register_rest_route(
		'altscribe/v1',
		'/settings',
		array(
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => 'altscribe_rest_get_settings',
				'permission_callback' => 'altscribe_may_change_settings',
			),
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'altscribe_rest_save_settings',
				'permission_callback' => 'altscribe_may_change_settings',
				'args'                => altscribe_setting_args(
					array_keys( altscribe_default_settings() ),
					'altscribe_validate_saved_setting'
				),
			),
		)
	);
}

/**
 * Whether the user may see and change the settings.
 *
 * @return bool
 */
function altscribe_may_change_settings() {
	return current_user_can( 'manage_options' );
}

/**
 * Validates a setting that is to be stored: it must be valid, and no constant may override it. The key
 * of the constant is valid: it confirms the service URL.
 *
 * @param string $value As it was sent.
 * @param string $name  Name of the setting.
 * @return true|WP_Error
 */
function altscribe_validate_saved_setting( $value, $name ) {
	$locked = altscribe_locked_settings();
	if ( isset( $locked[ $name ] ) && ! ( 'api_key' === $name && hash_equals( $locked[ $name ], trim( $value ) ) ) ) {
		return new WP_Error( 'altscribe_locked_setting', __( 'This is set in wp-config.php and can only be changed there.', 'altscribe' ) );
	}
	return altscribe_validate_setting( $value, $name );
}

/**
 * Answers with the settings in use, with the key masked.
 *
 * @return array<string, mixed>
 */
function altscribe_rest_get_settings() {
	$locked   = altscribe_locked_settings();
	$settings = array_merge( altscribe_stored_settings(), $locked );
	return array_merge(
		$settings,
		array(
			'api_key'        => altscribe_mask_api_key( $settings['api_key'] ),
			'api_key_origin' => altscribe_key_origin(),
			'locked'         => array_merge(
				array_fill_keys( array_keys( $settings ), false ),
				array_fill_keys( array_keys( $locked ), true )
			),
		)
	);
}

/**
 * Stores the settings in the request, and answers as GET does.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_save_settings( $request ) {
	$changes = array_intersect_key( $request->get_params(), altscribe_default_settings() );
	$checked = altscribe_check_key_origin( $changes );
	if ( is_wp_error( $checked ) ) {
		return $checked;
	}
	altscribe_save_settings( $changes );
	return altscribe_rest_get_settings();
}
