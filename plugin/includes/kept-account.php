<?php
/**
 * The plan and the credits of the account, kept for a minute, so that not every opened editor asks the
 * service. While one request for them is under way, others wait for what it brings.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Longer than a request for the account takes at most, in seconds. */
const ALTSCRIBE_ACCOUNT_LOCK_SECONDS = 10;

/**
 * The account in the settings, kept or from the service.
 *
 * @param array<string, mixed>  $settings As altscribe_settings() returns them.
 * @return array<string, mixed>|WP_Error As altscribe_account_answer() returns it.
 */
function altscribe_get_kept_account( $settings ) {
	$started = microtime( true );
	$kept    = get_transient( altscribe_account_transient( $settings ) );
	if ( is_array( $kept ) && $kept['account'] ) {
		return altscribe_account_answer( ...$kept['account'] );
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
	$account = $waits ? altscribe_find_account_kept_since( $settings, $started ) : null;
	if ( null === $account ) {
		$account = altscribe_get_account( $settings );
		altscribe_keep_account( $settings, $account );
	}
	WP_Upgrader::release_lock( 'altscribe_account' );
	return $account;
}

/**
 * Keeps an account for a minute. One without credits is not kept, so that new credits show at once;
 * that the service is silent is kept only for those who wait for the same request.
 *
 * @param array<string, string>         $settings As altscribe_settings() returns them.
 * @param array<string, mixed>|WP_Error $account  What the service said about the account just now.
 */
function altscribe_keep_account( $settings, $account ) {
	$name = altscribe_account_transient( $settings );
	if ( ! is_wp_error( $account ) ) {
		altscribe_note_credits( $settings, $account['credits_available'] );
	}
	if ( is_wp_error( $account ) ? 'altscribe_unreachable' !== $account->get_error_code() : $account['credits_available'] <= 0 ) {
		delete_transient( $name );
		return;
	}
	$kept = array(
		'at'      => microtime( true ),
		'account' => is_wp_error( $account )
			? null
			: array( $account['user_id'], $account['plan_type'], $account['credits_available'] ),
	);
	set_transient( $name, $kept, MINUTE_IN_SECONDS );
}

/**
 * What another process has kept since a moment.
 *
 * @param array<string, mixed>  $settings As altscribe_settings() returns them.
 * @param float                 $since    Seconds, as microtime() counts them.
 * @return array<string, mixed>|WP_Error|null Null if it kept nothing.
 */
function altscribe_find_account_kept_since( $settings, $since ) {
	$name = altscribe_account_transient( $settings );
	if ( ! wp_using_ext_object_cache() ) {
		// This process remembers that there was nothing.
		wp_cache_delete_multiple( array( "_transient_$name", "_transient_timeout_$name", 'notoptions' ), 'options' );
	}
	$kept = get_transient( $name );
	if ( ! is_array( $kept ) || $kept['at'] < $since ) {
		return null;
	}
	return $kept['account'] ? altscribe_account_answer( ...$kept['account'] ) : altscribe_error_unreachable();
}

/**
 * The name of the transient. Another service, account or key has another one.
 *
 * @param array<string, mixed>  $settings As altscribe_settings() returns them.
 * @return string
 */
function altscribe_account_transient( $settings ) {
	return 'altscribe_account_' . md5( wp_json_encode( array( $settings['service_url'], $settings['user_id'], wp_hash( $settings['api_key'] ) ) ) );
}
