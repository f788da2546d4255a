<?php
/**
 * What is known of an image of the media library itself, for texts that are not for one post.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The context of an attachment: the title of the post that it was uploaded to, and its own title, caption
 * and description. The text of the post is not part of it: the image may be used elsewhere, too.
 *
 * @param int $attachment_id Id of an attachment.
 * @return array<string, string> `blog_title`, `seo_keywords` and `image_context`, of which some may be ''.
 */
function altscribe_attachment_context( $attachment_id ) {
	$attachment = get_post( $attachment_id );
	$parent     = $attachment && $attachment->post_parent ? get_post( $attachment->post_parent ) : null;
	$own        = array(
		altscribe_is_file_title( $attachment_id ) ? '' : (string) $attachment->post_title,
		(string) $attachment->post_excerpt,
		(string) $attachment->post_content,
	);
	$context    = array(
		'blog_title'    => $parent ? $parent->post_title : '',
		'seo_keywords'  => '',
		'image_context' => implode( "\n", array_unique( array_filter( array_map( 'wp_strip_all_tags', $own ), 'strlen' ) ) ),
	);
	/**
	 * Filters the context of an attachment, for texts that are not for one post.
	 *
	 * @param array<string, string> $context       `blog_title` (of what the image belongs to), `seo_keywords` and
	 *                                             `image_context`, each '' if there is none.
	 * @param int                   $attachment_id The attachment.
	 */
	$filtered = apply_filters( 'altscribe_attachment_context', $context, $attachment_id );
	return is_array( $filtered ) ? array_filter( array_intersect_key( $filtered, $context ), 'is_string' ) : $context;
}

/**
 * Whether the title of an attachment is only the name of its file, as WordPress sets it on upload, or that of
 * a camera. Such a title says nothing of the image.
 *
 * @param int $attachment_id Id of an attachment.
 * @return bool
 */
function altscribe_is_file_title( $attachment_id ) {
	$title = sanitize_title( get_post( $attachment_id )->post_title );
	$file  = pathinfo( (string) get_post_meta( $attachment_id, '_wp_attached_file', true ), PATHINFO_FILENAME );
	// The name may have got a number, or the mark of a smaller version, after the title was set.
	$name = preg_replace( '/-(?:\d{1,3}|scaled|rotated|e\d{10,})$/', '', sanitize_title( $file ) );
	return '' === $title || in_array( $title, array( $name, sanitize_title( $file ) ), true )
		|| 1 === preg_match( '/^(?:img|dsc|dscn|dscf|pxl|screenshot|image|photo|picture|bild|foto|imagen|unnamed)?[-_\d]*$/', $title );
}
