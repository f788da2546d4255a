<?php
/**
 * Cleans alternative texts before they are stored, and cuts the texts that are sent. `sanitize_text_field()` is for
 * search forms: it turns `<` into `&lt;`, and `50%af` into `50`.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Scripts and style sheets. */
const ALTSCRIBE_CODE_TAG = '~</?(?:script|style)\b[^<>]*+>?~i';

/**
 * An attribute of a tag with its name and value, or the separator between two of them, as browsers
 * read it.
 */
const ALTSCRIBE_ATTRIBUTE = '[ /]++|(=?+[^ />=]++|=)(?: *+=( *+(?:"[^"]*+(?:"|\z)|\'[^\']*+(?:\'|\z)|[^ >]*+)))?+';

/**
 * Attributes that may run code, load something, lead to another page or change the look. `on\w+`:
 * event handlers.
 */
const ALTSCRIBE_ACTIVE_ATTRIBUTE = '~^(?:on\w+|style|src|srcset|srcdoc|href|xlink:href|action|formaction|data|poster|background|ping|http-equiv|attributename)$~i';

/**
 * Control characters and line breaks. Does not include the control characters of right-to-left text
 * and emoji.
 */
const ALTSCRIBE_BREAKS = '~[\x00-\x20\x7f\x{80}-\x{9f}\x{2028}\x{2029}]+~u';

add_filter( 'rest_endpoints', 'altscribe_clean_alt_text_of_media_route' );
add_action( 'rest_after_insert_attachment', 'altscribe_restore_text_of_media_route', 10, 3 );

/**
 * Cleans an alternative text: one line of plain text, otherwise exactly as written. Escape it on output, as
 * WordPress does.
 *
 * @param string $text From a model, a person or a file.
 * @return string Valid UTF-8. Both texts are without WordPress's slashes.
 */
function altscribe_clean_text( $text ) {
	$text = trim( (string) preg_replace( ALTSCRIBE_BREAKS, ' ', wp_check_invalid_utf8( (string) $text, true ) ) );
	// Themes that do not escape rely on texts without scripts. Removing one tag may create another.
	do {
		$before = $text;
		$text   = preg_replace_callback( '~<[a-z][^ />]*+((?:' . ALTSCRIBE_ATTRIBUTE . ')*+)>?~i', 'altscribe_remove_active_tag', preg_replace( ALTSCRIBE_CODE_TAG, '', $text ) );
		$text   = trim( (string) $text );
	} while ( $text !== $before );
	return $text;
}

/**
 * Removes a tag that could do harm if it is printed unescaped. Any other is part of the text: `x <y and z = 3`,
 * a `<b>` on a keyboard.
 *
 * @param array<int, string> $tag Its source, and the source of its attributes.
 * @return string The source, or ''.
 */
function altscribe_remove_active_tag( $tag ) {
	preg_match_all( '~' . ALTSCRIBE_ATTRIBUTE . '~', $tag[1], $attributes, PREG_SET_ORDER );
	foreach ( $attributes as $attribute ) {
		$value = ltrim( $attribute[2] ?? '' );
		$quote = substr( $value, 0, 1 );
		// An unclosed quote would extend into the HTML printed after the text.
		$is_open = in_array( $quote, array( '"', "'" ), true ) && ( 1 === strlen( $value ) || substr( $value, -1 ) !== $quote );
		if ( $is_open || ( isset( $attribute[2] ) && preg_match( ALTSCRIBE_ACTIVE_ATTRIBUTE, $attribute[1] ) ) ) {
			return '';
		}
	}
	return $tag[0];
}

/**
 * Makes WordPress's own route for an attachment store a text exactly as written if the editor's scripts of the plugin send
 * it. Other clients get WordPress's own cleaning.
 *
 * @param array<string, array<int|string, mixed>> $endpoints Handlers by route.
 * @return array<string, array<int|string, mixed>>
 */
function altscribe_clean_alt_text_of_media_route( $endpoints ) {
	$route = '/wp/v2/media/(?P<id>[\d]+)';
	foreach ( $endpoints[ $route ] ?? array() as $key => $handler ) {
		if ( ! is_array( $handler ) || ! isset( $handler['args']['alt_text'] ) ) {
			continue;
		}
		$clean = $handler['args']['alt_text']['sanitize_callback'] ?? 'rest_parse_request_arg';

		$endpoints[ $route ][ $key ]['args']['alt_text']['sanitize_callback'] = function ( $text, $request, $name ) use ( $clean ) {
			return altscribe_is_exact_text( $request ) ? altscribe_clean_text( $text ) : call_user_func( $clean, $text, $request, $name );
		};
	}
	return $endpoints;
}

