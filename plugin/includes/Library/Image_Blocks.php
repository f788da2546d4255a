<?php
/**
 * The blocks that hold images, as image-blocks.json describes them.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

defined( 'ABSPATH' ) || exit;

final class Image_Blocks {

	/** The fields of an entry, which describe the images of a block: see docs/hooks.md. */
	private const FIELDS = array( 'name', 'url', 'alt', 'id', 'caption', 'link', 'decorative', 'library', 'if' );

	/**
	 * Lists the blocks with images: those in image-blocks.json, and those that other plugins add. A block may have
	 * several entries.
	 *
	 * @return array<array<string, mixed>> Each with `name` (which may end in `/*` for all blocks of a namespace), `url`
	 *                                     and `alt`, perhaps also `id`, `caption`, `link`, `decorative`, `library` and `if`, as
	 *                                     docs/hooks.md describes. Not two with the same `name` and `url`.
	 */
	public static function list() {
		static $entries = null;
		if ( null === $entries ) {
			$built_in = wp_json_file_decode( __DIR__ . '/image-blocks.json', array( 'associative' => true ) );
			/**
			 * Adds the blocks of other plugins.
			 *
			 * @param array<array<string, mixed>> $entries Each like those in image-blocks.json. One with the `name` and
			 *                                             `url` of an earlier one replaces it.
			 */
			$filtered = apply_filters( 'altscribe_image_blocks', $built_in );
			if ( ! is_array( $filtered ) ) {
				_doing_it_wrong( 'altscribe_image_blocks', 'The filter must return an array.', '0.2.0' );
				$filtered = $built_in;
			}
			$entries = array();
			foreach ( array_filter( $filtered, array( self::class, 'is_image_block' ) ) as $entry ) {
				$entries[ "{$entry['name']} {$entry['url']}" ] = $entry;
			}
			$entries = array_values( $entries );
		}
		return $entries;
	}

	/**
	 * Whether an entry is correct. Warns developers of one that is not.
	 *
	 * @param mixed $entry From the filter.
	 * @return bool
	 */
	private static function is_image_block( $entry ) {
		$problems = self::list_problems_of_entry( $entry );
		if ( $problems ) {
			_doing_it_wrong( 'altscribe_image_blocks', esc_html( sprintf( 'An entry was ignored: %s. %s', implode( ', ', $problems ), wp_json_encode( $entry ) ) ), '0.2.0' );
		}
		return ! $problems;
	}

	/**
	 * What is wrong with an entry. The editor checks the entries of its own filter in the same way.
	 *
	 * @param mixed $entry From the filter.
	 * @return string[]
	 */
	private static function list_problems_of_entry( $entry ) {
		if ( ! is_array( $entry ) ) {
			return array( 'it must be an array' );
		}
		$problems = array();
		foreach ( array_diff( array_keys( $entry ), self::FIELDS ) as $field ) {
			$problems[] = "\"$field\" is unknown";
		}
		if ( ! preg_match( '~^[a-z0-9-]+/([a-z0-9-]+|\*)$~', is_string( $entry['name'] ?? null ) ? $entry['name'] : '' ) ) {
			$problems[] = '"name" must be like "plugin/block" or "plugin/*"';
		}
		$lists = self::lists_of_path( $entry['url'] ?? null );
		foreach ( array_diff( self::FIELDS, array( 'name', 'library' ) ) as $field ) {
			foreach ( self::paths_of_entry( $entry, $field ) as $path ) {
				$other = self::lists_of_path( $path );
				if ( null === $other ) {
					$problems[] = "\"$field\" needs a path such as \"$field\" or \"images[].$field\"";
				} elseif ( null !== $lists && ( 'alt' === $field ? $other !== $lists : ! str_starts_with( $lists, $other ) ) ) {
					$problems[] = "\"$field\" must be in the same list as \"url\"";
				}
			}
		}
		return $problems;
	}

	/**
	 * The paths in a field of an entry.
	 *
	 * @param array<string, mixed> $entry From the filter.
	 * @param string               $field Such as `alt`.
	 * @return array<mixed> A required path that is missing is null.
	 */
	private static function paths_of_entry( $entry, $field ) {
		$value = $entry[ $field ] ?? null;
		if ( null === $value && 'url' !== $field && 'alt' !== $field ) {
			return array();
		}
		if ( 'if' === $field ) {
			return is_array( $value ) ? array_keys( $value ) : array( null );
		}
		if ( 'alt' === $field && is_array( $value ) && $value ) {
			return $value;
		}
		return array( 'decorative' === $field && is_string( $value ) ? strtok( $value, '=' ) : $value );
	}

	/**
	 * The lists in a path: `a[].b[].` of `a[].b[].url`.
	 *
	 * @param mixed $path A path.
	 * @return string|null Empty without lists. Null if it is not a path.
	 */
	private static function lists_of_path( $path ) {
		$is_path = is_string( $path ) && preg_match( '/^((?:(?:[^.[\]]+\.)*[^.[\]]+\[\]\.)*)(?:[^.[\]]+\.)*[^.[\]]+$/', $path, $matches );
		return $is_path ? $matches[1] : null;
	}

	/**
	 * The names of all attributes with an attachment id, at any depth.
	 *
	 * @return string[] Such as `id` and `mediaId`.
	 */
	public static function list_id_attributes() {
		$names = array( 'id' );
		foreach ( array_column( self::list(), 'id' ) as $path ) {
			$keys    = explode( '.', $path );
			$names[] = end( $keys );
		}
		return array_values( array_unique( $names ) );
	}

	/**
	 * Whether an entry describes a block.
	 *
	 * @param array<string, mixed> $entry An entry.
	 * @param string               $name  Name of the block.
	 * @return bool
	 */
	public static function is_entry_of_block( $entry, $name ) {
		return $entry['name'] === $name || ( str_ends_with( $entry['name'], '/*' ) && str_starts_with( $name, substr( $entry['name'], 0, -1 ) ) );
	}

	/**
	 * The images in the attributes of a block, as its delimiter stores them. Attributes that WordPress reads from the
	 * HTML of the block are not among them.
	 *
	 * @param string               $name       Name of the block.
	 * @param array<string, mixed> $attributes Its attributes.
	 * @return array<array{url: string, id: int, alt: string, paths: string[]}> With the paths of its text, which may be
	 *         several: `images.0.alt`. Without decorative images.
	 */
	public static function list_images_in_attributes( $name, $attributes ) {
		$images = array();
		foreach ( self::list() as $entry ) {
			if ( ! self::is_entry_of_block( $entry, $name ) ) {
				continue;
			}
			foreach ( self::resolve_path( $attributes, $entry['url'] ) as $url_path ) {
				$read = function ( $path ) use ( $attributes, $url_path ) {
					return self::read_path( $attributes, self::put_at_path( $path, $url_path ) );
				};
				$url  = $read( $entry['url'] );
				if ( ! is_string( $url ) || '' === $url || self::is_decorative_by( $entry, $read ) || ! self::is_image_by( $entry, $read ) ) {
					continue;
				}
				$id       = isset( $entry['id'] ) ? $read( $entry['id'] ) : 0;
				$texts    = array_filter( array_map( $read, (array) $entry['alt'] ), 'is_string' );
				$texts    = array_filter( array_map( 'trim', $texts ), 'strlen' );
				$images[] = array(
					'url'   => $url,
					'id'    => is_numeric( $id ) ? (int) $id : 0,
					'alt'   => (string) reset( $texts ),
					'paths' => array_map(
						function ( $path ) use ( $url_path ) {
							return self::put_at_path( $path, $url_path );
						},
						(array) $entry['alt']
					),
				);
			}
		}
		return $images;
	}

	/**
	 * Whether the mark of an entry says that the image is decorative.
	 *
	 * @param array<string, mixed>   $entry An entry.
	 * @param callable(string): mixed $read Reads a path for this image.
	 * @return bool
	 */
	public static function is_decorative_by( $entry, $read ) {
		list( $path, $value ) = explode( '=', ( $entry['decorative'] ?? '' ) . '=' );
		return '' !== $path && ( '' === $value ? true : $value ) === $read( $path );
	}

	/**
	 * Whether the conditions of an entry hold. A missing or empty value counts as the default, which is an image.
	 *
	 * @param array<string, mixed>   $entry An entry.
	 * @param callable(string): mixed $read Reads a path for this image.
	 * @return bool
	 */
	private static function is_image_by( $entry, $read ) {
		foreach ( $entry['if'] ?? array() as $path => $value ) {
			if ( ! in_array( $read( $path ), array( null, '', array(), $value ), true ) ) {
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
	private static function resolve_path( $value, $path ) {
		$parts = explode( '[].', $path, 2 );
		if ( 1 === count( $parts ) ) {
			return array( $path );
		}
		$paths = array();
		$items = self::read_path( $value, $parts[0] );
		foreach ( is_array( $items ) ? array_keys( $items ) : array() as $index ) {
			foreach ( self::resolve_path( $items[ $index ], $parts[1] ) as $rest ) {
				$paths[] = "{$parts[0]}.$index.$rest";
			}
		}
		return $paths;
	}

	/**
	 * A path with the positions of another one in the same list: `images[].alt` beside `images.1.url` is `images.1.alt`.
	 *
	 * @param string $path   A path with lists.
	 * @param string $beside A path from self::resolve_path().
	 * @return string
	 */
	public static function put_at_path( $path, $beside ) {
		$at = strpos( $path, '[]' );
		if ( false === $at || substr( $path, 0, $at ) . '.' !== substr( $beside, 0, $at + 1 ) ) {
			return $path;
		}
		$index = strtok( substr( $beside, $at + 1 ), '.' );
		$start = substr( $path, 0, $at ) . ".$index.";
		return $start . self::put_at_path( substr( $path, $at + 3 ), substr( $beside, strlen( $start ) ) );
	}

	/**
	 * The value at a path.
	 *
	 * @param mixed  $value Attributes.
	 * @param string $path  Such as `images.0.alt`.
	 * @return mixed Null if there is none.
	 */
	public static function read_path( $value, $path ) {
		foreach ( explode( '.', $path ) as $key ) {
			if ( ! is_array( $value ) || ! isset( $value[ $key ] ) ) {
				return null;
			}
			$value = $value[ $key ];
		}
		return $value;
	}
}
