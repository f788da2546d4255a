<?php
/**
 * Words, letters and spaces of texts in any language, as the scripts see them.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** What JavaScript takes for white space. */
const ALTSCRIBE_SPACES = '~[\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]~u';

/**
 * A text without white space at its ends, and with plain spaces inside.
 *
 * @param string $text Any text.
 * @return string '' if it is no UTF-8.
 */
function altscribe_tidy_spaces( $text ) {
	return trim( (string) preg_replace( ALTSCRIBE_SPACES, ' ', (string) $text ), ' ' );
}

/**
 * The length of a text as browsers count it: in UTF-16 code units, of which an emoji has two.
 *
 * @param string $text UTF-8.
 * @return int
 */
function altscribe_text_length( $text ) {
	return mb_strlen( $text, 'UTF-8' ) + preg_match_all( '~[\x{10000}-\x{10ffff}]~u', $text );
}

/**
 * A text in small letters. Without PHP's mbstring, only those of ASCII become small.
 *
 * @param string $text UTF-8.
 * @return string
 */
function altscribe_lower( $text ) {
	return function_exists( 'mb_strtolower' ) ? mb_strtolower( $text, 'UTF-8' ) : strtolower( $text );
}

/**
 * The same for all texts that differ only in case, spaces and the punctuation at the end.
 *
 * @param string $text Any text.
 * @return string
 */
function altscribe_fold_text( $text ) {
	$text = (string) $text;
	if ( function_exists( 'normalizer_normalize' ) ) {
		$text = (string) normalizer_normalize( $text, Normalizer::FORM_KC );
	}
	$text = preg_replace( '~ +~', ' ', (string) preg_replace( ALTSCRIBE_SPACES, ' ', altscribe_lower( $text ) ) );
	return trim( (string) preg_replace( '~[ .!。！]+$~uD', '', $text ), ' ' );
}

/**
 * Whether two texts are the same but for case, spaces and the punctuation at the end.
 *
 * @param string $one   A text.
 * @param string $other Another.
 * @return bool False where there is nothing but punctuation to compare.
 */
function altscribe_are_alike( $one, $other ) {
	$folded = altscribe_fold_text( $one );
	return '' !== $folded && altscribe_fold_text( $other ) === $folded;
}

/**
 * The words of a text as dictionaries have them: not every script puts spaces between them.
 *
 * @param string $text     UTF-8.
 * @param string $language As altscribe_match_language() returns it.
 * @return string[]
 */
function altscribe_split_words( $text, $language ) {
	if ( ! class_exists( 'IntlBreakIterator' ) ) {
		return altscribe_split_words_by_script( $text );
	}
	static $iterators       = array();
	$iterators[ $language ] = $iterators[ $language ] ?? IntlBreakIterator::createWordInstance( $language );
	$iterator               = $iterators[ $language ];
	$iterator->setText( $text );
	$words = array();
	foreach ( $iterator->getPartsIterator() as $part ) {
		// Below are spaces and punctuation.
		if ( $iterator->getRuleStatus() >= IntlBreakIterator::WORD_NUMBER ) {
			$words[] = $part;
		}
	}
	return $words;
}

/**
 * The words of a text where PHP's intl is missing. Scripts without spaces between words are cut by their
 * usual lengths, since only a dictionary would know.
 *
 * @param string $text UTF-8.
 * @return string[]
 */
function altscribe_split_words_by_script( $text ) {
	$words = '~\p{Han}{1,2}|\p{Hiragana}{1,3}|[\p{Katakana}ー]+|(?:[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]\p{M}*){1,4}'
		. '|[\p{L}\p{M}\p{N}_]+(?:[\'’.·][\p{L}\p{M}\p{N}_]+|(?<=\p{N}),(?=\p{N})[\p{N}]+)*~u';
	preg_match_all( $words, $text, $matches );
	return $matches[0];
}
