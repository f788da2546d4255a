<?php
/**
 * What the checks know of the language of a text.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The language that a code asks for, as the service and the scripts find it: the exact one, else the same
 * with subtags dropped from the end, else English.
 *
 * @param string $code Code such as `de_DE_formal`.
 * @return string Key of `languages` in languages.php, such as `de`.
 */
function altscribe_match_language( $code ) {
	$known = altscribe_languages();
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
 * The language of a code, without country, script and variant.
 *
 * @param string $code Such as `pt_BR` or `zh-Hans`.
 * @return string Such as `pt`.
 */
function altscribe_get_primary_language( $code ) {
	return strtolower( preg_replace( '/[_-].*$/s', '', $code ) );
}

/**
 * The rules of a language.
 *
 * @param string $language As altscribe_match_language() returns it.
 * @return array{and: string, or: string, script: string} `script`: a pattern, or '' if no text is in the wrong one.
 */
function altscribe_language_rules( $language ) {
	return altscribe_languages()['languages'][ $language ];
}

/**
 * The languages, read once.
 *
 * @return array{same_as: array<string, string>, languages: array<string, array<string, string>>}
 */
function altscribe_languages() {
	static $languages = null;
	$languages        = $languages ?? require __DIR__ . '/languages.php';
	return $languages;
}

/**
 * Whether a text has no letter of the script that its language is written in. A few letters may be a name
 * or a sign, and are never judged.
 *
 * @param string $text     The text.
 * @param string $language As altscribe_match_language() returns it.
 * @return bool
 */
function altscribe_is_in_wrong_script( $text, $language ) {
	$script = altscribe_language_rules( $language )['script'];
	if ( '' === $script || preg_match_all( '~\p{L}~u', $text ) < altscribe_check_rules()['least_letters'] ) {
		return false;
	}
	// An older PCRE may not know the script; what cannot be judged is not wrong.
	return 0 === @preg_match( $script, $text ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
}
