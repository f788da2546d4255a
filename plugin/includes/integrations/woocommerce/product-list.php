<?php
/**
 * The bulk action and the filter in the list of WooCommerce products.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

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
