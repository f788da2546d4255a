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
	 * Responds with the number of images in each state, and in each language if the site has several, whichever of these
	 * are requested; `reading` is how much of the site was read, in percent, while it is not known yet which images are used,
	 * else null.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>
	 */
	public static function count( $request ) {
		$filters = array_diff_key( Library\Image_Filters::read( $request ), array( 'state' => '' ) );
		$others  = array_diff_key( $filters, array( 'language' => '' ) );
		if ( Library\Findings::count_unchecked() > 0 ) {
			// Checks some texts now, because a user is waiting and WP-Cron may take long.
			Library\Findings::check_library( 1.0 );
		}
		return array_merge(
			Library\Counts::count_states( Batches\Start::image_condition( $filters ) ),
			array(
				'languages' => Library\Counts::counts_by_language( $others ? Batches\Start::image_condition( $others ) : '' ),
				'reading'   => empty( $filters['used'] ) ? null : Posts\Uses_Index::uses_progress(),
			)
		);
	}

	/**
	 * Writes the text of an image or its mark "decorative", unless the text was changed meanwhile.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed>|WP_Error As Images::image_to_array() returns it.
	 */
	public static function change( $request ) {
		$id    = (int) $request['id'];
		$error = Library\Alt_Text::find_problem( $id );
		if ( $error ) {
			return $error;
		}
		$present  = Library\Alt_Text::get( $id );
		$previous = Batches\Control::is_shown_text( $request['previous_text'], $present ) ? $present : $request['previous_text'];
		$text     = isset( $request['alt_text'] ) ? Core\Text::clean( $request['alt_text'] ) : $previous;
		$text = $request['decorative'] ? '' : $text;
		if ( ! Library\Alt_Text::write( $id, $text, $previous ) ) {
			return Core\Errors::text_changed();
		}
		if ( isset( $request['decorative'] ) ) {
			Library\Alt_Text::mark_decorative( $id, $request['decorative'] );
		}
		return Images::image_to_array( $id );
	}
}
