<?php
/**
 * Requests to the service, and the cached account.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Time-out of a request for the account in seconds: the editor waits for it when it opens. */
const ALTSCRIBE_ACCOUNT_TIMEOUT = 5;

/** Longer than the deadline of the service (25 s), so that the service answers before the time-out. */
const ALTSCRIBE_GENERATE_TIMEOUT = 35;

/**
 * Requests the plan and the credits of the account.
 *
 * @param array<string, mixed>  $settings As altscribe_settings() returns them.
 * @return array<string, mixed>|WP_Error As altscribe_account_to_array() returns it.
 */
function altscribe_get_account( $settings ) {
	$answer = altscribe_call_service( $settings, 'get-user-details-api', array(), ALTSCRIBE_ACCOUNT_TIMEOUT );
	if ( is_wp_error( $answer ) ) {
		return $answer;
	}
	$details = isset( $answer['body']['userDetails'] ) ? $answer['body']['userDetails'] : null;
	if ( ! is_array( $details ) || ! isset( $details['user_id'], $details['plan_type'], $details['credits_available'] )
		|| ! is_string( $details['user_id'] ) || ! is_string( $details['plan_type'] ) || ! is_numeric( $details['credits_available'] ) ) {
		return altscribe_error_not_the_service();
	}
	return altscribe_account_to_array( $details['user_id'], $details['plan_type'], (int) $details['credits_available'] );
}

/**
 * The REST representation of an account.
 *
 * @param string $user_id           E-mail address of the account.
 * @param string $plan_type         Its plan.
 * @param int    $credits_available Its remaining credits.
 * @return array{user_id: string, plan_type: string, credits_available: int, credits_error: array<string,
 *               mixed>|null} `credits_error` is the error for an account without credits, otherwise null.
 */
function altscribe_account_to_array( $user_id, $plan_type, $credits_available ) {
	return array(
		'user_id'           => $user_id,
		'plan_type'         => $plan_type,
		'credits_available' => $credits_available,
		'credits_error'     => $credits_available > 0
			? null
			: altscribe_error_to_array( altscribe_error_insufficient_credits( $user_id, $plan_type, $credits_available ) ),
	);
}

/**
 * Requests an alternative text.
 *
 * @param array<string, mixed>  $settings        As altscribe_settings() returns them.
 * @param array<string, string> $fields          The image and its context, by the field names of the service.
 * @param bool                  $regenerate      Whether the service must not respond from its
 *   cache.
 * @param string                $idempotency_key Repeating the same request with the same key costs one credit
 *   in total; '' for none.
 * @return array<string, mixed>|WP_Error `alt_text`, `purpose` (`informative`, `functional`, `decorative` or `complex`; null if
 *                                       unknown), `model` and `prompt` (which model, and which version of the
 *                                       service's instructions, wrote the text; '' if an older release stored it),
 *                                       `is_from_cache` (then it cost no credit), `is_repeated` (it is the answer of
 *                                       another call with this key), and the account as in altscribe_account_to_array().
 *                                       `doubts`: from altscribe_read_doubts().
 */
function altscribe_generate_alt_text( $settings, $fields, $regenerate, $idempotency_key = '' ) {
	$headers = array_filter(
		array(
			'Cache-Control'   => $regenerate ? 'no-cache' : '',
			'Idempotency-Key' => $idempotency_key,
		)
	);
	$call    = function () use ( $settings, $fields, $headers ) {
		return altscribe_call_service( $settings, 'generate-alt-text-api', $fields, ALTSCRIBE_GENERATE_TIMEOUT, $headers );
	};
	$answer  = altscribe_call_within_daily_limit( $settings['daily_credit_limit'], $call );
	if ( is_wp_error( $answer ) ) {
		// The account may be the reason for the error.
		altscribe_cache_account( $settings, $answer );
		return $answer;
	}
	altscribe_reserve_requests( $answer );
	$body = $answer['body'];
	if ( ! isset( $body['altText'], $body['plan_type'], $body['CreditsAvailable'] )
		|| ! is_string( $body['altText'] ) || ! is_string( $body['plan_type'] ) || ! is_numeric( $body['CreditsAvailable'] ) ) {
		return altscribe_error_not_the_service();
	}
	$account     = altscribe_account_to_array( $settings['user_id'], $body['plan_type'], (int) $body['CreditsAvailable'] );
	$is_repeated = altscribe_is_repeated( $answer );
	if ( ! $is_repeated ) {
		// A repeated answer has the balance of the first one.
		altscribe_cache_account( $settings, $account );
	}
	$purpose = wp_remote_retrieve_header( $answer, 'altscribe-purpose' );
	return array_merge(
		array(
			'alt_text'      => $body['altText'],
			'purpose'       => in_array( $purpose, array( 'informative', 'functional', 'decorative', 'complex' ), true ) ? $purpose : null,
			'model'         => altscribe_read_name_header( $answer, 'altscribe-model' ),
			'prompt'        => altscribe_read_name_header( $answer, 'altscribe-prompt' ),
			'is_from_cache' => altscribe_was_free( $answer ),
			'is_repeated'   => $is_repeated,
			'doubts'        => altscribe_read_doubts( wp_remote_retrieve_header( $answer, 'altscribe-doubts' ), $body['altText'] ),
		),
		$account
	);
}

