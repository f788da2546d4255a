<?php
/**
 * Fills texts into the content of other posts, and removes them again.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/sources.php';
require_once __DIR__ . '/blocks.php';
require_once __DIR__ . '/find.php';
require_once __DIR__ . '/save-content.php';

/** How many seconds one request may spend. */
const ALTSCRIBE_FILL_SECONDS = 5;

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
function altscribe_fill_posts( $attachment_id, $post_ids, $seconds = ALTSCRIBE_FILL_SECONDS ) {
	$text = altscribe_get_alt_text( $attachment_id );
	if ( '' === $text ) {
		return new WP_Error( 'altscribe_no_text', __( 'This image has no alt text in the media library.', 'altscribe' ), array( 'status' => 409 ) );
	}
	return altscribe_change_posts(
		$post_ids,
		$seconds,
		function ( $post_id ) use ( $attachment_id, $text ) {
			$reason = altscribe_find_reason_not_to_fill( $post_id, $attachment_id );
			$record = altscribe_get_filled( $post_id );
			$filled = $record[ $attachment_id ] ?? array();
			$post   = get_post( $post_id );
			$change = altscribe_fill_content( $reason ? '' : $post->post_content, $attachment_id, $text, $filled[ $text ] ?? array() );
			// The record first: otherwise a text could be written that cannot be undone.
			if ( $change['images'] ) {
				altscribe_set_filled( $post_id, array( $attachment_id => array( $text => $change['sources'] ) + $filled ) + $record );
				if ( altscribe_save_content( $post, $change['content'] ) ) {
					altscribe_record_post_source( $post_id, $attachment_id, $text, altscribe_copy_source( $attachment_id ) );
				} else {
					altscribe_set_filled( $post_id, $record );
					$reason = altscribe_reason_not_saved();
				}
			}
			return altscribe_result_of_post( $post_id, $change['images'], $reason );
		}
	);
}

/**
 * Undoes altscribe_fill_posts() where the content still is as it was written.
 *
 * @param int   $attachment_id The attachment.
 * @param int[] $post_ids      The posts.
 * @param float $seconds       As for altscribe_fill_posts().
 * @return array<array{id: int, images: int, reason: string|null, message: string|null}> As altscribe_fill_posts() returns it.
 */
function altscribe_undo_fill( $attachment_id, $post_ids, $seconds = ALTSCRIBE_FILL_SECONDS ) {
	return altscribe_change_posts(
		$post_ids,
		$seconds,
		function ( $post_id ) use ( $attachment_id ) {
			return altscribe_unfill_post( $post_id, array_intersect_key( altscribe_get_filled( $post_id ), array( $attachment_id => true ) ) );
		}
	);
}

/**
 * Removes the texts of any number of attachments from a post, in one write.
 *
 * @param int                                          $post_id The post.
 * @param array<int, array<string, array<int, mixed>>>  $chosen  Part of the result of altscribe_get_filled().
 * @return array{id: int, images: int, reason: string|null, message: string|null} As altscribe_fill_posts() returns it.
 */
function altscribe_unfill_post( $post_id, $chosen ) {
	$reason = altscribe_find_reason_not_to_change( $post_id );
	if ( $reason ) {
		return altscribe_result_of_post( $post_id, 0, $reason );
	}
	$record = altscribe_get_filled( $post_id );
	foreach ( $chosen as $attachment_id => $texts ) {
		// Another process may have filled more images with these texts since they were chosen.
		$chosen[ $attachment_id ] = array_intersect_key( $record[ $attachment_id ] ?? array(), $texts );
	}
	$post   = get_post( $post_id );
	$change = altscribe_unfill_content( $post->post_content, $chosen );
	if ( $change['images'] && ! altscribe_save_content( $post, $change['content'] ) ) {
		return altscribe_result_of_post( $post_id, 0, altscribe_reason_not_saved() );
	}
	// Texts that were edited since are no longer ours and need no record.
	foreach ( $chosen as $attachment_id => $texts ) {
		$record[ $attachment_id ] = array_diff_key( $record[ $attachment_id ] ?? array(), $texts );
	}
	altscribe_set_filled( $post_id, array_filter( $record ) );
	return altscribe_result_of_post( $post_id, $change['images'], null );
}

