<?php
/**
 * Detects alternative texts that are a list of keywords, or that repeat the texts beside the image, in any language.
 *
 * @package Altscribe
 */

namespace Altscribe\Checks;

use Altscribe\Core;
use Normalizer;

defined( 'ABSPATH' ) || exit;

final class Keyword_List {

	/**
	 * Whether a text consists of keywords, or has a list of them after a dash.
	 *
	 * @param string $text     From Core\Text::tidy_spaces().
	 * @param string $language From Text_Checks::match_language().
	 * @return bool
	 */
	public static function is_keyword_list( $text, $language ) {
		$rules = Text_Checks::rules()['keyword_list'];
		if ( 1 === preg_match( $rules['label'], $text ) || preg_match_all( $rules['hashtag'], $text ) > 1 ) {
			return true;
		}
		$behind_dash = implode( ', ', array_slice( preg_split( $rules['dash'], $text ), 1 ) );
		return self::is_list( $text, $language, 4 )
			|| self::is_list( $behind_dash, $language, 3 )
			|| self::repeats_word_pair( $text );
	}

	/**
	 * Whether most parts of a text are short, or all of them share a word, without an "and" or "or" before the
	 * last part as in a sentence.
	 *
	 * @param string $text     The text.
	 * @param string $language From Text_Checks::match_language().
	 * @param int    $least    Number of short parts that make a list; if two share a word, three are
	 *   enough.
	 * @return bool
	 */
	private static function is_list( $text, $language, $least ) {
		$rules           = Text_Checks::rules()['keyword_list'];
		$has_introduction = 1 === preg_match( $rules['introducing'], $text, $introduction );
		$parts           = preg_split( $rules['separators'], $has_introduction ? substr( $text, strlen( $introduction[0] ) ) : $text );
		if ( $has_introduction ) {
			array_unshift( $parts, $introduction[0] );
		}
		$count = count( $parts );
		if ( $count < 3 || self::is_joined( $parts[ $count - 1 ], $language ) ) {
			return false;
		}
		$sharing = self::count_parts_sharing_a_word( $parts );
		$are_short = true;
		foreach ( $parts as $part ) {
			$are_short = $are_short && count( Text_Checks::split_words( $part, $language ) ) <= $rules['longest_part'];
		}
		if ( $sharing === $count && $are_short ) {
			return true;
		}
		$repeats    = $sharing > 1;
		$has_commas = 1 === preg_match( $rules['commas'], $text );
		// A list after a colon has a purpose, and a few names only say who or where it is.
		$are_names = $has_commas && $count < 5 && count( preg_grep( '~^ *\p{Lu}~u', $parts ) ) === $count;
		if ( ! $repeats && ( $has_introduction || $are_names ) ) {
			return false;
		}
		$longest = $repeats || $count > 5 ? 3 : 2;
		$short   = 0;
		foreach ( $parts as $part ) {
			$short += self::is_short_part( $part, $language, $longest ) ? 1 : 0;
		}
		return $short >= ( $repeats || ! $has_commas ? 3 : $least ) && $short >= $count * 0.75;
	}

	/**
	 * How many parts contain the most frequent word. Articles do not count: they have at most three
	 * letters, except in German.
	 *
	 * @param string[] $parts Parts of a list.
	 * @return int
	 */
	private static function count_parts_sharing_a_word( $parts ) {
		$long_article = Text_Checks::rules()['keyword_list']['long_article'];
		$counts       = array( 0 );
		foreach ( $parts as $part ) {
			foreach ( array_unique( self::list_words_between_spaces( $part ) ) as $word ) {
				if ( Core\Text::length( $word ) > 3 && 1 !== preg_match( $long_article, $word ) ) {
					$counts[ $word ] = ( $counts[ $word ] ?? 0 ) + 1;
				}
			}
		}
		return max( $counts );
	}

