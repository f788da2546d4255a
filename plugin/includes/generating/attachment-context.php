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
		'blog_title'    => $parent && 'auto-draft' !== $parent->post_status ? altscribe_drop_placeholder_title( $parent->post_title ) : '',
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
 * A title, unless it is the one that WordPress and WooCommerce give to what has none yet.
 *
 * @param string $title Any title.
 * @return string
 */
function altscribe_drop_placeholder_title( $title ) {
	// phpcs:ignore WordPress.WP.I18n.MissingArgDomain -- WordPress's own string.
	return in_array( strtolower( trim( $title ) ), array( 'auto draft', 'auto-draft', strtolower( __( 'Auto Draft' ) ) ), true ) ? '' : $title;
}

/**
 * Whether the title of an attachment is only the name of its file, as WordPress sets it on upload, or that of
 * a camera. Such a title says nothing of the image.
 *
 * @param int $attachment_id Id of an attachment.
 * @return bool
 */
function altscribe_is_file_title( $attachment_id ) {
	$title = get_post( $attachment_id )->post_title;
	return altscribe_is_file_name( $attachment_id, $title )
		|| 1 === preg_match( '/^(?:img|dsc|dscn|dscf|pxl|screenshot|image|photo|picture|bild|foto|imagen|unnamed)?[-\d]*$/D', altscribe_spell_as_file( $title ) );
}

/**
 * Whether a text is only the name of the file of an attachment, however it is spelled: "harbour-boats.jpg" or
 * "Harbour Boats".
 *
 * @param int    $attachment_id Id of an attachment.
 * @param string $text          A text, such as a title.
 * @return bool
 */
function altscribe_is_file_name( $attachment_id, $text ) {
	$file = (string) get_post_meta( $attachment_id, '_wp_attached_file', true );
	$end  = preg_quote( pathinfo( $file, PATHINFO_EXTENSION ), '/' );
	$text = altscribe_spell_as_file( preg_replace( "/\\.$end$/iD", '', trim( $text ) ) );
	$file = altscribe_spell_as_file( pathinfo( $file, PATHINFO_FILENAME ) );
	// The name may have got a number, and the mark of a smaller version, after the text was made of it.
	$whole = preg_replace( '/-(?:scaled|rotated|e\d{10,})$/D', '', $file );
	return '' !== $text && in_array( $text, array( $file, $whole, preg_replace( '/-\d{1,3}$/D', '', $whole ) ), true );
}

/**
 * A text as the name of a file would spell it.
 *
 * @param string $text Any text.
 * @return string
 */
function altscribe_spell_as_file( $text ) {
	return trim( preg_replace( '/[-_]+/', '-', sanitize_title( $text ) ), '-' );
}
