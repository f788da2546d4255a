<?php
/**
 * Writes a text into the source of a tag or of a block's delimiter, and restores it, leaving every other byte unchanged.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Finds an attribute in the source of a tag.
 *
 * @param string $tag  Source of a tag, such as `<IMG Alt='' src=x>`.
 * @param string $name Its name, in lower case.
 * @return array{0: int, 1: int}|null Offset and length of the attribute, in bytes; null if there is none.
 */
function altscribe_find_attribute_source( $tag, $name = 'alt' ) {
	$at = strcspn( $tag, " \t\n\f\r/>" );
	// The names and values of attributes, as browsers read them. If a name occurs twice, the first one
	// counts.
	while ( preg_match( '~\G[ \t\n\f\r/]*+((=?[^ \t\n\f\r/>=]*+)(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+(?:"[^"]*+"|\'[^\']*+\'|[^ \t\n\f\r>]*+))?+)~', $tag, $match, PREG_OFFSET_CAPTURE, $at )
		&& '' !== $match[1][0] ) {
		list( $source, $start ) = $match[1];
		if ( strtolower( $match[2][0] ) === $name ) {
			return array( $start, strlen( $source ) );
		}
		$at = $start + strlen( $source );
	}
	return null;
}

/**
 * Writes a text into a tag, leaving the rest of it unchanged.
 *
 * @param string $tag  Source of an image, or of the `div` of a cover whose image is fixed or repeated.
 * @param string $text The text.
 * @return array{0: string, 1: string} The new source, and the source of the replaced attribute; '' for none.
 *               For a `div` without a text, the attribute is its role.
 */
function altscribe_write_alt_source( $tag, $text ) {
	$is_div    = 0 === stripos( $tag, '<div' );
	$attribute = ( $is_div ? 'aria-label="' : 'alt="' ) . altscribe_escape_alt( $text ) . '"';
	$label     = $is_div ? altscribe_find_attribute_source( $tag, 'aria-label' ) : null;
	$found     = $label ?? altscribe_find_attribute_source( $tag, $is_div ? 'role' : 'alt' );
	if ( ! $found ) {
		// Like the block itself.
		$attribute = $is_div ? "role=\"img\" $attribute" : $attribute;
		return array( substr_replace( $tag, " $attribute", strcspn( $tag, " \t\n\f\r/>" ), 0 ), '' );
	}
	if ( $is_div && ! $label ) {
		return array( substr_replace( $tag, " $attribute", $found[0] + $found[1], 0 ), substr( $tag, $found[0], $found[1] ) );
	}
	return array( substr_replace( $tag, $attribute, $found[0], $found[1] ), substr( $tag, $found[0], $found[1] ) );
}

/**
 * Restores an attribute that altscribe_write_alt_source() replaced.
 *
 * @param string $tag    Source of a tag with an alternative text.
 * @param string $source The replaced source, from altscribe_write_alt_source().
 * @return string The new source.
 */
function altscribe_restore_alt_source( $tag, $source ) {
	if ( 0 === stripos( $tag, '<div' ) ) {
		$tag = altscribe_remove_attribute_source( $tag, 'aria-label' );
		return '' === $source ? altscribe_remove_attribute_source( $tag, 'role' ) : $tag;
	}
	if ( '' === $source ) {
		return altscribe_remove_attribute_source( $tag, 'alt' );
	}
	list( $start, $length ) = altscribe_find_attribute_source( $tag );
	return substr_replace( $tag, $source, $start, $length );
}

/**
 * Removes an attribute from a tag.
 *
 * @param string $tag  Source of a tag.
 * @param string $name Name of the attribute.
 * @return string The new source.
 */
function altscribe_remove_attribute_source( $tag, $name ) {
	$found = altscribe_find_attribute_source( $tag, $name );
	// The space before an attribute is removed with it.
	return $found ? substr_replace( $tag, '', $found[0] - 1, $found[1] + 1 ) : $tag;
}

/** A value in JSON, as a pattern. */
const ALTSCRIBE_JSON_VALUE = '(?<value>"(?:[^"\\\\]++|\\\\.)*+"|[\[{](?:[^\[\]{}"]++|(?&value))*+[\]}]|[^\s,:\[\]{}"]++)';

