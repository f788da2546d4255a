<?php
/**
 * Generates the text of an attachment and writes it to the media library, and finds texts that cost nothing.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * A title, or '' for the placeholder that WordPress and WooCommerce use until there is one.
 *
 * @param string $title Any title.
 * @return string
 */
function altscribe_drop_placeholder_title( $title ) {
	// phpcs:ignore WordPress.WP.I18n.MissingArgDomain -- WordPress's own string.
	return in_array( strtolower( trim( $title ) ), array( 'auto draft', 'auto-draft', strtolower( __( 'Auto Draft' ) ) ), true ) ? '' : $title;
}

/**
 * Whether the title of an attachment is only its file name, as set by WordPress on upload, or a camera's file
 * name. Such a title does not describe the image.
 *
 * @param int $attachment_id Id of an attachment.
 * @return bool
 */
function altscribe_is_file_title( $attachment_id ) {
	$title = get_post( $attachment_id )->post_title;
	return altscribe_is_file_name( $attachment_id, $title )
		|| 1 === preg_match( '/^(?:img|dsc|dscn|dscf|pxl|screenshot|image|photo|picture|bild|foto|imagen|unnamed)?[-\d]*$/D', altscribe_spell_as_file( $title ) );
}

/**
 * Whether a text is only the file name of an attachment, in any spelling: "harbour-boats.jpg" or "Harbour
 * Boats".
 *
 * @param int    $attachment_id Id of an attachment.
 * @param string $text          A text, such as a title.
 * @return bool
 */
function altscribe_is_file_name( $attachment_id, $text ) {
	$file = (string) get_post_meta( $attachment_id, '_wp_attached_file', true );
	$end  = preg_quote( pathinfo( $file, PATHINFO_EXTENSION ), '/' );
	$text = altscribe_spell_as_file( preg_replace( "/\\.$end$/iD", '', trim( $text ) ) );
	$file = altscribe_spell_as_file( pathinfo( $file, PATHINFO_FILENAME ) );
	// WordPress may have added a number or the suffix of a smaller version after the title was made
	// from the name.
	$whole = preg_replace( '/-(?:scaled|rotated|e\d{10,})$/D', '', $file );
	return '' !== $text && in_array( $text, array( $file, $whole, preg_replace( '/-\d{1,3}$/D', '', $whole ) ), true );
}

/**
 * Spells a text like a file name.
 *
 * @param string $text Any text.
 * @return string
 */
function altscribe_spell_as_file( $text ) {
	return trim( preg_replace( '/[-_]+/', '-', sanitize_title( $text ) ), '-' );
}

/**
 * Requests an alternative text for an attachment. Writes nothing and checks no permissions.
 *
 * @param int                  $attachment_id The attachment.
 * @param array<string, mixed> $options       All are optional: `language` (code; by default the attachment's
 *                                            language), `context` (array with any of `blog_title`, `seo_keywords` and
 *                                            `image_context`, instead of altscribe_attachment_context()),
 *                                            `regenerate` (the service must not respond from its cache),
 *                                            `idempotency_key` (at most 200 characters: repeating the same request
 *                                            with the same key costs one credit in total), `text_length` (`short` or
 *                                            `detailed`), `hint` (what only the author can know about the image).
 * @return array<string, mixed>|WP_Error As altscribe_generate_alt_text() returns it.
 */
