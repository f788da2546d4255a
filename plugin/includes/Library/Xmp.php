<?php
/**
 * Finds the XMP metadata in image files, read in parts.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

defined( 'ABSPATH' ) || exit;

final class Xmp {

	// phpcs:disable WordPress.WP.AlternativeFunctions.file_system_operations_fopen, WordPress.WP.AlternativeFunctions.file_system_operations_fread, WordPress.WP.AlternativeFunctions.file_system_operations_fclose -- WP_Filesystem reads whole files.
	/** The most XMP that is read, in bytes. Image editors store their history there too. */
	private const MAX_XMP_BYTES = 2097152;

	/** How much of a file of another format is read at a time, in bytes. */
	private const PIECE_BYTES = 65536;

	/**
	 * Finds the XMP of an image.
	 *
	 * @param string $file Path of a readable file.
	 * @return string XML from `<x:xmpmeta` to `</x:xmpmeta>`; '' if there is none.
	 */
	public static function find( $file ) {
		$stream = fopen( $file, 'rb' );
		if ( ! $stream ) {
			return '';
		}
		$start = (string) fread( $stream, 12 );
		if ( "\xff\xd8" === substr( $start, 0, 2 ) ) {
			$xmp = self::find_xmp_in_parts( $stream, 2, array( self::class, 'read_jpeg_part' ) );
		} elseif ( "\x89PNG\r\n\x1a\n" === substr( $start, 0, 8 ) ) {
			$xmp = self::find_xmp_in_parts( $stream, 8, array( self::class, 'read_png_part' ) );
		} elseif ( 'RIFF' === substr( $start, 0, 4 ) && 'WEBP' === substr( $start, 8 ) ) {
			$xmp = self::find_xmp_in_parts( $stream, 12, array( self::class, 'read_webp_part' ) );
		} else {
			$xmp = self::find_xmp_in_pieces( $stream );
		}
		fclose( $stream );
		return $xmp;
	}

	/**
	 * Finds the XMP in a file whose parts state their lengths.
	 *
	 * @param resource $stream    The file.
	 * @param int      $position  Where its first part begins.
	 * @param callable $read_part Takes the first eight bytes of a part. Returns whether it may hold XMP, and how many bytes
	 *                            it has, including those; null after the last part with metadata.
	 * @return string As self::find() returns it.
	 */
	private static function find_xmp_in_parts( $stream, $position, $read_part ) {
		while ( 0 === fseek( $stream, $position ) ) {
			$part = $read_part( (string) fread( $stream, 8 ) );
			if ( ! $part ) {
				break;
			}
			list( $may_hold, $size ) = $part;
			$xmp = $may_hold && $size > 8 ? self::cut_xmp( (string) fread( $stream, min( $size - 8, self::MAX_XMP_BYTES ) ) ) : '';
			if ( '' !== $xmp ) {
				return $xmp;
			}
			$position += $size;
		}
		return '';
	}

	/**
	 * A part of a JPEG file: a marker, its size without the marker, and its content. After the metadata comes the image.
	 *
	 * @param string $head Its first bytes.
	 * @return array{0: bool, 1: int}|null As self::find_xmp_in_parts() needs it.
	 */
	public static function read_jpeg_part( $head ) {
		if ( strlen( $head ) < 4 || "\xff" !== $head[0] || in_array( $head[1], array( "\xd9", "\xda" ), true ) ) {
			return null;
		}
		// A marker may have more than one such byte before it.
		return "\xff" === $head[1] ? array( false, 1 ) : array( "\xe1" === $head[1], 2 + max( 2, unpack( 'n', $head, 2 )[1] ) );
	}

	/**
	 * A part of a PNG file: the size of its content, its name, the content, and a checksum.
	 *
	 * @param string $head Its first bytes.
	 * @return array{0: bool, 1: int}|null As self::find_xmp_in_parts() needs it.
	 */
	public static function read_png_part( $head ) {
		return strlen( $head ) < 8 ? null : array( 'iTXt' === substr( $head, 4 ), 12 + unpack( 'N', $head )[1] );
	}

	/**
	 * A part of a WebP file: its name, the size of its content, and the content, of an even length.
	 *
	 * @param string $head Its first bytes.
	 * @return array{0: bool, 1: int}|null As self::find_xmp_in_parts() needs it.
	 */
	public static function read_webp_part( $head ) {
		if ( strlen( $head ) < 8 ) {
			return null;
		}
		$size = unpack( 'V', $head, 4 )[1];
		return array( 'XMP ' === substr( $head, 0, 4 ), 8 + $size + $size % 2 );
	}

	/**
	 * Finds the XMP in a file of another format.
	 *
	 * @param resource $stream The file.
	 * @return string As self::find() returns it.
	 */
	private static function find_xmp_in_pieces( $stream ) {
		rewind( $stream );
		$kept = '';
		for ( $read = 0; $read < Images::MAX_IMAGE_BYTES && ! feof( $stream ); $read += self::PIECE_BYTES ) {
			$kept .= (string) fread( $stream, self::PIECE_BYTES );
			$start = strpos( $kept, '<x:xmpmeta' );
			// The beginning of its first tag may be at the end of this piece.
			$kept  = false === $start ? substr( $kept, -strlen( '<x:xmpmeta' ) ) : substr( $kept, $start );
			$xmp   = false === $start ? '' : self::cut_xmp( $kept );
			if ( '' !== $xmp || strlen( $kept ) > self::MAX_XMP_BYTES ) {
				return $xmp;
			}
		}
		return '';
	}

	/**
	 * Cuts the XMP out of the bytes around it.
	 *
	 * @param string $bytes A part of a file.
	 * @return string As self::find() returns it.
	 */
	private static function cut_xmp( $bytes ) {
		$start = strpos( $bytes, '<x:xmpmeta' );
		$end   = false === $start ? false : strpos( $bytes, '</x:xmpmeta>', $start );
		return false === $end ? '' : substr( $bytes, $start, $end - $start + strlen( '</x:xmpmeta>' ) );
	}
}
