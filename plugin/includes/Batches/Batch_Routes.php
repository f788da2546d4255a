<?php
/**
 * The REST routes of batches.
 *
 * @package Altscribe
 */

namespace Altscribe\Batches;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Suggestions;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

final class Batch_Routes {

	/** The states of items, in the order in which items pass through them. */
	public const ITEM_STATES = array( 'waiting', 'running', 'written', 'suggested', 'skipped', 'failed', 'undone' );

	/** How many seconds one request works, unless an image takes longer. */
	private const WORK_SECONDS = 20;

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	/**
	 * Responds with the estimate for a possible batch.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, int>|WP_Error
	 */
	public static function estimate( $request ) {
		$args = self::read_batch_args( $request );
		return is_wp_error( $args ) ? $args : Start::estimate_batch( $args );
	}

	/**
	 * The REST representation of a batch.
	 *
	 * @param array<string, string> $batch Its row.
	 * @return array<string, mixed> `id`, `state`, `reason` (`code` and `message` of the problem that halts or delays it,
	 *                              else null), `origin`, `created`, `finished` and `can_undo_until` (RFC 3339, or null),
	 *                              `user` (name), `overwrite`, `counts` (items by state), `total`, `credits` (used so far), `retry_after`
	 *                              (seconds until it continues automatically, else null), `cron` (`works`).
	 */
	public static function batch_to_array( $batch ) {
		$user = get_userdata( (int) $batch['user_id'] );
		$wait = (int) $batch['wait_until'] - time();
		return array(
			'id'             => (int) $batch['id'],
			'state'          => $batch['state'],
			'reason'         => in_array( $batch['state'], array( 'running', 'halted' ), true ) ? self::batch_reason( $batch ) : null,
			'origin'         => $batch['origin'],
			'created'        => Core\Routes::format_time( $batch['created'] ),
			'finished'       => Core\Routes::format_time( $batch['finished'] ),
			'can_undo_until' => $batch['finished'] ? Core\Routes::format_time( $batch['finished'] + Start::BATCH_DAYS * DAY_IN_SECONDS ) : null,
			'user'           => $user ? array( 'name' => $user->display_name ) : null,
			'overwrite'      => (bool) $batch['overwrite'],
			'counts'         => self::count_items( (int) $batch['id'] ),
			'total'          => (int) $batch['total'],
			'credits'        => (int) ( $batch['credits'] ?? 0 ),
			'retry_after'    => $wait > 0 && in_array( $batch['state'], array( 'running', 'halted' ), true ) ? $wait : null,
			'cron'           => array( 'works' => Runner::does_cron_work() ),
		);
	}