/**
 * Fills a content.
 *
 * @param string            $content       The content.
 * @param int               $attachment_id The attachment.
 * @param string            $text          Its text.
 * @param array<int, mixed> $sources       The sources that this text replaced earlier, like `sources` of the result.
 * @return array{content: string, images: int, sources: array<int, string|array<int, string|null>>} The new content, the
 *               number of images that changed, and the source of each attribute that was replaced: of the tag, or in
 *               an array that of the tag (null for none), then those in the delimiter. The key is the index of the image
 *               among the attachment's images with this text, from 0.
 */
function altscribe_fill_content( $content, $attachment_id, $text, $sources ) {
	$edits  = array();
	$filled = array();
	$images = 0;
	$number = 0;
	$before = 0;
	foreach ( altscribe_list_content_images( $content, array( (int) $attachment_id ) ) as $image ) {
		if ( '' === $image['reason'] && '' === $image['text'] ) {
			$filled[ $number ] = altscribe_fill_image( $content, $edits, $image, $text );
			++$number;
			++$images;
		} elseif ( '' === $image['reason'] && $image['text'] === $text ) {
			if ( isset( $sources[ $before ] ) ) {
				$filled[ $number ] = $sources[ $before ];
			}
			++$number;
			++$before;
		}
	}
	return array(
		'content' => altscribe_edit_content( $content, $edits ),
		'images'  => $images,
		'sources' => $filled,
	);
}

/**
 * Fills one image.
 *
 * @param string                               $content The content.
 * @param array<int, array{0: int, 1: string}> $edits   Gets the changes, for altscribe_edit_content().
 * @param array<string, mixed>                 $image   From altscribe_list_content_images().
 * @param string                               $text    The text.
 * @return string|array<int, string|null> The replaced sources, as altscribe_fill_content() returns them.
 */
function altscribe_fill_image( $content, &$edits, $image, $text ) {
	$sources = array( null );
	if ( $image['tag'] ) {
		list( $start, $length )    = $image['tag'];
		list( $tag, $sources[0] ) = altscribe_write_alt_source( substr( $content, $start, $length ), $text );
		$edits[ $start ]           = array( $length, $tag );
	}
	foreach ( $image['paths'] as $path ) {
		list( $start, $length ) = $image['delimiter'];
		// Several images may have their texts in one delimiter.
		list( $delimiter, $sources[] ) = altscribe_write_alt_json( $edits[ $start ][1] ?? substr( $content, $start, $length ), $path, $text );
		$edits[ $start ]               = array( $length, $delimiter );
	}
	return $image['paths'] ? $sources : $sources[0];
}

/**
 * Removes texts from a content.
 *
 * @param string                                      $content The content.
 * @param array<int, array<string, array<int, mixed>>> $chosen  As for altscribe_unfill_post().
 * @return array{content: string, images: int} The new content, and the number of images that changed.
 */
function altscribe_unfill_content( $content, $chosen ) {
	$edits  = array();
	$images = 0;
	$seen   = array();
	foreach ( altscribe_list_content_images( $content, array_keys( $chosen ) ) as $image ) {
		$id   = $image['attachment_id'];
		$text = $image['text'];
		if ( '' !== $image['reason'] || ! isset( $chosen[ $id ][ $text ] ) ) {
			continue;
		}
		$number               = $seen[ $id ][ $text ] ?? 0;
		$seen[ $id ][ $text ] = $number + 1;
		if ( ! isset( $chosen[ $id ][ $text ][ $number ] ) ) {
			continue;
		}
		// A string for a cover is from an earlier version, which always added the text to its delimiter.
		$sources = array_pad( (array) $chosen[ $id ][ $text ][ $number ], 2, '' );
		if ( $image['tag'] && null !== $sources[0] ) {
			list( $start, $length ) = $image['tag'];
			$edits[ $start ]        = array( $length, altscribe_restore_alt_source( substr( $content, $start, $length ), $sources[0] ) );
		}
		foreach ( $image['paths'] as $index => $path ) {
			if ( isset( $sources[ $index + 1 ] ) ) {
				list( $start, $length ) = $image['delimiter'];
				$edits[ $start ]        = array( $length, altscribe_restore_alt_json( $edits[ $start ][1] ?? substr( $content, $start, $length ), $path, $sources[ $index + 1 ] ) );
			}
		}
		++$images;
	}
	return array(
		'content' => altscribe_edit_content( $content, $edits ),
		'images'  => $images,
	);
}

