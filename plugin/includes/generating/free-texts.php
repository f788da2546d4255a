<?php
/**
 * Texts that cost no credit: those that an image already has in a post, in its file, or in a copy of it.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** How many posts are read for a text of an image at most. */
const ALTSCRIBE_POSTS_FOR_TEXT = 5;

/**
 * Finds a text of an image in the posts that show it and that a user may read. It costs no credit.
 *
 * @param int      $attachment_id The image.
 * @param int|null $user_id       As for altscribe_may_read_post().
 * @return array{text: string, post_id: int}|null The text of the newest post in the language of the image, without one
 *         with faults; null if there is none.
 */
function altscribe_find_text_in_posts( $attachment_id, $user_id = null ) {
	require_once dirname( __DIR__ ) . '/other-posts/find.php';
	$language = altscribe_get_primary_language( altscribe_language( $attachment_id ) );
	$posts    = altscribe_list_uses_for_context( array( $attachment_id ) )[ $attachment_id ]['post'] ?? array();
	$read     = 0;
	foreach ( $posts as $post_id ) {
		if ( ! altscribe_may_read_post( $post_id, $user_id ) ) {
			continue;
		}
		if ( ++$read > ALTSCRIBE_POSTS_FOR_TEXT ) {
			break;
		}
		$post = get_post( $post_id );
		if ( altscribe_get_primary_language( altscribe_language( $post_id ) ) !== $language ) {
			continue;
		}
		foreach ( wp_list_filter( altscribe_list_places( $post ), compact( 'attachment_id' ) ) as $image ) {
			if ( '' !== $image['text'] && ! altscribe_list_faults( altscribe_check_alt_text( $image['text'], altscribe_attachment_surroundings( $attachment_id, $image['text'] ) ) ) ) {
				return array(
					'text'    => $image['text'],
					'post_id' => $post->ID,
				);
			}
		}
	}
	return null;
}

/**
 * The alternative texts in the file of an attachment that the editor may offer: if it has no text, to users who may edit it.
 *
 * @param int $attachment_id The attachment.
 * @return array<array{text: string, language: string}> From altscribe_list_file_texts().
 */
function altscribe_offer_file_texts( $attachment_id ) {
	return '' === altscribe_get_alt_text( $attachment_id ) && current_user_can( 'edit_post', $attachment_id ) ? altscribe_list_file_texts( $attachment_id ) : array();
}

/**
 * Finds the alternative text of an image in its file. It costs no credit.
 *
 * @param int $attachment_id The image.
 * @return array{text: string, post_id: int}|null With 0 for the post; null if there is none in the language of the image,
 *         or one with faults.
 */
function altscribe_find_text_in_file( $attachment_id ) {
	$language = altscribe_get_primary_language( altscribe_language( $attachment_id ) );
	foreach ( altscribe_list_file_texts( $attachment_id ) as $found ) {
		$is_own = in_array( altscribe_get_primary_language( $found['language'] ), array( '', $language ), true );
		if ( $is_own && ! altscribe_list_faults( altscribe_check_alt_text( $found['text'], altscribe_attachment_surroundings( $attachment_id, $found['text'] ) ) ) ) {
			return array(
				'text'    => $found['text'],
				'post_id' => 0,
			);
		}
	}
	return null;
}

/**
 * Whether the files of two images have the same bytes.
 *
 * @param int $attachment_id The image.
 * @param int $other_id      The other one.
 * @return bool Also false if one of them is not on this server.
 */
function altscribe_has_same_file( $attachment_id, $other_id ) {
	list( $file, $other ) = array_map( 'strval', array_map( 'wp_get_original_image_path', array( $attachment_id, $other_id ) ) );
	return is_readable( $file ) && is_readable( $other ) && filesize( $file ) === filesize( $other ) && md5_file( $file ) === md5_file( $other );
}

/** The largest number at the end of the name of a copy that is looked for. */
const ALTSCRIBE_LAST_COPY = 9;

/**
 * Finds the text of a copy of an image: of another attachment in its language, with the same name but for a small number
 * at its end, whose file has the same bytes, and that a user may read. It costs no credit.
 *
 * @param int      $attachment_id The image.
 * @param int|null $user_id       As for altscribe_may_read_post().
 * @return array{text: string, post_id: int, copy_of: int}|null With 0 for the post; null if there is no copy with a text
 *         without faults.
 */
