<?php
/**
 * Image files on this server, in the form that the service accepts.
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
