<?php
/**
 * Errors of the connection between this site and the service. Only administrators can correct them,
 * so the message tells everybody else to ask an administrator.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The service URL, the API key or the account e-mail is not set, or the key must not be sent to this URL. */
function altscribe_error_not_connected() {
	$question = altscribe_key_question( altscribe_stored_settings() );
	return new WP_Error(
		'altscribe_not_connected',
		current_user_can( 'manage_options' )
			? ( '' === $question ? __( 'Connect Altscribe to generate alt text.', 'altscribe' ) : $question )
			: __( 'Ask an administrator to connect Altscribe.', 'altscribe' ),
		array( 'status' => 409 )
	);
}

/** The service does not know the API key, or the key was revoked. */
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
 * The API key is valid, but not for this account.
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
 * No answer, or none within the time limit.
 *
 * @param string $request_id The id of the request, which the log of the service has if it arrived; '' where there is none.
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

/** The service URL of a site of a network is not one that anybody on the internet could ask. */
function altscribe_error_unsafe_url() {
	return new WP_Error(
		'altscribe_unsafe_url',
		current_user_can( 'manage_options' )
			? __( 'In a network of sites, a site’s own service URL must lead to a public address on port 80, 443 or 8080. The network administrator can enter any other for all sites.', 'altscribe' )
			: __( 'This site may not use its service URL. Ask an administrator to check it.', 'altscribe' ),
		array( 'status' => 424 )
	);
}

/** The answer does not come from an Altscribe service. */
function altscribe_error_not_the_service() {
	return new WP_Error(
		'altscribe_not_the_service',
		current_user_can( 'manage_options' )
			? __( 'What answers at the service URL is not Altscribe. Check the URL.', 'altscribe' )
			: __( 'What answers at the service URL is not Altscribe. Ask an administrator to check it.', 'altscribe' ),
		array( 'status' => 424 )
	);
}

/**
 * The same error with the message for the administrator who tests the connection.
 *
 * @param WP_Error $error Any error of a call of the service.
 * @return WP_Error
 */
function altscribe_reword_for_connection_test( $error ) {
	$data = $error->get_error_data();
	switch ( $error->get_error_code() ) {
		case 'altscribe_unreachable':
			$message = __( 'Nothing answers at this URL. Check the service URL, and that the service is running.', 'altscribe' );
			break;
		case 'altscribe_not_the_service':
			$message = __( 'Something answers at this URL, but it is not Altscribe. Check the service URL.', 'altscribe' );
			break;
		case 'altscribe_key_refused':
			$message = __( 'The service did not accept the API key. Check it, or create a new one.', 'altscribe' );
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
