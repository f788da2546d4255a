<?php
/**
 * The keywords of a post, as saved by its SEO plugin.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads post meta of another plugin without unserializing it. get_post_meta() would create objects.
 *
 * @param int    $post_id The post.
 * @param string $key     The meta key.
 * @return string '' without a value.
 */
function altscribe_read_foreign_meta( $post_id, $key ) {
	$meta = update_meta_cache( 'post', array( $post_id ) );
	return isset( $meta[ $post_id ][ $key ][0] ) ? (string) $meta[ $post_id ][ $key ][0] : '';
}

/**
 * Reads the row of a post in a table of another plugin.
 *
 * @param string     $table  Its name, without the prefix.
 * @param string     $column Name of the column that identifies the post.
 * @param int|string $value  Its value.
 * @return array<string, string|null> Empty without the table or the row.
 */
function altscribe_read_foreign_row( $table, $column, $value ) {
	global $wpdb;
	$table = $wpdb->prefix . $table;
	// phpcs:disable WordPress.DB -- Tables of other plugins, which no function of WordPress reads.
	if ( ! in_array( $table, $wpdb->get_col( $wpdb->prepare( 'SHOW TABLES LIKE %s', $table ) ), true ) ) {
		return array();
	}
	// All columns, because they depend on the version of the other plugin.
	$row = $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE %i = %s LIMIT 1', $table, $column, (string) $value ), ARRAY_A );
	// phpcs:enable
	return is_array( $row ) ? $row : array();
}

/**
 * Unserializes a value without creating objects, including values that were serialized twice.
 *
 * @param mixed $value The stored value.
 * @return mixed The value itself if it is not serialized; false if it is damaged.
 */
function altscribe_unserialize( $value ) {
	for ( $times = 0; $times < 2 && is_string( $value ) && is_serialized( $value ); $times++ ) {
		// phpcs:ignore WordPress.PHP -- PHP warns of damaged values; other plugins have stored it so.
		$value = @unserialize( trim( $value ), array( 'allowed_classes' => false, 'max_depth' => 32 ) );
	}
	return $value;
}

/**
 * Decodes JSON of another plugin.
 *
 * @param mixed $json The stored value.
 * @return mixed Null if it is not valid JSON.
 */
function altscribe_decode_json( $json ) {
	return is_string( $json ) ? json_decode( $json, true, 32 ) : null;
}

/**
 * A value in nested arrays.
 *
 * @param mixed      $value  Anything.
 * @param string|int ...$path Keys, outermost first.
 * @return mixed Null if it is missing.
 */
function altscribe_get_nested( $value, ...$path ) {
	foreach ( $path as $key ) {
		if ( ! is_array( $value ) || ! isset( $value[ $key ] ) ) {
			return null;
		}
		$value = $value[ $key ];
	}
	return $value;
}

/**
 * One field of each item of a list.
 *
 * @param mixed  $items Anything.
 * @param string $field Its key.
 * @return array<mixed>
 */
function altscribe_get_each( $items, $field ) {
	$values = array();
	foreach ( is_array( $items ) ? $items : array() as $item ) {
		$values[] = altscribe_get_nested( $item, $field );
	}
	return $values;
}

/**
 * The supported SEO plugins. `constant` is defined while the plugin is active; `read` gets the id of a
 * post and may return anything; texts in it are used as keywords, each with one or several separated by
 * commas.
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
 * The keywords that an SEO plugin saved for a post: active plugins first, then those that are no
 * longer active.
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
 * Joins keywords, without duplicates.
 *
 * @param mixed $values Anything; only texts are used.
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
