<?php
/**
 * Products as posts that show images.
 *
 * @package Altscribe
 */

namespace Altscribe\WooCommerce;

use Altscribe\Batches;
use Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Products {

	/** How many products with the same image are compared. More would hardly change what they have in common. */
	private const MAX_PRODUCTS = 100;

	/** Adds the hooks. */
	public static function add_hooks() {
		add_filter( 'altscribe_posts_of_image', array( self::class, 'choose_products_of_image' ), 10, 3 );
		add_filter( 'altscribe_post_context', array( self::class, 'add_product_context' ), 10, 2 );
	}

	/**
	 * The products that show an image: in their image or gallery, or else the one that it was uploaded to. If a
	 * variation shows it, its product is omitted.
	 *
	 * @param int $attachment_id The image.
	 * @return WC_Product[] Empty if no product shows it, or without WooCommerce.
	 */
	private static function find_products_of_image( $attachment_id ) {
		if ( ! function_exists( 'wc_get_product' ) ) {
			return array();
		}
		$ids    = self::query_products_of_image( $attachment_id );
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
		return $products;
	}

	/**
	 * Queries the products that show an image.
	 *
	 * @param int $attachment_id The image.
	 * @return int[] Ids, variations first.
	 */
	private static function query_products_of_image( $attachment_id ) {
		global $wpdb;
		$id = (string) (int) $attachment_id;
		// A gallery is a list such as "12,7,9".
		// phpcs:ignore WordPress.DB -- One statement instead of three queries of all products.
		$ids = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post.ID, post.post_type FROM $wpdb->postmeta AS meta JOIN $wpdb->posts AS post ON post.ID = meta.post_id WHERE post.post_type IN ( 'product', 'product_variation' ) AND post.post_status NOT IN ( 'trash', 'auto-draft' ) AND ( ( meta.meta_key = '_thumbnail_id' AND meta.meta_value = %s ) OR ( meta.meta_key = '_product_image_gallery' AND ( meta.meta_value = %s OR meta.meta_value LIKE %s OR meta.meta_value LIKE %s OR meta.meta_value LIKE %s ) ) ) ORDER BY post.post_type DESC, post.ID LIMIT %d", $id, $id, "$id,%", "%,$id,%", "%,$id", self::MAX_PRODUCTS ) );
		return array_map( 'intval', $ids );
	}

	/**
	 * The images of a product: its own, those of its gallery, and those of its variations.
	 *
	 * @param int        $product_id The product.
	 * @param int[]|null $chosen     The images in the form, instead of the saved image and gallery; null for the
	 *   saved ones.
	 * @return int[] Ids of attachments; empty if it is not a product.
	 */
	public static function list_product_images( $product_id, $chosen = null ) {
		$product = function_exists( 'wc_get_product' ) ? wc_get_product( $product_id ) : null;
		if ( ! $product ) {
			return array();
		}
		$ids = $chosen ?? array_merge( array( $product->get_image_id() ), $product->get_gallery_image_ids() );
		foreach ( $product->is_type( 'variable' ) ? $product->get_children() : array() as $variation_id ) {
			$variation = wc_get_product( $variation_id );
			if ( $variation ) {
				// In the context "edit", because in "view" a variation without an image returns the product's.
				// Variations have their own gallery since WooCommerce 11.1.
				$ids = array_merge( $ids, array( $variation->get_image_id( 'edit' ) ), $variation->get_gallery_image_ids( 'edit' ) );
			}
		}
		return array_values( array_unique( array_filter( array_map( 'intval', $ids ) ) ) );
	}

	/**
	 * Queues the images of a product that have no text, ahead of images that no user is waiting for.
	 *
	 * @param int        $product_id The product.
	 * @param int[]|null $chosen     The images in the form, instead of the saved image and gallery; null for the saved ones. A new
	 *                               product has no others.
	 * @param string     $title      Its name in the form; '' for the saved one.
	 * @return array{batch_id: int, ids: int[], message: string|null} `batch_id`: the batch, else the newest with suggestions that
	 *               wait for a decision, else 0; `ids`: the images that are queued or in progress; `message`: the reason why no
	 *               batch was started.
	 */
	public static function queue_images( $product_id, $chosen, $title ) {
		$images = array_values(
			array_filter(
				self::list_product_images( $product_id, $chosen ),
				function ( $id ) {
					return wp_attachment_is_image( $id ) && Core\Permissions::may_generate_for( $id );
				}
			)
		);
		$args   = Batches\Start::batch_args(
			array(
				'ids'        => $images,
				'origin'     => 'product',
				'post_id'    => $product_id,
				'post_title' => $title,
			)
		);
		$batch  = Batches\Start::start_batch( $args );
		$items  = array_filter(
			Batches\Store::list_items( $images ),
			function ( $item ) {
				return in_array( $item['state'], array( 'waiting', 'running' ), true );
			}
		);
		$reason = is_wp_error( $batch ) ? $batch->get_error_message() : null;
		return array(
			'batch_id' => is_wp_error( $batch ) ? Batches\Start::find_suggestions( $args )['batch_id'] : $batch,
			'ids'      => array_values( wp_list_pluck( $items, 'attachment_id' ) ),
			'message'  => $images ? $reason : __( 'This product has no images yet.', 'altscribe' ),
		);
	}

	/**
	 * Chooses the products that show an image, if there are any, because its text is about them rather than other posts.
	 *
	 * @param int[] $post_ids      The posts that show it.
	 * @param int   $attachment_id The image.
	 * @param int   $edited_id     A product whose form may show the image, or another post; 0 for none.
	 * @return int[]
	 */
	public static function choose_products_of_image( $post_ids, $attachment_id, $edited_id ) {
		$ids     = array();
		$parents = array();
		foreach ( self::find_products_of_image( $attachment_id ) as $product ) {
			$ids[]     = $product->get_id();
			$parents[] = $product->get_parent_id();
		}
		if ( 'product' === get_post_type( $edited_id ) && ! in_array( $edited_id, array_merge( $ids, $parents ), true ) ) {
			$ids[] = $edited_id;
		}
		return $ids ? $ids : $post_ids;
	}

	/**
	 * Adds what a product says about its images: name, categories, brand, attributes, tags and short description. Never
	 * prices, stock or hidden attributes.
	 *
	 * @param array<string, string|string[]> $facts   Texts or lists of texts by label.
	 * @param int                            $post_id The product or variation, or another post.
	 * @return array<string, string|string[]>
	 */
	public static function add_product_context( $facts, $post_id ) {
		$is_product = in_array( get_post_type( $post_id ), array( 'product', 'product_variation' ), true );
		$shown      = $is_product && function_exists( 'wc_get_product' ) ? wc_get_product( $post_id ) : null;
		if ( ! $shown ) {
			return $facts;
		}
		$is_variation = $shown->is_type( 'variation' );
		$product_id   = $is_variation ? $shown->get_parent_id() : $post_id;
		$product      = get_post( $product_id ? $product_id : $post_id );
		return $facts + array(
			'Page'                                   => 'product',
			'Product'                                => $product->post_title,
			'Categories'                             => self::list_product_categories( $product->ID ),
			'Brand'                                  => self::list_product_terms( $product->ID, 'product_brand' ),
			$is_variation ? 'Variation' : 'Attributes' => self::list_product_attributes( $shown ),
			'Tags'                                   => self::list_product_terms( $product->ID, 'product_tag' ),
			'Short description'                      => '' === $product->post_password ? $product->post_excerpt : '',
		);
	}

	/**
	 * The names of a product's terms.
	 *
	 * @param int    $product_id The product.
	 * @param string $taxonomy   Their taxonomy; older versions of WooCommerce have no brands.
	 * @return string[]
	 */
	private static function list_product_terms( $product_id, $taxonomy ) {
		$terms = taxonomy_exists( $taxonomy ) ? get_the_terms( $product_id, $taxonomy ) : array();
		return is_array( $terms ) ? wp_list_pluck( $terms, 'name' ) : array();
	}

	/**
	 * The names of a product's categories, without the default category.
	 *
	 * @param int $product_id The product.
	 * @return string[]
	 */
	private static function list_product_categories( $product_id ) {
		$terms = get_the_terms( $product_id, 'product_cat' );
		$names = array();
		foreach ( is_array( $terms ) ? $terms : array() as $term ) {
			// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WPML's filters. Translated categories are separate terms.
			$original = apply_filters( 'wpml_object_id', $term->term_id, 'product_cat', true, apply_filters( 'wpml_default_language', null ) );
			if ( ! in_array( (int) get_option( 'default_product_cat' ), array( (int) $term->term_id, (int) $original ), true ) ) {
				$names[] = $term->name;
			}
		}
		return $names;
	}

	/**
	 * The visible attributes of a product, or the attributes of a variation.
	 *
	 * @param WC_Product $product The product or variation.
	 * @return string[] Such as `Colour: Red`.
	 */
	private static function list_product_attributes( $product ) {
		$attributes = array();
		foreach ( $product->get_attributes() as $name => $attribute ) {
			// The attributes of a variation are plain values.
			$is_hidden = is_object( $attribute ) && ! $attribute->get_visible() && ! $attribute->get_variation();
			$value     = $is_hidden ? '' : $product->get_attribute( $name );
			if ( '' !== $value ) {
				// WooCommerce separates the values of a product's own attribute with bars.
				$attributes[] = wc_attribute_label( $name, $product ) . ': ' . str_replace( ' | ', ', ', $value );
			}
		}
		return $attributes;
	}
}
