<?php
/**
 * Every error of Altscribe's own that the REST routes answer with. The editor tells them apart by
 * their codes; each message is a sentence for the reader.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The service's address, the key or the account is not set. */
function altscribe_error_not_connected() {
	return new WP_Error(
		'altscribe_not_connected',
		current_user_can( 'manage_options' )
			? __( 'Enter the service URL, the API key and the account e-mail under Settings > Altscribe.', 'altscribe' )
			: __( 'Ask an administrator to connect Altscribe.', 'altscribe' ),
		array( 'status' => 409 )
	);
}

/**
 * The account has no credits left.
 *
 * @param string $user_id           E-mail address of the account.
 * @param string $plan_type         Its plan.
 * @param int    $credits_available What it has left.
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
 * @param int $retry_after Seconds until the next request has a chance.
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

/** The service knows no such key, or knows it no longer. */
function altscribe_error_key_refused() {
	return new WP_Error(
		'altscribe_key_refused',
		__( 'The service did not accept the API key.', 'altscribe' ),
		array( 'status' => 502 )
	);
}

/**
 * The key is good, but not for this account.
 *
 * @param string $user_id E-mail address of the account.
 */
function altscribe_error_unknown_account( $user_id ) {
	return new WP_Error(
		'altscribe_unknown_account',
		/* translators: %s: e-mail address of an account. */
		sprintf( __( 'The service does not know the account %s. Check the account e-mail.', 'altscribe' ), $user_id ),
		array(
			'status'  => 502,
			'user_id' => $user_id,
		)
	);
}

/** Nobody answered, or not in time. */
function altscribe_error_unreachable() {
	return new WP_Error(
		'altscribe_unreachable',
		__( 'The alt text service could not be reached. Nothing was changed.', 'altscribe' ),
		array( 'status' => 502 )
	);
}

/** Somebody answered, but not an Altscribe service. */
function altscribe_error_not_the_service() {
	return new WP_Error(
		'altscribe_not_the_service',
		__( 'What answers at the service URL is not an Altscribe service. Check the address.', 'altscribe' ),
		array( 'status' => 502 )
	);
}

/**
 * The image cannot be got at, or is none.
 *
 * @param string $reason Part of a sentence, without a full stop.
 */
function altscribe_error_image_unreadable( $reason ) {
	return new WP_Error(
		'altscribe_image_unreadable',
		/* translators: %s: the reason, such as "it is larger than 10 MB". */
		sprintf( __( 'This image could not be read: %s.', 'altscribe' ), $reason ),
		array(
			'status' => 422,
			'reason' => $reason,
		)
	);
}

/**
 * The service found something else wrong in the request.
 *
 * @param string $problem What the service wrote about it.
 */
function altscribe_error_invalid_request( $problem ) {
	return new WP_Error(
		'altscribe_invalid_request',
		/* translators: %s: a sentence from the service, in English. */
		sprintf( __( 'The service did not accept the request: %s', 'altscribe' ), $problem ),
		array( 'status' => 400 )
	);
}

/**
 * The service had a fault, or no AI model answered it.
 *
 * @param string $request_id What the service's own log calls the request, or ''.
 */
function altscribe_error_service( $request_id ) {
	return new WP_Error(
		'altscribe_service_error',
		__( 'The alt text service had a problem. Nothing was changed. Try again in a moment.', 'altscribe' ),
		array(
			'status'     => 502,
			'request_id' => $request_id,
		)
	);
}
