<?php
/**
 * The screen of a WooCommerce product, and the bulk action and the filter in the list of products.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'admin_post_thumbnail_html', 'altscribe_add_product_button', 10, 2 );
// After WooCommerce has added its own boxes.
add_action( 'add_meta_boxes_product', 'altscribe_extend_gallery_box', 100 );
add_action( 'admin_enqueue_scripts', 'altscribe_enqueue_product_screen' );
add_action( 'rest_api_init', 'altscribe_register_product_route' );

/**
 * Adds the container of the button to the box "Product image".
 *
 * @param string $html    Its content.
 * @param int    $post_id The post.
 * @return string
 */
function altscribe_add_product_button( $html, $post_id ) {
	return altscribe_may_generate_for_product( $post_id ) ? $html . '<div class="altscribe-product"></div>' : $html;
}

/** Adds the container of the button to the box "Product gallery", which has no hook for it. */
function altscribe_extend_gallery_box() {
	global $wp_meta_boxes;
	foreach ( $wp_meta_boxes['product']['side'] ?? array() as $priority => $boxes ) {
		if ( ! empty( $boxes['woocommerce-product-images']['callback'] ) ) {
			$output = $boxes['woocommerce-product-images']['callback'];

			$wp_meta_boxes['product']['side'][ $priority ]['woocommerce-product-images']['callback'] = function ( $post, $box ) use ( $output ) {
				call_user_func( $output, $post, $box );
				echo wp_kses_post( altscribe_add_product_button( '', $post->ID ) );
			};
		}
	}
}

/**
 * Whether the user may generate for a product.
 *
 * @param int $post_id Any post.
 * @return bool
 */
function altscribe_may_generate_for_product( $post_id ) {
	return 'product' === get_post_type( $post_id ) && altscribe_may_use_queue() && altscribe_may_generate_for( $post_id );
}

/**
 * Loads the script of the button on product screens.
 *
 * @param string $hook_suffix Name of the screen.
 */
function altscribe_enqueue_product_screen( $hook_suffix ) {
	$post_id = in_array( $hook_suffix, array( 'post.php', 'post-new.php' ), true ) ? (int) get_the_ID() : 0;
	if ( ! $post_id || ! altscribe_may_generate_for_product( $post_id ) ) {
		return;
	}
	altscribe_enqueue_screen(
		'product',
		'altscribeProduct',
		array(
			'productId'   => $post_id,
			'problem'     => altscribe_is_connected( altscribe_settings() ) ? null : altscribe_error_to_array( altscribe_error_not_connected() ),
			'progressUrl' => altscribe_media_page_url(),
		)
	);
}

