<?php
/**
 * Checks an alternative text by its words. The same checks as in shared/alt-text.
 *
 * @package Altscribe
 */

namespace Altscribe\Checks;

use Altscribe\Core;
use IntlBreakIterator;
use Normalizer;

defined( 'ABSPATH' ) || exit;

final class Text_Checks {

	/**
	 * Finds the language for a code, like the service and the scripts: an exact match, else the code with
	 * subtags dropped from the end, else English.
	 *
	 * @param string $code Code such as `de_DE_formal`.
	 * @return string Key of `languages` in languages.php, such as `de`.
	 */
	private static function match_language( $code ) {
		$known = self::languages();
		$tag   = strtolower( str_replace( '_', '-', trim( $code ) ) );
		while ( '' !== $tag ) {
			$same = strtolower( $known['same_as'][ $tag ] ?? $tag );
			if ( isset( $known['languages'][ $same ] ) ) {
				return $same;
			}
			$tag = (string) substr( $tag, 0, (int) strrpos( $tag, '-' ) );
		}
		return 'en';
	}

	/**
	 * The rules of a language.
	 *
	 * @param string $language From self::match_language().
	 * @return array{and: string, or: string, script: string} `script`: a pattern, or '' if the script of a text is
	 *   not checked.
	 */
	public static function language_rules( $language ) {
		return self::languages()['languages'][ $language ];
	}

	/**
	 * The languages, read once.
	 *
	 * @return array{same_as: array<string, string>, languages: array<string, array<string, string>>}
	 */
	private static function languages() {
		static $languages = null;
		$languages        = $languages ?? require __DIR__ . '/languages.php';
		return $languages;
	}