function altscribe_generate_for_attachment( $attachment_id, $options = array() ) {
	$settings = altscribe_settings();
	if ( ! altscribe_is_connected( $settings ) ) {
		return altscribe_error_not_connected();
	}
	if ( 'attachment' !== get_post_type( $attachment_id ) ) {
		return altscribe_error_image_unreadable( 'not_in_library' );
	}
	if ( altscribe_get_placeholder_image() === (int) $attachment_id ) {
		return new WP_Error( 'altscribe_placeholder', __( 'This is the placeholder image for products. WooCommerce sets its alt text.', 'altscribe' ), array( 'status' => 409 ) );
	}
	$image = altscribe_read_attachment_image( $attachment_id );
	if ( is_wp_error( $image ) ) {
		return $image;
	}
	$target  = array(
		'post_id'       => 0,
		'attachment_id' => (int) $attachment_id,
		'image_url'     => '',
	);
	$context = array_merge(
		isset( $options['context'] ) ? $options['context'] : altscribe_attachment_context( $attachment_id ),
		array(
			'language_code' => empty( $options['language'] ) ? altscribe_language( $attachment_id ) : $options['language'],
			'text_length'   => isset( $options['text_length'] ) ? $options['text_length'] : '',
		)
	);
	$lines = explode( "\n", altscribe_add_note( $context['image_context'] ?? '', (string) ( $options['hint'] ?? '' ) ) );

	$context['image_context'] = altscribe_join_context( $lines, $context['blog_title'] ?? '', altscribe_get_attachment_alt_text( $attachment_id ) );
	$context = array_filter( array_map( 'altscribe_cut_text', $context ), 'strlen' );
	$fields  = altscribe_filter_request( array_merge( $image, $context ), $target );
	$key     = empty( $options['idempotency_key'] ) ? '' : altscribe_idempotency_key( $options['idempotency_key'], $fields );
	$answer  = altscribe_generate_alt_text( $settings, $fields, ! empty( $options['regenerate'] ), $key );
	return is_wp_error( $answer ) ? $answer : altscribe_announce_alt_text( $answer, $target, $fields );
}

/**
 * Requests a text for an image in a post, with the context in its saved content. Writes nothing and checks no permissions.
 *
 * @param array<string, string> $row        The row of a suggestion with a place.
 * @param string                $hint       What only the author can know about the image, or ''.
 * @param bool                  $regenerate Whether the service must not respond from its cache.
 * @return array<string, mixed>|WP_Error As altscribe_generate_alt_text() returns it. altscribe_place_gone.
 */
function altscribe_generate_for_place( $row, $hint, $regenerate = true ) {
	$settings = altscribe_settings();
	$post     = get_post( (int) $row['post_id'] );
	$place    = altscribe_find_place_of_suggestion( $row );
	if ( ! $place ) {
		return altscribe_error_of_place( $post->ID, null );
	}
	$target = array(
		'post_id'       => $post->ID,
		'attachment_id' => (int) $row['attachment_id'],
		'image_url'     => $place['url'],
	);
	$image  = altscribe_read_target( $target, $target['attachment_id'] > 0 );
	if ( is_wp_error( $image ) ) {
		return $image;
	}
	// The labels of the editor.
	$labels = array(
		'caption' => 'Caption',
		'heading' => 'Heading above',
		'before'  => 'Paragraph before',
		'after'   => 'Paragraph after',
	);
	$lines  = array();
	foreach ( array_filter( array_intersect_key( array_replace( $labels, $place['surroundings'] ), $labels ) ) as $name => $text ) {
		$lines[] = $labels[ $name ] . ": $text";
	}
	$edited  = array(
		'post_id' => $post->ID,
		'title'   => altscribe_drop_placeholder_title( $post->post_title ),
	);
	$context = array(
		'blog_title'    => $edited['title'],
		'seo_keywords'  => altscribe_find_post_keywords( $post->ID ),
		'image_context' => altscribe_compose_context( implode( "\n", $lines ), $target, $edited, $hint ),
		'language_code' => '' === $row['language'] ? altscribe_language( $post->ID ) : $row['language'],
		'text_length'   => ALTSCRIBE_LONG === $row['purpose'] ? ALTSCRIBE_LONG : '',
	);
	$fields  = altscribe_filter_request( $image + array_filter( array_map( 'altscribe_cut_text', $context ), 'strlen' ), $target );
	$answer  = altscribe_generate_alt_text( $settings, $fields, $regenerate );
	return is_wp_error( $answer ) ? $answer : altscribe_announce_alt_text( $answer, $target, $fields );
}

