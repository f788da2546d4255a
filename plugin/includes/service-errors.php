<?php
/**
 * Converts an error answer of the service to an error of the plugin.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Converts an error answer.
 *
 * @param array<string, mixed> $response As wp_remote_post() returned it.
 * @param array<string, mixed> $body     Its parsed JSON; empty if it is not JSON.
 * @param string               $user_id  E-mail address of the account in the request.
 * @return WP_Error
 */
function altscribe_read_service_error( $response, $body, $user_id ) {
	$status  = (int) wp_remote_retrieve_response_code( $response );
	$message = isset( $body['message'] ) && is_string( $body['message'] ) ? $body['message'] : '';
	// The service answers with a message in JSON; a proxy in front of it answers with an HTML page.
	$is_service = '' !== $message;

	if ( 429 === $status ) {
		return altscribe_error_rate_limited( altscribe_parse_retry_after( wp_remote_retrieve_header( $response, 'retry-after' ) ) );
	}
	if ( 413 === $status ) {
		return altscribe_error_image_unreadable( 'too_large_for_server' );
	}
	if ( 400 === $status && $is_service ) {
		return altscribe_read_validation_error( $body, $message );
	}
	if ( 401 === $status && $is_service ) {
		return altscribe_error_key_refused();
	}
	// A firewall may answer 403, too, but its message is not about credits.
	if ( 403 === $status && false !== stripos( $message, 'credit' ) ) {
		return altscribe_error_insufficient_credits(
			$user_id,
			isset( $body['plan_type'] ) && is_string( $body['plan_type'] ) ? $body['plan_type'] : '',
			isset( $body['CreditsAvailable'] ) && is_numeric( $body['CreditsAvailable'] ) ? (int) $body['CreditsAvailable'] : 0
		);
	}
	if ( 404 === $status && false !== stripos( $message, 'user not found' ) ) {
		return altscribe_error_unknown_account( $user_id );
	}
	if ( 500 === $status && $is_service ) {
		$request_id = (string) wp_remote_retrieve_header( $response, 'x-request-id' );
		return altscribe_error_service( substr( preg_replace( '/[^\w.:-]/', '', $request_id ), 0, 100 ) );
	}
	return $status >= 500 ? altscribe_error_unreachable() : altscribe_error_not_the_service();
}

/**
 * Separates errors of the image from other errors in the request.
 *
 * @param array<string, mixed> $body    The parsed answer.
 * @param string               $message Its message.
 * @return WP_Error
 */
function altscribe_read_validation_error( $body, $message ) {
	$errors  = isset( $body['errors'] ) && is_array( $body['errors'] ) ? $body['errors'] : array();
	$problem = '';
	foreach ( $errors as $error ) {
		if ( ! is_array( $error ) || ! isset( $error['path'], $error['message'] ) || ! is_string( $error['message'] ) ) {
			continue;
		}
		// A service of an earlier version sends no codes.
		$code        = isset( $error['code'] ) && is_string( $error['code'] ) ? sanitize_key( $error['code'] ) : '';
		$problem     = '' === $problem ? $code : $problem;
		$is_of_image = in_array( $error['path'], array( 'image_url', 'image_file' ), true );
		if ( altscribe_find_image_problem( $code ) || ( $is_of_image && ! altscribe_find_request_problem( $code ) ) ) {
			// The sentences after the first one are for developers.
			return altscribe_error_image_unreadable( $code, preg_replace( '/\.(\s.*)?$/s', '', altscribe_sanitize_message( $error['message'] ) ) );
		}
	}
	return altscribe_error_invalid_request( $problem, altscribe_sanitize_message( $message ) );
}

/**
 * A message of the service as plain text of at most 300 characters.
 *
 * @param string $message As the service sent it.
 * @return string
 */
function altscribe_sanitize_message( $message ) {
	return mb_substr( sanitize_text_field( $message ), 0, 300, 'UTF-8' );
}

/**
 * Reads a Retry-After header.
 *
 * @param string|string[] $header Seconds or an HTTP date; '' without a header.
 * @return int Seconds, from one to a day; a minute without a valid header.
 */
function altscribe_parse_retry_after( $header ) {
	$header  = trim( is_array( $header ) ? (string) end( $header ) : $header );
	$seconds = MINUTE_IN_SECONDS;
	if ( is_numeric( $header ) ) {
		$seconds = ceil( (float) $header );
	} elseif ( '' !== $header && false !== strtotime( $header ) ) {
		$seconds = strtotime( $header ) - time();
	}
	return (int) min( max( 1, $seconds ), DAY_IN_SECONDS );
}