	/**
	 * The problem that halts or delays a batch, for the current user: administrators get a different message, and
	 * the worker that met the problem may have had no user.
	 *
	 * @param array<string, string> $batch Its row.
	 * @return array{code: string, message: string}|null
	 */
	private static function batch_reason( $batch ) {
		$code    = $batch['reason_code'];
		$user_id = Core\Settings::get()['user_id'];
		switch ( $code ) {
			case '':
				return null;
			case 'altscribe_not_connected':
				$message = Core\Errors::not_connected()->get_error_message();
				break;
			case 'altscribe_key_refused':
				$message = Core\Errors::key_refused()->get_error_message();
				break;
			case 'altscribe_unknown_account':
				$message = Core\Errors::unknown_account( $user_id )->get_error_message();
				break;
			case 'altscribe_not_the_service':
				$message = Core\Errors::not_the_service()->get_error_message();
				break;
			case 'altscribe_unsafe_url':
				$message = Core\Errors::unsafe_url()->get_error_message();
				break;
			case 'altscribe_insufficient_credits':
				$message = Core\Errors::insufficient_credits( $user_id, '', 0 )->get_error_message();
				break;
			case 'altscribe_daily_limit':
				$message = Core\Errors::daily_limit( Core\Settings::get()['daily_credit_limit'] )->get_error_message();
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
	public static function count_items( $batch_id ) {
		global $wpdb;
		$counts = array_fill_keys( self::ITEM_STATES, 0 );
		// phpcs:ignore WordPress.DB -- The table is the plugin's own; the index has all that is read.
		$rows = $wpdb->get_results( $wpdb->prepare( 'SELECT state, COUNT(*) AS items FROM %i WHERE batch_id = %d GROUP BY state', Store::items_table(), $batch_id ) );
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
	 *         `state`, `previous_text` (before the batch, or the current one if it wrote none), `current_text`,
	 *         `alt_text` (written or suggested), `purpose` (null if unknown), `error` (`code` and `message`, or null),
	 *         `attempts`, `suggestion_id` (0 if none is pending), `filled_posts` (how many posts got a text of the image).
	 */
	public static function item_to_array( $item ) {
		$attachment_id = (int) $item['attachment_id'];
		$present       = Library\Alt_Text::get( $attachment_id );
		$suggestion    = 'suggested' === $item['state'] ? Suggestions\Store::find( $attachment_id ) : null;
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
			'filled_posts'  => count( Posts\Filled_Record::list_posts( $attachment_id ) ),
		);
	}

	/**
	 * The arguments that define a batch, for Start::start_batch().
	 *
	 * @return array<string, array<string, mixed>>
	 */
	private static function batch_rest_args() {
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
				'validate_callback'    => array( self::class, 'validate_filters_arg' ),
				'properties'           => array(
					'state'     => array(
						'type' => 'string',
						'enum' => array_merge( Library\States::NAMES, array( 'all' ) ),
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
			// At most this many images, the newest first.
			'limit'      => array(
				'type'    => 'integer',
				'minimum' => 1,
			),
			'language'   => array(
				'type'              => 'string',
				'default'           => '',
				'validate_callback' => array( Core\Routes::class, 'validate_language_arg' ),
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
	public static function validate_filters_arg( $value, $request, $param ) {
		$is_valid = rest_validate_request_arg( $value, $request, $param );
		foreach ( array( 'after', 'before' ) as $name ) {
			if ( true === $is_valid && ! empty( $value[ $name ] ) && null === Core\Routes::read_date( $value[ $name ] ) ) {
				$is_valid = Core\Errors::no_date( "{$param}[$name]" );
			}
		}
		return $is_valid;
	}

	/**
	 * The arguments of a batch in a request. The user must be allowed to edit each attachment that is named;
	 * attachments that only match filters are skipped if the user may not edit them.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	private static function read_batch_args( $request ) {
		$args = array_intersect_key( $request->get_params(), self::batch_rest_args() );
		$ids  = isset( $args['ids'] ) ? $args['ids'] : null;
		if ( null === $ids ) {
			$args = array( 'except' => Start::list_refused_images( $args ) ) + $args;
		}
		_prime_post_caches( (array) $ids, false, false );
		foreach ( (array) $ids as $id ) {
			if ( 'attachment' === get_post_type( $id ) && ! Core\Permissions::may_generate_for( $id ) ) {
				return Core\Errors::cannot_edit_images();
			}
		}
		return empty( $args['limit'] ) ? $args : array( 'ids' => Start::list_candidates( $args, $args['limit'] ) ) + $args;
	}

	/** Registers the routes. */
	public static function register() {
		$routes = array(
			'/batches'                      => array( 'POST', array( self::class, 'start' ), self::batch_rest_args() ),
			'/batches/preview'              => array( 'POST', array( self::class, 'preview' ), self::batch_rest_args() ),
			'/batches/estimate'             => array( 'POST', array( self::class, 'estimate' ), self::batch_rest_args() ),
			'/batches/current'              => array( 'GET', array( self::class, 'get_current' ), array() ),
			'/batches/(?P<id>\d+)'          => array( 'GET', array( self::class, 'get' ), array() ),
			'/batches/(?P<id>\d+)/(?P<action>pause|resume|stop)' => array( 'POST', array( self::class, 'control' ), array() ),
			'/batches/(?P<id>\d+)/undo'     => array( 'POST', array( self::class, 'undo' ), Control::UNDO_REST_ARGS ),
			'/batches/(?P<id>\d+)/work'     => array(
				'POST',
				array( self::class, 'work' ),
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
			Core\Routes::register( $route, $method, $callback, array( Core\Permissions::class, 'may_run_batches' ), $args );
		}
		Core\Routes::register( '/batches/(?P<id>\d+)/unfill', 'POST', array( Control::class, 'rest_unfill_batch' ), array( Core\Permissions::class, 'may_run_batches' ), Control::UNDO_REST_ARGS );
	}

	/**
	 * Starts a batch.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return WP_REST_Response|WP_Error The batch, with status 201.
	 */
	public static function start( $request ) {
		$args = self::read_batch_args( $request );
		if ( ! is_wp_error( $args ) && ! Core\Settings::is_connected( Core\Settings::get() ) ) {
			return Core\Errors::not_connected();
		}
		$batch_id = is_wp_error( $args ) ? $args : Start::start_batch( $args );
		return is_wp_error( $batch_id ) ? $batch_id : new WP_REST_Response( Store::get_batch( $batch_id ), 201 );
	}

	/**
	 * Previews a batch.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Start::preview_batch() returns it.
	 */
	public static function preview( $request ) {
		$args = self::read_batch_args( $request );
		return is_wp_error( $args ) ? $args : Start::preview_batch( $args );
	}

	/**
	 * Responds with the current batch, or null.
	 *
	 * @return WP_REST_Response
	 */
	public static function get_current() {
		Failures::wake_batches();
		return new WP_REST_Response( Store::current_batch() );
	}

	/**
	 * Responds with a batch.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function get( $request ) {
		Failures::wake_batches();
		$batch = Store::get_batch( (int) $request['id'] );
		return $batch ? $batch : Core\Errors::batch_not_found();
	}

	/**
	 * Pauses, resumes or stops a batch, and responds with it.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function control( $request ) {
		$batch_id = (int) $request['id'];
		$done     = call_user_func( array( Control::class, $request['action'] . '_batch' ), $batch_id );
		return is_wp_error( $done ) ? $done : Store::get_batch( $batch_id );
	}

	/**
	 * Undoes a batch within a time limit, and responds with it.
	 *
	 * @param WP_REST_Request $request The request, with `after` of the previous response.
	 * @return array<string, mixed>|WP_Error With `undo`, from Control::undo_batch().
	 */
	public static function undo( $request ) {
		$done = Control::undo_batch( (int) $request['id'], $request['after'], Control::UNDO_SECONDS, array( Core\Permissions::class, 'may_generate_for' ) );
		return is_wp_error( $done ) ? $done : Store::get_batch( (int) $request['id'] ) + array( 'undo' => $done );
	}

	/**
	 * Works on a batch within a time limit.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array{batch: array<string, mixed>, items: array<array<string, mixed>>}|WP_Error The batch, and the
	 *                                                                                        items that were processed.
	 */
	public static function work( $request ) {
		$batch_id = (int) $request['id'];
		if ( ! Store::find_batch( $batch_id ) ) {
			return Core\Errors::batch_not_found();
		}
		$worked = Worker::work_on_queue( self::WORK_SECONDS, (int) $request['limit'], $batch_id );
		return array(
			'batch' => Store::get_batch( $batch_id ),
			'items' => Store::list_items( $worked['attachment_ids'] ),
		);
	}
}
