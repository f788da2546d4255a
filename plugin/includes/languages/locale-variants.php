<?php
/**
 * Translations for regional variants: users of `de_DE_formal`, `de_AT` or `es_MX` get the texts of
 * `de_DE` or `es_ES`. These avoid "du" and "tú", so they suit all variants.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'load_translation_file', 'altscribe_find_translation_file', 10, 2 );
add_filter( 'load_script_translation_file', 'altscribe_find_script_translation_file', 10, 3 );

/**
 * The translation file to load for PHP.
 *
 * @param string $file   The path that WordPress found.
 * @param string $domain Text domain.
 * @return string
 */
function altscribe_find_translation_file( $file, $domain ) {
	return 'altscribe' === $domain ? altscribe_find_variant( $file ) : $file;
}

/**
 * The translation file to load for a script.
 *
 * @param string|false $file   The path that WordPress found.
 * @param string       $handle Name of the script.
 * @param string       $domain Text domain.
 * @return string|false
 */
function altscribe_find_script_translation_file( $file, $handle, $domain ) {
	return 'altscribe' === $domain && $file ? altscribe_find_variant( $file ) : $file;
}

/**
 * The same file, or the file of the language's main locale if the variant has none.
 *
 * @param string $file Path.
 * @return string
 */
function altscribe_find_variant( $file ) {
	if ( is_readable( $file ) ) {
		return $file;
	}
	$other = preg_replace(
		array( '/altscribe-de_\w+/', '/altscribe-es_\w+/' ),
		array( 'altscribe-de_DE', 'altscribe-es_ES' ),
		$file
	);
	return is_readable( $other ) ? $other : $file;
}