/**
 * Requests another text for a pending suggestion, and stores it there.
 *
 * @param array<string, string> $row  Its row.
 * @param string                $hint What only the author can know about the image; '' for the earlier hint.
 * @return array<string, mixed>|WP_Error As altscribe_hold_answer() returns it.
 */
function altscribe_rewrite_suggestion( $row, $hint ) {
	$hint    = '' === trim( $hint ) ? $row['hint'] : $hint;
	$options = array(
		'language'   => $row['language'],
		'regenerate' => true,
		'hint'       => $hint,
	);
	$answer  = '' === $row['place'] ? altscribe_generate_for_attachment( (int) $row['attachment_id'], $options ) : altscribe_generate_for_place( $row, $hint );
	$same    = wp_array_slice_assoc( $row, array( 'attachment_id', 'post_id', 'place', 'image_url', 'previous_text', 'language', 'origin' ) ) + ( ALTSCRIBE_LONG === $row['purpose'] ? array( 'purpose' => ALTSCRIBE_LONG ) : array() );
	return altscribe_hold_answer( $answer, compact( 'hint' ) + $same, true );
}

/**
 * Stores a generated text as a suggestion if it must not be written at once: new texts are held for review, it would
 * replace another text, or the image seems to be decorative. Also stores that the AI declined to describe an image.
 *
 * @param array<string, mixed>|WP_Error $answer     As altscribe_generate_alt_text() returns it.
 * @param array<string, mixed>          $suggestion As altscribe_add_suggestion() takes it, without the text.
 * @param bool                          $is_always  Whether every text is stored.
 * @return array<string, mixed>|WP_Error The answer, with `is_held` and `suggestion_id` (0 for none).
 */
function altscribe_hold_answer( $answer, $suggestion, $is_always = false ) {
	if ( is_wp_error( $answer ) ) {
		if ( altscribe_is_declined_error( $answer ) && ALTSCRIBE_LONG !== ( $suggestion['purpose'] ?? '' ) ) {
			altscribe_add_suggestion( $suggestion + array( 'purpose' => ALTSCRIBE_DECLINED ) );
		}
		return $answer;
	}
	$is_held = $is_always || '' === $answer['alt_text'] || 'decorative' === $answer['purpose'] || '' !== trim( $suggestion['previous_text'] )
		|| altscribe_settings()['review_new_texts'];
	$id      = $is_held ? altscribe_add_suggestion(
		$suggestion + array(
			'new_text' => $answer['alt_text'],
			'purpose'  => (string) $answer['purpose'],
			'model'    => $answer['model'] ?? '',
			'prompt'   => $answer['prompt'] ?? '',
			'doubts'   => $answer['doubts'] ?? array(),
		)
	) : 0;
	return $answer + array(
		'is_held'       => $id > 0,
		'suggestion_id' => $id,
	);
}

/**
 * Whether a decision is about more suggestions than anyone may decide without having read some one by one. Not for images
 * that all seem to be decorative: these are confirmed by their images, which are shown together.
 *
 * @param WP_REST_Request $request As altscribe_rest_decide_suggestions() takes it.
 * @return bool
 */
function altscribe_decides_unread( $request ) {
	global $wpdb;
	$list = implode( ',', array_map( 'intval', $request['ids'] ) );
	if ( $request['without_findings'] ) {
		return true;
	}
	if ( count( $request['ids'] ) <= ALTSCRIBE_UNREAD_AT_ONCE || in_array( $request['decision'], array( 'undo', 'reject' ), true ) ) {
		return false;
	}
	// phpcs:ignore WordPress.DB -- The table is the plugin's own, and there are only numbers.
	return 'decorative' !== $request['decision'] || (bool) $wpdb->get_var( $wpdb->prepare( "SELECT 1 FROM %i WHERE id IN ($list) AND purpose <> 'decorative' LIMIT 1", altscribe_suggestions_table() ) );
}

/**
 * The idempotency key of a request. The service refuses to reuse a key for a different request, for example
 * after the image got a caption, so the key includes a hash of the fields.
 *
 * @param string                $key    The caller's key.
 * @param array<string, string> $fields The fields of the request.
 * @return string
 */
