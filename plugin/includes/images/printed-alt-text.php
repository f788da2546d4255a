<?php
/**
 * Texts of the media library as visitors get them. Loaded on every page.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

// Late, so that other plugins decide about the text that they know.
add_filter( 'wp_get_attachment_image_attributes', 'altscribe_restore_printed_alt_text', 100, 2 );

/**
 * Prints the text of an attachment as it is stored: WordPress removes all from `<` on, of `I <3 boats` as well, and
 * escapes what is left.
 *
 * @param array<string, string> $attributes Attributes of the image, not escaped yet.
 * @param WP_Post               $attachment The image.
 * @return array<string, string>
 */
function altscribe_restore_printed_alt_text( $attributes, $attachment ) {
	$text = trim( (string) get_post_meta( $attachment->ID, '_wp_attachment_image_alt', true ) );
	// phpcs:ignore WordPress.WP.AlternativeFunctions.strip_tags_strip_tags -- What wp_get_attachment_image() does.
	if ( false !== strpos( $text, '<' ) && isset( $attributes['alt'] ) && trim( strip_tags( $text ) ) === $attributes['alt'] ) {
		$attributes['alt'] = $text;
	}
	return $attributes;
}
