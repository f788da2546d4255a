<?php
/**
 * Turns the responses of the service that are errors into ours.
 *
 * @package Altscribe
 */

namespace Altscribe\Service;

use Altscribe\Core;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Responses {

	/**
	 * Converts an error response.
	 *
	 * @param array<string, mixed> $response From wp_remote_post().
	 * @param array<string, mixed> $body     Its parsed JSON; empty if it is not JSON.
	 * @param string               $user_id  E-mail address of the account in the request.
	 * @return WP_Error
	 */
	public static function read_error( $response, $body, $user_id ) {
		$status  = (int) wp_remote_retrieve_response_code( $response );
		$message = isset( $body['message'] ) && is_string( $body['message'] ) ? $body['message'] : '';
		// The service responds with a message in JSON; a proxy in front of it responds with an HTML
		// page.
		$is_service = '' !== $message;

		if ( 429 === $status && 'daily_limit_reached' === ( $body['code'] ?? '' ) ) {
			return Core\Errors::service_limit( self::parse_retry_after( wp_remote_retrieve_header( $response, 'retry-after' ) ) );
		}
		if ( 429 === $status && 0 === strpos( $message, 'The first call with this Idempotency-Key is still running' ) ) {
			return Core\Errors::still_generating( self::parse_retry_after( wp_remote_retrieve_header( $response, 'retry-after' ) ) );
		}
		if ( 429 === $status ) {
			return Core\Errors::rate_limited( self::parse_retry_after( wp_remote_retrieve_header( $response, 'retry-after' ) ) );
		}
		if ( 413 === $status ) {
			return Core\Errors::image_unreadable( 'too_large_for_server' );
		}
		if ( 400 === $status && $is_service ) {
			return self::read_validation_error( $body, $message );
		}
		if ( 401 === $status && $is_service ) {
			return Core\Errors::key_refused();
		}
		// A firewall may also respond with 403, but its message is not about credits.
		if ( 403 === $status && false !== stripos( $message, 'credit' ) ) {
			return Core\Errors::insufficient_credits(
				$user_id,
				isset( $body['plan_type'] ) && is_string( $body['plan_type'] ) ? $body['plan_type'] : '',
				isset( $body['CreditsAvailable'] ) && is_numeric( $body['CreditsAvailable'] ) ? (int) $body['CreditsAvailable'] : 0
			);
		}
		$is_other_user = 403 === $status && 'key_not_for_user' === ( $body['code'] ?? '' );
		if ( $is_other_user || ( 404 === $status && false !== stripos( $message, 'user not found' ) ) ) {
			return Core\Errors::unknown_account( $user_id );
		}
		if ( 500 === $status && $is_service && self::is_declined( isset( $body['error'] ) ? $body['error'] : '' ) ) {
			return Core\Errors::declined();
		}
		if ( 500 === $status && $is_service ) {
			$request_id = (string) wp_remote_retrieve_header( $response, 'x-request-id' );
			return Core\Errors::service( substr( preg_replace( '/[^\w.:-]/', '', $request_id ), 0, 100 ) );
		}
		return $status >= 500 ? Core\Errors::unreachable() : Core\Errors::not_the_service();
	}

	/**
	 * Whether the service's detail of an error says that each model declined: "openai: refused to describe the image".
	 *
	 * @param mixed $detail The detail: one failure for each model, separated by semicolons.
	 * @return bool
	 */
	private static function is_declined( $detail ) {
		return is_string( $detail ) && 1 === preg_match( '/^(?:[^:;]+: (?:refused to describe the image|the model refused to describe the image)(?: \\(status \\d+\\))?(?:; |$))+$/D', $detail );
	}

	/**
	 * Separates errors of the image from other errors in the request.
	 *
	 * @param array<string, mixed> $body    The parsed response.
	 * @param string               $message Its message.
	 * @return WP_Error
	 */
	public static function read_validation_error( $body, $message ) {
		$errors  = isset( $body['errors'] ) && is_array( $body['errors'] ) ? $body['errors'] : array();
		$problem = '';
		foreach ( $errors as $error ) {
			if ( ! is_array( $error ) || ! isset( $error['path'], $error['message'] ) || ! is_string( $error['message'] ) ) {
				continue;
			}
			// Earlier versions of the service send no codes.
			$code        = isset( $error['code'] ) && is_string( $error['code'] ) ? sanitize_key( $error['code'] ) : '';
			$problem     = '' === $problem ? $code : $problem;
			$is_of_image = in_array( $error['path'], array( 'image_url', 'image_file' ), true );
			if ( Core\Errors::find_image_problem( $code ) || ( $is_of_image && ! Core\Errors::find_request_problem( $code ) ) ) {
				// The sentences after the first one are for developers.
				return Core\Errors::image_unreadable( $code, preg_replace( '/\.(\s.*)?$/s', '', self::sanitize_message( $error['message'] ) ) );
			}
		}
		return Core\Errors::invalid_request( $problem, self::sanitize_message( $message ) );
	}

	/**
	 * A message of the service as plain text of at most 300 characters.
	 *
	 * @param string $message From the service.
	 * @return string
	 */
	private static function sanitize_message( $message ) {
		return mb_substr( sanitize_text_field( $message ), 0, 300, 'UTF-8' );
	}

	/**
	 * Reads a Retry-After header.
	 *
	 * @param string|string[] $header Seconds or an HTTP date; '' without a header.
	 * @return int Seconds, from one to a day; a minute if the header is missing or invalid.
	 */
	private static function parse_retry_after( $header ) {
		$header  = trim( is_array( $header ) ? (string) end( $header ) : $header );
		$seconds = MINUTE_IN_SECONDS;
		if ( is_numeric( $header ) ) {
			$seconds = ceil( (float) $header );
		} elseif ( '' !== $header && false !== strtotime( $header ) ) {
			$seconds = strtotime( $header ) - time();
		}
		return (int) min( max( 1, $seconds ), DAY_IN_SECONDS );
	}
}
