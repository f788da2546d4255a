<?php
/**
 * The surroundings of an image in a post, as lines of the context.
 *
 * @package Altscribe
 */

namespace Altscribe\Generation;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use WP_Block_Type_Registry;

defined( 'ABSPATH' ) || exit;

final class Surroundings {

	/** The parts, in the order in which they are sent, with the labels for the model, which are not translated. */
	private const SURROUNDINGS = array(
		'caption'     => 'Caption',
		'link_target' => 'Link target',
		'link_text'   => 'Words of the link',
		'container'   => 'Shown in',
		'heading'     => 'Heading above',
		'before'      => 'Paragraph before',
		'around'      => 'Text around',
		'after'       => 'Paragraph after',
	);

	/** The longest address of a link that is sent: it has no sentences to cut it at. */
	private const LINK_LENGTH = 300;

	/**
	 * The parameter `surroundings` of the routes that generate a text: plain texts.
	 *
	 * @return array<string, mixed>
	 */
	public static function surroundings_arg() {
		return array(
			'type'                 => 'object',
			'additionalProperties' => false,
			'properties'           => array_fill_keys( array_keys( self::SURROUNDINGS ), array( 'type' => 'string' ) ),
		);
	}

	/**
	 * The lines of a request about the surroundings of an image.
	 *
	 * @param array<string, string> $parts By the names in self::SURROUNDINGS; any may be missing or ''.
	 * @return string[] For Context::join_context().
	 */
	public static function format_surroundings( $parts ) {
		$lines = array();
		foreach ( self::SURROUNDINGS as $name => $label ) {
			$text = Core\Text::to_plain_line( $parts[ $name ] ?? '' );
			if ( '' !== $text ) {
				$lines[] = "$label: " . ( 'link_target' === $name ? mb_substr( $text, 0, self::LINK_LENGTH, 'UTF-8' ) : $text );
			}
		}
		return $lines;
	}

	/**
	 * The surroundings of an image in a saved post, as the editors find them.
	 *
	 * @param int    $post_id The post.
	 * @param string $place   From Posts\Places::list_places().
	 * @return array<string, string> By the names in self::SURROUNDINGS; array() if the place is gone.
	 */
	public static function read_surroundings( $post_id, $place ) {
		$image = Posts\Places::find_place( $post_id, $place );
		if ( ! $image ) {
			return array();
		}
		$content = get_post( $post_id )->post_content;
		$start   = ( $image['tag'] ?? $image['span'] )[0];
		$around  = array();
		$others  = array();
		foreach ( Posts\Places::list_texts( $content ) as $text ) {
			if ( $text['from'] <= $start && $start < $text['to'] ) {
				$around[] = $text['text'];
				continue;
			}
			// A text with images inside comes in several pieces.
			$last = count( $others ) - 1;
			if ( $others && $others[ $last ]['from'] === $text['from'] ) {
				$others[ $last ]['text'] .= " {$text['text']}";
			} else {
				$others[] = $text;
			}
		}
		// `surroundings` knows which caption belongs to the image.
		$parts = array( 'caption' => $image['surroundings']['caption'] ) + Posts\Places::choose_surroundings( $others, $start, PHP_INT_MAX );
		return array( 'around' => implode( ' ', $around ) ) + array_merge( $parts, self::read_link_and_container( $content, $image ) );
	}

	/**
	 * The link of an image in a saved post, and the block that contains the block of the image.
	 *
	 * @param string               $content The content of the post.
	 * @param array<string, mixed> $image   From Posts\Places::list_places().
	 * @return array{link_target: string, link_text: string, container: string, caption?: string} `link_target`: '' without a
	 *         link, or if it only opens the image itself. `caption`: if the block has it in its attributes.
	 */
	private static function read_link_and_container( $content, $image ) {
		$html   = Posts\Content::read_html( $content );
		$start  = ( $image['tag'] ?? $image['span'] )[0];
		$blocks = array();
		$inside = null;
		$link   = null;
		while ( $html->next_token() && ( null === $inside || $link ) ) {
			$tag   = $html->get_tag();
			$block = '#comment' === $html->get_token_type() ? Posts\Content::parse_block_delimiter( $html->get_modifiable_text() ) : null;
			if ( $block && ! $block['is_closer'] ) {
				$blocks[] = $block;
			}
			if ( $html->get_span()[0] === $start ) {
				$inside = $blocks;
			}
			if ( $block && ( $block['is_closer'] || $block['is_void'] ) ) {
				array_pop( $blocks );
			}
			if ( 'A' === $tag && $html->is_tag_closer() ) {
				if ( null !== $inside ) {
					break;
				}
				$link = null;
			} elseif ( 'A' === $tag ) {
				$link = array(
					'href' => Posts\Content::get_attribute_text( $html, 'href' ),
					'rel'  => Posts\Content::get_attribute_text( $html, 'rel' ),
					'text' => '',
				);
			} elseif ( $link && '#text' === $html->get_token_type() ) {
				$link['text'] .= $html->get_modifiable_text();
			}
		}
		$block  = $inside ? array_pop( $inside ) : null;
		$stated = $block ? self::read_stated_parts( $block, $image['paths'][0] ?? '' ) : array();
		$href   = $link['href'] ?? $stated['link'] ?? '';
		if ( $block && 'core/freeform' !== $block['name'] ) {
			$opens_itself = in_array( $block['attributes']['linkDestination'] ?? '', array( 'media', 'attachment' ), true );
		} else {
			$opens_itself = preg_match( '~\.(?:jpe?g|png|gif|webp|avif|svg)$~iD', $href ) || preg_match( '~\bwp-att-\d~', $link['rel'] ?? '' );
		}
		// "in Columns" is clearer than "in Column".
		$names = array_diff( wp_list_pluck( (array) $inside, 'name' ), array( 'core/column' ) );
		$type  = $names ? WP_Block_Type_Registry::get_instance()->get_registered( end( $names ) ) : null;
		return array(
			'link_target' => $opens_itself || $href === $image['url'] ? '' : $href,
			'link_text'   => $link['text'] ?? '',
			'container'   => $type ? (string) $type->title : '',
		) + array_filter( array( 'caption' => Core\Text::to_plain_text( $stated['caption'] ?? '' ) ), 'strlen' );
	}

	/**
	 * The link and the caption of an image that are in the attributes of its block.
	 *
	 * @param array<string, mixed> $block From Posts\Content::parse_block_delimiter().
	 * @param string               $path  The path of the image's text.
	 * @return array{link?: string, caption?: string}
	 */
	private static function read_stated_parts( $block, $path ) {
		$parts = array();
		foreach ( Library\Image_Blocks::list() as $entry ) {
			foreach ( Library\Image_Blocks::is_entry_of_block( $entry, $block['name'] ) ? array_intersect_key( $entry, array_flip( array( 'link', 'caption' ) ) ) : array() as $name => $of ) {
				$parts[ $name ] = $parts[ $name ] ?? Library\Image_Blocks::read_path( $block['attributes'], Library\Image_Blocks::put_at_path( $of, $path ) );
			}
		}
		return array_filter( $parts, 'is_string' );
	}
}
