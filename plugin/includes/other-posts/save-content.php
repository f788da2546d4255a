<?php
/**
 * Whether the content of a post may be changed from outside of its editor, and how.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Why the images of a post cannot be filled with the text of an attachment.
 *
 * @param int  $post_id       The post.
 * @param int  $attachment_id The attachment.
 * @param bool $is_undo       Whether the language does not matter.
 * @return array{0: string, 1: string}|null `not_allowed`, `locked` or `other_language`, and a sentence; null if they can be.
 */
function altscribe_find_reason_against_filling( $post_id, $attachment_id, $is_undo = false ) {
	$post       = get_post( $post_id );
	$is_content = $post && in_array( $post->post_type, altscribe_list_content_post_types(), true )
		&& in_array( $post->post_status, ALTSCRIBE_CONTENT_STATUSES, true );
	if ( ! $is_content || ! current_user_can( 'edit_post', $post_id ) ) {
		return array( 'not_allowed', __( 'You may not edit this post, or it no longer exists.', 'altscribe' ) );
	}
	require_once ABSPATH . 'wp-admin/includes/post.php';
	$editor = get_userdata( (int) wp_check_post_lock( $post_id ) );
	if ( $editor ) {
		/* translators: %s: name of a user. */
		return array( 'locked', sprintf( __( '%s is editing this post.', 'altscribe' ), $editor->display_name ) );
	}
	$language = altscribe_language( $post_id );
	if ( ! $is_undo && altscribe_get_primary_language( $language ) !== altscribe_get_primary_language( altscribe_language( $attachment_id ) ) ) {
		/* translators: %s: code of a language, such as de_DE. */
		return array( 'other_language', sprintf( __( 'This post is in another language (%s).', 'altscribe' ), $language ) );
	}
	return null;
}

/**
 * Saves the content of a post exactly as it is given, with revisions of what stood before and of the new
 * content. WordPress's filters of content are passed by: for users without unfiltered HTML they would
 * also remove what others had put into the post. So nothing but escaped texts may be new in it.
 *
 * @param int    $post_id The post.
 * @param string $content Its new content.
 * @return bool Whether it was saved.
 */
function altscribe_save_content( $post_id, $content ) {
	$exact  = array( wp_slash( get_post( $post_id )->post_content ), wp_slash( $content ) );
	$before = '';
	$read   = function ( $text ) use ( &$before ) {
		$before = $text;
		return $text;
	};
	// Other plugins may save posts of their own meanwhile.
	$restore = function ( $text ) use ( $exact, &$before ) {
		return in_array( $before, $exact, true ) ? $before : $text;
	};
	add_filter( 'content_save_pre', $read, PHP_INT_MIN );
	add_filter( 'content_save_pre', $restore, PHP_INT_MAX );
	// A post from before its first edit has no revision to go back to.
	wp_save_post_revision( $post_id );
	$saved = wp_update_post(
		array(
			'ID'           => $post_id,
			'post_content' => wp_slash( $content ),
		),
		true
	);
	remove_filter( 'content_save_pre', $read, PHP_INT_MIN );
	remove_filter( 'content_save_pre', $restore, PHP_INT_MAX );
	return ! is_wp_error( $saved );
}
