<?php
/**
 * The REST routes of the items of batches.
 *
 * @package Altscribe
 */

namespace Altscribe\Batches;

use Altscribe\Core;
use Altscribe\Suggestions;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

final class Item_Routes {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
		add_action( 'rest_api_init', array( self::class, 'register_past_batch_routes' ) );
	}

	/** Registers the routes. */
	public static function register() {
		Core\Routes::register( '/batches/(?P<id>\d+)/items', 'GET', array( self::class, 'list_of_batch' ), array( Core\Permissions::class, 'may_run_batches' ), self::list_args() );
		Core\Routes::register(
			'/batch-items',
			'GET',
			array( self::class, 'list' ),
			array( Core\Permissions::class, 'may_upload' ),
			array(
				'ids' => array(
					'type'     => 'array',
					'required' => true,
					'maxItems' => 100,
					'items'    => array(
						'type'    => 'integer',
						'minimum' => 1,
					),
				),
			)
		);
		Core\Routes::register(
			'/batch-items/(?P<attachment_id>\d+)',
			'POST, PUT',
			array( self::class, 'edit' ),
			array( Control::class, 'may_change_item' ),
			array(
				'alt_text'      => array(
					'type'              => 'string',
					'required'          => true,
					'maxLength'         => 2000,
					'sanitize_callback' => array( Core\Text::class, 'clean' ),
				),
				'previous_text' => array( 'type' => 'string' ),
				'shown_text'    => Core\Routes::SHOWN_TEXT_ARG,
				'is_decorative' => array(
					'type'    => 'boolean',
					'default' => false,
				),
			)
		);
		Core\Routes::register( '/batch-items/(?P<attachment_id>\d+)/undo', 'POST', array( self::class, 'undo' ), array( Control::class, 'may_change_item' ) );
		Core\Routes::register(
			'/batch-items/(?P<attachment_id>\d+)/retry',
			'POST',
			array( self::class, 'retry' ),
			array( Control::class, 'may_change_item' ),
			array(
				'regenerate' => array(
					'type'    => 'boolean',
					'default' => false,
				),
			)
		);
	}

	/**
	 * The arguments of a list of items.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	public static function list_args() {
		return Core\Routes::page_args() + array(
			'state' => array(
				'type'    => 'string',
				'enum'    => array_merge( array( '' ), Batch_Routes::ITEM_STATES ),
				'default' => '',
			),
		);
	}

	/**
	 * Responds with the items of a batch; `X-WP-Total` and `X-WP-TotalPages` give the totals.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return WP_REST_Response|WP_Error
	 */
	public static function list_of_batch( $request ) {
		if ( ! Store::find_batch( (int) $request['id'] ) ) {
			return Core\Errors::batch_not_found();
		}
		$found = Store::list_batch_items( (int) $request['id'], $request['page'], $request['state'], $request['per_page'] );
		return Core\Routes::respond_with_page( $found['items'], $found['total'], (int) ceil( $found['total'] / $request['per_page'] ) );
	}

	/**
	 * Responds with the items of those attachments that the user may edit.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<array<string, mixed>>
	 */
	public static function list( $request ) {
		_prime_post_caches( $request['ids'], false, true );
		return Store::list_items( array_filter( $request['ids'], array( Core\Permissions::class, 'may_generate_for' ) ) );
	}

	/**
	 * Writes another text, or marks the image as decorative, unless the text has changed since it was shown, and responds with
	 * the item.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function edit( $request ) {
		if ( $request['is_decorative'] && '' !== $request['alt_text'] ) {
			return Core\Errors::decorative_with_text();
		}
		return self::respond_with( $request, Control::edit_item( (int) $request['attachment_id'], $request['alt_text'], $request['is_decorative'], $request['previous_text'], $request['shown_text'] ) );
	}

	/**
	 * Undoes an item, and responds with it.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function undo( $request ) {
		return self::respond_with( $request, Control::undo_item( (int) $request['attachment_id'] ) );
	}

	/**
	 * Queues an item again, and responds with it.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function retry( $request ) {
		return self::respond_with( $request, Control::retry_item( (int) $request['attachment_id'], $request['regenerate'] ) );
	}

	/**
	 * Responds with the item of a request after a change.
	 *
	 * @param WP_REST_Request $request The request.
	 * @param mixed           $done    The result of the change; an error gets the item.
	 * @return array<string, mixed>|WP_Error
	 */
	private static function respond_with( $request, $done ) {
		$row  = Store::find_item( (int) $request['attachment_id'] );
		$item = $row ? Batch_Routes::item_to_array( $row ) : null;
		if ( is_wp_error( $done ) && $item ) {
			$done->add_data( compact( 'item' ) + (array) $done->get_error_data() );
		}
		return is_wp_error( $done ) ? $done : $item;
	}

	/** Registers the routes. */
	public static function register_past_batch_routes() {
		Core\Routes::register( '/batches', 'GET', array( self::class, 'rest_list_batches' ), array( Core\Permissions::class, 'may_run_batches' ) );
		Core\Routes::register( '/batch-items/(?P<attachment_id>\d+)/dismiss', 'POST', array( self::class, 'rest_dismiss_item' ), array( Control::class, 'may_change_item' ), array( 'shown_text' => Core\Routes::SHOWN_TEXT_ARG ) );
	}

	/**
	 * Responds with the newest batches that have ended.
	 *
	 * @return array<int, array<string, mixed>> From Batch_Routes::batch_to_array(), at most 20.
	 */
	public static function rest_list_batches() {
		return array_map( array( Batch_Routes::class, 'batch_to_array' ), Store::list_batches( array( 'stopped', 'finished' ), 20, Start::oldest_batch_time() ) );
	}

	/**
	 * Rejects the suggestion for an image.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Batch_Routes::item_to_array() returns it.
	 */
	public static function rest_dismiss_item( $request ) {
		$id         = (int) $request['attachment_id'];
		$item       = Store::find_item( $id );
		$suggestion = Suggestions\Store::find( $id );
		if ( ! $item || 'suggested' !== $item['state'] || ! $suggestion ) {
			return Core\Errors::item_not_found();
		}
		return self::respond_with( $request, Suggestions\Decisions::decide( (int) $suggestion['id'], 'reject', null, array( 'shown_text' => $request['shown_text'] ) ) );
	}
}
