<?php
/**
 * Keywords of Slim SEO Pro.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The main keyword, and others separated by semicolons.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_slim_seo_keywords( $post_id ) {
	$meta     = altscribe_unserialize( altscribe_read_foreign_meta( $post_id, 'slim_seo_pro' ) );
	$keywords = altscribe_get_in( $meta, 'content_analysis', 'keywords' );
	return array(
		altscribe_get_in( $meta, 'content_analysis', 'main_keyword' ),
		is_string( $keywords ) ? str_replace( ';', ',', $keywords ) : null,
	);
}