	/**
	 * Whether a text has no letter of the script of its language. A few letters may be a name or a sign, and
	 * always pass.
	 *
	 * @param string $text     The text.
	 * @param string $language From self::match_language().
	 * @return bool
	 */
	private static function is_in_wrong_script( $text, $language ) {
		$script = self::language_rules( $language )['script'];
		if ( '' === $script || preg_match_all( '~\p{L}~u', $text ) < self::rules()['least_letters'] ) {
			return false;
		}
		// An older PCRE may not know the script. Then the text passes.
		return 0 === @preg_match( $script, $text ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
	}

	/**
	 * Whether two texts are equal except for case, spaces and final punctuation.
	 *
	 * @param string $one   A text.
	 * @param string $other Another.
	 * @return bool False if there is nothing but punctuation to compare.
	 */
	public static function are_alike( $one, $other ) {
		$folded = Core\Text::fold( self::cut( $one ) );
		return '' !== $folded && Core\Text::fold( self::cut( $other ) ) === $folded;
	}

	/**
	 * The words of a text. Uses dictionaries, because not every script puts spaces between words.
	 *
	 * @param string $text     UTF-8.
	 * @param string $language From self::match_language().
	 * @return string[]
	 */
	public static function split_words( $text, $language ) {
		if ( ! class_exists( 'IntlBreakIterator' ) ) {
			return self::split_words_by_script( $text );
		}
		static $iterators       = array();
		$iterators[ $language ] = $iterators[ $language ] ?? IntlBreakIterator::createWordInstance( $language );
		$iterator               = $iterators[ $language ];
		$iterator->setText( $text );
		$words = array();
		foreach ( $iterator->getPartsIterator() as $part ) {
			// Lower values are spaces and punctuation.
			if ( $iterator->getRuleStatus() >= IntlBreakIterator::WORD_NUMBER ) {
				$words[] = $part;
			}
		}
		return $words;
	}

	/**
	 * The words of a text without PHP's intl. Scripts without spaces between words are cut at their usual
	 * word length, because only a dictionary knows the real one.
	 *
	 * @param string $text UTF-8.
	 * @return string[]
	 */
	private static function split_words_by_script( $text ) {
		$words = '~\p{Han}{1,2}|\p{Hiragana}{1,3}|[\p{Katakana}ー]+|(?:[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]\p{M}*){1,4}'
			. '|[\p{L}\p{M}\p{N}_]+(?:[\'’.·][\p{L}\p{M}\p{N}_]+|(?<=\p{N}),(?=\p{N})[\p{N}]+)*~u';
		preg_match_all( $words, $text, $matches );
		return $matches[0];
	}

	/**
	 * Whether a text is a model's refusal rather than a description.
	 *
	 * @param string $text From Core\Text::tidy_spaces().
	 * @return bool
	 */
	private static function is_refusal( $text ) {
		return self::matches_any( array_column( self::rules()['phrases'], 'refusal' ), $text );
	}

	/**
	 * Whether a text begins or ends with words that only state that it describes an image.
	 *
	 * @param string $text From Core\Text::tidy_spaces().
	 * @return bool
	 */
	private static function has_redundant_phrase( $text ) {
		$rules = self::rules();
		if ( self::matches_any( array( $rules['image_at_end'] ), $text ) ) {
			return true;
		}
		foreach ( $rules['phrases'] as $phrases ) {
			$patterns = array_filter( array( $phrases['suffix'], $phrases['prefix'] ) );
			$rest     = preg_replace( $patterns, '', $text );
			if ( $rest !== $text && 1 === preg_match( '~[\p{L}\p{N}]~u', (string) $rest ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether no word of a text describes the image: "A menu", "bar chart", "insert image here".
	 *
	 * @param string   $text      The text.
	 * @param string[] $words     Its words.
	 * @param bool     $is_linked Whether the image is the only content of a link or a button, where
	 *   "Menu" is right.
	 * @return bool
	 */
	private static function is_vague( $text, $words, $is_linked ) {
		$rules = self::rules()['vague'];
		if ( 1 === preg_match( $rules['no_text'], $text ) ) {
			return true;
		}
		$nothing      = $rules['placeholders'] + $rules['kinds'];
		$nothing     += $is_linked ? $rules['link_words'] : $rules['subjects'] + $rules['requests'];
		$says_nothing = false;
		foreach ( array_map( array( Core\Text::class, 'lower' ), $words ) as $word ) {
			if ( isset( $nothing[ $word ] ) ) {
				$says_nothing = true;
			} elseif ( ! isset( $rules['fillers'][ $word ] ) && 1 !== preg_match( '~^[0-9]+$~D', $word ) ) {
				return false;
			}
		}
		return $says_nothing;
	}

	/**
	 * Finds everything that is, or may be, wrong with an alternative text, most serious first. Cheap and
	 * deterministic: it calls no model.
	 *
	 * @param string               $text         The text.
	 * @param array<string, mixed> $surroundings `language` (code such as `de_DE`). Optional: `caption`, `nearby` (plain
	 *                                           texts beside the image, as Keyword_List::find_repeated_position() takes them), `others` (texts
	 *                                           of the other images of a page), `translations` (`text` and `language` of
	 *                                           each older translation of the image), `keywords` (comma-separated),
	 *                                           `file_name` (without folders), `title` (of the image), `is_linked` (the
	 *                                           only content of a link or a button), `is_decorative`.
	 * @return string[] Codes, as AltTextFinding of shared/alt-text/checks.ts names them; none for a good text.
	 */
	public static function check( $text, $surroundings ) {
		$surroundings += array(
			'caption'       => '',
			'nearby'        => array(),
			'others'        => array(),
			'translations'  => array(),
			'keywords'      => '',
			'file_name'     => '',
			'title'         => '',
			'is_linked'     => false,
			'is_decorative' => false,
		);
		foreach ( array( 'caption', 'keywords', 'title' ) as $name ) {
			$surroundings[ $name ] = self::cut( $surroundings[ $name ] );
		}
		$surroundings['nearby']    = array_map( array( self::class, 'cut' ), $surroundings['nearby'] );
		$surroundings['file_name'] = substr( $surroundings['file_name'], -self::rules()['file_words']['longest_name'] );

		$text      = self::cut( Core\Text::tidy_spaces( $text ) );
		$language  = self::match_language( $surroundings['language'] );
		$is_linked = $surroundings['is_linked'];
		if ( '' === $text ) {
			if ( $is_linked ) {
				return array( 'linked-without-text' );
			}
			return $surroundings['is_decorative'] ? array() : array( 'missing' );
		}
		$rules    = self::rules();
		$words    = self::split_words( $text, $language );
		$length   = Core\Text::length( $text );
		$is_vague = self::is_vague( $text, $words, $is_linked );
		$is_noun  = ! $is_linked && ! $is_vague && 1 === count( $words ) && 1 === preg_match( $rules['noun'], $words[0] );
		$is_caption = self::are_alike( $text, $surroundings['caption'] );
		$findings = array(
			// If the text is in another language, other findings do not matter.
			'wrong-language'   => self::is_copied_text( $text, $language, $surroundings['translations'] ),
			'refusal'          => self::is_refusal( $text ),
			'wrong-script'     => self::is_in_wrong_script( $text, $language ),
			'file-name'        => self::is_name_of_file( $text, $language, $words, $surroundings ),
			'repeats-caption'  => $is_caption,
			'repeats-nearby'   => ! $is_linked && ! $is_caption && null !== Keyword_List::find_repeated_position( $text, $surroundings['nearby'] + array( 'caption' => $surroundings['caption'] ), $language ),
			'repeats-other'    => self::repeats_any( $text, $surroundings['others'] ),
			'keyword-stuffing' => self::repeats_keyword( $text, $surroundings['keywords'], count( $words ) ) || Keyword_List::is_keyword_list( $text, $language ),
			'too-long'         => $length > $rules['too_long'],
			'vague'            => $is_vague,
			'too-short'        => ! $is_noun && count( $words ) <= ( $is_linked ? 0 : 1 ),
			'redundant-phrase' => self::has_redundant_phrase( $text ),
			'sounds-inferred'  => self::matches_any( $rules['guesses'], (string) preg_replace( $rules['quotations'], ' ', $text ) ),
			'long'             => $length >= $rules['long'] && $length <= $rules['too_long'],
			'single-word'      => $is_noun,
		);
		return array_keys( array_filter( $findings ) );
	}

	/**
	 * The part of a text that is checked: a longer text is too long, whatever it says.
	 *
	 * @param string $text UTF-8.
	 * @return string
	 */
	private static function cut( $text ) {
		$length = self::rules()['longest_read'];
		return strlen( $text ) > $length ? mb_substr( $text, 0, $length, 'UTF-8' ) : $text;
	}

	/**
	 * The findings that are faults: a text with only hints is good.
	 *
	 * @param string[] $findings From self::check().
	 * @return string[]
	 */
	public static function list_faults( $findings ) {
		return array_diff( $findings, array_keys( self::rules()['hints'] ) );
	}

	/**
	 * The rules, read once.
	 *
	 * @return array<string, mixed>
	 */
	public static function rules() {
		static $rules = null;
		$rules        = $rules ?? require __DIR__ . '/rules.php';
		return $rules;
	}

	/**
	 * The version of the checks. A text that was checked by another one has to be checked again.
	 *
	 * @return string
	 */
	public static function version() {
		return require __DIR__ . '/version.php';
	}

	/**
	 * Whether one of the patterns matches a text.
	 *
	 * @param string[] $patterns Regular expressions; '' matches nothing.
	 * @param string   $text     Any text.
	 * @return bool
	 */
	private static function matches_any( $patterns, $text ) {
		foreach ( $patterns as $pattern ) {
			if ( '' !== $pattern && 1 === preg_match( $pattern, $text ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether a text repeats one of the keywords.
	 *
	 * @param string $text     The text.
	 * @param string $keywords Comma-separated.
	 * @param int    $words    Number of words of the text.
	 * @return bool
	 */
	private static function repeats_keyword( $text, $keywords, $words ) {
		$folded = Core\Text::fold( $text );
		foreach ( array_map( array( Core\Text::class, 'fold' ), explode( ',', $keywords ) ) as $keyword ) {
			$times = Core\Text::length( $keyword ) > 2 ? substr_count( $folded, $keyword ) : 0;
			if ( $times > 1 && Keyword_List::is_dense( $times, $words ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether a text is equal to one of the others, by self::are_alike().
	 *
	 * @param string   $text   The text.
	 * @param string[] $others Other texts.
	 * @return bool
	 */
	private static function repeats_any( $text, $others ) {
		foreach ( $others as $other ) {
			if ( self::are_alike( $text, $other ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether a text is copied from an older translation in another language. Variants of one language, such as
	 * `en_US` and `en_GB`, may share a text.
	 *
	 * @param string                                           $text         The text.
	 * @param string                                           $language     From self::match_language().
	 * @param array<int, array{text: string, language: string}> $translations Older translations, with any codes.
	 * @return bool
	 */
	private static function is_copied_text( $text, $language, $translations ) {
		$own = Core\Languages::primary( $language );
		foreach ( $translations as $translation ) {
			$other = Core\Languages::primary( self::match_language( $translation['language'] ) );
			if ( $other !== $own && self::are_alike( $text, $translation['text'] ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether a text looks like the name of a file, or consists of the words of the image's own name. A single
	 * ordinary word is not a name: an image of a windmill may be called `windmill.jpg`.
	 *
	 * @param string               $text         From Core\Text::tidy_spaces().
	 * @param string               $language     From self::match_language().
	 * @param string[]             $words        The words of the text.
	 * @param array<string, mixed> $surroundings `file_name`, without folders; `title`.
	 * @return bool
	 */
	private static function is_name_of_file( $text, $language, $words, $surroundings ) {
		$rules = self::rules();
		if ( self::matches_any( $rules['file_names'], $text ) ) {
			return true;
		}
		$rules = $rules['file_words'];
		$own   = self::compact( $text );
		if ( '' === $own || ( count( $words ) < 2 && 1 !== preg_match( $rules['several_in_one'], $text ) ) ) {
			return false;
		}
		$name  = (string) preg_replace( '~\.[a-z0-9]{2,5}$~iD', '', Core\Text::tidy_spaces( $surroundings['file_name'] ) );
		$title = Core\Text::tidy_spaces( $surroundings['title'] );
		$names = count( self::split_words( $title, $language ) ) <= $rules['longest_title'] ? array( $title ) : array();
		do {
			$names[] = $name;
			$longer  = $name;
			$name    = (string) preg_replace( $rules['suffix'], '', $name );
		} while ( $name !== $longer );
		return in_array( $own, array_map( array( self::class, 'compact' ), $names ), true );
	}

	/**
	 * The letters and digits of a text, without case and accents.
	 *
	 * @param string $text UTF-8.
	 * @return string
	 */
	private static function compact( $text ) {
		$text = Core\Text::lower( $text );
		if ( function_exists( 'normalizer_normalize' ) ) {
			$text = (string) normalizer_normalize( $text, Normalizer::FORM_KD );
		} elseif ( function_exists( 'remove_accents' ) ) {
			$text = remove_accents( $text );
		}
		$text    = (string) preg_replace( '~[^\p{L}\p{N}]~u', '', $text );
		$letters = self::rules()['file_words']['plain_letters'];
		return str_replace( array_keys( $letters ), array_values( $letters ), $text );
	}
}
