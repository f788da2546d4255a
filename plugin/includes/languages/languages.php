<?php
/**
 * Languages of posts and images, their translations, and counts and filters by language in the media library.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The language of the alternative texts in a post: the one picked for the post in the editor, or
 * else altscribe_automatic_language().
 *
 * @param int $post_id The post.
 * @return string Code such as `de_DE`.
 */
function altscribe_language( $post_id ) {
	$picked = get_post_meta( $post_id, ALTSCRIBE_LANGUAGE_KEY, true );
	return is_string( $picked ) && altscribe_is_language_code( $picked ) ? $picked : altscribe_automatic_language( $post_id );
}

/**
 * The language of a post without a picked one: from WPML or Polylang; else, for an attachment, the language of
 * the post it was uploaded to, picked or not; else the setting; else the site's language.
 *
 * @param int $post_id The post.
 * @return string Code such as `de_DE`.
 */
function altscribe_automatic_language( $post_id ) {
	$settings   = altscribe_settings();
	$translated = altscribe_find_translation_language( $post_id );
	$parent     = '' === $translated && 'attachment' === get_post_type( $post_id ) ? wp_get_post_parent_id( $post_id ) : 0;
	if ( $parent && 'attachment' !== get_post_type( $parent ) ) {
		$translated = altscribe_language( $parent );
	}
	$candidates = array( $translated, $settings['language'], get_locale() );
	$language   = current( array_filter( $candidates, 'altscribe_is_language_code' ) );
	$language   = false === $language ? 'en' : $language;
	/**
	 * Filters the language of the alternative texts in a post, unless one was picked for the post.
	 *
	 * @param string $language Code such as `de_DE`; the value is ignored if it is not a language
	 *   code.
	 * @param int    $post_id  The post.
	 */
	$filtered = apply_filters( 'altscribe_language', $language, $post_id );
	return is_string( $filtered ) && altscribe_is_language_code( $filtered ) ? $filtered : $language;
}

/**
 * The language that WPML or Polylang store for a post. Polylang also answers WPML's filter, but its
 * own function distinguishes `pt_BR` and `pt_PT` even if both are called `pt`.
 *
 * @param int $post_id The post.
 * @return string '' without such a plugin, or if the post has no language yet.
 */
