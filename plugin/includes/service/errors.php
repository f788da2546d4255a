<?php
/**
 * Every error that a user may see, from the service, the connection or WordPress, with its message.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The problems of an image.
 *
 * @param string $code Any code.
 * @return array{0: string, 1: string}|null The reason, as the end of "This image could not be read: …", and the
 *                                          next step; null for an unknown code.
 */
function altscribe_find_image_problem( $code ) {
	$upload   = __( 'Upload it to the media library.', 'altscribe' );
	$smaller  = __( 'Upload a smaller version.', 'altscribe' );
	$anew     = __( 'Save it as JPEG or PNG and upload it again.', 'altscribe' );
	$problems = array(
		'image_url_invalid'      => array( __( 'its address is not valid', 'altscribe' ), $upload ),
		'image_private_address'  => array( __( 'its address is in a private network', 'altscribe' ), $upload ),
		'image_not_found'        => array( __( 'nothing was found at its address', 'altscribe' ), $upload ),
		'image_forbidden'        => array( __( 'its server denied access', 'altscribe' ), $upload ),
		'image_unavailable'      => array( __( 'its server could not be reached', 'altscribe' ), __( 'Try again later, or upload it to the media library.', 'altscribe' ) ),
		'image_timeout'          => array( __( 'its server took too long', 'altscribe' ), __( 'Try again, or upload it to the media library.', 'altscribe' ) ),
		'image_too_large'        => array( __( 'it is too large', 'altscribe' ), $smaller ),
		'request_too_large'      => array( __( 'it is too large', 'altscribe' ), $smaller ),
		'image_too_many_pixels'  => array( __( 'it has too many pixels', 'altscribe' ), $smaller ),
		'image_type_unsupported' => array( __( 'it is not a JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG image', 'altscribe' ), $anew ),
		'image_undecodable'      => array( __( 'it is damaged or takes too long to open', 'altscribe' ), $anew ),
		'image_rejected'         => array( __( 'no AI model could read it', 'altscribe' ), __( 'Save it as JPEG or PNG and upload it again, or write the alt text yourself.', 'altscribe' ) ),
		'file_too_large'         => array( __( 'it is larger than 10 MB', 'altscribe' ), $smaller ),
		'too_large_for_server'   => array( __( 'it is too large for the service', 'altscribe' ), $smaller ),
		'file_missing'           => array( __( 'its file is missing on this server', 'altscribe' ), __( 'Upload it again.', 'altscribe' ) ),
		'not_in_library'         => array( __( 'it is no longer in the media library', 'altscribe' ), __( 'Upload it again.', 'altscribe' ) ),
		'in_trash'               => array( __( 'it is in the trash', 'altscribe' ), __( 'Restore it first.', 'altscribe' ) ),
		'not_an_image'           => array( __( 'it is not an image', 'altscribe' ), __( 'Choose an image.', 'altscribe' ) ),
		'not_visible'            => array( __( 'you are not allowed to view it', 'altscribe' ), __( 'Ask an administrator to generate its alt text.', 'altscribe' ) ),
	);
	return isset( $problems[ $code ] ) ? $problems[ $code ] : null;
}

/**
 * The problems of a request, other than its image.
 *
 * @param string $code Any code.
 * @return string|null A sentence with the next step; null for an unknown code.
 */
function altscribe_find_request_problem( $code ) {
	$update = __( 'Plugin and service versions are incompatible. Ask an administrator to update both.', 'altscribe' );
	switch ( $code ) {
		case 'user_id_invalid':
			return __( 'The service rejected the account e-mail. Ask an administrator to check it in the settings.', 'altscribe' );
		case 'too_long':
			return __( 'The text sent with the image is too long. Shorten the title or the keywords.', 'altscribe' );
		case 'body_not_json':
		case 'body_not_an_object':
		case 'body_too_complex':
		case 'content_encoding_unsupported':
		case 'request_malformed':
		case 'wrong_type':
		case 'wrong_value':
		case 'image_missing':
		case 'image_file_invalid':
			return $update;
		default:
			return null;
	}
}

