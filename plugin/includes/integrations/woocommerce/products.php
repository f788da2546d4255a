<?php
/**
 * WooCommerce products: their images, their context, and the button on their screen.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** How many products with the same image are compared. More would hardly change what they have in common. */
const ALTSCRIBE_MAX_PRODUCTS = 100;

/**
 * The products that show an image: in their image or gallery, or else the one that it was uploaded to. If a
 * variation shows it, its product is omitted. Of translated products, only those in the language of the
 * image.
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
	$ids = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post.ID, post.post_type FROM $wpdb->postmeta AS meta JOIN $wpdb->posts AS post ON post.ID = meta.post_id WHERE post.post_type IN ( 'product', 'product_variation' ) AND post.post_status NOT IN ( 'trash', 'auto-draft' ) AND ( ( meta.meta_key = '_thumbnail_id' AND meta.meta_value = %s ) OR ( meta.meta_key = '_product_image_gallery' AND ( meta.meta_value = %s OR meta.meta_value LIKE %s OR meta.meta_value LIKE %s OR meta.meta_value LIKE %s ) ) ) ORDER BY post.post_type DESC, post.ID LIMIT %d", $id, $id, "$id,%", "%,$id,%", "%,$id", ALTSCRIBE_MAX_PRODUCTS ) );
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
function altscribe_list_product_images( $product_id, $chosen = null ) {
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

add_filter( 'altscribe_attachment_context', 'altscribe_add_product_context', 10, 2 );

/**
 * Adds name, categories and attributes of the product that shows an image. For several products or variations,
 * only what they have in common, because they share the text.
 *
 * @param array<string, string> $context       From altscribe_attachment_context().
 * @param int                   $attachment_id The image.
 * @return array<string, string>
 */
function altscribe_add_product_context( $context, $attachment_id ) {
	$shown = altscribe_find_products_of_image( $attachment_id );
	if ( ! $shown ) {
		return $context;
	}
	$products   = array();
	$variations = 0;
	foreach ( $shown as $product ) {
		$is_variation = $product->is_type( 'variation' );
		$variations  += $is_variation ? 1 : 0;
		$parent       = $is_variation ? wc_get_product( $product->get_parent_id() ) : $product;
		$parent       = $parent ? $parent : $product;

		$products[ $parent->get_id() ] = $parent;
	}
	$names      = array_unique( array_map( 'altscribe_get_product_name', $products ) );
	$name       = 1 === count( $names ) ? reset( $names ) : '';
	$categories = altscribe_list_common( array_map( 'altscribe_list_product_categories', array_keys( $products ) ) );
	$attributes = altscribe_list_common( array_map( 'altscribe_list_product_attributes', $shown ) );
	$label      = 1 === $variations ? 'This variation: ' : 'These variations: ';
	$lines      = array(
		'Product: ' . $name,
		'Categories: ' . implode( ', ', $categories ),
		( count( $shown ) === $variations ? $label : 'Attributes: ' ) . implode( '; ', $attributes ),
		$context['image_context'],
	);
	// Lines with nothing after the colon.
	$lines                    = preg_grep( '/^$|^[A-Z][a-z ]+: $/', $lines, PREG_GREP_INVERT );
	$context['blog_title']    = $name;
	$context['image_context'] = html_entity_decode( implode( "\n", array_map( 'wp_strip_all_tags', $lines ) ), ENT_QUOTES, 'UTF-8' );
	return $context;
}

/**
 * The name of a product.
 *
 * @param WC_Product $product The product.
 * @return string '' before it has one.
 */
function altscribe_get_product_name( $product ) {
	return altscribe_drop_placeholder_title( $product->get_name() );
}

/**
 * The intersection of several lists.
 *
 * @param array<string[]> $lists At least one.
 * @return string[]
 */
function altscribe_list_common( $lists ) {
	$lists = array_values( $lists );
	return isset( $lists[1] ) ? array_intersect( ...$lists ) : $lists[0];
}

/**
 * The names of a product's categories, without the default category.
 *
 * @param int $product_id The product.
 * @return string[]
 */
function altscribe_list_product_categories( $product_id ) {
	$terms = get_the_terms( $product_id, 'product_cat' );
	$names = array();
	foreach ( is_array( $terms ) ? $terms : array() as $term ) {
		// Translated categories are separate terms.
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
function altscribe_list_product_attributes( $product ) {
	$attributes = array();
	foreach ( $product->get_attributes() as $name => $attribute ) {
		// The attributes of a variation are plain values.
		$is_hidden = is_object( $attribute ) && ! $attribute->get_visible() && ! $attribute->get_variation();
		$value     = $is_hidden ? '' : $product->get_attribute( $name );
		if ( '' !== $value ) {
			$attributes[] = wc_attribute_label( $name, $product ) . ': ' . $value;
		}
	}
	return $attributes;
}

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
			'problem'     => altscribe_find_problem_with_product( $post_id ),
			'progressUrl' => altscribe_media_page_url(),
		)
	);
}

/**
 * The error that prevents generating for a product.
 *
 * @param int $product_id The product.
 * @return array<string, mixed>|null As altscribe_error_to_array() returns it.
 */
function altscribe_find_problem_with_product( $product_id ) {
	if ( ! altscribe_is_connected( altscribe_settings() ) ) {
		return altscribe_error_to_array( altscribe_error_not_connected() );
	}
	return 'auto-draft' === get_post_status( $product_id ) ? altscribe_error_to_array( altscribe_error_product_not_saved() ) : null;
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
		)
	);
}

/**
 * Queues the images of a product that have no text, ahead of images that no user is waiting for.
 *
 * @param WP_REST_Request $request The request: `images` are those in the form, instead of the saved image and
 *                                 gallery.
 * @return array{batch_id: int, ids: int[], message: string|null}|WP_Error `batch_id`: the batch, else the newest with
 *               suggestions that wait for a decision, else 0; `ids`: the images that are queued or in progress;
 *               `message`: the reason why no batch was started.
 */
function altscribe_rest_generate_for_product( $request ) {
	$product_id = (int) $request['id'];
	if ( ! altscribe_is_connected( altscribe_settings() ) ) {
		return altscribe_error_not_connected();
	}
	if ( 'auto-draft' === get_post_status( $product_id ) ) {
		return altscribe_error_product_not_saved();
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
			'ids'    => $images,
			'origin' => 'product',
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

/** Error: the product is not saved, so it has no name for a text to use. */
function altscribe_error_product_not_saved() {
	return new WP_Error(
		'altscribe_product_not_saved',
		__( 'Save the product first. Its name and categories help describe the images.', 'altscribe' ),
		array( 'status' => 409 )
	);
}