/**
 * Whether an answer cost no credit: it comes from the service's cache, or another call has paid for it.
 *
 * @param array<string, mixed> $answer As altscribe_call_service() returns it.
 * @return bool
 */
function altscribe_was_free( $answer ) {
	return '' !== wp_remote_retrieve_header( $answer, 'age' ) || altscribe_is_repeated( $answer );
}

/**
 * Whether an answer is that of another call with the same key.
 *
 * @param array<string, mixed> $answer As altscribe_call_service() returns it.
 * @return bool
 */
function altscribe_is_repeated( $answer ) {
	return 'true' === wp_remote_retrieve_header( $answer, 'idempotency-replayed' );
}

/**
 * What a second model could not confirm in a text.
 *
 * @param mixed  $doubts A list of quotations, or its JSON.
 * @param string $text   The text.
 * @return string[] Quotations that are in the text, at most three; none if there was no second model.
 */
function altscribe_read_doubts( $doubts, $text ) {
	$doubts = is_string( $doubts ) ? json_decode( $doubts, true ) : $doubts;
	$found  = array();
	foreach ( is_array( $doubts ) ? array_slice( array_filter( $doubts, 'is_string' ), 0, 3 ) : array() as $doubt ) {
		if ( '' !== trim( $doubt ) && altscribe_text_length( $doubt ) <= 80 && false !== strpos( $text, $doubt ) ) {
			$found[] = $doubt;
		}
	}
	return $found;
}

/**
 * A name in a header of the service's response, such as that of a model.
 *
 * @param array<string, mixed> $answer As altscribe_call_service() returns it.
 * @param string               $header The header, in lower case. Its value may be percent-encoded.
 * @return string Plain text of at most 100 characters; '' if there is none.
 */
function altscribe_read_name_header( $answer, $header ) {
	$value = wp_remote_retrieve_header( $answer, $header );
	return is_string( $value ) ? mb_substr( altscribe_clean_text( rawurldecode( $value ) ), 0, 100, 'UTF-8' ) : '';
}

/**
 * Calls one operation of the service for the account in the settings.
 *
 * @param array<string, mixed>  $settings  As altscribe_settings() returns them.
 * @param string                $operation Last part of the path.
 * @param array<string, string> $fields    The fields of the request, without `user_id`.
 * @param int                   $timeout   Seconds.
 * @param array<string, string> $headers   Further headers.
 * @return array<string, mixed>|WP_Error `body` (parsed; the caller checks its shape) and `headers`.
 */
function altscribe_call_service( $settings, $operation, $fields, $timeout, $headers = array() ) {
	if ( ! altscribe_is_connected( $settings ) ) {
		return altscribe_error_not_connected();
	}
	$fields['user_id'] = $settings['user_id'];
	// The service logs this id too, which helps if no response arrives.
	$request_id = wp_generate_uuid4();
	$is_trusted = altscribe_is_trusted_url( $settings['service_url'] );
	$response   = wp_remote_post(
		$settings['service_url'] . '/v1/' . $operation,
		array(
			'headers'             => array_merge(
				$headers,
				array(
					'Content-Type' => 'application/json',
					'Accept'       => 'application/json',
					'x-api-key'    => $settings['api_key'],
					'X-Request-Id' => $request_id,
				)
			),
			'body'                => wp_json_encode( $fields, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ),
			'user-agent'          => 'Altscribe-WordPress/' . ALTSCRIBE_VERSION,
			'timeout'             => $timeout,
			// A redirect would send the key to a URL that no administrator entered.
			'redirection'         => 0,
			'reject_unsafe_urls'  => ! $is_trusted,
			'limit_response_size' => MB_IN_BYTES,
		)
	);
	// The call may have taken half a minute, and hooks of other plugins may schedule events as soon as the text
	// is written.
	altscribe_forget_cron();
	if ( is_wp_error( $response ) ) {
		return $is_trusted || wp_http_validate_url( $settings['service_url'] ) ? altscribe_error_unreachable( $request_id ) : altscribe_error_unsafe_url();
	}
	$body = json_decode( wp_remote_retrieve_body( $response ), true );
	if ( 200 === wp_remote_retrieve_response_code( $response ) && is_array( $body ) ) {
		return array(
			'body'    => $body,
			'headers' => $response['headers'],
		);
	}
	return altscribe_read_service_error( $response, is_array( $body ) ? $body : array(), $settings['user_id'] );
}

