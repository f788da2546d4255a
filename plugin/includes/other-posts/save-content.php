<?php
/**
 * Decides whether the content of a post may be changed, and saves it: exactly as given, with a revision of the
 * previous content.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Meta of a revision of ours. The next write by the same user replaces it, so a series of writes
 * has one revision.
 */
const ALTSCRIBE_FILL_REVISION_KEY = '_altscribe_fill_revision';

/**
 * The reason why the images of a post cannot be filled with the text of an attachment.
 *
 * @param int $post_id       The post.
 * @param int $attachment_id The attachment.
 * @return array{0: string, 1: string}|null `other_language` or a reason of altscribe_find_reason_not_to_change(), and a
 *   message; null if they can be filled.
 */
function altscribe_find_reason_not_to_fill( $post_id, $attachment_id ) {
	$reason   = altscribe_find_reason_not_to_change( $post_id );
	$language = altscribe_language( $post_id );
	if ( ! $reason && altscribe_get_primary_language( $language ) !== altscribe_get_primary_language( altscribe_language( $attachment_id ) ) ) {
		$name = altscribe_language_name( $language );
		/* translators: %s: name of a language, such as German. */
		return array( 'other_language', '' === $name ? __( 'This post is in another language.', 'altscribe' ) : sprintf( __( 'This post is in another language (%s).', 'altscribe' ), $name ) );
	}
	return $reason;
}

/**
 * The reason why the content of a post cannot be changed.
 *
 * @param int $post_id The post.
 * @return array{0: string, 1: string}|null `template`, `not_allowed`, `locked` or `autosave`, and a message; null
 *   if it can be changed.
 */
function altscribe_find_reason_not_to_change( $post_id ) {
	$post       = get_post( $post_id );
	$is_content = $post && in_array( $post->post_type, altscribe_list_content_post_types(), true )
		&& in_array( $post->post_status, ALTSCRIBE_CONTENT_STATUSES, true );
	if ( $post && in_array( $post->post_type, array( 'wp_template', 'wp_template_part' ), true ) && current_user_can( 'edit_post', $post_id ) ) {
		return array( 'template', __( 'This is a template. Edit it under Appearance > Editor.', 'altscribe' ) );
	}
	if ( ! $is_content || ! current_user_can( 'edit_post', $post_id ) ) {
		$error = current_user_can( 'edit_post', $post_id ) ? altscribe_error_of_post( $post_id ) : null;
		return array( 'not_allowed', $error ? $error->get_error_message() : __( 'You are not allowed to edit this post, or it no longer exists.', 'altscribe' ) );
	}
	require_once ABSPATH . 'wp-admin/includes/post.php';
	$editor = get_userdata( (int) wp_check_post_lock( $post_id ) );
	if ( $editor ) {
		/* translators: %s: name of a user. */
		return array( 'locked', sprintf( __( '%s is editing this post.', 'altscribe' ), $editor->display_name ) );
	}
	return altscribe_has_newer_autosave( $post )
		? array( 'autosave', __( 'This post has an autosave that is newer than the post. Open the post, restore the autosave or save without it, then try again.', 'altscribe' ) )
		: null;
}

/**
 * Whether any user left an autosave with changes that is newer than its post. If we saved the post, the autosave would be
 * the older one: the editor offers only newer ones, and deletes the others.
 *
 * @param WP_Post $post The post.
 * @return bool
 */
function altscribe_has_newer_autosave( $post ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- wp_get_post_autosave() reads only the one with the latest date of publication.
	$autosaves = $wpdb->get_results( $wpdb->prepare( "SELECT * FROM $wpdb->posts WHERE post_parent = %d AND post_type = 'revision' AND post_name = %s AND post_modified_gmt > %s", $post->ID, "$post->ID-autosave-v1", $post->post_modified_gmt ) );
	foreach ( $autosaves as $autosave ) {
		foreach ( array( 'post_title', 'post_content', 'post_excerpt' ) as $field ) {
			// A preview without changes makes one too.
			if ( normalize_whitespace( $autosave->$field ) !== normalize_whitespace( $post->$field ) ) {
				return true;
			}
		}
	}
	return false;
}

