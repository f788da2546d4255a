<?php
/**
 * Cleans alternative texts before they are stored, and cuts the texts that are sent. `sanitize_text_field()` is for
 * search forms: it turns `<` into `&lt;`, and `50%af` into `50`.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

use Normalizer;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Text {

	/** Scripts and style sheets. */
	private const CODE_TAG = '~</?(?:script|style)\b[^<>]*+>?~i';

	/**
	 * An attribute of a tag with its name and value, or the separator between two of them, as browsers
	 * read it.
	 */
	private const ATTRIBUTE = '[ /]++|(=?+[^ />=]++|=)(?: *+=( *+(?:"[^"]*+(?:"|\z)|\'[^\']*+(?:\'|\z)|[^ >]*+)))?+';

	/**
	 * Attributes that may run code, load something, lead to another page or change the look. `on\w+`:
	 * event handlers.
	 */
	private const ACTIVE_ATTRIBUTE = '~^(?:on\w+|style|src|srcset|srcdoc|href|xlink:href|action|formaction|data|poster|background|ping|http-equiv|attributename)$~i';

	/**
	 * Control characters and line breaks. Does not include the control characters of right-to-left text
	 * and emoji.
	 */
	private const BREAKS = '~[\x00-\x20\x7f\x{80}-\x{9f}\x{2028}\x{2029}]+~u';

	/**
	 * The end of a sentence: not after an initial, an ordinal number or a common abbreviation. Languages without spaces
	 * between sentences have marks of their own.
	 */
	private const SENTENCE_END = '~(?:(?<!\b\p{L})(?<!\b\d)(?<!\b\d\d)(?<!\b(?:Mr|Ms|Dr|St|Nr|No|Sr|vs|ca))(?<!\b(?:Mrs|Sra|bzw|Vol|Fig))(?<!\bProf)\.|[!?…؟۔։።])[.!?…"\'”’»)\]]*(?=\s+(?!\p{Ll}))|[。！？｡][”"’」』）】]*|[।॥។]+~u';

	/** How often tags are removed. If a tag is still left then, the text was crafted to contain one. */
	private const TAG_ROUNDS = 5;

	/** The `purpose` of a suggestion that is a long description, and the service's name for that length. */
	public const LONG = 'long';

	/** White space as JavaScript defines it. */
	private const SPACES = '~[\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]~u';

	/**
	 * Cleans an alternative text: one line of plain text, otherwise exactly as written. Escape it on output, as
	 * WordPress does.
	 *
	 * @param string $text From a model, a person or a file.
	 * @return string Valid UTF-8. Both texts are without WordPress's slashes.
	 */
	public static function clean( $text ) {
		$text = trim( (string) preg_replace( self::BREAKS, ' ', wp_check_invalid_utf8( (string) $text, true ) ) );
		// Themes that do not escape rely on texts without scripts. Removing one tag may create another.
		for ( $round = 0; $round < self::TAG_ROUNDS; $round++ ) {
			$before = $text;
			$text   = preg_replace_callback( '~<[a-z][^ />]*+((?:' . self::ATTRIBUTE . ')*+)>?~i', array( self::class, 'remove_active_tag' ), preg_replace( self::CODE_TAG, '', $text ) );
			$text   = trim( (string) $text );
			if ( $text === $before ) {
				return $text;
			}
		}
		return trim( str_replace( '<', '', $text ) );
	}

	/**
	 * Removes a tag that could do harm if it is printed unescaped. Any other tag is part of the text: `x <y and z = 3`,
	 * a `<b>` on a keyboard.
	 *
	 * @param array<int, string> $tag Its source, and the source of its attributes.
	 * @return string The source, or ''.
	 */
	private static function remove_active_tag( $tag ) {
		preg_match_all( '~' . self::ATTRIBUTE . '~', $tag[1], $attributes, PREG_SET_ORDER );
		foreach ( $attributes as $attribute ) {
			$value = ltrim( $attribute[2] ?? '' );
			$quote = substr( $value, 0, 1 );
			// An unclosed quote would extend into the HTML printed after the text.
			$is_open = in_array( $quote, array( '"', "'" ), true ) && ( 1 === strlen( $value ) || substr( $value, -1 ) !== $quote );
			if ( $is_open || ( isset( $attribute[2] ) && preg_match( self::ACTIVE_ATTRIBUTE, $attribute[1] ) ) ) {
				return '';
			}
		}
		return $tag[0];
	}

	/**
	 * Cuts a text at the end of a sentence, or, if that would remove more than half, at a word, with "…" there. Never inside
	 * a character that people see as one.
	 *
	 * @param string $text     One line of valid UTF-8.
	 * @param int    $length   The longest result, in UTF-16 code units.
	 * @param bool   $keep_end Whether its end is kept instead of its start.
	 * @return string
	 */
	public static function cut_at_sentence( $text, $length, $keep_end = false ) {
		if ( self::length( $text ) <= $length ) {
			return $text;
		}
		// Long characters, such as families of emoji, may extend beyond the cut.
		$piece = $keep_end ? mb_substr( $text, -$length - 64, null, 'UTF-8' ) : mb_substr( $text, 0, $length + 64, 'UTF-8' );
		$size  = 0;
		// Old versions of PCRE may take a row of emoji for one character.
		foreach ( array( '~\X~u', '~.~su' ) as $unit ) {
			preg_match_all( $unit, $piece, $found );
			$left = $length - 1;
			foreach ( 0 === $size ? ( $keep_end ? array_reverse( $found[0] ) : $found[0] ) : array() as $character ) {
				$left -= self::length( $character );
				if ( $left < 0 ) {
					break;
				}
				$size += strlen( $character );
			}
		}
		$from = $keep_end ? strlen( $piece ) - $size : 0;
		$half = $from + (int) ( $size / 2 );
		foreach ( array( self::SENTENCE_END, '~(?=\s)~u' ) as $ends ) {
			preg_match_all( $ends, $piece, $found, PREG_OFFSET_CAPTURE );
			$places = array();
			foreach ( $found[0] as $end ) {
				$place = $end[1] + strlen( $end[0] );
				if ( $keep_end ? $place >= $from && $place <= $half : $place >= $half && $place <= $size ) {
					$places[] = $place;
				}
			}
			if ( $places ) {
				$mark = self::SENTENCE_END === $ends ? '' : '…';
				return $keep_end ? $mark . ltrim( substr( $piece, $places[0] ) ) : rtrim( substr( $piece, 0, end( $places ) ) ) . $mark;
			}
		}
		return $keep_end ? '…' . substr( $piece, $from ) : substr( $piece, 0, $size ) . '…';
	}

	/**
	 * A text in one line, with single spaces.
	 *
	 * @param string $text Any text.
	 * @return string
	 */
	public static function to_plain_line( $text ) {
		return trim( preg_replace( '~\s+~u', ' ', self::make_valid( $text ) ) );
	}

	/**
	 * Cuts a text to the length that the service accepts: 2,000 UTF-16 code units. Characters outside
	 * the basic plane (emoji) count twice.
	 *
	 * @param string $text Any text.
	 * @return string
	 */
	public static function cut( $text ) {
		$limit = 2000;
		$start = mb_substr( wp_check_invalid_utf8( $text ), 0, $limit, 'UTF-8' );
		$cut   = '';
		foreach ( preg_split( '//u', $start, -1, PREG_SPLIT_NO_EMPTY ) as $character ) {
			$limit -= 4 === strlen( $character ) ? 2 : 1;
			if ( $limit < 0 ) {
				break;
			}
			$cut .= $character;
		}
		return $cut;
	}

	/**
	 * A title, or '' for the placeholder that WordPress and WooCommerce use until there is one.
	 *
	 * @param string $title Any title.
	 * @return string
	 */
	public static function drop_placeholder_title( $title ) {
		// phpcs:ignore WordPress.WP.I18n.MissingArgDomain -- WordPress's own string.
		return in_array( strtolower( trim( $title ) ), array( 'auto draft', 'auto-draft', strtolower( __( 'Auto Draft' ) ) ), true ) ? '' : $title;
	}

	/**
	 * The start of a text, up to 8 kB, without HTML.
	 *
	 * @param mixed $text HTML; anything but a text counts as ''.
	 * @return string
	 */
	public static function to_plain_text( $text ) {
		// WordPress's own patterns are slow on long texts.
		$start = is_string( $text ) ? wp_check_invalid_utf8( substr( $text, 0, 8192 ), true ) : '';
		$text  = wp_strip_all_tags( strip_shortcodes( $start ) );
		return self::to_plain_line( html_entity_decode( $text, ENT_QUOTES, 'UTF-8' ) );
	}

	/**
	 * Cleans a long description: lines of plain text. The first one is the title; paragraphs have an empty line before
	 * them, and list items begin with "- ".
	 *
	 * @param string $text From the service or a person.
	 * @return string Without WordPress's slashes.
	 */
	public static function clean_long_text( $text ) {
		$lines = array_map( array( self::class, 'clean' ), preg_split( '/\r\n|[\n\r]/', mb_substr( wp_check_invalid_utf8( (string) $text, true ), 0, 2000, 'UTF-8' ) ) );
		return trim( preg_replace( '/\n{3,}/', "\n\n", implode( "\n", $lines ) ) );
	}

	/**
	 * Cleans the text of a suggestion in a request.
	 *
	 * @param string          $text    The text.
	 * @param WP_REST_Request $request The request, with `purpose`.
	 * @return string
	 */
	public static function clean_suggested_text( $text, $request ) {
		return self::LONG === $request['purpose'] ? self::clean_long_text( $text ) : self::clean( $text );
	}

	/**
	 * Trims a text and turns all white space inside it into plain spaces.
	 *
	 * @param string $text Any text.
	 * @return string Valid UTF-8.
	 */
	public static function tidy_spaces( $text ) {
		return trim( preg_replace( self::SPACES, ' ', self::make_valid( (string) $text ) ), ' ' );
	}

	/**
	 * A text with a replacement character for each byte that is not valid UTF-8: patterns return null for such a text.
	 *
	 * @param string $text Any text.
	 * @return string Valid UTF-8.
	 */
	private static function make_valid( $text ) {
		$is_valid = 1 === preg_match( '//u', $text );
		return $is_valid ? $text : htmlspecialchars_decode( htmlspecialchars( $text, ENT_NOQUOTES | ENT_SUBSTITUTE, 'UTF-8' ), ENT_NOQUOTES );
	}

	/**
	 * The condition that a text in the database has an MD5 from PHP's md5(). MD5() is about bytes, and a table may have another
	 * character set, such as latin1: this compares in that of the connection, in which WordPress reads.
	 *
	 * @param string $text Safe SQL: a column, or a query for one.
	 * @param string $md5  Safe SQL: a column or a placeholder.
	 * @return string Safe SQL.
	 */
	public static function md5_sql( $text, $md5 ) {
		return "CAST( $md5 AS CHAR ) = MD5( CAST( $text AS CHAR ) )";
	}

	/**
	 * The length of a text as browsers count it: in UTF-16 code units, of which an emoji has two.
	 *
	 * @param string $text UTF-8.
	 * @return int
	 */
	public static function length( $text ) {
		return mb_strlen( $text, 'UTF-8' ) + preg_match_all( '~[\x{10000}-\x{10ffff}]~u', $text );
	}

	/**
	 * A text in lower case. Without PHP's mbstring, only ASCII letters are converted.
	 *
	 * @param string $text UTF-8.
	 * @return string
	 */
	public static function lower( $text ) {
		return function_exists( 'mb_strtolower' ) ? mb_strtolower( $text, 'UTF-8' ) : strtolower( $text );
	}

	/**
	 * Normalizes a text: texts that differ only in case, spaces and final punctuation become equal.
	 *
	 * @param string $text Any text.
	 * @return string
	 */
	public static function fold( $text ) {
		$text = (string) $text;
		if ( function_exists( 'normalizer_normalize' ) ) {
			$text = (string) normalizer_normalize( self::make_valid( $text ), Normalizer::FORM_KC );
		}
		$text = preg_replace( '~ +~', ' ', self::tidy_spaces( self::lower( $text ) ) );
		return trim( preg_replace( '~(?<![ .!。！])[ .!。！]+$~uD', '', $text ), ' ' );
	}
}
