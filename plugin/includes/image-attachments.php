<?php
/**
 * Images of the media library.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Pixels on the longest side that are enough: the service scales larger images down. */
const ALTSCRIBE_ENOUGH_PIXELS = 1024;

/**
 * Reads an image of the media library for a request to the service.
 *
 * @param int    $attachment_id Its id.
 * @param string $url           One of its URLs, or ''. If it is that of an earlier version (before
 *                              the image was edited) or size, that file is read.
 * @return array<string, string>|WP_Error `image_file` (data URI), or `image_url` if the file is on
 *                                        another host; else altscribe_image_unreadable.
 */
function altscribe_read_attachment( $attachment_id, $url = '' ) {
	return current_user_can( 'read_post', $attachment_id )
		? altscribe_read_attachment_image( $attachment_id, $url )
		: altscribe_error_image_unreadable( 'not_visible' );
}

/**
 * The same for a caller that has checked who may see the image, or that works for no user.
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
 * The files of an image, the best first: the earlier version or size that the URL names, then from the
 * smallest to the largest of those that are large enough, then the original, then the smaller ones
 * from large to small.
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
		// Only the name of the file: the metadata must not lead to another folder.
		$file    = path_join( dirname( $original ), wp_basename( $size['file'] ) );
		$longest = max( $size['width'], $size['height'] );
		if ( $longest >= ALTSCRIBE_ENOUGH_PIXELS ) {
			$enough[ $file ] = $longest;
		} else {
			$small[ $file ] = $longest;
		}
	}
	$name = wp_basename( altscribe_normalize_image_url( $url ) );
	// The URL of an earlier version, whose file remained.
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
 * @param array<string, mixed> $metadata As wp_get_attachment_metadata() returns it.
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
