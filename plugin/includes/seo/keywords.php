<?php
/**
 * The SEO keywords that a plugin has saved for a post.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The SEO plugins whose keywords are read. `constant` is defined while the plugin is active; `read` gets
 * the id of a post and returns anything, of which only texts count, each with one keyword or several
 * separated by commas.
 *
 * @return array<array{name: string, constant: string, read: callable}>
 */
function altscribe_seo_plugins() {
	return array(
		array(
			'name'     => 'Yoast SEO',
			'constant' => 'WPSEO_VERSION',
			'read'     => 'altscribe_read_yoast_keywords',
		),
		array(
			'name'     => 'Rank Math',
			'constant' => 'RANK_MATH_VERSION',
			'read'     => 'altscribe_read_rank_math_keywords',
		),
		array(
			'name'     => 'SEOPress',
			'constant' => 'SEOPRESS_VERSION',
			'read'     => 'altscribe_read_seopress_keywords',
		),
		array(
			'name'     => 'All in One SEO',
			'constant' => 'AIOSEO_VERSION',
			'read'     => 'altscribe_read_aioseo_keywords',
		),
		array(
			'name'     => 'The SEO Framework',
			'constant' => 'THE_SEO_FRAMEWORK_VERSION',
			'read'     => 'altscribe_read_seo_framework_keywords',
		),
		array(
			'name'     => 'SmartCrawl',
			'constant' => 'SMARTCRAWL_VERSION',
			'read'     => 'altscribe_read_smartcrawl_keywords',
		),
		array(
			'name'     => 'Squirrly SEO',
			'constant' => 'SQ_VERSION',
			'read'     => 'altscribe_read_squirrly_keywords',
		),
		array(
			'name'     => 'Slim SEO',
			'constant' => 'SLIM_SEO_PRO_VER',
			'read'     => 'altscribe_read_slim_seo_keywords',
		),
	);
}

/**
 * The keywords that an SEO plugin has saved for a post: of the active ones first, then of those that a
 * site has left behind.
 *
 * @param int $post_id The post.
 * @return array{source: string, keywords: string}|null Name of the plugin, and keywords separated by commas.
 */
function altscribe_find_saved_keywords( $post_id ) {
	$plugins = altscribe_seo_plugins();
	$active  = array_filter(
		$plugins,
		function ( $plugin ) {
			return defined( $plugin['constant'] );
		}
	);
	foreach ( $active + $plugins as $plugin ) {
		$keywords = altscribe_join_keywords( call_user_func( $plugin['read'], $post_id ) );
		if ( '' !== $keywords ) {
			return array(
				'source'   => $plugin['name'],
				'keywords' => $keywords,
			);
		}
	}
	return null;
}

/**
 * Joins keywords to one text, each once.
 *
 * @param mixed $values Anything; only texts count.
 * @return string At most 2,000 characters.
 */
function altscribe_join_keywords( $values ) {
	$texts    = array_filter( (array) $values, 'is_string' );
	$keywords = array();
	foreach ( explode( ',', implode( ',', $texts ) ) as $keyword ) {
		$keyword = sanitize_text_field( wp_specialchars_decode( $keyword, ENT_QUOTES ) );
		if ( '' !== $keyword ) {
			$keywords += array( altscribe_lower( $keyword ) => $keyword );
		}
	}
	return altscribe_cut_text( implode( ', ', $keywords ) );
}

/**
 * The tags of a post.
 *
 * @param int $post_id The post.
 * @return array<array{id: int, name: string}>
 */
function altscribe_list_tags( $post_id ) {
	$terms = get_the_terms( $post_id, 'post_tag' );
	$tags  = array();
	foreach ( is_array( $terms ) ? $terms : array() as $term ) {
		$tags[] = array(
			'id'   => $term->term_id,
			'name' => wp_specialchars_decode( $term->name, ENT_QUOTES ),
		);
	}
	return $tags;
}
