<?php
/**
 * The REST routes of batches, with their arguments and responses.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The states of items, in the order in which items pass through them. */
const ALTSCRIBE_ITEM_STATES = array( 'waiting', 'running', 'written', 'suggested', 'skipped', 'failed', 'undone' );

/**
 * The REST representation of a batch.
 *
 * @param array<string, string> $batch Its row.
 * @return array<string, mixed> `id`, `state`, `reason` (`code` and `message` of the problem that halts or delays it,
 *                              else null), `origin`, `created`, `finished` and `can_undo_until` (RFC 3339, or null),
 *                              `user` (id and name), `overwrite`, `counts` (items by state), `total`, `credits` (used so far), `retry_after`
 *                              (seconds until it continues automatically, else null), `cron` (`works`).
 */
function altscribe_batch_to_array( $batch ) {
	$user = get_userdata( (int) $batch['user_id'] );
	$wait = (int) $batch['wait_until'] - time();
	return array(
		'id'             => (int) $batch['id'],
		'state'          => $batch['state'],
		'reason'         => in_array( $batch['state'], array( 'running', 'halted' ), true ) ? altscribe_batch_reason( $batch ) : null,
		'origin'         => $batch['origin'],
		'created'        => altscribe_format_time( $batch['created'] ),
		'finished'       => altscribe_format_time( $batch['finished'] ),
		'can_undo_until' => $batch['finished'] ? altscribe_format_time( $batch['finished'] + ALTSCRIBE_BATCH_DAYS * DAY_IN_SECONDS ) : null,
		'user'           => $user ? array(
			'id'   => $user->ID,
			'name' => $user->display_name,
		) : null,
		'overwrite'      => (bool) $batch['overwrite'],
		'counts'         => altscribe_count_items( (int) $batch['id'] ),
		'total'          => (int) $batch['total'],
		'credits'        => (int) ( $batch['credits'] ?? 0 ),
		'retry_after'    => $wait > 0 && in_array( $batch['state'], array( 'running', 'halted' ), true ) ? $wait : null,
		'cron'           => array( 'works' => altscribe_does_cron_work() ),
	);
}

/**
 * Formats a time.
 *
 * @param int|string $time Unix time; 0 for none.
 * @return string|null RFC 3339, UTC.
 */
function altscribe_format_time( $time ) {
	return $time ? gmdate( 'Y-m-d\TH:i:s\Z', (int) $time ) : null;
}

/**
 * The problem that halts or delays a batch, for the current user: administrators get a different message, and
 * the worker that met the problem may have had no user.
 *
 * @param array<string, string> $batch Its row.
 * @return array{code: string, message: string}|null
 */
function altscribe_batch_reason( $batch ) {
	$code    = $batch['reason_code'];
	$user_id = altscribe_settings()['user_id'];
	switch ( $code ) {
		case '':
			return null;
		case 'altscribe_not_connected':
			$message = altscribe_error_not_connected()->get_error_message();
			break;
		case 'altscribe_key_refused':
			$message = altscribe_error_key_refused()->get_error_message();
			break;
		case 'altscribe_unknown_account':
			$message = altscribe_error_unknown_account( $user_id )->get_error_message();
			break;
		case 'altscribe_not_the_service':
			$message = altscribe_error_not_the_service()->get_error_message();
			break;
		case 'altscribe_unsafe_url':
			$message = altscribe_error_unsafe_url()->get_error_message();
			break;
		case 'altscribe_insufficient_credits':
			$message = altscribe_error_insufficient_credits( $user_id, '', 0 )->get_error_message();
			break;
		case 'altscribe_daily_limit':
			$message = altscribe_error_daily_limit( altscribe_settings()['daily_credit_limit'] )->get_error_message();
			break;
		default:
			$message = $batch['reason_message'];
	}
	return compact( 'code', 'message' );
}

/**
 * The number of items of a batch in each state.
 *
 * @param int $batch_id Its id.
 * @return array<string, int> By state.
 */
function altscribe_count_items( $batch_id ) {
	global $wpdb;
	$counts = array_fill_keys( ALTSCRIBE_ITEM_STATES, 0 );
	// phpcs:ignore WordPress.DB -- The table is the plugin's own; the index has all that is read.
	$rows = $wpdb->get_results( $wpdb->prepare( 'SELECT state, COUNT(*) AS items FROM %i WHERE batch_id = %d GROUP BY state', altscribe_queue_table(), $batch_id ) );
	foreach ( $rows as $row ) {
		$counts[ $row->state ] = (int) $row->items;
	}
	return $counts;
}

/**
 * The REST representation of an item.
 *
 * @param array<string, string> $item Its row.
 * @return array<string, mixed> `attachment_id`, `batch_id`, `title`, `thumbnail` and `edit_link` ('' if there is none),
 *         `state`, `previous_text` (before the batch, or the present one if it wrote none), `current_text` (the present
 *         one), `alt_text` (written or suggested), `purpose` (null if unknown), `error` (`code` and `message`, or null),
 *         `attempts`, `suggestion_id` (0 if none is pending), `filled_posts` (how many posts got a text of the image).
 */
