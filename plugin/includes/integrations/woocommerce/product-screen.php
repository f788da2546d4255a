<?php
/**
 * The link "Generate alt text for this product" on the product screen, below the product image and the
 * gallery. It starts a batch of the product's images.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'admin_post_thumbnail_html', 'altscribe_add_product_link', 10, 2 );
// After WooCommerce has added its own.
add_action( 'add_meta_boxes_product', 'altscribe_extend_gallery_box', 100 );
add_action( 'admin_post_altscribe_generate_for_product', 'altscribe_generate_for_product' );
add_action( 'admin_notices', 'altscribe_show_product_notice' );
add_filter( 'removable_query_args', 'altscribe_remove_product_arg' );

/**
 * Adds the link to the box "Product image".
 *
 * @param string $html    Its content.
 * @param int    $post_id The post.
 * @return string
 */
function altscribe_add_product_link( $html, $post_id ) {
	return $html . altscribe_get_product_link( $post_id );
}

/** Adds the link to the box "Product gallery", which has no hook for it. */
function altscribe_extend_gallery_box() {
	global $wp_meta_boxes;
	foreach ( $wp_meta_boxes['product']['side'] ?? array() as $priority => $boxes ) {
		if ( ! empty( $boxes['woocommerce-product-images']['callback'] ) ) {
			$output = $boxes['woocommerce-product-images']['callback'];

			$wp_meta_boxes['product']['side'][ $priority ]['woocommerce-product-images']['callback'] = function ( $post, $box ) use ( $output ) {
				call_user_func( $output, $post, $box );
				echo wp_kses_post( altscribe_get_product_link( $post->ID ) );
			};
		}
	}
}

/**
 * The link.
 *
 * @param int $post_id Any post.
 * @return string HTML; '' if it is not a product with images, or not one that the user may generate for.
 */
function altscribe_get_product_link( $post_id ) {
	if ( 'product' !== get_post_type( $post_id ) || ! altscribe_may_generate_for( $post_id ) || ! altscribe_list_product_images( $post_id ) ) {
		return '';
	}
	$url = wp_nonce_url(
		add_query_arg(
			array(
				'action'  => 'altscribe_generate_for_product',
				'product' => $post_id,
			),
			admin_url( 'admin-post.php' )
		),
		'altscribe_generate_for_product_' . $post_id
	);
	return sprintf( '<p><a href="%s">%s</a></p>', esc_url( $url ), esc_html__( 'Generate alt text for this product', 'altscribe' ) );
}

/** Starts the batch, and goes back to the product. Images that have a text keep it. */
function altscribe_generate_for_product() {
	$product_id = isset( $_GET['product'] ) ? absint( $_GET['product'] ) : 0;
	check_admin_referer( 'altscribe_generate_for_product_' . $product_id );
	if ( 'product' !== get_post_type( $product_id ) || ! altscribe_may_generate_for( $product_id ) ) {
		wp_die( esc_html__( 'Sorry, you are not allowed to generate alt text for this product.', 'altscribe' ), 403 );
	}
	$ids   = array_filter(
		altscribe_list_product_images( $product_id ),
		function ( $id ) {
			return wp_attachment_is_image( $id ) && altscribe_may_use_attachment( $id ) && 'missing' === altscribe_alt_text_state( $id )['state'];
		}
	);
	$batch = $ids
		? altscribe_start_batch(
			array(
				'ids'    => array_values( $ids ),
				'origin' => 'page',
			)
		)
		: null;
	// Kept for this user alone, so that no address can make the screen say anything.
	set_transient(
		'altscribe_product_' . get_current_user_id(),
		array(
			'error'  => is_wp_error( $batch ) ? $batch->get_error_message() : '',
			'images' => count( $ids ),
		),
		MINUTE_IN_SECONDS
	);
	wp_safe_redirect( add_query_arg( 'altscribe_started', 1, get_edit_post_link( $product_id, 'raw' ) ) );
	exit;
}

/** Says what the link did. */
function altscribe_show_product_notice() {
	$name = 'altscribe_product_' . get_current_user_id();
	// phpcs:ignore WordPress.Security.NonceVerification -- Nothing is done but shown.
	$result = isset( $_GET['altscribe_started'] ) ? get_transient( $name ) : false;
	if ( ! is_array( $result ) ) {
		return;
	}
	delete_transient( $name );
	$images = (int) $result['images'];
	if ( '' !== $result['error'] ) {
		wp_admin_notice( esc_html( $result['error'] ), array( 'type' => 'warning' ) );
	} elseif ( 0 === $images ) {
		wp_admin_notice( esc_html__( 'No image of this product lacks an alt text.', 'altscribe' ), array( 'type' => 'info' ) );
	} else {
		/* translators: %s: number of images. */
		$text = sprintf( _n( 'Generating alt text for %s image of this product.', 'Generating alt text for %s images of this product.', $images, 'altscribe' ), number_format_i18n( $images ) );
		$link = sprintf( ' <a href="%s">%s</a>', esc_url( admin_url( 'upload.php?page=altscribe-media' ) ), esc_html__( 'See progress', 'altscribe' ) );
		wp_admin_notice( esc_html( $text ) . $link, array( 'type' => 'success' ) );
	}
}

/**
 * Takes the argument of the notice out of the address bar.
 *
 * @param string[] $args Names of arguments.
 * @return string[]
 */
function altscribe_remove_product_arg( $args ) {
	return array_merge( $args, array( 'altscribe_started' ) );
}
