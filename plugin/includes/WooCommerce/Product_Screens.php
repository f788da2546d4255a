<?php
/**
 * The product list, and the route that queues the images of a product.
 *
 * @package Altscribe
 */

namespace Altscribe\WooCommerce;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Media_Library;
use Altscribe\Posts;
use WP_Error;
use WP_Query;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Product_Screens {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'rest_api_init', array( self::class, 'register_product_route' ) );
		add_filter( 'handle_bulk_actions-edit-product', array( self::class, 'handle_product_bulk_action' ), 10, 3 );
		add_action( 'restrict_manage_posts', array( self::class, 'render_product_filter' ) );
		add_filter( 'posts_where', array( self::class, 'filter_products' ), 10, 2 );
		add_action( 'admin_notices', array( self::class, 'render_product_filter_notice' ) );
	}

	/**
	 * Whether the user may generate for a product.
	 *
	 * @param int $post_id Any post.
	 * @return bool
	 */
	private static function may_generate_for_product( $post_id ) {
		return 'product' === get_post_type( $post_id ) && Core\Permissions::may_run_batches() && Core\Permissions::may_generate_for( $post_id );
	}

	/** Registers the route. */
	public static function register_product_route() {
		Core\Routes::register(
			'/products/(?P<id>\d+)/generate',
			'POST',
			array( self::class, 'rest_generate_for_product' ),
			function ( $request ) {
				return self::may_generate_for_product( (int) $request['id'] );
			},
			array(
				'images' => array(
					'type'     => 'array',
					'maxItems' => 1000,
					'items'    => array(
						'type'    => 'integer',
						'minimum' => 1,
					),
				),
				'title'  => array(
					'type'      => 'string',
					'maxLength' => 1000,
					'default'   => '',
				),
			)
		);
	}

	/**
	 * Queues the images of a product that have no text.
	 *
	 * @param WP_REST_Request $request The request: `images` and `title` are those in the form.
	 * @return array{batch_id: int, ids: int[], message: string|null}|WP_Error As Products::queue_images() returns it.
	 */
	public static function rest_generate_for_product( $request ) {
		return Core\Settings::is_connected( Core\Settings::get() )
			? Products::queue_images( (int) $request['id'], $request['images'], $request['title'] )
			: Core\Errors::not_connected();
	}

	/**
	 * Starts a batch for the images of the products that the user selected.
	 *
	 * @param string $location The URL to redirect to.
	 * @param string $action   Name of the action.
	 * @param int[]  $ids      Ids of the products.
	 * @return string
	 */
	public static function handle_product_bulk_action( $location, $action, $ids ) {
		if ( 'altscribe_generate' !== $action ) {
			return $location;
		}
		_prime_post_caches( array_map( 'intval', (array) $ids ) );
		$ids    = array_filter( array_map( 'intval', (array) $ids ), array( self::class, 'may_generate_for_product' ) );
		$images = array_merge( array(), ...array_map( array( Products::class, 'list_product_images' ), array_values( $ids ) ) );
		return Media_Library\Actions::handle_bulk_action( $location, $action, array_filter( array_unique( $images ), 'wp_attachment_is_image' ) );
	}

	/**
	 * Prints the filter above the list.
	 *
	 * @param string $post_type Post type of the list.
	 */
	public static function render_product_filter( $post_type ) {
		if ( 'product' !== $post_type ) {
			return;
		}
		printf(
			'<label for="altscribe-state" class="screen-reader-text">%s</label><select name="altscribe_state" id="altscribe-state"><option value="">%s</option><option value="missing"%s>%s</option></select>',
			esc_html__( 'Filter by alt text', 'altscribe' ),
			esc_html__( 'Any alt text', 'altscribe' ),
			selected( Media_Library\Image_List::get_requested_state(), 'missing', false ),
			esc_html__( 'Images without alt text', 'altscribe' )
		);
	}

	/**
	 * Whether a query is that of the filtered product list.
	 *
	 * @param WP_Query $query Any query.
	 * @return bool
	 */
	private static function is_product_list_filtered( $query ) {
		return is_admin() && $query->is_main_query() && 'product' === $query->get( 'post_type' ) && 'missing' === Media_Library\Image_List::get_requested_state();
	}

	/**
	 * Limits the list to products that show an image without alt text: as their image, in their gallery, or in a variation.
	 *
	 * @param string   $where SQL.
	 * @param WP_Query $query The query.
	 * @return string
	 */
	public static function filter_products( $where, $query ) {
		global $wpdb;
		if ( ! self::is_product_list_filtered( $query ) || ! Posts\Uses::make_table() ) {
			return $where;
		}
		Posts\Uses_Index::read_uses_for_user();
		$missing = Library\States::sql( 'missing' );
		$shown = $wpdb->prepare( "SELECT altscribe_use.object_id FROM %i altscribe_use WHERE altscribe_use.object_type = 'post' AND altscribe_use.kind IN ('featured','product_gallery') AND altscribe_use.attachment_id IN ", Posts\Uses::table() ) . "(SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE $missing)";
		return "$where AND ($wpdb->posts.ID IN ($shown) OR $wpdb->posts.ID IN (SELECT altscribe_variation.post_parent FROM $wpdb->posts altscribe_variation WHERE altscribe_variation.post_type = 'product_variation' AND altscribe_variation.ID IN ($shown)))";
	}

	/** Explains that the filtered list is not complete yet. */
	public static function render_product_filter_notice() {
		global $wp_query;
		$error = 'edit-product' === get_current_screen()->id && self::is_product_list_filtered( $wp_query ) ? Posts\Uses_Index::find_error_still_reading() : null;
		if ( $error ) {
			Core\Screens::print_notice( esc_html( $error->get_error_message() ), 'warning' );
		}
	}
}
