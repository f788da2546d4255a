<?php
/**
 * Decides whether the content of a post may be changed, and saves it: exactly as given, with a revision of the
 * previous content.
 *
 * @package Altscribe
 */

namespace Altscribe\Posts;

use Altscribe\Core;
use Altscribe\Library;
use WP_Error;
use WP_Post;
use WP_User;
use WP_Upgrader;

defined( 'ABSPATH' ) || exit;

final class Saving {

	/**
	 * Meta of a revision of ours. The next write by the same user replaces it, so a series of writes
	 * has one revision.
	 */
	private const FILL_REVISION_KEY = '_altscribe_fill_revision';

	/** How many seconds one post may take. After that, a process that was cut off no longer blocks the post for others. */
	private const POST_LOCK_SECONDS = 60;

	/** How many seconds a process waits while another one changes the same post. */
	private const POST_LOCK_WAIT = 2;

	/**
	 * Why no text may be paid for or written for the images of a post now: it is in the trash.
	 *
	 * @param int $post_id The post.
	 * @return WP_Error|null altscribe_post_in_trash.
	 */
	public static function find_problem( $post_id ) {
		return 'trash' === get_post_field( 'post_status', $post_id )
			? Core\Errors::post_in_trash()
			: null;
	}

	/**
	 * The reason why the images of a post cannot be filled with the text of an attachment.
	 *
	 * @param int $post_id       The post.
	 * @param int $attachment_id The attachment.
	 * @return array{0: string, 1: string}|null `other_language` or a reason of self::find_reason_not_to_change(), and a
	 *   message; null if they can be filled.
	 */
	public static function find_reason_not_to_fill( $post_id, $attachment_id ) {
		$reason   = self::find_reason_not_to_change( $post_id );
		$language = Core\Languages::of_post( $post_id );
		if ( ! $reason && ! Core\Languages::is_same( $language, Core\Languages::of_post( $attachment_id ) ) ) {
			$name = Core\Languages::name( $language );
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
	public static function find_reason_not_to_change( $post_id ) {
		$post       = get_post( $post_id );
		$is_content = $post && in_array( $post->post_type, Places::list_content_post_types(), true )
			&& in_array( $post->post_status, Places::CONTENT_STATUSES, true );
		if ( $post && in_array( $post->post_type, array( 'wp_template', 'wp_template_part' ), true ) && Core\Permissions::may_edit_post( $post_id ) ) {
			return array( 'template', __( 'This is a template. Edit it under Appearance > Editor.', 'altscribe' ) );
		}
		if ( ! $is_content || ! Core\Permissions::may_edit_post( $post_id ) ) {
			$error = Core\Permissions::may_edit_post( $post_id ) ? self::find_problem( $post_id ) : null;
			return array( 'not_allowed', $error ? $error->get_error_message() : __( 'You are not allowed to edit this post, or it no longer exists.', 'altscribe' ) );
		}
		$editor = self::find_editor( $post_id );
		if ( $editor ) {
			return array(
				'locked',
				get_current_user_id() === $editor->ID
					? __( 'You are editing this post in another tab, which would overwrite the change. Decide there, or save and close that tab, then try again.', 'altscribe' )
					/* translators: %s: name of a user. */
					: sprintf( __( '%s is editing this post.', 'altscribe' ), $editor->display_name ),
			);
		}
		return self::has_newer_autosave( $post )
			? array( 'autosave', __( 'This post has an autosave that is newer than the post. Open the post, restore the autosave or save without it, then try again.', 'altscribe' ) )
			: null;
	}

	/**
	 * The user who has a post open in an editor. wp_check_post_lock() ignores the current user, but their other tab would
	 * overwrite a change with its next save.
	 *
	 * @param int $post_id The post.
	 * @return WP_User|null
	 */
	private static function find_editor( $post_id ) {
		list( $time, $user_id ) = explode( ':', get_post_meta( $post_id, '_edit_lock', true ) . ':' );
		/** This filter is documented in wp-admin/includes/post.php. */
		$window = apply_filters( 'wp_check_post_lock_window', 150 ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- see there.
		$user   = (int) $time > time() - $window ? get_userdata( (int) $user_id ) : false;
		return $user ? $user : null;
	}

	/**
	 * Whether a user has an autosave with changes that is newer than the post. If we saved the post, the autosave would become
	 * the older one, and the editor only offers newer ones and deletes the others.
	 *
	 * @param WP_Post $post The post.
	 * @return bool
	 */
	private static function has_newer_autosave( $post ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- wp_get_post_autosave() reads only the one with the latest date of publication.
		$autosaves = $wpdb->get_results( $wpdb->prepare( "SELECT * FROM $wpdb->posts WHERE post_parent = %d AND post_type = 'revision' AND post_name = %s AND post_modified_gmt > %s", $post->ID, "$post->ID-autosave-v1", $post->post_modified_gmt ) );
		foreach ( $autosaves as $autosave ) {
			foreach ( array( 'post_title', 'post_content', 'post_excerpt' ) as $field ) {
				// A preview without changes creates an autosave too.
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
	 * @return array{0: string, 1: string} As self::find_reason_not_to_change() returns it.
	 */
	public static function reason_not_saved() {
		return array( 'not_saved', __( 'WordPress could not save this post, or another user saved it at the same moment. Try again.', 'altscribe' ) );
	}

	/**
	 * Changes a post. Only one process at a time changes the texts in a post and their record, because a process that cannot
	 * save the post restores the record.
	 *
	 * @param int      $post_id The post.
	 * @param callable $change  As for Fill::change_posts().
	 * @return array<string, mixed> Its result, or that of Fill::result_of_post() if another process is still working on it.
	 */
	public static function change_post( $post_id, $change ) {
		require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
		$lock  = "altscribe_post_$post_id";
		$until = microtime( true ) + self::POST_LOCK_WAIT;
		while ( ! WP_Upgrader::create_lock( $lock, self::POST_LOCK_SECONDS ) ) {
			if ( microtime( true ) >= $until ) {
				return Fill::result_of_post( $post_id, 0, self::reason_not_saved() );
			}
			usleep( 100000 );
		}
		try {
			// Another process may have changed it since this one read it.
			Library\Alt_Text::forget( $post_id );
			// WordPress schedules pings for a published post.
			Core\Background::forget_cron();
			return $change( $post_id );
		} finally {
			WP_Upgrader::release_lock( $lock );
		}
	}

	/**
	 * Saves only the content of a post, exactly as given, with revisions of the previous and the new content.
	 * wp_update_post() would write the whole post again: it would change the terms, remove HTML that others added if the
	 * user may not use unfiltered HTML, and fail if the template was deleted. So this writes like wp_publish_post() and
	 * calls the actions of an update. New parts of the content must be escaped texts only.
	 *
	 * @param WP_Post $before  The post whose content was changed, as it was read.
	 * @param string  $content Its new content.
	 * @return bool Whether it was saved; also false if another process has saved the post since it was read.
	 */
	public static function save_content( $before, $content ) {
		global $wpdb;
		$post_id = $before->ID;
		$replace = self::prepare_revision( $before );
		$values  = array(
			'post_content'      => $content,
			'post_modified'     => current_time( 'mysql' ),
			'post_modified_gmt' => current_time( 'mysql', true ),
		);
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- This action is documented in wp-includes/post.php.
		do_action( 'pre_post_update', $post_id, $values + array_diff_key( get_object_vars( $before ), array_flip( array( 'ID', 'filter' ) ) ) );
		$same = Core\Text::md5_sql( 'post_content', '%s' );
		// The time is only exact to the second. To MySQL, texts that differ in case or accents are equal, so this compares
		// their bytes.
		$update = "UPDATE $wpdb->posts SET post_content = %s, post_modified = %s, post_modified_gmt = %s
			WHERE ID = %d AND post_status = %s AND post_modified_gmt = %s AND $same";
		// phpcs:ignore WordPress.DB -- See above; the cache is cleaned next.
		$saved = 1 === $wpdb->query( $wpdb->prepare( $update, array_merge( array_values( $values ), array( $post_id, $before->post_status, $before->post_modified_gmt, md5( $before->post_content ) ) ) ) );
		clean_post_cache( $before );
		if ( ! $saved ) {
			return false;
		}
		$post = get_post( $post_id );
		self::put_revision( $post, $replace );
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
	private static function prepare_revision( $post ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- wp_get_post_revisions() loads all of them.
		$id     = (int) $wpdb->get_var( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_parent = %d AND post_type = 'revision' AND post_name LIKE %s ORDER BY post_date DESC, ID DESC LIMIT 1", $post->ID, $post->ID . '-revision%' ) );
		$latest = $id ? get_post( $id ) : null;
		if ( ! $latest || $latest->post_content !== $post->post_content ) {
			self::put_revision( $post );
			return 0;
		}
		$is_ours = (int) $latest->post_author === get_current_user_id() && get_metadata( 'post', $id, self::FILL_REVISION_KEY, true );
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
	private static function put_revision( $post, $replace = null ) {
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
			// phpcs:ignore WordPress.DB -- For the filters, see self::save_content(); the cache is cleaned next.
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
			update_metadata( 'post', $id, self::FILL_REVISION_KEY, 1 );
		}
	}
}