/** Longer than a request for the account can take, in seconds. */
const ALTSCRIBE_ACCOUNT_LOCK_SECONDS = 10;

/**
 * The account in the settings, from the cache or from the service.
 *
 * @param array<string, mixed>  $settings As altscribe_settings() returns them.
 * @return array<string, mixed>|WP_Error As altscribe_account_to_array() returns it.
 */
function altscribe_get_cached_account( $settings ) {
	$started = microtime( true );
	$cached  = get_transient( altscribe_account_transient( $settings ) );
	if ( is_array( $cached ) && $cached['account'] ) {
		return altscribe_account_to_array( ...$cached['account'] );
	}
	require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
	$waits = false;
	while ( ! WP_Upgrader::create_lock( 'altscribe_account', ALTSCRIBE_ACCOUNT_LOCK_SECONDS ) ) {
		if ( microtime( true ) - $started > ALTSCRIBE_ACCOUNT_TIMEOUT ) {
			return altscribe_error_unreachable();
		}
		$waits = true;
		usleep( 100000 );
	}
	$account = $waits ? altscribe_find_account_cached_since( $settings, $started ) : null;
	if ( null === $account ) {
		$account = altscribe_get_account( $settings );
		altscribe_cache_account( $settings, $account );
	}
	WP_Upgrader::release_lock( 'altscribe_account' );
	return $account;
}

/**
 * Caches an account for a minute. An account without credits is not cached, so new credits appear
 * immediately. A failed connection is cached only for processes that wait for the same request.
 *
 * @param array<string, string>         $settings As altscribe_settings() returns them.
 * @param array<string, mixed>|WP_Error $account  The latest response of the service about the
 *   account.
 */
function altscribe_cache_account( $settings, $account ) {
	$name = altscribe_account_transient( $settings );
	if ( ! is_wp_error( $account ) ) {
		altscribe_note_credits( $settings, $account['credits_available'] );
	}
	if ( is_wp_error( $account ) ? 'altscribe_unreachable' !== $account->get_error_code() : $account['credits_available'] <= 0 ) {
		delete_transient( $name );
		return;
	}
	$cached = array(
		'at'      => microtime( true ),
		'account' => is_wp_error( $account )
			? null
			: array( $account['user_id'], $account['plan_type'], $account['credits_available'] ),
	);
	set_transient( $name, $cached, MINUTE_IN_SECONDS );
}

/**
 * The account that another process has cached since a moment.
 *
 * @param array<string, mixed>  $settings As altscribe_settings() returns them.
 * @param float                 $since    Seconds, as from microtime().
 * @return array<string, mixed>|WP_Error|null Null if there is none.
 */
function altscribe_find_account_cached_since( $settings, $since ) {
	$name = altscribe_account_transient( $settings );
	if ( ! wp_using_ext_object_cache() ) {
		// This process has cached that there was nothing.
		wp_cache_delete_multiple( array( "_transient_$name", "_transient_timeout_$name", 'notoptions' ), 'options' );
	}
	$cached = get_transient( $name );
	if ( ! is_array( $cached ) || $cached['at'] < $since ) {
		return null;
	}
	return $cached['account'] ? altscribe_account_to_array( ...$cached['account'] ) : altscribe_error_unreachable();
}

/**
 * The name of the transient. Each service, account and key has its own.
 *
 * @param array<string, mixed>  $settings As altscribe_settings() returns them.
 * @return string
 */
function altscribe_account_transient( $settings ) {
	return 'altscribe_account_' . md5( wp_json_encode( array( $settings['service_url'], $settings['user_id'], wp_hash( $settings['api_key'] ) ) ) );
}

/**
 * Whether the plan of an account is never refused for credits. Its balance is only a placeholder.
 *
 * @param array<string, mixed> $account As altscribe_account_to_array() returns it.
 * @return bool
 */
function altscribe_is_unlimited( $account ) {
	return 'unlimited' === strtolower( $account['plan_type'] );
}

/**
 * "Connected: 47 credits, Pro plan.", or "Connected: unlimited plan."
 *
 * @param array<string, mixed> $account As altscribe_account_to_array() returns it.
 * @return string
 */
function altscribe_connected_message( $account ) {
	if ( altscribe_is_unlimited( $account ) ) {
		return __( 'Connected: unlimited plan.', 'altscribe' );
	}
	return sprintf(
		/* translators: 1: number of credits, 2: name of a plan. */
		_n( 'Connected: %1$s credit, %2$s plan.', 'Connected: %1$s credits, %2$s plan.', $account['credits_available'], 'altscribe' ),
		number_format_i18n( $account['credits_available'] ),
		ucfirst( $account['plan_type'] )
	);
}
