<?php
/**
 * Images that are known only by their URL.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads an image for a request to the service. An upload of this site is read from disk, because the
 * service may not be able to reach this site; of any other image the URL is sent, and also of an
 * upload that is not in the media library (such as one of a form) for users who may not upload.
 *
 * @param string $url URL from the post, possibly without scheme and host.
 * @return array<string, string>|WP_Error `image_file` (data URI) or `image_url`; else
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
	// WordPress scales very large uploads down.
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
 * Finds an uploaded file on disk, but never a file outside the uploads folder.
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
 * The path of a file inside the uploads folder, written as WordPress stores it. The URL may write it
 * in another way, such as with a doubled slash.
 *
 * @param string $file Path on disk, as altscribe_find_uploaded_file() returns it.
 * @return string Such as `2026/11/boat.jpg`.
 */
function altscribe_get_upload_name( $file ) {
	$uploads = wp_get_upload_dir();
	return wp_normalize_path( substr( $file, strlen( trailingslashit( realpath( $uploads['basedir'] ) ) ) ) );
}
