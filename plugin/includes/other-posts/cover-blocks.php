<?php
/**
 * The alternative text of cover blocks, which stands in two places: in the delimiter, and at the background.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whether a block is a cover whose background is an image of an attachment, and may get a text.
 *
 * @param array<string, mixed>        $block         As altscribe_parse_block_delimiter() returns it.
 * @param array<array<string, mixed>> $blocks        The blocks around it.
 * @param int                         $attachment_id The attachment.
 * @return bool
 */
function altscribe_is_cover_of_attachment( $block, $blocks, $attachment_id ) {
	if ( 'core/cover' !== $block['name'] || altscribe_get_image_id_of_block( $block ) !== (int) $attachment_id ) {
		return false;
	}
	$attributes = $block['attributes'];
	$is_image   = 'image' === ( $attributes['backgroundType'] ?? 'image' );
	return $is_image && is_string( $attributes['url'] ?? null )
		&& is_string( $attributes['alt'] ?? '' )
		&& altscribe_may_change_in_blocks( array_merge( $blocks, array( $block ) ) )
		&& altscribe_is_url_of_attachment( $attributes['url'], $attachment_id );
}

/**
 * Whether a tag is the background of a cover: an image, or, where it is fixed or repeated, a `div`.
 *
 * @param WP_HTML_Tag_Processor      $html  At any token.
 * @param array<string, mixed>|false $block The innermost block.
 * @return bool
 */
function altscribe_is_cover_background( $html, $block ) {
	return $block && isset( $block['new_text'] ) && 'core/cover' === $block['name']
		&& in_array( $html->get_tag(), array( 'IMG', 'DIV' ), true ) && ! $html->is_tag_closer()
		&& $html->has_class( 'wp-block-cover__image-background' );
}

/**
 * Writes the new text of a cover at its background, as the block itself would.
 *
 * @param WP_HTML_Tag_Processor $html  At the background.
 * @param array<string, mixed>  $block The cover.
 */
function altscribe_set_alt_of_cover_background( $html, $block ) {
	if ( 'IMG' === $html->get_tag() ) {
		$html->set_attribute( 'alt', $block['new_text'] );
	} elseif ( '' === $block['new_text'] ) {
		$html->remove_attribute( 'role' );
		$html->remove_attribute( 'aria-label' );
	} else {
		$html->set_attribute( 'role', 'img' );
		$html->set_attribute( 'aria-label', $block['new_text'] );
	}
}
