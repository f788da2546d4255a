<?php
/**
 * The checks of an alternative text, as shared/alt-text/ has them for the scripts.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Everything that is wrong with an alternative text, or may be, the most serious first. Cheap and the
 * same every time: no model is asked.
 *
 * @param string               $text         The text.
 * @param array<string, mixed> $surroundings `language` (code such as `de_DE`), and, each optional: `caption`, `others` (texts of
 *                                           the other images of a page), `translations` (`text` and `language` of each older
 *                                           translation of the image), `keywords` (comma-separated), `is_linked` (all
 *                                           of a link or a button), `is_decorative`.
 * @return string[] Codes, as AltTextFinding of shared/alt-text/checks.ts names them; none for a good text.
 */
function altscribe_check_alt_text( $text, $surroundings ) {
	$surroundings += array(
		'caption'       => '',
		'others'        => array(),
		'translations'  => array(),
		'keywords'      => '',
		'is_linked'     => false,
		'is_decorative' => false,
	);
	$text      = altscribe_tidy_spaces( $text );
	$language  = altscribe_match_language( $surroundings['language'] );
	$is_linked = $surroundings['is_linked'];
	if ( '' === $text ) {
		if ( $is_linked ) {
			return array( 'linked-without-text' );
		}
		return $surroundings['is_decorative'] ? array() : array( 'missing' );
	}
	$rules    = altscribe_check_rules();
	$words    = altscribe_split_words( $text, $language );
	$length   = altscribe_text_length( $text );
	$findings = array(
		// Nothing else that is wrong with a text in another language matters.
		'wrong-language'   => altscribe_is_copied_text( $text, $language, $surroundings['translations'] ),
		'refusal'          => altscribe_is_refusal( $text ),
		'wrong-script'     => altscribe_is_in_wrong_script( $text, $language ),
		'file-name'        => altscribe_matches_any( $rules['file_names'], $text ),
		'repeats-caption'  => altscribe_are_alike( $text, $surroundings['caption'] ),
		'repeats-other'    => altscribe_repeats_any( $text, $surroundings['others'] ),
		'keyword-stuffing' => altscribe_says_keyword_twice( $text, $surroundings['keywords'] ) || altscribe_is_keyword_list( $text, $language ),
		'too-long'         => $length > $rules['too_long'],
		'vague'            => altscribe_is_vague( $text, $words, $is_linked ),
		'too-short'        => count( $words ) <= ( $is_linked ? 0 : 1 ),
		'redundant-phrase' => altscribe_has_redundant_phrase( $text ),
		'long'             => $length >= $rules['long'] && $length <= $rules['too_long'],
	);
	return array_keys( array_filter( $findings ) );
}

/**
 * The rules, read once.
 *
 * @return array<string, mixed>
 */
function altscribe_check_rules() {
	static $rules = null;
	$rules        = $rules ?? require __DIR__ . '/rules.php';
	return $rules;
}

/**
 * Whether one of the patterns matches.
 *
 * @param string[] $patterns Regular expressions; '' matches nothing.
 * @param string   $text     Any text.
 * @return bool
 */
function altscribe_matches_any( $patterns, $text ) {
	foreach ( $patterns as $pattern ) {
		if ( '' !== $pattern && 1 === preg_match( $pattern, $text ) ) {
			return true;
		}
	}
	return false;
}

/**
 * Whether a text says one of the keywords twice.
 *
 * @param string $text     The text.
 * @param string $keywords Comma-separated.
 * @return bool
 */
function altscribe_says_keyword_twice( $text, $keywords ) {
	$folded = altscribe_fold_text( $text );
	foreach ( array_map( 'altscribe_fold_text', explode( ',', $keywords ) ) as $keyword ) {
		if ( altscribe_text_length( $keyword ) > 2 && substr_count( $folded, $keyword ) > 1 ) {
			return true;
		}
	}
	return false;
}

/**
 * Whether a text is like one of the others.
 *
 * @param string   $text   The text.
 * @param string[] $others Other texts.
 * @return bool
 */
function altscribe_repeats_any( $text, $others ) {
	foreach ( $others as $other ) {
		if ( altscribe_are_alike( $text, $other ) ) {
			return true;
		}
	}
	return false;
}

/**
 * Whether a text is that of an older translation, in another language. Variants of one language, such as `en_US`
 * and `en_GB`, may share a text.
 *
 * @param string                                           $text         The text.
 * @param string                                           $language     As altscribe_match_language() returns it.
 * @param array<int, array{text: string, language: string}> $translations Older translations, with any codes.
 * @return bool
 */
function altscribe_is_copied_text( $text, $language, $translations ) {
	$own = altscribe_get_primary_language( $language );
	foreach ( $translations as $translation ) {
		$other = altscribe_get_primary_language( altscribe_match_language( $translation['language'] ) );
		if ( $other !== $own && altscribe_are_alike( $text, $translation['text'] ) ) {
			return true;
		}
	}
	return false;
}
