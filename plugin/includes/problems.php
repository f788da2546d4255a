<?php
/**
 * Sentences for what can be wrong with an image or a request, by code. The codes `image_…` and those of
 * requests are the service's (its docs/errors.md); the others are the plugin's own.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * What can be wrong with an image.
 *
 * @param string $code Any code.
 * @return array{0: string, 1: string}|null The reason, as the end of "This image could not be read: …", and what
 *                                          can be done; null for an unknown code.
 */
function altscribe_find_image_problem( $code ) {
	$upload   = __( 'Upload it to the media library.', 'altscribe' );
	$smaller  = __( 'Upload a smaller version.', 'altscribe' );
	$anew     = __( 'Save it as JPEG or PNG, and upload it again.', 'altscribe' );
	$problems = array(
		'image_url_invalid'      => array( __( 'its address is not valid', 'altscribe' ), $upload ),
		'image_private_address'  => array( __( 'its address leads into a private network', 'altscribe' ), $upload ),
		'image_not_found'        => array( __( 'there is nothing at its address', 'altscribe' ), $upload ),
		'image_forbidden'        => array( __( 'its server does not hand it out', 'altscribe' ), $upload ),
		'image_unavailable'      => array( __( 'its server could not be reached', 'altscribe' ), __( 'Try again later, or upload it to the media library.', 'altscribe' ) ),
		'image_timeout'          => array( __( 'its server took too long', 'altscribe' ), __( 'Try again, or upload it to the media library.', 'altscribe' ) ),
		'image_too_large'        => array( __( 'it is too large', 'altscribe' ), $smaller ),
		'request_too_large'      => array( __( 'it is too large', 'altscribe' ), $smaller ),
		'image_too_many_pixels'  => array( __( 'it has too many pixels', 'altscribe' ), $smaller ),
		'image_type_unsupported' => array( __( 'it is not a JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG image', 'altscribe' ), $anew ),
		'image_undecodable'      => array( __( 'it is damaged, or takes too long to open', 'altscribe' ), $anew ),
		'image_rejected'         => array( __( 'no AI model could read it', 'altscribe' ), __( 'Save it as JPEG or PNG and upload it again, or write the alt text yourself.', 'altscribe' ) ),
		'file_too_large'         => array( __( 'it is larger than 10 MB', 'altscribe' ), $smaller ),
		'too_large_for_server'   => array( __( 'it is too large for the server that the service runs on', 'altscribe' ), $smaller ),
		'file_missing'           => array( __( 'its file is missing on this server', 'altscribe' ), __( 'Upload it again.', 'altscribe' ) ),
		'not_in_library'         => array( __( 'it is no longer in the media library', 'altscribe' ), __( 'Upload it again.', 'altscribe' ) ),
		'not_an_image'           => array( __( 'it is not an image', 'altscribe' ), __( 'Choose an image.', 'altscribe' ) ),
		'not_visible'            => array( __( 'you may not see it', 'altscribe' ), __( 'Ask an administrator to generate its alt text.', 'altscribe' ) ),
	);
	return isset( $problems[ $code ] ) ? $problems[ $code ] : null;
}

/**
 * What can be wrong with a request for another reason than its image.
 *
 * @param string $code Any code.
 * @return string|null A sentence that says what can be done; null for an unknown code.
 */
function altscribe_find_request_problem( $code ) {
	$update = __( 'This plugin and the service do not fit together. Ask an administrator to update both.', 'altscribe' );
	switch ( $code ) {
		case 'user_id_invalid':
			return __( 'The service takes no such account e-mail. Ask an administrator to check it in the settings.', 'altscribe' );
		case 'too_long':
			return __( 'A text beside the image is too long. Shorten the title or the keywords.', 'altscribe' );
		case 'body_not_json':
		case 'body_not_an_object':
		case 'content_encoding_unsupported':
		case 'request_malformed':
		case 'wrong_type':
		case 'wrong_value':
		case 'image_missing':
		case 'image_file_invalid':
			return $update;
		default:
			return null;
	}
}
