<?php
/**
 * Holds generated texts for a decision, writes texts to the media library, and tells titles from file names.
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
 * Why an attachment must not be paid for or get a text now: it was deleted, or moved to the trash.
 *
 * @param int $attachment_id The attachment.
 * @return WP_Error|null altscribe_image_unreadable.
 */
function altscribe_error_of_attachment( $attachment_id ) {
	altscribe_forget_attachment( $attachment_id );
	$post = get_post( $attachment_id );
	if ( ! $post || 'attachment' !== $post->post_type ) {
		return altscribe_error_image_unreadable( 'not_in_library' );
	}
	return 'trash' === $post->post_status ? altscribe_error_image_unreadable( 'in_trash' ) : null;
}

/**
 * Why no text may be paid for or written for the images of a post now: it is in the trash.
 *
 * @param int $post_id The post.
 * @return WP_Error|null altscribe_post_in_trash.
 */
function altscribe_error_of_post( $post_id ) {
	return 'trash' === get_post_field( 'post_status', $post_id )
		? new WP_Error( 'altscribe_post_in_trash', __( 'This post is in the trash. Restore it first.', 'altscribe' ), array( 'status' => 409 ) )
		: null;
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
	if ( altscribe_error_of_attachment( $attachment_id ) || altscribe_get_attachment_alt_text( $attachment_id ) !== $expected_previous ) {
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
