<?php
/**
 * Records where alternative texts come from, who requested them, and who read those that a model wrote.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Meta of an attachment: the record of its text, from altscribe_complete_source(). */
const ALTSCRIBE_SOURCE_KEY = '_altscribe_source';

/** Meta of an attachment: the MD5 of its text, while a model wrote the text and nobody has read it. For counts in SQL. */
const ALTSCRIBE_UNREAD_KEY = '_altscribe_unread';

/** How long a generated text that was not saved yet is recognised. */
const ALTSCRIBE_REMEMBER_SECONDS = DAY_IN_SECONDS;

/**
 * Completes a record.
 *
 * @param array<string, mixed> $record `source`: `generated`, `hand`, `imported`, `library` (copied between a post and
 *                                     the library) or `file` (from the metadata of the file); '' if unknown. Optional:
 *                                     `model` and `prompt` as the service names them, `time` (by default now), `user`
 *                                     (who requested or wrote the text; 0 for nobody), `read_by`, `read` (time; 0: not
 *                                     read), `was_generated` (a person has changed the text of this model), and `doubts`
 *                                     (from altscribe_read_doubts(); left out without any).
 * @param string               $hash   MD5 of the text that it is about.
 * @return array<string, mixed> With all of them, and `text`.
 */
function altscribe_complete_source( $record, $hash ) {
	return array(
		'source'        => (string) ( $record['source'] ?? '' ),
		'model'         => (string) ( $record['model'] ?? '' ),
		'prompt'        => (string) ( $record['prompt'] ?? '' ),
		'time'          => (int) ( $record['time'] ?? time() ),
		'user'          => (int) ( $record['user'] ?? get_current_user_id() ),
		'read_by'       => (int) ( $record['read_by'] ?? 0 ),
		'read'          => (int) ( $record['read'] ?? 0 ),
		'was_generated' => ! empty( $record['was_generated'] ),
		'text'          => $hash,
	) + array_filter( array( 'doubts' => (array) ( $record['doubts'] ?? array() ) ) );
}

/**
 * The record of a text that the service has just written.
 *
 * @param array<string, mixed> $answer  As altscribe_generate_alt_text() returns it; array() if it was lost.
 * @param int|string           $user_id Who requested it; 0 for nobody.
 * @return array<string, mixed> For altscribe_complete_source().
 */
function altscribe_generated_source( $answer, $user_id ) {
	return array(
		'source' => 'generated',
		'model'  => $answer['model'] ?? '',
		'prompt' => $answer['prompt'] ?? '',
		'time'   => time(),
		'user'   => (int) $user_id,
		'doubts' => altscribe_read_doubts( $answer['doubts'] ?? '', $answer['alt_text'] ?? $answer['new_text'] ?? '' ),
	);
}

/**
 * Whether a record is about a generated text that nobody has read.
 *
 * @param array<string, mixed>|null $record The record.
 * @return bool
 */
function altscribe_is_unread_source( $record ) {
	return $record && 'generated' === $record['source'] && ! $record['read'];
}

/**
 * The stored record of an attachment, which may be about an earlier text.
 *
 * @param int $attachment_id The attachment.
 * @return array<string, mixed>|null
 */
function altscribe_find_stored_source( $attachment_id ) {
	$record = get_post_meta( $attachment_id, ALTSCRIBE_SOURCE_KEY, true );
	return is_array( $record ) && isset( $record['text'] ) ? $record : null;
}

/**
 * The record of the present text of an attachment.
 *
 * @param int $attachment_id The attachment.
 * @return array<string, mixed>|null As altscribe_complete_source() returns it; null without a text, or if nothing is known
 *                                   about it.
 */
function altscribe_get_source( $attachment_id ) {
	$record = altscribe_find_stored_source( $attachment_id );
	$text   = altscribe_get_attachment_alt_text( $attachment_id );
	// With another text, somebody has changed it where no hook of WordPress could tell.
	return $record && '' !== $record['source'] && md5( $text ) === $record['text'] ? altscribe_complete_source( $record, $record['text'] ) : null;
}

/**
 * Whether a model wrote the present text of an attachment, and nobody has read it.
 *
 * @param int $attachment_id The attachment.
 * @return bool
 */