function altscribe_item_to_array( $item ) {
	$attachment_id = (int) $item['attachment_id'];
	$present       = altscribe_get_attachment_alt_text( $attachment_id );
	$suggestion    = 'suggested' === $item['state'] ? altscribe_find_suggestion( $attachment_id ) : null;
	if ( $suggestion ) {
		$item = wp_array_slice_assoc( $suggestion, array( 'new_text', 'purpose' ) ) + $item;
	}
	return array(
		'attachment_id' => $attachment_id,
		'batch_id'      => (int) $item['batch_id'],
		'title'         => html_entity_decode( get_the_title( $attachment_id ), ENT_QUOTES, 'UTF-8' ),
		'thumbnail'     => (string) wp_get_attachment_image_url( $attachment_id, 'thumbnail' ),
		'edit_link'     => (string) get_edit_post_link( $attachment_id, 'raw' ),
		'state'         => $item['state'],
		'previous_text' => 'written' === $item['state'] ? $item['previous_text'] : $present,
		'current_text'  => $present,
		'alt_text'      => $item['new_text'],
		'purpose'       => '' === $item['purpose'] ? null : $item['purpose'],
		'error'         => '' === $item['error_code'] ? null : array(
			'code'    => $item['error_code'],
			'message' => $item['error_message'],
		),
		'attempts'      => (int) $item['attempts'],
		'suggestion_id' => $suggestion ? (int) $suggestion['id'] : 0,
		'filled_posts'  => count( altscribe_list_filled_posts( $attachment_id ) ),
	);
}

/**
 * Registers one route. WordPress reports all invalid arguments of a request together if each has a validation
 * callback. The path says which object a request is about: a parameter of the same name does not replace its value.
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
			'permission_callback' => function ( $request ) use ( $permission ) {
				// Runs before the callback, which sees the same values.
				foreach ( $request->get_url_params() as $name => $value ) {
					$request->set_param( $name, $value );
				}
				return $permission( $request );
			},
			'args'                => $args,
		)
	);
}

/**
 * The arguments that define a batch, for altscribe_start_batch().
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
					'enum' => array_merge( ALTSCRIBE_STATES, array( 'all' ) ),
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
				'language'  => array(
					'type'    => 'string',
					'pattern' => '^[\w-]{1,35}$',
				),
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
 * @param mixed           $value   The value in the request.
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
 * Validates a date in a request.
 *
 * @param mixed           $value   The value in the request.
 * @param WP_REST_Request $request The request.
 * @param string          $param   Its name.
 * @return true|WP_Error
 */
function altscribe_validate_date_arg( $value, $request, $param ) {
	$is_valid = rest_validate_request_arg( $value, $request, $param );
	return true === $is_valid && null === altscribe_read_date( $value ) ? altscribe_error_no_date( $param ) : $is_valid;
}

/**
 * Error: there is no such day, such as 2026-13-01.
 *
 * @param string $param Its name.
 * @return WP_Error
 */
function altscribe_error_no_date( $param ) {
	/* translators: %s: name of a parameter of a request. */
	return new WP_Error( 'rest_invalid_param', sprintf( __( '%s is not a date in the format 2026-11-30.', 'altscribe' ), $param ), array( 'status' => 400 ) );
}

/**
 * The arguments of a batch in a request. The user must be allowed to edit each attachment that is named;
 * attachments that only match filters are skipped if the user may not edit them.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_read_batch_args( $request ) {
	$args = array_intersect_key( $request->get_params(), altscribe_batch_rest_args() );
	$ids  = isset( $args['ids'] ) ? $args['ids'] : null;
	if ( null === $ids ) {
		return array( 'except' => altscribe_list_refused_images( $args ) ) + $args;
	}
	_prime_post_caches( $ids, false, false );
	foreach ( $ids as $id ) {
		if ( 'attachment' === get_post_type( $id ) && ! altscribe_may_use_attachment( $id ) ) {
			return new WP_Error( 'rest_cannot_edit', __( 'Sorry, you are not allowed to edit some of these images.', 'altscribe' ), array( 'status' => rest_authorization_required_code() ) );
		}
	}
	return $args;
}

/** How many seconds one request works, unless an image takes longer. */
const ALTSCRIBE_WORK_SECONDS = 20;

add_action( 'rest_api_init', 'altscribe_register_batch_routes' );

