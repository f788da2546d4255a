<?php
/**
 * What the routes of the queue have in common, and the arguments that say what a batch is for.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers one route. WordPress reports all wrong arguments of a request together if each has a callback that
 * validates it.
 *
 * @param string                              $route      Its pattern.
 * @param string                              $methods    Its methods.
 * @param callable                            $callback   Gets the request.
 * @param callable                            $permission Gets the request.
 * @param array<string, array<string, mixed>> $args       Its arguments.
 */
function altscribe_register_route( $route, $methods, $callback, $permission, $args = array() ) {
	foreach ( $args as $name => $arg ) {
		$args[ $name ] = $arg + array( 'validate_callback' => 'rest_validate_request_arg' );
	}
	register_rest_route(
		'altscribe/v1',
		$route,
		array(
			'methods'             => $methods,
			'callback'            => $callback,
			'permission_callback' => $permission,
			'args'                => $args,
		)
	);
}

/**
 * The arguments that say what a batch is for, as altscribe_start_batch() takes them.
 *
 * @return array<string, array<string, mixed>>
 */
function altscribe_batch_rest_args() {
	$flag = array(
		'type'    => 'boolean',
		'default' => false,
	);
	$date = array(
		'type'    => 'string',
		'pattern' => '^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?$',
	);
	return array(
		'ids'        => array(
			'type'     => 'array',
			'maxItems' => 10000,
			'items'    => array(
				'type'    => 'integer',
				'minimum' => 1,
			),
		),
		'filters'    => array(
			'type'                 => 'object',
			'default'              => array(),
			'additionalProperties' => false,
			'validate_callback'    => 'altscribe_validate_filters_arg',
			'properties'           => array(
				'state'     => array(
					'type' => 'string',
					'enum' => array( 'missing', 'check', 'decorative', 'good', 'all' ),
				),
				'after'     => $date,
				'before'    => $date,
				'mime_type' => array(
					'type'    => 'string',
					'pattern' => '^image/[a-z0-9.+-]+$',
				),
				'author'    => array(
					'type'    => 'integer',
					'minimum' => 1,
				),
				'used'      => array( 'type' => 'boolean' ),
			),
		),
		'overwrite'  => $flag,
		'regenerate' => $flag,
		'language'   => array(
			'type'              => 'string',
			'default'           => '',
			'validate_callback' => 'altscribe_validate_language_arg',
		),
		'origin'     => array(
			'type'    => 'string',
			'enum'    => array( 'page', 'bulk', 'api' ),
			'default' => 'api',
		),
	);
}

/**
 * Validates the filters of a batch.
 *
 * @param mixed           $value   As it was sent.
 * @param WP_REST_Request $request The request.
 * @param string          $param   Its name.
 * @return true|WP_Error
 */
function altscribe_validate_filters_arg( $value, $request, $param ) {
	$is_valid = rest_validate_request_arg( $value, $request, $param );
	foreach ( array( 'after', 'before' ) as $name ) {
		if ( true === $is_valid && ! empty( $value[ $name ] ) && null === altscribe_read_date( $value[ $name ] ) ) {
			$is_valid = altscribe_error_no_date( "{$param}[$name]" );
		}
	}
	return $is_valid;
}

/**
 * Validates a date of a request.
 *
 * @param mixed           $value   As it was sent.
 * @param WP_REST_Request $request The request.
 * @param string          $param   Its name.
 * @return true|WP_Error
 */
function altscribe_validate_date_arg( $value, $request, $param ) {
	$is_valid = rest_validate_request_arg( $value, $request, $param );
	return true === $is_valid && null === altscribe_read_date( $value ) ? altscribe_error_no_date( $param ) : $is_valid;
}

/**
 * No such day, such as 2026-13-01.
 *
 * @param string $param The name of the argument.
 * @return WP_Error
 */
function altscribe_error_no_date( $param ) {
	/* translators: %s: name of a parameter of a request. */
	return new WP_Error( 'rest_invalid_param', sprintf( __( '%s is not a date of the form 2026-11-30.', 'altscribe' ), $param ), array( 'status' => 400 ) );
}

/**
 * The arguments of a batch in a request. The user must be allowed to edit each attachment that is named.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_read_batch_args( $request ) {
	$args = array_intersect_key( $request->get_params(), altscribe_batch_rest_args() );
	$ids  = isset( $args['ids'] ) ? $args['ids'] : array();
	_prime_post_caches( $ids, false, false );
	foreach ( $ids as $id ) {
		if ( 'attachment' === get_post_type( $id ) && ! altscribe_may_use_attachment( $id ) ) {
			return new WP_Error( 'rest_cannot_edit', __( 'You may not edit some of these images.', 'altscribe' ), array( 'status' => rest_authorization_required_code() ) );
		}
	}
	return $args;
}
