<?php
/**
 * What is around an image in a post: its caption, its link and the texts beside it. The editors send these parts of
 * their unsaved content; those of a saved post are read here. The lines of a request are made of both in the same way.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The parts, in the order in which they are sent, with the labels for the model, which are not translated. */
const ALTSCRIBE_SURROUNDINGS = array(
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
const ALTSCRIBE_LINK_LENGTH = 300;

/**
 * The parameter `surroundings` of the routes that generate a text: plain texts.
 *
 * @return array<string, mixed>
 */
function altscribe_surroundings_arg() {
	return array(
		'type'                 => 'object',
		'additionalProperties' => false,
		'properties'           => array_fill_keys( array_keys( ALTSCRIBE_SURROUNDINGS ), array( 'type' => 'string' ) ),
	);
}

/**
 * The lines of a request about the surroundings of an image.
 *
 * @param array<string, string> $parts By the names in ALTSCRIBE_SURROUNDINGS; any may be missing or ''.
 * @return string[] For altscribe_join_context().
 */
function altscribe_format_surroundings( $parts ) {
	$lines = array();
	foreach ( ALTSCRIBE_SURROUNDINGS as $name => $label ) {
		$text = altscribe_to_plain_line( $parts[ $name ] ?? '' );
		if ( '' !== $text ) {
			$lines[] = "$label: " . ( 'link_target' === $name ? mb_substr( $text, 0, ALTSCRIBE_LINK_LENGTH, 'UTF-8' ) : $text );
		}
	}
	return $lines;
}

/**
 * The surroundings of an image in a saved post, as the editors find them.
 *
 * @param int    $post_id The post.
 * @param string $place   From altscribe_list_places().
 * @return array<string, string> By the names in ALTSCRIBE_SURROUNDINGS; array() if the place is gone.
 */
function altscribe_read_surroundings( $post_id, $place ) {
	require_once dirname( __DIR__ ) . '/other-posts/find.php';
	$image = altscribe_find_place( $post_id, $place );
	if ( ! $image ) {
		return array();
	}
	$content = get_post( $post_id )->post_content;
	$start   = ( $image['tag'] ?? $image['span'] )[0];
	$around  = array();
	$others  = array();
	foreach ( altscribe_list_texts( $content ) as $text ) {
		if ( $text['from'] <= $start && $start < $text['to'] ) {
			$around[] = $text['text'];
			continue;
		}
		// A text with images in it is in several pieces.
		$last = count( $others ) - 1;
		if ( $others && $others[ $last ]['from'] === $text['from'] ) {
			$others[ $last ]['text'] .= " {$text['text']}";
		} else {
			$others[] = $text;
		}
	}
	// It knows which caption is that of the image.
	$parts = array( 'caption' => $image['surroundings']['caption'] ) + altscribe_choose_surroundings( $others, $start, PHP_INT_MAX );
	return array( 'around' => implode( ' ', $around ) ) + array_merge( $parts, altscribe_read_link_and_container( $content, $image ) );
}

/**
 * The link of an image in a saved post, and the block that contains the image's own.
 *
 * @param string               $content The content of the post.
 * @param array<string, mixed> $image   From altscribe_list_places().
 * @return array{link_target: string, link_text: string, container: string, caption?: string} `link_target`: '' without a
 *         link, or if it only opens the image itself. `caption`: if the block has it in its attributes.
 */
function altscribe_read_link_and_container( $content, $image ) {
	$html   = altscribe_read_html( $content );
	$start  = ( $image['tag'] ?? $image['span'] )[0];
	$blocks = array();
	$inside = null;
	$link   = null;
	while ( $html->next_token() && ( null === $inside || $link ) ) {
		$tag   = $html->get_tag();
		$block = '#comment' === $html->get_token_type() ? altscribe_parse_block_delimiter( $html->get_modifiable_text() ) : null;
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
				'href' => altscribe_get_attribute_text( $html, 'href' ),
				'rel'  => altscribe_get_attribute_text( $html, 'rel' ),
				'text' => '',
			);
		} elseif ( $link && '#text' === $html->get_token_type() ) {
			$link['text'] .= $html->get_modifiable_text();
		}
	}
	$block  = $inside ? array_pop( $inside ) : null;
	$stated = $block ? altscribe_read_stated_parts( $block, $image['paths'][0] ?? '' ) : array();
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
	) + array_filter( array( 'caption' => altscribe_to_plain_text( $stated['caption'] ?? '' ) ), 'strlen' );
}

/**
 * The link and the caption of an image that are in the attributes of its block.
 *
 * @param array<string, mixed> $block From altscribe_parse_block_delimiter().
 * @param string               $path  The path of the image's text.
 * @return array{link?: string, caption?: string}
 */
function altscribe_read_stated_parts( $block, $path ) {
	$parts = array();
	foreach ( altscribe_list_image_blocks() as $entry ) {
		foreach ( altscribe_is_entry_of_block( $entry, $block['name'] ) ? array_intersect_key( $entry, array_flip( array( 'link', 'caption' ) ) ) : array() as $name => $of ) {
			$parts[ $name ] = $parts[ $name ] ?? altscribe_read_path( $block['attributes'], altscribe_place_path( $of, $path ) );
		}
	}
	return array_filter( $parts, 'is_string' );
}
