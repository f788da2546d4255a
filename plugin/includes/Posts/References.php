<?php
/**
 * Finds the images that posts, terms, widgets and settings show, and the attachments that they belong to.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Library;
use WP_Term;

defined( 'ABSPATH' ) || exit;

final class References {

	/** Post types without pages of their own whose images are shown elsewhere. */
	private const PART_POST_TYPES = array( 'product_variation', 'wp_block', 'wp_template', 'wp_template_part', 'wp_navigation' );

	/**
	 * A key for the file that a URL or a path leads to, the same for all sizes of an image: `2026/11/boat-300x200.jpg`,
	 * `2026/11/boat-scaled.jpg` and `2026/11/boat-e1700000000000.jpg` have that of `2026/11/boat.jpg`.
	 *
	 * @param string $path Path within the uploads folder.
	 * @return string An MD5; '' without a path.
	 */
	public static function file_key( $path ) {
		$stem = preg_replace( array( '~\.\w+$~', '~(?<=[^/])(?:-(?:\d+x\d+|scaled|rotated|e\d{10,})){1,9}$~' ), '', $path );
		return '' === trim( $stem, '/' ) ? '' : md5( $stem );
	}

	/**
	 * The path of an image within the uploads folder: of this site, or of another host after a move or on a CDN.
	 *
	 * @param string $url URL, possibly without scheme and host.
	 * @return string Such as `2026/11/boat.jpg`; '' for other URLs.
	 */
	public static function get_path_in_uploads( $url ) {
		$url  = Library\Images::normalize_image_url( $url );
		$path = Library\Images::get_upload_path( $url );
		if ( '' !== $path || ! preg_match( '~^http://([^/]+)/(?:.*?/)?uploads/(.+)$~', $url, $match ) ) {
			return $path;
		}
		if ( wp_parse_url( home_url(), PHP_URL_HOST ) === strtok( $match[1], ':' ) ) {
			// In a network, it belongs to another site.
			return is_multisite() ? '' : $match[2];
		}
		$path = preg_replace( '~^sites/\d+/~', '', $match[2] );
		// On another host, a file name is only conclusive together with its folder.
		return false === strpos( $path, '/' ) ? '' : $path;
	}

	/**
	 * Finds the attachments of images: by id, unless that belongs to something else, or else by the file's address.
	 *
	 * @param array<array<string, mixed>> $images Each with `id` (0 for none) and `url` ('' for none).
	 * @return array<array<string, mixed>> With `attachment_id` (0 for none) and `file_key`.
	 */
	public static function resolve_images( $images ) {
		global $wpdb;
		$paths = array();
		foreach ( $images as $index => $image ) {
			$url             = 0 === stripos( $image['url'], 'data:' ) ? '' : $image['url'];
			$paths[ $index ] = '' === $url ? '' : self::get_path_in_uploads( $url );

			$images[ $index ]['url']      = $url;
			$images[ $index ]['file_key'] = '' === $paths[ $index ] ? '' : self::file_key( $paths[ $index ] );
		}
		$keys  = array_values( array_unique( array_filter( wp_list_pluck( $images, 'file_key' ) ) ) );
		$files = array();
		foreach ( array_chunk( Uses::make_table() ? $keys : array(), 500 ) as $chunk ) {
			$in = implode( ', ', array_fill( 0, count( $chunk ), '%s' ) );
			// phpcs:ignore WordPress.DB -- The table is the plugin's own; the interpolated part is placeholders.
			foreach ( $wpdb->get_results( $wpdb->prepare( "SELECT file_key, attachment_id FROM %i WHERE file_key IN ($in) AND object_type = 'file' ORDER BY attachment_id", array_merge( array( Uses::table() ), $chunk ) ) ) as $row ) {
				$files[ $row->file_key ][] = (int) $row->attachment_id;
			}
		}
		foreach ( $images as $index => $image ) {
			$images[ $index ]['attachment_id'] = self::choose_attachment( $image, $files[ $image['file_key'] ] ?? array(), $paths[ $index ] );
		}
		return $images;
	}

	/**
	 * Chooses the attachment of an image.
	 *
	 * @param array<string, mixed> $image With `id` and `url`.
	 * @param int[]                $ids   The attachments that may have its file.
	 * @param string               $path  Path of the file within the uploads folder.
	 * @return int 0 for none.
	 */
	private static function choose_attachment( $image, $ids, $path ) {
		if ( '' === $image['url'] || in_array( $image['id'], $ids, true ) ) {
			return $image['id'];
		}
		if ( count( $ids ) > 1 ) {
			// Uploads such as boat.jpg, boat.png and boat-300x200.jpg: the one that has the file itself.
			_prime_post_caches( $ids, false, true );
			// Some may have been deleted without WordPress's functions.
			$ids = array_values( array_filter( $ids, 'get_post' ) );
			foreach ( $ids as $id ) {
				if ( in_array( wp_basename( $path ), array_merge( Library\Images::list_file_names( $id ), Library\Images::list_earlier_file_names( $id ) ), true ) ) {
					return $id;
				}
			}
		}
		if ( $ids ) {
			return $ids[0];
		}
		// On a CDN with other addresses, or before the files were read.
		return $image['id'] && Library\Images::is_url_of_attachment( $image['url'], $image['id'] ) ? $image['id'] : 0;
	}

	/**
	 * The images that some content shows, in blocks, HTML and gallery shortcodes.
	 *
	 * @param string $content The content.
	 * @param int    $post_id Its post, whose uploads a gallery without ids shows; 0 for none.
	 * @return array<array{kind: string, id: int, url: string}> Those in blocks and HTML are from
	 *         Content::read().
	 */
	public static function list_references( $content, $post_id = 0 ) {
		$references = array();
		if ( false !== stripos( $content, '<img' ) || false !== strpos( $content, '<!-- wp:' ) ) {
			foreach ( Content::read( $content ) as $image ) {
				$references[] = array(
					'kind'       => 'content',
					'lacks_text' => '' === $image['text'] . $image['reason'],
				) + $image;
			}
		}
		preg_match_all( '/(?<!\[)\[gallery(?=[\s\]\/])((?:[^\[\]]++|\[(?!gallery))*+)\]/', $content, $galleries );
		foreach ( $galleries[1] as $attributes ) {
			$attributes = (array) shortcode_parse_atts( $attributes );
			$ids        = $attributes['ids'] ?? $attributes['include'] ?? null;
			// WordPress's own parser does not read a list that has spaces but no quotes.
			$ids        = null === $ids ? self::list_uploads( (int) ( $attributes['id'] ?? $post_id ) ) : wp_parse_id_list( $ids );
			$references = array_merge( $references, self::references_by_id( 'gallery', $ids ) );
		}
		return $references;
	}

	/**
	 * The synced patterns that some content shows.
	 *
	 * @param string $content The content.
	 * @return array<array{kind: string, id: int, url: string}>
	 */
	private static function list_pattern_references( $content ) {
		preg_match_all( '~<!--(\s+wp:(?:core/)?block\s(?:[^-]++|-(?!->))*+)-->~', $content, $delimiters );
		$blocks = array_column( array_filter( array_map( array( Content::class, 'parse_block_delimiter' ), $delimiters[1] ) ), 'attributes' );
		return self::references_by_id( 'pattern', array_filter( array_column( $blocks, 'ref' ), 'is_numeric' ) );
	}

	/**
	 * References to attachments by id only.
	 *
	 * @param string $kind Where they are.
	 * @param int[]  $ids  Ids of attachments.
	 * @return array<array{kind: string, id: int, url: string}>
	 */
	private static function references_by_id( $kind, $ids ) {
		$references = array();
		foreach ( array_unique( array_filter( array_map( 'intval', $ids ) ) ) as $id ) {
			$references[] = compact( 'kind', 'id' ) + array( 'url' => '' );
		}
		return $references;
	}

	/**
	 * The images that were uploaded to a post.
	 *
	 * @param int $post_id The post.
	 * @return int[]
	 */
	private static function list_uploads( $post_id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Only ids, and not cached.
		return $post_id ? $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment' AND post_parent = %d", $post_id ) ) : array();
	}

	/**
	 * The images that an object shows.
	 *
	 * @param string $type `post`, `term`, `widget` or `setting`.
	 * @param int    $id   Id of the post or term; 0 for all widgets or all settings.
	 * @return array<array<string, mixed>> Each with `kind`, `id` and `url`, and with `is_published`; for widgets also with
	 *         `object_id`.
	 */
	public static function list_references_of( $type, $id ) {
		$references = call_user_func( array( self::class, "list_references_of_$type" ), $id );
		/**
		 * Adds images that a post, term, widget or setting shows.
		 *
		 * @param array<array{kind: string, id: int, url: string}> $references `kind`: a name of up to 40 characters for
		 *   the place; `id` of the attachment, or `url` of the image in any size.
		 * @param string                                           $type       `post`, `term`, `widget` or `setting`.
		 * @param int                                              $id         Id of the post or term; otherwise 0.
		 */
		$references = (array) apply_filters( 'altscribe_image_references', $references, $type, $id );
		$defaults   = array(
			'kind'         => 'other',
			'id'           => 0,
			'url'          => '',
			'object_id'    => $id,
			'lacks_text'   => false,
			'is_published' => 'post' !== $type || self::is_post_shown( $id ),
		);
		return array_map(
			function ( $reference ) use ( $defaults ) {
				$reference = (array) $reference + $defaults;
				return array(
					'kind' => substr( (string) $reference['kind'], 0, 40 ),
					'id'   => absint( $reference['id'] ),
					'url'  => (string) $reference['url'],
				) + $reference;
			},
			array_values( $references )
		);
	}

	/**
	 * Whether posts of a type are read. Those of logs, forms and settings are not.
	 *
	 * @param string $type The type.
	 * @return bool
	 */
	public static function is_type_read( $type ) {
		return 'attachment' !== $type && ( is_post_type_viewable( $type ) || in_array( $type, array_merge( self::PART_POST_TYPES, Places::list_content_post_types() ), true ) );
	}

	/**
	 * The images that a post shows.
	 *
	 * @param int $id The post.
	 * @return array<array{kind: string, id: int, url: string}> Empty for posts that people do not edit.
	 */
	private static function list_references_of_post( $id ) {
		$post = get_post( $id );
		if ( ! $post || ! in_array( $post->post_status, Places::CONTENT_STATUSES, true ) || ! self::is_type_read( $post->post_type ) ) {
			return array();
		}
		$excerpt = array_map(
			function ( $reference ) {
				// An excerpt cannot be filled.
				return array(
					'kind'       => 'excerpt',
					'lacks_text' => false,
				) + $reference;
			},
			self::list_references( $post->post_excerpt )
		);
		return array_merge(
			self::list_references( $post->post_content, $id ),
			self::list_pattern_references( $post->post_content ),
			$excerpt,
			self::references_by_id( 'featured', array( get_post_meta( $id, '_thumbnail_id', true ) ) ),
			self::references_by_id( 'product_gallery', wp_parse_id_list( get_post_meta( $id, '_product_image_gallery', true ) ) )
		);
	}

	/**
	 * Whether visitors can see a post. Variations are seen with their product, templates with their theme, and synced
	 * patterns where something else shows them.
	 *
	 * @param int $id The post.
	 * @return bool
	 */
	private static function is_post_shown( $id ) {
		$post = get_post( $id );
		if ( 'publish' !== get_post_field( 'post_status', $post ) ) {
			return false;
		}
		if ( 'product_variation' === $post->post_type ) {
			return 'publish' === get_post_field( 'post_status', $post->post_parent );
		}
		if ( 'wp_block' === $post->post_type ) {
			return self::is_pattern_shown( $id );
		}
		return ! in_array( $post->post_type, array( 'wp_template', 'wp_template_part' ), true ) || has_term( get_stylesheet(), 'wp_theme', $post );
	}

	/**
	 * Whether a published post, a template or a widget shows a synced pattern, or another pattern that it is in.
	 *
	 * @param int $id The pattern.
	 * @return bool
	 */
	private static function is_pattern_shown( $id ) {
		global $wpdb;
		// Patterns can contain each other.
		$seen = array( (int) $id );
		$next = $seen;
		while ( $next && Uses::make_table() ) {
			$in = implode( ',', $next );
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own; only numbers are put in.
			$rows = $wpdb->get_results( $wpdb->prepare( "SELECT DISTINCT altscribe_use.object_id, $wpdb->posts.post_type FROM %i altscribe_use LEFT JOIN $wpdb->posts ON altscribe_use.object_type = 'post' AND $wpdb->posts.ID = altscribe_use.object_id WHERE altscribe_use.attachment_id IN ($in) AND altscribe_use.kind = 'pattern' AND ( altscribe_use.is_published = 1 OR ( $wpdb->posts.post_type = 'wp_block' AND $wpdb->posts.post_status = 'publish' ) )", Uses::table() ) );
			if ( array_diff( array_map( 'strval', wp_list_pluck( $rows, 'post_type' ) ), array( 'wp_block' ) ) ) {
				return true;
			}
			$next = array_diff( array_map( 'intval', wp_list_pluck( $rows, 'object_id' ) ), $seen );
			$seen = array_merge( $seen, $next );
		}
		return false;
	}

	/**
	 * The image that a term shows, such as a category of products or a brand.
	 *
	 * @param int $id The term.
	 * @return array<array{kind: string, id: int, url: string}>
	 */
	private static function list_references_of_term( $id ) {
		return self::references_by_id( 'thumbnail', array( get_term( $id ) instanceof WP_Term ? get_term_meta( $id, 'thumbnail_id', true ) : 0 ) );
	}

	/**
	 * The logo and the icon of the site.
	 *
	 * @return array<array{kind: string, id: int, url: string}>
	 */
	private static function list_references_of_setting() {
		return array_merge(
			self::references_by_id( 'site_logo', array( get_option( 'site_logo' ), get_theme_mod( 'custom_logo' ) ) ),
			self::references_by_id( 'site_icon', array( get_option( 'site_icon' ) ) )
		);
	}

	/**
	 * The images in widgets.
	 *
	 * @return array<array<string, mixed>> With `object_id`, the number in the widget's id, and `kind`, the rest of it:
	 *         2 and `block` for `block-2`.
	 */
	private static function list_references_of_widget() {
		$references = array();
		foreach ( array_filter( (array) get_option( 'sidebars_widgets' ), 'is_array' ) as $sidebar => $widgets ) {
			foreach ( $widgets as $widget ) {
				$number   = (int) substr( strrchr( $widget, '-' ), 1 );
				$base     = preg_replace( '/-\d+$/', '', $widget );
				$instance = (array) ( get_option( "widget_$base" )[ $number ] ?? array() );
				$content  = implode( "\n", array_filter( wp_array_slice_assoc( $instance, array( 'content', 'text' ) ), 'is_string' ) );
				$found    = array_merge(
					self::references_by_id( $base, wp_parse_id_list( $instance['ids'] ?? array() ) ),
					self::list_references( $content )
				);
				if ( 'media_image' === $base ) {
					$found[] = array(
						'id'  => (int) ( $instance['attachment_id'] ?? 0 ),
						'url' => (string) ( $instance['url'] ?? '' ),
					);
				}
				$of_widget = array(
					'object_id'    => $number,
					'lacks_text'   => false,
					'is_published' => 'wp_inactive_widgets' !== $sidebar,
				);
				foreach ( $found as $reference ) {
					$references[] = array( 'kind' => $base ) + $of_widget + $reference;
				}
				foreach ( self::list_pattern_references( $content ) as $reference ) {
					$references[] = $of_widget + $reference;
				}
			}
		}
		return $references;
	}
}
