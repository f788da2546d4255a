<?php
/**
 * The account at the service: its plan and credits, cached for a minute.
 *
 * @package Altscribe
 */

namespace Altscribe\Service;

use Altscribe\Core;
use WP_Error;
use WP_Upgrader;

defined( 'ABSPATH' ) || exit;

final class Account {

	/** Time-out of a request for the account in seconds: the editor waits for it when it opens. */
	private const TIMEOUT = 5;

	/** Longer than a request for the account can take, in seconds. */
	private const LOCK_SECONDS = 10;

	/**
	 * Requests the plan and the credits of the account.
	 *
	 * @param array<string, mixed>  $settings As Core\Settings::get() returns them.
	 * @return array<string, mixed>|WP_Error As self::to_array() returns it.
	 */
	public static function fetch( $settings ) {
		$answer = Client::call( $settings, 'get-user-details-api', array(), self::TIMEOUT );
		if ( is_wp_error( $answer ) ) {
			return $answer;
		}
		$details = isset( $answer['body']['userDetails'] ) ? $answer['body']['userDetails'] : null;
		if ( ! is_array( $details ) || ! isset( $details['user_id'], $details['plan_type'], $details['credits_available'] )
			|| ! is_string( $details['user_id'] ) || ! is_string( $details['plan_type'] ) || ! is_numeric( $details['credits_available'] ) ) {
			return Core\Errors::not_the_service();
		}
		return self::to_array( $details['user_id'], $details['plan_type'], (int) $details['credits_available'] );
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
	public static function to_array( $user_id, $plan_type, $credits_available ) {
		return array(
			'user_id'           => $user_id,
			'plan_type'         => $plan_type,
			'credits_available' => $credits_available,
			'credits_error'     => $credits_available > 0
				? null
				: Core\Errors::to_array( Core\Errors::insufficient_credits( $user_id, $plan_type, $credits_available ) ),
		);
	}

	/**
	 * The account in the settings, from the cache or from the service.
	 *
	 * @param array<string, mixed>  $settings As Core\Settings::get() returns them.
	 * @return array<string, mixed>|WP_Error As self::to_array() returns it.
	 */
	public static function get( $settings ) {
		$started = microtime( true );
		$cached  = get_transient( self::transient( $settings ) );
		if ( is_array( $cached ) && $cached['account'] ) {
			return self::to_array( ...$cached['account'] );
		}
		require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
		$waits = false;
		while ( ! WP_Upgrader::create_lock( 'altscribe_account', self::LOCK_SECONDS ) ) {
			if ( microtime( true ) - $started > self::TIMEOUT ) {
				return Core\Errors::unreachable();
			}
			$waits = true;
			usleep( 100000 );
		}
		$account = $waits ? self::find_cached_since( $settings, $started ) : null;
		if ( null === $account ) {
			$account = self::fetch( $settings );
			self::cache( $settings, $account );
		}
		WP_Upgrader::release_lock( 'altscribe_account' );
		return $account;
	}

	/**
	 * Requests the account for settings that a user tries.
	 *
	 * @param array<string, mixed> $settings As Core\Settings::get() returns them.
	 * @return array<string, mixed>|WP_Error As self::fetch() returns it.
	 */
	public static function test( $settings ) {
		$account = self::fetch( $settings );
		if ( self::transient( $settings ) === self::transient( Core\Settings::get() ) ) {
			self::cache( $settings, $account );
			if ( ! is_wp_error( $account ) ) {
				/** Fires when a user has tested the stored settings, and the service accepts them. For Altscribe's own use. */
				do_action( 'altscribe_connected' );
			}
		}
		return $account;
	}

	/**
	 * Whether settings may replace others without a question.
	 *
	 * @param array<string, mixed> $tried   As Core\Settings::complete() returns them.
	 * @param array<string, mixed> $present Those in use.
	 * @return WP_Error|null The error if they do not work, although the others do.
	 */
	public static function find_loss( $tried, $present ) {
		if ( ! Core\Settings::is_connected( $present ) || self::transient( $tried ) === self::transient( $present ) ) {
			return null;
		}
		$account = self::fetch( $tried );
		return is_wp_error( $account ) && ! is_wp_error( self::fetch( $present ) )
			? Core\Errors::connection_lost( Core\Errors::reword_for_connection_test( $account ) )
			: null;
	}

	/**
	 * Caches an account for a minute. An account without credits is not cached, so new credits appear
	 * immediately. A failed connection is cached only for processes that wait for the same request.
	 *
	 * @param array<string, string>         $settings As Core\Settings::get() returns them.
	 * @param array<string, mixed>|WP_Error $account  The latest response of the service about the
	 *   account.
	 */
	public static function cache( $settings, $account ) {
		$name = self::transient( $settings );
		if ( ! is_wp_error( $account ) ) {
			/**
			 * Fires when the service has reported the remaining credits. For Altscribe's own use.
			 *
			 * @param array<string, mixed> $settings As Core\Settings::get() returns them.
			 * @param int                  $credits  The credits.
			 */
			do_action( 'altscribe_credits_known', $settings, $account['credits_available'] );
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
	 * The account, if another process has cached it since the given time.
	 *
	 * @param array<string, mixed>  $settings As Core\Settings::get() returns them.
	 * @param float                 $since    Seconds, as from microtime().
	 * @return array<string, mixed>|WP_Error|null Null if there is none.
	 */
	private static function find_cached_since( $settings, $since ) {
		$name = self::transient( $settings );
		if ( ! wp_using_ext_object_cache() ) {
			// This process has cached that there was no account.
			wp_cache_delete_multiple( array( "_transient_$name", "_transient_timeout_$name", 'notoptions' ), 'options' );
		}
		$cached = get_transient( $name );
		if ( ! is_array( $cached ) || $cached['at'] < $since ) {
			return null;
		}
		return $cached['account'] ? self::to_array( ...$cached['account'] ) : Core\Errors::unreachable();
	}

	/**
	 * The name of the transient. Each service, account and key has its own.
	 *
	 * @param array<string, mixed>  $settings As Core\Settings::get() returns them.
	 * @return string
	 */
	public static function transient( $settings ) {
		return 'altscribe_account_' . md5( wp_json_encode( array( $settings['service_url'], $settings['user_id'], wp_hash( $settings['api_key'] ) ) ) );
	}

	/**
	 * Whether an account has an unlimited plan. Its balance is only a placeholder.
	 *
	 * @param array<string, mixed> $account As self::to_array() returns it.
	 * @return bool
	 */
	public static function is_unlimited( $account ) {
		return 'unlimited' === strtolower( $account['plan_type'] );
	}

	/**
	 * "Connected: 47 credits, Pro plan.", or "Connected: unlimited plan."
	 *
	 * @param array<string, mixed> $account As self::to_array() returns it.
	 * @return string
	 */
	public static function connected_message( $account ) {
		if ( self::is_unlimited( $account ) ) {
			return __( 'Connected: unlimited plan.', 'altscribe' );
		}
		return sprintf(
			/* translators: 1: number of credits, 2: name of a plan. */
			_n( 'Connected: %1$s credit, %2$s plan.', 'Connected: %1$s credits, %2$s plan.', $account['credits_available'], 'altscribe' ),
			number_format_i18n( $account['credits_available'] ),
			ucfirst( $account['plan_type'] )
		);
	}
}
