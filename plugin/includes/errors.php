<?php
/**
 * Errors of one request for an alternative text. The REST routes answer with them and with those in
 * connection-errors.php. The editor shows the message and chooses links and buttons by the code.
 * A failure behind this site has the status 424, because proxies and CDNs put pages of their own in
 * the place of a 502 or 504.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The account has no credits left.
 *
 * @param string $user_id           E-mail address of the account.
 * @param string $plan_type         Its plan.
 * @param int    $credits_available The credits it has left.
 */
function altscribe_error_insufficient_credits( $user_id, $plan_type, $credits_available ) {
	return new WP_Error(
		'altscribe_insufficient_credits',
		/* translators: %s: e-mail address of an account. */
		sprintf( __( 'You have no credits left. Ask the owner of %s to add some.', 'altscribe' ), $user_id ),
		array(
			'status'            => 403,
			'user_id'           => $user_id,
			'plan_type'         => $plan_type,
			'credits_available' => $credits_available,
		)
	);
}

/**
 * Too many requests within a minute.
 *
 * @param int $retry_after Seconds until the service takes requests again.
 */
function altscribe_error_rate_limited( $retry_after ) {
	return new WP_Error(
		'altscribe_rate_limited',
		sprintf(
			/* translators: %s: number of seconds. */
			_n(
				'The service is busy with your site’s requests. Try again in %s second.',
				'The service is busy with your site’s requests. Try again in %s seconds.',
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
 * The image cannot be read, or it is not an image.
 *
 * @param string $problem What is wrong: a code of altscribe_find_image_problem().
 * @param string $reason  For a code that is unknown: part of a sentence, without a full stop.
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
 * The service refused the request for another reason than its image.
 *
 * @param string $problem What is wrong: a code of altscribe_find_request_problem().
 * @param string $message For a code that is unknown: the message of the service.
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

/**
 * The service failed, or no AI model answered it.
 *
 * @param string $request_id The id of the request in the log of the service, or ''.
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
 * An error as data for the editor, in the form of a REST answer.
 *
 * @param WP_Error $error The error.
 * @return array{code: string, message: string, data: array<string, mixed>}
 */
function altscribe_error_to_array( $error ) {
	return rest_convert_error_to_response( $error )->get_data();
}
