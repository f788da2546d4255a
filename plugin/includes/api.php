<?php
/**
 * The functions for other plugins, as docs/hooks.md describes them.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The record of the current text of an attachment.
 *
 * @param int $attachment_id The attachment.
 * @return array<string, mixed>|null As \Altscribe\Library\Provenance::complete() returns it; null without a text, or if nothing is known
 *                                   about it.
 */
function altscribe_get_source( $attachment_id ) {
	return Altscribe\Library\Provenance::get( $attachment_id );
}

/**
 * Whether a model wrote the current text of an attachment and no person has read it yet.
 *
 * @param int $attachment_id The attachment.
 * @return bool
 */
function altscribe_is_unread( $attachment_id ) {
	return Altscribe\Library\Provenance::is_unread( $attachment_id );
}

/**
 * Records that a user has read the generated text of an attachment.
 *
 * @param int $attachment_id The attachment.
 * @param int $user_id       The user.
 * @return bool False if there is no such text, or a person has read it.
 */
function altscribe_mark_read( $attachment_id, $user_id ) {
	return Altscribe\Library\Provenance::mark_read( $attachment_id, $user_id );
}

/**
 * Records where the text of an attachment comes from, after it was written. The record of the text before it is stored
 * inside: it counts again if that text comes back.
 *
 * @param int                  $attachment_id The attachment.
 * @param string               $text          The text.
 * @param array<string, mixed> $record        As for \Altscribe\Library\Provenance::complete().
 */
function altscribe_record_source( $attachment_id, $text, $record ) {
	Altscribe\Library\Provenance::record( $attachment_id, $text, $record );
}

/**
 * The records of the texts in a post. A text without one is the author's.
 *
 * @param int $post_id The post.
 * @return array<string, array<string, mixed>> As \Altscribe\Library\Provenance::complete() returns them, by \Altscribe\Posts\Post_Sources::source_key().
 */
function altscribe_get_post_sources( $post_id ) {
	return Altscribe\Posts\Post_Sources::get_post_sources( $post_id );
}

/**
 * The key of the record of a text in a post.
 *
 * @param int|string $image_key Id of the attachment, or the URL of an image that is not in the library.
 * @param string     $text      Its text.
 * @return string
 */
function altscribe_source_key( $image_key, $text ) {
	return Altscribe\Posts\Post_Sources::source_key( $image_key, $text );
}

/**
 * Asks for a text for the current user, as every screen, batch and command does.
 *
 * @param array<string, mixed> $target  As for \Altscribe\Generation\Ask::ask().
 * @param array<string, mixed> $options The same.
 * @return array<string, mixed>|WP_Error The same.
 */
function altscribe_ask( $target, $options = array() ) {
	return Altscribe\Generation\Ask::ask( $target, $options );
}

/**
 * Stores a suggestion. It replaces the pending one for the same place, and keeps its hint.
 *
 * @param array<string, mixed> $suggestion `new_text` ('' for none); `attachment_id`, or `post_id`, `place` and
 *                                         `image_url`. Optional: `previous_text`, `purpose`, `hint`, `model`, `prompt`, `doubts`
 *                                         (quotations), `language`, `origin` (`sidebar`, `batch`, `upload`, `grid`, `cli`, `ability`,
 *                                         or `post` for a text from a post) and `user_id` (by default the current user).
 * @return int Its id; 0 if the database refused it.
 */
function altscribe_add_suggestion( $suggestion ) {
	return Altscribe\Suggestions\Store::add( $suggestion );
}

/**
 * The pending suggestion for an image of the media library, or for a place in a post.
 *
 * @param int    $attachment_id The image; 0 if it is not in the media library.
 * @param int    $post_id       The post; 0 for the text of the media library.
 * @param string $place         Where in the post; '' for the text of the media library and of a featured image.
 * @param string $purpose       \Altscribe\Core\Text::LONG for a long description.
 * @return array<string, string>|null Its row.
 */
function altscribe_find_suggestion( $attachment_id, $post_id = 0, $place = '', $purpose = '' ) {
	return Altscribe\Suggestions\Store::find( $attachment_id, $post_id, $place, $purpose );
}

/**
 * Decides a suggestion.
 *
 * @param int                  $id       Its id.
 * @param string               $decision `accept`, `decorative` or `reject`.
 * @param string|null          $text     The text to accept; null for the suggested one.
 * @param array<string, mixed> $options  All are optional: `expected_current` (the text that may be replaced, by default
 *                                       the one that was last shown with the suggestion), `written` (whether the editor
 *                                       has written it already), and `bulk` (number of a decision about several).
 * @return array<string, string>|WP_Error The row of the suggestion. altscribe_suggestion_not_found,
 *                      altscribe_already_decided, altscribe_no_text, altscribe_text_changed (from now on the suggestion is
 *                      about the current text), or the errors of \Altscribe\Suggestions\Decisions::write().
 */
function altscribe_decide_suggestion( $id, $decision, $text = null, $options = array() ) {
	return Altscribe\Suggestions\Decisions::decide( $id, $decision, $text, $options );
}

/**
 * Undoes a decision: the suggestion is pending again, and the previous text is restored, unless the text has changed since.
 *
 * @param int $id Id of the suggestion.
 * @return array<string, string>|WP_Error Its row. altscribe_suggestion_not_found, altscribe_not_decided,
 *                                        altscribe_text_changed, or the errors of \Altscribe\Posts\Fill::restore_place().
 */
function altscribe_undo_suggestion( $id ) {
	return Altscribe\Suggestions\Decisions::undo( $id );
}

/**
 * Finds a text of an image in the posts that show it and that a user may read. It costs no credit.
 *
 * @param int      $attachment_id The image.
 * @param int|null $user_id       As for \Altscribe\Core\Permissions::may_read_post().
 * @return array{text: string, post_id: int}|null The text of the newest post in the language of the image, without one
 *         with faults; null if there is none.
 */
function altscribe_find_text_in_posts( $attachment_id, $user_id = null ) {
	return Altscribe\Posts\Places::find_text_in_posts( $attachment_id, $user_id );
}

/**
 * An attachment and its translations.
 *
 * @param int $attachment_id The attachment.
 * @return int[] Ids by language code; empty without such a plugin.
 */
function altscribe_list_translations( $attachment_id ) {
	return Altscribe\Core\Languages::list_translations( $attachment_id );
}

/**
 * Counts the images of each language of the site by the state of their alternative text, in one query.
 *
 * @param string $condition Safe SQL about the table of posts; '' for all images outside the trash.
 * @return array<array{language: string, name: string, images: int, missing: int, unread: int, check: int, decorative: int,
 *         good: int}> In the order of the languages, including those without images; at the end those without a
 *         language, if there are any. Empty if no image has a language.
 */
function altscribe_counts_by_language( $condition = '' ) {
	return Altscribe\Library\Counts::counts_by_language( $condition );
}

/**
 * Notes that an object has to be read again, because another plugin changed the images that it shows.
 *
 * @param string $type `file` for the files of an attachment, or `post`, `term`, `widget` or `setting`.
 * @param int    $id   Its id; 0 for all widgets or all settings.
 */
function altscribe_note_change( $type, $id = 0 ) {
	Altscribe\Posts\Uses::note_change( $type, $id );
}
