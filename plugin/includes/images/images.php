<?php
/**
 * Images: their files and what those say about them, URLs and attachments, and which of them are the same.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The largest file that the service accepts, in bytes. */
const ALTSCRIBE_MAX_IMAGE_BYTES = 10485760;

/**
 * Reads an image file.
 *
 * @param string $file Path of the file.
 * @return string|WP_Error Data URI, or altscribe_image_unreadable.
 */
function altscribe_read_image_file( $file ) {
	if ( ! is_file( $file ) || ! is_readable( $file ) ) {
		return altscribe_error_image_unreadable( 'file_missing' );
	}
	if ( filesize( $file ) > ALTSCRIBE_MAX_IMAGE_BYTES ) {
		return altscribe_error_image_unreadable( 'file_too_large' );
	}
	$type = altscribe_get_image_type( $file );
	if ( '' === $type ) {
		return altscribe_error_image_unreadable( 'image_type_unsupported' );
	}
	// The file, its base64 form and the JSON of the request are in memory at the same time.
	wp_raise_memory_limit( 'image' );
	// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A local file.
	$bytes = file_get_contents( $file );
	if ( false === $bytes ) {
		return altscribe_error_image_unreadable( 'file_missing' );
	}
	return 'data:' . $type . ';base64,' . base64_encode( $bytes );
}

/**
 * Detects the type of an image from the content of its file.
 *
 * @param string $file Path of a readable file.
 * @return string A media type that the service accepts, or ''.
 */
