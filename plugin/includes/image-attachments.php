<?php
/**
 * Images of the media library.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** What a model sees at most, on the longest side, in pixels. More would be sent for nothing. */
const ALTSCRIBE_ENOUGH_PIXELS = 1024;

/**
 * Gets an image of the media library ready for the service.
 *
 * @param int $attachment_id Its id.
 * @return array<string, string>|WP_Error `image_file` (data URI), or `image_url` where the file is
 *                                        kept on another host; else altscribe_image_unreadable.
 */
function altscribe_read_attachment( $attachment_id ) {
	if ( ! current_user_can( 'read_post', $attachment_id ) ) {
		return altscribe_error_image_unreadable( __( 'you may not see it', 'altscribe' ) );
	}
	if ( ! wp_attachment_is_image( $attachment_id ) ) {
		return altscribe_error_image_unreadable( __( 'it is not an image', 'altscribe' ) );
	}
	$files = array_filter( altscribe_list_attachment_files( $attachment_id ), 'is_file' );
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
 * The files an image is kept in, the best first: the smallest that is large enough, then the
 * others that are large enough and the original, then the smaller ones from large to small.
 *
 * @param int $attachment_id Id of an image attachment.
 * @return string[] Paths; there need not be such files.
 */
function altscribe_list_attachment_files( $attachment_id ) {
	$original = get_attached_file( $attachment_id );
	if ( ! $original ) {
		return array();
	}
	$metadata = wp_get_attachment_metadata( $attachment_id );
	$enough   = array();
	$small    = array();
	foreach ( altscribe_list_uncropped_sizes( is_array( $metadata ) ? $metadata : array() ) as $size ) {
		// Only the name counts: the metadata must not lead anywhere else.
		$file    = path_join( dirname( $original ), wp_basename( $size['file'] ) );
		$longest = max( $size['width'], $size['height'] );
		if ( $longest >= ALTSCRIBE_ENOUGH_PIXELS ) {
			$enough[ $file ] = $longest;
		} else {
			$small[ $file ] = $longest;
		}
	}
	asort( $enough );
	arsort( $small );
	return array_merge( array_keys( $enough ), array( $original ), array_keys( $small ) );
}

/**
 * The smaller sizes of an image that show all of it.
 *
 * @param array<string, mixed> $metadata As wp_get_attachment_metadata() gives it.
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
