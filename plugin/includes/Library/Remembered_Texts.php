<?php
/**
 * Generated texts that are not saved yet.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Service;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Remembered_Texts {

	/** How long a generated text that was not saved yet is recognised. */
	private const SECONDS = DAY_IN_SECONDS;

	/**
	 * The texts that the service recently wrote for an image.
	 *
	 * @param int|string $image_key Id of the attachment, or self::key() of another image.
	 * @return array<string, array<string, mixed>> Records for Provenance::complete(), by the MD5 of the text.
	 */
	public static function list( $image_key ) {
		$texts = get_transient( "altscribe_generated_$image_key" );
		return is_array( $texts ) ? $texts : array();
	}

	/**
	 * The key by which the texts for an image that is not in the media library are remembered.
	 *
	 * @param string $url Its URL.
	 * @return string
	 */
	public static function key( $url ) {
		return md5( Images::normalize_image_url( $url ) );
	}

	/**
	 * Remembers a text that the service wrote for an image and that is not saved yet.
	 *
	 * @param int|string                    $image_key As for self::list().
	 * @param array<string, mixed>|WP_Error $answer    As Service\Client::generate_alt_text() returns it.
	 * @return array<string, mixed>|WP_Error The same.
	 */
	public static function remember( $image_key, $answer ) {
		if ( ! is_wp_error( $answer ) && '' !== $answer['alt_text'] ) {
			$record = Provenance::generated( $answer, get_current_user_id() );
			$texts  = array( md5( $answer['alt_text'] ) => $record ) + self::list( $image_key );
			set_transient( "altscribe_generated_$image_key", array_slice( $texts, 0, 5, true ), self::SECONDS );
		}
		return $answer;
	}

	/**
	 * The record of a text that a request says was generated for an image.
	 *
	 * @param int    $attachment_id The id of the image in the post; 0 for none. It may be that of another site.
	 * @param string $url           Its URL; '' if unknown.
	 * @param string $text          The text.
	 * @return array{model?: string, prompt?: string, doubts?: string[]} Empty if the service did not write it recently.
	 */
	public static function find( $attachment_id, $url, $text ) {
		foreach ( array_filter( array( $attachment_id, '' === $url ? '' : self::key( $url ) ) ) as $key ) {
			$record = self::list( $key )[ md5( $text ) ] ?? null;
			if ( $record ) {
				return wp_array_slice_assoc( $record, array( 'model', 'prompt', 'doubts' ) );
			}
		}
		return array();
	}
}