/**
 * Error: the post could not be written.
 *
 * @return array{0: string, 1: string} As altscribe_find_reason_not_to_change() returns it.
 */
function altscribe_reason_not_saved() {
	return array( 'not_saved', __( 'WordPress could not save this post, or another user saved it at the same moment. Try again.', 'altscribe' ) );
}

/** How many seconds one post may take. After them, a process that was cut off no longer keeps others from the post. */
const ALTSCRIBE_POST_LOCK_SECONDS = 60;

/** How many seconds a process waits for another one that changes the same post. */
const ALTSCRIBE_POST_LOCK_WAIT = 2;

/**
 * Changes a post. Only one process at a time changes the texts in a post and the record of them, because one that could
 * not save the post restores the record.
 *
 * @param int      $post_id The post.
 * @param callable $change  As for altscribe_change_posts().
 * @return array<string, mixed> Its result, or that of altscribe_result_of_post() if another process is still at it.
 */
function altscribe_change_post( $post_id, $change ) {
	require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
	$lock  = "altscribe_post_$post_id";
	$until = microtime( true ) + ALTSCRIBE_POST_LOCK_WAIT;
	while ( ! WP_Upgrader::create_lock( $lock, ALTSCRIBE_POST_LOCK_SECONDS ) ) {
		if ( microtime( true ) >= $until ) {
			return altscribe_result_of_post( $post_id, 0, altscribe_reason_not_saved() );
		}
		usleep( 100000 );
	}
	try {
		// Another process may have changed it since this one read it.
		altscribe_forget_attachment( $post_id );
		// WordPress schedules pings for a published post.
		altscribe_forget_cron();
		return $change( $post_id );
	} finally {
		WP_Upgrader::release_lock( $lock );
	}
}

/**
 * Saves only the content of a post, exactly as given, with revisions of the previous and the new content.
 * wp_update_post() would write the whole post again: for users without unfiltered HTML without the HTML that
 * others added, with other terms, and not at all if its template was deleted. So this writes like
 * wp_publish_post() and calls the actions of an update. New parts of the content must be escaped texts only.
 *
 * @param WP_Post $before  The post whose content was changed, as it was read.
 * @param string  $content Its new content.
 * @return bool Whether it was saved; also false if another process has saved the post since it was read.
 */
function altscribe_save_content( $before, $content ) {
	global $wpdb;
	$post_id = $before->ID;
	$replace = altscribe_prepare_revision( $before );
	$values  = array(
		'post_content'      => $content,
		'post_modified'     => current_time( 'mysql' ),
		'post_modified_gmt' => current_time( 'mysql', true ),
	);
	/** This action is documented in wp-includes/post.php */
	do_action( 'pre_post_update', $post_id, $values + array_diff_key( get_object_vars( $before ), array_flip( array( 'ID', 'filter' ) ) ) );
	// The time has only seconds. Texts that differ in case or accents are equal for MySQL; their bytes in the character set
	// of the connection are those that were read.
	$update = "UPDATE $wpdb->posts SET post_content = %s, post_modified = %s, post_modified_gmt = %s
		WHERE ID = %d AND post_status = %s AND post_modified_gmt = %s AND MD5( CAST( post_content AS CHAR ) ) = %s";
	// phpcs:ignore WordPress.DB -- See above; the cache is cleaned next.
	$saved = 1 === $wpdb->query( $wpdb->prepare( $update, array_merge( array_values( $values ), array( $post_id, $before->post_status, $before->post_modified_gmt, md5( $before->post_content ) ) ) ) );
	clean_post_cache( $before );
	if ( ! $saved ) {
		return false;
	}
	$post = get_post( $post_id );
	altscribe_put_revision( $post, $replace );
	// WordPress's own revision of this post would load all others into memory.
	$none = function ( $number, $of ) use ( $post_id ) {
		return (int) $of->ID === $post_id ? 0 : $number;
	};
	add_filter( 'wp_revisions_to_keep', $none, PHP_INT_MAX, 2 );
	// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals -- The actions of wp_insert_post().
	wp_transition_post_status( $post->post_status, $post->post_status, $post );
	do_action( "edit_post_{$post->post_type}", $post_id, $post );
	do_action( 'edit_post', $post_id, $post );
	do_action( 'post_updated', $post_id, $post, $before );
	do_action( "save_post_{$post->post_type}", $post_id, $post, true );
	do_action( 'save_post', $post_id, $post, true );
	do_action( 'wp_insert_post', $post_id, $post, true );
	// phpcs:enable
	wp_after_insert_post( $post, true, $before );
	remove_filter( 'wp_revisions_to_keep', $none, PHP_INT_MAX );
	return true;
}

