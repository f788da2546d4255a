<?php
/**
 * The source of an alternative text: bytes of a tag or of a block's delimiter. What is written can be taken
 * out again so that every byte is as it was before.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Finds the attribute `alt` in the source of a tag.
 *
 * @param string $tag Source of a tag, such as `<IMG Alt='' src=x>`.
 * @return array{0: int, 1: int}|null Offset and length of the attribute, in bytes; null if there is none.
 */
function altscribe_find_alt_source( $tag ) {
	$at = strcspn( $tag, " \t\n\f\r/>" );
	// The names and values of attributes, as browsers read them. Of several with one name, the first counts.
	while ( preg_match( '~\G[ \t\n\f\r/]*+((=?[^ \t\n\f\r/>=]*+)(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+(?:"[^"]*+"|\'[^\']*+\'|[^ \t\n\f\r>]*+))?+)~', $tag, $match, PREG_OFFSET_CAPTURE, $at )
		&& '' !== $match[1][0] ) {
		list( $source, $start ) = $match[1];
		if ( 'alt' === strtolower( $match[2][0] ) ) {
			return array( $start, strlen( $source ) );
		}
		$at = $start + strlen( $source );
	}
	return null;
}

/**
 * Writes a text into a tag, and leaves the rest of it as it is.
 *
 * @param string $tag  Source of a tag.
 * @param string $text The text.
 * @return array{0: string, 1: string} The new source, and that of the attribute which was replaced; '' for none.
 */
function altscribe_write_alt_source( $tag, $text ) {
	$attribute = 'alt="' . altscribe_escape_alt( $text ) . '"';
	$found     = altscribe_find_alt_source( $tag );
	if ( ! $found ) {
		return array( substr_replace( $tag, " $attribute", strcspn( $tag, " \t\n\f\r/>" ), 0 ), '' );
	}
	return array( substr_replace( $tag, $attribute, $found[0], $found[1] ), substr( $tag, $found[0], $found[1] ) );
}

/**
 * Puts an attribute back that altscribe_write_alt_source() has replaced.
 *
 * @param string $tag    Source of a tag with an alternative text.
 * @param string $source Source of the attribute; '' for none.
 * @return string The new source.
 */
function altscribe_restore_alt_source( $tag, $source ) {
	list( $start, $length ) = altscribe_find_alt_source( $tag );
	// An attribute takes the space before it along.
	return '' === $source
		? substr_replace( $tag, '', $start - 1, $length + 1 )
		: substr_replace( $tag, $source, $start, $length );
}

/**
 * Writes a text into the delimiter of a block whose attributes have none. Of two attributes with the same name,
 * WordPress takes the last.
 *
 * @param string $delimiter Source of the delimiter.
 * @param string $text      The text.
 * @return string The new source.
 */
function altscribe_write_alt_json( $delimiter, $text ) {
	return substr_replace( $delimiter, ',' . altscribe_alt_to_json( $text ), strrpos( $delimiter, '}' ), 0 );
}

/**
 * Takes a text out of a delimiter.
 *
 * @param string $delimiter Source of the delimiter.
 * @param string $text      The text.
 * @return string The new source.
 */
function altscribe_remove_alt_json( $delimiter, $text ) {
	// The editor may have written the attributes anew since, in another order and with characters as they are.
	foreach ( array( altscribe_alt_to_json( $text ), trim( serialize_block_attributes( array( 'alt' => $text ) ), '{}' ) ) as $json ) {
		foreach ( array( ",$json", "$json," ) as $found ) {
			$at = strrpos( $delimiter, $found );
			if ( false !== $at ) {
				return substr_replace( $delimiter, '', $at, strlen( $found ) );
			}
		}
	}
	return $delimiter;
}

/**
 * A text as an attribute of a block.
 *
 * @param string $text The text.
 * @return string JSON without braces. Characters that a database may refuse are escaped.
 */
function altscribe_alt_to_json( $text ) {
	return preg_replace_callback(
		'/[\x{10000}-\x{10FFFF}]/u',
		function ( $match ) {
			return trim( wp_json_encode( $match[0] ), '"' );
		},
		trim( serialize_block_attributes( array( 'alt' => $text ) ), '{}' )
	);
}

/**
 * A text as the value of an attribute in double quotes. Brackets are escaped, too: else it may be a shortcode.
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
