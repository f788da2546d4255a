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
 * Validates a setting that is to be stored: it must be valid, and no constant may override it.
 *
 * @param string $value As it was sent.
 * @param string $name  Name of the setting.
 * @return true|WP_Error
 */
function altscribe_validate_saved_setting( $value, $name ) {
	if ( array_key_exists( $name, altscribe_locked_settings() ) ) {
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
	$settings            = altscribe_settings();
	$locked              = altscribe_locked_settings();
	$settings['api_key'] = altscribe_mask_api_key( $settings['api_key'] );
	$settings['locked']  = array(
		'service_url' => isset( $locked['service_url'] ),
		'api_key'     => isset( $locked['api_key'] ),
	);
	return $settings;
}

/**
 * Stores the settings in the request, and answers as GET does.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>
 */
function altscribe_rest_save_settings( $request ) {
	altscribe_save_settings( $request->get_params() );
	return altscribe_rest_get_settings();
}
