<?php
/**
 * The meta of attachments in the REST API.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Core;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

final class Meta {

	/**
	 * Types with an editor whose content holds no images, or whose id in the REST API is not that of a post: the id of a
	 * template is `theme//slug`, and the styles of a theme have none.
	 */
	private const TYPES_WITHOUT_FIELDS = array( 'wp_template', 'wp_template_part', 'wp_global_styles', 'nav_menu_item' );

	/** Fields of attachments that visitors do not see. */
	private const FIELDS_FOR_WRITERS = array( 'altscribe_source', 'altscribe_text_language', 'altscribe_file_texts', 'altscribe_older_texts', 'altscribe_translated_texts' );

	/** Adds the hooks. */
	public static function add_hooks() {
		Core\Background::on_init( array( self::class, 'register_attachment_meta' ) );
		add_action( 'rest_api_init', array( self::class, 'register_text_language' ) );
		add_filter( 'rest_prepare_attachment', array( self::class, 'hide_fields_from_visitors' ) );
	}

	/**
	 * The post types with fields and meta of the plugin.
	 *
	 * @return string[]
	 */
	public static function list_types_with_fields() {
		return array_values( array_diff( get_post_types_by_support( 'editor' ), self::TYPES_WITHOUT_FIELDS ) );
	}

	/**
	 * The post of a REST response or of a finished request. Other plugins have objects of their own, such as WooCommerce's
	 * products.
	 *
	 * @param array<string, mixed>|object $item The item that the callbacks of a field get.
	 * @return int Its id; 0 if it has none.
	 */
	public static function id_of_item( $item ) {
		if ( is_object( $item ) ) {
			$id = is_callable( array( $item, 'get_id' ) ) ? $item->get_id() : ( $item->ID ?? 0 );
		} else {
			$id = $item['id'] ?? 0;
		}
		return is_numeric( $id ) ? (int) $id : 0;
	}

	/** Registers the mark "decorative" for users who may edit an attachment. */
	public static function register_attachment_meta() {
		register_post_meta(
			'attachment',
			Alt_Text::DECORATIVE_KEY,
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
				'auth_callback' => array( Core\Permissions::class, 'may_mark_decorative' ),
			)
		);
	}

	/**
	 * Shows the editor the language of an attachment's text: it must not offer the text for a post in another language.
	 */
	public static function register_text_language() {
		self::register_attachment_field(
			'altscribe_text_language',
			array( Core\Languages::class, 'of_post' ),
			array(
				'description' => __( 'Language of the alt text.', 'altscribe' ),
				'type'        => 'string',
			)
		);
	}

	/**
	 * Removes these fields from a response, unless the user writes.
	 *
	 * @param WP_REST_Response $response The response with an attachment.
	 * @return WP_REST_Response
	 */
	public static function hide_fields_from_visitors( $response ) {
		if ( ! Core\Permissions::may_write() ) {
			$response->set_data( array_diff_key( $response->get_data(), array_flip( self::FIELDS_FOR_WRITERS ) ) );
		}
		return $response;
	}

	/**
	 * Registers one of these fields, for all users who write: an author's editor also shows images of others, which it loads
	 * in the context `view`, as visitors do.
	 *
	 * @param string               $name   Its name.
	 * @param callable             $read   Returns its value for the id of an attachment.
	 * @param array<string, mixed> $schema Its description and type.
	 */
	public static function register_attachment_field( $name, $read, $schema ) {
		register_rest_field(
			'attachment',
			$name,
			array(
				'get_callback' => function ( $attachment ) use ( $read ) {
					return Core\Permissions::may_write() ? $read( (int) $attachment['id'] ) : null;
				},
				'schema'       => $schema + array(
					'context'  => array( 'view', 'edit' ),
					'readonly' => true,
				),
			)
		);
	}
}