	/**
	 * Whether a part is a keyword: few words, and in English no phrase. A year is not a keyword.
	 *
	 * @param string $part     Part of a list.
	 * @param string $language From Text_Checks::match_language().
	 * @param int    $longest  The most words, in languages other than English.
	 * @return bool
	 */
	private static function is_short_part( $part, $language, $longest ) {
		$words = Text_Checks::split_words( $part, $language );
		if ( ! $words || 1 === preg_match( '~\p{N}~u', $part ) ) {
			return false;
		}
		if ( 1 !== preg_match( '~^en(?:-|$)~', $language ) ) {
			return count( $words ) <= $longest;
		}
		return count( $words ) <= 3 && ! preg_grep( Text_Checks::rules()['keyword_list']['joining'], $words );
	}

	/**
	 * Whether the last part of a list contains the language's "and" or "or".
	 *
	 * @param string $part     The last part.
	 * @param string $language From Text_Checks::match_language().
	 * @return bool
	 */
	private static function is_joined( $part, $language ) {
		$rules = Text_Checks::language_rules( $language );
		return false !== strpos( " $part", $rules['and'] ) || false !== strpos( " $part", $rules['or'] );
	}

	/**
	 * Whether the same two long words appear together three times, which only long texts do.
	 *
	 * @param string $text The text.
	 * @return bool
	 */
	private static function repeats_word_pair( $text ) {
		$before = '';
		$counts = array( 0 );
		$words  = self::list_words_between_spaces( $text );
		foreach ( $words as $word ) {
			if ( min( Core\Text::length( $before ), Core\Text::length( $word ) ) > 3 ) {
				$counts[ "$before $word" ] = ( $counts[ "$before $word" ] ?? 0 ) + 1;
			}
			$before = $word;
		}
		return max( $counts ) >= 3 && self::is_dense( max( $counts ), count( $words ) );
	}

	/**
	 * Whether something occurs so often among the words of a text that it seems repeated for its own sake.
	 *
	 * @param int $times How often it occurs.
	 * @param int $words Number of words of the text.
	 * @return bool
	 */
	public static function is_dense( $times, $words ) {
		return $times * Text_Checks::rules()['keyword_list']['words_per_repetition'] >= $words;
	}

	/**
	 * The words of a text in lower case, for scripts that put spaces between words.
	 *
	 * @param string $text Any text.
	 * @return string[]
	 */
	private static function list_words_between_spaces( $text ) {
		preg_match_all( '~[\p{L}\p{M}]+~u', Core\Text::lower( $text ), $matches );
		return $matches[0];
	}

	/**
	 * Where the words of a text already appear.
	 *
	 * @param string                $text     The text.
	 * @param array<string, string> $nearby   Plain texts beside the image. All are optional: `caption`, `link` (the other
	 *                                        words of its link), `around`, `before` and `after`.
	 * @param string                $language From Text_Checks::match_language().
	 * @return string|null Key of one of them; null if the text adds something.
	 */
	public static function find_repeated_position( $text, $nearby, $language ) {
		$rules = Text_Checks::rules()['nearby'];
		$words = self::list_meaningful_words( $text, $language );
		if ( count( $words ) < $rules['least_words'] ) {
			return null;
		}
		foreach ( $rules['places'] as $place ) {
			$shared = array_intersect( $words, self::list_meaningful_words( $nearby[ $place ] ?? '', $language ) );
			if ( count( $shared ) >= count( $words ) * $rules['share'] ) {
				return $place;
			}
		}
		return null;
	}

	/**
	 * The words of a text that carry meaning: long ones, and those of scripts with short words.
	 *
	 * @param string $text     Any text.
	 * @param string $language From Text_Checks::match_language().
	 * @return string[] In lower case, each once.
	 */
	private static function list_meaningful_words( $text, $language ) {
		$rules = Text_Checks::rules()['nearby'];
		$text  = function_exists( 'normalizer_normalize' ) ? (string) normalizer_normalize( $text, Normalizer::FORM_KC ) : $text;
		$words = Text_Checks::split_words( Core\Text::lower( $text ), $language );
		$words = array_filter(
			$words,
			function ( $word ) use ( $rules ) {
				return Core\Text::length( $word ) >= $rules['least_letters'] || 1 === preg_match( $rules['short_words'], $word ) || 1 === preg_match( '~^[0-9]~', $word );
			}
		);
		return array_values( array_unique( $words ) );
	}
}
