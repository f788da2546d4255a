<?php
/**
 * The REST routes of suggestions.
 *
 * @package Altscribe
 */

namespace Altscribe\Suggestions;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

final class Routes {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	/**
	 * Responds with suggestions; `X-WP-Total` and `X-WP-TotalPages` give the totals. With a post and the context `edit`: all
	 * pending ones for its images, also for their texts in the media library.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return WP_REST_Response
	 */
	public static function list( $request ) {
		if ( $request['post'] && 'edit' === $request['context'] ) {
			$rows  = Lists::list_in_post( $request['post'] );
			$total = count( $rows );
			$pages = 1;
		} else {
			$found = Lists::list( Lists::read_filters( $request ), $request['page'], $request['per_page'] );
			$rows  = $found['rows'];
			$total = $found['total'];
			$pages = (int) ceil( $total / $request['per_page'] );
		}
		_prime_post_caches( array_filter( array_map( 'intval', array_merge( wp_list_pluck( $rows, 'attachment_id' ), wp_list_pluck( $rows, 'post_id' ) ) ) ), false, true );
		$response = new WP_REST_Response( array_map( array( Store::class, 'to_array' ), $rows ) );
		$response->header( 'X-WP-Total', (string) $total );
		$response->header( 'X-WP-TotalPages', (string) $pages );
		return $response;
	}

	/**
	 * Responds with the numbers of suggestions.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed> From Lists::count().
	 */
	public static function count( $request ) {
		return Lists::count( Lists::read_filters( $request ) );
	}

	/**
	 * Stores a suggestion, and responds with it. Which model wrote its text is not believed, but looked up.
	 *
	 * @param WP_REST_Request $request The request. The key in `place` may be the URL of the image.
	 * @return WP_REST_Response|WP_Error Status 201.
	 */
	public static function add( $request ) {
		$values = array_intersect_key( $request->get_params(), array_flip( array( 'post_id', 'image_url', 'previous_text', 'hint', 'language', 'origin' ) ) );
		$image  = $request['attachment_id'];
		if ( ! $image && '' === $request['image_url'] ) {
			return Core\Errors::no_image();
		}
		$place = Posts\Places::normalize_place( $request['place'], $request['post_id'] );
		if ( strlen( $place ) > 191 ) {
			return Core\Errors::place_too_long();
		}
		$id = Store::add(
			array(
				// The id in a block may be that of another post or site. The response describes the image.
				'attachment_id' => '' === $place || Core\Permissions::may_read_post( $image ) ? $image : 0,
				'place'         => $place,
				'new_text'      => $request['text'],
				'purpose'       => $request['declined'] ? Store::DECLINED : $request['purpose'],
			) + $values + Library\Remembered_Texts::find( $image, $request['image_url'], $request['text'] )
		);
		return $id ? new WP_REST_Response( Store::to_array( Store::get( $id ) ), 201 ) : Core\Errors::queue_unavailable();
	}

	/**
	 * Decides one suggestion, and responds with it.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function decide( $request ) {
		$options = array_filter( array( 'expected_current' => $request['expected_current'] ), 'is_string' ) + array( 'written' => $request['written'] );
		$row     = Decisions::decide( (int) $request['id'], $request['decision'], $request['text'], $options );
		if ( ! is_wp_error( $row ) ) {
			$reads = array(
				'count' => Decisions::count_reads() + 1,
				'time'  => time(),
			);
			update_user_option( get_current_user_id(), Decisions::READS_OPTION, $reads );
		}
		return self::respond_with( (int) $request['id'], $row );
	}

	/**
	 * Undoes a decision, and responds with the suggestion.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function undo( $request ) {
		return self::respond_with( (int) $request['id'], Decisions::undo( (int) $request['id'] ) );
	}

	/**
	 * Responds with a suggestion after a change.
	 *
	 * @param int                            $id   Its id.
	 * @param array<string, string>|WP_Error $done Its row, or an error, which gets the suggestion if it is still pending.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function respond_with( $id, $done ) {
		if ( ! is_wp_error( $done ) ) {
			return Store::to_array( $done );
		}
		$row = Store::get( $id );
		if ( ! is_wp_error( $row ) && 'pending' === $row['state'] ) {
			$done->add_data( array( 'item' => Store::to_array( $row ) ) + (array) $done->get_error_data() );
		}
		return $done;
	}

	/**
	 * Decides several suggestions, or undoes decisions, within a time limit. Those that the user may not edit have an error.
	 *
	 * @param WP_REST_Request $request The request: `ids`, or `without_findings` for the next pending ones without findings that
	 *                                 match the filters, or `bulk` with the decision `undo`; with `bulk` and `after_id` of
	 *                                 the previous response.
	 * @return array<string, mixed>|WP_Error `items`; `errors` (`id` and `message`); `bulk`, by which all can be undone; `left`,
	 *                                       how many need further calls; `after_id`, for the next call. altscribe_not_read
	 *                                       if Decisions::decides_unread() and the user has decided too few of them one by one.
	 */
	public static function decide_many( $request ) {
		$is_undo = 'undo' === $request['decision'];
		$ids     = $request['ids'];
		$bulk    = $request['bulk'];
		$left    = 0;
		if ( Decisions::decides_unread( $request ) && Decisions::count_reads() < Decisions::READS_NEEDED ) {
			return Core\Errors::not_read( Decisions::READS_NEEDED );
		}
		if ( $request['without_findings'] || ( $is_undo && ! $ids ) ) {
			$which = $is_undo ? array( 'state' => 'decided', 'bulk' => max( 1, $bulk ) ) : array( 'without_findings' => true, 'bulk' => 0 ) + Lists::read_filters( $request ); // phpcs:ignore WordPress.Arrays
			$found = Lists::list( $which + array( 'after_id' => $request['after_id'] ), 1, Decisions::BULK_SUGGESTIONS );
			$ids   = array_map( 'intval', wp_list_pluck( $found['rows'], 'id' ) );
			$left  = $found['total'] - count( $ids );
		}
		$result = array(
			'items'  => array(),
			'errors' => array(),
		);
		$bulk   = $bulk ? $bulk : (int) reset( $ids );
		$until  = microtime( true ) + Decisions::BULK_SECONDS;
		$last   = 0;
		foreach ( $ids as $done => $id ) {
			Core\Background::extend_time_limit();
			$last = $id;
			$row  = Store::get( $id );
			if ( ! is_wp_error( $row ) && ! Core\Permissions::may_work_on_post( Store::target_of( $row ) ) ) {
				$row = Core\Errors::cannot_edit_post();
			}
			if ( ! is_wp_error( $row ) ) {
				$row = $is_undo ? Decisions::undo( $id ) : Decisions::decide( $id, $request['decision'], null, array( 'bulk' => $bulk ) );
			}
			if ( is_wp_error( $row ) ) {
				$result['errors'][] = array(
					'id'      => $id,
					'message' => $row->get_error_message(),
				);
			} else {
				$result['items'][] = Store::to_array( $row );
			}
			if ( microtime( true ) >= $until ) {
				$left += count( $ids ) - $done - 1;
				break;
			}
		}
		return $result + compact( 'bulk', 'left' ) + array( 'after_id' => $last );
	}

