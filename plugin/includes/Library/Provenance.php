<?php
/**
 * Where the text of an attachment comes from, and whether someone has read it.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Service;

defined( 'ABSPATH' ) || exit;

final class Provenance {

	/** Meta of an attachment: the record of its text, from self::complete(). */
	public const SOURCE_KEY = '_altscribe_source';

	/** Meta of an attachment: the MD5 of its text while it is generated and unread. For counts in SQL. */
	public const UNREAD_KEY = '_altscribe_unread';

	/** Adds the hooks. */
	public static function add_hooks() {
		add_filter( 'add_post_metadata', array( self::class, 'note_replaced_text' ), 10, 3 );
		add_filter( 'update_post_metadata', array( self::class, 'note_replaced_text' ), 10, 3 );
		add_action( 'added_post_meta', array( self::class, 'note_new_text' ), 10, 3 );
		add_action( 'updated_post_meta', array( self::class, 'note_new_text' ), 10, 3 );
		add_action( 'deleted_post_meta', array( self::class, 'note_new_text' ), 10, 3 );
		add_action( 'pll_translate_media', array( self::class, 'copy_source_to_translation' ), 90, 2 );
		add_action( 'wpml_after_duplicate_attachment', array( self::class, 'copy_source_to_translation' ), 90, 2 );
	}

	/**
	 * Completes a record.
	 *
	 * @param array<string, mixed> $record `source`: `generated`, `hand`, `imported`, `library` (copied between a post and
	 *                                     the library) or `file` (from the metadata of the file); '' if unknown. Optional:
	 *                                     `model` and `prompt` as the service names them, `time` (by default now), `user`
	 *                                     (who requested or wrote the text; 0 for none), `read_by`, `read` (time; 0: not
	 *                                     read), `was_generated` (a person has changed the text of this model), and `doubts`
	 *                                     (from Service\Client::read_doubts(); left out without any).
	 * @param string               $hash   MD5 of the text that it is about.
	 * @return array<string, mixed> With all of them, and `text`.
	 */
	public static function complete( $record, $hash ) {
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
	 * @param array<string, mixed> $answer  As Service\Client::generate_alt_text() returns it; array() if it was lost.
	 * @param int|string           $user_id Who requested it; 0 for none.
	 * @return array<string, mixed> For self::complete().
	 */
	public static function generated( $answer, $user_id ) {
		return array(
			'source' => 'generated',
			'model'  => $answer['model'] ?? '',
			'prompt' => $answer['prompt'] ?? '',
			'time'   => time(),
			'user'   => (int) $user_id,
			'doubts' => Service\Client::read_doubts( $answer['doubts'] ?? '', $answer['alt_text'] ?? $answer['new_text'] ?? '' ),
		);
	}

	/**
	 * Whether a record is about an unread generated text.
	 *
	 * @param array<string, mixed>|null $record The record.
	 * @return bool
	 */
	public static function is_unread_source( $record ) {
		return $record && 'generated' === $record['source'] && ! $record['read'];
	}

	/**
	 * The stored record of an attachment, which may be about an earlier text.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<string, mixed>|null
	 */
	public static function find_stored( $attachment_id ) {
		$record = get_post_meta( $attachment_id, self::SOURCE_KEY, true );
		return is_array( $record ) && isset( $record['text'] ) ? $record : null;
	}

	/**
	 * The record of the current text of an attachment.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<string, mixed>|null As self::complete() returns it; null without a text, or if nothing is known
	 *                                   about it.
	 */
	public static function get( $attachment_id ) {
		$record = self::find_stored( $attachment_id );
		$text   = Alt_Text::get( $attachment_id );
		// If the text differs, it was changed without WordPress's hooks.
		return $record && '' !== $record['source'] && md5( $text ) === $record['text'] ? self::complete( $record, $record['text'] ) : null;
	}

	/**
	 * Whether the current text of an attachment is generated and unread.
	 *
	 * @param int $attachment_id The attachment.
	 * @return bool
	 */
	public static function is_unread( $attachment_id ) {
		return md5( Alt_Text::get( $attachment_id ) ) === get_post_meta( $attachment_id, self::UNREAD_KEY, true );
	}

	/**
	 * Records where the text of an attachment comes from, after it was written. The record of the text before it is stored
	 * inside: it counts again if that text comes back.
	 *
	 * @param int                  $attachment_id The attachment.
	 * @param string               $text          The text.
	 * @param array<string, mixed> $record        As for self::complete().
	 */
	public static function record( $attachment_id, $text, $record ) {
		$hash   = md5( $text );
		$stored = self::find_stored( $attachment_id );
		$before = $stored;
		if ( $stored && $stored['text'] === $hash ) {
			$before = $stored['before'] ?? null;
		} elseif ( ! $stored && '' !== self::replaced_text( $attachment_id ) ) {
			$before = self::complete( array( 'user' => 0 ), md5( self::replaced_text( $attachment_id ) ) );
		}
		$record = self::complete( $record, $hash );
		if ( $before ) {
			unset( $before['before'] );
			$record['before'] = $before;
		}
		self::store( $attachment_id, $record );
	}

	/**
	 * Stores a record, and whether its text is unread.
	 *
	 * @param int                  $attachment_id The attachment.
	 * @param array<string, mixed> $record        The record.
	 */
	private static function store( $attachment_id, $record ) {
		update_post_meta( $attachment_id, self::SOURCE_KEY, wp_slash( $record ) );
		if ( self::is_unread_source( $record ) ) {
			update_post_meta( $attachment_id, self::UNREAD_KEY, $record['text'] );
		} else {
			self::forget_unread( $attachment_id );
		}
	}

	/**
	 * Removes the mark of an unread text, without a query if there is none.
	 *
	 * @param int $attachment_id The attachment.
	 */
	private static function forget_unread( $attachment_id ) {
		if ( metadata_exists( 'post', $attachment_id, self::UNREAD_KEY ) ) {
			delete_post_meta( $attachment_id, self::UNREAD_KEY );
		}
	}

	/**
	 * Records that a user has read the generated text of an attachment.
	 *
	 * @param int $attachment_id The attachment.
	 * @param int $user_id       The user.
	 * @return bool False if there is no such text, or it was read before.
	 */
	public static function mark_read( $attachment_id, $user_id ) {
		if ( ! self::is_unread_source( self::get( $attachment_id ) ) ) {
			return false;
		}
		$read = array(
			'read_by' => (int) $user_id,
			'read'    => time(),
		);
		self::store( $attachment_id, array_merge( self::find_stored( $attachment_id ), $read ) );
		return true;
	}

	/**
	 * The text that this request has replaced at an attachment.
	 *
	 * @param int         $attachment_id The attachment.
	 * @param string|null $text          The text to remember; null to read it.
	 * @return string '' if it has not replaced any.
	 */
	public static function replaced_text( $attachment_id, $text = null ) {
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
	public static function note_replaced_text( $check, $object_id, $meta_key ) {
		if ( Alt_Text::KEY === $meta_key ) {
			self::replaced_text( $object_id, Alt_Text::get( $object_id ) );
		}
		return $check;
	}

	/**
	 * Records where a new text of an attachment comes from, however it was written. The request is not trusted: a text
	 * counts as generated if the service wrote it for this attachment, otherwise as the user's own.
	 *
	 * @param int|int[] $meta_ids      Unused.
	 * @param int       $attachment_id The attachment, or another post.
	 * @param string    $meta_key      The key that changed.
	 */
	public static function note_new_text( $meta_ids, $attachment_id, $meta_key ) {
		if ( Alt_Text::KEY !== $meta_key || 'attachment' !== get_post_type( $attachment_id ) ) {
			return;
		}
		$text   = Alt_Text::get( $attachment_id );
		$record = self::find_stored( $attachment_id );
		$hash   = md5( $text );
		if ( '' === trim( $text ) ) {
			self::forget_unread( $attachment_id );
		} elseif ( $record && $record['text'] === $hash ) {
			self::store( $attachment_id, $record );
		} elseif ( $record && isset( $record['before'] ) && $record['before']['text'] === $hash ) {
			self::store( $attachment_id, $record['before'] );
		} else {
			self::record( $attachment_id, $text, self::guess( $attachment_id, $text, $record ) );
		}
	}

	/**
	 * The source of a text if no other function has recorded it.
	 *
	 * @param int                       $attachment_id The attachment.
	 * @param string                    $text          Its new text.
	 * @param array<string, mixed>|null $before        The stored record of an earlier text.
	 * @return array<string, mixed> For self::complete().
	 */
	private static function guess( $attachment_id, $text, $before ) {
		$generated = Remembered_Texts::list( $attachment_id )[ md5( $text ) ] ?? null;
		if ( $generated ) {
			return $generated;
		}
		if ( defined( 'WP_IMPORTING' ) && WP_IMPORTING ) {
			return array( 'source' => 'imported' );
		}
		// WordPress sets the text of an upload from the file since 7.0.
		if ( in_array( $text, wp_list_pluck( File_Texts::list( $attachment_id ), 'text' ), true ) ) {
			return array( 'source' => 'file' );
		}
		$is_edited = $before && md5( self::replaced_text( $attachment_id ) ) === $before['text']
			&& ( 'generated' === $before['source'] || ! empty( $before['was_generated'] ) );
		return array( 'source' => 'hand' ) + ( $is_edited ? array(
			'was_generated' => true,
			'model'         => $before['model'],
			'prompt'        => $before['prompt'],
		) : array() );
	}

	/**
	 * Records that the text of a new translation of an attachment is a copy.
	 *
	 * @param int $original_id The attachment.
	 * @param int $copy_id     Its translation.
	 */
	public static function copy_source_to_translation( $original_id, $copy_id ) {
		$text = Alt_Text::get( (int) $copy_id );
		if ( '' !== $text && Alt_Text::get( (int) $original_id ) === $text ) {
			self::record( (int) $copy_id, $text, self::copy( (int) $original_id ) );
		}
	}

	/**
	 * The record for a copy of the current text of an attachment, in a post or in a translation.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array<string, mixed> For self::complete(): a generated text stays one, read or not.
	 */
	public static function copy( $attachment_id ) {
		$record = self::get( $attachment_id );
		return $record && 'generated' === $record['source'] ? $record : array( 'source' => 'library' );
	}

	/**
	 * A record for people.
	 *
	 * @param array<string, mixed>|null $record From self::get().
	 * @return array<string, mixed>|null
	 */
	public static function describe( $record ) {
		return $record ? $record + array(
			'user_name'   => $record['user'] ? (string) get_the_author_meta( 'display_name', $record['user'] ) : '',
			'reader_name' => $record['read_by'] ? (string) get_the_author_meta( 'display_name', $record['read_by'] ) : '',
			'is_unread'   => self::is_unread_source( $record ),
		) : null;
	}
}
