<?php
/**
 * Phrases that a good alternative text does without.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whether a text is a model's refusal rather than a description.
 *
 * @param string $text As altscribe_tidy_spaces() returns it.
 * @return bool
 */
function altscribe_is_refusal( $text ) {
	return altscribe_matches_any( array_column( altscribe_check_rules()['phrases'], 'refusal' ), $text );
}

/**
 * Whether a text begins or ends with words that only say that it is of an image.
 *
 * @param string $text As altscribe_tidy_spaces() returns it.
 * @return bool
 */
function altscribe_has_redundant_phrase( $text ) {
	$rules = altscribe_check_rules();
	if ( altscribe_matches_any( array( $rules['image_at_end'] ), $text ) ) {
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
 * Whether no word of a text tells what is in the image: "A menu", "bar chart", "insert image here".
 *
 * @param string   $text      The text.
 * @param string[] $words     Its words.
 * @param bool     $is_linked Whether the image is all of a link or a button, where "Menu" is right.
 * @return bool
 */
function altscribe_is_vague( $text, $words, $is_linked ) {
	$rules = altscribe_check_rules()['vague'];
	if ( 1 === preg_match( $rules['no_text'], $text ) ) {
		return true;
	}
	$nothing      = $rules['placeholders'] + $rules['kinds'];
	$nothing     += $is_linked ? $rules['link_words'] : $rules['subjects'] + $rules['requests'];
	$says_nothing = false;
	foreach ( array_map( 'altscribe_lower', $words ) as $word ) {
		if ( isset( $nothing[ $word ] ) ) {
			$says_nothing = true;
		} elseif ( ! isset( $rules['fillers'][ $word ] ) && 1 !== preg_match( '~^[0-9]+$~D', $word ) ) {
			return false;
		}
	}
	return $says_nothing;
}
