<?php
/**
 * Detects alternative texts that are the name of the file, by the same rules as the scripts.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whether a text looks like the name of a file, or consists of the words of the image's own name. A single
 * ordinary word is not a name: an image of a windmill may be called `windmill.jpg`.
 *
 * @param string               $text         From altscribe_tidy_spaces().
 * @param string               $language     From altscribe_match_language().
 * @param string[]             $words        The words of the text.
 * @param array<string, mixed> $surroundings `file_name`, without folders; `title`.
 * @return bool
 */
function altscribe_is_name_of_file( $text, $language, $words, $surroundings ) {
	$rules = altscribe_check_rules();
	if ( altscribe_matches_any( $rules['file_names'], $text ) ) {
		return true;
	}
	$rules = $rules['file_words'];
	$own   = altscribe_compact( $text );
	if ( '' === $own || ( count( $words ) < 2 && 1 !== preg_match( $rules['several_in_one'], $text ) ) ) {
		return false;
	}
	$name  = (string) preg_replace( '~\.[a-z0-9]{2,5}$~iD', '', altscribe_tidy_spaces( $surroundings['file_name'] ) );
	$title = altscribe_tidy_spaces( $surroundings['title'] );
	$names = count( altscribe_split_words( $title, $language ) ) <= $rules['longest_title'] ? array( $title ) : array();
	do {
		$names[] = $name;
		$longer  = $name;
		$name    = (string) preg_replace( $rules['suffix'], '', $name );
	} while ( $name !== $longer );
	return in_array( $own, array_map( 'altscribe_compact', $names ), true );
}

/**
 * The letters and digits of a text, without case and accents.
 *
 * @param string $text UTF-8.
 * @return string
 */
function altscribe_compact( $text ) {
	$text = altscribe_lower( $text );
	if ( function_exists( 'normalizer_normalize' ) ) {
		$text = (string) normalizer_normalize( $text, Normalizer::FORM_KD );
	} elseif ( function_exists( 'remove_accents' ) ) {
		$text = remove_accents( $text );
	}
	$text    = (string) preg_replace( '~[^\p{L}\p{N}]~u', '', $text );
	$letters = altscribe_check_rules()['file_words']['plain_letters'];
	return str_replace( array_keys( $letters ), array_values( $letters ), $text );
}
