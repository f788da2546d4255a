<?php
/**
 * The hooks that run on visitors' pages too.
 *
 * @package Altscribe
 */

namespace Altscribe;

use Automattic\WooCommerce\Utilities\FeaturesUtil;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/** Translations, the declaration for WooCommerce, and the alternative texts that a theme prints. */
final class Every_Page {

	/** Adds the hooks. */
	public static function add_hooks() {
		// phpcs:ignore PluginCheck.CodeAnalysis.DiscouragedFunctions -- WordPress finds the folder itself, except for a plugin that is active on a whole network.
		load_plugin_textdomain( 'altscribe', false, dirname( plugin_basename( ALTSCRIBE_FILE ) ) . '/languages' );
		add_filter( 'load_translation_file', array( self::class, 'find_translation_file' ), 10, 2 );
		add_filter( 'load_script_translation_file', array( self::class, 'find_script_translation_file' ), 10, 3 );
		add_action( 'before_woocommerce_init', array( self::class, 'declare_woocommerce_compatibility' ) );
		// Late, so other plugins can set their own texts first.
		add_filter( 'wp_get_attachment_image_attributes', array( self::class, 'restore_printed_alt_text' ), 100, 2 );
	}

	/**
	 * The translation file to load for PHP.
	 *
	 * @param string $file   The path that WordPress found.
	 * @param string $domain Text domain.
	 * @return string
	 */
	public static function find_translation_file( $file, $domain ) {
		return 'altscribe' === $domain ? self::find_variant( $file ) : $file;
	}

	/**
	 * The translation file to load for a script.
	 *
	 * @param string|false $file   The path that WordPress found.
	 * @param string       $handle Name of the script.
	 * @param string       $domain Text domain.
	 * @return string|false
	 */
	public static function find_script_translation_file( $file, $handle, $domain ) {
		return 'altscribe' === $domain && $file ? self::find_variant( $file ) : $file;
	}

	/**
	 * The same file, or the file of the language's main locale if the variant has none.
	 *
	 * @param string $file Path.
	 * @return string
	 */
	private static function find_variant( $file ) {
		if ( is_readable( $file ) ) {
			return $file;
		}
		$other = preg_replace(
			array( '/altscribe-de_\w+/', '/altscribe-es_\w+/' ),
			array( 'altscribe-de_DE', 'altscribe-es_ES' ),
			$file
		);
		return is_readable( $other ) ? $other : $file;
	}

	/** Altscribe does not use orders, so it works with every order storage. */
	public static function declare_woocommerce_compatibility() {
		if ( class_exists( 'Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
			FeaturesUtil::declare_compatibility( 'custom_order_tables', ALTSCRIBE_FILE, true );
		}
	}

	/**
	 * Prints the text of an attachment as stored: WordPress drops everything from a `<`, even in `I <3 boats`,
	 * and escapes the rest.
	 *
	 * @param array<string, string> $attributes Attributes of the image, not escaped yet.
	 * @param WP_Post               $attachment The image.
	 * @return array<string, string>
	 */
	public static function restore_printed_alt_text( $attributes, $attachment ) {
		$text = trim( (string) get_post_meta( $attachment->ID, '_wp_attachment_image_alt', true ) );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.strip_tags_strip_tags -- As wp_get_attachment_image() does.
		if ( false !== strpos( $text, '<' ) && isset( $attributes['alt'] ) && trim( strip_tags( $text ) ) === $attributes['alt'] ) {
			$attributes['alt'] = $text;
		}
		return $attributes;
	}
}
