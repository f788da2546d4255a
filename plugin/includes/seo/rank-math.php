<?php
/**
 * Keywords of Rank Math.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The focus keywords, separated by commas.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_rank_math_keywords( $post_id ) {
	return array( altscribe_read_foreign_meta( $post_id, 'rank_math_focus_keyword' ) );
}
