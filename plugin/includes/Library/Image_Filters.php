<?php
/**
 * Filters of lists of images.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Batches;
use Altscribe\Core;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Image_Filters {

	/**
	 * Image ids in ascending order, for processing all of them in chunks.
	 *
	 * @param string $condition From Batches\Start::image_condition(). Compute it once for all chunks.
	 * @param int    $after     Only ids greater than this.
	 * @param int    $limit     How many at most.
	 * @return int[]
	 */
	public static function list_ids( $condition, $after, $limit ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- $condition is safe.
		return array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE $condition" . $wpdb->prepare( " AND $wpdb->posts.ID > %d ORDER BY $wpdb->posts.ID LIMIT %d", $after, $limit ) ) );
	}

	/**
	 * The filters that a request may contain.
	 *
	 * @return array<string, array<string, mixed>> Schemas by name.
	 */
	public static function args() {
		$date = array(
			'type'              => 'string',
			'pattern'           => '^\d{4}-\d{2}-\d{2}$',
			'validate_callback' => array( Core\Routes::class, 'validate_date_arg' ),
		);
		return array(
			'state'     => array(
				'type' => 'string',
				'enum' => States::NAMES,
			),
			'after'     => $date,
			'before'    => $date,
			'mime_type' => array(
				'type'    => 'string',
				'pattern' => '^image/[\w.+-]+$',
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
		);
	}

	/**
	 * The filters in a request.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed> As Batches\Start::start_batch() takes them.
	 */
	public static function read( $request ) {
		return array_filter( array_intersect_key( $request->get_params(), self::args() ) );
	}

	/**
	 * The filters in the URL of a screen.
	 *
	 * @param array<string, mixed> $query Its parameters.
	 * @return array<string, mixed>|WP_Error As self::read() returns them; all problems as one message.
	 */
	public static function read_query( $query ) {
		$args    = self::args();
		$request = new WP_REST_Request();
		$request->set_query_params( array_intersect_key( $query, $args ) );
		$request->set_attributes( array( 'args' => Core\Routes::validate_all( $args ) ) );
		$valid = $request->has_valid_params();
		if ( is_wp_error( $valid ) ) {
			return Core\Errors::invalid_filters( implode( ' ', $valid->get_error_data()['params'] ?? $valid->get_error_messages() ) );
		}
		$request->sanitize_params();
		return self::read( $request );
	}
}
