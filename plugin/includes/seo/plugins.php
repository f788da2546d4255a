<?php
/**
 * How each SEO plugin saves the keywords of a post.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The focus keyphrase, and the additional ones of Premium as JSON: `[{"keyword":"…","score":33}]`.
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

/**
 * The focus keywords, separated by commas.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_rank_math_keywords( $post_id ) {
	return array( altscribe_read_foreign_meta( $post_id, 'rank_math_focus_keyword' ) );
}

/**
 * The target keywords, separated by commas.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_seopress_keywords( $post_id ) {
	return array( altscribe_read_foreign_meta( $post_id, '_seopress_analysis_target_kw' ) );
}

/**
 * The keywords in its table. Its post meta is an outdated copy. Version 5 has separate columns, version 4 has
 * one for all: `{"focus":{"keyphrase":"…"},"additional":[{"keyphrase":"…"}]}`.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_aioseo_keywords( $post_id ) {
	$row        = altscribe_read_foreign_row( 'aioseo_posts', 'post_id', $post_id );
	$keyphrases = altscribe_decode_json( altscribe_get_nested( $row, 'keyphrases' ) );
	return array_merge(
		array( altscribe_get_nested( $row, 'focus_keyword' ) ),
		altscribe_get_each( altscribe_decode_json( altscribe_get_nested( $row, 'additional_keywords' ) ), 'word' ),
		array( altscribe_get_nested( $keyphrases, 'focus', 'keyphrase' ) ),
		altscribe_get_each( altscribe_get_nested( $keyphrases, 'additional' ), 'keyphrase' )
	);
}

/**
 * The keywords in the meta that its extensions share: a serialized text, which WordPress serializes again.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_seo_framework_keywords( $post_id ) {
	$meta = altscribe_unserialize( altscribe_read_foreign_meta( $post_id, '_tsfem-extension-post-meta' ) );
	return altscribe_get_each( altscribe_get_nested( $meta, 'focus', 'kw' ), 'keyword' );
}

/**
 * The focus keywords: a comma-separated list or a serialized array.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_smartcrawl_keywords( $post_id ) {
	$keywords = altscribe_unserialize( altscribe_read_foreign_meta( $post_id, '_wds_focus-keywords' ) );
	return is_array( $keywords ) ? $keywords : array( $keywords );
}

/**
 * The keywords in its table, in a serialized column.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_squirrly_keywords( $post_id ) {
	$row = altscribe_read_foreign_row( 'qss', 'url_hash', md5( (string) $post_id ) );
	return array( altscribe_get_nested( altscribe_unserialize( altscribe_get_nested( $row, 'seo' ) ), 'keywords' ) );
}

/**
 * The main keyword, and others separated by semicolons.
 *
 * @param int $post_id The post.
 * @return array<mixed>
 */
function altscribe_read_slim_seo_keywords( $post_id ) {
	$meta     = altscribe_unserialize( altscribe_read_foreign_meta( $post_id, 'slim_seo_pro' ) );
	$keywords = altscribe_get_nested( $meta, 'content_analysis', 'keywords' );
	return array(
		altscribe_get_nested( $meta, 'content_analysis', 'main_keyword' ),
		is_string( $keywords ) ? str_replace( ';', ',', $keywords ) : null,
	);
}
