<?php
/**
 * What is said of a product when a text for one of its images is generated.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'altscribe_attachment_context', 'altscribe_add_product_context', 10, 2 );

/**
 * Adds name, categories and attributes of the product that shows an image.
 *
 * @param array<string, string> $context       As altscribe_attachment_context() has it.
 * @param int                   $attachment_id The image.
 * @return array<string, string>
 */
function altscribe_add_product_context( $context, $attachment_id ) {
	$product = altscribe_find_product_of_image( $attachment_id );
	if ( ! $product ) {
		return $context;
	}
	$is_variation = $product->is_type( 'variation' );
	$parent       = $is_variation ? wc_get_product( $product->get_parent_id() ) : $product;
	$parent       = $parent ? $parent : $product;
	$lines        = array(
		'Product: ' . $parent->get_name(),
		'Categories: ' . implode( ', ', altscribe_list_product_categories( $parent->get_id() ) ),
		( $is_variation ? 'This variation: ' : 'Attributes: ' ) . implode( '; ', altscribe_list_product_attributes( $product ) ),
		$context['image_context'],
	);
	// Those that have nothing behind the colon.
	$lines                    = preg_grep( '/^$|^[A-Z][a-z ]+: $/', $lines, PREG_GREP_INVERT );
	$context['blog_title']    = $parent->get_name();
	$context['image_context'] = html_entity_decode( implode( "\n", array_map( 'wp_strip_all_tags', $lines ) ), ENT_QUOTES, 'UTF-8' );
	return $context;
}

/**
 * The names of the categories of a product.
 *
 * @param int $product_id The product.
 * @return string[]
 */
function altscribe_list_product_categories( $product_id ) {
	$terms = get_the_terms( $product_id, 'product_cat' );
	return is_array( $terms ) ? wp_list_pluck( $terms, 'name' ) : array();
}

/**
 * The attributes of a product that its page shows, or of a variation.
 *
 * @param WC_Product $product The product or variation.
 * @return string[] Such as `Colour: Red`.
 */
function altscribe_list_product_attributes( $product ) {
	$attributes = array();
	foreach ( $product->get_attributes() as $name => $attribute ) {
		// Those of a variation are plain values.
		$is_hidden = is_object( $attribute ) && ! $attribute->get_visible() && ! $attribute->get_variation();
		$value     = $is_hidden ? '' : $product->get_attribute( $name );
		if ( '' !== $value ) {
			$attributes[] = wc_attribute_label( $name, $product ) . ': ' . $value;
		}
	}
	return $attributes;
}
