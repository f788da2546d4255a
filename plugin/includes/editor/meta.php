<?php
/**
 * The meta that Altscribe stores for posts and attachments.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** WordPress hides keys with a leading underscore from visitors and from lists of custom fields. */
const ALTSCRIBE_KEYWORDS_KEY = '_altscribe_seo_keywords';

/** A language code, or '' for altscribe_automatic_language(). */
const ALTSCRIBE_LANGUAGE_KEY = '_altscribe_language';

/** Increase this when altscribe_update_data() has a new migration. */
const ALTSCRIBE_DATA_VERSION = 2;

// Late, after other plugins have registered their post types.
altscribe_on_init( 'altscribe_register_post_meta', 99 );
altscribe_on_init( 'altscribe_update_data' );
add_action( 'rest_api_init', 'altscribe_register_language_field' );

/** Registers the keywords for every post type of the block editor. */
function altscribe_register_post_meta() {
	foreach ( get_post_types_by_support( 'editor' ) as $post_type ) {
		if ( ! get_post_type_object( $post_type )->show_in_rest ) {
			continue;
		}
		register_post_meta(
			$post_type,
			ALTSCRIBE_KEYWORDS_KEY,
			array(
				'type'              => 'string',
				'single'            => true,
				'default'           => '',
				'show_in_rest'      => array(
					'schema' => array(
						'type'    => 'string',
						'context' => array( 'edit' ),
					),
				),
				'sanitize_callback' => 'sanitize_text_field',
				'auth_callback'     => 'altscribe_may_change_keywords',
			)
		);
	}
}

/**
 * Registers the language as a field of posts, because post meta needs support for custom fields. Users
 * who may edit a post may change it.
 */
function altscribe_register_language_field() {
	register_rest_field(
		get_post_types_by_support( 'editor' ),
		'altscribe_language',
		array(
			'get_callback'    => function ( $post ) {
				return (string) get_post_meta( $post['id'], ALTSCRIBE_LANGUAGE_KEY, true );
			},
			'update_callback' => function ( $language, $post ) {
				if ( '' === $language ) {
					delete_post_meta( $post->ID, ALTSCRIBE_LANGUAGE_KEY );
				} else {
					update_post_meta( $post->ID, ALTSCRIBE_LANGUAGE_KEY, $language );
				}
			},
			'schema'          => array(
				'description' => __( 'Language of the alt text in the post. Empty: the language of the post or site.', 'altscribe' ),
				'type'        => 'string',
				'context'     => array( 'edit' ),
				'arg_options' => array(
					'validate_callback' => 'altscribe_validate_language_arg',
					'sanitize_callback' => 'sanitize_text_field',
				),
			),
		)
	);
	// The editor links from a post to its patterns, which may be in another language.
	register_rest_field(
		get_post_types_by_support( 'editor' ),
		'altscribe_automatic_language',
		array(
			'get_callback' => function ( $post ) {
				return altscribe_automatic_language( $post['id'] );
			},
			'schema'       => array(
				'description' => __( 'Default language of the alt text in the post.', 'altscribe' ),
				'type'        => 'string',
				'context'     => array( 'edit' ),
				'readonly'    => true,
			),
		)
	);
}

/**
 * Users who may edit a post may change its keywords.
 *
 * @param bool   $allowed  WordPress's decision.
 * @param string $meta_key Unused.
 * @param int    $post_id  The post.
 * @param int    $user_id  The user.
 * @return bool
 */
function altscribe_may_change_keywords( $allowed, $meta_key, $post_id, $user_id ) {
	return user_can( $user_id, 'edit_post', $post_id );
}

/** Migrates, once, data that earlier versions stored differently. */
function altscribe_update_data() {
	$version = (int) get_option( 'altscribe_data_version' );
	if ( $version >= ALTSCRIBE_DATA_VERSION ) {
		return;
	}
	if ( $version < 1 ) {
		altscribe_rename_post_meta();
	}
	// Since version 2 the settings are autoloaded. A missing option would be a query on each screen.
	add_option( 'altscribe_settings', array(), '', true );
	wp_set_option_autoload( 'altscribe_settings', true );
	update_option( 'altscribe_data_version', (string) ALTSCRIBE_DATA_VERSION );
}

/** The keywords of version 0.1.0, which had a public key. */
function altscribe_rename_post_meta() {
	global $wpdb;
	$old_key = 'altscribe_seo_keywords';
	// phpcs:disable WordPress.DB -- One change of all posts, which no function of WordPress can make.
	$posts = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post_id FROM $wpdb->postmeta WHERE meta_key = %s", $old_key ) );
	$wpdb->update( $wpdb->postmeta, array( 'meta_key' => ALTSCRIBE_KEYWORDS_KEY ), array( 'meta_key' => $old_key ) );
	// phpcs:enable
	wp_cache_delete_multiple( $posts, 'post_meta' );
}

/** WordPress hides keys with a leading underscore from visitors and from lists of custom fields. */
const ALTSCRIBE_DECORATIVE_KEY = '_altscribe_decorative';

altscribe_on_init( 'altscribe_register_attachment_meta' );
add_action( 'rest_api_init', 'altscribe_register_text_language' );

/** Registers the mark "decorative" for users who may edit an attachment. */
function altscribe_register_attachment_meta() {
	register_post_meta(
		'attachment',
		ALTSCRIBE_DECORATIVE_KEY,
		array(
			'type'          => 'boolean',
			'single'        => true,
			'default'       => false,
			'show_in_rest'  => array(
				'schema' => array(
					'type'    => 'boolean',
					'context' => array( 'edit' ),
				),
			),
			'auth_callback' => 'altscribe_may_mark_decorative',
		)
	);
}

/** Shows the editor the language of an attachment's text: it must not offer the text for a post in another language. */
function altscribe_register_text_language() {
	register_rest_field(
		'attachment',
		'altscribe_text_language',
		array(
			'get_callback' => function ( $attachment ) {
				return altscribe_language( $attachment['id'] );
			},
			'schema'       => array(
				'description' => __( 'Language of the alt text.', 'altscribe' ),
				'type'        => 'string',
				'context'     => array( 'view', 'edit' ),
				'readonly'    => true,
			),
		)
	);
}

/**
 * Users who may edit an attachment may mark it.
 *
 * @param bool   $allowed       The decision of WordPress.
 * @param string $meta_key      Unused.
 * @param int    $attachment_id The attachment.
 * @param int    $user_id       The user.
 * @return bool
 */
function altscribe_may_mark_decorative( $allowed, $meta_key, $attachment_id, $user_id ) {
	return user_can( $user_id, 'edit_post', $attachment_id );
}
