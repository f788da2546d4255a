<?php
/**
 * Keywords of Squirrly SEO.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The keywords in its table, in a serialised column.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_squirrly_keywords( $post_id ) {
	$row = altscribe_read_foreign_row( 'qss', 'url_hash', md5( (string) $post_id ) );
	return array( altscribe_get_in( altscribe_unserialize( altscribe_get_in( $row, 'seo' ) ), 'keywords' ) );
}