/**
 * Replaces parts of a content.
 *
 * @param string                                $content The content.
 * @param array<int, array{0: int, 1: string}> $edits   Length and new source, by offset in bytes.
 * @return string The new content.
 */
function altscribe_edit_content( $content, $edits ) {
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
function altscribe_change_posts( $post_ids, $seconds, $change ) {
	$until   = microtime( true ) + $seconds;
	$results = array();
	foreach ( array_unique( $post_ids ) as $post_id ) {
		altscribe_extend_time_limit();
		$results[] = altscribe_change_post( (int) $post_id, $change );
		// Limits memory use over hundreds of posts.
		altscribe_forget_attachment( $post_id );
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
 *   altscribe_find_reason_not_to_fill().
 * @return array{id: int, images: int, reason: string|null, message: string|null}
 */
function altscribe_result_of_post( $post_id, $images, $reason ) {
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
 * @return array<array<string, mixed>>|WP_Error As altscribe_fill_posts() returns it.
 */
function altscribe_rest_fill_posts( $request ) {
	return altscribe_fill_posts( (int) $request['id'], $request['post_ids'] );
}

/**
 * Undoes the filling.
 *
 * @param WP_REST_Request $request The request.
 * @return array<array<string, mixed>> As altscribe_undo_fill() returns it.
 */
function altscribe_rest_unfill_posts( $request ) {
	return altscribe_undo_fill( (int) $request['id'], $request['post_ids'] );
}

/**
 * Removes the texts of a batch from posts within a time limit, and responds with the batch.
 *
 * @param WP_REST_Request $request The request, with `after` of the previous response.
 * @return array<string, mixed>|WP_Error With `undo`, from altscribe_undo_batch_fills().
 */
function altscribe_rest_unfill_batch( $request ) {
	$done = altscribe_undo_batch_fills( (int) $request['id'], $request['after'] );
	return is_wp_error( $done ) ? $done : altscribe_get_batch( (int) $request['id'] ) + array( 'undo' => $done );
}

/**
 * Removes the texts of a batch from the posts that they were filled into, within a time limit. Like
 * altscribe_undo_batch(), it is called until nothing is left.
 *
 * @param int   $batch_id Its id.
 * @param int   $after    `after` of the previous call; 0 at first.
 * @param float $seconds  No post is started after this time.
 * @return array{undone: int, kept: int, left: int, after: int}|WP_Error `undone`: how many posts this call restored;
 *                      `kept`: how many stay because they are being edited or have changed; `left`: how many need
 *                      further calls; `after`: for the next call. altscribe_batch_not_found.
 */
function altscribe_undo_batch_fills( $batch_id, $after = 0, $seconds = ALTSCRIBE_FILL_SECONDS ) {
	if ( ! altscribe_find_batch( $batch_id ) ) {
		return altscribe_error_batch_not_found();
	}
	$fills   = altscribe_list_fills_of_batch( $batch_id, $after );
	$results = altscribe_change_posts(
		array_keys( $fills ),
		$seconds,
		function ( $post_id ) use ( $fills ) {
			return altscribe_unfill_post( $post_id, $fills[ $post_id ] );
		}
	);
	$undone  = count( array_filter( wp_list_pluck( $results, 'images' ) ) );
	return array(
		'undone' => $undone,
		'kept'   => count( $results ) - $undone,
		'left'   => count( $fills ) - count( $results ),
		'after'  => $results ? end( $results )['id'] : $after,
	);
}

/**
 * Writes the text of one image in a post, or marks it as decorative.
 *
 * @param int         $post_id       The post.
 * @param string      $place         From altscribe_list_places().
 * @param string      $text          The text; '' to mark the image as decorative.
 * @param string|null $expected      The text that may be replaced; null for any.
 * @return array<array{0: string, 1: string}>|WP_Error The sources that changed, before and after, for
 *         altscribe_restore_place(). altscribe_text_changed, altscribe_place_gone, or altscribe_post_locked,
 *         altscribe_post_has_autosave and others if the post or the image cannot be changed.
 */
function altscribe_write_place( $post_id, $place, $text, $expected = null ) {
	altscribe_forget_attachment( $post_id );
	$image = altscribe_find_place( $post_id, $place );
	$error = altscribe_error_of_place( $post_id, $image );
	if ( $error ) {
		return $error;
	}
	if ( null !== $expected && trim( $expected ) !== $image['text'] ) {
		return altscribe_error_text_changed();
	}
	$post    = get_post( $post_id );
	$content = $post->post_content;
	$edits   = array();
	if ( '' === $text && ! altscribe_can_be_decorative( $content, $image ) ) {
		return new WP_Error( 'altscribe_not_decorative', __( 'This image is a link without other words, so it cannot be decorative.', 'altscribe' ), array( 'status' => 409 ) );
	}
	altscribe_fill_image( $content, $edits, $image, $text );
	if ( '' === $text ) {
		altscribe_mark_place( $content, $edits, $image );
	}
	$changes = array();
	foreach ( $edits as $start => list( $length, $source ) ) {
		$changes[] = array( substr( $content, $start, $length ), $source );
	}
	return altscribe_save_content( $post, altscribe_edit_content( $content, $edits ) ) ? $changes : altscribe_error_not_saved();
}

/**
 * Restores what altscribe_write_place() changed: exactly, or if the block was changed since, only its text.
 *
 * @param int                                $post_id The post.
 * @param string                             $place   From altscribe_list_places().
 * @param array<array{0: string, 1: string}> $changes From altscribe_write_place().
 * @param string                             $text    The text that was written.
 * @param string                             $before  The text before it.
 * @return true|WP_Error As altscribe_write_place().
 */
function altscribe_restore_place( $post_id, $place, $changes, $text, $before ) {
	altscribe_forget_attachment( $post_id );
	$image = altscribe_find_place( $post_id, $place );
	$error = altscribe_error_of_place( $post_id, $image && 'decorative' === $image['reason'] && '' === $text ? array( 'reason' => '' ) : $image );
	if ( $error ) {
		return $error;
	}
	if ( $image['text'] !== trim( $text ) ) {
		return altscribe_error_text_changed();
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
			return altscribe_error_text_changed();
		}
		$edits = array();
		altscribe_fill_image( $content, $edits, $image, $before );
	}
	return altscribe_save_content( $post, altscribe_edit_content( $content, $edits ) ) ? true : altscribe_error_not_saved();
}

/**
 * Why a place in a post cannot be changed.
 *
 * @param int                       $post_id The post.
 * @param array<string, mixed>|null $image   From altscribe_find_place().
 * @return WP_Error|null
 */
function altscribe_error_of_place( $post_id, $image ) {
	$reason = altscribe_find_reason_not_to_change( $post_id );
	if ( $reason ) {
		$errors = array(
			'locked'   => array( 'altscribe_post_locked', 423 ),
			'autosave' => array( 'altscribe_post_has_autosave', 409 ),
		);

		list( $code, $status ) = $errors[ $reason[0] ] ?? array( 'altscribe_cannot_change_post', 403 );
		return new WP_Error( $code, $reason[1], compact( 'status' ) );
	}
	if ( ! $image ) {
		return new WP_Error( 'altscribe_place_gone', __( 'This image is no longer in the post.', 'altscribe' ), array( 'status' => 410 ) );
	}
	return '' === $image['reason'] ? null : new WP_Error( 'altscribe_cannot_change_image', altscribe_explain_image_reason( $image['reason'] ), array( 'status' => 409 ) );
}

/**
 * Error: the post could not be written.
 *
 * @return WP_Error
 */
function altscribe_error_not_saved() {
	list( $code, $message ) = altscribe_reason_not_saved();
	return new WP_Error( "altscribe_$code", $message, array( 'status' => 500 ) );
}