	/** Registers the routes. */
	public static function register() {
		$id       = array(
			'type'    => 'integer',
			'minimum' => 0,
			'default' => 0,
		);
		$text     = array(
			'type'      => 'string',
			'maxLength' => 2000,
			'default'   => '',
		);
		$name     = array( 'maxLength' => 100 ) + $text;
		$decision = array(
			'type'     => 'string',
			'enum'     => array( 'accept', 'decorative', 'reject' ),
			'required' => true,
		);
		$filters  = Lists::filter_args();
		$routes   = array(
			'/suggestions'                          => array(
				'GET',
				array( self::class, 'list' ),
				array( Core\Permissions::class, 'may_list_suggestions' ),
				array(
					'state'   => array(
						'type'    => 'string',
						'enum'    => array( 'pending', 'decided' ),
						'default' => 'pending',
					),
					'context' => array(
						'type' => 'string',
						'enum' => array( 'view', 'edit' ),
					),
					'bulk'    => $id,
				) + $filters + Core\Routes::page_args(),
			),
			'/suggestions/counts'                   => array( 'GET', array( self::class, 'count' ), array( Core\Permissions::class, 'may_list_suggestions' ), $filters ),
			'/suggestions/(?P<id>\d+)'              => array(
				'POST',
				array( self::class, 'decide' ),
				array( Decisions::class, 'may_decide' ),
				array(
					'decision'         => $decision,
					'text'             => array_diff_key( $text, array( 'default' => '' ) ),
					'expected_current' => array( 'type' => 'string' ),
					'written'          => array(
						'type'    => 'boolean',
						'default' => false,
					),
				),
			),
			'/suggestions/(?P<id>\d+)/undo'         => array( 'POST', array( self::class, 'undo' ), array( Decisions::class, 'may_decide' ), array() ),
			'/suggestions/decide'                   => array(
				'POST',
				array( self::class, 'decide_many' ),
				array( Core\Permissions::class, 'may_list_suggestions' ),
				array(
					'ids'              => array(
						'type'     => 'array',
						'maxItems' => Decisions::BULK_SUGGESTIONS,
						'default'  => array(),
						'items'    => array( 'type' => 'integer' ),
					),
					'decision'         => array( 'enum' => array( 'accept', 'decorative', 'reject', 'undo' ) ) + $decision,
					'without_findings' => array(
						'type'    => 'boolean',
						'default' => false,
					),
					'bulk'             => $id,
					'after_id'         => $id,
				) + $filters,
			),
		);
		foreach ( $routes as $route => $definition ) {
			Core\Routes::register( $route, ...$definition );
		}
		Core\Routes::register(
			'/suggestions',
			'POST',
			array( self::class, 'add' ),
			array( Decisions::class, 'may_add' ),
			array(
				'attachment_id' => $id,
				'post_id'       => $id,
				'place'         => $text,
				'image_url'     => array( 'maxLength' => 8192 ) + $text,
				'previous_text' => $text,
				'text'          => $text + array( 'sanitize_callback' => array( Core\Text::class, 'clean_suggested_text' ) ),
				'purpose'       => $name,
				'declined'      => array(
					'type'    => 'boolean',
					'default' => false,
				),
				'hint'          => Core\Routes::hint_arg() + array( 'default' => '' ),
				'language'      => array( 'validate_callback' => array( Core\Routes::class, 'validate_language_arg' ) ) + $name,
				'origin'        => array(
					'type'    => 'string',
					'enum'    => array( 'sidebar', 'grid' ),
					'default' => 'sidebar',
				),
			)
		);
	}
}
