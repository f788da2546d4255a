<?php
/**
 * Which texts were written into which posts, for undo.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Filled_Record {

	/** Meta of a post: the attributes that were replaced, by attachment and text. */
	private const FILLED_KEY = '_altscribe_filled';

	/** Meta of an attachment, one row per post: the posts that its text was filled into. */
	public const FILLED_POSTS_KEY = '_altscribe_filled_posts';

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'deleted_post', array( self::class, 'forget' ), 10, 2 );
	}

	/**
	 * Deletes the record of a deleted post.
	 *
	 * @param int     $post_id Its id.
	 * @param WP_Post $post    The post.
	 */
	public static function forget( $post_id, $post ) {
		if ( 'revision' !== $post->post_type ) {
			delete_metadata( 'post', 0, self::FILLED_POSTS_KEY, $post_id, true );
		}
	}

	/**
	 * The record of a post.
	 *
	 * @param int $post_id The post.
	 * @return array<int, array<string, array<int, string|array<int|string, string|int|string[]|null>>>> For each attachment and each of its
	 *               texts, the sources that the text replaced ('' for none): of the tag (null for none), then those in the
	 *               delimiter; with `of`, how often the post showed the attachment then, and `around`, MD5s of the words
	 *               before and after the image. The key is its index among all images of the attachment, from 0. In those of earlier
	 *               versions, it is the index among those with the text, the source of a tag may be a string, and `of` and
	 *               `around` are missing.
	 */
	public static function get( $post_id ) {
		$record = get_post_meta( $post_id, self::FILLED_KEY, true );
		return is_array( $record ) ? $record : array();
	}

	/**
	 * Saves the record of a post, and lists the post at the attachments.
	 *
	 * @param int                                          $post_id The post.
	 * @param array<int, array<string, array<int, string>>> $record  As self::get() returns it.
	 */
	public static function set( $post_id, $record ) {
		$before = self::get( $post_id );
		if ( $record ) {
			update_post_meta( $post_id, self::FILLED_KEY, wp_slash( $record ) );
		} else {
			delete_post_meta( $post_id, self::FILLED_KEY );
		}
		foreach ( array_keys( array_diff_key( $record, $before ) ) as $attachment_id ) {
			add_post_meta( $attachment_id, self::FILLED_POSTS_KEY, $post_id );
		}
		foreach ( array_keys( array_diff_key( $before, $record ) ) as $attachment_id ) {
			delete_post_meta( $attachment_id, self::FILLED_POSTS_KEY, $post_id );
		}
	}

	/**
	 * The posts that the text of an attachment was filled into.
	 *
	 * @param int $attachment_id The attachment.
	 * @return int[] Ids, newest first. A post may be deleted by now.
	 */
	public static function list_posts( $attachment_id ) {
		$ids = array_unique( array_map( 'intval', get_post_meta( $attachment_id, self::FILLED_POSTS_KEY ) ) );
		rsort( $ids );
		return $ids;
	}
}