/**
 * Whether the text in a request to WordPress's route for an attachment is stored exactly as written.
 *
 * @param WP_REST_Request $request With `altscribe_exact_text` if the editor's scripts of the plugin wrote the text.
 * @return bool
 */
function altscribe_is_exact_text( $request ) {
	return true === $request['altscribe_exact_text'];
}

/**
 * Writes such a text again, because WordPress's route has removed its backslashes.
 *
 * @param WP_Post         $attachment  The attachment.
 * @param WP_REST_Request $request     The request.
 * @param bool            $is_creating Whether it is a new file.
 */
function altscribe_restore_text_of_media_route( $attachment, $request, $is_creating ) {
	$text = $request['alt_text'];
	if ( $is_creating || ! is_string( $text ) || ! altscribe_is_exact_text( $request ) ) {
		return;
	}
	if ( wp_unslash( $text ) !== $text && altscribe_get_attachment_alt_text( $attachment->ID ) === wp_unslash( $text ) ) {
		update_post_meta( $attachment->ID, ALTSCRIBE_ALT_TEXT_KEY, wp_slash( $text ) );
	}
}

/**
 * The end of a sentence: not after an initial, an ordinal number or a common abbreviation. Languages without spaces
 * between sentences have marks of their own.
 */
const ALTSCRIBE_SENTENCE_END = '~(?:(?<!\b\p{L})(?<!\b\d)(?<!\b\d\d)(?<!\b(?:Mr|Ms|Dr|St|Nr|No|Sr|vs|ca))(?<!\b(?:Mrs|Sra|bzw|Vol|Fig))(?<!\bProf)\.|[!?…؟۔։።])[.!?…"\'”’»)\]]*(?=\s+(?!\p{Ll}))|[。！？｡][”"’」』）】]*|[।॥។]+~u';

/**
 * Cuts a text at the end of a sentence, or, if that would remove more than half, at a word, with "…" there. Never inside
 * a character that people see as one.
 *
 * @param string $text     One line of valid UTF-8.
 * @param int    $length   The longest result, in UTF-16 code units.
 * @param bool   $keep_end Whether its end is kept, and not its start.
 * @return string
 */
function altscribe_cut_at_sentence( $text, $length, $keep_end = false ) {
	if ( altscribe_text_length( $text ) <= $length ) {
		return $text;
	}
	// Long characters, such as families of emoji, may extend beyond the cut.
	$piece = $keep_end ? mb_substr( $text, -$length - 64, null, 'UTF-8' ) : mb_substr( $text, 0, $length + 64, 'UTF-8' );
	$size  = 0;
	// Old versions of PCRE may take a row of emoji for one character.
	foreach ( array( '~\X~u', '~.~su' ) as $unit ) {
		preg_match_all( $unit, $piece, $found );
		$left = $length - 1;
		foreach ( 0 === $size ? ( $keep_end ? array_reverse( $found[0] ) : $found[0] ) : array() as $character ) {
			$left -= altscribe_text_length( $character );
			if ( $left < 0 ) {
				break;
			}
			$size += strlen( $character );
		}
	}
	$from = $keep_end ? strlen( $piece ) - $size : 0;
	$half = $from + (int) ( $size / 2 );
	foreach ( array( ALTSCRIBE_SENTENCE_END, '~(?=\s)~u' ) as $ends ) {
		preg_match_all( $ends, $piece, $found, PREG_OFFSET_CAPTURE );
		$places = array();
		foreach ( $found[0] as $end ) {
			$place = $end[1] + strlen( $end[0] );
			if ( $keep_end ? $place >= $from && $place <= $half : $place >= $half && $place <= $size ) {
				$places[] = $place;
			}
		}
		if ( $places ) {
			$mark = ALTSCRIBE_SENTENCE_END === $ends ? '' : '…';
			return $keep_end ? $mark . ltrim( substr( $piece, $places[0] ) ) : rtrim( substr( $piece, 0, end( $places ) ) ) . $mark;
		}
	}
	return $keep_end ? '…' . substr( $piece, $from ) : substr( $piece, 0, $size ) . '…';
}

/** The longest text about an image in one line of its context, in UTF-16 code units, and the longest context. */
const ALTSCRIBE_LINE_LENGTH    = 600;
const ALTSCRIBE_CONTEXT_LENGTH = 2000;