function altscribe_is_unread( $attachment_id ) {
	return md5( altscribe_get_attachment_alt_text( $attachment_id ) ) === get_post_meta( $attachment_id, ALTSCRIBE_UNREAD_KEY, true );
}

/**
 * Records where the text of an attachment comes from, after it was written. The record of the text before it is stored
 * inside: it counts again if that text comes back.
 *
 * @param int                  $attachment_id The attachment.
 * @param string               $text          The text.
 * @param array<string, mixed> $record        As for altscribe_complete_source().
 */
function altscribe_record_source( $attachment_id, $text, $record ) {
	$hash   = md5( $text );
	$stored = altscribe_find_stored_source( $attachment_id );
	$before = $stored;
	if ( $stored && $stored['text'] === $hash ) {
		$before = $stored['before'] ?? null;
	} elseif ( ! $stored && '' !== altscribe_replaced_text( $attachment_id ) ) {
		$before = altscribe_complete_source( array( 'user' => 0 ), md5( altscribe_replaced_text( $attachment_id ) ) );
	}
	$record = altscribe_complete_source( $record, $hash );
	if ( $before ) {
		unset( $before['before'] );
		$record['before'] = $before;
	}
	altscribe_store_source( $attachment_id, $record );
}

/**
 * Stores a record, and whether its text is unread.
 *
 * @param int                  $attachment_id The attachment.
 * @param array<string, mixed> $record        The record.
 */
function altscribe_store_source( $attachment_id, $record ) {
	update_post_meta( $attachment_id, ALTSCRIBE_SOURCE_KEY, wp_slash( $record ) );
	if ( altscribe_is_unread_source( $record ) ) {
		update_post_meta( $attachment_id, ALTSCRIBE_UNREAD_KEY, $record['text'] );
	} else {
		altscribe_forget_unread( $attachment_id );
	}
}

/**
 * Removes the mark of an unread text, without a query if there is none.
 *
 * @param int $attachment_id The attachment.
 */
function altscribe_forget_unread( $attachment_id ) {
	if ( metadata_exists( 'post', $attachment_id, ALTSCRIBE_UNREAD_KEY ) ) {
		delete_post_meta( $attachment_id, ALTSCRIBE_UNREAD_KEY );
	}
}

/**
 * Records that a user has read the generated text of an attachment.
 *
 * @param int $attachment_id The attachment.
 * @param int $user_id       The user.
 * @return bool False if there is no such text, or somebody has read it.
 */
function altscribe_mark_read( $attachment_id, $user_id ) {
	if ( ! altscribe_is_unread_source( altscribe_get_source( $attachment_id ) ) ) {
		return false;
	}
	$read = array(
		'read_by' => (int) $user_id,
		'read'    => time(),
	);
	altscribe_store_source( $attachment_id, array_merge( altscribe_find_stored_source( $attachment_id ), $read ) );
	return true;
}

add_filter( 'add_post_metadata', 'altscribe_note_replaced_text', 10, 3 );
add_filter( 'update_post_metadata', 'altscribe_note_replaced_text', 10, 3 );
add_action( 'added_post_meta', 'altscribe_note_new_text', 10, 3 );
add_action( 'updated_post_meta', 'altscribe_note_new_text', 10, 3 );
add_action( 'deleted_post_meta', 'altscribe_note_new_text', 10, 3 );

/**
 * The text that this request has replaced at an attachment.
 *
 * @param int         $attachment_id The attachment.
 * @param string|null $text          The text to remember; null to read it.
 * @return string '' if it replaced none.
 */
function altscribe_replaced_text( $attachment_id, $text = null ) {
	static $last = array( 0, '' );
	$last        = null === $text ? $last : array( (int) $attachment_id, $text );
	return (int) $attachment_id === $last[0] ? $last[1] : '';
}

/**
 * Remembers the text of an attachment before it is replaced.
 *
 * @param mixed  $check     Unused, returned unchanged.
 * @param int    $object_id The attachment, or another post.
 * @param string $meta_key  The key that changes.
 * @return mixed
 */
function altscribe_note_replaced_text( $check, $object_id, $meta_key ) {
	if ( ALTSCRIBE_ALT_TEXT_KEY === $meta_key ) {
		altscribe_replaced_text( $object_id, altscribe_get_attachment_alt_text( $object_id ) );
	}
	return $check;
}

