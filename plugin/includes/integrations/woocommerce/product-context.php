<?php
/**
 * What is said of a product when a text for one of its images is generated.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'altscribe_attachment_context', 'altscribe_add_product_context', 10, 2 );

/**
 * Adds name, categories and attributes of the product that shows an image. Of several products or variations, only
 * what they have in common: the text is one for all of them.
 *
 * @param array<string, string> $context       As altscribe_attachment_context() has it.
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
	// Those that have nothing behind the colon.
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
 * What is in all of several lists.
 *
 * @param array<string[]> $lists At least one.
 * @return string[]
 */
function altscribe_list_common( $lists ) {
	$lists = array_values( $lists );
	return isset( $lists[1] ) ? array_intersect( ...$lists ) : $lists[0];
}

/**
 * The names of the categories of a product, without the one that products have that are in none.
 *
 * @param int $product_id The product.
 * @return string[]
 */
function altscribe_list_product_categories( $product_id ) {
	$terms = get_the_terms( $product_id, 'product_cat' );
	$names = array();
	foreach ( is_array( $terms ) ? $terms : array() as $term ) {
		// Its translations are terms of their own.
		$original = apply_filters( 'wpml_object_id', $term->term_id, 'product_cat', true, apply_filters( 'wpml_default_language', null ) );
		if ( ! in_array( (int) get_option( 'default_product_cat' ), array( (int) $term->term_id, (int) $original ), true ) ) {
			$names[] = $term->name;
		}
	}
	return $names;
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
