<?php
/**
 * Long descriptions of images that one sentence cannot describe: Details blocks directly below their image.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Core;
use Altscribe\Library;
use WP_Block_Type_Registry;
use WP_Error;
use WP_HTML_Tag_Processor;
use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Long_Descriptions {

	/**
	 * The Details block of a long description. All its text is escaped.
	 *
	 * @param string                $text      From Core\Text::clean_long_text().
	 * @param string                $describes The image: the id of its attachment, or its URL.
	 * @param array<string, string> $written   `model` and `prompt`, as far as known.
	 * @return string Its HTML, as WordPress's editor would save it.
	 */
	public static function write_details( $text, $describes, $written = array() ) {
		$blocks = array();
		$title  = strtok( $text, "\n" );
		foreach ( array_filter( preg_split( '/\n+/', substr( $text, strlen( $title ) ) ), 'strlen' ) as $line ) {
			if ( 0 !== strpos( $line, '- ' ) ) {
				$blocks[] = $line;
			} elseif ( is_array( end( $blocks ) ) ) {
				$blocks[ count( $blocks ) - 1 ][] = substr( $line, 2 );
			} else {
				$blocks[] = array( substr( $line, 2 ) );
			}
		}
		$inner = array();
		foreach ( $blocks as $block ) {
			if ( is_array( $block ) ) {
				$items   = array_map(
					function ( $item ) {
						return "<!-- wp:list-item -->\n<li>" . self::escape_block_text( $item ) . "</li>\n<!-- /wp:list-item -->";
					},
					$block
				);
				$inner[] = "<!-- wp:list -->\n<ul class=\"wp-block-list\">" . implode( "\n\n", $items ) . "</ul>\n<!-- /wp:list -->";
			} else {
				$inner[] = "<!-- wp:paragraph -->\n<p>" . self::escape_block_text( $block ) . "</p>\n<!-- /wp:paragraph -->";
			}
		}
		$record     = array_filter( wp_array_slice_assoc( $written, array( 'model', 'prompt' ) ) );
		$attributes = array( 'metadata' => array( 'altscribe' => array( 'describes' => $describes ) + $record ) );
		return '<!-- wp:details ' . serialize_block_attributes( $attributes ) . " -->\n<details class=\"wp-block-details\"><summary>"
			. self::escape_block_text( $title ) . '</summary>' . implode( "\n\n", $inner ) . "</details>\n<!-- /wp:details -->";
	}

	/**
	 * Escapes a text for the content of a block: WordPress also acts on shortcodes, and on URLs that are a whole paragraph.
	 *
	 * @param string $text Plain text.
	 * @return string HTML.
	 */
	private static function escape_block_text( $text ) {
		$tags = implode( '|', array_map( 'preg_quote', array_keys( (array) $GLOBALS['shortcode_tags'] ) ) );
		$text = '' === $tags ? $text : preg_replace( "~\[(?=/?(?:$tags)[\s\]/])~", '[ ', $text );
		$text = preg_match( '~^\s*https?://\S+\s*$~i', $text ) ? '“' . trim( $text ) . '”' : $text;
		return htmlspecialchars( $text, ENT_NOQUOTES, 'UTF-8' );
	}

	/**
	 * Where the long description of an image belongs: after its block, or after the block around it if that cannot contain
	 * one, such as a gallery.
	 *
	 * @param WP_Post              $post  The post.
	 * @param array<string, mixed> $image From Places::list_places().
	 * @return array{end: int, has_details: bool}|null `has_details`: whether there is already one by Altscribe (other Details
	 *                                            blocks may be about anything). Null if no block may be added there.
	 */
	private static function find_position_of_details( $post, $image ) {
		$type = get_post_type_object( $post->post_type );
		if ( ! $image['span'] || ! empty( $type->template_lock ) || ! WP_Block_Type_Registry::get_instance()->is_registered( 'core/details' ) ) {
			return null;
		}
		$html = Content::read_html( $post->post_content );
		$open = array();
		$goal = $image['span'][0];
		$end  = 0;
		while ( $html->next_token() ) {
			$block = '#comment' === $html->get_token_type() ? Content::parse_block_delimiter( $html->get_modifiable_text() ) : null;
			if ( ! $block ) {
				if ( $end && ! self::is_between_blocks( $html, $open, $goal ) ) {
					break;
				}
				continue;
			}
			$span  = $html->get_span();
			$after = $span[0] + $span[1];
			if ( ! $block['is_closer'] ) {
				$is_beside = $end && ! in_array( 'core/details', wp_list_pluck( array_slice( $open, $goal ), 'name' ), true );
				$describes = $block['attributes']['metadata']['altscribe']['describes'] ?? null;
				if ( $is_beside && ( 'core/details' !== $block['name'] || null === $describes ) ) {
					break;
				}
				if ( $is_beside && in_array( (string) $describes, array( (string) $image['attachment_id'], (string) $image['id'], $image['url'] ), true ) ) {
					return array(
						'end'         => $end,
						'has_details' => true,
					);
				}
				$open[] = $block + array( 'start' => $span[0] );
			}
			if ( $block['is_closer'] || $block['is_void'] ) {
				$closed = array_pop( $open );
				$parent = end( $open );
				if ( $end ) {
					// The long description of another image of the gallery: this one's comes after it.
					$end  = $closed && 'core/details' === $closed['name'] && count( $open ) === $goal ? $after : $end;
					$goal = min( $goal, count( $open ) );
				} elseif ( $closed && $closed['start'] === $goal ) {
					$is_in = $parent && ! self::can_contain_details( $parent );
					$end   = $is_in ? 0 : $after;
					// From now on, the number of blocks that are open around it.
					$goal = $is_in ? $parent['start'] : count( $open );
				}
			}
		}
		$has_details = false;
		return $end ? compact( 'end', 'has_details' ) : null;
	}

	/**
	 * Whether a post has a long description below an image: at least half of its lines, because a person may have edited it.
	 *
	 * @param WP_Post              $post  The post.
	 * @param array<string, mixed> $image From Places::list_places().
	 * @param string               $text  From Core\Text::clean_long_text().
	 * @return bool
	 */
	public static function is_in_post( $post, $image, $text ) {
		$position = self::find_position_of_details( $post, $image );
		$lines    = array_filter( preg_split( '/\n+/', $text ), 'strlen' );
		$details  = $position && $position['has_details'] ? substr( $post->post_content, $position['end'] ) : '';
		$found    = array_filter(
			$lines,
			function ( $line ) use ( $details ) {
				return false !== strpos( $details, self::escape_block_text( preg_replace( '/^- /', '', $line ) ) );
			}
		);
		return '' !== $details && 2 * count( $found ) >= count( $lines );
	}

	/**
	 * Whether a token after a block is only white space or the end of the HTML around it, or inside the Details block there.
	 *
	 * @param WP_HTML_Tag_Processor       $html  At a token that is no block delimiter.
	 * @param array<array<string, mixed>> $open  The blocks that are open, outermost first.
	 * @param int                         $depth How many were open after the block.
	 * @return bool
	 */
	private static function is_between_blocks( $html, $open, $depth ) {
		return count( $open ) > $depth || $html->is_tag_closer() || ( '#text' === $html->get_token_type() && '' === trim( $html->get_modifiable_text() ) );
	}

	/**
	 * Whether a Details block may be added inside a block.
	 *
	 * @param array<string, mixed> $block From Content::parse_block_delimiter().
	 * @return bool
	 */
	private static function can_contain_details( $block ) {
		$type    = WP_Block_Type_Registry::get_instance()->get_registered( $block['name'] );
		$allowed = $type->allowed_blocks ?? null;
		return empty( $block['attributes']['templateLock'] ) && ( ! is_array( $allowed ) || in_array( 'core/details', $allowed, true ) );
	}

	/**
	 * Checks whether an image in a saved post can get a long description now. Call it before anything is paid.
	 *
	 * @param array<string, string> $row The row of a suggestion with a place.
	 * @return array{image: array<string, mixed>, end: int}|WP_Error altscribe_no_place_for_details,
	 *         altscribe_has_long_description, or the errors of Fill::error_of_place().
	 */
	public static function prepare_details( $row ) {
		Library\Alt_Text::forget( (int) $row['post_id'] );
		$image = Places::find_place( (int) $row['post_id'], $row['place'] );
		$error = Fill::error_of_place( (int) $row['post_id'], $image );
		if ( $error ) {
			return $error;
		}
		$position = self::find_position_of_details( get_post( (int) $row['post_id'] ), $image );
		if ( ! $position ) {
			return Core\Errors::no_place_for_details();
		}
		if ( $position['has_details'] ) {
			return Core\Errors::has_long_description();
		}
		return $position + array( 'image' => $image );
	}

	/**
	 * Inserts a long description below its image in a saved post.
	 *
	 * @param array<string, string> $row   The row of the suggestion.
	 * @param string                $text  From Core\Text::clean_long_text().
	 * @param callable              $store Gets `details`, for self::remove_details(), before the post is saved: with an error
	 *                                     from it, nothing is.
	 * @return WP_Error|null That error, or those of self::prepare_details().
	 */
	public static function insert_details( $row, $text, $store ) {
		$position = self::prepare_details( $row );
		if ( is_wp_error( $position ) ) {
			return $position;
		}
		$post    = get_post( (int) $row['post_id'] );
		$key     = (string) ( $position['image']['attachment_id'] ? $position['image']['attachment_id'] : $position['image']['url'] );
		$details = "\n\n" . self::write_details( $text, $key, $row );
		$error   = $store( compact( 'details' ) );
		if ( $error ) {
			return $error;
		}
		return Saving::save_content( $post, substr_replace( $post->post_content, $details, $position['end'], 0 ) ) ? null : Core\Errors::not_saved( ...Saving::reason_not_saved() );
	}

	/**
	 * Removes a long description, unless it has changed since.
	 *
	 * @param int    $post_id The post.
	 * @param string $details From self::insert_details().
	 * @return true|WP_Error altscribe_text_changed, or the errors of Fill::error_of_place().
	 */
	public static function remove_details( $post_id, $details ) {
		Library\Alt_Text::forget( $post_id );
		$error = Fill::error_of_place( $post_id, array( 'reason' => '' ) );
		if ( $error ) {
			return $error;
		}
		$post = get_post( $post_id );
		if ( 1 !== substr_count( $post->post_content, $details ) ) {
			return Core\Errors::text_changed();
		}
		return Saving::save_content( $post, str_replace( $details, '', $post->post_content ) ) ? true : Core\Errors::not_saved( ...Saving::reason_not_saved() );
	}
}
