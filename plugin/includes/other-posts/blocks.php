<?php
/**
 * Finds images in the blocks of saved posts, and where the text of each is stored.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Parses a delimiter, such as `wp:image {"id":7}`.
 *
 * @param string $comment The text of a comment.
 * @return array{name: string, attributes: array<string, mixed>, is_closer: bool, is_void: bool}|null Null for other comments.
 */
function altscribe_parse_block_delimiter( $comment ) {
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
 * Whether a text may be changed in blocks.
 *
 * @param array<array<string, mixed>> $blocks From altscribe_parse_block_delimiter(), innermost last.
 * @return bool
 */
function altscribe_may_change_in_blocks( $blocks ) {
	$block = end( $blocks );
	if ( ! $block ) {
		return true;
	}
	$attributes = $block['attributes'];
	return 0 === strpos( $block['name'], 'core/' )
		&& ! in_array( 'core/post-template', wp_list_pluck( $blocks, 'name' ), true )
		&& empty( $attributes['isDecorative'] )
		&& empty( $attributes['useFeaturedImage'] )
		&& empty( $attributes['metadata']['altscribe']['isDecorative'] )
		&& empty( $attributes['metadata']['bindings']['alt'] )
		// Overrides of a pattern.
		&& empty( $attributes['metadata']['bindings']['__default'] );
}

/**
 * The id of the attachment in a block.
 *
 * @param array<string, mixed>|false $block As altscribe_parse_block_delimiter() returns it.
 * @return int 0 for none.
 */
function altscribe_get_image_id_of_block( $block ) {
	$keys = array(
		'core/image'      => 'id',
		'core/cover'      => 'id',
		'core/media-text' => 'mediaId',
	);
	$key  = $block && isset( $keys[ $block['name'] ] ) ? $keys[ $block['name'] ] : '';
	return isset( $block['attributes'][ $key ] ) && is_numeric( $block['attributes'][ $key ] ) ? (int) $block['attributes'][ $key ] : 0;
}

/**
 * Finds an attribute in the source of a tag.
 *
 * @param string $tag  Source of a tag, such as `<IMG Alt='' src=x>`.
 * @param string $name Its name, in lower case.
 * @return array{0: int, 1: int}|null Offset and length of the attribute, in bytes; null if there is none.
 */
function altscribe_find_attribute_source( $tag, $name = 'alt' ) {
	$at = strcspn( $tag, " \t\n\f\r/>" );
	// The names and values of attributes, as browsers read them. If a name occurs twice, the first one
	// counts.
	while ( preg_match( '~\G[ \t\n\f\r/]*+((=?[^ \t\n\f\r/>=]*+)(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+(?:"[^"]*+"|\'[^\']*+\'|[^ \t\n\f\r>]*+))?+)~', $tag, $match, PREG_OFFSET_CAPTURE, $at )
		&& '' !== $match[1][0] ) {
		list( $source, $start ) = $match[1];
		if ( strtolower( $match[2][0] ) === $name ) {
			return array( $start, strlen( $source ) );
		}
		$at = $start + strlen( $source );
	}
	return null;
}

/**
 * Writes a text into a tag, leaving the rest of it unchanged.
 *
 * @param string $tag  Source of an image, or of the `div` of a cover whose image is fixed or repeated.
 * @param string $text The text.
 * @return array{0: string, 1: string} The new source, and the source of the replaced attribute; '' for none.
 *               For a `div`, the attribute is its role.
 */
function altscribe_write_alt_source( $tag, $text ) {
	$is_div    = 0 === stripos( $tag, '<div' );
	$attribute = ( $is_div ? 'aria-label="' : 'alt="' ) . altscribe_escape_alt( $text ) . '"';
	$found     = altscribe_find_attribute_source( $tag, $is_div ? 'role' : 'alt' );
	if ( ! $found ) {
		// Like the block itself.
		$attribute = $is_div ? "role=\"img\" $attribute" : $attribute;
		return array( substr_replace( $tag, " $attribute", strcspn( $tag, " \t\n\f\r/>" ), 0 ), '' );
	}
	if ( $is_div ) {
		return array( substr_replace( $tag, " $attribute", $found[0] + $found[1], 0 ), substr( $tag, $found[0], $found[1] ) );
	}
	return array( substr_replace( $tag, $attribute, $found[0], $found[1] ), substr( $tag, $found[0], $found[1] ) );
}

/**
 * Restores an attribute that altscribe_write_alt_source() replaced.
 *
 * @param string $tag    Source of a tag with an alternative text.
 * @param string $source The replaced source, from altscribe_write_alt_source().
 * @return string The new source.
 */
function altscribe_restore_alt_source( $tag, $source ) {
	if ( 0 === stripos( $tag, '<div' ) ) {
		$tag = altscribe_remove_attribute_source( $tag, 'aria-label' );
		return '' === $source ? altscribe_remove_attribute_source( $tag, 'role' ) : $tag;
	}
	if ( '' === $source ) {
		return altscribe_remove_attribute_source( $tag, 'alt' );
	}
	list( $start, $length ) = altscribe_find_attribute_source( $tag );
	return substr_replace( $tag, $source, $start, $length );
}

/**
 * Removes an attribute from a tag.
 *
 * @param string $tag  Source of a tag.
 * @param string $name Name of the attribute.
 * @return string The new source.
 */
function altscribe_remove_attribute_source( $tag, $name ) {
	$found = altscribe_find_attribute_source( $tag, $name );
	// The space before an attribute is removed with it.
	return $found ? substr_replace( $tag, '', $found[0] - 1, $found[1] + 1 ) : $tag;
}

/**
 * Writes a text into the delimiter of a block that has none. If a delimiter has the same attribute twice,
 * WordPress uses the last.
 *
 * @param string $delimiter Source of the delimiter.
 * @param string $text      The text.
 * @return string The new source.
 */
function altscribe_write_alt_json( $delimiter, $text ) {
	return substr_replace( $delimiter, ',' . altscribe_alt_to_json( $text ), strrpos( $delimiter, '}' ), 0 );
}

/**
 * Removes a text from a delimiter.
 *
 * @param string $delimiter Source of the delimiter.
 * @param string $text      The text.
 * @return string The new source.
 */
function altscribe_remove_alt_json( $delimiter, $text ) {
	// The editor may have serialized the attributes again since, in another order and without escapes.
	foreach ( array( altscribe_alt_to_json( $text ), trim( serialize_block_attributes( array( 'alt' => $text ) ), '{}' ) ) as $json ) {
		foreach ( array( ",$json", "$json," ) as $found ) {
			$at = strrpos( $delimiter, $found );
			if ( false !== $at ) {
				return substr_replace( $delimiter, '', $at, strlen( $found ) );
			}
		}
	}
	return $delimiter;
}

/**
 * Encodes a text as an attribute of a block.
 *
 * @param string $text The text.
 * @return string JSON without braces. Characters that a database may refuse are escaped.
 */
function altscribe_alt_to_json( $text ) {
	return preg_replace_callback(
		'/[\x{10000}-\x{10FFFF}]/u',
		function ( $match ) {
			return trim( wp_json_encode( $match[0] ), '"' );
		},
		trim( serialize_block_attributes( array( 'alt' => $text ) ), '{}' )
	);
}

/**
 * Encodes a text as the value of an attribute in double quotes. Brackets are escaped too, because they could
 * be a shortcode.
 *
 * @param string $text The text.
 * @return string
 */
function altscribe_escape_alt( $text ) {
	global $wpdb;
	$html = strtr(
		$text,
		array(
			'&' => '&amp;',
			'"' => '&quot;',
			'<' => '&lt;',
			'>' => '&gt;',
			'[' => '&#91;',
			']' => '&#93;',
		)
	);
	return 'utf8' === $wpdb->get_col_charset( $wpdb->posts, 'post_content' ) ? wp_encode_emoji( $html ) : $html;
}

/**
 * Lists the images of some attachments in a content that may get a text. Omits images that are decorative,
 * repeated by a query, bound to another source, in blocks of other plugins (which may also store the text
 * elsewhere), named by another attribute, or whose URL does not belong to the attachment. A CSS image has a
 * text only in a cover with a separate background element: in older covers, the background is the whole cover.
 *
 * @param string $content        Content of a post, with or without blocks.
 * @param int[]  $attachment_ids The attachments.
 * @return array<array{attachment_id: int, text: string, tag: array{0: int, 1: int}, delimiter: array{0: int, 1: int}|null}>
 *         In the order of the content, with the current text ('' for none), and offset and length of the tag; for
 *         a cover also of its delimiter, which contains the text too.
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
		} elseif ( 'IMG' === $html->get_tag() || altscribe_is_cover_background( $html, $blocks ) ) {
			$id    = altscribe_get_attachment_of_image( $html, $blocks );
			$block = end( $blocks );
			$url   = 'IMG' === $html->get_tag() ? $html->get_attribute( 'src' ) : $block['attributes']['url'] ?? '';
			if ( in_array( $id, $attachment_ids, true ) && altscribe_may_change_image_tag( $html )
				&& is_string( $url ) && altscribe_is_url_of_attachment( $url, $id ) ) {
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
 * @return WP_HTML_Tag_Processor With `get_span()`: offset and length of the current token.
 */
function altscribe_read_html( $content ) {
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
 * @param WP_HTML_Tag_Processor       $html   At a token.
 * @param array<array<string, mixed>> $blocks The blocks around it, innermost last.
 * @return bool
 */
function altscribe_is_cover_background( $html, $blocks ) {
	$block = end( $blocks );
	return $block && 'core/cover' === $block['name'] && 'DIV' === $html->get_tag() && ! $html->is_tag_closer()
		&& $html->has_class( 'wp-block-cover__image-background' );
}

/**
 * The attachment of an image.
 *
 * @param WP_HTML_Tag_Processor       $html   At the image.
 * @param array<array<string, mixed>> $blocks The blocks around it, innermost last.
 * @return int 0 for none, or if its text may not be changed there.
 */
function altscribe_get_attachment_of_image( $html, $blocks ) {
	$block = end( $blocks );
	if ( ! altscribe_may_change_in_blocks( $blocks ) ) {
		return 0;
	}
	if ( $block && 'core/cover' === $block['name'] ) {
		// The delimiter contains the text too, so it has to be for the same image.
		return $html->has_class( 'wp-block-cover__image-background' ) ? altscribe_get_image_id_of_block( $block ) : 0;
	}
	return preg_match( '/(?:^|\s)wp-image-(\d+)(?:\s|$)/', (string) $html->get_attribute( 'class' ), $match )
		? (int) $match[1]
		: altscribe_get_image_id_of_block( $block );
}

/**
 * Whether the alternative text of an image is its accessible name: it is not decorative and has no other
 * name.
 *
 * @param WP_HTML_Tag_Processor $html At the image.
 * @return bool
 */
function altscribe_may_change_image_tag( $html ) {
	$role  = $html->get_attribute( 'role' );
	$role  = is_string( $role ) ? strtolower( trim( $role ) ) : $role;
	$label = $html->get_attribute( 'aria-label' );
	// The text of a `div` is its "aria-label"; without one it has none.
	$is_named = 'DIV' === $html->get_tag()
		? ! in_array( $role, array( null, 'img' ), true ) || ( null !== $label && '' === altscribe_get_attribute_text( $html, 'aria-label' ) )
		: in_array( $role, array( 'none', 'presentation' ), true ) || '' !== altscribe_get_attribute_text( $html, 'aria-label' );
	return ! $is_named && 'true' !== $html->get_attribute( 'aria-hidden' ) && '' === altscribe_get_attribute_text( $html, 'aria-labelledby' );
}

/**
 * The current text of an image: the one that browsers use, or else the one of its block.
 *
 * @param WP_HTML_Tag_Processor      $html  At the image.
 * @param array<string, mixed>|false $block The innermost block.
 * @return string '' for none.
 */
function altscribe_get_image_text( $html, $block ) {
	$text = altscribe_get_attribute_text( $html, 'DIV' === $html->get_tag() ? 'aria-label' : 'alt' );
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
function altscribe_get_attribute_text( $html, $name ) {
	$value = $html->get_attribute( $name );
	return is_string( $value ) ? trim( $value ) : '';
}
