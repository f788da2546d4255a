<?php
/**
 * Language codes, and the languages of posts and images.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

use Locale;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals -- The filters are WPML's.
final class Languages {

	/** Filter: images that have no language, such as those uploaded before the plugin for languages was installed. */
	public const NONE = 'none';

	/** A language code, or '' for self::automatic(). */
	public const KEY = '_altscribe_language';

	/**
	 * The language of the alternative texts in a post: the one picked for the post in the editor, or
	 * else self::automatic().
	 *
	 * @param int $post_id The post.
	 * @return string Code such as `de_DE`.
	 */
	public static function of_post( $post_id ) {
		$picked = get_post_meta( $post_id, self::KEY, true );
		return is_string( $picked ) && Settings::is_language_code( $picked ) ? $picked : self::automatic( $post_id );
	}

	/**
	 * The language of a post without a picked one: from WPML or Polylang; else, for an attachment, the language of
	 * the post it was uploaded to, picked or not; else the setting; else the site's language.
	 *
	 * @param int $post_id The post.
	 * @return string Code such as `de_DE`.
	 */
	public static function automatic( $post_id ) {
		$settings   = Settings::get();
		$translated = self::find_translation_language( $post_id );
		$parent     = '' === $translated && 'attachment' === get_post_type( $post_id ) ? wp_get_post_parent_id( $post_id ) : 0;
		if ( $parent && 'attachment' !== get_post_type( $parent ) ) {
			$translated = self::of_post( $parent );
		}
		$candidates = array( $translated, $settings['language'], get_locale(), 'en' );
		$language   = current( array_filter( $candidates, array( Settings::class, 'is_language_code' ) ) );
		/**
		 * Filters the language of the texts in a post, unless one was picked in the sidebar.
		 *
		 * @param string $language Code such as `de_DE`: that of WPML or Polylang, of the settings, or of the site.
		 * @param int    $post_id  The post.
		 */
		$filtered = apply_filters( 'altscribe_language', $language, $post_id );
		return is_string( $filtered ) && Settings::is_language_code( $filtered ) ? $filtered : $language;
	}

	/**
	 * The language that WPML or Polylang store for a post. Polylang also answers WPML's filter, but its
	 * own function distinguishes `pt_BR` and `pt_PT` even if both are called `pt`.
	 *
	 * @param int $post_id The post.
	 * @return string '' without such a plugin, or if the post has no language yet.
	 */
	private static function find_translation_language( $post_id ) {
		$codes = array();
		if ( function_exists( 'pll_get_post_language' ) ) {
			$codes[] = pll_get_post_language( $post_id, 'locale' );
		}
		$details = apply_filters( 'wpml_post_language_details', null, $post_id );
		if ( is_array( $details ) ) {
			$codes[] = isset( $details['locale'] ) ? $details['locale'] : null;
			$codes[] = isset( $details['language_code'] ) ? $details['language_code'] : null;
		}
		foreach ( $codes as $code ) {
			if ( is_string( $code ) && Settings::is_language_code( $code ) ) {
				return $code;
			}
		}
		return '';
	}

	/**
	 * Whether WPML, Polylang, or another plugin with their filters is active. Costs no query.
	 *
	 * @return bool
	 */
	public static function has_translations() {
		return false !== has_filter( 'wpml_active_languages' );
	}

	/**
	 * The languages of the site.
	 *
	 * @return array<string, string> Names by code, in the plugin's spelling (such as `pt-br`); empty without such a
	 *   plugin.
	 */
	private static function list_site_languages() {
		$languages = apply_filters( 'wpml_active_languages', null, array( 'skip_missing' => 0 ) );
		$names     = array();
		foreach ( is_array( $languages ) ? $languages : array() as $code => $language ) {
			// Polylang has no translated names.
			$name           = ! empty( $language['translated_name'] ) ? $language['translated_name'] : ( $language['native_name'] ?? '' );
			$names[ $code ] = '' !== $name ? $name : $code;
		}
		return $names;
	}

	/**
	 * The name of a language, in the language of the screen.
	 *
	 * @param string $code Such as `de_DE_formal`.
	 * @return string Such as `German`, without the region; '' if neither PHP's intl nor a translation plugin knows it.
	 */
	public static function name( $code ) {
		$primary = self::primary( $code );
		$name    = class_exists( 'Locale' ) ? (string) Locale::getDisplayLanguage( $primary, get_user_locale() ) : '';
		if ( '' !== $name && $primary !== $name ) {
			return $name;
		}
		foreach ( self::list_site_languages() as $other => $name ) {
			if ( self::primary( $other ) === $primary && $other !== $name ) {
				return $name;
			}
		}
		return '';
	}

	/**
	 * An attachment and its translations.
	 *
	 * @param int $attachment_id The attachment.
	 * @return int[] Ids by language code; empty without such a plugin.
	 */
	public static function list_translations( $attachment_id ) {
		$translations = array();
		foreach ( array_keys( self::list_site_languages() ) as $code ) {
			$id = (int) apply_filters( 'wpml_object_id', $attachment_id, 'attachment', false, $code );
			if ( $id ) {
				$translations[ $code ] = $id;
			}
		}
		return in_array( (int) $attachment_id, $translations, true ) ? $translations : array();
	}

	/**
	 * The languages that images can have.
	 *
	 * @return array<string, string> Names by code; empty without WPML or Polylang, or if they do not translate media,
	 *                               because then images have no language.
	 */
	public static function list_media_languages() {
		$is_translated = '' !== self::attachment_languages_sql()
			// Polylang and WPML both answer this filter; other plugins may not.
			&& apply_filters( 'wpml_is_translated_post_type', true, 'attachment' );
		return $is_translated ? self::list_site_languages() : array();
	}

	/**
	 * The language of an image, among self::list_media_languages().
	 *
	 * @param int $attachment_id The image.
	 * @return string Its code; '' without a language.
	 */
	public static function find_media_language( $attachment_id ) {
		if ( function_exists( 'pll_get_post_language' ) ) {
			return (string) pll_get_post_language( $attachment_id, 'slug' );
		}
		$details = apply_filters( 'wpml_post_language_details', null, $attachment_id );
		return is_array( $details ) ? (string) ( $details['language_code'] ?? '' ) : '';
	}

	/**
	 * The language that the user has chosen in the admin bar.
	 *
	 * @return string One of self::list_media_languages(); '' for all languages.
	 */
	public static function find_admin_language() {
		// Polylang answers WPML's filter, too. Both have no language, or "all", for all of them.
		$language = apply_filters( 'wpml_current_language', null );
		return is_string( $language ) && isset( self::list_media_languages()[ $language ] ) ? $language : '';
	}

	/**
	 * The condition that an image has a language.
	 *
	 * @param string $language Its code, or self::NONE.
	 * @return string Safe SQL about the column `ID` of the table of posts. Without WPML or Polylang, no image matches.
	 */
	public static function condition( $language ) {
		global $wpdb;
		$source = self::attachment_languages_sql();
		if ( '' === $source ) {
			return '1 = 0';
		}
		return self::NONE === $language
			? "$wpdb->posts.ID NOT IN ( SELECT languages.id FROM ( $source ) AS languages WHERE languages.id IS NOT NULL )"
			: "$wpdb->posts.ID IN ( SELECT languages.id FROM ( $source ) AS languages WHERE " . $wpdb->prepare( 'languages.code = %s', $language ) . ' )';
	}

	/**
	 * Counts the images of each language by a value.
	 *
	 * @param string $value Safe SQL: an expression.
	 * @param string $from  Safe SQL: FROM the table of posts, and other tables.
	 * @param string $where Safe SQL: WHERE.
	 * @return array<array{language: string, name: string, images: int, by_value: array<string, int>}> In the order of the
	 *         languages, including those without images, then those without a language if there are any. Empty if none of
	 *         the images has a language.
	 */
	public static function group( $value, $from, $where ) {
		global $wpdb;
		$languages = self::list_media_languages();
		if ( ! $languages ) {
			return array();
		}
		$source = self::attachment_languages_sql();
		$none   = self::NONE;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- No WordPress function returns these values. Made of safe parts.
		$rows   = $wpdb->get_results( "SELECT COALESCE( languages.code, '$none' ) AS language, $value AS image_value, COUNT(*) AS images $from LEFT JOIN ( $source ) AS languages ON languages.id = $wpdb->posts.ID $where GROUP BY languages.code, image_value", ARRAY_A );
		$counts = array();
		foreach ( $rows as $row ) {
			$counts[ $row['language'] ][ $row['image_value'] ] = (int) $row['images'];
		}
		if ( ! array_diff( array_keys( $counts ), array( $none ) ) ) {
			return array();
		}
		$names  = $languages + ( isset( $counts[ $none ] ) ? array( $none => __( 'No language', 'altscribe' ) ) : array() );
		$groups = array();
		foreach ( $names as $code => $name ) {
			$by_value = $counts[ $code ] ?? array();
			$groups[] = array(
				'language' => (string) $code,
				'name'     => $name,
				'images'   => array_sum( $by_value ),
				'by_value' => $by_value,
			);
		}
		return $groups;
	}

	/**
	 * SQL for the language of every attachment that has one.
	 *
	 * @return string SQL that selects `id` and `code`; '' without WPML or Polylang.
	 */
	private static function attachment_languages_sql() {
		global $wpdb;
		// Polylang first, because it also defines constants of WPML.
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

	/**
	 * The language of a code, without country, script and variant.
	 *
	 * @param string $code Such as `pt_BR` or `zh-Hans`.
	 * @return string Such as `pt`.
	 */
	public static function primary( $code ) {
		$primary = strtolower( preg_replace( '/[_-].*$/s', '', $code ) );
		// WordPress's own code for Catalan (Balear), which is Baluchi elsewhere.
		return 'bal' === strtolower( $code ) ? 'ca' : $primary;
	}

	/**
	 * Whether two codes are of the same language, whatever their country or script.
	 *
	 * @param string $code  Such as `de-AT` or `de_DE`.
	 * @param string $other Another one.
	 * @return bool
	 */
	public static function is_same( $code, $other ) {
		return self::primary( $code ) === self::primary( $other );
	}
}