function altscribe_get_image_type( $file ) {
	$type = wp_get_image_mime( $file );
	if ( in_array( $type, array( 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff' ), true ) ) {
		return $type;
	}
	// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A local file.
	$start  = (string) file_get_contents( $file, false, null, 0, 4096 );
	$is_svg = 'svg' === strtolower( pathinfo( $file, PATHINFO_EXTENSION ) ) && false !== stripos( $start, '<svg' );
	return $is_svg ? 'image/svg+xml' : '';
}

/** Where XMP has what photographers and archives write into files. */
const ALTSCRIBE_XMP_PATHS = array(
	'alt'      => '//Iptc4xmpCore:AltTextAccessibility//rdf:li',
	'long'     => '//Iptc4xmpCore:ExtDescrAccessibility//rdf:li',
	'headline' => '//photoshop:Headline | //@photoshop:Headline',
	'caption'  => '//dc:description//rdf:li[@xml:lang="x-default"]',
	'city'     => '//photoshop:City | //@photoshop:City',
	'persons'  => '//Iptc4xmpExt:PersonInImage//rdf:li',
);

add_action( 'add_attachment', 'altscribe_read_file_texts' );

/**
 * Reads what the file of an image says about it, in IPTC's fields of XMP, unless this file was read before. For one image
 * that is uploaded or worked on, and in the background for all; lists use altscribe_get_file_texts().
 *
 * @param int $attachment_id The attachment.
 * @return array<string, array<array{text: string, language: string}>> By the names of ALTSCRIBE_XMP_PATHS; `language` is
 *         '' if it is not stated. array() if it says nothing, or if the file is not on this server.
 */
function altscribe_read_file_texts( $attachment_id ) {
	if ( 0 !== strpos( (string) get_post_mime_type( $attachment_id ), 'image/' ) ) {
		return array();
	}
	$original = wp_attachment_is_image( $attachment_id ) ? wp_get_original_image_path( $attachment_id ) : false;
	$file     = $original && is_file( $original ) ? $original : (string) get_attached_file( $attachment_id );
	if ( ! is_file( $file ) || ! is_readable( $file ) ) {
		return array();
	}
	$known = get_post_meta( $attachment_id, ALTSCRIBE_FILE_TEXTS_KEY, true );
	$stamp = filesize( $file ) . ' ' . filemtime( $file );
	if ( ! is_array( $known ) || $stamp !== $known['stamp'] ) {
		require_once __DIR__ . '/find-xmp.php';
		$texts = altscribe_parse_xmp( altscribe_find_xmp( $file ) );
		// One query less than an update, for every upload.
		$store = metadata_exists( 'post', $attachment_id, ALTSCRIBE_FILE_TEXTS_KEY ) ? 'update_post_meta' : 'add_post_meta';
		$known = compact( 'stamp', 'texts' );
		$store( $attachment_id, ALTSCRIBE_FILE_TEXTS_KEY, wp_slash( $known ) );
	}
	return $known['texts'];
}

/**
 * Reads the texts in the files of images, in the background.
 *
 * @param int[] $ids         Attachments.
 * @param bool  $are_changed Whether files that were read before are looked at again.
 */
function altscribe_read_texts_of_files( $ids, $are_changed ) {
	foreach ( $ids as $id ) {
		// Files on another server, which a plugin makes look like local ones, would take too long.
		if ( ( $are_changed || ! metadata_exists( 'post', $id, ALTSCRIBE_FILE_TEXTS_KEY ) ) && ! wp_is_stream( (string) get_attached_file( $id ) ) ) {
			altscribe_read_file_texts( $id );
		}
	}
}

/**
 * The texts that were read in the file of an image, without a look at the file.
 *
 * @param int $attachment_id The attachment.
 * @return array<string, array<array{text: string, language: string}>> As altscribe_read_file_texts(); array() if the file
 *         was not read yet.
 */
function altscribe_get_file_texts( $attachment_id ) {
	$known = get_post_meta( $attachment_id, ALTSCRIBE_FILE_TEXTS_KEY, true );
	return is_array( $known ) ? (array) $known['texts'] : array();
}

/**
 * The texts in XMP, as WordPress 7.0 reads them for uploads.
 *
 * @param string $xml From altscribe_find_xmp(), or ''.
 * @return array<string, array<array{text: string, language: string}>> As altscribe_read_file_texts().
 */
function altscribe_parse_xmp( $xml ) {
	// XMP has no document type, which could contain entities of any size.
	if ( '' === $xml || ! class_exists( 'DOMDocument' ) || false !== stripos( $xml, '<!DOCTYPE' ) ) {
		return array();
	}
	$was_quiet = libxml_use_internal_errors( true );
	$document  = new DOMDocument();
	$is_read   = $document->loadXML( $xml, LIBXML_NONET );
	libxml_clear_errors();
	libxml_use_internal_errors( $was_quiet );
	$xpath = new DOMXPath( $document );
	$xpath->registerNamespace( 'rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' );
	$xpath->registerNamespace( 'dc', 'http://purl.org/dc/elements/1.1/' );
	$xpath->registerNamespace( 'photoshop', 'http://ns.adobe.com/photoshop/1.0/' );
	$xpath->registerNamespace( 'Iptc4xmpCore', 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/' );
	$xpath->registerNamespace( 'Iptc4xmpExt', 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/' );
	$texts = array();
	foreach ( $is_read ? ALTSCRIBE_XMP_PATHS : array() as $name => $path ) {
		foreach ( $xpath->query( $path ) as $node ) {
			$text     = altscribe_to_plain_text( $node->nodeValue ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName -- DOM's name.
			$language = $node instanceof DOMElement ? $node->getAttribute( 'xml:lang' ) : '';
			if ( '' !== $text ) {
				$texts[ $name ][] = array(
					'text'     => $text,
					'language' => 'x-default' === $language ? '' : $language,
				);
			}
		}
		// The default repeats one of the others, if there are some.
		$named = wp_list_filter( $texts[ $name ] ?? array(), array( 'language' => '' ), 'NOT' );
		if ( $named && in_array( $name, array( 'alt', 'long' ), true ) ) {
			$texts[ $name ] = array_values( $named );
		}
	}
	return $texts;
}

/**
 * The alternative texts that were read in the file of an attachment.
 *
 * @param int $attachment_id The attachment.
 * @return array<array{text: string, language: string}> One for each language; '' if it is not stated.
 */
function altscribe_list_file_texts( $attachment_id ) {
	return altscribe_get_file_texts( $attachment_id )['alt'] ?? array();
}

/**
 * Whether a URL belongs to an attachment: to its file, one of its sizes, its original, or a version
 * from before an edit; on this site, on a CDN, or at an earlier address of the site.
 *
 * @param string $url           URL from a post, possibly without scheme and host.
 * @param int    $attachment_id Id of an attachment.
 * @return bool
 */
function altscribe_is_url_of_attachment( $url, $attachment_id ) {
	$url  = altscribe_normalize_image_url( $url );
	$main = altscribe_normalize_image_url( (string) wp_get_attachment_url( $attachment_id ) );
	if ( $url === $main ) {
		return true;
	}
	$file  = (string) get_post_meta( $attachment_id, '_wp_attached_file', true );
	$names = array_merge( altscribe_list_file_names( $attachment_id ), altscribe_list_earlier_file_names( $attachment_id ) );
	$name  = altscribe_find_file_name( $url, $names );
	if ( '' === $name ) {
		return false;
	}
	$path = altscribe_get_upload_path( $url );
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
 * Normalizes a URL for comparison: absolute and decoded, without query and fragment, always http
 * (uploads have the same files under http and https).
 *
 * @param string $url URL, possibly without scheme and host.
 * @return string
 */
function altscribe_normalize_image_url( $url ) {
	$url = WP_Http::make_absolute_url( trim( $url ), home_url( '/' ) );
	return rawurldecode( preg_replace( array( '/^https:/i', '/[?#].*$/s' ), array( 'http:', '' ), $url ) );
}

/**
 * The names of the current files of an attachment: its file, its sizes and its original.
 *
 * @param int $attachment_id Its id.
 * @return string[]
 */
function altscribe_list_file_names( $attachment_id ) {
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
function altscribe_list_earlier_file_names( $attachment_id ) {
	$backups = get_post_meta( $attachment_id, '_wp_attachment_backup_sizes', true );
	return is_array( $backups ) ? array_filter( array_values( wp_list_pluck( $backups, 'file' ) ) ) : array();
}

/**
 * The file of an attachment that a URL refers to.
 *
 * @param string   $url   As altscribe_normalize_image_url() returns it.
 * @param string[] $names The names of the files of the attachment.
 * @return string One of the names; for a size that the site no longer makes, such as
 *                `boat-640x480.jpg`, the name without the size; '' for any other URL.
 */
function altscribe_find_file_name( $url, $names ) {
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

/** The longest side that is large enough, in pixels: the service scales larger images down. */
const ALTSCRIBE_ENOUGH_PIXELS = 1024;

/**
 * Reads an image of the media library for a request to the service.
 *
 * @param int    $attachment_id Its id.
 * @param string $url           One of its URLs, or ''. If it refers to an earlier version (before
 *                              the image was edited) or a size, that file is read.
 * @return array<string, string>|WP_Error `image_file` (data URI), or `image_url` if the file is on
 *                                        another host; otherwise altscribe_image_unreadable.
 */
function altscribe_read_attachment( $attachment_id, $url = '' ) {
	return altscribe_may_read_post( $attachment_id )
		? altscribe_read_attachment_image( $attachment_id, $url )
		: altscribe_error_image_unreadable( 'not_visible' );
}

/**
 * Like altscribe_read_attachment(), but without a permission check.
 *
 * @param int    $attachment_id Its id.
 * @param string $url           As for altscribe_read_attachment().
 * @return array<string, string>|WP_Error As altscribe_read_attachment() returns it.
 */
function altscribe_read_attachment_image( $attachment_id, $url = '' ) {
	if ( ! wp_attachment_is_image( $attachment_id ) ) {
		return altscribe_error_image_unreadable( 'not_an_image' );
	}
	$files = array_filter( altscribe_list_attachment_files( $attachment_id, $url ), 'is_file' );
	if ( ! $files ) {
		return array( 'image_url' => (string) wp_get_attachment_url( $attachment_id ) );
	}
	foreach ( $files as $file ) {
		$image = altscribe_read_image_file( $file );
		if ( ! is_wp_error( $image ) ) {
			return array( 'image_file' => $image );
		}
	}
	return $image;
}

/**
 * The files of an image, best first: the earlier version or size that the URL refers to, then those
 * that are large enough, smallest first, then the original, then the smaller ones, largest first.
 *
 * @param int    $attachment_id Id of an image attachment.
 * @param string $url           One of its URLs, or ''.
 * @return string[] Paths; some files may not exist.
 */
function altscribe_list_attachment_files( $attachment_id, $url ) {
	$original = get_attached_file( $attachment_id );
	if ( ! $original ) {
		return array();
	}
	$metadata = wp_get_attachment_metadata( $attachment_id );
	$enough   = array();
	$small    = array();
	foreach ( altscribe_list_uncropped_sizes( is_array( $metadata ) ? $metadata : array() ) as $size ) {
		// Only the file name: the metadata must not point to another folder.
		$file    = path_join( dirname( $original ), wp_basename( $size['file'] ) );
		$longest = max( $size['width'], $size['height'] );
		if ( $longest >= ALTSCRIBE_ENOUGH_PIXELS ) {
			$enough[ $file ] = $longest;
		} else {
			$small[ $file ] = $longest;
		}
	}
	$name = wp_basename( altscribe_normalize_image_url( $url ) );
	// The URL refers to an earlier version whose file still exists.
	$shown = '' === $url || in_array( $name, altscribe_list_file_names( $attachment_id ), true )
		? array()
		: array( path_join( dirname( $original ), $name ) );
	asort( $enough );
	arsort( $small );
	return array_merge( $shown, array_keys( $enough ), array( $original ), array_keys( $small ) );
}

/**
 * The smaller sizes of an image that are not cropped.
 *
 * @param array<string, mixed> $metadata From wp_get_attachment_metadata().
 * @return array<array{file: string, width: int, height: int}>
 */
function altscribe_list_uncropped_sizes( $metadata ) {
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
function altscribe_read_image_url( $url ) {
	$url    = WP_Http::make_absolute_url( trim( $url ), home_url( '/' ) );
	$scheme = strtolower( (string) wp_parse_url( $url, PHP_URL_SCHEME ) );
	if ( ! in_array( $scheme, array( 'http', 'https' ), true ) ) {
		return altscribe_error_image_unreadable( 'image_url_invalid' );
	}
	$upload = altscribe_get_upload_path( $url );
	if ( '' === $upload ) {
		return array( 'image_url' => $url );
	}
	$attachment_id = altscribe_find_attachment( $upload );
	$file          = altscribe_find_uploaded_file( $upload );
	if ( ! $attachment_id && '' !== $file ) {
		$attachment_id = altscribe_find_attachment( altscribe_get_upload_name( $file ) );
	}
	if ( $attachment_id ) {
		return altscribe_read_attachment( $attachment_id, $url );
	}
	if ( '' === $file || ! current_user_can( 'upload_files' ) ) {
		return array( 'image_url' => $url );
	}
	$image = altscribe_read_image_file( $file );
	return is_wp_error( $image ) ? $image : array( 'image_file' => $image );
}

/**
 * The path of an upload of this site.
 *
 * @param string $url Absolute URL.
 * @return string Path inside the uploads folder, such as `2026/11/boat.jpg`; '' for any other URL.
 */
function altscribe_get_upload_path( $url ) {
	$uploads = wp_get_upload_dir();
	// Uploads have the same files under http and https.
	$base = preg_replace( '/^https?:/i', '', trailingslashit( $uploads['baseurl'] ) );
	$url  = preg_replace( array( '/^https?:/i', '/[?#].*$/' ), '', $url );
	return 0 === strpos( $url, $base ) ? rawurldecode( substr( $url, strlen( $base ) ) ) : '';
}

/**
 * Finds the attachment of an uploaded file, also by one of its smaller sizes.
 *
 * @param string $path Path inside the uploads folder.
 * @return int Id, or 0.
 */
function altscribe_find_attachment( $path ) {
	$uploads  = wp_get_upload_dir();
	$original = preg_replace( '/-\d+x\d+(\.\w+)$/', '$1', $path );
	// WordPress scales down very large uploads.
	$scaled = preg_replace( '/(\.\w+)$/', '-scaled$1', $original );
	$base   = trailingslashit( $uploads['baseurl'] );
	$url    = $base . str_replace( '%2F', '/', rawurlencode( $path ) );
	foreach ( array_unique( array( $path, $original, $scaled ) ) as $candidate ) {
		$attachment_id = attachment_url_to_postid( $base . $candidate );
		if ( $attachment_id && altscribe_is_url_of_attachment( $url, $attachment_id ) ) {
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
function altscribe_find_uploaded_file( $path ) {
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
 * @param string $file Path on disk, from altscribe_find_uploaded_file().
 * @return string Such as `2026/11/boat.jpg`.
 */
function altscribe_get_upload_name( $file ) {
	$uploads = wp_get_upload_dir();
	return wp_normalize_path( substr( $file, strlen( trailingslashit( realpath( $uploads['basedir'] ) ) ) ) );
}

/**
 * The image that WooCommerce shows for products without one. It has its own alternative text.
 *
 * @return int Its id; 0 without WooCommerce, or if the image is not in the media library. Costs no
 *   query.
 */
function altscribe_get_placeholder_image() {
	return function_exists( 'wc_get_product' ) ? (int) get_option( 'woocommerce_placeholder_image' ) : 0;
}
