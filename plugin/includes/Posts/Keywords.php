<?php
/**
 * The SEO keywords of posts, including those from SEO plugins.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Keywords {

	/** WordPress hides keys with a leading underscore from visitors and from lists of custom fields. */
	public const KEYWORDS_KEY = '_altscribe_seo_keywords';

	/**
	 * Reads post meta of another plugin without unserializing it. get_post_meta() would create objects.
	 *
	 * @param int    $post_id The post.
	 * @param string $key     The meta key.
	 * @return string '' without a value.
	 */
	private static function read_foreign_meta( $post_id, $key ) {
		$meta = update_meta_cache( 'post', array( $post_id ) );
		return isset( $meta[ $post_id ][ $key ][0] ) ? (string) $meta[ $post_id ][ $key ][0] : '';
	}

	/**
	 * Reads the rows of posts in a table of an active plugin.
	 *
	 * @param string   $table  Its name, without the prefix.
	 * @param string   $column Name of the column that identifies the post.
	 * @param string[] $values Its values.
	 * @return array<string, array<string, string|null>> By value; empty for a post without a row, and without the table.
	 */
	private static function read_foreign_rows( $table, $column, $values ) {
		global $wpdb;
		$rows = array_fill_keys( $values, array() );
		// All columns, because they depend on the version of the other plugin. A new plugin may have no table yet.
		$was_quiet = $wpdb->suppress_errors();
		// phpcs:ignore WordPress.DB -- Tables of other plugins, which no function of WordPress reads.
		$found = $wpdb->get_results( $wpdb->prepare( 'SELECT * FROM %i WHERE %i IN (' . implode( ', ', array_fill( 0, count( $values ), '%s' ) ) . ')', array_merge( array( $wpdb->prefix . $table, $column ), $values ) ), ARRAY_A );
		$wpdb->suppress_errors( $was_quiet );
		foreach ( (array) $found as $row ) {
			$rows[ $row[ $column ] ] = $row;
		}
		return $rows;
	}

	/**
	 * Reads the row of a post in a table of an active plugin.
	 *
	 * @param string     $table  Its name, without the prefix.
	 * @param string     $column Name of the column that identifies the post.
	 * @param int|string $value  Its value.
	 * @return array<string, string|null> Empty without the table or the row.
	 */
	private static function read_foreign_row( $table, $column, $value ) {
		$row = wp_cache_get( "$table $value", Uses::CONTEXT_CACHE );
		return is_array( $row ) ? $row : self::read_foreign_rows( $table, $column, array( (string) $value ) )[ $value ];
	}

	/**
	 * Unserializes a value without creating objects, including values that were serialized twice.
	 *
	 * @param mixed $value The stored value.
	 * @return mixed The value itself if it is not serialized; false if it is damaged.
	 */
	private static function unserialize( $value ) {
		for ( $times = 0; $times < 2 && is_string( $value ) && is_serialized( $value ); $times++ ) {
			// phpcs:ignore WordPress.PHP -- PHP warns about damaged values, which other plugins may have stored.
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
	private static function decode_json( $json ) {
		return is_string( $json ) ? json_decode( $json, true, 32 ) : null;
	}

	/**
	 * A value in nested arrays.
	 *
	 * @param mixed      $value  Anything.
	 * @param string|int ...$path Keys, outermost first.
	 * @return mixed Null if it is missing.
	 */
	private static function get_nested( $value, ...$path ) {
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
	private static function get_each( $items, $field ) {
		$values = array();
		foreach ( is_array( $items ) ? $items : array() as $item ) {
			$values[] = self::get_nested( $item, $field );
		}
		return $values;
	}

	/**
	 * The supported SEO plugins. `constant` is defined while the plugin is active; `read` gets the id of a
	 * post and may return anything; texts in it are used as keywords, each with one or several separated by
	 * commas. `table`: if it has one of its own, its name, its column for the post, and how that is made of the id.
	 *
	 * @return array<array{name: string, constant: string, read: callable, table?: array{string, string, callable}}>
	 */
	public static function seo_plugins() {
		return array(
			array(
				'name'     => 'Yoast SEO',
				'constant' => 'WPSEO_VERSION',
				'read'     => array( self::class, 'read_yoast_keywords' ),
			),
			array(
				'name'     => 'Rank Math',
				'constant' => 'RANK_MATH_VERSION',
				'read'     => array( self::class, 'read_rank_math_keywords' ),
			),
			array(
				'name'     => 'SEOPress',
				'constant' => 'SEOPRESS_VERSION',
				'read'     => array( self::class, 'read_seopress_keywords' ),
			),
			array(
				'name'     => 'All in One SEO',
				'constant' => 'AIOSEO_VERSION',
				'read'     => array( self::class, 'read_aioseo_keywords' ),
				'table'    => array( 'aioseo_posts', 'post_id', 'strval' ),
			),
			array(
				'name'     => 'The SEO Framework',
				'constant' => 'THE_SEO_FRAMEWORK_VERSION',
				'read'     => array( self::class, 'read_seo_framework_keywords' ),
			),
			array(
				'name'     => 'SmartCrawl',
				'constant' => 'SMARTCRAWL_VERSION',
				'read'     => array( self::class, 'read_smartcrawl_keywords' ),
			),
			array(
				'name'     => 'Squirrly SEO',
				'constant' => 'SQ_VERSION',
				'read'     => array( self::class, 'read_squirrly_keywords' ),
				'table'    => array( 'qss', 'url_hash', 'md5' ),
			),
			array(
				'name'     => 'Slim SEO',
				'constant' => 'SLIM_SEO_PRO_VER',
				'read'     => array( self::class, 'read_slim_seo_keywords' ),
			),
		);
	}

	/**
	 * The supported SEO plugins that are active. Others may have left outdated keywords.
	 *
	 * @return array<array<string, mixed>> As in self::seo_plugins().
	 */
	private static function list_active_seo_plugins() {
		return array_filter(
			self::seo_plugins(),
			function ( $plugin ) {
				return defined( $plugin['constant'] );
			}
		);
	}

	/**
	 * The keywords that an active SEO plugin saved for a post.
	 *
	 * @param int $post_id The post.
	 * @return array{source: string, keywords: string}|null Name of the plugin, and keywords separated by commas.
	 */
	public static function find_saved_keywords( $post_id ) {
		foreach ( self::list_active_seo_plugins() as $plugin ) {
			$keywords = self::join_keywords( call_user_func( $plugin['read'], $post_id ) );
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
	 * The saved keywords of a post, as the block editor chooses them: those that a user entered for Altscribe, or else
	 * those of the SEO plugin, or else the tags.
	 *
	 * @param int $post_id The post.
	 * @return string Separated by commas; '' if it has none.
	 */
	public static function find_post_keywords( $post_id ) {
		$keywords = self::join_keywords( get_post_meta( $post_id, self::KEYWORDS_KEY, true ) );
		if ( '' === $keywords ) {
			$saved    = self::find_saved_keywords( $post_id );
			$keywords = $saved ? $saved['keywords'] : implode( ', ', wp_list_pluck( self::list_tags( $post_id ), 'name' ) );
		}
		/**
		 * Filters the saved SEO keywords of a post, for images in the media library.
		 *
		 * @param string $keywords Separated by commas; '' if there are none.
		 * @param int    $post_id  The post.
		 */
		$filtered = apply_filters( 'altscribe_post_keywords', $keywords, $post_id );
		return is_string( $filtered ) ? $filtered : $keywords;
	}

	/**
	 * Reads the keywords of several posts with one query for each table. The caches of the posts are filled already.
	 *
	 * @param int[] $post_ids The posts.
	 */
	public static function prepare_keywords( $post_ids ) {
		foreach ( array_column( self::list_active_seo_plugins(), 'table' ) as list( $table, $column, $get_value ) ) {
			foreach ( $post_ids ? self::read_foreign_rows( $table, $column, array_map( $get_value, $post_ids ) ) : array() as $value => $row ) {
				wp_cache_set( "$table $value", $row, Uses::CONTEXT_CACHE );
			}
		}
	}

	/**
	 * Splits keywords.
	 *
	 * @param string $keywords Separated by commas.
	 * @return string[]
	 */
	public static function split_keywords( $keywords ) {
		return array_filter( array_map( 'trim', explode( ',', $keywords ) ), 'strlen' );
	}

	/**
	 * Joins keywords, without duplicates.
	 *
	 * @param mixed $values Anything; only texts are used.
	 * @return string At most 2,000 characters.
	 */
	private static function join_keywords( $values ) {
		$texts    = array_filter( (array) $values, 'is_string' );
		$keywords = array();
		foreach ( explode( ',', implode( ',', $texts ) ) as $keyword ) {
			$keyword = sanitize_text_field( wp_specialchars_decode( $keyword, ENT_QUOTES ) );
			if ( '' !== $keyword ) {
				$keywords += array( Core\Text::lower( $keyword ) => $keyword );
			}
		}
		return Core\Text::cut( implode( ', ', $keywords ) );
	}

	/**
	 * The tags of a post.
	 *
	 * @param int $post_id The post.
	 * @return array<array{id: int, name: string}>
	 */
	public static function list_tags( $post_id ) {
		$terms = is_object_in_taxonomy( get_post_type( $post_id ), 'post_tag' ) ? get_the_terms( $post_id, 'post_tag' ) : array();
		$tags  = array();
		foreach ( is_array( $terms ) ? $terms : array() as $term ) {
			$tags[] = array(
				'id'   => $term->term_id,
				'name' => wp_specialchars_decode( $term->name, ENT_QUOTES ),
			);
		}
		return $tags;
	}

	/**
	 * The focus keyphrase, and the additional ones of Premium as JSON: `[{"keyword":"…","score":33}]`.
	 *
	 * @param int $post_id The post.
	 * @return array<mixed>
	 */
	public static function read_yoast_keywords( $post_id ) {
		$added = self::decode_json( self::read_foreign_meta( $post_id, '_yoast_wpseo_focuskeywords' ) );
		return array_merge(
			array( self::read_foreign_meta( $post_id, '_yoast_wpseo_focuskw' ) ),
			self::get_each( $added, 'keyword' )
		);
	}

	/**
	 * The focus keywords, separated by commas.
	 *
	 * @param int $post_id The post.
	 * @return array<mixed>
	 */
	public static function read_rank_math_keywords( $post_id ) {
		return array( self::read_foreign_meta( $post_id, 'rank_math_focus_keyword' ) );
	}

	/**
	 * The target keywords, separated by commas.
	 *
	 * @param int $post_id The post.
	 * @return array<mixed>
	 */
	public static function read_seopress_keywords( $post_id ) {
		return array( self::read_foreign_meta( $post_id, '_seopress_analysis_target_kw' ) );
	}

	/**
	 * The keywords in its table. Its post meta is an outdated copy. Version 5 has separate columns, version 4 has
	 * one for all: `{"focus":{"keyphrase":"…"},"additional":[{"keyphrase":"…"}]}`.
	 *
	 * @param int $post_id The post.
	 * @return array<mixed>
	 */
	public static function read_aioseo_keywords( $post_id ) {
		$row        = self::read_foreign_row( 'aioseo_posts', 'post_id', $post_id );
		$keyphrases = self::decode_json( self::get_nested( $row, 'keyphrases' ) );
		return array_merge(
			array( self::get_nested( $row, 'focus_keyword' ) ),
			self::get_each( self::decode_json( self::get_nested( $row, 'additional_keywords' ) ), 'word' ),
			array( self::get_nested( $keyphrases, 'focus', 'keyphrase' ) ),
			self::get_each( self::get_nested( $keyphrases, 'additional' ), 'keyphrase' )
		);
	}

	/**
	 * The keywords in the meta that its extensions share: a serialized text, which WordPress serializes again.
	 *
	 * @param int $post_id The post.
	 * @return array<mixed>
	 */
	public static function read_seo_framework_keywords( $post_id ) {
		$meta = self::unserialize( self::read_foreign_meta( $post_id, '_tsfem-extension-post-meta' ) );
		return self::get_each( self::get_nested( $meta, 'focus', 'kw' ), 'keyword' );
	}

	/**
	 * The focus keywords: a comma-separated list or a serialized array.
	 *
	 * @param int $post_id The post.
	 * @return array<mixed>
	 */
	public static function read_smartcrawl_keywords( $post_id ) {
		$keywords = self::unserialize( self::read_foreign_meta( $post_id, '_wds_focus-keywords' ) );
		return is_array( $keywords ) ? $keywords : array( $keywords );
	}

	/**
	 * The keywords in its table, in a serialized column.
	 *
	 * @param int $post_id The post.
	 * @return array<mixed>
	 */
	public static function read_squirrly_keywords( $post_id ) {
		$row = self::read_foreign_row( 'qss', 'url_hash', md5( (string) $post_id ) );
		return array( self::get_nested( self::unserialize( self::get_nested( $row, 'seo' ) ), 'keywords' ) );
	}

	/**
	 * The main keyword, and others separated by semicolons.
	 *
	 * @param int $post_id The post.
	 * @return array<mixed>
	 */
	public static function read_slim_seo_keywords( $post_id ) {
		$meta     = self::unserialize( self::read_foreign_meta( $post_id, 'slim_seo_pro' ) );
		$keywords = self::get_nested( $meta, 'content_analysis', 'keywords' );
		return array(
			self::get_nested( $meta, 'content_analysis', 'main_keyword' ),
			is_string( $keywords ) ? str_replace( ';', ',', $keywords ) : null,
		);
	}
}