/** Registers the route. */
function altscribe_register_product_route() {
	altscribe_register_route(
		'/products/(?P<id>\d+)/generate',
		'POST',
		'altscribe_rest_generate_for_product',
		function ( $request ) {
			return altscribe_may_generate_for_product( (int) $request['id'] );
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
 * Queues the images of a product that have no text, ahead of images that no user is waiting for.
 *
 * @param WP_REST_Request $request The request: `images` and `title` are those in the form, instead of the saved image,
 *                                 gallery and name; a new product has no others.
 * @return array{batch_id: int, ids: int[], message: string|null}|WP_Error `batch_id`: the batch, else the newest with
 *               suggestions that wait for a decision, else 0; `ids`: the images that are queued or in progress;
 *               `message`: the reason why no batch was started.
 */
function altscribe_rest_generate_for_product( $request ) {
	$product_id = (int) $request['id'];
	if ( ! altscribe_is_connected( altscribe_settings() ) ) {
		return altscribe_error_not_connected();
	}
	$images = array_values(
		array_filter(
			altscribe_list_product_images( $product_id, $request['images'] ),
			function ( $id ) {
				return wp_attachment_is_image( $id ) && altscribe_may_use_attachment( $id );
			}
		)
	);
	$args   = altscribe_batch_args(
		array(
			'ids'        => $images,
			'origin'     => 'product',
			'post_id'    => $product_id,
			'post_title' => $request['title'],
		)
	);
	$batch  = altscribe_start_batch( $args );
	$items  = array_filter(
		altscribe_list_items( $images ),
		function ( $item ) {
			return in_array( $item['state'], array( 'waiting', 'running' ), true );
		}
	);
	$reason = is_wp_error( $batch ) ? $batch->get_error_message() : null;
	return array(
		'batch_id' => is_wp_error( $batch ) ? altscribe_find_suggestions( $args )['batch_id'] : $batch,
		'ids'      => array_values( wp_list_pluck( $items, 'attachment_id' ) ),
		'message'  => $images ? $reason : __( 'This product has no images yet.', 'altscribe' ),
	);
}

add_filter( 'bulk_actions-edit-product', 'altscribe_add_bulk_action' );
add_filter( 'handle_bulk_actions-edit-product', 'altscribe_handle_product_bulk_action', 10, 3 );

/**
 * Starts a batch for the images of the products that the user selected.
 *
 * @param string $location The URL to redirect to.
 * @param string $action   Name of the action.
 * @param int[]  $ids      Ids of the products.
 * @return string
 */
function altscribe_handle_product_bulk_action( $location, $action, $ids ) {
	if ( 'altscribe_generate' !== $action ) {
		return $location;
	}
	_prime_post_caches( array_map( 'intval', (array) $ids ) );
	$ids    = array_filter( array_map( 'intval', (array) $ids ), 'altscribe_may_generate_for_product' );
	$images = array_merge( array(), ...array_map( 'altscribe_list_product_images', array_values( $ids ) ) );
	return altscribe_handle_bulk_action( $location, $action, array_filter( array_unique( $images ), 'wp_attachment_is_image' ) );
}

add_action( 'restrict_manage_posts', 'altscribe_render_product_filter' );
add_filter( 'posts_where', 'altscribe_filter_products', 10, 2 );
add_action( 'admin_notices', 'altscribe_render_product_filter_notice' );

/**
 * Prints the filter above the list.
 *
 * @param string $post_type Post type of the list.
 */
function altscribe_render_product_filter( $post_type ) {
	if ( 'product' !== $post_type ) {
		return;
	}
	printf(
		'<label for="altscribe-state" class="screen-reader-text">%s</label><select name="altscribe_state" id="altscribe-state"><option value="">%s</option><option value="missing"%s>%s</option></select>',
		esc_html__( 'Filter by alt text', 'altscribe' ),
		esc_html__( 'Any alt text', 'altscribe' ),
		selected( altscribe_get_requested_state(), 'missing', false ),
		esc_html__( 'Images without alt text', 'altscribe' )
	);
}

/**
 * Whether a query is that of the list of products, filtered.
 *
 * @param WP_Query $query Any query.
 * @return bool
 */
function altscribe_is_product_list_filtered( $query ) {
	return is_admin() && $query->is_main_query() && 'product' === $query->get( 'post_type' ) && 'missing' === altscribe_get_requested_state();
}

/**
 * Limits the list to products that show an image without alt text: as their image, in their gallery, or in a variation.
 *
 * @param string   $where SQL.
 * @param WP_Query $query The query.
 * @return string
 */
function altscribe_filter_products( $where, $query ) {
	global $wpdb;
	if ( ! altscribe_is_product_list_filtered( $query ) || ! altscribe_make_uses_table() ) {
		return $where;
	}
	altscribe_read_uses_for_user();
	$missing = altscribe_state_sql( 'missing' );
	// phpcs:ignore WordPress.DB.PreparedSQL -- Names of tables, and a condition without values.
	$shown = $wpdb->prepare( "SELECT altscribe_use.object_id FROM %i altscribe_use WHERE altscribe_use.object_type = 'post' AND altscribe_use.kind IN ('featured','product_gallery') AND altscribe_use.attachment_id IN ", altscribe_uses_table() ) . "(SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE $missing)";
	return "$where AND ($wpdb->posts.ID IN ($shown) OR $wpdb->posts.ID IN (SELECT altscribe_variation.post_parent FROM $wpdb->posts altscribe_variation WHERE altscribe_variation.post_type = 'product_variation' AND altscribe_variation.ID IN ($shown)))";
}

/** Explains that the filtered list is not complete yet. */
function altscribe_render_product_filter_notice() {
	global $wp_query;
	$error = 'edit-product' === get_current_screen()->id && altscribe_is_product_list_filtered( $wp_query ) ? altscribe_error_still_reading() : null;
	if ( $error ) {
		altscribe_print_notice( esc_html( $error->get_error_message() ), 'warning' );
	}
}