/**
 * Error: the account has no credits left.
 *
 * @param string $user_id           E-mail address of the account.
 * @param string $plan_type         Its plan.
 * @param int    $credits_available Its remaining credits.
 */
function altscribe_error_insufficient_credits( $user_id, $plan_type, $credits_available ) {
	return new WP_Error(
		'altscribe_insufficient_credits',
		/* translators: %s: e-mail address of an account. */
		sprintf( __( 'You have no credits left. Ask the account owner (%s) to add credits.', 'altscribe' ), $user_id ),
		array(
			'status'            => 403,
			'user_id'           => $user_id,
			'plan_type'         => $plan_type,
			'credits_available' => $credits_available,
		)
	);
}

/**
 * Error: too many requests within a minute.
 *
 * @param int $retry_after Seconds until the service accepts requests again.
 */
function altscribe_error_rate_limited( $retry_after ) {
	return new WP_Error(
		'altscribe_rate_limited',
		sprintf(
			/* translators: %s: number of seconds. */
			_n(
				'Too many requests right now. Try again in %s second.',
				'Too many requests right now. Try again in %s seconds.',
				$retry_after,
				'altscribe'
			),
			number_format_i18n( $retry_after )
		),
		array(
			'status'      => 429,
			'retry_after' => $retry_after,
		)
	);
}

/**
 * Error: the service generates no more texts today, for this account or for all.
 *
 * @param int $retry_after Seconds until it does again.
 */
function altscribe_error_service_limit( $retry_after ) {
	return new WP_Error(
		'altscribe_service_limit',
		__( 'The service has reached its limit for today. Generating continues tomorrow, or when the operator of the service raises the limit.', 'altscribe' ),
		array(
			'status'      => 429,
			'retry_after' => $retry_after,
		)
	);
}

/**
 * Error: the image cannot be read, or it is not an image.
 *
 * @param string $problem A code of altscribe_find_image_problem().
 * @param string $reason  For an unknown code: part of a sentence, without a full stop.
 */
function altscribe_error_image_unreadable( $problem, $reason = '' ) {
	list( $reason, $advice ) = altscribe_find_image_problem( $problem ) ?? array( $reason, '' );
	return new WP_Error(
		'altscribe_image_unreadable',
		/* translators: 1: the reason, such as "it is larger than 10 MB"; 2: a sentence that says what can be done. */
		trim( sprintf( __( 'This image could not be read: %1$s. %2$s', 'altscribe' ), $reason, $advice ) ),
		array(
			'status'  => 422,
			'problem' => $problem,
		)
	);
}

/**
 * Error: the service refused the request, for another reason than its image.
 *
 * @param string $problem A code of altscribe_find_request_problem().
 * @param string $message For an unknown code: the message of the service.
 */
function altscribe_error_invalid_request( $problem, $message ) {
	return new WP_Error(
		'altscribe_invalid_request',
		altscribe_find_request_problem( $problem ) ??
			/* translators: %s: a sentence from the service, in English. */
			sprintf( __( 'The service did not accept the request: %s', 'altscribe' ), $message ),
		array( 'status' => 400 )
	);
}

/** Error: every AI model that was asked declined to describe the image. */
function altscribe_error_declined() {
	return new WP_Error(
		'altscribe_image_unreadable',
		__( 'The AI declined to describe this image. Write the text yourself.', 'altscribe' ),
		array(
			'status'  => 422,
			'problem' => 'declined',
		)
	);
}

/**
 * Whether an error is altscribe_error_declined().
 *
 * @param WP_Error $error Any error.
 * @return bool
 */
function altscribe_is_declined_error( $error ) {
	return 'declined' === ( ( (array) $error->get_error_data() )['problem'] ?? '' );
}

/**
 * Error: the service failed, or no AI model answered it.
 *
 * @param string $request_id The id of the request in the service's log, or ''.
 */