/**
 * Records where a new text of an attachment comes from, by whichever way it was written. Nothing in the request is
 * believed: a text is a generated one if the service wrote it for this attachment, otherwise the user's own.
 *
 * @param int|int[] $meta_ids      Unused.
 * @param int       $attachment_id The attachment, or another post.
 * @param string    $meta_key      The key that changed.
 */
function altscribe_note_new_text( $meta_ids, $attachment_id, $meta_key ) {
	if ( ALTSCRIBE_ALT_TEXT_KEY !== $meta_key || 'attachment' !== get_post_type( $attachment_id ) ) {
		return;
	}
	$text   = altscribe_get_attachment_alt_text( $attachment_id );
	$record = altscribe_find_stored_source( $attachment_id );
	$hash   = md5( $text );
	if ( '' === trim( $text ) ) {
		altscribe_forget_unread( $attachment_id );
	} elseif ( $record && $record['text'] === $hash ) {
		altscribe_store_source( $attachment_id, $record );
	} elseif ( $record && isset( $record['before'] ) && $record['before']['text'] === $hash ) {
		altscribe_store_source( $attachment_id, $record['before'] );
	} else {
		altscribe_record_source( $attachment_id, $text, altscribe_guess_source( $attachment_id, $text, $record ) );
	}
}

/**
 * Where a text comes from that no other function has recorded.
 *
 * @param int                       $attachment_id The attachment.
 * @param string                    $text          Its new text.
 * @param array<string, mixed>|null $before        The stored record of an earlier text.
 * @return array<string, mixed> For altscribe_complete_source().
 */
function altscribe_guess_source( $attachment_id, $text, $before ) {
	$generated = altscribe_remembered_texts( $attachment_id )[ md5( $text ) ] ?? null;
	if ( $generated ) {
		return $generated;
	}
	if ( defined( 'WP_IMPORTING' ) && WP_IMPORTING ) {
		return array( 'source' => 'imported' );
	}
	// WordPress sets the text of an upload from the file since 7.0.
	if ( in_array( $text, wp_list_pluck( altscribe_list_file_texts( $attachment_id ), 'text' ), true ) ) {
		return array( 'source' => 'file' );
	}
	$is_edited = $before && md5( altscribe_replaced_text( $attachment_id ) ) === $before['text']
		&& ( 'generated' === $before['source'] || ! empty( $before['was_generated'] ) );
	return array( 'source' => 'hand' ) + ( $is_edited ? array(
		'was_generated' => true,
		'model'         => $before['model'],
		'prompt'        => $before['prompt'],
	) : array() );
}

/**
 * The texts that the service wrote for an image lately.
 *
 * @param int|string $image_key Id of the attachment, or altscribe_remembered_key() of another image.
 * @return array<string, array<string, mixed>> Records for altscribe_complete_source(), by the MD5 of the text.
 */
function altscribe_remembered_texts( $image_key ) {
	$texts = get_transient( "altscribe_generated_$image_key" );
	return is_array( $texts ) ? $texts : array();
}

/**
 * The key by which the texts for an image that is not in the media library are remembered.
 *
 * @param string $url Its URL.
 * @return string
 */
function altscribe_remembered_key( $url ) {
	return md5( altscribe_normalize_image_url( $url ) );
}

/**
 * Remembers a text that the service wrote for an image and that is not saved yet.
 *
 * @param int|string                    $image_key As for altscribe_remembered_texts().
 * @param array<string, mixed>|WP_Error $answer    As altscribe_generate_alt_text() returns it.
 * @return array<string, mixed>|WP_Error The same.
 */
function altscribe_remember_text( $image_key, $answer ) {
	if ( ! is_wp_error( $answer ) && '' !== $answer['alt_text'] ) {
		$record = altscribe_generated_source( $answer, get_current_user_id() );
		$texts  = array( md5( $answer['alt_text'] ) => $record ) + altscribe_remembered_texts( $image_key );
		set_transient( "altscribe_generated_$image_key", array_slice( $texts, 0, 5, true ), ALTSCRIBE_REMEMBER_SECONDS );
	}
	return $answer;
}

