<?php
/**
 * Image files: reads them for requests to the service, and finds them by URL.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Core;
use WP_Error;
use WP_Http;

defined( 'ABSPATH' ) || exit;

final class Images {

	/** The largest file that the service accepts, in bytes. */
	public const MAX_IMAGE_BYTES = 10485760;

	/** The longest side that is large enough, in pixels: the service scales larger images down. */
	private const ENOUGH_PIXELS = 1024;

	/** An image is long if its sides differ by more than this factor: the model also gets its parts. */
	private const LONG_RATIO = 2;

	/** The shortest side of a long image that is large enough, in pixels. */
	private const ENOUGH_PIXELS_OF_LONG = 768;

	/**
	 * Reads an image file.
	 *
	 * @param string $file Path of the file.
	 * @return string|WP_Error Data URI, or altscribe_image_unreadable.
	 */
	private static function read_image_file( $file ) {
		if ( ! is_file( $file ) || ! is_readable( $file ) ) {
			return Core\Errors::image_unreadable( 'file_missing' );
		}
		if ( filesize( $file ) > self::MAX_IMAGE_BYTES ) {
			return Core\Errors::image_unreadable( 'file_too_large' );
		}
		$type = self::get_image_type( $file );
		if ( '' === $type ) {
			return Core\Errors::image_unreadable( 'image_type_unsupported' );
		}
		// The file, its base64 form and the JSON of the request are in memory at the same time.
		wp_raise_memory_limit( 'image' );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A local file.
		$bytes = file_get_contents( $file );
		if ( false === $bytes ) {
			return Core\Errors::image_unreadable( 'file_missing' );
		}
		return 'data:' . $type . ';base64,' . base64_encode( $bytes );
	}

	/**
	 * Detects the type of an image from the content of its file.
	 *
	 * @param string $file Path of a readable file.
	 * @return string A media type that the service accepts, or ''.
	 */
	private static function get_image_type( $file ) {
		$type = wp_get_image_mime( $file );
		if ( in_array( $type, array( 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff', 'image/bmp' ), true ) ) {
			return $type;
		}
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A local file.
		$start  = (string) file_get_contents( $file, false, null, 0, 4096 );
		$is_svg = 'svg' === strtolower( pathinfo( $file, PATHINFO_EXTENSION ) ) && false !== stripos( $start, '<svg' );
		return $is_svg ? 'image/svg+xml' : '';
	}

	/**
	 * Whether a URL belongs to an attachment: to its file, one of its sizes, its original, or a version
	 * from before an edit; on this site, on a CDN, or at an earlier address of the site.
	 *
	 * @param string $url           URL from a post, possibly without scheme and host.
	 * @param int    $attachment_id Id of an attachment.
	 * @return bool
	 */
	public static function is_url_of_attachment( $url, $attachment_id ) {
		$url  = self::normalize_image_url( $url );
		$main = self::normalize_image_url( (string) wp_get_attachment_url( $attachment_id ) );
		if ( $url === $main ) {
			return true;
		}
		$file  = (string) get_post_meta( $attachment_id, '_wp_attached_file', true );
		$names = array_merge( self::list_file_names( $attachment_id ), self::list_earlier_file_names( $attachment_id ) );
		$name  = self::find_file_name( $url, $names );
		if ( '' === $name ) {
			return false;
		}
		$path = self::get_upload_path( $url );
		if ( '' !== $path ) {
			return dirname( $path ) === dirname( $file );
		}
		if ( dirname( $url ) === dirname( $main ) ) {
			return true;
		}
		// On another host, a file name is only conclusive together with its year and month folder.
		$sizes = array_map(
			function ( $known ) {
				return array( 'file' => $known );
			},
			$names
		);
		return false !== strpos( $file, '/' )
			&& wp_image_file_matches_image_meta( dirname( $url ) . '/' . $name, compact( 'file', 'sizes' ), $attachment_id );
	}

	/**
	 * The attachment that the id in a block refers to. It only counts if the address of the image is one of that attachment:
	 * after an import, it may be the id of another image, and a user may write any two.
	 *
	 * @param int    $id  The id; 0 for none.
	 * @param string $url The address; '' if the image has none.
	 * @return int The same id, or 0.
	 */
	public static function check_block_id( $id, $url ) {
		$id = (int) $id;
		return $id && 'attachment' === get_post_type( $id ) && ( '' === $url || self::is_url_of_attachment( $url, $id ) ) ? $id : 0;
	}

	/**
	 * Normalizes a URL for comparison: absolute and decoded, without query and fragment, always http
	 * (uploads have the same files under http and https).
	 *
	 * @param string $url URL, possibly without scheme and host.
	 * @return string
	 */
	public static function normalize_image_url( $url ) {
		$url = WP_Http::make_absolute_url( trim( $url ), home_url( '/' ) );
		return rawurldecode( preg_replace( array( '/^https:/i', '/[?#].*$/s' ), array( 'http:', '' ), $url ) );
	}

	/**
	 * The name of an image for people: that of its file, whatever size of it is shown.
	 *
	 * @param int    $attachment_id Its id; 0 if it is not in the media library.
	 * @param string $url           Then its URL.
	 * @return string Without folders; '' if there is none.
	 */
	public static function name( $attachment_id, $url = '' ) {
		return $attachment_id
			? wp_basename( (string) get_post_meta( $attachment_id, '_wp_attached_file', true ) )
			: preg_replace( '/(?:-\d+x\d+|-scaled|-rotated|-e\d{10,}){1,9}(?=\.\w+$)/', '', wp_basename( rawurldecode( (string) wp_parse_url( $url, PHP_URL_PATH ) ) ) );
	}

	/**
	 * The names of the current files of an attachment: its file, its sizes and its original.
	 *
	 * @param int $attachment_id Its id.
	 * @return string[]
	 */
	public static function list_file_names( $attachment_id ) {
		$metadata = wp_get_attachment_metadata( $attachment_id );
		$names    = array( wp_basename( (string) get_post_meta( $attachment_id, '_wp_attached_file', true ) ) );
		if ( ! empty( $metadata['sizes'] ) && is_array( $metadata['sizes'] ) ) {
			$names = array_merge( $names, array_values( wp_list_pluck( $metadata['sizes'], 'file' ) ) );
		}
		if ( ! empty( $metadata['original_image'] ) ) {
			$names[] = $metadata['original_image'];
		}
		return array_filter( $names );
	}

	/**
	 * The names of the files of an attachment from before the image was edited.
	 *
	 * @param int $attachment_id Its id.
	 * @return string[]
	 */
	public static function list_earlier_file_names( $attachment_id ) {
		$backups = get_post_meta( $attachment_id, '_wp_attachment_backup_sizes', true );
		return is_array( $backups ) ? array_filter( array_values( wp_list_pluck( $backups, 'file' ) ) ) : array();
	}

	/**
	 * The file of an attachment that a URL refers to.
	 *
	 * @param string   $url   As self::normalize_image_url() returns it.
	 * @param string[] $names The names of the files of the attachment.
	 * @return string One of the names; for a size that the site no longer makes, such as
	 *                `boat-640x480.jpg`, the name without the size; '' for any other URL.
	 */
	private static function find_file_name( $url, $names ) {
		$name = wp_basename( $url );
		if ( in_array( $name, $names, true ) ) {
			return $name;
		}
		$full   = preg_replace( '/-\d+x\d+(\.\w+)$/', '$1', $name, 1, $is_size );
		$scaled = preg_replace( '/(\.\w+)$/', '-scaled$1', $full );
		$found  = array_values( array_intersect( array( $full, $scaled ), $names ) );
		// A different upload may have such a name too.
		return $is_size && $found && ! attachment_url_to_postid( $url ) ? $found[0] : '';
	}

	/**
	 * Reads an image of the media library for a request to the service.
	 *
	 * @param int    $attachment_id Its id.
	 * @param string $url           One of its URLs, or ''. If it refers to an earlier version (before
	 *                              the image was edited), that file is read.
	 * @return array<string, string>|WP_Error `image_file` (data URI), or `image_url` if the file is on
	 *                                        another host; otherwise altscribe_image_unreadable.
	 */
	public static function read_attachment( $attachment_id, $url = '' ) {
		return Core\Permissions::may_read_post( $attachment_id )
			? self::read_attachment_image( $attachment_id, $url )
			: Core\Errors::image_unreadable( 'not_visible' );
	}

	/**
	 * Like self::read_attachment(), but without a permission check.
	 *
	 * @param int    $attachment_id Its id.
	 * @param string $url           As for self::read_attachment().
	 * @return array<string, string>|WP_Error As self::read_attachment() returns it.
	 */
	public static function read_attachment_image( $attachment_id, $url = '' ) {
		if ( ! wp_attachment_is_image( $attachment_id ) ) {
			return Core\Errors::image_unreadable( 'not_an_image' );
		}
		$files = array_filter( self::list_attachment_files( $attachment_id, $url ), 'is_file' );
		if ( ! $files ) {
			return array( 'image_url' => (string) wp_get_attachment_url( $attachment_id ) );
		}
		foreach ( $files as $file ) {
			$image = self::read_image_file( $file );
			if ( ! is_wp_error( $image ) ) {
				return array( 'image_file' => $image );
			}
		}
		return $image;
	}

	/**
	 * The files of an image, and no others, best first: the earlier version that the URL refers to, then those
	 * that are large enough, smallest first, then the upload, if WordPress has scaled a long image down,
	 * then the attached file, then the smaller ones, largest first.
	 *
	 * @param int    $attachment_id Id of an image attachment.
	 * @param string $url           One of its URLs, or ''.
	 * @return string[] Paths; some files may not exist.
	 */
	private static function list_attachment_files( $attachment_id, $url ) {
		$attached = get_attached_file( $attachment_id );
		if ( ! $attached ) {
			return array();
		}
		$metadata = wp_get_attachment_metadata( $attachment_id );
		$metadata = is_array( $metadata ) ? $metadata : array();
		$enough   = array();
		$small    = array();
		foreach ( self::list_uncropped_sizes( $metadata ) as $size ) {
			// Only the file name: the metadata must not point to another folder.
			$file    = path_join( dirname( $attached ), wp_basename( $size['file'] ) );
			$longest = max( $size['width'], $size['height'] );
			if ( self::is_large_enough( $size ) ) {
				$enough[ $file ] = $longest;
			} else {
				$small[ $file ] = $longest;
			}
		}
		$files = self::is_large_enough( $metadata ) ? array( $attached ) : self::list_unscaled_files( $attachment_id, $attached );
		$url   = self::normalize_image_url( $url );
		// Only a name of the attachment's own: the folder also has the files of others.
		$name  = in_array( wp_basename( $url ), self::list_file_names( $attachment_id ), true ) ? '' : self::find_file_name( $url, self::list_earlier_file_names( $attachment_id ) );
		$shown = '' === $name ? array() : array( path_join( dirname( $attached ), $name ) );
		asort( $enough );
		arsort( $small );
		return array_merge( $shown, array_keys( $enough ), $files, array_keys( $small ) );
	}

	/**
	 * Whether the service would send a larger file of the same image in the same size.
	 *
	 * @param array<string, mixed> $size `width` and `height` in pixels, if they are known.
	 * @return bool
	 */
	private static function is_large_enough( $size ) {
		$sides = array( (int) ( $size['width'] ?? 0 ), (int) ( $size['height'] ?? 0 ) );
		return max( $sides ) > self::LONG_RATIO * min( $sides )
			? min( $sides ) >= self::ENOUGH_PIXELS_OF_LONG
			: max( $sides ) >= self::ENOUGH_PIXELS;
	}

	/**
	 * The attached file, and before it the upload that WordPress has scaled down to it, because a long
	 * image is narrow when scaled to 2,560 pixels. Not after an edit, which the upload does not have.
	 *
	 * @param int    $attachment_id Id of an image attachment.
	 * @param string $attached      Path of its attached file.
	 * @return string[] Paths.
	 */
	private static function list_unscaled_files( $attachment_id, $attached ) {
		$is_scaled = 1 === preg_match( '/-scaled\.\w+$/D', $attached );
		return array_filter( array( $is_scaled ? wp_get_original_image_path( $attachment_id ) : false, $attached ) );
	}

	/**
	 * The smaller sizes of an image that are not cropped.
	 *
	 * @param array<string, mixed> $metadata From wp_get_attachment_metadata().
	 * @return array<array{file: string, width: int, height: int}>
	 */
	private static function list_uncropped_sizes( $metadata ) {
		if ( empty( $metadata['width'] ) || empty( $metadata['height'] ) || empty( $metadata['sizes'] ) || ! is_array( $metadata['sizes'] ) ) {
			return array();
		}
		return array_filter(
			$metadata['sizes'],
			function ( $size ) use ( $metadata ) {
				return ! empty( $size['file'] ) && ! empty( $size['width'] ) && ! empty( $size['height'] )
					&& wp_image_matches_ratio( $metadata['width'], $metadata['height'], $size['width'], $size['height'] );
			}
		);
	}

	/**
	 * Reads an image for a request to the service. Uploads of this site are read from disk, because the
	 * service may not be able to reach this site. For other images the URL is sent, and for users who
	 * may not upload also for uploads outside the media library (for example, of a form).
	 *
	 * @param string $url URL from the post, possibly without scheme and host.
	 * @return array<string, string>|WP_Error `image_file` (data URI) or `image_url`; otherwise
	 *                                        altscribe_image_unreadable.
	 */
	public static function read_image_url( $url ) {
		$url    = WP_Http::make_absolute_url( trim( $url ), home_url( '/' ) );
		$scheme = strtolower( (string) wp_parse_url( $url, PHP_URL_SCHEME ) );
		if ( ! in_array( $scheme, array( 'http', 'https' ), true ) ) {
			return Core\Errors::image_unreadable( 'image_url_invalid' );
		}
		$upload = self::get_upload_path( $url );
		if ( '' === $upload ) {
			return array( 'image_url' => $url );
		}
		$attachment_id = self::find_attachment( $upload );
		$file          = self::find_uploaded_file( $upload );
		if ( ! $attachment_id && '' !== $file ) {
			$attachment_id = self::find_attachment( self::get_upload_name( $file ) );
		}
		if ( $attachment_id ) {
			return self::read_attachment( $attachment_id, $url );
		}
		if ( '' === $file || ! Core\Permissions::may_upload() ) {
			return array( 'image_url' => $url );
		}
		$image = self::read_image_file( $file );
		return is_wp_error( $image ) ? $image : array( 'image_file' => $image );
	}

	/**
	 * The path of an upload of this site.
	 *
	 * @param string $url Absolute URL.
	 * @return string Path inside the uploads folder, such as `2026/11/boat.jpg`; '' for any other URL.
	 */
	public static function get_upload_path( $url ) {
		$uploads = wp_get_upload_dir();
		// Uploads have the same files under http and https.
		$base = preg_replace( '/^https?:/i', '', trailingslashit( $uploads['baseurl'] ) );
		$url  = preg_replace( array( '/^https?:/i', '/[?#].*$/s' ), '', $url );
		return 0 === strpos( $url, $base ) ? rawurldecode( substr( $url, strlen( $base ) ) ) : '';
	}

	/**
	 * Finds the attachment of an uploaded file, also by one of its smaller sizes.
	 *
	 * @param string $path Path inside the uploads folder.
	 * @return int Id, or 0.
	 */
	private static function find_attachment( $path ) {
		$uploads  = wp_get_upload_dir();
		$original = preg_replace( '/-\d+x\d+(\.\w+)$/', '$1', $path );
		// WordPress scales down very large uploads.
		$scaled = preg_replace( '/(\.\w+)$/', '-scaled$1', $original );
		$base   = trailingslashit( $uploads['baseurl'] );
		$url    = $base . str_replace( '%2F', '/', rawurlencode( $path ) );
		foreach ( array_unique( array( $path, $original, $scaled ) ) as $candidate ) {
			$attachment_id = attachment_url_to_postid( $base . $candidate );
			if ( $attachment_id && self::is_url_of_attachment( $url, $attachment_id ) ) {
				return $attachment_id;
			}
		}
		return 0;
	}

	/**
	 * Finds an uploaded file on disk, never one outside the uploads folder.
	 *
	 * @param string $path Path inside the uploads folder, from the request.
	 * @return string Path on disk, or ''.
	 */
	private static function find_uploaded_file( $path ) {
		$uploads = wp_get_upload_dir();
		$folder  = realpath( $uploads['basedir'] );
		if ( false === $folder || 0 !== validate_file( $path ) || false !== strpos( $path, "\0" ) ) {
			return '';
		}
		$file      = realpath( trailingslashit( $folder ) . $path );
		$is_inside = false !== $file && 0 === strpos( $file, trailingslashit( $folder ) );
		return $is_inside && is_file( $file ) ? $file : '';
	}

	/**
	 * The path of a file inside the uploads folder, as WordPress stores it. A URL may spell it
	 * differently, for example with a double slash.
	 *
	 * @param string $file Path on disk, from self::find_uploaded_file().
	 * @return string Such as `2026/11/boat.jpg`.
	 */
	private static function get_upload_name( $file ) {
		$uploads = wp_get_upload_dir();
		return wp_normalize_path( substr( $file, strlen( trailingslashit( realpath( $uploads['basedir'] ) ) ) ) );
	}

	/**
	 * The image that WooCommerce shows for products without one. It has its own alternative text.
	 *
	 * @return int Its id; 0 without WooCommerce, or if the image is not in the media library. Costs no
	 *   query.
	 */
	public static function get_placeholder_image() {
		return function_exists( 'wc_get_product' ) ? (int) get_option( 'woocommerce_placeholder_image' ) : 0;
	}

	/**
	 * Whether the title of an attachment is only its file name, as set by WordPress on upload, or a camera's file
	 * name. Such a title does not describe the image.
	 *
	 * @param int $attachment_id Id of an attachment.
	 * @return bool
	 */
	public static function is_file_title( $attachment_id ) {
		$title = get_post( $attachment_id )->post_title;
		return self::is_file_name( $attachment_id, $title )
			|| 1 === preg_match( '/^(?:img|dsc|dscn|dscf|pxl|screenshot|image|photo|picture|bild|foto|imagen|unnamed)?[-\d]*$/D', self::spell_as_file( $title ) );
	}

	/**
	 * Whether a text is only the file name of an attachment, in any spelling: "harbour-boats.jpg" or "Harbour
	 * Boats".
	 *
	 * @param int    $attachment_id Id of an attachment.
	 * @param string $text          A text, such as a title.
	 * @return bool
	 */
	public static function is_file_name( $attachment_id, $text ) {
		$file = (string) get_post_meta( $attachment_id, '_wp_attached_file', true );
		$end  = preg_quote( pathinfo( $file, PATHINFO_EXTENSION ), '/' );
		$text = self::spell_as_file( preg_replace( "/\\.$end$/iD", '', trim( $text ) ) );
		$file = self::spell_as_file( pathinfo( $file, PATHINFO_FILENAME ) );
		// WordPress may have added a number or the suffix of a smaller version after the title was made
		// from the name.
		$whole = preg_replace( '/-(?:scaled|rotated|e\d{10,})$/D', '', $file );
		return '' !== $text && in_array( $text, array( $file, $whole, preg_replace( '/-\d{1,3}$/D', '', $whole ) ), true );
	}

	/**
	 * Spells a text like a file name.
	 *
	 * @param string $text Any text.
	 * @return string
	 */
	private static function spell_as_file( $text ) {
		return trim( preg_replace( '/[-_]+/', '-', sanitize_title( $text ) ), '-' );
	}

	/**
	 * Whether the files of two images have the same bytes.
	 *
	 * @param int $attachment_id The image.
	 * @param int $other_id      The other one.
	 * @return bool Also false if one of them is not on this server.
	 */
	public static function has_same_file( $attachment_id, $other_id ) {
		list( $file, $other ) = array_map( 'strval', array_map( 'wp_get_original_image_path', array( $attachment_id, $other_id ) ) );
		return is_readable( $file ) && is_readable( $other ) && filesize( $file ) === filesize( $other ) && md5_file( $file ) === md5_file( $other );
	}
}
