<?php
/**
 * Keywords of The SEO Framework (its extension Focus).
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The keywords in the meta that all of its extensions share: a serialised text, which WordPress serialises again.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_seo_framework_keywords( $post_id ) {
	$meta = altscribe_unserialize( altscribe_read_foreign_meta( $post_id, '_tsfem-extension-post-meta' ) );
	return altscribe_get_each( altscribe_get_in( $meta, 'focus', 'kw' ), 'keyword' );
}