/** Registers the routes. */
function altscribe_register_batch_routes() {
	$routes = array(
		'/batches'                      => array( 'POST', 'altscribe_rest_start_batch', altscribe_batch_rest_args() ),
		'/batches/preview'              => array( 'POST', 'altscribe_rest_preview_batch', altscribe_batch_rest_args() ),
		'/batches/estimate'             => array( 'POST', 'altscribe_rest_estimate_batch', altscribe_batch_rest_args() ),
		'/batches/current'              => array( 'GET', 'altscribe_rest_get_current_batch', array() ),
		'/batches/(?P<id>\d+)'          => array( 'GET', 'altscribe_rest_get_batch', array() ),
		'/batches/(?P<id>\d+)/(?P<action>pause|resume|stop)' => array( 'POST', 'altscribe_rest_control_batch', array() ),
		'/batches/(?P<id>\d+)/undo'     => array( 'POST', 'altscribe_rest_undo_batch', ALTSCRIBE_UNDO_REST_ARGS ),
		'/batches/(?P<id>\d+)/work'     => array(
			'POST',
			'altscribe_rest_work_on_batch',
			array(
				'limit' => array(
					'type'    => 'integer',
					'minimum' => 1,
					'maximum' => 3,
					'default' => 1,
				),
			),
		),
	);
	foreach ( $routes as $route => list( $method, $callback, $args ) ) {
		altscribe_register_route( $route, $method, $callback, 'altscribe_may_use_queue', $args );
	}
}

/**
 * Starts a batch.
 *
 * @param WP_REST_Request $request The request.
 * @return WP_REST_Response|WP_Error The batch, with status 201.
 */
function altscribe_rest_start_batch( $request ) {
	$args = altscribe_read_batch_args( $request );
	if ( ! is_wp_error( $args ) && ! altscribe_is_connected( altscribe_settings() ) ) {
		return altscribe_error_not_connected();
	}
	$batch_id = is_wp_error( $args ) ? $args : altscribe_start_batch( $args );
	return is_wp_error( $batch_id ) ? $batch_id : new WP_REST_Response( altscribe_get_batch( $batch_id ), 201 );
}

/**
 * Previews a batch: its images, and its maximum cost.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error `images`, `credits_at_most`, `languages` (from
 *                                       altscribe_count_languages_for_batch()), `suggested` (from
 *                                       altscribe_find_suggestions()), `reading` (how much of the site was read, in percent, while it is not known yet
 *                                       which images are used, else null), `credits_left` (null if unknown), `is_unlimited` (whether the plan never runs out of them), and `error` (the JSON of the WP_Error why
 *                                       they are unknown, else null).
 */
function altscribe_rest_preview_batch( $request ) {
	$args = altscribe_read_batch_args( $request );
	if ( is_wp_error( $args ) ) {
		return $args;
	}
	$images  = altscribe_count_for_batch( $args );
	$account = altscribe_get_cached_account( altscribe_settings() );
	return array(
		'images'          => $images,
		'credits_at_most' => $images,
		'languages'       => altscribe_count_languages_for_batch( $args ),
		'suggested'       => altscribe_find_suggestions( altscribe_batch_args( $args ) ),
		'reading'         => empty( $args['filters']['used'] ) ? null : altscribe_uses_progress(),
		'credits_left'    => is_wp_error( $account ) ? null : $account['credits_available'],
		'is_unlimited'    => ! is_wp_error( $account ) && altscribe_is_unlimited( $account ),
		'error'           => is_wp_error( $account ) ? altscribe_error_to_array( $account ) : null,
	);
}

/**
 * Responds with the current batch, or null.
 *
 * @return WP_REST_Response
 */
function altscribe_rest_get_current_batch() {
	altscribe_wake_batches();
	return new WP_REST_Response( altscribe_current_batch() );
}

/**
 * Responds with a batch.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_get_batch( $request ) {
	altscribe_wake_batches();
	$batch = altscribe_get_batch( (int) $request['id'] );
	return $batch ? $batch : altscribe_error_batch_not_found();
}

/**
 * Pauses, resumes or stops a batch, and responds with it.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_control_batch( $request ) {
	$batch_id = (int) $request['id'];
	$done     = call_user_func( 'altscribe_' . $request['action'] . '_batch', $batch_id );
	return is_wp_error( $done ) ? $done : altscribe_get_batch( $batch_id );
}

/**
 * Undoes a batch within a time limit, and responds with it.
 *
 * @param WP_REST_Request $request The request, with `after` of the previous response.
 * @return array<string, mixed>|WP_Error With `undo`, from altscribe_undo_batch().
 */
function altscribe_rest_undo_batch( $request ) {
	$done = altscribe_undo_batch( (int) $request['id'], $request['after'], ALTSCRIBE_UNDO_SECONDS, 'altscribe_may_use_attachment' );
	return is_wp_error( $done ) ? $done : altscribe_get_batch( (int) $request['id'] ) + array( 'undo' => $done );
}

/**
 * Works on a batch within a time limit.
 *
 * @param WP_REST_Request $request The request.
 * @return array{batch: array<string, mixed>, items: array<array<string, mixed>>}|WP_Error The batch, and the
 *                                                                                        items that were processed.
 */
function altscribe_rest_work_on_batch( $request ) {
	$batch_id = (int) $request['id'];
	if ( ! altscribe_find_batch( $batch_id ) ) {
		return altscribe_error_batch_not_found();
	}
	$worked = altscribe_work_on_queue( ALTSCRIBE_WORK_SECONDS, (int) $request['limit'], $batch_id );
	return array(
		'batch' => altscribe_get_batch( $batch_id ),
		'items' => altscribe_list_items( $worked['attachment_ids'] ),
	);
}
