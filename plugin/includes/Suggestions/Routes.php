<?php
/**
 * The REST routes of suggestions.
 *
 * @package Altscribe
 */

namespace Altscribe\Suggestions;

use Altscribe\Core;
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
			$rows = Lists::list_in_post( $request['post'] );
			return Core\Routes::respond_with_page( Store::rows_to_array( $rows ), count( $rows ), 1 );
		}
		$found = Lists::list( Lists::read_filters( $request ), $request['page'], $request['per_page'] );
		return Core\Routes::respond_with_page( Store::rows_to_array( $found['rows'] ), $found['total'], (int) ceil( $found['total'] / $request['per_page'] ) );
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
	 * Stores a suggestion, and responds with it.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return WP_REST_Response|WP_Error Status 201.
	 */
	public static function add( $request ) {
		$id = Store::add_sent( $request->get_params() );
		return is_wp_error( $id ) ? $id : new WP_REST_Response( Store::to_array( Store::get( $id ) ), 201 );
	}

	/**
	 * Decides one suggestion, and responds with it.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function decide( $request ) {
		$options = array_filter( wp_array_slice_assoc( $request->get_params(), array( 'expected_current', 'shown_text' ) ), 'is_string' ) + array( 'written' => $request['written'] );
		$row     = Decisions::decide( (int) $request['id'], $request['decision'], $request['text'], $options );
		if ( ! is_wp_error( $row ) ) {
			Bulk::note_read();
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
	 * @param array<string, string>|WP_Error $done Its row, or an error, which gets the suggestion if it still waits.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function respond_with( $id, $done ) {
		if ( ! is_wp_error( $done ) ) {
			return Store::to_array( $done );
		}
		$row = Store::get( $id );
		if ( ! is_wp_error( $row ) && in_array( $row['state'], array( 'pending', 'live' ), true ) ) {
			$done->add_data( array( 'item' => Store::to_array( $row ) ) + (array) $done->get_error_data() );
		}
		return $done;
	}

	/**
	 * Decides several suggestions, or undoes decisions.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Bulk::decide() returns it.
	 */
	public static function decide_many( $request ) {
		$args = wp_array_slice_assoc( $request->get_params(), array( 'decision', 'ids', 'shown_texts', 'without_findings', 'bulk', 'after_id' ) );
		return Bulk::decide( $args + array( 'filters' => Lists::read_filters( $request ) ) );
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
					'exclude' => array(
						'type'  => 'array',
						'items' => array( 'type' => 'integer' ),
					),
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
					'shown_text'       => Core\Routes::SHOWN_TEXT_ARG,
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
						'maxItems' => Bulk::MOST,
						'default'  => array(),
						'items'    => array( 'type' => 'integer' ),
					),
					// Like `shown_text`, in the order of the ids.
					'shown_texts'      => array(
						'type'     => 'array',
						'maxItems' => Bulk::MOST,
						'default'  => array(),
						'items'    => Core\Routes::SHOWN_TEXT_ARG,
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
