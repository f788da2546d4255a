<?php
/**
 * Alternative texts that are copies of another language's. WPML and Polylang copy the text of an
 * attachment into each new translation of it, where nobody has translated it yet.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'altscribe_attachment_findings', 'altscribe_find_copied_text', 10, 3 );

/**
 * Adds the finding `wrong-language` to those of a text that is a copy.
 *
 * @param string[] $findings      Codes.
 * @param int      $attachment_id The attachment.
 * @param string   $text          Its alternative text.
 * @return string[]
 */
function altscribe_find_copied_text( $findings, $attachment_id, $text ) {
	if ( '' !== trim( $text ) && altscribe_is_copied_text( $attachment_id, $text ) ) {
		// Before the others: nothing else that is wrong with a text in another language matters.
		array_unshift( $findings, 'wrong-language' );
	}
	return $findings;
}

/**
 * Whether an older translation of an attachment has the same text in another language. The oldest one is
 * the original; variants of one language, such as `en_US` and `en_GB`, may share a text.
 *
 * @param int    $attachment_id The attachment.
 * @param string $text          Its alternative text.
 * @return bool
 */
function altscribe_is_copied_text( $attachment_id, $text ) {
	$older = array_filter(
		altscribe_list_translations( $attachment_id ),
		function ( $id ) use ( $attachment_id ) {
			return $id < $attachment_id;
		}
	);
	if ( ! $older ) {
		return false;
	}
	$language = altscribe_get_primary_language( altscribe_language( $attachment_id ) );
	foreach ( $older as $id ) {
		$other = trim( (string) get_post_meta( $id, '_wp_attachment_image_alt', true ) );
		if ( trim( $text ) === $other && altscribe_get_primary_language( altscribe_language( $id ) ) !== $language ) {
			return true;
		}
	}
	return false;
}

/**
 * The language of a code, without country, script and variant.
 *
 * @param string $code Such as `pt_BR` or `zh-Hans`.
 * @return string Such as `pt`.
 */
function altscribe_get_primary_language( $code ) {
	return strtolower( preg_replace( '/[_-].*$/s', '', $code ) );
}
