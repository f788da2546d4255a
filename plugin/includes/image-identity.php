<?php
/**
 * Whether a URL shows an attachment. A text for another image would be worse than none.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whether a URL is one of an attachment: of its file, of one of its sizes, of its original, or of a
 * version from before it was edited; on this site, on a CDN, or at an earlier address of the site.
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
	// On another host, a name says something only together with the folder of its year and month.
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
 * A URL as it can be compared with others: absolute and decoded, without query and fragment, always
 * with http (uploads have the same files under http and https).
 *
 * @param string $url URL, possibly without scheme and host.
 * @return string
 */
function altscribe_normalize_image_url( $url ) {
	$url = WP_Http::make_absolute_url( trim( $url ), home_url( '/' ) );
	return rawurldecode( preg_replace( array( '/^https:/i', '/[?#].*$/s' ), array( 'http:', '' ), $url ) );
}

/**
 * The names of the present files of an attachment: its file, its sizes and its original.
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
 * The names of the files of an attachment from before somebody edited the image.
 *
 * @param int $attachment_id Its id.
 * @return string[]
 */
function altscribe_list_earlier_file_names( $attachment_id ) {
	$backups = get_post_meta( $attachment_id, '_wp_attachment_backup_sizes', true );
	return is_array( $backups ) ? array_filter( array_values( wp_list_pluck( $backups, 'file' ) ) ) : array();
}

/**
 * The file of an attachment that a URL names.
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
	// It may also be an upload that somebody gave such a name.
	return $is_size && $found && ! attachment_url_to_postid( $url ) ? $found[0] : '';
}