function altscribe_find_translation_language( $post_id ) {
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
		if ( is_string( $code ) && altscribe_is_language_code( $code ) ) {
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
function altscribe_has_translations() {
	return false !== has_filter( 'wpml_active_languages' );
}

/**
 * The languages of the site.
 *
 * @return array<string, string> Names by code, in the plugin's spelling (such as `pt-br`); empty without such a
 *   plugin.
 */
function altscribe_list_site_languages() {
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
function altscribe_language_name( $code ) {
	$primary = altscribe_get_primary_language( $code );
	$name    = class_exists( 'Locale' ) ? (string) Locale::getDisplayLanguage( $primary, get_user_locale() ) : '';
	if ( '' !== $name && $primary !== $name ) {
		return $name;
	}
	foreach ( altscribe_list_site_languages() as $other => $name ) {
		if ( altscribe_get_primary_language( $other ) === $primary && $other !== $name ) {
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
function altscribe_list_translations( $attachment_id ) {
	$translations = array();
	foreach ( array_keys( altscribe_list_site_languages() ) as $code ) {
		$id = (int) apply_filters( 'wpml_object_id', $attachment_id, 'attachment', false, $code );
		if ( $id ) {
			$translations[ $code ] = $id;
		}
	}
	return in_array( (int) $attachment_id, $translations, true ) ? $translations : array();
}

/** Filter: images that have no language, such as those uploaded before the plugin for languages was installed. */
const ALTSCRIBE_NO_LANGUAGE = 'none';

/**
 * The languages that images can have.
 *
 * @return array<string, string> Names by code; empty without WPML or Polylang, or if they do not translate media,
 *                               because then images have no language.
 */
function altscribe_list_media_languages() {
	$is_translated = '' !== altscribe_attachment_languages_sql()
		// Polylang and WPML both answer this filter; other plugins may not.
		&& apply_filters( 'wpml_is_translated_post_type', true, 'attachment' );
	return $is_translated ? altscribe_list_site_languages() : array();
}

/**
 * The language of an image, among altscribe_list_media_languages().
 *
 * @param int $attachment_id The image.
 * @return string Its code; '' without a language.
 */
function altscribe_find_media_language( $attachment_id ) {
	if ( function_exists( 'pll_get_post_language' ) ) {
		return (string) pll_get_post_language( $attachment_id, 'slug' );
	}
	$details = apply_filters( 'wpml_post_language_details', null, $attachment_id );
	return is_array( $details ) ? (string) ( $details['language_code'] ?? '' ) : '';
}

/**
 * The language that the user has chosen in the admin bar.
 *
 * @return string One of altscribe_list_media_languages(); '' for all languages.
 */
function altscribe_find_admin_language() {
	// Polylang answers WPML's filter, too. Both have no language, or "all", for all of them.
	$language = apply_filters( 'wpml_current_language', null );
	return is_string( $language ) && isset( altscribe_list_media_languages()[ $language ] ) ? $language : '';
}

/**
 * The condition that an image has a language.
 *
 * @param string $language Its code, or ALTSCRIBE_NO_LANGUAGE.
 * @return string Safe SQL about the column `ID` of the table of posts. Without WPML or Polylang, no image matches.
 */
function altscribe_language_condition( $language ) {
	global $wpdb;
	$source = altscribe_attachment_languages_sql();
	if ( '' === $source ) {
		return '1 = 0';
	}
	// phpcs:disable WordPress.DB.PreparedSQL -- $source is a constant.
	return ALTSCRIBE_NO_LANGUAGE === $language
		? "$wpdb->posts.ID NOT IN ( SELECT languages.id FROM ( $source ) AS languages WHERE languages.id IS NOT NULL )"
		: "$wpdb->posts.ID IN ( SELECT languages.id FROM ( $source ) AS languages WHERE " . $wpdb->prepare( 'languages.code = %s', $language ) . ' )';
	// phpcs:enable
}

/**
 * Counts the images of each language of the site by the state of their alternative text, in one query.
 *
 * @param string $condition Safe SQL about the table of posts; '' for all images outside the trash.
 * @return array<array{language: string, name: string, images: int, missing: int, unread: int, check: int, decorative: int,
 *         good: int}> In the order of the languages, including those without images; at the end those without a
 *         language, if there are any. Empty if no image has a language.
 */
function altscribe_counts_by_language( $condition = '' ) {
	$where  = altscribe_state_sql( '' ) . " AND {$GLOBALS['wpdb']->posts}.post_status NOT IN ( 'trash', 'auto-draft' )";
	$where .= '' === $condition ? '' : " AND $condition";
	$counts = array();
	// One expression for all states, as in altscribe_count_states().
	foreach ( altscribe_group_by_language( altscribe_state_column_sql(), "FROM {$GLOBALS['wpdb']->posts}", "WHERE $where" ) as $group ) {
		$by_value = $group['by_value'];
		unset( $group['by_value'] );
		$counts[] = $group + $by_value + array_fill_keys( array( 'missing', 'unread', 'check', 'decorative', 'good' ), 0 );
	}
	return $counts;
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
function altscribe_group_by_language( $value, $from, $where ) {
	global $wpdb;
	$languages = altscribe_list_media_languages();
	if ( ! $languages ) {
		return array();
	}
	$source = altscribe_attachment_languages_sql();
	$none   = ALTSCRIBE_NO_LANGUAGE;
	// phpcs:ignore WordPress.DB -- Values that no function of WordPress has, made of safe parts.
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
function altscribe_attachment_languages_sql() {
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

/*
 * Detects alternative texts that are copies of another language's. WPML and Polylang copy the text of an attachment into
 * each new translation of it, where it stays until it is translated.
 */

add_action( 'rest_api_init', 'altscribe_register_older_texts' );
// Both plugins copy the text before they set the language, so the check has to wait until then.
add_action( 'pll_translate_media', 'altscribe_check_new_translation', 100, 2 );
add_action( 'wpml_after_duplicate_attachment', 'altscribe_check_new_translation', 100, 2 );
add_action( 'added_post_meta', 'altscribe_check_copies_of_changed_text', 20, 3 );
add_action( 'updated_post_meta', 'altscribe_check_copies_of_changed_text', 20, 3 );
add_action( 'deleted_post_meta', 'altscribe_check_copies_of_changed_text', 20, 3 );

/**
 * The texts of the older translations of an attachment that the user may read. The oldest one is the original; a newer one
 * with the same text is a copy.
 *
 * @param int $attachment_id The attachment.
 * @return array<int, array{text: string, language: string}> Without empty texts.
 */
function altscribe_list_older_texts( $attachment_id ) {
	return altscribe_list_translated_texts( $attachment_id, true );
}

/**
 * The texts of the translations of an attachment.
 *
 * @param int  $attachment_id The attachment.
 * @param bool $only_older    Whether newer ones are left out.
 * @param bool $is_shown      Whether only those that the user may read count; a check compares with all.
 * @return array<int, array{text: string, language: string}> Without its own and empty texts.
 */
function altscribe_list_translated_texts( $attachment_id, $only_older = false, $is_shown = true ) {
	$texts = array();
	foreach ( altscribe_list_translations( $attachment_id ) as $id ) {
		$text = $id < $attachment_id || ( $id > $attachment_id && ! $only_older ) ? altscribe_get_alt_text( $id ) : '';
		if ( '' !== $text && ( ! $is_shown || altscribe_may_read_post( $id ) ) ) {
			$texts[] = array(
				'text'     => $text,
				'language' => altscribe_language( $id ),
			);
		}
	}
	return $texts;
}

/** Lets the editor check and use the texts of attachments that it loads, those of translations on sites that have some. */
function altscribe_register_older_texts() {
	$fields = array(
		'altscribe_file_texts'       => array( 'altscribe_offer_file_texts', __( 'Alt text in the metadata of the file.', 'altscribe' ) ),
	);
	$fields += ! altscribe_has_translations() ? array() : array(
		'altscribe_older_texts'      => array( 'altscribe_list_older_texts', __( 'Alt text of earlier translations of the file.', 'altscribe' ) ),
		'altscribe_translated_texts' => array( 'altscribe_list_translated_texts', __( 'Alt text of all translations of the file.', 'altscribe' ) ),
	);
	foreach ( $fields as $name => list( $list_texts, $description ) ) {
		altscribe_register_attachment_field(
			$name,
			$list_texts,
			array(
				'description' => $description,
				'type'        => 'array',
				'items'       => array(
					'type'       => 'object',
					'properties' => array(
						'text'     => array( 'type' => 'string' ),
						'language' => array( 'type' => 'string' ),
					),
				),
			)
		);
	}
}

/**
 * Checks a new translation of an attachment.
 *
 * @param int $original_id Unused.
 * @param int $copy_id     The translation.
 */
function altscribe_check_new_translation( $original_id, $copy_id ) {
	altscribe_check_attachment( (int) $copy_id );
}

/**
 * Checks the newer translations of an attachment whose text changed: they may have been copies of the
 * previous text, or be copies of the new one.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $post_id  The attachment, or another post.
 * @param string    $meta_key The key that changed.
 */
function altscribe_check_copies_of_changed_text( $meta_ids, $post_id, $meta_key ) {
	if ( '_wp_attachment_image_alt' !== $meta_key || 'attachment' !== get_post_type( $post_id ) ) {
		return;
	}
	foreach ( altscribe_list_translations( $post_id ) as $id ) {
		if ( $id > $post_id ) {
			altscribe_check_attachment( $id );
		}
	}
}
