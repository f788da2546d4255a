<?php
/**
 * The images of the media library in the content of a post, and the texts that browsers find at them. What else
 * is in the content stays as it is, byte for byte: the content is never parsed and serialised again.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Lists the images of some attachments in a content that may get a text. Left out are images that are
 * decorative, repeated by a query, bound to another source, in blocks of other plugins (which may keep
 * the text elsewhere as well), named by another attribute, or whose address is not one of the attachment; and
 * images that CSS shows, which have no text.
 *
 * @param string $content        Content of a post, with or without blocks.
 * @param int[]  $attachment_ids The attachments.
 * @return array<array{attachment_id: int, text: string, tag: array{0: int, 1: int}, delimiter: array{0: int, 1: int}|null}>
 *         In the order of the content, with the present text ('' for none), and offset and length of the tag; for
 *         a cover also of its delimiter, which has the text, too.
 */
function altscribe_list_content_images( $content, $attachment_ids ) {
	$html   = altscribe_read_html( $content );
	$blocks = array();
	$images = array();
	while ( $html->next_token() ) {
		if ( '#comment' === $html->get_token_type() ) {
			$block = altscribe_parse_block_delimiter( $html->get_modifiable_text() );
			if ( $block && $block['is_closer'] ) {
				array_pop( $blocks );
			} elseif ( $block && ! $block['is_void'] ) {
				$blocks[] = $block + array( 'span' => $html->get_span() );
			}
		} elseif ( 'IMG' === $html->get_tag() ) {
			$id = altscribe_get_attachment_of_image( $html, $blocks );
			if ( in_array( $id, $attachment_ids, true ) && altscribe_may_change_image_tag( $html )
				&& altscribe_is_url_of_attachment( (string) $html->get_attribute( 'src' ), $id ) ) {
				$block    = end( $blocks );
				$images[] = array(
					'attachment_id' => $id,
					'text'          => altscribe_get_image_text( $html, $block ),
					'tag'           => $html->get_span(),
					'delimiter'     => $block && 'core/cover' === $block['name'] ? $block['span'] : null,
				);
			}
		}
	}
	return $images;
}

/**
 * Reads HTML token by token.
 *
 * @param string $content HTML.
 * @return WP_HTML_Tag_Processor With `get_span()`: offset and length of the present token.
 */
function altscribe_read_html( $content ) {
	return new class( $content ) extends WP_HTML_Tag_Processor {
		/**
		 * Where the present token is.
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
 * The attachment that an image names.
 *
 * @param WP_HTML_Tag_Processor       $html   At the image.
 * @param array<array<string, mixed>> $blocks The blocks that it is in, the innermost last.
 * @return int 0 for none, or if its text may not be changed there.
 */
function altscribe_get_attachment_of_image( $html, $blocks ) {
	$block = end( $blocks );
	if ( ! altscribe_may_change_in_blocks( $blocks ) ) {
		return 0;
	}
	if ( $block && 'core/cover' === $block['name'] ) {
		// Its delimiter has the text, too, so it has to be of the same image.
		return $html->has_class( 'wp-block-cover__image-background' ) ? altscribe_get_image_id_of_block( $block ) : 0;
	}
	return preg_match( '/(?:^|\s)wp-image-(\d+)(?:\s|$)/', (string) $html->get_attribute( 'class' ), $match )
		? (int) $match[1]
		: altscribe_get_image_id_of_block( $block );
}

/**
 * Whether an image is one that its alternative text describes: not decorative, and without another name.
 *
 * @param WP_HTML_Tag_Processor $html At the image.
 * @return bool
 */
function altscribe_may_change_image_tag( $html ) {
	$role = strtolower( trim( (string) $html->get_attribute( 'role' ) ) );
	return ! in_array( $role, array( 'none', 'presentation' ), true )
		&& 'true' !== $html->get_attribute( 'aria-hidden' )
		&& '' === altscribe_get_attribute_text( $html, 'aria-label' )
		&& '' === altscribe_get_attribute_text( $html, 'aria-labelledby' );
}

/**
 * The present text of an image: the one that browsers find, else the one of its block.
 *
 * @param WP_HTML_Tag_Processor      $html  At the image.
 * @param array<string, mixed>|false $block The innermost block.
 * @return string '' for none.
 */
function altscribe_get_image_text( $html, $block ) {
	$text = altscribe_get_attribute_text( $html, 'alt' );
	$json = $block ? ( $block['attributes']['alt'] ?? $block['attributes']['mediaAlt'] ?? '' ) : '';
	return '' === $text && is_string( $json ) ? trim( $json ) : $text;
}

/**
 * The text of an attribute.
 *
 * @param WP_HTML_Tag_Processor $html At a tag.
 * @param string                $name Name of the attribute.
 * @return string '' for none.
 */
function altscribe_get_attribute_text( $html, $name ) {
	$value = $html->get_attribute( $name );
	return is_string( $value ) ? trim( $value ) : '';
}
