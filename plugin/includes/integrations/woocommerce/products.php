<?php
/**
 * Products of WooCommerce and their images.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** So many products with the same image are looked at: those beyond hardly have more in common. */
const ALTSCRIBE_MOST_PRODUCTS = 100;

/**
 * The products that show an image: those with it as their image or in their gallery, else the one that it was
 * uploaded to. Where a variation shows it, its product is left out. Of translations, those in the
 * language of the image.
 *
 * @param int $attachment_id The image.
 * @return WC_Product[] Empty if no product shows it, or without WooCommerce.
 */
function altscribe_find_products_of_image( $attachment_id ) {
	if ( ! function_exists( 'wc_get_product' ) ) {
		return array();
	}
	$ids    = altscribe_query_products_of_image( $attachment_id );
	$parent = wp_get_post_parent_id( $attachment_id );
	if ( ! $ids && $parent && 'product' === get_post_type( $parent ) && 'auto-draft' !== get_post_status( $parent ) ) {
		$ids = array( $parent );
	}
	_prime_post_caches( $ids );
	$products = array();
	$parents  = array();
	// Variations come first.
	foreach ( array_filter( array_map( 'wc_get_product', $ids ) ) as $product ) {
		if ( ! isset( $parents[ $product->get_id() ] ) ) {
			$products[] = $product;

			$parents[ $product->get_parent_id() ] = true;
		}
	}
	// The translations of a product share its images.
	$language = altscribe_get_primary_language( altscribe_language( $attachment_id ) );
	$of_image = array_filter(
		$products,
		function ( $product ) use ( $language ) {
			$parent = $product->get_parent_id();
			return altscribe_get_primary_language( altscribe_language( $parent ? $parent : $product->get_id() ) ) === $language;
		}
	);
	return $of_image ? array_values( $of_image ) : $products;
}

/**
 * Queries the products that show an image.
 *
 * @param int $attachment_id The image.
 * @return int[] Ids, variations first.
 */
function altscribe_query_products_of_image( $attachment_id ) {
	global $wpdb;
	$id = (string) (int) $attachment_id;
	// A gallery is a list such as "12,7,9".
	// phpcs:ignore WordPress.DB -- One statement in the place of three queries of all products.
	$ids = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post.ID, post.post_type FROM $wpdb->postmeta AS meta JOIN $wpdb->posts AS post ON post.ID = meta.post_id WHERE post.post_type IN ( 'product', 'product_variation' ) AND post.post_status NOT IN ( 'trash', 'auto-draft' ) AND ( ( meta.meta_key = '_thumbnail_id' AND meta.meta_value = %s ) OR ( meta.meta_key = '_product_image_gallery' AND ( meta.meta_value = %s OR meta.meta_value LIKE %s OR meta.meta_value LIKE %s OR meta.meta_value LIKE %s ) ) ) ORDER BY post.post_type DESC, post.ID LIMIT %d", $id, $id, "$id,%", "%,$id,%", "%,$id", ALTSCRIBE_MOST_PRODUCTS ) );
	return array_map( 'intval', $ids );
}

/**
 * The image that WooCommerce shows for products without one, with an alternative text of its own.
 *
 * @return int Its id; 0 without WooCommerce, or if it has none in the media library. Costs no query.
 */
function altscribe_get_placeholder_image() {
	return function_exists( 'wc_get_product' ) ? (int) get_option( 'woocommerce_placeholder_image' ) : 0;
}

/**
 * The images of a product: its own, those of its gallery, and those of its variations.
 *
 * @param int        $product_id The product.
 * @param int[]|null $chosen     Those of its form, in the place of its saved image and gallery; null for the saved ones.
 * @return int[] Ids of attachments; empty if it is not a product.
 */
function altscribe_list_product_images( $product_id, $chosen = null ) {
	$product = function_exists( 'wc_get_product' ) ? wc_get_product( $product_id ) : null;
	if ( ! $product ) {
		return array();
	}
	$ids = $chosen ?? array_merge( array( $product->get_image_id() ), $product->get_gallery_image_ids() );
	foreach ( $product->is_type( 'variable' ) ? $product->get_children() : array() as $variation_id ) {
		$variation = wc_get_product( $variation_id );
		if ( $variation ) {
			// To edit: to look at, a variation without an image has that of the product. It has a gallery of its own from WooCommerce 11.1 on.
			$ids = array_merge( $ids, array( $variation->get_image_id( 'edit' ) ), $variation->get_gallery_image_ids( 'edit' ) );
		}
	}
	return array_values( array_unique( array_filter( array_map( 'intval', $ids ) ) ) );
}
