<?php
/**
 * The alternative text of an attachment, and whether it is decorative.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Core;
use WP_Error;
use WP_Post;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Alt_Text {

	/** The meta key of the alternative text, WordPress's own. */
	public const KEY = '_wp_attachment_image_alt';

	/** WordPress hides keys with a leading underscore from visitors and from lists of custom fields. */
	public const DECORATIVE_KEY = '_altscribe_decorative';

	/** Adds the hooks. */
	public static function add_hooks() {
		add_filter( 'rest_endpoints', array( self::class, 'clean_alt_text_of_media_route' ) );
		add_action( 'rest_after_insert_attachment', array( self::class, 'restore_text_of_media_route' ), 10, 3 );
	}

	/**
	 * Makes WordPress's own route for an attachment store a text exactly as written if the plugin's editor scripts send
	 * it. Other clients get WordPress's own cleaning.
	 *
	 * @param array<string, array<int|string, mixed>> $endpoints Handlers by route.
	 * @return array<string, array<int|string, mixed>>
	 */
	public static function clean_alt_text_of_media_route( $endpoints ) {
		$route = '/wp/v2/media/(?P<id>[\d]+)';
		foreach ( $endpoints[ $route ] ?? array() as $key => $handler ) {
			if ( ! is_array( $handler ) || ! isset( $handler['args']['alt_text'] ) ) {
				continue;
			}
			$clean = $handler['args']['alt_text']['sanitize_callback'] ?? 'rest_parse_request_arg';

			$endpoints[ $route ][ $key ]['args']['alt_text']['sanitize_callback'] = function ( $text, $request, $name ) use ( $clean ) {
				return self::is_exact_text( $request ) ? Core\Text::clean( $text ) : call_user_func( $clean, $text, $request, $name );
			};
		}
		return $endpoints;
	}

	/**
	 * Whether the text in a request to WordPress's route for an attachment is stored exactly as written.
	 *
	 * @param WP_REST_Request $request With `altscribe_exact_text` if the plugin's editor scripts wrote the text.
	 * @return bool
	 */
	private static function is_exact_text( $request ) {
		return true === $request['altscribe_exact_text'];
	}

	/**
	 * Writes such a text again, because WordPress's route has removed its backslashes.
	 *
	 * @param WP_Post         $attachment  The attachment.
	 * @param WP_REST_Request $request     The request.
	 * @param bool            $is_creating Whether it is a new file.
	 */
	public static function restore_text_of_media_route( $attachment, $request, $is_creating ) {
		$text = $request['alt_text'];
		if ( $is_creating || ! is_string( $text ) || ! self::is_exact_text( $request ) ) {
			return;
		}
		if ( wp_unslash( $text ) !== $text && self::get( $attachment->ID ) === wp_unslash( $text ) ) {
			update_post_meta( $attachment->ID, self::KEY, wp_slash( $text ) );
		}
	}

	/**
	 * The alternative text of an attachment.
	 *
	 * @param int $attachment_id The attachment.
	 * @return string '' if it has none.
	 */
	public static function get( $attachment_id ) {
		return (string) get_post_meta( $attachment_id, self::KEY, true );
	}

	/**
	 * Clears the cache of an attachment or post before it is read, because its row may have been changed by SQL, or by another
	 * process. Not clean_post_cache(), because plugins purge visitors' pages when it is called.
	 *
	 * @param int $attachment_id The attachment.
	 */
	public static function forget( $attachment_id ) {
		wp_cache_delete( $attachment_id, 'posts' );
		wp_cache_delete( $attachment_id, 'post_meta' );
	}

	/**
	 * Why no text may be paid for or written for an attachment now: it was deleted, or moved to the trash.
	 *
	 * @param int $attachment_id The attachment.
	 * @return WP_Error|null altscribe_image_unreadable.
	 */
	public static function find_problem( $attachment_id ) {
		self::forget( $attachment_id );
		$post = get_post( $attachment_id );
		if ( ! $post || 'attachment' !== $post->post_type ) {
			return Core\Errors::image_unreadable( 'not_in_library' );
		}
		return 'trash' === $post->post_status ? Core\Errors::image_unreadable( 'in_trash' ) : null;
	}

	/**
	 * Writes an alternative text if the current text is still the expected one. A text removes the mark
	 * "decorative".
	 *
	 * @param int    $attachment_id     The attachment.
	 * @param string $text              Plain text; '' removes the current text.
	 * @param string $expected_previous The text that may be replaced; '' for none.
	 * @param bool   $keep_row          Whether '' is stored as an empty row, to restore the state before a text.
	 * @return bool Whether the text was written.
	 */
	public static function write( $attachment_id, $text, $expected_previous, $keep_row = false ) {
		if ( self::find_problem( $attachment_id ) || self::get( $attachment_id ) !== $expected_previous ) {
			return false;
		}
		if ( $text === $expected_previous ) {
			$is_written = true;
		} elseif ( '' === $text && ! $keep_row ) {
			// An empty row has no meaning.
			$is_written = delete_post_meta( $attachment_id, self::KEY, wp_slash( $expected_previous ) );
		} elseif ( '' !== $expected_previous ) {
			// The SQL statement itself compares with the current text.
			$is_written = (bool) update_post_meta( $attachment_id, self::KEY, wp_slash( $text ), $expected_previous );
		} else {
			// An empty row would count as an existing text.
			self::delete_empty( $attachment_id );
			$is_written = (bool) add_post_meta( $attachment_id, self::KEY, wp_slash( $text ), true );
		}
		if ( $is_written && '' !== $text ) {
			delete_post_meta( $attachment_id, self::DECORATIVE_KEY );
		}
		return $is_written;
	}

	/**
	 * Whether the text that a screen shows is that of the image. Lists trim texts, and WordPress's own field still shows the
	 * text that it stripped when it saved it.
	 *
	 * @param string $shown   The text that a request sends as the previous one.
	 * @param string $present The text of the image.
	 * @return bool
	 */
	public static function is_shown( $shown, $present ) {
		return trim( $present ) === trim( $shown ) || wp_strip_all_tags( $shown, true ) === $present;
	}

	/**
	 * Writes the text of an image or its mark "decorative" for a user who has seen its text.
	 *
	 * @param int         $attachment_id The image.
	 * @param string|null $text          The new text, not cleaned yet; null for the current one.
	 * @param string      $shown         The text that the user has seen.
	 * @param bool|null   $is_decorative Whether it is marked as decorative, without a text; null to leave the mark.
	 * @return WP_Error|null altscribe_text_changed if it has another text than the user has seen, or as self::write_marked().
	 */
	public static function change( $attachment_id, $text, $shown, $is_decorative ) {
		$error = self::find_problem( $attachment_id );
		if ( $error ) {
			return $error;
		}
		$present  = self::get( $attachment_id );
		$previous = self::is_shown( $shown, $present ) ? $present : $shown;
		$text     = null === $text ? $previous : Core\Text::clean( $text );
		return self::write_marked( $attachment_id, $is_decorative ? '' : $text, $previous, $is_decorative );
	}

	/**
	 * Writes an alternative text and the mark "decorative". If the database refuses either, neither is written.
	 *
	 * @param int       $attachment_id     As for self::write().
	 * @param string    $text              The same.
	 * @param string    $expected_previous The same.
	 * @param bool|null $is_decorative     As for self::change().
	 * @param bool      $keep_row          As for self::write().
	 * @return WP_Error|null altscribe_text_changed, altscribe_queue_unavailable, or self::find_problem().
	 */
	public static function write_marked( $attachment_id, $text, $expected_previous, $is_decorative = null, $keep_row = false ) {
		$had_row = metadata_exists( 'post', $attachment_id, self::KEY );
		if ( ! self::write( $attachment_id, $text, $expected_previous, $keep_row ) ) {
			return self::find_problem( $attachment_id ) ?? ( self::get( $attachment_id ) === $expected_previous ? Core\Errors::queue_unavailable() : Core\Errors::text_changed() );
		}
		if ( null !== $is_decorative && ! self::mark_decorative( $attachment_id, $is_decorative ) ) {
			self::write( $attachment_id, $expected_previous, $text, $had_row );
			return Core\Errors::queue_unavailable();
		}
		return null;
	}

	/**
	 * Deletes the row of an empty alternative text.
	 *
	 * @param int $attachment_id The attachment.
	 */
	private static function delete_empty( $attachment_id ) {
		global $wpdb;
		// phpcs:disable WordPress.DB -- delete_post_meta() would delete a text that a user writes at the same moment.
		$deleted = $wpdb->delete(
			$wpdb->postmeta,
			array(
				'post_id'    => $attachment_id,
				'meta_key'   => self::KEY,
				'meta_value' => '',
			)
		);
		// phpcs:enable
		if ( $deleted ) {
			wp_cache_delete( $attachment_id, 'post_meta' );
		}
	}

	/**
	 * The alternative text of an image.
	 *
	 * @param int $attachment_id Its id.
	 * @return string '' if there is none, or only spaces.
	 */
	public static function get_clean( $attachment_id ) {
		return trim( (string) get_post_meta( $attachment_id, '_wp_attachment_image_alt', true ) );
	}

	/**
	 * Marks an image as decorative, or removes the mark.
	 *
	 * @param int  $attachment_id The image.
	 * @param bool $is_decorative The new value.
	 * @return bool Whether it has that now.
	 */
	public static function mark_decorative( $attachment_id, $is_decorative ) {
		if ( $is_decorative ) {
			update_post_meta( $attachment_id, self::DECORATIVE_KEY, '1' );
		} else {
			delete_post_meta( $attachment_id, self::DECORATIVE_KEY );
		}
		return (bool) get_post_meta( $attachment_id, self::DECORATIVE_KEY, true ) === $is_decorative;
	}
}
