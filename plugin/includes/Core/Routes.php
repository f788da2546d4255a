<?php
/**
 * How REST routes are registered, and the parameters that several have.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

use DateTimeImmutable;
use DateTimeZone;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

final class Routes {

	/** Argument of each route that decides about a suggested text: the text as the user has seen it. Another one is not decided. */
	public const SHOWN_TEXT_ARG = array( 'type' => 'string' );

	/**
	 * Validates a language code; '' means the language in the settings.
	 *
	 * @param mixed           $value   The value in the request.
	 * @param WP_REST_Request $request The request.
	 * @param string          $param   Its name.
	 * @return true|WP_Error
	 */
	public static function validate_language_arg( $value, $request, $param ) {
		$is_string = rest_validate_request_arg( $value, $request, $param );
		return true === $is_string ? Settings::validate( $value, 'language' ) : $is_string;
	}

	/**
	 * Reads a date in the filters.
	 *
	 * @param mixed $date `2026-11-30`, optionally with a time: `2026-11-30 23:59`, with or without seconds, or with
	 *   `T` in between.
	 * @return string|null `2026-11-30 23:59:00`; null if it is not a date, or there is no such day.
	 */
	public static function read_date( $date ) {
		$parts = explode( ' ', str_replace( 'T', ' ', (string) $date ), 2 );
		$date  = $parts[0] . ' ' . substr( ( $parts[1] ?? '00:00' ) . ':00', 0, 8 );
		$time  = DateTimeImmutable::createFromFormat( '!Y-m-d H:i:s', $date, new DateTimeZone( 'UTC' ) );
		return $time && $time->format( 'Y-m-d H:i:s' ) === $date && $parts[0] > '0001' ? $date : null;
	}

	/**
	 * Whether an argument is given: null means its default.
	 *
	 * @param mixed $value Any value.
	 * @return bool
	 */
	public static function is_given( $value ) {
		return null !== $value;
	}

	/**
	 * Formats a time.
	 *
	 * @param int|string $time Unix time; 0 for none.
	 * @return string|null RFC 3339, UTC.
	 */
	public static function format_time( $time ) {
		return $time ? gmdate( 'Y-m-d\TH:i:s\Z', (int) $time ) : null;
	}

	/**
	 * Gives each argument a validation callback: then WordPress reports all invalid ones of a request together.
	 *
	 * @param array<string, array<string, mixed>> $args Schemas by name.
	 * @return array<string, array<string, mixed>>
	 */
	public static function validate_all( $args ) {
		return array_map(
			function ( $arg ) {
				return $arg + array( 'validate_callback' => 'rest_validate_request_arg' );
			},
			$args
		);
	}

	/**
	 * Registers one route. The path says which object a request is about: a parameter of the same name does not replace its value.
	 *
	 * @param string                              $route      Its pattern.
	 * @param string                              $methods    Its methods.
	 * @param callable                            $callback   Gets the request.
	 * @param callable                            $permission Gets the request.
	 * @param array<string, array<string, mixed>> $args       Its arguments.
	 */
	public static function register( $route, $methods, $callback, $permission, $args = array() ) {
		register_rest_route(
			'altscribe/v1',
			$route,
			array(
				'methods'             => $methods,
				'callback'            => $callback,
				'permission_callback' => function ( $request ) use ( $permission ) {
					// Runs before the callback, which sees the same values.
					foreach ( $request->get_url_params() as $name => $value ) {
						$request->set_param( $name, $value );
					}
					return $permission( $request );
				},
				'args'                => self::validate_all( $args ),
			)
		);
	}

	/**
	 * Validates a date in a request.
	 *
	 * @param mixed           $value   The value in the request.
	 * @param WP_REST_Request $request The request.
	 * @param string          $param   Its name.
	 * @return true|WP_Error
	 */
	public static function validate_date_arg( $value, $request, $param ) {
		$is_valid = rest_validate_request_arg( $value, $request, $param );
		return true === $is_valid && null === self::read_date( $value ) ? Errors::no_date( $param ) : $is_valid;
	}

	/**
	 * The parameters of routes that list something in pages.
	 *
	 * @return array<string, mixed>
	 */
	public static function page_args() {
		return array(
			'page'     => array(
				'type'    => 'integer',
				'minimum' => 1,
				'default' => 1,
			),
			'per_page' => array(
				'type'    => 'integer',
				'minimum' => 1,
				'maximum' => 100,
				'default' => 20,
			),
		);
	}

	/**
	 * Responds with one page of a list; `X-WP-Total` and `X-WP-TotalPages` give the totals.
	 *
	 * @param array<mixed> $items The page.
	 * @param int          $total How many there are on all pages.
	 * @param int          $pages How many pages.
	 * @return WP_REST_Response
	 */
	public static function respond_with_page( $items, $total, $pages ) {
		return new WP_REST_Response(
			$items,
			200,
			array(
				'X-WP-Total'      => (string) $total,
				'X-WP-TotalPages' => (string) $pages,
			)
		);
	}

	/**
	 * The parameter for the author's note about an image.
	 *
	 * @return array<string, mixed>
	 */
	public static function hint_arg() {
		return array(
			'type'      => 'string',
			'maxLength' => 200,
		);
	}
}
