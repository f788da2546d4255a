<?php
/**
 * Tools > Site Health > Info: what somebody who helps must know. Never a key.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'debug_information', 'altscribe_add_debug_information' );

/**
 * Adds the section.
 *
 * @param array<string, array<string, mixed>> $sections The present sections.
 * @return array<string, array<string, mixed>>
 */
function altscribe_add_debug_information( $sections ) {
	$settings = altscribe_settings();
	$limit    = $settings['daily_credit_limit'];
	$fields   = array(
		'version'     => array( __( 'Version', 'altscribe' ), ALTSCRIBE_VERSION ),
		'service_url' => array( __( 'Service URL', 'altscribe' ), $settings['service_url'], true ),
		'api_key'     => array( __( 'API key', 'altscribe' ), altscribe_describe_key( $settings ) ),
		'account'     => array( __( 'Account e-mail', 'altscribe' ), $settings['user_id'], true ),
		'language'    => array( __( 'Language', 'altscribe' ), '' === $settings['language'] ? get_locale() : $settings['language'] ),
		'spent_today' => array( __( 'Credits used today', 'altscribe' ), number_format_i18n( altscribe_spent_today() ) ),
		'limit'       => array( __( 'Credits a day', 'altscribe' ), $limit ? number_format_i18n( $limit ) : __( 'No limit', 'altscribe' ) ),
		'cron'        => array( __( 'WP-Cron works on the queue', 'altscribe' ), altscribe_does_cron_work() ? __( 'Yes', 'altscribe' ) : __( 'No', 'altscribe' ) ),
	);

	$sections['altscribe'] = array(
		'label'  => __( 'Altscribe', 'altscribe' ),
		'fields' => array_map( 'altscribe_debug_field', $fields ),
	);
	return $sections;
}

/**
 * One field of the section.
 *
 * @param array<int, mixed> $field Label, value, and whether it is left out of what people copy for others.
 * @return array<string, mixed>
 */
function altscribe_debug_field( $field ) {
	return array(
		'label'   => $field[0],
		'value'   => '' === $field[1] ? __( 'Not set', 'altscribe' ) : $field[1],
		'private' => ! empty( $field[2] ),
	);
}

/**
 * Where the API key comes from.
 *
 * @param array<string, mixed> $settings As altscribe_settings() returns them.
 * @return string
 */
function altscribe_describe_key( $settings ) {
	$stored = altscribe_stored_settings();
	if ( '' === altscribe_complete_settings( $stored )['api_key'] ) {
		return '';
	}
	if ( '' === $settings['api_key'] ) {
		return __( 'Set for another service URL', 'altscribe' );
	}
	if ( isset( altscribe_constant_settings()['api_key'] ) ) {
		return __( 'Set in wp-config.php.', 'altscribe' );
	}
	return altscribe_is_from_network( 'api_key', $stored ) ? __( 'Set for the whole network.', 'altscribe' ) : __( 'Set for this site', 'altscribe' );
}