function altscribe_error_service( $request_id ) {
	return new WP_Error(
		'altscribe_service_error',
		__( 'The alt text service had a problem. Nothing was changed. Try again in a moment.', 'altscribe' ),
		array(
			'status'     => 424,
			'request_id' => $request_id,
		)
	);
}

/**
 * An error as data for the editor, like an error of the REST API.
 *
 * @param WP_Error $error The error.
 * @return array{code: string, message: string, data: array<string, mixed>}
 */
function altscribe_error_to_array( $error ) {
	return rest_convert_error_to_response( $error )->get_data();
}

/**
 * Error: the service URL, the API key or the account e-mail is not set, or the key must not be sent
 * to this URL.
 */
function altscribe_error_not_connected() {
	$question = altscribe_key_needed_message( altscribe_stored_settings() );
	return new WP_Error(
		'altscribe_not_connected',
		current_user_can( 'manage_options' )
			? ( '' === $question ? __( 'Connect Altscribe to generate alt text.', 'altscribe' ) : $question )
			: __( 'Ask an administrator to connect Altscribe.', 'altscribe' ),
		array( 'status' => 409 )
	);
}

/** Error: the service does not know the API key, or the key was revoked. */
function altscribe_error_key_refused() {
	return new WP_Error(
		'altscribe_key_refused',
		current_user_can( 'manage_options' )
			? __( 'The service did not accept the API key.', 'altscribe' )
			: __( 'The service did not accept the API key. Ask an administrator to check the API key.', 'altscribe' ),
		array( 'status' => 424 )
	);
}

/**
 * Error: the API key is valid, but not for this account.
 *
 * @param string $user_id E-mail address of the account.
 */
function altscribe_error_unknown_account( $user_id ) {
	return new WP_Error(
		'altscribe_unknown_account',
		current_user_can( 'manage_options' )
			? __( 'The service does not know the account e-mail. Check it in the settings.', 'altscribe' )
			: __( 'The service does not know the account e-mail. Ask an administrator to check it.', 'altscribe' ),
		array(
			'status'  => 424,
			'user_id' => $user_id,
		)
	);
}

/**
 * Error: no response within the time limit.
 *
 * @param string $request_id The id of the request, which is in the service's log if it arrived; '' if there is
 *   none.
 */
function altscribe_error_unreachable( $request_id = '' ) {
	return new WP_Error(
		'altscribe_unreachable',
		__( 'The alt text service could not be reached. Nothing was changed.', 'altscribe' ),
		array(
			'status'     => 424,
			'request_id' => $request_id,
		)
	);
}

/** Error: the service URL of a site in a network is not a public internet address. */
function altscribe_error_unsafe_url() {
	return new WP_Error(
		'altscribe_unsafe_url',
		current_user_can( 'manage_options' )
			? __( 'In a network, a site’s own service URL must be a public address on port 80, 443 or 8080. The network administrator can set any other address for all sites.', 'altscribe' )
			: __( 'This site is not allowed to use its service URL. Ask an administrator to check it.', 'altscribe' ),
		array( 'status' => 424 )
	);
}

/** Error: the response is not from an Altscribe service. */
function altscribe_error_not_the_service() {
	return new WP_Error(
		'altscribe_not_the_service',
		current_user_can( 'manage_options' )
			? __( 'The server at the service URL is not Altscribe. Check the URL.', 'altscribe' )
			: __( 'The server at the service URL is not Altscribe. Ask an administrator to check it.', 'altscribe' ),
		array( 'status' => 424 )
	);
}

/**
 * The same error, with a message for the administrator who tests the connection.
 *
 * @param WP_Error $error Any error of a call of the service.
 * @return WP_Error
 */