/**
 * Makes sure that there is a revision of a post to go back to: before its first edit, a post has none.
 *
 * @param WP_Post $post The post.
 * @return int The revision that the next content may replace: the latest one, if we made it for the same user
 *             and nothing changed since; otherwise 0.
 */
function altscribe_prepare_revision( $post ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- wp_get_post_revisions() loads all of them.
	$id     = (int) $wpdb->get_var( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_parent = %d AND post_type = 'revision' AND post_name LIKE %s ORDER BY post_date DESC, ID DESC LIMIT 1", $post->ID, $post->ID . '-revision%' ) );
	$latest = $id ? get_post( $id ) : null;
	if ( ! $latest || $latest->post_content !== $post->post_content ) {
		altscribe_put_revision( $post );
		return 0;
	}
	$is_ours = (int) $latest->post_author === get_current_user_id() && get_metadata( 'post', $id, ALTSCRIBE_FILL_REVISION_KEY, true );
	return $is_ours ? $id : 0;
}

/**
 * Makes a revision of a post, exactly as the post is. Deletes none: WordPress removes surplus ones when the
 * post is saved.
 *
 * @param WP_Post  $post    The post.
 * @param int|null $replace The revision of ours to replace; 0 for a new one that later writes may replace; null
 *   for a permanent one.
 */
function altscribe_put_revision( $post, $replace = null ) {
	global $wpdb;
	if ( ! wp_revisions_enabled( $post ) ) {
		return;
	}
	$fields = wp_array_slice_assoc( get_object_vars( $post ), array_keys( _wp_post_revision_fields( $post ) ) );
	if ( $replace ) {
		$dates = array(
			'post_date'     => $post->post_modified,
			'post_date_gmt' => $post->post_modified_gmt,
		);
		// phpcs:ignore WordPress.DB -- For the filters, see altscribe_save_content(); the cache is cleaned next.
		$wpdb->update( $wpdb->posts, $fields + $dates + wp_array_slice_assoc( get_object_vars( $post ), array( 'post_modified', 'post_modified_gmt' ) ), array( 'ID' => $replace ) );
		clean_post_cache( $replace );
		return;
	}
	$exact = function ( $data ) use ( $post, $fields ) {
		return 'revision' === $data['post_type'] && (int) $data['post_parent'] === $post->ID ? array_merge( $data, wp_slash( $fields ) ) : $data;
	};
	add_filter( 'wp_insert_post_data', $exact, PHP_INT_MAX );
	$id = _wp_put_post_revision( $post );
	remove_filter( 'wp_insert_post_data', $exact, PHP_INT_MAX );
	if ( 0 === $replace && $id && ! is_wp_error( $id ) ) {
		update_metadata( 'post', $id, ALTSCRIBE_FILL_REVISION_KEY, 1 );
	}
}
