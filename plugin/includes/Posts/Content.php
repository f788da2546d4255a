<?php
/**
 * Finds images in the blocks of saved posts, and where the text of each is stored.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Library;
use WP_Block_Type_Registry;
use WP_HTML_Tag_Processor;

defined( 'ABSPATH' ) || exit;

final class Content {

	/**
	 * Parses a delimiter, such as `wp:image {"id":7}`.
	 *
	 * @param string $comment The text of a comment.
	 * @return array{name: string, attributes: array<string, mixed>, is_closer: bool, is_void: bool}|null Null for other comments.
	 */
	public static function parse_block_delimiter( $comment ) {
		// WP_Block_Parser has the same pattern, for whole comments.
		if ( ! preg_match( '~^\s+(/)?wp:([a-z][a-z0-9_-]*/)?([a-z][a-z0-9_-]*)\s+(\{.*\}\s+)?(/)?$~s', $comment, $match ) ) {
			return null;
		}
		$attributes = isset( $match[4] ) ? json_decode( $match[4], true ) : null;
		return array(
			'name'       => ( '' !== $match[2] ? $match[2] : 'core/' ) . $match[3],
			'attributes' => is_array( $attributes ) ? $attributes : array(),
			'is_closer'  => '' !== $match[1],
			'is_void'    => isset( $match[5] ),
		);
	}

	/**
	 * Why the text of an image may not be changed in its block.
	 *
	 * @param array<string, mixed>|false $block From self::describe_block().
	 * @return string `decorative`, `bound` (to another source, or an override of a pattern), `repeated` (by a query),
	 *                `featured` (the text is that of the featured image) or `unknown_block`; '' if it may.
	 */
	private static function find_reason_in_block( $block ) {
		if ( ! $block ) {
			return '';
		}
		$attributes = $block['attributes'];
		if ( ! empty( $attributes['useFeaturedImage'] ) ) {
			return 'featured';
		}
		if ( $block['is_repeated'] ) {
			return 'repeated';
		}
		if ( ! empty( $attributes['metadata']['bindings']['alt'] ) || ! empty( $attributes['metadata']['bindings']['__default'] ) ) {
			return 'bound';
		}
		if ( ! empty( $attributes['isDecorative'] ) || ! empty( $attributes['metadata']['altscribe']['isDecorative'] ) ) {
			return 'decorative';
		}
		return self::find_reason_of_block( $block['name'], $attributes );
	}

	/**
	 * Why the image of a block may not be changed: it is marked as decorative, or Altscribe does not know the block, which
	 * may have its text elsewhere.
	 *
	 * @param string               $name       Name of the block.
	 * @param array<string, mixed> $attributes Its attributes.
	 * @return string As in self::find_reason_in_block().
	 */
	private static function find_reason_of_block( $name, $attributes ) {
		$is_known = 0 === strpos( $name, 'core/' );
		foreach ( Library\Image_Blocks::list() as $entry ) {
			if ( Library\Image_Blocks::is_entry_of_block( $entry, $name ) ) {
				$is_known = true;
				$read     = function ( $path ) use ( $attributes ) {
					return Library\Image_Blocks::read_path( $attributes, $path );
				};
				if ( Library\Image_Blocks::is_decorative_by( $entry, $read ) ) {
					return 'decorative';
				}
			}
		}
		$type = WP_Block_Type_Registry::get_instance()->get_registered( $name );
		foreach ( $type && is_array( $type->attributes ) ? $type->attributes : array() as $attribute ) {
			// The block reads the text from its HTML only.
			$is_known = $is_known || ( isset( $attribute['source'], $attribute['attribute'] ) && array( 'attribute', 'alt' ) === array( $attribute['source'], $attribute['attribute'] ) );
		}
		return $is_known ? '' : 'unknown_block';
	}

	/**
	 * The id of the attachment in a block with one image.
	 *
	 * @param array<string, mixed>|false $block As self::parse_block_delimiter() returns it.
	 * @return int 0 for none.
	 */
	private static function get_image_id_of_block( $block ) {
		$attributes = $block ? $block['attributes'] : array();
		$id         = $attributes['id'] ?? $attributes['mediaId'] ?? 0;
		return is_numeric( $id ) ? (int) $id : 0;
	}

	/**
	 * Lists the images of some attachments in the content of a post.
	 *
	 * @param string $content        Content of a post, with or without blocks.
	 * @param int[]  $attachment_ids The attachments.
	 * @return array<array<string, mixed>> From self::read(), with `attachment_id`.
	 */
	public static function list( $content, $attachment_ids ) {
		$images = array_filter(
			References::resolve_images( self::read( $content ) ),
			function ( $image ) use ( $attachment_ids ) {
				return in_array( $image['attachment_id'], $attachment_ids, true );
			}
		);
		return array_values( $images );
	}

	/**
	 * Reads the images in the content of a post: in HTML, and in block attributes. A CSS image only has a text in a cover with a
	 * separate background element: in older covers, the background is the whole cover.
	 *
	 * @param string $content Content of a post, with or without blocks.
	 * @return array<array{id: int, url: string, text: string, tag: array{0: int, 1: int}|null, delimiter: array{0: int, 1:
	 *         int}|null, paths: string[], reason: string, block: string, span: array{0: int, 1: int}|null}> In the order of
	 *         the content. `text`: '' for none; `tag` and `delimiter`: offset and length in bytes of the tag and of the
	 *         block's delimiter with the text, if they exist; `paths`: where the text is in the delimiter; `reason`: why the
	 *         text may not be changed, a code from self::find_reason_in_block(), `named` (by another attribute),
	 *         `background` or `no_text` (such as a file or a link); '' if it may; `block` and `span`: the name of its block
	 *         and the position of that block's delimiter.
	 */
	public static function read( $content ) {
		// Browsers also show an image at the end whose tag is not closed.
		$html   = self::read_html( "$content>" );
		$blocks = array();
		$images = array();
		while ( $html->next_token() ) {
			if ( '#comment' === $html->get_token_type() ) {
				$block = self::parse_block_delimiter( $html->get_modifiable_text() );
				if ( $block && ! $block['is_closer'] ) {
					$blocks[] = self::describe_block( $block, $html->get_span(), end( $blocks ) );
				}
				if ( $block && $blocks && ( $block['is_closer'] || $block['is_void'] ) ) {
					array_push( $images, ...self::list_images_of_block( end( $blocks ) ) );
					array_pop( $blocks );
				}
			} elseif ( 'IMG' === $html->get_tag() || self::is_cover_background( $html, end( $blocks ) ) ) {
				$images[] = self::read_image_tag( $html, $blocks );
			}
		}
		while ( $blocks ) {
			array_push( $images, ...self::list_images_of_block( end( $blocks ) ) );
			array_pop( $blocks );
		}
		return $images;
	}

	/**
	 * Adds the images in the delimiter to a block.
	 *
	 * @param array<string, mixed>       $block  As self::parse_block_delimiter() returns it.
	 * @param array{0: int, 1: int}      $span   Of its delimiter.
	 * @param array<string, mixed>|false $around The block around it, from this function.
	 * @return array<string, mixed> With `span`, `is_repeated` (whether it is in a template for each post of a list), `has_tags` (whether an image was found in its HTML), `has_json` (whether
	 *                              its delimiter has any), and `images`, those in its delimiter that were not found in its
	 *                              HTML: each with `id`, `url`, `text` and `paths`.
	 */
	private static function describe_block( $block, $span, $around ) {
		$images = array();
		foreach ( Library\Image_Blocks::list_images_in_attributes( $block['name'], $block['attributes'] ) as $image ) {
			$images[] = array(
				'id'    => $image['id'],
				'url'   => $image['url'],
				'text'  => $image['alt'],
				'paths' => $image['paths'],
			);
		}
		return $block + array(
			'span'        => $span,
			'is_repeated' => 'core/post-template' === $block['name'] || ( $around && $around['is_repeated'] ),
			'has_tags'    => false,
			'has_json'    => (bool) $images,
			'images'      => $images,
		);
	}

	/**
	 * The images of a block that are only in its attributes, because the block renders them itself.
	 *
	 * @param array<string, mixed> $block From self::describe_block().
	 * @return array<array<string, mixed>> As in self::read().
	 */
	private static function list_images_of_block( $block ) {
		$reason = self::find_reason_in_block( $block );
		$reason = '' === $reason && 0 === strpos( $block['name'], 'core/' ) ? 'background' : $reason;
		$images = $block['images'];
		if ( ! $images && ! $block['has_tags'] ) {
			$images = self::guess_images( $block['attributes'] );
			$reason = in_array( $reason, array( '', 'background' ), true ) ? 'no_text' : $reason;
		}
		return array_map(
			function ( $image ) use ( $block, $reason ) {
				return $image + array(
					'tag'       => null,
					'delimiter' => $block['span'],
					'reason'    => $reason,
					'block'     => $block['name'],
					'span'      => $block['span'],
				);
			},
			$images
		);
	}

	/**
	 * The images in the attributes of a block without a known description, found by names of ids and by URLs of images.
	 *
	 * @param array<string, mixed> $attributes The attributes, or a part of them.
	 * @return array<array<string, mixed>> As in self::describe_block(), without paths.
	 */
	private static function guess_images( $attributes ) {
		$images = array();
		$url    = '';
		$ids    = array();
		foreach ( $attributes as $name => $value ) {
			if ( preg_match( '/^(?:id|ids|(?:media|image|attachment)_?ids?)$/i', (string) $name ) ) {
				$ids = array_merge( $ids, array_filter( (array) $value, 'is_numeric' ) );
			} elseif ( is_array( $value ) ) {
				$images = array_merge( $images, self::guess_images( $value ) );
			} elseif ( is_string( $value ) && ! preg_match( '~[\s<>]~', $value ) && preg_match( '~.\.(?:jpe?g|png|gif|webp|avif|svg)(?:\?|$)~i', $value ) ) {
				$url = $value;
			}
		}
		foreach ( $ids ? $ids : array_filter( array( $url ) ) as $id ) {
			$images[] = array(
				'id'    => is_numeric( $id ) ? (int) $id : 0,
				'url'   => count( $ids ) > 1 ? '' : $url,
				'text'  => is_string( $attributes['alt'] ?? null ) ? trim( $attributes['alt'] ) : '',
				'paths' => array(),
			);
		}
		return $images;
	}

	/**
	 * Reads an image in HTML, and finds it in the attributes of its block by its URL and id.
	 *
	 * @param WP_HTML_Tag_Processor       $html   At the image.
	 * @param array<array<string, mixed>> $blocks From self::describe_block(), innermost last.
	 * @return array<string, mixed> As in self::read().
	 */
	private static function read_image_tag( $html, &$blocks ) {
		$last     = count( $blocks ) - 1;
		$block    = $blocks[ $last ] ?? false;
		$is_cover = $block && 'core/cover' === $block['name'];
		$id       = preg_match( '/(?:^|\s)wp-image-(\d+)(?:\s|$)/', (string) $html->get_attribute( 'class' ), $match )
			? (int) $match[1]
			: (int) $html->get_attribute( 'data-id' );
		$image    = array(
			'id'        => $id ? $id : self::get_image_id_of_block( $block ),
			'url'       => (string) ( 'IMG' === $html->get_tag() ? $html->get_attribute( 'src' ) : $block['attributes']['url'] ?? '' ),
			'text'      => self::get_image_text( $html, $block ),
			'tag'       => $html->get_span(),
			'delimiter' => null,
			'paths'     => array(),
			'reason'    => self::find_reason_of_tag( $html, self::find_reason_in_block( $block ) ),
			'block'     => $block ? $block['name'] : 'core/freeform',
			'span'      => $block ? $block['span'] : null,
		);
		if ( $is_cover && ! $html->has_class( 'wp-block-cover__image-background' ) ) {
			return array( 'reason' => 'background' ) + $image;
		}
		if ( $block ) {
			$blocks[ $last ]['has_tags'] = true;
			$index                       = self::find_described_image( $block['images'], $image, $id );
		}
		if ( isset( $index ) ) {
			$described          = $block['images'][ $index ];
			$image['text']      = '' === $image['text'] ? $described['text'] : $image['text'];
			$image['id']        = $is_cover || ! $id ? $described['id'] : $id;
			$image['delimiter'] = $block['span'];
			$image['paths']     = $described['paths'];
			unset( $blocks[ $last ]['images'][ $index ] );
		} elseif ( $block && $block['has_json'] && '' === $image['reason'] ) {
			// The block would be invalid if its attributes did not have the same text.
			$image['reason'] = $is_cover ? 'background' : 'unknown_block';
		}
		return $image;
	}

	/**
	 * Finds an image from the HTML among those in the attributes.
	 *
	 * @param array<array<string, mixed>> $described From self::describe_block().
	 * @param array<string, mixed>        $image     The image, with `url`.
	 * @param int                         $id        The id in its tag; 0 for none.
	 * @return int|null Its key; null if it is not among them.
	 */
	private static function find_described_image( $described, $image, $id ) {
		$key   = References::file_key( References::get_path_in_uploads( $image['url'] ) );
		$found = null;
		foreach ( $described as $index => $one ) {
			if ( $one['url'] === $image['url'] || ( $id && $one['id'] === $id ) || ( '' !== $key && References::file_key( References::get_path_in_uploads( $one['url'] ) ) === $key ) ) {
				// A list may contain it several times, in another order than the HTML.
				if ( $one['text'] === $image['text'] ) {
					return $index;
				}
				$found = $found ?? $index;
			}
		}
		return $found;
	}

	/**
	 * Reads HTML token by token.
	 *
	 * @param string $content HTML.
	 * @return WP_HTML_Tag_Processor With `get_span()`: offset and length of the current token.
	 */
	public static function read_html( $content ) {
		return new class( $content ) extends WP_HTML_Tag_Processor {
			/**
			 * The position of the current token.
			 *
			 * @return array{0: int, 1: int} Offset and length in bytes.
			 */
			public function get_span() {
				$this->set_bookmark( 'token' );
				return array( $this->bookmarks['token']->start, $this->bookmarks['token']->length );
			}
		};
	}

	/**
	 * Whether a tag is the background of a cover with a fixed or repeated image, which is named by `role="img"` and
	 * `aria-label`.
	 *
	 * @param WP_HTML_Tag_Processor      $html  At a token.
	 * @param array<string, mixed>|false $block The innermost block around it.
	 * @return bool
	 */
	private static function is_cover_background( $html, $block ) {
		return $block && 'core/cover' === $block['name'] && 'DIV' === $html->get_tag() && ! $html->is_tag_closer()
			&& $html->has_class( 'wp-block-cover__image-background' );
	}

	/**
	 * Why the alternative text of an image may not be changed: it is decorative or has another accessible name.
	 *
	 * @param WP_HTML_Tag_Processor $html   At the image.
	 * @param string                $reason The reason in its blocks.
	 * @return string As in self::read().
	 */
	private static function find_reason_of_tag( $html, $reason ) {
		$role   = $html->get_attribute( 'role' );
		$role   = is_string( $role ) ? strtolower( trim( $role ) ) : $role;
		$label  = $html->get_attribute( 'aria-label' );
		$is_div = 'DIV' === $html->get_tag();
		if ( in_array( $role, array( 'none', 'presentation' ), true ) || 'true' === $html->get_attribute( 'aria-hidden' ) ) {
			return 'decorative';
		}
		// The text of a `div` is its "aria-label"; without one it has none.
		$is_named = $is_div
			? ! in_array( $role, array( null, 'img' ), true ) || ( null !== $label && '' === self::get_attribute_text( $html, 'aria-label' ) )
			: '' !== self::get_attribute_text( $html, 'aria-label' );
		return $is_named || '' !== self::get_attribute_text( $html, 'aria-labelledby' ) ? 'named' : $reason;
	}

	/**
	 * The current text of an image: the one that browsers use, or else the one in its block.
	 *
	 * @param WP_HTML_Tag_Processor      $html  At the image.
	 * @param array<string, mixed>|false $block The innermost block.
	 * @return string '' for none.
	 */
	private static function get_image_text( $html, $block ) {
		$text = self::get_attribute_text( $html, 'DIV' === $html->get_tag() ? 'aria-label' : 'alt' );
		$json = $block ? ( $block['attributes']['alt'] ?? $block['attributes']['mediaAlt'] ?? '' ) : '';
		return '' === $text && is_string( $json ) ? trim( $json ) : $text;
	}

	/**
	 * The value of an attribute as text.
	 *
	 * @param WP_HTML_Tag_Processor $html At a tag.
	 * @param string                $name Name of the attribute.
	 * @return string '' for none.
	 */
	public static function get_attribute_text( $html, $name ) {
		$value = $html->get_attribute( $name );
		return is_string( $value ) ? trim( $value ) : '';
	}
}
