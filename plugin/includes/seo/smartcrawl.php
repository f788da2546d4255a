<?php
/**
 * Keywords of SmartCrawl.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The focus keywords: a list separated by commas, or a serialised array.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_smartcrawl_keywords( $post_id ) {
	$keywords = altscribe_unserialize( altscribe_read_foreign_meta( $post_id, '_wds_focus-keywords' ) );
	return is_array( $keywords ) ? $keywords : array( $keywords );
}
