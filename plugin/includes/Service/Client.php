<?php
/**
 * Requests to the service.
 *
 * @package Altscribe
 */

namespace Altscribe\Service;

use Altscribe\Core;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Client {

	/** Longer than the deadline of the service (25 s), so that the service answers before the time-out. */
	public const GENERATE_TIMEOUT = 35;

	/**
	 * Requests an alternative text.
	 *
	 * @param array<string, mixed>  $settings        As Core\Settings::get() returns them.
	 * @param array<string, string> $fields          The image and its context, by the field names of the service.
	 * @param bool                  $regenerate      Whether the service must not respond from its
	 *   cache.
	 * @param string                $idempotency_key Repeating the same request with the same key costs one credit
	 *   in total; '' for none.
	 * @return array<string, mixed>|WP_Error `alt_text`, `purpose` (`informative`, `functional`, `decorative` or `complex`; null if
	 *                                       unknown), `model` and `prompt` (which model, and which version of the
	 *                                       service's instructions, wrote the text; '' if an older release stored it),
	 *                                       `is_from_cache` (then it cost no credit), `is_repeated` (it is the answer of
	 *                                       another call with this key), and the account as in Account::to_array().
	 *                                       `doubts`: from self::read_doubts().
	 */
	public static function generate_alt_text( $settings, $fields, $regenerate, $idempotency_key = '' ) {
		$headers = array_filter(
			array(
				'Cache-Control'   => $regenerate ? 'no-cache' : '',
				'Idempotency-Key' => $idempotency_key,
			)
		);
		$call    = function () use ( $settings, $fields, $headers ) {
			return self::call( $settings, 'generate-alt-text-api', $fields, self::GENERATE_TIMEOUT, $headers );
		};
		$answer  = Daily_Limit::call( $settings['daily_credit_limit'], $call );
		if ( is_wp_error( $answer ) ) {
			// The account may have caused the error.
			Account::cache( $settings, $answer );
			return $answer;
		}
		/**
		 * Fires after the service has answered with a text. For Altscribe's own use.
		 *
		 * @param array<string, mixed> $answer `body` and `headers`.
		 */
		do_action( 'altscribe_service_answered', $answer );
		$body = $answer['body'];
		if ( ! isset( $body['altText'], $body['plan_type'], $body['CreditsAvailable'] )
			|| ! is_string( $body['altText'] ) || ! is_string( $body['plan_type'] ) || ! is_numeric( $body['CreditsAvailable'] ) ) {
			return Core\Errors::not_the_service();
		}
		$account     = Account::to_array( $settings['user_id'], $body['plan_type'], (int) $body['CreditsAvailable'] );
		$is_repeated = self::is_repeated( $answer );
		if ( ! $is_repeated ) {
			// A repeated answer has the balance of the first one.
			Account::cache( $settings, $account );
		}
		$purpose = wp_remote_retrieve_header( $answer, 'altscribe-purpose' );
		return array_merge(
			array(
				'alt_text'      => $body['altText'],
				'purpose'       => in_array( $purpose, array( 'informative', 'functional', 'decorative', 'complex' ), true ) ? $purpose : null,
				'model'         => self::read_name_header( $answer, 'altscribe-model' ),
				'prompt'        => self::read_name_header( $answer, 'altscribe-prompt' ),
				'is_from_cache' => self::was_free( $answer ),
				'is_repeated'   => $is_repeated,
				'doubts'        => self::read_doubts( wp_remote_retrieve_header( $answer, 'altscribe-doubts' ), $body['altText'] ),
			),
			$account
		);
	}

	/**
	 * Whether an answer cost no credit: it comes from the service's cache, or another call has paid for it.
	 *
	 * @param array<string, mixed> $answer As self::call() returns it.
	 * @return bool
	 */
	public static function was_free( $answer ) {
		return '' !== wp_remote_retrieve_header( $answer, 'age' ) || self::is_repeated( $answer );
	}

	/**
	 * Whether an answer was first given to another call with the same key.
	 *
	 * @param array<string, mixed> $answer As self::call() returns it.
	 * @return bool
	 */
	private static function is_repeated( $answer ) {
		return 'true' === wp_remote_retrieve_header( $answer, 'idempotency-replayed' );
	}

	/**
	 * The parts of a text that a second model could not confirm.
	 *
	 * @param mixed  $doubts A list of quotations, or its JSON.
	 * @param string $text   The text.
	 * @return string[] Quotations that are in the text, at most three; none if there was no second model.
	 */
	public static function read_doubts( $doubts, $text ) {
		$doubts = is_string( $doubts ) ? json_decode( $doubts, true ) : $doubts;
		$found  = array();
		foreach ( is_array( $doubts ) ? array_slice( array_filter( $doubts, 'is_string' ), 0, 3 ) : array() as $doubt ) {
			if ( '' !== trim( $doubt ) && Core\Text::length( $doubt ) <= 80 && false !== strpos( $text, $doubt ) ) {
				$found[] = $doubt;
			}
		}
		return $found;
	}

	/**
	 * A name in a header of the service's response, such as that of a model.
	 *
	 * @param array<string, mixed> $answer As self::call() returns it.
	 * @param string               $header The header, in lower case. Its value may be percent-encoded.
	 * @return string Plain text of at most 100 characters; '' if there is none.
	 */
	private static function read_name_header( $answer, $header ) {
		$value = wp_remote_retrieve_header( $answer, $header );
		return is_string( $value ) ? mb_substr( Core\Text::clean( rawurldecode( $value ) ), 0, 100, 'UTF-8' ) : '';
	}

	/**
	 * Why a request got no response.
	 *
	 * @param WP_Error $error From wp_remote_post().
	 * @return string As Core\Errors::unreachable() expects it. Without cURL, WordPress does not say it in a way that programs
	 *                can read.
	 */
	private static function find_reason( $error ) {
		$reasons = array(
			6  => 'unknown_host',
			7  => 'refused',
			35 => 'no_https',
			51 => 'untrusted',
			60 => 'untrusted',
		);
		sscanf( $error->get_error_message(), 'cURL error %d:', $number );
		return $reasons[ (int) $number ] ?? '';
	}

	/**
	 * Calls one operation of the service for the account in the settings.
	 *
	 * @param array<string, mixed>  $settings  As Core\Settings::get() returns them.
	 * @param string                $operation Last part of the path.
	 * @param array<string, string> $fields    The fields of the request, without `user_id`.
	 * @param int                   $timeout   Seconds.
	 * @param array<string, string> $headers   Further headers.
	 * @return array<string, mixed>|WP_Error `body` (parsed; the caller checks its shape) and `headers`.
	 */
	public static function call( $settings, $operation, $fields, $timeout, $headers = array() ) {
		if ( ! Core\Settings::is_connected( $settings ) ) {
			return Core\Errors::not_connected();
		}
		$fields['user_id'] = $settings['user_id'];
		// The service logs this id too, which helps if no response arrives.
		$request_id = wp_generate_uuid4();
		$is_trusted = Core\Network_Settings::is_trusted_url( $settings['service_url'] );
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
				'user-agent'          => 'Altscribe-WordPress/' . ALTSCRIBE_VERSION . '; ' . home_url(),
				'timeout'             => $timeout,
				// A redirect would send the key to a URL that no administrator entered.
				'redirection'         => 0,
				'reject_unsafe_urls'  => ! $is_trusted,
				'limit_response_size' => MB_IN_BYTES,
			)
		);
		// The call may have taken half a minute, and hooks of other plugins may schedule events as soon as the text
		// is written.
		Core\Background::forget_cron();
		if ( is_wp_error( $response ) ) {
			return $is_trusted || wp_http_validate_url( $settings['service_url'] ) ? Core\Errors::unreachable( $request_id, self::find_reason( $response ) ) : Core\Errors::unsafe_url();
		}
		$body = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( 200 === wp_remote_retrieve_response_code( $response ) && is_array( $body ) ) {
			return array(
				'body'    => $body,
				'headers' => $response['headers'],
			);
		}
		return Responses::read_error( $response, is_array( $body ) ? $body : array(), $settings['user_id'] );
	}
}
