<?php
/**
 * An alternative text for an image of the media library, without a post.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Requests an alternative text for an attachment. Writes nothing, and asks for no permission: the caller has
 * checked who may do this.
 *
 * @param int                  $attachment_id The attachment.
 * @param array<string, mixed> $options       All are optional: `language` (code; by default that of the attachment),
 *                                            `context` (array with any of `blog_title`, `seo_keywords` and
 *                                            `image_context`, in the place of altscribe_attachment_context()),
 *                                            `regenerate` (the service must not respond from its cache),
 *                                            `idempotency_key` (of at most 200 characters: the same request under the
 *                                            same key costs one credit in all), `text_length` (`short` or `detailed`).
 * @return array<string, mixed>|WP_Error As altscribe_generate_alt_text() returns it.
 */
function altscribe_generate_for_attachment( $attachment_id, $options = array() ) {
	$settings = altscribe_settings();
	if ( ! altscribe_is_connected( $settings ) ) {
		return altscribe_error_not_connected();
	}
	if ( 'attachment' !== get_post_type( $attachment_id ) ) {
		return altscribe_error_image_unreadable( 'not_in_library' );
	}
	if ( altscribe_get_placeholder_image() === (int) $attachment_id ) {
		return new WP_Error( 'altscribe_placeholder', __( 'This is the placeholder for products without an image. WooCommerce has its own alt text for it.', 'altscribe' ), array( 'status' => 409 ) );
	}
	$image = altscribe_read_attachment_image( $attachment_id );
	if ( is_wp_error( $image ) ) {
		return $image;
	}
	$target  = array(
		'post_id'       => 0,
		'attachment_id' => (int) $attachment_id,
		'image_url'     => '',
	);
	$context = array_merge(
		isset( $options['context'] ) ? $options['context'] : altscribe_attachment_context( $attachment_id ),
		array(
			'language_code' => empty( $options['language'] ) ? altscribe_language( $attachment_id ) : $options['language'],
			'text_length'   => isset( $options['text_length'] ) ? $options['text_length'] : '',
		)
	);
	$context = array_filter( array_map( 'altscribe_cut_text', $context ), 'strlen' );
	$fields  = altscribe_filter_request( array_merge( $image, $context ), $target );
	$key     = empty( $options['idempotency_key'] ) ? '' : altscribe_idempotency_key( $options['idempotency_key'], $fields );
	$answer  = altscribe_generate_alt_text( $settings, $fields, ! empty( $options['regenerate'] ), $key );
	return is_wp_error( $answer ) ? $answer : altscribe_announce_alt_text( $answer, $target, $fields );
}

/**
 * The key under which a request is sent. The service refuses a key that it knows from another request, such
 * as one from before the image got a caption: that gets another key.
 *
 * @param string                $key    Of the caller.
 * @param array<string, string> $fields What is sent.
 * @return string
 */
function altscribe_idempotency_key( $key, $fields ) {
	return $key . '-' . md5( implode( "\0", $fields ) );
}
