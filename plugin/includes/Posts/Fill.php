<?php
/**
 * Writes texts into saved posts, and undoes that.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Core;
use Altscribe\Library;
use WP_Block_Type_Registry;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Fill {

	/** How many seconds one request may spend. */
	public const FILL_SECONDS = 5;

	/**
	 * Writes the alternative text of an attachment into the posts' images that have none. The rest of their content
	 * stays unchanged, byte for byte.
	 *
	 * @param int   $attachment_id The attachment.
	 * @param int[] $post_ids      The posts. Those that cannot be filled are skipped, with the reason in
	 *   the result.
	 * @param float $seconds       No post is started after this time; posts without a result are for another
	 *   call.
	 * @return array<array{id: int, images: int, reason: string|null, message: string|null}>|WP_Error In the order
	 *               of the posts, with the number of images that changed; altscribe_no_text if the attachment has no text.
	 */
	public static function fill_posts( $attachment_id, $post_ids, $seconds = self::FILL_SECONDS ) {
		$text = Library\Alt_Text::get_clean( $attachment_id );
		if ( '' === $text ) {
			return Core\Errors::no_text_in_library();
		}
		return self::change_posts(
			$post_ids,
			$seconds,
			function ( $post_id ) use ( $attachment_id, $text ) {
				$reason = Saving::find_reason_not_to_fill( $post_id, $attachment_id );
				$record = Filled_Record::get( $post_id );
				$filled = $record[ $attachment_id ] ?? array();
				$post   = get_post( $post_id );
				$change = self::fill_content( $reason ? '' : $post->post_content, $attachment_id, $text, $filled[ $text ] ?? array() );
				// The record first: otherwise a text could be written that cannot be undone.
				if ( $change['images'] ) {
					Filled_Record::set( $post_id, array( $attachment_id => array( $text => $change['sources'] ) + $filled ) + $record );
					if ( Saving::save_content( $post, $change['content'] ) ) {
						Post_Sources::record_post_source( $post_id, $attachment_id, $text, Library\Provenance::copy( $attachment_id ) );
					} else {
						Filled_Record::set( $post_id, $record );
						$reason = Saving::reason_not_saved();
					}
				}
				return self::result_of_post( $post_id, $change['images'], $reason );
			}
		);
	}

	/**
	 * Undoes self::fill_posts() where the content is still as it was written.
	 *
	 * @param int   $attachment_id The attachment.
	 * @param int[] $post_ids      The posts.
	 * @param float $seconds       As for self::fill_posts().
	 * @return array<array{id: int, images: int, reason: string|null, message: string|null}> As self::fill_posts() returns it.
	 */
	public static function undo_fill( $attachment_id, $post_ids, $seconds = self::FILL_SECONDS ) {
		return self::change_posts(
			$post_ids,
			$seconds,
			function ( $post_id ) use ( $attachment_id ) {
				return self::unfill_post( $post_id, array_intersect_key( Filled_Record::get( $post_id ), array( $attachment_id => true ) ) );
			}
		);
	}

	/**
	 * Removes the texts of any number of attachments from a post, in one write.
	 *
	 * @param int                                          $post_id The post.
	 * @param array<int, array<string, array<int, mixed>>>  $chosen  Part of the result of Filled_Record::get().
	 * @return array{id: int, images: int, reason: string|null, message: string|null} As self::fill_posts() returns it.
	 */
	public static function unfill_post( $post_id, $chosen ) {
		$reason = Saving::find_reason_not_to_change( $post_id );
		if ( $reason ) {
			return self::result_of_post( $post_id, 0, $reason );
		}
		$record = Filled_Record::get( $post_id );
		foreach ( $chosen as $attachment_id => $texts ) {
			// Another process may have filled more images with these texts in the meantime.
			$chosen[ $attachment_id ] = array_intersect_key( $record[ $attachment_id ] ?? array(), $texts );
		}
		$post   = get_post( $post_id );
		$change = self::unfill_content( $post->post_content, $chosen );
		if ( $change['images'] && ! Saving::save_content( $post, $change['content'] ) ) {
			return self::result_of_post( $post_id, 0, Saving::reason_not_saved() );
		}
		// Texts that were edited since are no longer ours and need no record.
		foreach ( $chosen as $attachment_id => $texts ) {
			$record[ $attachment_id ] = array_diff_key( $record[ $attachment_id ] ?? array(), $texts );
		}
		Filled_Record::set( $post_id, array_filter( $record ) );
		return self::result_of_post( $post_id, $change['images'], null );
	}

	/**
	 * Fills the content of a post.
	 *
	 * @param string            $content       The content.
	 * @param int               $attachment_id The attachment.
	 * @param string            $text          Its text.
	 * @param array<int, mixed> $sources       The sources that this text replaced earlier, like `sources` of the result.
	 * @return array{content: string, images: int, sources: array<int, string|array<int, string|null>>} The new content, the
	 *               number of images that changed, and the source of each attribute that was replaced, as
	 *               Filled_Record::get() returns them.
	 */
	private static function fill_content( $content, $attachment_id, $text, $sources ) {
		$edits  = array();
		$new    = array();
		$marks  = array();
		$shown  = Content::list( $content, array( (int) $attachment_id ) );
		foreach ( $shown as $at => $image ) {
			if ( '' === $image['reason'] && in_array( $image['text'], array( '', $text ), true ) ) {
				$marks[ $at ] = self::mark_surroundings( $content, $image );
				if ( '' === $image['text'] ) {
					$new[ $at ] = (array) self::fill_image( $content, $edits, $image, $text );
				}
			}
		}
		$filled = $new + self::find_filled( $sources, array_diff_key( $marks, $new ), count( $shown ) );
		foreach ( $filled as $at => $source ) {
			$filled[ $at ] = array(
				'of'     => count( $shown ),
				'around' => $marks[ $at ],
			) + (array) $source;
		}
		$images = count( $new );
		return array(
			'content' => self::edit_content( $content, $edits ),
			'images'  => $images,
			'sources' => $filled,
		);
	}

	/**
	 * A mark that tells an image apart from others of the same attachment with the same text.
	 *
	 * @param string               $content The content.
	 * @param array<string, mixed> $image   From Content::list().
	 * @return string[] MD5s of the words before and after it, which do not change if another image is added there.
	 */
	private static function mark_surroundings( $content, $image ) {
		list( $start, $length ) = $image['tag'] ?? $image['span'];

		// The window may begin inside a tag, and end inside another.
		$before = preg_replace( '/^[^<>]*+>/', '', substr( $content, max( 0, $start - 2000 ), min( $start, 2000 ) ) );
		$after  = preg_replace( '/<[^<>]*+$/D', '', substr( $content, $start + $length, 2000 ) );
		$words  = function ( $html ) {
			return preg_replace( '/\s+/', '', wp_strip_all_tags( $html ) );
		};
		return array( md5( substr( $words( $before ), -10 ) ), md5( substr( $words( $after ), 0, 10 ) ) );
	}

	/**
	 * Finds the images that were filled with a text: each by the words on both sides of it, or else on one side. If several
	 * images or none have these words, the index decides, if the post still shows the attachment as often as then.
	 *
	 * @param array<int, mixed>  $sources From Filled_Record::get(), of one attachment and text.
	 * @param array<int, string[]> $marks From self::mark_surroundings(), of the attachment's images that have the text now; by
	 *                                    index among all its images.
	 * @param int                $total   How often the post shows the attachment now.
	 * @return array<int, mixed> The sources, by index as in $marks.
	 */
	private static function find_filled( $sources, $marks, $total ) {
		$found = array();
		$texts = array_keys( $marks );
		foreach ( $sources as $index => $source ) {
			// Sources from earlier versions have no marks: their index counts only the images with the text.
			$at = array( $texts[ $index ] ?? -1 );
			if ( is_array( $source ) && isset( $source['of'] ) ) {
				$same = array_keys( $marks, $source['around'], true );
				$same = $same ? $same : array_keys(
					array_filter(
						$marks,
						function ( $mark ) use ( $source ) {
							return array_intersect_assoc( $mark, $source['around'] );
						}
					)
				);
				$at   = 1 !== count( $same ) && $source['of'] === $total ? array( $index ) : $same;
			}
			if ( 1 === count( $at ) && isset( $marks[ $at[0] ] ) ) {
				$found[ $at[0] ] = $source;
			}
		}
		return $found;
	}

	/**
	 * Fills one image.
	 *
	 * @param string                               $content The content.
	 * @param array<int, array{0: int, 1: string}> $edits   Gets the changes, for self::edit_content().
	 * @param array<string, mixed>                 $image   From Content::list().
	 * @param string                               $text    The text.
	 * @return string|array<int, string|null> The replaced sources, as self::fill_content() returns them.
	 */
	private static function fill_image( $content, &$edits, $image, $text ) {
		$sources = array( null );
		if ( $image['tag'] ) {
			list( $start, $length )    = $image['tag'];
			list( $tag, $sources[0] ) = Alt_Attributes::write_alt_source( substr( $content, $start, $length ), $text );
			$edits[ $start ]           = array( $length, $tag );
		}
		foreach ( $image['paths'] as $path ) {
			list( $start, $length ) = $image['delimiter'];
			// Several images may have their texts in one delimiter.
			list( $delimiter, $sources[] ) = Alt_Attributes::write_alt_json( $edits[ $start ][1] ?? substr( $content, $start, $length ), $path, $text );
			$edits[ $start ]               = array( $length, $delimiter );
		}
		return $image['paths'] ? $sources : $sources[0];
	}

	/**
	 * Removes texts from the content of a post.
	 *
	 * @param string                                      $content The content.
	 * @param array<int, array<string, array<int, mixed>>> $chosen  As for self::unfill_post().
	 * @return array{content: string, images: int} The new content, and the number of images that changed.
	 */
	private static function unfill_content( $content, $chosen ) {
		$edits  = array();
		$images = 0;
		$shown  = array();
		$marks  = array();
		$totals = array();
		foreach ( Content::list( $content, array_keys( $chosen ) ) as $image ) {
			$id   = $image['attachment_id'];
			$text = $image['text'];
			$at   = $totals[ $id ] ?? 0;

			$totals[ $id ] = $at + 1;
			if ( '' === $image['reason'] && isset( $chosen[ $id ][ $text ] ) ) {
				$shown[] = compact( 'image', 'id', 'text', 'at' );

				$marks[ $id ][ $text ][ $at ] = self::mark_surroundings( $content, $image );
			}
		}
		$filled = array();
		foreach ( $shown as list( 'image' => $image, 'id' => $id, 'text' => $text, 'at' => $at ) ) {
			$filled[ $id ][ $text ] = $filled[ $id ][ $text ] ?? self::find_filled( $chosen[ $id ][ $text ], $marks[ $id ][ $text ], $totals[ $id ] );
			if ( ! isset( $filled[ $id ][ $text ][ $at ] ) ) {
				continue;
			}
			// A string for a cover is from an earlier version, which always added the text to its delimiter.
			$sources = (array) $filled[ $id ][ $text ][ $at ] + array( '', '' );
			if ( $image['tag'] && null !== $sources[0] ) {
				list( $start, $length ) = $image['tag'];
				$edits[ $start ]        = array( $length, Alt_Attributes::restore_alt_source( substr( $content, $start, $length ), $sources[0] ) );
			}
			foreach ( $image['paths'] as $index => $path ) {
				if ( isset( $sources[ $index + 1 ] ) ) {
					list( $start, $length ) = $image['delimiter'];
					$edits[ $start ]        = array( $length, Alt_Attributes::restore_alt_json( $edits[ $start ][1] ?? substr( $content, $start, $length ), $path, $sources[ $index + 1 ] ) );
				}
			}
			++$images;
		}
		return array(
			'content' => self::edit_content( $content, $edits ),
			'images'  => $images,
		);
	}

	/**
	 * Replaces parts of the content of a post.
	 *
	 * @param string                                $content The content.
	 * @param array<int, array{0: int, 1: string}> $edits   Length and new source, by offset in bytes.
	 * @return string The new content.
	 */
	private static function edit_content( $content, $edits ) {
		ksort( $edits );
		$parts = array();
		$at    = 0;
		foreach ( $edits as $start => list( $length, $source ) ) {
			array_push( $parts, substr( $content, $at, $start - $at ), $source );
			$at = $start + $length;
		}
		return implode( '', $parts ) . substr( $content, $at );
	}

	/**
	 * Changes posts, one after the other, within a time limit.
	 *
	 * @param int[]    $post_ids The posts.
	 * @param float    $seconds  No post is started after this time.
	 * @param callable $change   Gets the id of a post, and returns its result.
	 * @return array<array<string, mixed>> The results, at least one.
	 */
	public static function change_posts( $post_ids, $seconds, $change ) {
		$until   = microtime( true ) + $seconds;
		$results = array();
		foreach ( array_unique( $post_ids ) as $post_id ) {
			Core\Background::extend_time_limit();
			$results[] = Saving::change_post( (int) $post_id, $change );
			// Limits memory use over hundreds of posts.
			Library\Alt_Text::forget( $post_id );
			if ( microtime( true ) >= $until ) {
				break;
			}
		}
		return $results;
	}

	/**
	 * The result for a post.
	 *
	 * @param int                             $post_id The post.
	 * @param int                             $images  The number of images that changed.
	 * @param array{0: string, 1: string}|null $reason  The reason if there are none, from
	 *   Saving::find_reason_not_to_fill().
	 * @return array{id: int, images: int, reason: string|null, message: string|null}
	 */
	public static function result_of_post( $post_id, $images, $reason ) {
		if ( ! $reason && ! $images ) {
			$reason = array( 'nothing_to_change', __( 'Not changed: this post was edited in the meantime.', 'altscribe' ) );
		}
		return array(
			'id'      => (int) $post_id,
			'images'  => $reason ? 0 : $images,
			'reason'  => $reason ? $reason[0] : null,
			'message' => $reason ? $reason[1] : null,
		);
	}

	/**
	 * Fills posts.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<array<string, mixed>>|WP_Error As self::fill_posts() returns it.
	 */
	public static function rest_fill_posts( $request ) {
		return self::fill_posts( (int) $request['id'], $request['post_ids'] );
	}

	/**
	 * Undoes the filling.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<array<string, mixed>> As self::undo_fill() returns it.
	 */
	public static function rest_unfill_posts( $request ) {
		return self::undo_fill( (int) $request['id'], $request['post_ids'] );
	}

	/**
	 * Writes the text of one image in a post, or marks it as decorative.
	 *
	 * @param int         $post_id       The post.
	 * @param string      $place         From Places::list_places().
	 * @param string      $text          The text; '' to mark the image as decorative.
	 * @param string|null $expected      The text that may be replaced; null for any.
	 * @param callable|null $store       Gets the result before the post is saved: with an error from it, nothing is.
	 * @return array<array{0: string, 1: string}>|WP_Error The sources that changed, before and after, for
	 *         self::restore_place(). altscribe_text_changed, altscribe_place_gone, or altscribe_post_locked,
	 *         altscribe_post_has_autosave and others if the post or the image cannot be changed.
	 */
	public static function write_place( $post_id, $place, $text, $expected = null, $store = null ) {
		Library\Alt_Text::forget( $post_id );
		$image = Places::find_place( $post_id, $place );
		$error = self::error_of_place( $post_id, $image );
		if ( $error ) {
			return $error;
		}
		if ( null !== $expected && trim( $expected ) !== $image['text'] ) {
			return Core\Errors::text_changed();
		}
		$post    = get_post( $post_id );
		$content = $post->post_content;
		$edits   = array();
		if ( '' === $text && ! Places::can_be_decorative( $content, $image ) ) {
			return Core\Errors::not_decorative();
		}
		self::fill_image( $content, $edits, $image, $text );
		if ( '' === $text ) {
			self::mark_place( $content, $edits, $image );
		}
		$changes = array();
		foreach ( $edits as $start => list( $length, $source ) ) {
			$changes[] = array( substr( $content, $start, $length ), $source );
		}
		$error = $store ? $store( $changes ) : null;
		if ( $error ) {
			return $error;
		}
		return Saving::save_content( $post, self::edit_content( $content, $edits ) ) ? $changes : Core\Errors::not_saved( ...Saving::reason_not_saved() );
	}

	/**
	 * Restores what self::write_place() changed: exactly, or if the block has changed since, only its text.
	 *
	 * @param int                                $post_id The post.
	 * @param string                             $place   From Places::list_places().
	 * @param array<array{0: string, 1: string}> $changes From self::write_place().
	 * @param string                             $text    The text that was written.
	 * @param string                             $before  The text before it.
	 * @return true|WP_Error As self::write_place().
	 */
	public static function restore_place( $post_id, $place, $changes, $text, $before ) {
		Library\Alt_Text::forget( $post_id );
		$image = Places::find_place( $post_id, $place );
		$error = self::error_of_place( $post_id, $image && 'decorative' === $image['reason'] && '' === $text ? array( 'reason' => '' ) : $image );
		if ( $error ) {
			return $error;
		}
		if ( $image['text'] !== trim( $text ) ) {
			return Core\Errors::text_changed();
		}
		$post    = get_post( $post_id );
		$content = $post->post_content;
		$edits   = array();
		foreach ( array_filter( array( $image['tag'], $image['delimiter'], $image['span'] ) ) as list( $start, $length ) ) {
			$after = array_search( substr( $content, $start, $length ), array_column( $changes, 1 ), true );
			if ( false !== $after ) {
				$edits[ $start ] = array( $length, $changes[ $after ][0] );
			}
		}
		if ( count( $edits ) < count( $changes ) ) {
			if ( '' === $text ) {
				return Core\Errors::text_changed();
			}
			$edits = array();
			self::fill_image( $content, $edits, $image, $before );
		}
		return Saving::save_content( $post, self::edit_content( $content, $edits ) ) ? true : Core\Errors::not_saved( ...Saving::reason_not_saved() );
	}

	/**
	 * Why a place in a post cannot be changed.
	 *
	 * @param int                       $post_id The post.
	 * @param array<string, mixed>|null $image   From Places::find_place().
	 * @return WP_Error|null
	 */
	public static function error_of_place( $post_id, $image ) {
		$reason = Saving::find_reason_not_to_change( $post_id );
		if ( $reason ) {
			$errors = array(
				'locked'   => array( 'altscribe_post_locked', 423 ),
				'autosave' => array( 'altscribe_post_has_autosave', 409 ),
			);

			list( $code, $status ) = $errors[ $reason[0] ] ?? array( 'altscribe_cannot_change_post', 403 );
			return Core\Errors::post_not_changed( $code, $reason[1], $status );
		}
		if ( ! $image ) {
			return Core\Errors::place_gone();
		}
		return '' === $image['reason'] ? null : Core\Errors::image_not_changed( Places::explain_image_reason( $image['reason'] ) );
	}

	/**
	 * Marks an image as decorative, like the editor: with the role "none", and in its block.
	 *
	 * @param string                               $content The content.
	 * @param array<int, array{0: int, 1: string}> $edits   Has its tag with an empty text; gets the changes.
	 * @param array<string, mixed>                 $image   From Places::list_places().
	 */
	private static function mark_place( $content, &$edits, $image ) {
		$type      = WP_Block_Type_Registry::get_instance()->get_registered( $image['block'] );
		// WordPress's own mark deletes the caption, which may be the reason why the image needs no text.
		$is_native = 'core/image' === $image['block'] && isset( $type->attributes['isDecorative'] ) && '' === $image['surroundings']['caption'];
		$is_inline = in_array( $image['block'], array( 'core/freeform', 'core/html', 'core/paragraph' ), true ) || ! $image['span'];
		if ( $is_native || $is_inline ) {
			$start = $image['tag'][0];

			$edits[ $start ][1] = substr_replace( $edits[ $start ][1], ' role="none"', strcspn( $edits[ $start ][1], " \t\n\f\r/>" ), 0 );
		}
		if ( $is_inline ) {
			return;
		}
		list( $start, $length ) = $image['span'];

		$delimiter  = $edits[ $start ][1] ?? substr( $content, $start, $length );
		$block      = Content::parse_block_delimiter( substr( $delimiter, 4, -3 ) );
		$attributes = $is_native
			? array( 'isDecorative' => true ) + $block['attributes']
			: array_replace_recursive( $block['attributes'], array( 'metadata' => array( 'altscribe' => array( 'isDecorative' => true ) ) ) );

		$edits[ $start ] = array( $length, '<!-- wp:' . strip_core_block_namespace( $block['name'] ) . ' ' . serialize_block_attributes( $attributes ) . ( $block['is_void'] ? ' /-->' : ' -->' ) );
	}
}
