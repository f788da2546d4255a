<?php
/**
 * Texts of the media library on visitors' pages. Loaded on every page.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

// Late, so other plugins can set their own texts first.
add_filter( 'wp_get_attachment_image_attributes', 'altscribe_restore_printed_alt_text', 100, 2 );

/**
 * Prints the text of an attachment as stored: WordPress removes everything from a `<` on, even in `I <3 boats`,
 * and escapes the rest.
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
