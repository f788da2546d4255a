<?php
/**
 * Keywords of All in One SEO.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The keywords in its table. Its post meta is a copy that nothing updates. Version 5 has columns of their own for
 * them, version 4 has one for all: `{"focus":{"keyphrase":"…"},"additional":[{"keyphrase":"…"}]}`.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_aioseo_keywords( $post_id ) {
	$row        = altscribe_read_foreign_row( 'aioseo_posts', 'post_id', $post_id );
	$keyphrases = altscribe_decode_json( altscribe_get_in( $row, 'keyphrases' ) );
	return array_merge(
		array( altscribe_get_in( $row, 'focus_keyword' ) ),
		altscribe_get_each( altscribe_decode_json( altscribe_get_in( $row, 'additional_keywords' ) ), 'word' ),
		array( altscribe_get_in( $keyphrases, 'focus', 'keyphrase' ) ),
		altscribe_get_each( altscribe_get_in( $keyphrases, 'additional' ), 'keyphrase' )
	);
}
