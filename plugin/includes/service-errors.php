<?php
/**
 * Turns an answer of the service that is no success into an error of Altscribe's own.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Finds out which error an answer is.
 *
 * @param array<string, mixed> $response As wp_remote_post() gave it.
 * @param array<string, mixed> $body     Its parsed JSON; empty when it was none.
 * @param string               $user_id  Account the request was made for.
 * @return WP_Error
 */
function altscribe_read_service_error( $response, $body, $user_id ) {
	$status  = (int) wp_remote_retrieve_response_code( $response );
	$message = isset( $body['message'] ) && is_string( $body['message'] ) ? $body['message'] : '';
	// Only the service itself answers with a message in JSON; proxies in front of it send pages.
	$is_service = '' !== $message;

	if ( 429 === $status ) {
		return altscribe_error_rate_limited( altscribe_parse_retry_after( wp_remote_retrieve_header( $response, 'retry-after' ) ) );
	}
	if ( 413 === $status ) {
		return altscribe_error_image_unreadable( __( 'it is too large for the server that the service runs on', 'altscribe' ) );
	}
	if ( 400 === $status && $is_service ) {
		return altscribe_read_refusal( $body, $message );
	}
	if ( 401 === $status && $is_service ) {
		return altscribe_error_key_refused();
	}
	// Firewalls say 403, too; only the service says it about credits.
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
 * Tells a refused image from a refused request.
 *
 * @param array<string, mixed> $body    The parsed answer.
 * @param string               $message Its message.
 * @return WP_Error
 */
function altscribe_read_refusal( $body, $message ) {
	$errors = isset( $body['errors'] ) && is_array( $body['errors'] ) ? $body['errors'] : array();
	foreach ( $errors as $error ) {
		if ( ! is_array( $error ) || ! isset( $error['path'], $error['message'] ) || ! is_string( $error['message'] ) ) {
			continue;
		}
		if ( in_array( $error['path'], array( 'image_url', 'image_file' ), true ) ) {
			$message = altscribe_tidy_message( $error['message'] );
			// What follows the first sentence is for programmers: which field to send instead.
			return altscribe_error_image_unreadable( preg_replace( '/\.(\s.*)?$/s', '', $message ) );
		}
	}
	return altscribe_error_invalid_request( altscribe_tidy_message( $message ) );
}

/**
 * A message of the service as it may be shown: plain text, of a sensible length.
 *
 * @param string $message As it came.
 * @return string
 */
function altscribe_tidy_message( $message ) {
	return mb_substr( sanitize_text_field( $message ), 0, 300, 'UTF-8' );
}

/**
 * Reads a Retry-After header.
 *
 * @param string|string[] $header Seconds or an HTTP date; '' when there was none.
 * @return int Seconds, from one to a day; a minute when the header says nothing.
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
