<?php
/**
 * Saves what the network's screen sends.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'network_admin_edit_altscribe', 'altscribe_handle_network_form' );

/** Handles the form, then leads back to the screen. */
function altscribe_handle_network_form() {
	check_admin_referer( 'altscribe_network' );
	if ( ! current_user_can( 'manage_network_options' ) ) {
		wp_die( esc_html__( 'Sorry, you are not allowed to change these settings.', 'altscribe' ), 403 );
	}
	$sent = isset( $_POST['altscribe'] ) && is_array( $_POST['altscribe'] )
		// Each value is validated and sanitised by its name.
		? wp_unslash( $_POST['altscribe'] ) // phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized
		: array();
	$errors = altscribe_save_network_settings( $sent );
	set_site_transient( altscribe_network_form_transient(), altscribe_network_form_state( $sent, $errors ), MINUTE_IN_SECONDS );
	wp_safe_redirect( add_query_arg( 'updated', $errors ? 'false' : 'true', altscribe_network_settings_url() ) );
	exit;
}

/**
 * Validates and saves the settings; nothing is saved if one is wrong.
 *
 * @param array<string, mixed> $sent The settings of the connection, and `locked` (names as keys). An empty key keeps
 *                                   the stored one, unless `remove_key` is sent.
 * @return array<string, string> A sentence for each wrong setting.
 */
function altscribe_save_network_settings( $sent ) {
	$stored = altscribe_stored_network_settings();
	$values = array();
	$errors = array();
	foreach ( altscribe_connection_settings() as $name ) {
		$values[ $name ] = altscribe_sanitize_setting( isset( $sent[ $name ] ) ? $sent[ $name ] : '', $name );
		$checked         = altscribe_validate_setting( $values[ $name ], $name );
		if ( is_wp_error( $checked ) ) {
			$errors[ $name ] = $checked->get_error_message();
		}
	}
	$key = altscribe_choose_network_key( $values, $stored, ! empty( $sent['remove_key'] ) );
	if ( '' !== $key['error'] ) {
		$errors['api_key'] = $key['error'];
	}
	if ( ! $errors ) {
		$names            = isset( $sent['locked'] ) && is_array( $sent['locked'] ) ? array_keys( $sent['locked'] ) : array();
		$values['locked'] = array_values( array_intersect( altscribe_connection_settings(), altscribe_network_locks( $names ) ) );

		$values['api_key']        = $key['api_key'];
		$values['api_key_origin'] = $key['origin'];
		$values['api_key_hash']   = $key['hash'];
		update_site_option( ALTSCRIBE_NETWORK_OPTION, $values );
	}
	return $errors;
}

/**
 * The key to store, with the origin that it is for. A key from wp-config.php is not stored: entering it
 * confirms the service URL.
 *
 * @param array<string, string> $values    The settings of the connection, as they were entered.
 * @param array<string, mixed>  $stored    As altscribe_stored_network_settings() returns them.
 * @param bool                  $is_remove Whether the stored key is to be removed.
 * @return array{api_key: string, hash: string, origin: string, error: string}
 */
function altscribe_choose_network_key( $values, $stored, $is_remove ) {
	$fixed   = altscribe_constant_settings();
	$fixed   = isset( $fixed['api_key'] ) ? $fixed['api_key'] : '';
	$origin  = altscribe_get_origin( $values['service_url'] );
	$entered = $is_remove ? '' : $values['api_key'];
	$key     = $is_remove ? '' : $stored['api_key'];
	$in_use  = altscribe_hash_key( '' === $fixed ? $key : $fixed );
	$bound   = altscribe_complete_bound_key( $stored );
	if ( '' !== $entered && ( '' === $fixed || hash_equals( $fixed, $entered ) ) ) {
		return array(
			'api_key' => '' === $fixed ? $entered : $key,
			'hash'    => altscribe_hash_key( $entered ),
			'origin'  => $origin,
			'error'   => '',
		);
	}
	$is_bound  = hash_equals( $bound['api_key_hash'], $in_use ) && $origin === $bound['api_key_origin'];
	$is_needed = '' !== $in_use && '' !== $origin && ! $is_bound;
	$error     = '' === $fixed
		? __( 'Enter the API key again: the service URL is no longer the one it was entered for.', 'altscribe' )
		: __( 'Enter the API key from wp-config.php to confirm that it may be sent to this address.', 'altscribe' );
	return array(
		'api_key' => $key,
		'hash'    => '' === $in_use ? '' : $bound['api_key_hash'],
		'origin'  => '' === $in_use ? '' : $bound['api_key_origin'],
		'error'   => $is_needed || '' !== $entered ? $error : '',
	);
}

/**
 * What the screen shows of a form that was just sent. Never the key.
 *
 * @param array<string, mixed>  $sent   As it was sent.
 * @param array<string, string> $errors A sentence for each wrong setting.
 * @return array<string, mixed>
 */
function altscribe_network_form_state( $sent, $errors ) {
	return array(
		'errors' => $errors,
		'sent'   => $errors ? array_map( 'sanitize_text_field', array_intersect_key( array_filter( $sent, 'is_string' ), array_flip( array( 'service_url', 'user_id' ) ) ) ) : array(),
	);
}

/**
 * The name of the transient that holds it until the screen is shown, for one user.
 *
 * @return string
 */
function altscribe_network_form_transient() {
	return 'altscribe_network_form_' . get_current_user_id();
}