function altscribe_find_text_of_copy( $attachment_id, $user_id = null ) {
	global $wpdb;
	// WordPress numbers equal names: beach, beach-2. A number may also be part of the name.
	$own   = (string) get_post_field( 'post_name', $attachment_id );
	$names = array();
	foreach ( array_unique( array( $own, preg_replace( '~-\d+$~D', '', $own ) ) ) as $name ) {
		$names[] = $name;
		for ( $number = 1; $number <= ALTSCRIBE_LAST_COPY; $number++ ) {
			$names[] = "$name-$number";
		}
	}
	// phpcs:ignore WordPress.DB -- There is no function for this, and uploads change it.
	$ids      = $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment' AND ID <> %d AND post_name IN (" . implode( ', ', array_fill( 0, count( $names ), '%s' ) ) . ') ORDER BY ID DESC', array_merge( array( $attachment_id ), $names ) ) );
	$language = altscribe_get_primary_language( altscribe_language( $attachment_id ) );
	foreach ( array_map( 'intval', $ids ) as $id ) {
		$text    = altscribe_get_alt_text( $id );
		$is_same = '' !== $text && altscribe_may_read_post( $id, $user_id ) && altscribe_get_primary_language( altscribe_language( $id ) ) === $language && altscribe_has_same_file( $attachment_id, $id );
		if ( $is_same && ! altscribe_list_faults( altscribe_check_alt_text( $text, altscribe_attachment_surroundings( $attachment_id, $text ) ) ) ) {
			return array(
				'text'    => $text,
				'post_id' => 0,
				'copy_of' => $id,
			);
		}
	}
	return null;
}

/**
 * The text from a post, from its file or of a copy that is offered for an image of the media library without a text, unless a user
 * rejected it or another suggestion waits.
 *
 * @param int      $attachment_id The image.
 * @param int|null $user_id       As for altscribe_may_read_post().
 * @return array{text: string, post_id: int, copy_of?: int}|null From altscribe_find_text_in_posts(),
 *         altscribe_find_text_in_file() or altscribe_find_text_of_copy().
 */
function altscribe_find_offered_text( $attachment_id, $user_id = null ) {
	global $wpdb;
	$found = 'missing' === altscribe_alt_text_state( $attachment_id )['state']
		? ( altscribe_find_text_in_posts( $attachment_id, $user_id ) ?? altscribe_find_text_in_file( $attachment_id ) ?? altscribe_find_text_of_copy( $attachment_id, $user_id ) )
		: null;
	if ( ! $found || ! altscribe_make_suggestions_table() ) {
		return $found;
	}
	$pending = altscribe_find_suggestion( $attachment_id );
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$rejected = $wpdb->get_col( $wpdb->prepare( "SELECT new_text FROM %i WHERE attachment_id = %d AND post_id = 0 AND state = 'rejected'", altscribe_suggestions_table(), $attachment_id ) );
	return in_array( $found['text'], $rejected, true ) || ( $pending && $pending['new_text'] !== $found['text'] ) ? null : $found;
}

/**
 * Suggests a text from a post, from its file or of a copy for an image of the media library that has none, unless a user
 * rejected that text.
 *
 * @param int      $attachment_id The image.
 * @param int|null $user_id       Who asks, as for altscribe_may_read_post().
 * @return array<string, string>|null The row of the suggestion; null if there is no such text.
 */
function altscribe_offer_free_text( $attachment_id, $user_id = null ) {
	if ( '' === altscribe_get_alt_text( $attachment_id ) ) {
		// The background reading may not have come to it yet.
		altscribe_read_file_texts( $attachment_id );
	}
	$found = altscribe_find_offered_text( $attachment_id, $user_id );
	if ( ! $found || ! altscribe_make_suggestions_table( true ) ) {
		return null;
	}
	$copy_of = $found['copy_of'] ?? 0;
	$source  = $copy_of ? altscribe_get_source( $copy_of ) : altscribe_get_post_sources( $found['post_id'] )[ altscribe_source_key( $attachment_id, $found['text'] ) ] ?? array();
	altscribe_add_suggestion(
		array(
			'attachment_id' => $attachment_id,
			'new_text'      => $found['text'],
			'origin'        => $copy_of ? 'copy' : ( $found['post_id'] ? 'post' : 'file' ),
			// A generated text stays one.
			'model'         => $source['model'] ?? '',
			'prompt'        => $source['prompt'] ?? '',
			'doubts'        => $source['doubts'] ?? array(),
			'user_id'       => $user_id ?? get_current_user_id(),
		)
	);
	return altscribe_find_suggestion( $attachment_id );
}
