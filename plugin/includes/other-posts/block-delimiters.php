<?php
/**
 * The comments that delimit blocks, as far as images need them.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Parses a delimiter, such as `wp:image {"id":7}`.
 *
 * @param string $comment The text of a comment.
 * @return array{name: string, attributes: array<string, mixed>, is_closer: bool, is_void: bool}|null Null for other comments.
 */
function altscribe_parse_block_delimiter( $comment ) {
	// WP_Block_Parser has the same pattern, for whole comments.
	if ( ! preg_match( '~^\s+(/)?wp:([a-z][a-z0-9_-]*/)?([a-z][a-z0-9_-]*)\s+(\{.*\}\s+)?(/)?$~s', $comment, $match ) ) {
		return null;
	}
	$attributes = isset( $match[4] ) ? json_decode( $match[4], true ) : null;
	return array(
		'name'       => ( '' !== $match[2] ? $match[2] : 'core/' ) . $match[3],
		'attributes' => is_array( $attributes ) ? $attributes : array(),
		'is_closer'  => '' !== $match[1],
		'is_void'    => isset( $match[5] ),
	);
}

/**
 * Whether a text may be changed in blocks.
 *
 * @param array<array<string, mixed>> $blocks As altscribe_parse_block_delimiter() returns them, the innermost last.
 * @return bool
 */
function altscribe_may_change_in_blocks( $blocks ) {
	$block = end( $blocks );
	if ( ! $block ) {
		return true;
	}
	$attributes = $block['attributes'];
	return 0 === strpos( $block['name'], 'core/' )
		&& ! in_array( 'core/post-template', wp_list_pluck( $blocks, 'name' ), true )
		&& empty( $attributes['isDecorative'] )
		&& empty( $attributes['useFeaturedImage'] )
		&& empty( $attributes['metadata']['altscribe']['isDecorative'] )
		&& empty( $attributes['metadata']['bindings']['alt'] )
		// Overrides of a pattern.
		&& empty( $attributes['metadata']['bindings']['__default'] );
}

/**
 * The attachment that a block names for its image.
 *
 * @param array<string, mixed>|false $block As altscribe_parse_block_delimiter() returns it.
 * @return int 0 for none.
 */
function altscribe_get_image_id_of_block( $block ) {
	$keys = array(
		'core/image'      => 'id',
		'core/cover'      => 'id',
		'core/media-text' => 'mediaId',
	);
	$key  = $block && isset( $keys[ $block['name'] ] ) ? $keys[ $block['name'] ] : '';
	return isset( $block['attributes'][ $key ] ) && is_numeric( $block['attributes'][ $key ] ) ? (int) $block['attributes'][ $key ] : 0;
}
