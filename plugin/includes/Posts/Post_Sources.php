<?php
/**
 * The sources of the texts in the content of a post.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Core;
use Altscribe\Library;
use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Post_Sources {

	/** Meta of a post: the records of the texts in its content, by self::source_key(). */
	public const POST_SOURCES_KEY = '_altscribe_sources';

	/** The most records that a post has. */
	public const MOST_POST_SOURCES = 300;

	/** How often a change of the records is tried while other processes change them. */
	private const CHANGE_ATTEMPTS = 5;

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'altscribe_suggestion_decided', array( self::class, 'record_decision' ) );
		add_action( 'rest_api_init', array( self::class, 'register_source_fields' ) );
	}

	/**
	 * Records that a person accepted a suggestion, with or without edits.
	 *
	 * @param array<string, string> $row The row of the suggestion.
	 */
	public static function record_decision( $row ) {
		$id   = (int) $row['attachment_id'];
		$text = $row['decided_text'];
		if ( '' === $text || Core\Text::LONG === $row['purpose'] || ! in_array( $row['state'], array( 'accepted', 'edited' ), true ) ) {
			return;
		}
		$record = Library\Provenance::generated( $row, $row['user_id'] );
		// A text from a post or a copy that has no model was written by a person.
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
			self::record_post_source( (int) $row['post_id'], $id ? $id : $row['image_url'], $text, $record );
		}
		$undo = json_decode( $row['undo_data'], true );
		if ( $id && ( '' === $row['place'] || ! empty( $undo['in_library'] ) ) && Library\Alt_Text::get( $id ) === $text ) {
			Library\Provenance::record( $id, $text, $record );
		}
	}

	/**
	 * The key of the record of a text in a post.
	 *
	 * @param int|string $image_key Id of the attachment, or the URL of an image that is not in the library.
	 * @param string     $text      Its text.
	 * @return string
	 */
	public static function source_key( $image_key, $text ) {
		return md5( $image_key . "\n" . $text );
	}

	/**
	 * The records of the texts in a post. A text without one is the author's.
	 *
	 * @param int $post_id The post.
	 * @return array<string, array<string, mixed>> As Library\Provenance::complete() returns them, by self::source_key().
	 */
	public static function get_post_sources( $post_id ) {
		$records = array();
		// There are two rows if two processes stored the first record of a post at the same moment.
		foreach ( array_filter( (array) get_post_meta( $post_id, self::POST_SOURCES_KEY ), 'is_array' ) as $row ) {
			$records += array_filter( $row, 'is_array' );
		}
		return $records;
	}

	/**
	 * Records where a text in a post comes from.
	 *
	 * @param int                  $post_id   The post.
	 * @param int|string           $image_key As for self::source_key().
	 * @param string               $text      The text.
	 * @param array<string, mixed> $record    As for Library\Provenance::complete().
	 */
	public static function record_post_source( $post_id, $image_key, $text, $record ) {
		$record = array( self::source_key( $image_key, $text ) => Library\Provenance::complete( $record, md5( $text ) ) );
		self::change_post_sources(
			$post_id,
			function ( $stored ) use ( $record ) {
				return $record + $stored;
			}
		);
	}

	/**
	 * The keys under which the text of an image in a post may be recorded: by its URL, its attachment and the id in the
	 * block.
	 *
	 * @param array<string, mixed> $image From Content::read(), resolved.
	 * @return string[] From self::source_key().
	 */
	private static function keys_of( $image ) {
		$keys = array();
		foreach ( array_filter( array( $image['url'], $image['attachment_id'], $image['id'] ) ) as $key ) {
			$keys[] = self::source_key( $key, $image['text'] );
		}
		return array_unique( $keys );
	}

	/**
	 * The record of the current text of an image in a post, or else that of the library if the text is the same there. An
	 * unread text stays unread if only the image was replaced.
	 *
	 * @param array<string, mixed>                $image   From Content::read(), resolved.
	 * @param array<string, array<string, mixed>> $sources From self::get_post_sources().
	 * @return array<string, mixed>|null
	 */
	public static function find_record( $image, $sources ) {
		$library = $image['attachment_id'] ? Library\Provenance::find_stored( $image['attachment_id'] ) : null;
		$record  = $library && md5( $image['text'] ) === $library['text'] ? $library : null;
		foreach ( self::keys_of( $image ) as $key ) {
			$record = $sources[ $key ] ?? $record;
		}
		return $record ?? self::find_unread( $image['text'], $sources );
	}

	/**
	 * The record of an unread text, for any image.
	 *
	 * @param string                              $text    The text.
	 * @param array<string, array<string, mixed>> $sources From self::get_post_sources().
	 * @return array<string, mixed>|null
	 */
	private static function find_unread( $text, $sources ) {
		$same = '' === $text ? array() : wp_list_filter( $sources, array( 'text' => md5( $text ) ) );
		return array_values( array_filter( $same, array( Library\Provenance::class, 'is_unread_source' ) ) )[0] ?? null;
	}

	/**
	 * Records where the current text of an image in a post comes from, under each of its keys that has a record.
	 *
	 * @param int                  $post_id The post.
	 * @param array<string, mixed> $image   From Places::list_places().
	 * @param array<string, mixed> $record  As for Library\Provenance::complete().
	 */
	public static function record_image( $post_id, $image, $record ) {
		$record = Library\Provenance::complete( $record, md5( $image['text'] ) );
		$keys   = self::keys_of( $image );
		self::change_post_sources(
			$post_id,
			function ( $stored ) use ( $keys, $record ) {
				$present = array_intersect_key( array_flip( $keys ), $stored );
				return array_fill_keys( $present ? array_keys( $present ) : array_slice( $keys, -1 ), $record ) + $stored;
			}
		);
	}

	/**
	 * Records that the current user has read the text of an image in a post, and in the media library if it is the same there.
	 *
	 * @param int                  $post_id The post.
	 * @param array<string, mixed> $image   From Places::list_places().
	 */
	public static function mark_read( $post_id, $image ) {
		$read = array(
			'read_by' => get_current_user_id(),
			'read'    => time(),
		);
		self::record_image( $post_id, $image, $read + (array) self::find_record( $image, self::get_post_sources( $post_id ) ) );
		self::mark_copies_read( array_fill_keys( self::keys_of( $image ), md5( $image['text'] ) ) );
	}

	/**
	 * Changes the records of a post. If another process changes them at the same moment, this starts again with its records.
	 *
	 * @param int      $post_id The post.
	 * @param callable $change  Gets the records by self::source_key(), the newest first, and returns the new ones.
	 */
	private static function change_post_sources( $post_id, $change ) {
		for ( $attempt = 0, $is_done = false; ! $is_done && $attempt < self::CHANGE_ATTEMPTS; $attempt++ ) {
			wp_cache_delete( $post_id, 'post_meta' );
			$rows    = get_post_meta( $post_id, self::POST_SOURCES_KEY );
			$before  = self::get_post_sources( $post_id );
			$records = array_slice( $change( $before ), 0, self::MOST_POST_SOURCES, true );
			if ( ! $records ) {
				$is_done = ! $rows || delete_post_meta( $post_id, self::POST_SOURCES_KEY );
			} elseif ( ! $rows ) {
				$is_done = (bool) add_post_meta( $post_id, self::POST_SOURCES_KEY, wp_slash( $records ) );
			} else {
				// The SQL statement itself compares with the stored value.
				$is_done = $records === $before || update_post_meta( $post_id, self::POST_SOURCES_KEY, wp_slash( $records ), $rows[0] );
			}
		}
	}

	/** Registers the records as fields. Only users who may edit the post or attachment see them. */
	public static function register_source_fields() {
		register_rest_field(
			'attachment',
			'altscribe_source',
			array(
				'get_callback' => function ( $attachment ) {
					return Core\Permissions::may_edit_post( $attachment['id'] ) ? Library\Provenance::describe( Library\Provenance::get( $attachment['id'] ) ) : null;
				},
				'schema'       => array(
					'description' => __( 'Where the alt text comes from, and who has checked it.', 'altscribe' ),
					'type'        => array( 'object', 'null' ),
					// WordPress's editor loads a featured image for viewing.
					'context'     => array( 'view', 'edit' ),
					'readonly'    => true,
				),
			)
		);
		register_rest_field(
			Library\Meta::list_types_with_fields(),
			'altscribe_sources',
			array(
				'get_callback'    => function ( $post ) {
					$id = Library\Meta::id_of_item( $post );
					return (object) ( $id && Core\Permissions::may_edit_post( $id ) ? self::get_post_sources( $id ) : array() );
				},
				'update_callback' => array( self::class, 'update_post_sources' ),
				'schema'          => array(
					'description'          => __( 'Where the alt texts in the content come from, and who has checked them.', 'altscribe' ),
					'type'                 => 'object',
					'context'              => array( 'edit' ),
					'maxProperties'        => self::MOST_POST_SOURCES,
					'additionalProperties' => self::post_source_schema(),
				),
			)
		);
	}

	/**
	 * The schema of a record in a post.
	 *
	 * @return array<string, mixed>
	 */
	public static function post_source_schema() {
		$name = array(
			'type'      => 'string',
			'maxLength' => 100,
		);
		return array(
			'type'       => 'object',
			'properties' => array(
				'source' => array(
					'type' => 'string',
					'enum' => array( 'generated', 'library', 'file' ),
				),
				'model'  => $name,
				'prompt' => $name,
				'text'   => array(
					'type'    => 'string',
					'pattern' => '^[0-9a-f]{32}$',
				),
				'read'   => array( 'type' => 'integer' ),
				'doubts' => array(
					'type'     => 'array',
					'maxItems' => 3,
					'items'    => array(
						'type'      => 'string',
						'maxLength' => 100,
					),
				),
			),
		);
	}

	/**
	 * Stores the records that an editor sends. Times and users come from the server: the stored ones, or the current ones.
	 *
	 * @param array<string, array<string, mixed>> $entries By self::source_key(): `source`, `model`, `prompt`, `text` (MD5),
	 *                                                     and `read`, above 0 if the text was read.
	 * @param WP_Post|object                      $post    The post, as for Library\Meta::id_of_item(); WordPress has checked that the user may edit it.
	 */
	public static function update_post_sources( $entries, $post ) {
		$read = array();
		self::change_post_sources(
			Library\Meta::id_of_item( $post ),
			function ( $stored ) use ( $entries, &$read ) {
				return self::complete_entries( $entries, $stored, $read );
			}
		);
		self::mark_copies_read( $read );
	}

	/**
	 * Completes the records that an editor sends.
	 *
	 * @param array<string, array<string, mixed>> $entries As for self::update_post_sources().
	 * @param array<string, array<string, mixed>> $stored  The records of the post.
	 * @param array<string, string>               $read    Gets the MD5 of each text that was read now, by its self::source_key().
	 * @return array<string, array<string, mixed>> The new records.
	 */
	private static function complete_entries( $entries, $stored, &$read ) {
		$records = array();
		foreach ( (array) $entries as $key => $entry ) {
			if ( 1 !== preg_match( '/^[0-9a-f]{32}$/D', (string) $key ) ) {
				continue;
			}
			$new    = array(
				'source' => $entry['source'] ?? 'generated',
				'model'  => sanitize_text_field( $entry['model'] ?? '' ),
				'prompt' => sanitize_text_field( $entry['prompt'] ?? '' ),
				'doubts' => array_map( array( Core\Text::class, 'clean' ), (array) ( $entry['doubts'] ?? array() ) ),
			);
			$record = $stored[ $key ] ?? Library\Provenance::complete( $new, (string) ( $entry['text'] ?? '' ) );
			if ( ! $record['read'] && ! empty( $entry['read'] ) ) {
				$record['read']    = time();
				$record['read_by'] = get_current_user_id();
				$read[ $key ]      = $record['text'];
			}
			$records[ $key ] = $record;
		}
		// Records that the editor left out count again if their texts come back, for example from a revision.
		return $records + $stored;
	}

	/**
	 * Marks the same texts of the same images in the media library as read. An editor may have written both.
	 *
	 * @param array<string, string> $texts MD5 of each text, by its self::source_key().
	 */
	private static function mark_copies_read( $texts ) {
		global $wpdb;
		if ( ! $texts ) {
			return;
		}
		// phpcs:ignore WordPress.DB -- No WordPress function compares with several values.
		$ids = $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = %s AND meta_value IN (" . implode( ',', array_fill( 0, count( $texts ), '%s' ) ) . ')', array_merge( array( Library\Provenance::UNREAD_KEY ), array_values( $texts ) ) ) );
		foreach ( array_map( 'intval', $ids ) as $id ) {
			if ( isset( $texts[ self::source_key( $id, Library\Alt_Text::get( $id ) ) ] ) && Core\Permissions::may_work_on_post( $id ) ) {
				Library\Provenance::mark_read( $id, get_current_user_id() );
			}
		}
	}
}