/**
 * What is known about a text that somebody says was generated for an image.
 *
 * @param int    $attachment_id The id of the image in the post; 0 for none. It may be that of another site.
 * @param string $url           Its URL; '' if unknown.
 * @param string $text          The text.
 * @return array{model?: string, prompt?: string, doubts?: string[]} Empty if the service did not write it lately.
 */
function altscribe_find_generated( $attachment_id, $url, $text ) {
	foreach ( array_filter( array( $attachment_id, '' === $url ? '' : altscribe_remembered_key( $url ) ) ) as $key ) {
		$record = altscribe_remembered_texts( $key )[ md5( $text ) ] ?? null;
		if ( $record ) {
			return wp_array_slice_assoc( $record, array( 'model', 'prompt', 'doubts' ) );
		}
	}
	return array();
}

add_action( 'altscribe_suggestion_decided', 'altscribe_record_decision' );

/**
 * Records that a person accepted a suggestion, as it was or edited.
 *
 * @param array<string, string> $row The row of the suggestion.
 */
function altscribe_record_decision( $row ) {
	$id   = (int) $row['attachment_id'];
	$text = $row['decided_text'];
	if ( '' === $text || ALTSCRIBE_LONG === $row['purpose'] || ! in_array( $row['state'], array( 'accepted', 'edited' ), true ) ) {
		return;
	}
	$record = altscribe_generated_source( $row, $row['user_id'] );
	// A text from a post or a copy, without a model, was written by a person.
	$is_by_hand = in_array( $row['origin'], array( 'post', 'file', 'copy' ), true ) && '' === $row['model'];
	if ( 'accepted' === $row['state'] && 'file' === $row['origin'] ) {
		$record['source'] = 'file';
	} elseif ( 'accepted' === $row['state'] && ! $is_by_hand ) {
		$record['time']    = (int) $row['created'];
		$record['read_by'] = (int) $row['decided_by'];
		$record['read']    = (int) $row['decided'];
	} else {
		$record['source']        = 'hand';
		$record['user']          = (int) $row['decided_by'];
		$record['was_generated'] = ! $is_by_hand && '' !== $row['new_text'];
	}
	if ( '' !== $row['place'] ) {
		altscribe_record_post_source( (int) $row['post_id'], $id ? $id : $row['image_url'], $text, $record );
	}
	$undo = json_decode( $row['undo_data'], true );
	if ( $id && ( '' === $row['place'] || ! empty( $undo['in_library'] ) ) && altscribe_get_attachment_alt_text( $id ) === $text ) {
		altscribe_record_source( $id, $text, $record );
	}
}

add_action( 'pll_translate_media', 'altscribe_copy_source_to_translation', 90, 2 );
add_action( 'wpml_after_duplicate_attachment', 'altscribe_copy_source_to_translation', 90, 2 );

/**
 * Records that the text of a new translation of an attachment is a copy.
 *
 * @param int $original_id The attachment.
 * @param int $copy_id     Its translation.
 */
function altscribe_copy_source_to_translation( $original_id, $copy_id ) {
	$text = altscribe_get_attachment_alt_text( (int) $copy_id );
	if ( '' !== $text && altscribe_get_attachment_alt_text( (int) $original_id ) === $text ) {
		altscribe_record_source( (int) $copy_id, $text, altscribe_copy_source( (int) $original_id ) );
	}
}

/**
 * The record for a copy of the present text of an attachment, in a post or in a translation.
 *
 * @param int $attachment_id The attachment.
 * @return array<string, mixed> For altscribe_complete_source(): a generated text stays one, read or not.
 */
function altscribe_copy_source( $attachment_id ) {
	$record = altscribe_get_source( $attachment_id );
	return $record && 'generated' === $record['source'] ? $record : array( 'source' => 'library' );
}

/**
 * A record for people.
 *
 * @param array<string, mixed>|null $record From altscribe_get_source().
 * @return array<string, mixed>|null
 */
function altscribe_describe_source( $record ) {
	return $record ? $record + array(
		'user_name'   => $record['user'] ? (string) get_the_author_meta( 'display_name', $record['user'] ) : '',
		'reader_name' => $record['read_by'] ? (string) get_the_author_meta( 'display_name', $record['read_by'] ) : '',
		'is_unread'   => altscribe_is_unread_source( $record ),
	) : null;
}
