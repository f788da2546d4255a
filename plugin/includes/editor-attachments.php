<?php
/**
 * What the editor knows, without a request, of the images of the media library that a post uses.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The images that a post uses: in its blocks, in its texts, and as its featured image.
 *
 * @param WP_Post|null $post The post, as it is stored.
 * @return array<int, array{alt: string, url: string, file: string, canEdit: bool, isDecorative: bool, language: string, olderTexts: array}>
 *         By id. `file` is relative to the folder of uploads.
 */
function altscribe_editor_attachments( $post ) {
	if ( ! $post ) {
		return array();
	}
	$ids = altscribe_list_attachment_ids( $post->post_content );
	array_unshift( $ids, (int) get_post_thumbnail_id( $post ) );
	$ids = array_unique( array_filter( $ids ) );
	// One query for all of them.
	_prime_post_caches( $ids, false, true );
	$attachments = array();
	foreach ( $ids as $id ) {
		if ( wp_attachment_is_image( $id ) && current_user_can( 'read_post', $id ) ) {
			$attachments[ $id ] = array(
				'alt'          => (string) get_post_meta( $id, '_wp_attachment_image_alt', true ),
				'url'          => (string) wp_get_attachment_image_url( $id, 'large' ),
				'file'         => (string) get_post_meta( $id, '_wp_attached_file', true ),
				'canEdit'      => current_user_can( 'edit_post', $id ),
				'isDecorative' => (bool) get_post_meta( $id, ALTSCRIBE_DECORATIVE_KEY, true ),
				'language'     => altscribe_language( $id ),
				'olderTexts'   => altscribe_list_older_texts( $id ),
			);
		}
	}
	return $attachments;
}

/**
 * The ids that a content may mean attachments by: in the class of an image, in the attributes of a
 * block, or in the shortcode of a gallery. Some of them may be of something else.
 *
 * @param string $content Content of a post.
 * @return int[]
 */
function altscribe_list_attachment_ids( $content ) {
	preg_match_all( '/\bwp-image-(\d+)|"(?:id|mediaId)":(\d+)/', $content, $matches );
	$ids = array_map( 'max', $matches[1], $matches[2] );
	preg_match_all( '/\[gallery[^\]]*\b(?:ids|include)=["\']?([\d,\s]+)/', $content, $galleries );
	return array_map( 'intval', array_merge( $ids, wp_parse_list( implode( ',', $galleries[1] ) ) ) );
}
