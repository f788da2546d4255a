<?php
/**
 * How many images of each language lack a text or need a check.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Counts the images of each language of the site, in one query.
 *
 * @return array<array{language: string, name: string, images: int, missing: int, check: int, decorative: int}>
 *         In the order of the languages, also of those without images; empty without WPML or Polylang, and where they
 *         do not translate media: then no image has a language.
 */
function altscribe_counts_by_language() {
	global $wpdb;
	$languages = altscribe_list_site_languages();
	$source    = altscribe_attachment_languages_sql();
	// Polylang and WPML both answer this; nobody else need.
	if ( ! $languages || '' === $source || ! apply_filters( 'wpml_is_translated_post_type', true, 'attachment' ) ) {
		return array();
	}
	$sums = array();
	foreach ( array( 'missing', 'check', 'decorative' ) as $state ) {
		$sums[] = 'SUM( CASE WHEN ' . altscribe_state_sql( $state ) . " THEN 1 ELSE 0 END ) AS state_$state";
	}
	$sums   = implode( ', ', $sums );
	$images = altscribe_state_sql( '' );
	// phpcs:ignore WordPress.DB -- Counts that no function of WordPress has; every part of the statement is a constant.
	$rows   = $wpdb->get_results( "SELECT languages.code, COUNT(*) AS images, $sums FROM $wpdb->posts JOIN ( $source ) AS languages ON languages.id = $wpdb->posts.ID WHERE $images AND $wpdb->posts.post_status NOT IN ( 'trash', 'auto-draft' ) GROUP BY languages.code", OBJECT_K );
	$counts = array();
	if ( ! $rows ) {
		return $counts;
	}
	foreach ( $languages as $code => $name ) {
		$row      = isset( $rows[ $code ] ) ? $rows[ $code ] : null;
		$counts[] = array(
			'language'   => (string) $code,
			'name'       => $name,
			'images'     => $row ? (int) $row->images : 0,
			'missing'    => $row ? (int) $row->state_missing : 0,
			'check'      => $row ? (int) $row->state_check : 0,
			'decorative' => $row ? (int) $row->state_decorative : 0,
		);
	}
	return $counts;
}

/**
 * A statement for the language of every attachment that has one.
 *
 * @return string SQL that selects `id` and `code`; '' without WPML or Polylang.
 */
function altscribe_attachment_languages_sql() {
	global $wpdb;
	// Asked first, because Polylang defines constants of WPML, too.
	if ( function_exists( 'pll_get_post_language' ) ) {
		return "SELECT relation.object_id AS id, term.slug AS code FROM $wpdb->term_relationships AS relation
			JOIN $wpdb->term_taxonomy AS taxonomy ON taxonomy.term_taxonomy_id = relation.term_taxonomy_id
			JOIN $wpdb->terms AS term ON term.term_id = taxonomy.term_id WHERE taxonomy.taxonomy = 'language'";
	}
	if ( defined( 'ICL_SITEPRESS_VERSION' ) ) {
		return "SELECT element_id AS id, language_code AS code FROM {$wpdb->prefix}icl_translations WHERE element_type = 'post_attachment'";
	}
	return '';
}