/** What the media library and the file say is only sent if no other text contains it. */
const ALTSCRIBE_LIBRARY_LABELS = array( 'Title in the library', 'Caption in the library', 'Description in the library', 'Headline in the file', 'Caption in the file', 'City in the file' );

/** Lines that are sent even if the title of the page is the same: without them, it would not be known where that is. */
const ALTSCRIBE_PLACE_LABELS = array( "Author's note", 'Page', 'Caption' );

/**
 * A text in one line, with single spaces.
 *
 * @param string $text Any text.
 * @return string
 */
function altscribe_to_plain_line( $text ) {
	return trim( preg_replace( '~\s+~u', ' ', $text ) ?? '' );
}

/**
 * Joins the lines about an image. No text is sent twice, nor the image's own alternative text. Long texts are cut, and if
 * there is not enough room for all, the longest ones more.
 *
 * @param string[] $lines    Such as `Caption: Our boat`, the most useful first.
 * @param string   $title    The title of the page, which is sent, too.
 * @param string   $old_text The present alternative text.
 * @return string At most 2,000 UTF-16 code units, one text in each line.
 */
function altscribe_join_context( $lines, $title = '', $old_text = '' ) {
	$known = array( altscribe_fold_text( $title ) );
	$kept  = array();
	foreach ( array_map( 'altscribe_to_plain_line', $lines ) as $line ) {
		list( $label, $text ) = preg_match( '~^([^:]{1,40}):(?: (.*)|$)~u', $line, $parts ) ? array( $parts[1], $parts[2] ?? '' ) : array( '', $line );
		$folded               = altscribe_fold_text( $text );
		$is_known             = in_array( $folded, in_array( $label, ALTSCRIBE_PLACE_LABELS, true ) ? array() : $known, true );
		if ( in_array( $label, ALTSCRIBE_LIBRARY_LABELS, true ) ) {
			$is_known = altscribe_fold_text( $old_text ) === $folded || false !== strpos( implode( "\n", $known ), $folded );
		}
		if ( '' !== $folded && ! $is_known ) {
			$known[] = $folded;
			$kept[]  = array( '' === $label ? '' : "$label: ", altscribe_cut_at_sentence( $text, ALTSCRIBE_LINE_LENGTH, 'Paragraph before' === $label ) );
		}
	}
	return implode( "\n", altscribe_fit_lines( $kept ) );
}

/**
 * Cuts the longest lines until all of them fit into the context.
 *
 * @param array<array{0: string, 1: string}> $lines Label and text.
 * @return string[]
 */
function altscribe_fit_lines( $lines ) {
	$lengths = array();
	foreach ( $lines as $line ) {
		$lengths[] = altscribe_text_length( implode( '', $line ) ) + 1;
	}
	sort( $lengths );
	$room = ALTSCRIBE_CONTEXT_LENGTH + 1;
	$most = $room;
	foreach ( $lengths as $index => $length ) {
		$most = (int) floor( $room / ( count( $lengths ) - $index ) );
		if ( $length > $most ) {
			break;
		}
		$room -= $length;
		$most  = ALTSCRIBE_CONTEXT_LENGTH;
	}
	return array_map(
		function ( $line ) use ( $most ) {
			return $line[0] . altscribe_cut_at_sentence( $line[1], max( 1, $most - 1 - altscribe_text_length( $line[0] ) ), 'Paragraph before: ' === $line[0] );
		},
		$lines
	);
}

/** Longest style of a request, in UTF-16 code units. */
const ALTSCRIBE_STYLE_LENGTH = 1500;

/** Most pairs of a glossary. */
const ALTSCRIBE_GLOSSARY_PAIRS = 30;

/**
 * How the site writes in a language, as it is sent to the service.
 *
 * @param string $language A code such as `de_DE`.
 * @return string '' if nothing is set.
 */
function altscribe_find_style( $language ) {
	$styles = altscribe_list_styles();
	for ( $tag = altscribe_style_key( $language ); '' !== $tag; $tag = (string) substr( $tag, 0, (int) strrpos( $tag, '-' ) ) ) {
		if ( isset( $styles[ $tag ] ) ) {
			return $styles[ $tag ];
		}
	}
	return $styles[''] ?? '';
}

/**
 * How the site writes, by language. What a site leaves empty is that of the network.
 *
 * @return array<string, string> Keys from altscribe_style_key(), '' for all other languages.
 */
