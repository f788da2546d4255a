<?php
/**
 * Writes the text of an attachment into posts that show it without one, and takes it back.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Meta of a post: what was filled in, by the id of the attachment. Needed to undo it. */
const ALTSCRIBE_FILLED_KEY = '_altscribe_filled';

/**
 * Writes the alternative text of an attachment into the posts' images that have none. Each post that changes
 * gets a revision; the rest of its content stays byte for byte the same.
 *
 * @param int   $attachment_id The attachment.
 * @param int[] $post_ids      The posts. Those that cannot be filled are left, and the result says why.
 * @return array<array{id: int, images: int, reason: string|null, message: string|null}>|WP_Error In the order of the posts,
 *               with the number of images that changed; altscribe_no_text if the attachment has no text.
 */
function altscribe_fill_posts( $attachment_id, $post_ids ) {
	$text = altscribe_get_alt_text( $attachment_id );
	if ( '' === $text ) {
		return new WP_Error( 'altscribe_no_text', __( 'This image has no alt text in the media library.', 'altscribe' ), array( 'status' => 409 ) );
	}
	$results = array();
	foreach ( array_unique( $post_ids ) as $post_id ) {
		$filled = array();
		$result = altscribe_change_images_of_post(
			$post_id,
			$attachment_id,
			function ( $present, $number ) use ( $text, &$filled ) {
				if ( '' !== $present ) {
					return null;
				}
				$filled[] = $number;
				return $text;
			}
		);
		if ( $result['images'] ) {
			altscribe_set_filled(
				$post_id,
				$attachment_id,
				array(
					'text'   => $text,
					'images' => $filled,
				)
			);
		}
		$results[] = $result;
	}
	return $results;
}

/**
 * Takes back what altscribe_fill_posts() wrote last, where it still stands as it was written.
 *
 * @param int   $attachment_id The attachment.
 * @param int[] $post_ids      The posts.
 * @return array<array{id: int, images: int, reason: string|null, message: string|null}> As altscribe_fill_posts() returns it.
 */
function altscribe_undo_fill( $attachment_id, $post_ids ) {
	$results = array();
	foreach ( array_unique( $post_ids ) as $post_id ) {
		$record = altscribe_get_filled( $post_id );
		$filled = $record[ $attachment_id ] ?? array(
			'text'   => '',
			'images' => array(),
		);
		$result = altscribe_change_images_of_post(
			$post_id,
			$attachment_id,
			function ( $present, $number ) use ( $filled ) {
				return in_array( $number, $filled['images'], true ) && $filled['text'] === $present ? '' : null;
			},
			true
		);
		if ( $result['images'] ) {
			altscribe_set_filled( $post_id, $attachment_id, null );
		}
		$results[] = $result;
	}
	return $results;
}

/**
 * Changes the texts of an attachment's images in a post.
 *
 * @param int      $post_id       The post.
 * @param int      $attachment_id The attachment.
 * @param callable $change        As for altscribe_change_content_images().
 * @param bool     $is_undo       Whether the language of the post does not matter.
 * @return array{id: int, images: int, reason: string|null, message: string|null}
 */
function altscribe_change_images_of_post( $post_id, $attachment_id, $change, $is_undo = false ) {
	$result  = array(
		'id'     => (int) $post_id,
		'images' => 0,
	);
	$reason  = altscribe_find_reason_against_filling( $post_id, $attachment_id, $is_undo );
	$content = $reason ? '' : get_post( $post_id )->post_content;
	$changed = $reason ? '' : altscribe_change_content_images(
		$content,
		$attachment_id,
		function ( $present, $number ) use ( $change, &$result ) {
			$text              = $change( $present, $number );
			$result['images'] += null === $text ? 0 : 1;
			return $text;
		}
	);
	if ( $result['images'] && ! altscribe_save_content( $post_id, $changed ) ) {
		$result['images'] = 0;
		$reason           = array( 'not_saved', __( 'WordPress could not save this post.', 'altscribe' ) );
	} elseif ( ! $reason && ! $result['images'] ) {
		$reason = array( 'nothing_to_change', __( 'Nothing to change: somebody edited this post meanwhile.', 'altscribe' ) );
	}
	return $result + array(
		'reason'  => $reason ? $reason[0] : null,
		'message' => $reason ? $reason[1] : null,
	);
}

/**
 * What was filled into a post.
 *
 * @param int $post_id The post.
 * @return array<int, array{text: string, images: int[]}> By the id of the attachment.
 */
function altscribe_get_filled( $post_id ) {
	$record = get_post_meta( $post_id, ALTSCRIBE_FILLED_KEY, true );
	return is_array( $record ) ? $record : array();
}

/**
 * Notes what was filled into a post.
 *
 * @param int                                     $post_id       The post.
 * @param int                                     $attachment_id The attachment whose text it is.
 * @param array{text: string, images: int[]}|null $filled        The text and the numbers of the images; null once it is taken back.
 */
function altscribe_set_filled( $post_id, $attachment_id, $filled ) {
	$record                   = altscribe_get_filled( $post_id );
	$record[ $attachment_id ] = $filled;
	$record                   = array_filter( $record );
	if ( $record ) {
		update_post_meta( $post_id, ALTSCRIBE_FILLED_KEY, wp_slash( $record ) );
	} else {
		delete_post_meta( $post_id, ALTSCRIBE_FILLED_KEY );
	}
}
