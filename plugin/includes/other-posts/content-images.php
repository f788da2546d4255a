<?php
/**
 * The images of one attachment in the content of a post, and their alternative texts. What else is in the
 * content stays as it is, byte for byte: the content is never parsed and serialised again.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Offers the alternative texts of an attachment's images in a content for a change. Left out are images that
 * are decorative, repeated by a query, bound to another source, in blocks of other plugins (which may keep
 * the text elsewhere as well), or whose address is not one of the attachment.
 *
 * @param string   $content       Content of a post, with or without blocks.
 * @param int      $attachment_id The attachment.
 * @param callable $change        Gets the present text ('' for none) and the image's number among these images, from 0;
 *                                returns the new text, or null to leave it.
 * @return string The content with the changes.
 */
function altscribe_change_content_images( $content, $attachment_id, $change ) {
	$html   = new WP_HTML_Tag_Processor( $content );
	$blocks = array();
	$number = 0;
	while ( $html->next_token() ) {
		if ( '#comment' === $html->get_token_type() ) {
			$block = altscribe_parse_block_delimiter( $html->get_modifiable_text() );
			if ( ! $block ) {
				continue;
			}
			if ( $block['is_closer'] ) {
				array_pop( $blocks );
				continue;
			}
			if ( altscribe_is_cover_of_attachment( $block, $blocks, $attachment_id ) ) {
				// A cover keeps its text in the delimiter, too.
				$text = $change( trim( $block['attributes']['alt'] ?? '' ), $number++ );
				if ( null !== $text && $html->set_modifiable_text( altscribe_set_alt_in_delimiter( $html->get_modifiable_text(), $block['attributes'], $text ) ) ) {
					$block['new_text'] = $text;
				}
			}
			if ( ! $block['is_void'] ) {
				$blocks[] = $block;
			}
		} elseif ( altscribe_is_cover_background( $html, end( $blocks ) ) ) {
			altscribe_set_alt_of_cover_background( $html, end( $blocks ) );
		} elseif ( 'IMG' === $html->get_tag() && altscribe_is_image_of_attachment( $html, $blocks, $attachment_id ) ) {
			$text = $change( altscribe_get_alt( $html ), $number++ );
			if ( null !== $text ) {
				$html->set_attribute( 'alt', $text );
			}
		}
	}
	return $html->get_updated_html();
}

/**
 * The number of images of an attachment in a content that may get a text and have none.
 *
 * @param string $content       Content of a post.
 * @param int    $attachment_id The attachment.
 * @return int
 */
function altscribe_count_images_without_alt( $content, $attachment_id ) {
	$count = 0;
	altscribe_change_content_images(
		$content,
		$attachment_id,
		function ( $text ) use ( &$count ) {
			$count += '' === $text ? 1 : 0;
			return null;
		}
	);
	return $count;
}

/**
 * Whether an image outside of covers' backgrounds is one of an attachment and may get a text.
 *
 * @param WP_HTML_Tag_Processor       $html          At the image.
 * @param array<array<string, mixed>> $blocks        The blocks that it is in, the innermost last.
 * @param int                         $attachment_id The attachment.
 * @return bool
 */
function altscribe_is_image_of_attachment( $html, $blocks, $attachment_id ) {
	$block = end( $blocks );
	if ( ! altscribe_may_change_in_blocks( $blocks ) || ( $block && 'core/cover' === $block['name'] )
		|| in_array( $html->get_attribute( 'role' ), array( 'none', 'presentation' ), true )
		|| 'true' === $html->get_attribute( 'aria-hidden' ) ) {
		return false;
	}
	$class = (string) $html->get_attribute( 'class' );
	if ( preg_match( '/(?:^|\s)wp-image-(\d+)(?:\s|$)/', $class, $match ) ) {
		$id = (int) $match[1];
	} else {
		$id = altscribe_get_image_id_of_block( $block );
	}
	return (int) $attachment_id === $id && altscribe_is_url_of_attachment( (string) $html->get_attribute( 'src' ), $attachment_id );
}

/**
 * The present text of an image.
 *
 * @param WP_HTML_Tag_Processor $html At the image.
 * @return string '' for none.
 */
function altscribe_get_alt( $html ) {
	$alt = $html->get_attribute( 'alt' );
	return is_string( $alt ) ? trim( $alt ) : '';
}