function altscribe_list_styles() {
	$network = altscribe_network_style();
	$general = array(
		'language' => '',
		'how'      => '',
		'glossary' => '',
	);
	$styles  = array();
	foreach ( array_merge( array( $general ), altscribe_settings()['style'] ) as $entry ) {
		$how      = trim( $entry['how'] );
		$glossary = trim( $entry['glossary'] );
		$key      = altscribe_style_key( $entry['language'] );

		$styles[ $key ] = altscribe_compose_style( '' === $how ? $network['how'] : $how, '' === $glossary ? $network['glossary'] : $glossary );
	}
	return array_filter( $styles, 'strlen' );
}

/**
 * The key of a language in altscribe_list_styles(): `de-at` for `de_AT`.
 *
 * @param string $language A code.
 * @return string
 */
function altscribe_style_key( $language ) {
	return strtolower( str_replace( '_', '-', trim( $language ) ) );
}

/**
 * The text for the model. As many pairs of the glossary as fit.
 *
 * @param string $how      How the site writes.
 * @param string $glossary Lines from the settings.
 * @return string
 */
function altscribe_compose_style( $how, $glossary ) {
	$style = altscribe_clean_text( $how );
	foreach ( altscribe_read_glossary( $glossary ) as $pair ) {
		$line = "Say \"$pair[0]\", not \"$pair[1]\".";
		$next = '' === $style ? $line : "$style\n$line";
		if ( altscribe_text_length( $next ) > ALTSCRIBE_STYLE_LENGTH ) {
			break;
		}
		$style = $next;
	}
	return $style;
}

/**
 * The pairs of a glossary.
 *
 * @param string $glossary Lines such as "e-bike → pedelec"; "->" and "=>" are arrows too.
 * @return array<array{0: string, 1: string}|null> The word to use, and the one to avoid; null for a line that is no pair.
 */
function altscribe_parse_glossary( $glossary ) {
	$pairs = array();
	foreach ( array_filter( array_map( 'trim', preg_split( '/\R/u', $glossary ) ), 'strlen' ) as $line ) {
		$words   = array_map( 'altscribe_clean_text', preg_split( '/\s*(?:→|->|=>)\s*/u', $line ) );
		$pairs[] = 2 === count( array_filter( $words, 'strlen' ) ) && 2 === count( $words ) ? $words : null;
	}
	return $pairs;
}

/**
 * The valid pairs of a glossary, at most ALTSCRIBE_GLOSSARY_PAIRS.
 *
 * @param string $glossary Lines from the settings.
 * @return array<array{0: string, 1: string}>
 */
function altscribe_read_glossary( $glossary ) {
	return array_slice( array_filter( altscribe_parse_glossary( $glossary ) ), 0, ALTSCRIBE_GLOSSARY_PAIRS );
}

/**
 * Validates how a site writes.
 *
 * @param array<array{language: string, how: string, glossary: string}> $entries For each language.
 * @return true|WP_Error The message of the error names the wrong line.
 */
function altscribe_validate_style( $entries ) {
	foreach ( $entries as $entry ) {
		if ( '' !== $entry['language'] && ! altscribe_is_language_code( $entry['language'] ) ) {
			return new WP_Error( 'altscribe_invalid_setting', __( 'Choose a language from the list.', 'altscribe' ) );
		}
		$pairs = altscribe_parse_glossary( $entry['glossary'] );
		$wrong = array_search( null, $pairs, true );
		if ( false !== $wrong ) {
			return altscribe_error_of_glossary(
				$entry['language'],
				/* translators: %s: number of a line. */
				sprintf( __( 'Line %s of the glossary needs two words with an arrow between them: e-bike → pedelec', 'altscribe' ), number_format_i18n( $wrong + 1 ) )
			);
		}
		if ( count( $pairs ) > ALTSCRIBE_GLOSSARY_PAIRS ) {
			return altscribe_error_of_glossary(
				$entry['language'],
				/* translators: %s: number of pairs. */
				sprintf( __( 'The glossary can have at most %s pairs.', 'altscribe' ), number_format_i18n( ALTSCRIBE_GLOSSARY_PAIRS ) )
			);
		}
	}
	return true;
}

/**
 * Error: a glossary is not valid.
 *
 * @param string $language Its language, which may not be the one that the screen shows; '' for all languages.
 * @param string $message  What is wrong.
 * @return WP_Error
 */
function altscribe_error_of_glossary( $language, $message ) {
	if ( '' !== $language ) {
		$name = altscribe_language_name( $language );
		/* translators: 1: name of a language, 2: what is wrong with its glossary. */
		$message = sprintf( __( '%1$s: %2$s', 'altscribe' ), '' === $name ? $language : $name, $message );
	}
	return new WP_Error( 'altscribe_invalid_setting', $message );
}
