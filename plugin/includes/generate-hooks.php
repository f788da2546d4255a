<?php
/**
 * The hooks around the generation of an alternative text; docs/hooks.md describes all hooks.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Lets other plugins change what is sent to the service.
 *
 * @param array<string, string> $fields By the field names of the service.
 * @param array<string, mixed>  $target As altscribe_get_target() returns it.
 * @return array<string, string>
 */
function altscribe_filter_request( $fields, $target ) {
	/**
	 * Filters what is sent to the service.
	 *
	 * @param array<string, string> $fields `image_file` (data URI) or `image_url`, `language_code`, and those of `blog_title`,
	 *                                      `seo_keywords`, `image_context` and `text_length` (`short` or `detailed`) that are
	 *                                      not empty.
	 * @param array<string, mixed>  $target `post_id`, `attachment_id` (0 for other images), `image_url` ('' if unknown).
	 */
	$filtered = apply_filters( 'altscribe_request', $fields, $target );
	return is_array( $filtered ) ? array_filter( $filtered, 'is_string' ) : $fields;
}

/**
 * Lets other plugins change an alternative text, then tells them of it.
 *
 * @param array<string, mixed>  $answer As altscribe_generate_alt_text() returns it.
 * @param array<string, mixed>  $target As altscribe_get_target() returns it.
 * @param array<string, string> $fields What was sent to the service.
 * @return array<string, mixed> The answer with the final text.
 */
function altscribe_announce_alt_text( $answer, $target, $fields ) {
	$context = array_diff_key( $fields, array_flip( array( 'image_file', 'image_url' ) ) );
	/**
	 * Filters an alternative text that came from the service.
	 *
	 * @param string                $text    Plain text.
	 * @param array<string, mixed>  $target  As for `altscribe_request`.
	 * @param array<string, string> $context What was sent with the image.
	 */
	$text = apply_filters( 'altscribe_alt_text', $answer['alt_text'], $target, $context );

	$answer['alt_text'] = altscribe_clean_text( is_string( $text ) ? $text : $answer['alt_text'] );
	/**
	 * Fires after an alternative text was generated. The editor may still drop it or offer it as a suggestion.
	 *
	 * @param string                $text    Plain text.
	 * @param array<string, mixed>  $target  As for `altscribe_request`.
	 * @param array<string, string> $context What was sent with the image.
	 */
	do_action( 'altscribe_generated', $answer['alt_text'], $target, $context );
	return $answer;
}
