<?php
/**
 * Writes a text into the source of a tag or of a block's delimiter, and restores it, leaving every other byte unchanged.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

defined( 'ABSPATH' ) || exit;

final class Alt_Attributes {

	/** A value in JSON, as a pattern. */
	private const JSON_VALUE = '(?<value>"(?:[^"\\\\]++|\\\\.)*+"|[\[{](?:[^\[\]{}"]++|(?&value))*+[\]}]|[^\s,:\[\]{}"]++)';

	/**
	 * Finds an attribute in the source of a tag.
	 *
	 * @param string $tag  Source of a tag, such as `<IMG Alt='' src=x>`.
	 * @param string $name Its name, in lower case.
	 * @return array{0: int, 1: int}|null Offset and length of the attribute, in bytes; null if there is none.
	 */
	private static function find_attribute_source( $tag, $name = 'alt' ) {
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
	public static function write_alt_source( $tag, $text ) {
		$is_div    = 0 === stripos( $tag, '<div' );
		$attribute = ( $is_div ? 'aria-label="' : 'alt="' ) . self::escape_alt( $text ) . '"';
		$label     = $is_div ? self::find_attribute_source( $tag, 'aria-label' ) : null;
		$found     = $label ?? self::find_attribute_source( $tag, $is_div ? 'role' : 'alt' );
		if ( ! $found ) {
			// As the block itself does.
			$attribute = $is_div ? "role=\"img\" $attribute" : $attribute;
			return array( substr_replace( $tag, " $attribute", strcspn( $tag, " \t\n\f\r/>" ), 0 ), '' );
		}
		if ( $is_div && ! $label ) {
			return array( substr_replace( $tag, " $attribute", $found[0] + $found[1], 0 ), substr( $tag, $found[0], $found[1] ) );
		}
		return array( substr_replace( $tag, $attribute, $found[0], $found[1] ), substr( $tag, $found[0], $found[1] ) );
	}

	/**
	 * Restores an attribute that self::write_alt_source() replaced.
	 *
	 * @param string $tag    Source of a tag with an alternative text.
	 * @param string $source The replaced source, from self::write_alt_source().
	 * @return string The new source.
	 */
	public static function restore_alt_source( $tag, $source ) {
		if ( 0 === stripos( $tag, '<div' ) ) {
			$tag = self::remove_attribute_source( $tag, 'aria-label' );
			return '' === $source ? self::remove_attribute_source( $tag, 'role' ) : $tag;
		}
		if ( '' === $source ) {
			return self::remove_attribute_source( $tag, 'alt' );
		}
		list( $start, $length ) = self::find_attribute_source( $tag );
		return substr_replace( $tag, $source, $start, $length );
	}

	/**
	 * Removes an attribute from a tag.
	 *
	 * @param string $tag  Source of a tag.
	 * @param string $name Name of the attribute.
	 * @return string The new source.
	 */
	private static function remove_attribute_source( $tag, $name ) {
		$found = self::find_attribute_source( $tag, $name );
		// The space before an attribute is removed with it.
		return $found ? substr_replace( $tag, '', $found[0] - 1, $found[1] + 1 ) : $tag;
	}

	/**
	 * Finds a value in the source of a delimiter. If a name occurs twice, WordPress uses the last one.
	 *
	 * @param string $delimiter Source of the delimiter.
	 * @param string $path      Such as `images.0.alt`.
	 * @return array{value: array{0: int, 1: int}|null, object: array{0: int, 1: int}}|null Offset and length in bytes of the
	 *         value (null if it is missing) and of the object that it is in; null if there is no such object.
	 */
	private static function find_in_json( $delimiter, $path ) {
		$object = null;
		$value  = preg_match( '~' . self::JSON_VALUE . '~s', $delimiter, $match, PREG_OFFSET_CAPTURE, (int) strpos( $delimiter, '{' ) )
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
			while ( preg_match( '~\G[\s,]*+(?:(?<name>"(?:[^"\\\\]++|\\\\.)*+")\s*+:\s*+)?+' . self::JSON_VALUE . '~s', $delimiter, $match, PREG_OFFSET_CAPTURE, $at ) ) {
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
	public static function write_alt_json( $delimiter, $path, $text ) {
		$found = self::find_in_json( $delimiter, $path );
		if ( ! $found ) {
			return array( $delimiter, null );
		}
		if ( $found['value'] ) {
			list( $start, $length ) = $found['value'];
			return array( substr_replace( $delimiter, self::text_to_json( $text ), $start, $length ), substr( $delimiter, $start, $length ) );
		}
		list( $start, $length ) = $found['object'];
		$is_empty               = '' === trim( substr( $delimiter, $start + 1, $length - 2 ) );
		$name                   = preg_replace( '~^.*\.~', '', $path );
		return array( substr_replace( $delimiter, ( $is_empty ? '' : ',' ) . "\"$name\":" . self::text_to_json( $text ), $start + $length - 1, 0 ), '' );
	}

	/**
	 * Restores a value that self::write_alt_json() replaced.
	 *
	 * @param string $delimiter Source of the delimiter.
	 * @param string $path      Where it is.
	 * @param string $source    The replaced source.
	 * @return string The new source.
	 */
	public static function restore_alt_json( $delimiter, $path, $source ) {
		$found = self::find_in_json( $delimiter, $path );
		if ( empty( $found['value'] ) ) {
			return $delimiter;
		}
		list( $start, $length ) = $found['value'];
		if ( '' !== $source ) {
			return substr_replace( $delimiter, $source, $start, $length );
		}
		// The name and a comma are removed with the value, which the editor may have moved in front of others since.
		preg_match( '~(?:,\s*+|(?<![\s,])\s*+)"(?:[^"\\\\]++|\\\\.)*+"\s*+:\s*+$~sD', substr( $delimiter, 0, $start ), $before );
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
	private static function text_to_json( $text ) {
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
	private static function escape_alt( $text ) {
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
}
