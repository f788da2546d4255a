<?php
/**
 * The blocks with images, and the attributes that hold them.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Lists the blocks with images: those in image-blocks.json, and those that other plugins add. A block may have
 * several entries.
 *
 * @return array<array<string, mixed>> Each with `name` (which may end in `/*` for all blocks of a namespace), `url`
 *                                     and `alt`, perhaps also `id`, `caption`, `link`, `decorative` and `if`, as
 *                                     docs/hooks.md describes.
 */
function altscribe_list_image_blocks() {
	static $entries = null;
	if ( null === $entries ) {
		/**
		 * Adds the blocks of other plugins. Describe each like the entries in image-blocks.json.
		 *
		 * @param array<array<string, mixed>> $entries The entries.
		 */
		$entries = apply_filters( 'altscribe_image_blocks', wp_json_file_decode( __DIR__ . '/image-blocks.json', array( 'associative' => true ) ) );
		$entries = array_values( array_filter( is_array( $entries ) ? $entries : array(), 'altscribe_is_image_block' ) );
	}
	return $entries;
}

/**
 * Whether an entry is correct. Warns developers of one that is not.
 *
 * @param mixed $entry From the filter.
 * @return bool
 */
function altscribe_is_image_block( $entry ) {
	$problems = is_array( $entry ) ? array() : array( 'it must be an array' );
	foreach ( array( 'name', 'url', 'alt', 'id', 'caption', 'link', 'decorative' ) as $field ) {
		$value = is_array( $entry ) && isset( $entry[ $field ] ) ? $entry[ $field ] : null;
		if ( is_array( $entry ) && ( ! is_string( $value ) || '' === $value ) && ( null !== $value || in_array( $field, array( 'name', 'url', 'alt' ), true ) ) ) {
			$problems[] = "\"$field\" must be a text that is not empty";
		}
	}
	if ( is_array( $entry ) && isset( $entry['if'] ) && ! is_array( $entry['if'] ) ) {
		$problems[] = '"if" must be an array of values by path';
	}
	if ( $problems ) {
		_doing_it_wrong( 'altscribe_image_blocks', esc_html( sprintf( 'An entry was ignored: %s. %s', implode( ', ', $problems ), wp_json_encode( $entry ) ) ), '0.2.0' );
	}
	return ! $problems;
}

/**
 * The images in the attributes of a block, as its delimiter stores them. Attributes that WordPress reads from the
 * HTML of the block are not among them.
 *
 * @param string               $name       Name of the block.
 * @param array<string, mixed> $attributes Its attributes.
 * @return array<array{url: string, id: int, alt: string, path: string, url_path: string}> With the paths to the text and
 *         the URL: `images.0.alt`. Without decorative images.
 */
function altscribe_list_images_in_attributes( $name, $attributes ) {
	$images = array();
	foreach ( altscribe_list_image_blocks() as $entry ) {
		if ( ! altscribe_is_entry_of_block( $entry, $name ) ) {
			continue;
		}
		foreach ( altscribe_resolve_path( $attributes, $entry['url'] ) as $url_path ) {
			$read = function ( $path ) use ( $attributes, $entry, $url_path ) {
				return altscribe_read_path( $attributes, altscribe_place_path( $path, $url_path ) );
			};
			$url  = $read( $entry['url'] );
			if ( ! is_string( $url ) || '' === $url || altscribe_is_decorative_by( $entry, $read ) || ! altscribe_is_image_by( $entry, $read ) ) {
				continue;
			}
			$id       = isset( $entry['id'] ) ? $read( $entry['id'] ) : 0;
			$alt      = $read( $entry['alt'] );
			$images[] = array(
				'url'      => $url,
				'id'       => is_numeric( $id ) ? (int) $id : 0,
				'alt'      => is_string( $alt ) ? trim( $alt ) : '',
				'path'     => altscribe_place_path( $entry['alt'], $url_path ),
				'url_path' => $url_path,
			);
		}
	}
	return $images;
}

/**
 * Whether an entry describes a block.
 *
 * @param array<string, mixed> $entry An entry.
 * @param string               $name  Name of the block.
 * @return bool
 */
function altscribe_is_entry_of_block( $entry, $name ) {
	return $entry['name'] === $name || ( '/*' === substr( $entry['name'], -2 ) && 0 === strpos( $name, substr( $entry['name'], 0, -1 ) ) );
}

/**
 * Whether the mark of an entry says that the image is decorative.
 *
 * @param array<string, mixed>   $entry An entry.
 * @param callable(string): mixed $read Reads a path for this image.
 * @return bool
 */
function altscribe_is_decorative_by( $entry, $read ) {
	list( $path, $value ) = explode( '=', ( $entry['decorative'] ?? '' ) . '=' );
	return '' !== $path && ( '' === $value ? true : $value ) === $read( $path );
}

/**
 * Whether the conditions of an entry hold. A missing value has its default, which is an image.
 *
 * @param array<string, mixed>   $entry An entry.
 * @param callable(string): mixed $read Reads a path for this image.
 * @return bool
 */
function altscribe_is_image_by( $entry, $read ) {
	foreach ( $entry['if'] ?? array() as $path => $value ) {
		if ( ! in_array( $read( $path ), array( null, $value ), true ) ) {
			return false;
		}
	}
	return true;
}

/**
 * The paths to the values at a path with lists: `images[].url` leads to `images.0.url` and `images.1.url`.
 *
 * @param mixed  $value Attributes, or a part of them.
 * @param string $path  A path.
 * @return string[] Also of values that are missing, but not of items that are.
 */
function altscribe_resolve_path( $value, $path ) {
	$parts = explode( '[].', $path, 2 );
	if ( 1 === count( $parts ) ) {
		return array( $path );
	}
	$paths = array();
	$items = altscribe_read_path( $value, $parts[0] );
	foreach ( is_array( $items ) ? array_keys( $items ) : array() as $index ) {
		foreach ( altscribe_resolve_path( $items[ $index ], $parts[1] ) as $rest ) {
			$paths[] = "{$parts[0]}.$index.$rest";
		}
	}
	return $paths;
}

/**
 * A path with the positions of another one in the same list: `images[].alt` beside `images.1.url` is `images.1.alt`.
 *
 * @param string $path   A path with lists.
 * @param string $beside A path from altscribe_resolve_path().
 * @return string
 */
function altscribe_place_path( $path, $beside ) {
	$at = strpos( $path, '[]' );
	if ( false === $at || substr( $path, 0, $at ) . '.' !== substr( $beside, 0, $at + 1 ) ) {
		return $path;
	}
	$index = strtok( substr( $beside, $at + 1 ), '.' );
	$start = substr( $path, 0, $at ) . ".$index.";
	return $start . altscribe_place_path( substr( $path, $at + 3 ), substr( $beside, strlen( $start ) ) );
}

/**
 * The value at a path.
 *
 * @param mixed  $value Attributes.
 * @param string $path  Such as `images.0.alt`.
 * @return mixed Null if there is none.
 */
function altscribe_read_path( $value, $path ) {
	foreach ( explode( '.', $path ) as $key ) {
		if ( ! is_array( $value ) || ! isset( $value[ $key ] ) ) {
			return null;
		}
		$value = $value[ $key ];
	}
	return $value;
}
