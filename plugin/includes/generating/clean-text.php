<?php
/**
 * Alternative texts on their way into the database. `sanitize_text_field()` is for search forms: it makes
 * `&lt;` of a `<`, and `50` of `50%af`.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Scripts, style sheets, and tags with attributes. `<b>` may be a word of a text: on a keyboard, or in a manual. */
const ALTSCRIBE_ACTIVE_MARKUP = '~<(?:/?(?:script|style)\b[^<>]*|[a-z][^<>]*=[^<>]*)>?~i';

/** Control characters and line breaks, of which those of right-to-left text and of emoji are none. */
const ALTSCRIBE_BREAKS = '~[\x00-\x20\x7f\x{80}-\x{9f}\x{2028}\x{2029}]+~u';

add_filter( 'rest_endpoints', 'altscribe_clean_alt_text_of_media_route' );
add_action( 'rest_after_insert_attachment', 'altscribe_keep_backslashes', 10, 2 );

/**
 * A finished alternative text: one line of plain text, and else exactly what was written. Whoever prints it has to
 * escape it, as WordPress does.
 *
 * @param string $text As a model, a person or a file has it.
 * @return string Valid UTF-8. Expects and returns a text without WordPress's slashes.
 */
function altscribe_clean_text( $text ) {
	$text = trim( (string) preg_replace( ALTSCRIBE_BREAKS, ' ', wp_check_invalid_utf8( (string) $text, true ) ) );
	// Themes that do not escape rely on it that no script is in a text. What is removed may leave another one.
	do {
		$before = $text;
		$text   = trim( (string) preg_replace( ALTSCRIBE_ACTIVE_MARKUP, '', $text ) );
	} while ( $text !== $before );
	return $text;
}

/**
 * Has WordPress's own route for attachments, to which the editor saves, keep a text as it was written.
 *
 * @param array<string, array<int|string, mixed>> $endpoints Handlers by route.
 * @return array<string, array<int|string, mixed>>
 */
function altscribe_clean_alt_text_of_media_route( $endpoints ) {
	foreach ( $endpoints['/wp/v2/media/(?P<id>[\d]+)'] ?? array() as $key => $handler ) {
		if ( is_array( $handler ) && isset( $handler['args']['alt_text'] ) ) {
			$endpoints['/wp/v2/media/(?P<id>[\d]+)'][ $key ]['args']['alt_text']['sanitize_callback'] = 'altscribe_clean_text';
		}
	}
	return $endpoints;
}

/**
 * Writes a text again from which WordPress's route has removed the backslashes.
 *
 * @param WP_Post         $attachment The attachment.
 * @param WP_REST_Request $request    The request.
 */
function altscribe_keep_backslashes( $attachment, $request ) {
	$text = $request['alt_text'];
	if ( is_string( $text ) && false !== strpos( $text, '\\' ) && wp_unslash( $text ) === altscribe_get_attachment_alt_text( $attachment->ID ) ) {
		update_post_meta( $attachment->ID, ALTSCRIBE_ALT_TEXT_KEY, wp_slash( $text ) );
	}
}
