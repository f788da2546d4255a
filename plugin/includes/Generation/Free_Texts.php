<?php
/**
 * Texts that cost nothing: from copies, posts and files.
 *
 * @package Altscribe
 */

namespace Altscribe\Generation;

use Altscribe\Checks;
use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Service;
use Altscribe\Suggestions;

defined( 'ABSPATH' ) || exit;

final class Free_Texts {

	/** The largest number at the end of a name that may be that of a copy. */
	private const LAST_COPY = 9;

	/**
	 * Finds the text of a copy of an image: of another attachment in its language, with the same name except for a small
	 * number at its end, whose file has the same bytes, and that a user may read. It costs no credit.
	 *
	 * @param int      $attachment_id The image.
	 * @param int|null $user_id       As for Core\Permissions::may_read_post().
	 * @return array{text: string, post_id: int, copy_of: int, findings: string[]}|null With 0 for the post, and also what was
	 *         found at the copy; null if there is no copy with a text without faults.
	 */
	private static function find_text_of_copy( $attachment_id, $user_id = null ) {
		global $wpdb;
		// WordPress numbers equal names: beach, beach-2. A number may also be part of the name.
		$own   = (string) get_post_field( 'post_name', $attachment_id );
		$names = array();
		foreach ( array_unique( array( $own, preg_replace( '~-\d+$~D', '', $own ) ) ) as $name ) {
			$names[] = $name;
			for ( $number = 1; $number <= self::LAST_COPY; $number++ ) {
				$names[] = "$name-$number";
			}
		}
		// phpcs:ignore WordPress.DB -- There is no function for this, and uploads change it.
		$ids      = $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment' AND ID <> %d AND post_name IN (" . implode( ', ', array_fill( 0, count( $names ), '%s' ) ) . ') ORDER BY ID DESC', array_merge( array( $attachment_id ), $names ) ) );
		$language = Core\Languages::primary( Core\Languages::of_post( $attachment_id ) );
		foreach ( array_map( 'intval', $ids ) as $id ) {
			$text    = Library\Alt_Text::get_clean( $id );
			$is_same = '' !== $text && Core\Permissions::may_read_post( $id, $user_id ) && Core\Languages::primary( Core\Languages::of_post( $id ) ) === $language && Library\Images::has_same_file( $attachment_id, $id );
			$findings = $is_same ? Checks\Text_Checks::check( $text, Library\Findings::surroundings( $attachment_id, $text ) ) : array();
			if ( $is_same && ! Checks\Text_Checks::list_faults( $findings ) ) {
				return array(
					'text'     => $text,
					'post_id'  => 0,
					'copy_of'  => $id,
					'findings' => array_values( array_unique( array_merge( Library\States::of_image( $id )['findings'], $findings ) ) ),
				);
			}
		}
		return null;
	}

	/**
	 * The text from a post, its file or a copy that is offered for an image of the media library without a text, unless a user
	 * rejected it or another suggestion waits.
	 *
	 * @param int      $attachment_id The image.
	 * @param int|null $user_id       As for Core\Permissions::may_read_post().
	 * @return array{text: string, post_id: int, findings: string[], copy_of?: int}|null From Posts\Places::find_text_in_posts(),
	 *         Library\File_Texts::find() or self::find_text_of_copy().
	 */
	public static function find_offered_text( $attachment_id, $user_id = null ) {
		global $wpdb;
		$found = Library\States::lacks_text( $attachment_id )
			? ( Posts\Places::find_text_in_posts( $attachment_id, $user_id ) ?? Library\File_Texts::find( $attachment_id ) ?? self::find_text_of_copy( $attachment_id, $user_id ) )
			: null;
		if ( ! $found || ! Suggestions\Store::make_table() ) {
			return $found;
		}
		$pending = Suggestions\Store::find( $attachment_id );
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$rejected = $wpdb->get_col( $wpdb->prepare( "SELECT new_text FROM %i WHERE attachment_id = %d AND post_id = 0 AND state = 'rejected'", Suggestions\Store::table(), $attachment_id ) );
		return in_array( $found['text'], $rejected, true ) || ( $pending && $pending['new_text'] !== $found['text'] ) ? null : $found;
	}

	/**
	 * Suggests a text from a post, its file or a copy for an image of the media library that has none, unless a user
	 * rejected that text.
	 *
	 * @param int      $attachment_id The image.
	 * @param int|null $user_id       Who asks, as for Core\Permissions::may_read_post().
	 * @return array<string, string>|null The row of the suggestion; null if there is no such text.
	 */
	public static function offer_free_text( $attachment_id, $user_id = null ) {
		if ( '' === Library\Alt_Text::get_clean( $attachment_id ) ) {
			// The background process may not have read this file yet.
			Library\File_Texts::read( $attachment_id );
		}
		$found = self::find_offered_text( $attachment_id, $user_id );
		if ( ! $found || ! Suggestions\Store::make_table( true ) ) {
			return null;
		}
		$copy_of = $found['copy_of'] ?? 0;
		$source  = $copy_of ? Library\Provenance::get( $copy_of ) : Posts\Post_Sources::get_post_sources( $found['post_id'] )[ Posts\Post_Sources::source_key( $attachment_id, $found['text'] ) ] ?? array();
		Suggestions\Store::add(
			array(
				'attachment_id' => $attachment_id,
				'new_text'      => $found['text'],
				'findings'      => implode( ',', $found['findings'] ),
				'origin'        => $copy_of ? 'copy' : ( $found['post_id'] ? 'post' : 'file' ),
				// A generated text stays marked as generated.
				'model'         => $source['model'] ?? '',
				'prompt'        => $source['prompt'] ?? '',
				'doubts'        => $source['doubts'] ?? array(),
				'user_id'       => $user_id ?? get_current_user_id(),
			)
		);
		return Suggestions\Store::find( $attachment_id );
	}

	/**
	 * Suggests the text for a place in a post that already waits for the same image in the media library, such as that of an
	 * upload, if the user may decide about it there and it is in the language of the post.
	 *
	 * @param array<string, mixed> $target  As Ask::ask() completes it, with a place.
	 * @param array<string, mixed> $options The same.
	 * @return array<string, string>|null The row of the suggestion for the place; null if there is no such text.
	 */
	public static function copy_waiting_text( $target, $options ) {
		$id       = $target['attachment_id'];
		$waiting  = $id && Core\Permissions::may_work_on_post( $id, $options['user_id'] ) ? Suggestions\Store::find( $id ) : null;
		$language = Core\Languages::of_post( $target['post_id'] );
		if ( ! $waiting || '' === $waiting['new_text'] || ! Core\Languages::is_same( $waiting['language'], $language ) ) {
			return null;
		}
		Suggestions\Store::add(
			wp_array_slice_assoc( $target, array( 'attachment_id', 'post_id', 'place' ) )
				+ array(
					'previous_text' => $options['previous_text'] ?? '',
					'language'      => $language,
				)
				+ wp_array_slice_assoc( $waiting, array( 'new_text', 'purpose', 'model', 'prompt', 'origin' ) )
				+ array( 'doubts' => Service\Client::read_doubts( $waiting['doubts'], $waiting['new_text'] ) )
		);
		return Suggestions\Store::find( $id, $target['post_id'], $target['place'] );
	}
}