/**
 * Finds a value in the source of a delimiter. If a name occurs twice, WordPress uses the last one.
 *
 * @param string $delimiter Source of the delimiter.
 * @param string $path      Such as `images.0.alt`.
 * @return array{value: array{0: int, 1: int}|null, object: array{0: int, 1: int}}|null Offset and length in bytes of the
 *         value (null if it is missing) and of the object that it is in; null if there is no such object.
 */
function altscribe_find_in_json( $delimiter, $path ) {
	$object = null;
	$value  = preg_match( '~' . ALTSCRIBE_JSON_VALUE . '~s', $delimiter, $match, PREG_OFFSET_CAPTURE, (int) strpos( $delimiter, '{' ) )
		? array( $match[0][1], strlen( $match[0][0] ) )
		: null;
	foreach ( explode( '.', $path ) as $name ) {
		if ( ! $value || ! in_array( $delimiter[ $value[0] ], array( '{', '[' ), true ) ) {
			return null;
		}
		$object = $value;
		$value  = null;
		$at     = $object[0] + 1;
		$number = 0;
		while ( preg_match( '~\G[\s,]*+(?:(?<name>"(?:[^"\\\\]++|\\\\.)*+")\s*+:\s*+)?+' . ALTSCRIBE_JSON_VALUE . '~s', $delimiter, $match, PREG_OFFSET_CAPTURE, $at ) ) {
			list( $source, $start ) = $match['value'];
			$found                  = '{' === $delimiter[ $object[0] ] ? json_decode( $match['name'][0] ) : (string) $number++;

			$value = $found === $name ? array( $start, strlen( $source ) ) : $value;
			$at    = $start + strlen( $source );
		}
	}
	return compact( 'value', 'object' );
}

/**
 * Writes a text into a delimiter.
 *
 * @param string $delimiter Source of the delimiter.
 * @param string $path      Where, such as `images.0.alt`.
 * @param string $text      The text.
 * @return array{0: string, 1: string|null} The new source, and the source of the replaced value: '' if there was none;
 *                                          null if it cannot be written there.
 */
function altscribe_write_alt_json( $delimiter, $path, $text ) {
	$found = altscribe_find_in_json( $delimiter, $path );
	if ( ! $found ) {
		return array( $delimiter, null );
	}
	if ( $found['value'] ) {
		list( $start, $length ) = $found['value'];
		return array( substr_replace( $delimiter, altscribe_text_to_json( $text ), $start, $length ), substr( $delimiter, $start, $length ) );
	}
	list( $start, $length ) = $found['object'];
	$is_empty               = '' === trim( substr( $delimiter, $start + 1, $length - 2 ) );
	$name                   = preg_replace( '~^.*\.~', '', $path );
	return array( substr_replace( $delimiter, ( $is_empty ? '' : ',' ) . "\"$name\":" . altscribe_text_to_json( $text ), $start + $length - 1, 0 ), '' );
}

/**
 * Restores a value that altscribe_write_alt_json() replaced.
 *
 * @param string $delimiter Source of the delimiter.
 * @param string $path      Where it is.
 * @param string $source    The replaced source.
 * @return string The new source.
 */
function altscribe_restore_alt_json( $delimiter, $path, $source ) {
	$found = altscribe_find_in_json( $delimiter, $path );
	if ( empty( $found['value'] ) ) {
		return $delimiter;
	}
	list( $start, $length ) = $found['value'];
	if ( '' !== $source ) {
		return substr_replace( $delimiter, $source, $start, $length );
	}
	// The name and a comma are removed with the value. The editor may have put it in front of others since.
	preg_match( '~,?\s*"(?:[^"\\\\]++|\\\\.)*+"\s*:\s*$~sD', substr( $delimiter, 0, $start ), $before );
	$has_comma = ',' === $before[0][0];
	$after     = $has_comma ? 0 : strspn( $delimiter, ", \n", $start + $length );
	return substr_replace( $delimiter, '', $start - strlen( $before[0] ), strlen( $before[0] ) + $length + $after );
}

