<?php
/**
 * Keywords of Yoast SEO.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The focus keyphrase, and those that Premium adds, as JSON: `[{"keyword":"…","score":33}]`.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_yoast_keywords( $post_id ) {
	$added = altscribe_decode_json( altscribe_read_foreign_meta( $post_id, '_yoast_wpseo_focuskeywords' ) );
	return array_merge(
		array( altscribe_read_foreign_meta( $post_id, '_yoast_wpseo_focuskw' ) ),
		altscribe_get_each( $added, 'keyword' )
	);
}
