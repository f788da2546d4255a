<?php
/**
 * Keywords of SEOPress.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The target keywords, separated by commas.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_seopress_keywords( $post_id ) {
	return array( altscribe_read_foreign_meta( $post_id, '_seopress_analysis_target_kw' ) );
}
