<?php
/**
 * Lists the images that visitors see in a post, so the editor can name those that it cannot edit.
 *
 * @package Altscribe
 */

namespace Altscribe\Editor;

use Altscribe\Core;
use WP_Block_Type_Registry;
use WP_HTML_Tag_Processor;
use WP_Post;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Rendered_Images {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'rest_api_init', array( self::class, 'register' ) );
	}

	/** Registers the route. */
	public static function register() {
		// With POST, because the content may be too long for a URL. Nothing is changed.
		Core\Routes::register(
			'/rendered-images',
			'POST',
			array( self::class, 'respond' ),
			function ( $request ) {
				return Core\Permissions::may_work_on_post( $request['post_id'] );
			},
			array(
				'post_id' => array(
					'type'     => 'integer',
					'minimum'  => 1,
					'required' => true,
				),
				'content' => array(
					'type'     => 'string',
					'required' => true,
				),
			)
		);
	}

	/**
	 * Responds with the images of a post whose content is not saved yet.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed> `images` from self::list(), and `plugins` from
	 *                              self::list_inactive_plugins().
	 */
	public static function respond( $request ) {
		// As WordPress would save it: most users may only use some HTML.
		$content = wp_unslash( sanitize_post_field( 'post_content', wp_slash( $request['content'] ), $request['post_id'], 'db' ) );
		$images  = self::list( get_post( $request['post_id'] ), $content );
		return array(
			'images'  => $images,
			'plugins' => (object) self::list_inactive_plugins( $images ),
		);
	}

	/**
	 * The images in some content as visitors see it.
	 *
	 * @param WP_Post $post    The post.
	 * @param string  $content Its content, perhaps unsaved.
	 * @return array<array{src: string, alt: string, id: int, places: string[], in_html: bool}> In their order. `id`: of the
	 *         attachment; 0 if it is not known. `places`: the names of the blocks that contain the image, and shortcodes
	 *         such as `[gallery]`, outermost first; none if a plugin or the theme adds it. `in_html`: it is in the saved
	 *         HTML of the innermost block instead of being generated when the page is shown.
	 */
	private static function list( $post, $content ) {
		$places  = array();
		$in_html = array();
		// No content has an attribute with this name.
		$attribute = 'data-altscribe-' . strtolower( wp_generate_password( 12, false ) );
		$mark      = function ( $html, $place, $is_saved ) use ( &$places, &$in_html, $attribute ) {
			if ( false === stripos( $html, '<img' ) ) {
				return $html;
			}
			$tags = new WP_HTML_Tag_Processor( $html );
			while ( $tags->next_tag( 'IMG' ) ) {
				$number = $tags->get_attribute( $attribute );
				if ( null === $number ) {
					$number             = count( $places );
					$places[ $number ]  = array();
					$in_html[ $number ] = $is_saved;
					$tags->set_attribute( $attribute, (string) $number );
				}
				array_unshift( $places[ $number ], $place );
			}
			return $tags->get_updated_html();
		};
		$filters = array(
			array(
				'render_block',
				function ( $html, $block ) use ( $mark ) {
					return $mark( $html, $block['blockName'] ?? 'core/freeform', false !== stripos( $block['innerHTML'], '<img' ) );
				},
			),
			array(
				'do_shortcode_tag',
				function ( $html, $tag ) use ( $mark ) {
					return $mark( $html, "[$tag]", false );
				},
			),
			array(
				'wp_get_attachment_image_attributes',
				function ( $attributes, $attachment ) use ( $attribute ) {
					return array( "$attribute-id" => (string) $attachment->ID ) + $attributes;
				},
			),
			// Fetches nothing from other sites, and does not store that nothing was found.
			array( 'pre_oembed_result', '__return_empty_string' ),
			array(
				'update_post_metadata',
				function ( $result, $id, $key ) {
					return 0 === strpos( $key, '_oembed_' ) ? true : $result;
				},
			),
		);
		foreach ( $filters as list( $hook, $callback ) ) {
			add_filter( $hook, $callback, PHP_INT_MAX, 3 );
		}
		try {
			$html = self::render_content( $post, $content );
		} finally {
			foreach ( $filters as list( $hook, $callback ) ) {
				remove_filter( $hook, $callback, PHP_INT_MAX );
			}
		}
		return self::read( $html, $attribute, $places, $in_html );
	}

	/**
	 * Renders some content as on the page of its post.
	 *
	 * @param WP_Post $saved   The post.
	 * @param string  $content Its content.
	 * @return string HTML.
	 */
	private static function render_content( $saved, $content ) {
		global $post;
		$before = $post;
		$edited = clone $saved;

		$edited->post_content = $content;
		// Blocks and shortcodes read the post from here.
		$post = $edited; // phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited -- restored below.
		setup_postdata( $edited );
		ob_start();
		try {
			/** This filter is documented in wp-includes/post-template.php */
			$html = (string) apply_filters( 'the_content', $content ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- see there.
		} finally {
			// Some shortcodes print.
			$printed = (string) ob_get_clean();
			$post    = $before; // phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited -- its value from above.
			if ( $before instanceof WP_Post ) {
				setup_postdata( $before );
			}
		}
		return $printed . $html;
	}

	/**
	 * Reads the images from rendered content.
	 *
	 * @param string     $html      The content.
	 * @param string     $attribute Name of the attribute with the number of an image.
	 * @param string[][] $places    Its places, by number.
	 * @param bool[]     $in_html   Whether it is in the HTML of its block, by number.
	 * @return array<array<string, mixed>> As self::list() returns them. Not the second copy for
	 *         browsers without scripts, smileys, and pixels that count visits.
	 */
	private static function read( $html, $attribute, $places, $in_html ) {
		$images     = array();
		$is_visible = true;
		$tags       = new WP_HTML_Tag_Processor( $html );
		$read       = function ( $name ) use ( $tags ) {
			$value = $tags->get_attribute( $name );
			return is_string( $value ) ? $value : '';
		};
		while ( $tags->next_tag( array( 'tag_closers' => 'visit' ) ) ) {
			if ( 'NOSCRIPT' === $tags->get_tag() ) {
				$is_visible = $tags->is_tag_closer();
			}
			$class = $read( 'class' );
			if ( 'IMG' !== $tags->get_tag() || ! $is_visible || preg_match( '/\b(?:wp-smiley|emoji)\b/', $class )
				|| array( '1', '1' ) === array( $read( 'width' ), $read( 'height' ) ) ) {
				continue;
			}
			$src = $read( 'src' );
			// Until a script shows the image.
			if ( ( '' === $src || 0 === strpos( $src, 'data:' ) ) && '' !== $read( 'data-src' ) ) {
				$src = $read( 'data-src' );
			}
			$number = $read( $attribute );
			preg_match( '/\bwp-image-(\d+)\b/', $class, $match );
			$images[] = array(
				'src'     => $src,
				'alt'     => trim( $read( 'alt' ) ),
				'id'      => (int) ( '' !== $read( "$attribute-id" ) ? $read( "$attribute-id" ) : $match[1] ?? 0 ),
				'places'  => $places[ $number ] ?? array(),
				'in_html' => $in_html[ $number ] ?? false,
			);
		}
		return $images;
	}

	/**
	 * The installed but inactive plugins that may provide the blocks around images. Only for users who may activate
	 * plugins.
	 *
	 * @param array<array<string, mixed>> $images From self::list().
	 * @return array<string, array{name: string, url: string}> By the namespace of the block. `url`: where to activate it.
	 */
	private static function list_inactive_plugins( $images ) {
		$namespaces = array();
		foreach ( $images as $image ) {
			$name = (string) end( $image['places'] );
			if ( preg_match( '~^(?!core/)([a-z0-9-]+)/~', $name, $match ) && ! WP_Block_Type_Registry::get_instance()->is_registered( $name ) ) {
				$namespaces[ $match[1] ] = true;
			}
		}
		if ( ! $namespaces || ! Core\Permissions::may_activate_plugins() ) {
			return array();
		}
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		$found = array();
		foreach ( get_plugins() as $file => $plugin ) {
			foreach ( array_keys( $namespaces ) as $namespace ) {
				$is_exact = 0 === strpos( $file, "$namespace/" );
				// Such as kadence/image of kadence-blocks/kadence-blocks.php.
				$is_similar = ! isset( $found[ $namespace ] ) && 0 === strpos( $file, "$namespace-" );
				if ( ( $is_exact || $is_similar ) && ! is_plugin_active( $file ) ) {
					$found[ $namespace ] = array(
						'name' => wp_strip_all_tags( $plugin['Name'] ),
						'url'  => admin_url( 'plugins.php?plugin_status=inactive&s=' . rawurlencode( $plugin['Name'] ) ),
					);
				}
			}
		}
		return $found;
	}
}
