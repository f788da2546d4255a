<?php
/**
 * The meta of posts, and moving that of earlier versions.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Core;
use Altscribe\Library;

defined( 'ABSPATH' ) || exit;

final class Meta {

	/** Increase this when self::update_data() has a new migration. */
	private const DATA_VERSION = 2;

	/** Adds the hooks. */
	public static function add_hooks() {
		// Late, after other plugins have registered their post types.
		Core\Background::on_init( array( self::class, 'register_post_meta' ), 99 );
		Core\Background::on_init( array( self::class, 'update_data' ) );
		add_action( 'rest_api_init', array( self::class, 'register_language_field' ) );
	}

	/** Registers the keywords for every post type of the block editor. */
	public static function register_post_meta() {
		foreach ( Library\Meta::list_types_with_fields() as $post_type ) {
			if ( ! get_post_type_object( $post_type )->show_in_rest ) {
				continue;
			}
			register_post_meta(
				$post_type,
				Keywords::KEYWORDS_KEY,
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
					'auth_callback'     => array( Core\Permissions::class, 'may_change_keywords' ),
				)
			);
		}
	}

	/**
	 * Registers the language as a field of posts, because post meta needs support for custom fields. Users
	 * who may edit a post may change it.
	 */
	public static function register_language_field() {
		register_rest_field(
			Library\Meta::list_types_with_fields(),
			'altscribe_language',
			array(
				'get_callback'    => function ( $post ) {
					return (string) get_post_meta( Library\Meta::id_of_item( $post ), Core\Languages::KEY, true );
				},
				'update_callback' => function ( $language, $post ) {
					if ( '' === $language ) {
						delete_post_meta( Library\Meta::id_of_item( $post ), Core\Languages::KEY );
					} else {
						update_post_meta( Library\Meta::id_of_item( $post ), Core\Languages::KEY, $language );
					}
				},
				'schema'          => array(
					'description' => __( 'Language of the alt text in the post. Empty: the language of the post or site.', 'altscribe' ),
					'type'        => 'string',
					'context'     => array( 'edit' ),
					'arg_options' => array(
						'validate_callback' => array( Core\Routes::class, 'validate_language_arg' ),
						'sanitize_callback' => 'sanitize_text_field',
					),
				),
			)
		);
		// The editor links from a post to its patterns, which may be in another language.
		register_rest_field(
			Library\Meta::list_types_with_fields(),
			'altscribe_automatic_language',
			array(
				'get_callback' => function ( $post ) {
					return Core\Languages::automatic( Library\Meta::id_of_item( $post ) );
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

	/** Migrates, once, data that earlier versions stored differently. */
	public static function update_data() {
		$version = (int) get_option( 'altscribe_data_version' );
		if ( $version >= self::DATA_VERSION ) {
			return;
		}
		if ( $version < 1 ) {
			self::rename_post_meta();
		}
		// Since version 2 the settings are autoloaded. A missing option would be a query on each screen.
		add_option( 'altscribe_settings', array(), '', true );
		wp_set_option_autoload( 'altscribe_settings', true );
		update_option( 'altscribe_data_version', (string) self::DATA_VERSION, true );
	}

	/** The keywords of version 0.1.0, which had a public key. */
	private static function rename_post_meta() {
		global $wpdb;
		$old_key = 'altscribe_seo_keywords';
		// phpcs:disable WordPress.DB -- One change of all posts, which no function of WordPress can make.
		$posts = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post_id FROM $wpdb->postmeta WHERE meta_key = %s", $old_key ) );
		$wpdb->update( $wpdb->postmeta, array( 'meta_key' => Keywords::KEYWORDS_KEY ), array( 'meta_key' => $old_key ) );
		// phpcs:enable
		wp_cache_delete_multiple( $posts, 'post_meta' );
	}
}
