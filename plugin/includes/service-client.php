<?php
/**
 * The only place that calls the service.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Asks the service for the plan and the credits of the account.
 *
 * @param array<string, string> $settings As altscribe_settings() gives them.
 * @return array{plan_type: string, credits_available: int, user_id: string}|WP_Error
 */
function altscribe_get_account( $settings ) {
	$answer = altscribe_call_service( $settings, 'get-user-details-api', array() );
	if ( is_wp_error( $answer ) ) {
		return $answer;
	}
	$details = isset( $answer['body']['userDetails'] ) ? $answer['body']['userDetails'] : null;
	if ( ! is_array( $details ) || ! isset( $details['user_id'], $details['plan_type'], $details['credits_available'] )
		|| ! is_string( $details['user_id'] ) || ! is_string( $details['plan_type'] ) || ! is_numeric( $details['credits_available'] ) ) {
		return altscribe_error_not_the_service();
	}
	return array(
		'plan_type'         => $details['plan_type'],
		'credits_available' => (int) $details['credits_available'],
		'user_id'           => $details['user_id'],
	);
}

/**
 * Asks the service for an alternative text.
 *
 * @param array<string, string> $settings   As altscribe_settings() gives them.
 * @param array<string, string> $fields     The image and its context, in the service's own field names.
 * @param bool                  $regenerate Whether to ask for a new text where the service remembers one.
 * @return array{alt_text: string, plan_type: string, credits_available: int}|WP_Error
 */
function altscribe_generate_alt_text( $settings, $fields, $regenerate ) {
	$headers = $regenerate ? array( 'Cache-Control' => 'no-cache' ) : array();
	$answer  = altscribe_call_service( $settings, 'generate-alt-text-api', $fields, $headers );
	if ( is_wp_error( $answer ) ) {
		return $answer;
	}
	$body = $answer['body'];
	if ( ! isset( $body['altText'], $body['plan_type'], $body['CreditsAvailable'] )
		|| ! is_string( $body['altText'] ) || ! is_string( $body['plan_type'] ) || ! is_numeric( $body['CreditsAvailable'] ) ) {
		return altscribe_error_not_the_service();
	}
	// What the service remembers is free, and holds the credits of back then.
	$account = $answer['is_remembered'] ? altscribe_get_account( $settings ) : null;
	$is_new  = is_array( $account );
	return array(
		'alt_text'          => $body['altText'],
		'plan_type'         => $is_new ? $account['plan_type'] : $body['plan_type'],
		'credits_available' => $is_new ? $account['credits_available'] : (int) $body['CreditsAvailable'],
	);
}

/**
 * Calls one operation for the account of the settings.
 *
 * @param array<string, string> $settings  As altscribe_settings() gives them.
 * @param string                $operation Last part of the path.
 * @param array<string, string> $fields    The request's fields, without `user_id`.
 * @param array<string, string> $headers   Further headers.
 * @return array{body: array<string, mixed>, is_remembered: bool}|WP_Error The parsed answer, whose shape the caller
 *                                                                     checks, and whether it was given before.
 */
function altscribe_call_service( $settings, $operation, $fields, $headers = array() ) {
	if ( ! altscribe_is_connected( $settings ) ) {
		return altscribe_error_not_connected();
	}
	$fields['user_id'] = $settings['user_id'];
	$response          = wp_remote_post(
		$settings['service_url'] . '/v1/' . $operation,
		array(
			'headers'             => array_merge(
				$headers,
				array(
					'Content-Type' => 'application/json',
					'Accept'       => 'application/json',
					'x-api-key'    => $settings['api_key'],
				)
			),
			'body'                => wp_json_encode( $fields, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ),
			'user-agent'          => 'Altscribe-WordPress/' . ALTSCRIBE_VERSION,
			// Longer than the service gives itself (25 s), so that its own answer is the one that counts.
			'timeout'             => 35,
			// A redirect would carry the key to an address nobody entered.
			'redirection'         => 0,
			'limit_response_size' => MB_IN_BYTES,
		)
	);
	if ( is_wp_error( $response ) ) {
		return altscribe_error_unreachable();
	}
	$body = json_decode( wp_remote_retrieve_body( $response ), true );
	if ( 200 === wp_remote_retrieve_response_code( $response ) && is_array( $body ) ) {
		return array(
			'body'          => $body,
			// A proxy may say 0 of any answer.
			'is_remembered' => (int) wp_remote_retrieve_header( $response, 'age' ) > 0,
		);
	}
	return altscribe_read_service_error( $response, is_array( $body ) ? $body : array(), $settings['user_id'] );
}