/**
 * Encodes a text as JSON, as WordPress does in delimiters.
 *
 * @param string $text The text.
 * @return string JSON. Characters that a database may refuse are escaped.
 */
function altscribe_text_to_json( $text ) {
	return preg_replace_callback(
		'/[\x{10000}-\x{10FFFF}]/u',
		function ( $match ) {
			return trim( wp_json_encode( $match[0] ), '"' );
		},
		substr( serialize_block_attributes( array( $text ) ), 1, -1 )
	);
}

/**
 * Encodes a text as the value of an attribute in double quotes. Brackets are escaped too, because they could
 * be a shortcode.
 *
 * @param string $text The text.
 * @return string
 */
function altscribe_escape_alt( $text ) {
	global $wpdb;
	$html = strtr(
		$text,
		array(
			'&' => '&amp;',
			'"' => '&quot;',
			'<' => '&lt;',
			'>' => '&gt;',
			'[' => '&#91;',
			']' => '&#93;',
		)
	);
	return 'utf8' === $wpdb->get_col_charset( $wpdb->posts, 'post_content' ) ? wp_encode_emoji( $html ) : $html;
}

/**
 * Whether an image in a post can be marked as decorative: it is not the only content of a link.
 *
 * @param string               $content The content.
 * @param array<string, mixed> $image   From altscribe_list_places().
 * @return bool
 */
function altscribe_can_be_decorative( $content, $image ) {
	if ( '' !== $image['reason'] || ! $image['tag'] ) {
		return false;
	}
	list( $start, $length ) = $image['tag'];
	if ( 0 === stripos( substr( $content, $start, 4 ), '<div' ) ) {
		return false;
	}
	if ( ! preg_match( '~<a\b[^>]*>\s*$~iD', substr( $content, max( 0, $start - 2000 ), min( 2000, $start ) ) ) ) {
		return true;
	}
	// Words of the link are its name. Without its end, there may be none.
	$rest = substr( $content, $start + $length, 2000 );
	$end  = stripos( $rest, '</a>' );
	return false !== $end && '' !== altscribe_to_plain_text( substr( $rest, 0, $end ) );
}

/**
 * Marks an image as decorative, like the editor: with the role "none", and in its block.
 *
 * @param string                               $content The content.
 * @param array<int, array{0: int, 1: string}> $edits   Has its tag with an empty text; gets the changes.
 * @param array<string, mixed>                 $image   From altscribe_list_places().
 */
function altscribe_mark_place( $content, &$edits, $image ) {
	$type      = WP_Block_Type_Registry::get_instance()->get_registered( $image['block'] );
	// WordPress's own mark deletes the caption, which may be why the image needs no text.
	$is_native = 'core/image' === $image['block'] && isset( $type->attributes['isDecorative'] ) && '' === $image['surroundings']['caption'];
	$is_inline = in_array( $image['block'], array( 'core/freeform', 'core/html', 'core/paragraph' ), true ) || ! $image['span'];
	if ( $is_native || $is_inline ) {
		$start = $image['tag'][0];

		$edits[ $start ][1] = substr_replace( $edits[ $start ][1], ' role="none"', strcspn( $edits[ $start ][1], " \t\n\f\r/>" ), 0 );
	}
	if ( $is_inline ) {
		return;
	}
	list( $start, $length ) = $image['span'];

	$delimiter  = $edits[ $start ][1] ?? substr( $content, $start, $length );
	$block      = altscribe_parse_block_delimiter( substr( $delimiter, 4, -3 ) );
	$attributes = $is_native
		? array( 'isDecorative' => true ) + $block['attributes']
		: array_replace_recursive( $block['attributes'], array( 'metadata' => array( 'altscribe' => array( 'isDecorative' => true ) ) ) );

	$edits[ $start ] = array( $length, '<!-- wp:' . strip_core_block_namespace( $block['name'] ) . ' ' . serialize_block_attributes( $attributes ) . ( $block['is_void'] ? ' /-->' : ' -->' ) );
}