function altscribe_reword_for_connection_test( $error ) {
	$data = $error->get_error_data();
	switch ( $error->get_error_code() ) {
		case 'altscribe_unreachable':
			$message = __( 'No response from this URL. Check the service URL, and that the service is running.', 'altscribe' );
			break;
		case 'altscribe_not_the_service':
			$message = __( 'The server at this URL is not Altscribe. Check the service URL.', 'altscribe' );
			break;
		case 'altscribe_key_refused':
			$message = __( 'The service did not accept the API key. Check it or create a new one.', 'altscribe' );
			break;
		case 'altscribe_unknown_account':
			/* translators: %s: e-mail address of an account. */
			$message = sprintf( __( 'The service has no account %s for this API key. Check the account e-mail.', 'altscribe' ), $data['user_id'] );
			break;
		case 'altscribe_rate_limited':
			/* translators: %s: number of seconds. */
			$message = sprintf( __( 'The service is busy. Try again in %s s.', 'altscribe' ), number_format_i18n( $data['retry_after'] ) );
			break;
		default:
			return $error;
	}
	return new WP_Error( $error->get_error_code(), $message, $data );
}

/**
 * Converts an error response.
 *
 * @param array<string, mixed> $response From wp_remote_post().
 * @param array<string, mixed> $body     Its parsed JSON; empty if it is not JSON.
 * @param string               $user_id  E-mail address of the account in the request.
 * @return WP_Error
 */
function altscribe_read_service_error( $response, $body, $user_id ) {
	$status  = (int) wp_remote_retrieve_response_code( $response );
	$message = isset( $body['message'] ) && is_string( $body['message'] ) ? $body['message'] : '';
	// The service responds with a message in JSON; a proxy in front of it responds with an HTML
	// page.
	$is_service = '' !== $message;

	if ( 429 === $status && 'daily_limit_reached' === ( $body['code'] ?? '' ) ) {
		return altscribe_error_service_limit( altscribe_parse_retry_after( wp_remote_retrieve_header( $response, 'retry-after' ) ) );
	}
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
	// A firewall may also respond with 403, but its message is not about credits.
	if ( 403 === $status && false !== stripos( $message, 'credit' ) ) {
		return altscribe_error_insufficient_credits(
			$user_id,
			isset( $body['plan_type'] ) && is_string( $body['plan_type'] ) ? $body['plan_type'] : '',
			isset( $body['CreditsAvailable'] ) && is_numeric( $body['CreditsAvailable'] ) ? (int) $body['CreditsAvailable'] : 0
		);
	}
	$is_other_user = 403 === $status && 'key_not_for_user' === ( $body['code'] ?? '' );
	if ( $is_other_user || ( 404 === $status && false !== stripos( $message, 'user not found' ) ) ) {
		return altscribe_error_unknown_account( $user_id );
	}
	if ( 500 === $status && $is_service && altscribe_is_declined( isset( $body['error'] ) ? $body['error'] : '' ) ) {
		return altscribe_error_declined();
	}
	if ( 500 === $status && $is_service ) {
		$request_id = (string) wp_remote_retrieve_header( $response, 'x-request-id' );
		return altscribe_error_service( substr( preg_replace( '/[^\w.:-]/', '', $request_id ), 0, 100 ) );
	}
	return $status >= 500 ? altscribe_error_unreachable() : altscribe_error_not_the_service();
}

/**
 * Whether the service's detail of an error says that each model declined: "openai: refused to describe the image".
 *
 * @param mixed $detail The detail: one failure for each model, separated by semicolons.
 * @return bool
 */
function altscribe_is_declined( $detail ) {
	return is_string( $detail ) && 1 === preg_match( '/^(?:[^:;]+: (?:refused to describe the image|the model refused to describe the image)(?: \\(status \\d+\\))?(?:; |$))+$/D', $detail );
}

/**
 * Separates errors of the image from other errors in the request.
 *
 * @param array<string, mixed> $body    The parsed response.
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
		// Earlier versions of the service send no codes.
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
 * @param string $message From the service.
 * @return string
 */
function altscribe_sanitize_message( $message ) {
	return mb_substr( sanitize_text_field( $message ), 0, 300, 'UTF-8' );
}

/**
 * Reads a Retry-After header.
 *
 * @param string|string[] $header Seconds or an HTTP date; '' without a header.
 * @return int Seconds, from one to a day; a minute if the header is missing or invalid.
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
