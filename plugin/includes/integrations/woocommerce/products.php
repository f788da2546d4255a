<?php
/**
 * Products of WooCommerce and their images.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The product that shows an image: a variation, whose image it is alone, before a product with it as its
 * image, before one with it in its gallery, before the one that it was uploaded to.
 *
 * @param int $attachment_id The image.
 * @return WC_Product|null Null if no product shows it, or without WooCommerce.
 */
function altscribe_find_product_of_image( $attachment_id ) {
	if ( ! function_exists( 'wc_get_product' ) ) {
		return null;
	}
	$parent     = wp_get_post_parent_id( $attachment_id );
	$candidates = array_merge(
		altscribe_query_products_of_image( $attachment_id ),
		$parent && 'product' === get_post_type( $parent ) ? array( $parent ) : array()
	);
	foreach ( $candidates as $id ) {
		$product = wc_get_product( $id );
		if ( $product ) {
			return $product;
		}
	}
	return null;
}

/**
 * Queries the products that show an image.
 *
 * @param int $attachment_id The image.
 * @return int[] Ids, as many as are of use: variations first, then by the place of the image.
 */
function altscribe_query_products_of_image( $attachment_id ) {
	global $wpdb;
	$id = (string) (int) $attachment_id;
	// A gallery is a list such as "12,7,9".
	// phpcs:ignore WordPress.DB -- One statement in the place of three queries of all products.
	$ids = $wpdb->get_col( $wpdb->prepare( "SELECT post.ID FROM $wpdb->postmeta AS meta JOIN $wpdb->posts AS post ON post.ID = meta.post_id WHERE post.post_type IN ( 'product', 'product_variation' ) AND post.post_status <> 'trash' AND ( ( meta.meta_key = '_thumbnail_id' AND meta.meta_value = %s ) OR ( meta.meta_key = '_product_image_gallery' AND ( meta.meta_value = %s OR meta.meta_value LIKE %s OR meta.meta_value LIKE %s OR meta.meta_value LIKE %s ) ) ) ORDER BY CASE WHEN post.post_type = 'product_variation' THEN 0 WHEN meta.meta_key = '_thumbnail_id' THEN 1 ELSE 2 END, post.ID LIMIT 5", $id, $id, "$id,%", "%,$id,%", "%,$id" ) );
	return array_map( 'intval', $ids );
}

/**
 * The images of a product: its own, those of its gallery, and those of its variations.
 *
 * @param int $product_id The product.
 * @return int[] Ids of attachments; empty if it is not a product.
 */
function altscribe_list_product_images( $product_id ) {
	$product = function_exists( 'wc_get_product' ) ? wc_get_product( $product_id ) : null;
	if ( ! $product ) {
		return array();
	}
	$ids = array_merge( array( $product->get_image_id() ), $product->get_gallery_image_ids() );
	foreach ( $product->is_type( 'variable' ) ? $product->get_children() : array() as $variation_id ) {
		$variation = wc_get_product( $variation_id );
		if ( $variation ) {
			// To edit: to look at, a variation without an image has that of the product. It has a gallery of its own from WooCommerce 11.1 on.
			$ids = array_merge( $ids, array( $variation->get_image_id( 'edit' ) ), $variation->get_gallery_image_ids( 'edit' ) );
		}
	}
	return array_values( array_unique( array_filter( array_map( 'intval', $ids ) ) ) );
}