function altscribe_idempotency_key( $key, $fields ) {
	return $key . '-' . md5( implode( "\0", $fields ) );
}

/** The meta key of the alternative text, WordPress's own. */
const ALTSCRIBE_ALT_TEXT_KEY = '_wp_attachment_image_alt';

/**
 * The alternative text of an attachment.
 *
 * @param int $attachment_id The attachment.
 * @return string '' if it has none.
 */
function altscribe_get_attachment_alt_text( $attachment_id ) {
	return (string) get_post_meta( $attachment_id, ALTSCRIBE_ALT_TEXT_KEY, true );
}

/**
 * Clears the cache of an attachment or post before it is read, because its row may have been changed by SQL, or by another
 * process. Not clean_post_cache(), because plugins purge visitors' pages when it is called.
 *
 * @param int $attachment_id The attachment.
 */
function altscribe_forget_attachment( $attachment_id ) {
	wp_cache_delete( $attachment_id, 'posts' );
	wp_cache_delete( $attachment_id, 'post_meta' );
}

/**
 * Frees the memory of posts after a part of many was read. Only that of this process: a persistent cache serves all
 * requests, and would have to read all of these posts again.
 *
 * @param int[] $ids The posts.
 */
function altscribe_release_posts( $ids ) {
	if ( ! wp_using_ext_object_cache() ) {
		wp_cache_delete_multiple( $ids, 'posts' );
		wp_cache_delete_multiple( $ids, 'post_meta' );
	} elseif ( wp_cache_supports( 'flush_runtime' ) ) {
		wp_cache_flush_runtime();
	}
}

/**
 * Writes an alternative text, unless the current text is not the expected one: then it was changed
 * meanwhile. A text removes the mark "decorative".
 *
 * @param int    $attachment_id     The attachment.
 * @param string $text              Plain text; '' removes the current text.
 * @param string $expected_previous The text that may be replaced; '' for none.
 * @param bool   $keep_row          Whether '' is stored as an empty row, to restore the state before a text.
 * @return bool Whether the text was written.
 */
function altscribe_write_attachment_alt_text( $attachment_id, $text, $expected_previous, $keep_row = false ) {
	altscribe_forget_attachment( $attachment_id );
	if ( altscribe_get_attachment_alt_text( $attachment_id ) !== $expected_previous || 'attachment' !== get_post_type( $attachment_id ) ) {
		return false;
	}
	if ( $text === $expected_previous ) {
		$is_written = true;
	} elseif ( '' === $text && ! $keep_row ) {
		// An empty row means nothing.
		$is_written = delete_post_meta( $attachment_id, ALTSCRIBE_ALT_TEXT_KEY, wp_slash( $expected_previous ) );
	} elseif ( '' !== $expected_previous ) {
		// The SQL statement itself compares with the current text.
		$is_written = (bool) update_post_meta( $attachment_id, ALTSCRIBE_ALT_TEXT_KEY, wp_slash( $text ), $expected_previous );
	} else {
		// An empty row would count as an existing text.
		altscribe_delete_empty_alt_text( $attachment_id );
		$is_written = (bool) add_post_meta( $attachment_id, ALTSCRIBE_ALT_TEXT_KEY, wp_slash( $text ), true );
	}
	if ( $is_written && '' !== $text ) {
		delete_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY );
	}
	return $is_written;
}

/**
 * Deletes the row of an empty alternative text.
 *
 * @param int $attachment_id The attachment.
 */
function altscribe_delete_empty_alt_text( $attachment_id ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- delete_post_meta() would delete a text that a user writes meanwhile.
	$deleted = $wpdb->delete(
		$wpdb->postmeta,
		array(
			'post_id'    => $attachment_id,
			'meta_key'   => ALTSCRIBE_ALT_TEXT_KEY,
			'meta_value' => '',
		)
	);
	if ( $deleted ) {
		wp_cache_delete( $attachment_id, 'post_meta' );
	}
}
