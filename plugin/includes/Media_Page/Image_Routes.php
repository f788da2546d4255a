<?php
/**
 * The REST routes of images in the media library.
 *
 * @package Altscribe
 */

namespace Altscribe\Media_Page;

use Altscribe\Batches;
use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

final class Image_Routes {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	/** Registers the routes. */
	public static function register() {
		$filters = Library\Image_Filters::args();
		$paging  = array_diff_key( Batches\Item_Routes::list_args(), $filters );
		Core\Routes::register( '/images', 'GET', array( self::class, 'list' ), array( Core\Permissions::class, 'may_run_batches' ), $filters + $paging );
		Core\Routes::register( '/images/counts', 'GET', array( self::class, 'count' ), array( Core\Permissions::class, 'may_run_batches' ), $filters );
		$get_image = function ( $request ) {
			return wp_attachment_is_image( (int) $request['id'] ) ? Images::image_to_array( (int) $request['id'] ) : Core\Errors::image_unreadable( 'not_in_library' );
		};
		Core\Routes::register( '/images/(?P<id>\d+)', 'GET', $get_image, array( Core\Permissions::class, 'may_change_image' ) );
		Core\Routes::register(
			'/images/(?P<id>\d+)',
			'POST',
			array( self::class, 'change' ),
			array( Core\Permissions::class, 'may_change_image' ),
			array(
				'alt_text'      => array( 'type' => 'string' ),
				'previous_text' => array(
					'type'     => 'string',
					'required' => true,
				),
				'decorative'    => array( 'type' => 'boolean' ),
			)
		);
		Core\Routes::register(
			'/images/(?P<id>\d+)/read',
			'POST',
			array( self::class, 'mark_read' ),
			array( Core\Permissions::class, 'may_read_image' ),
			array( 'text' => array( 'type' => 'string' ) )
		);
	}

	/**
	 * Records that the user has read the text of an image, unless it is not the text that the user saw.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Images::image_to_array() returns it.
	 */
	public static function mark_read( $request ) {
		$id = (int) $request['id'];
		if ( isset( $request['text'] ) && trim( $request['text'] ) !== Library\Alt_Text::get_clean( $id ) ) {
			return Core\Errors::text_changed();
		}
		Library\Provenance::mark_read( $id, get_current_user_id() );
		return Images::image_to_array( $id );
	}

	/**
	 * Responds with one page of images; `X-WP-Total` counts the images on all pages. `X-Altscribe-Reading` is how much of the
	 * site was read, in percent, while it is not known yet which images are used.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return WP_REST_Response
	 */
	public static function list( $request ) {
		$page = Images::list_images_page( Library\Image_Filters::read( $request ), $request['page'], $request['per_page'] );
		_prime_post_caches( $page['ids'], false, true );
		$response = new WP_REST_Response( Images::images_to_array( $page['ids'] ) );
		$response->header( 'X-WP-Total', (string) $page['total'] );
		$reading = $request['used'] ? Posts\Uses_Index::uses_progress() : null;
		if ( null !== $reading ) {
			$response->header( 'X-Altscribe-Reading', (string) $reading );
		}
		return $response;
	}

	/**
	 * Responds with the numbers of images.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed> As Images::count() returns them.
	 */
	public static function count( $request ) {
		return Images::count( Library\Image_Filters::read( $request ) );
	}

	/**
	 * Writes the text of an image or its mark "decorative", unless the text has changed in the meantime.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Images::image_to_array() returns it.
	 */
	public static function change( $request ) {
		$error = Library\Alt_Text::change( (int) $request['id'], $request['alt_text'], $request['previous_text'], $request['decorative'] );
		return $error ?? Images::image_to_array( (int) $request['id'] );
	}
}
