<?php
/**
 * Who may read, generate, decide, write and configure. No other file asks WordPress for a capability. A permission
 * callback only looks at parameters that its route's callback uses, never at the path.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

use Altscribe\Generation;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Permissions {

	/**
	 * Callbacks on WordPress's capability filters that do not look at posts: those of WordPress, WooCommerce, Jetpack (also
	 * in WooCommerce) and SQLite Database Integration. Any other callback may decide post by post.
	 */
	private const CALLBACKS_BY_ROLE = array(
		'wp_maybe_grant_install_languages_cap',
		'wp_maybe_grant_resume_extensions_caps',
		'wp_maybe_grant_site_health_caps',
		'wc_modify_map_meta_cap',
		'wc_customer_has_capability',
		'wc_shop_manager_has_capability',
		'Automattic\Jetpack\Connection\Manager::jetpack_connection_custom_caps',
		'sqlite_plugin_map_deactivation_capability',
	);

	/** How many rows of a query are read at a time, and how many posts are in memory at once. */
	private const PERMISSION_ROWS  = 10000;

	private const CHUNK = 1000;

	/**
	 * Whether a user may read a post or an attachment: visitors can open it, or WordPress lets the user read it. Users who
	 * may not edit it cannot read it if it has a password, or if its type has neither pages nor a REST route. An attachment
	 * is as public as the post that it was uploaded to; without one, it is public.
	 *
	 * @param int      $post_id The post or attachment.
	 * @param int|null $user_id The user, 0 for none; null for the current one.
	 * @return bool
	 */
	public static function may_read_post( $post_id, $user_id = null ) {
		$post = $post_id ? get_post( $post_id ) : null;
		$type = $post ? get_post_type_object( $post->post_type ) : null;
		if ( ! $type ) {
			return false;
		}
		$is_open = '' === $post->post_password;
		if ( $is_open && 'product_variation' === $post->post_type && 'publish' === $post->post_status ) {
			// Visitors see it with its product.
			return self::may_read_post( $post->post_parent, $user_id );
		}
		if ( $is_open && is_post_publicly_viewable( $post ) ) {
			return true;
		}
		$is_readable = $is_open && ( is_post_type_viewable( $type ) || $type->show_in_rest );
		return self::user_can( $user_id, $is_readable ? 'read_post' : 'edit_post', $post->ID );
	}

	/**
	 * Whether the current user writes posts of any type on this site, and so works with the images of others.
	 *
	 * @return bool
	 */
	public static function may_write() {
		foreach ( is_user_logged_in() ? get_post_types( array( 'show_in_rest' => true ), 'objects' ) : array() as $type ) {
			if ( current_user_can( $type->cap->edit_posts ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether a user may work on the images of a post, and see the account.
	 *
	 * @param int      $post_id The post or attachment.
	 * @param int|null $user_id The user, 0 for none; null for the current one.
	 * @return bool
	 */
	public static function may_work_on_post( $post_id, $user_id = null ) {
		return self::has_capability( 'edit_post', $post_id, $user_id );
	}

	/**
	 * Whether a user has a capability, and the additional one from the filter.
	 *
	 * @param string   $required `edit_post`, or `edit_others_posts` for the whole library.
	 * @param int      $post_id  The post or attachment; 0 for the whole library.
	 * @param int|null $user_id  The user, 0 for none; null for the current one.
	 * @return bool
	 */
	private static function has_capability( $required, $post_id, $user_id = null ) {
		/**
		 * Filters a capability that a user needs besides the required one, to see the account and to generate.
		 *
		 * @param string $capability The required one: `edit_post`, or `edit_others_posts` for batches, undo, import and
		 *                           export.
		 * @param int    $post_id    The post or attachment; 0 for the whole library.
		 */
		$further = apply_filters( 'altscribe_capability', $required, $post_id );
		if ( ! self::user_can( $user_id, $required, $post_id ) ) {
			return false;
		}
		return ! is_string( $further ) || in_array( $further, array( '', $required ), true ) || self::user_can( $user_id, $further, $post_id );
	}

	/**
	 * Whether a user has a capability for a post.
	 *
	 * @param int|null $user_id    The user, 0 for none; null for the current one.
	 * @param string   $capability The capability.
	 * @param int      $post_id    The post or attachment.
	 * @return bool
	 */
	private static function user_can( $user_id, $capability, $post_id ) {
		return null === $user_id ? current_user_can( $capability, $post_id ) : user_can( $user_id, $capability, $post_id );
	}

	/**
	 * The condition that the current user may work on the images of a post, for queries about many posts: the answer of
	 * self::may_work_on_post(), without reading each post. WordPress decides by type, status and author, so one post of
	 * each kind is checked. If another plugin's callback may decide, each post is checked.
	 *
	 * @param string $query Safe SQL: FROM and WHERE. The condition is only right for the posts of this query.
	 * @param string $posts The name of the table of posts in this query.
	 * @param string $key   The column with the ids of the query's rows.
	 * @return string Safe SQL; '' if the user may work on all of them.
	 */
	public static function permitted_sql( $query, $posts, $key ) {
		global $wpdb;
		if ( self::is_each_post_asked() ) {
			return self::permitted_one_by_one_sql( $query, $posts, $key );
		}
		$user_id = get_current_user_id();
		$kinds   = array();
		$ids     = array();
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- Names of tables, safe SQL and numbers.
		// The rights on a revision are those on its post, and the privacy policy needs another capability.
		$single = $wpdb->prepare( "CASE WHEN $posts.post_type = 'revision' OR $posts.ID = %d THEN $posts.ID ELSE 0 END", get_option( 'wp_page_for_privacy_policy' ) );
		$rows   = $wpdb->get_results( $wpdb->prepare( "SELECT $posts.post_type, $posts.post_status, CASE WHEN $posts.post_author = %d THEN 1 ELSE 0 END AS is_own, $single AS single, MIN($posts.ID) AS example $query GROUP BY $posts.post_type, $posts.post_status, is_own, single", $user_id ) );
		_prime_post_caches( array_map( 'intval', wp_list_pluck( $rows, 'example' ) ), false, false );
		foreach ( $rows as $row ) {
			$may = (int) self::may_work_on_post( (int) $row->example );
			if ( $row->single ) {
				$ids[ $may ][] = (int) $row->example;
			} else {
				$kinds[ $may ][] = $wpdb->prepare( "($posts.post_type = %s AND $posts.post_status = %s AND $posts.post_author " . ( $row->is_own ? '=' : '<>' ) . ' %d)', $row->post_type, $row->post_status, $user_id );
			}
		}
		// phpcs:enable
		if ( empty( $kinds[0] ) && empty( $ids[0] ) ) {
			return '';
		}
		$in = function ( $numbers ) use ( $posts ) {
			return "$posts.ID IN (" . implode( ',', $numbers ) . ')';
		};
		return '(((' . implode( ' OR ', $kinds[1] ?? array( '1 = 0' ) ) . ") AND NOT {$in( $ids[0] ?? array( 0 ) )}) OR {$in( $ids[1] ?? array( 0 ) )})";
	}

	/**
	 * Like self::permitted_sql(), but checks each post.
	 *
	 * @param string $query As for self::permitted_sql().
	 * @param string $posts The same.
	 * @param string $key   The same.
	 * @return string
	 */
	private static function permitted_one_by_one_sql( $query, $posts, $key ) {
		global $wpdb;
		$may   = array();
		$after = 0;
		do {
			// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Safe SQL.
			$rows = $wpdb->get_results( "SELECT $key AS number, $posts.ID AS id $query" . $wpdb->prepare( " AND $key > %d ORDER BY $key LIMIT %d", $after, self::PERMISSION_ROWS ) );
			$ids  = array_diff( array_unique( array_map( 'intval', wp_list_pluck( $rows, 'id' ) ) ), array_keys( $may ) );
			foreach ( array_chunk( $ids, self::CHUNK ) as $chunk ) {
				_prime_post_caches( $chunk, false, false );
				foreach ( $chunk as $id ) {
					$may[ $id ] = self::may_work_on_post( $id );
				}
				Background::release_posts( $chunk );
			}
			$after = $rows ? (int) end( $rows )->number : $after;
		} while ( count( $rows ) === self::PERMISSION_ROWS );
		$refused   = array_keys( $may, false, true );
		$permitted = count( $may ) - count( $refused );
		if ( ! $refused ) {
			return '';
		}
		// The shorter list: a user may edit a few posts, or nearly all.
		return count( $refused ) < $permitted ? "$posts.ID NOT IN (" . implode( ',', $refused ) . ')' : "$posts.ID IN (" . implode( ',', $permitted ? array_keys( $may, true, true ) : array( 0 ) ) . ')';
	}

	/**
	 * Whether another plugin may decide who may edit which post.
	 *
	 * @return bool
	 */
	private static function is_each_post_asked() {
		foreach ( array( 'altscribe_capability', 'map_meta_cap', 'user_has_cap' ) as $hook ) {
			foreach ( $GLOBALS['wp_filter'][ $hook ]->callbacks ?? array() as $callbacks ) {
				foreach ( $callbacks as $callback ) {
					// Sets $name, for a method too: `Class::method`.
					is_callable( $callback['function'], true, $name );
					if ( ! in_array( $name, self::CALLBACKS_BY_ROLE, true ) ) {
						return true;
					}
				}
			}
		}
		return false;
	}

	/**
	 * Only users who may edit the post or image, and whose role may generate, may spend credits on it. Without a place in the
	 * post, the text is that of the media library, so they must be allowed to edit that too.
	 *
	 * @param array<string, mixed> $target As for Generation\Ask::ask(), with all keys.
	 * @return bool|WP_Error
	 */
	public static function may_ask( $target ) {
		$may = self::explain_permission( $target['post_id'] ? $target['post_id'] : $target['attachment_id'] );
		return true === $may && $target['post_id'] && '' === $target['place'] ? self::explain_permission( $target['attachment_id'] ) : $may;
	}

	/**
	 * Whether the user may list and count suggestions, or decide several: all users who write may, because each list only has those
	 * about posts and images that the user may edit. With a post in the request, whether the user may edit it.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool
	 */
	public static function may_list_suggestions( $request ) {
		return empty( $request['post'] ) ? current_user_can( 'edit_posts' ) : self::may_work_on_post( (int) $request['post'] );
	}

	/**
	 * The roles that may write posts or upload files, except those that may always generate.
	 *
	 * @return array<array{name: string, label: string}>
	 */
	public static function list_generating_roles() {
		$roles = array();
		foreach ( wp_roles()->role_objects as $name => $role ) {
			if ( ! $role->has_cap( 'manage_options' ) && ( $role->has_cap( 'edit_posts' ) || $role->has_cap( 'upload_files' ) ) ) {
				$roles[] = array(
					'name'  => $name,
					'label' => translate_user_role( wp_roles()->role_names[ $name ] ),
				);
			}
		}
		return $roles;
	}

	/**
	 * Whether the user may generate an alternative text for a post or an attachment, by capability and
	 * role.
	 *
	 * @param int $post_id The post or attachment.
	 * @return bool
	 */
	public static function may_generate_for( $post_id ) {
		return self::has_generating_role() && self::may_work_on_post( $post_id );
	}

	/**
	 * Whether the user's role may generate. Administrators always may.
	 *
	 * @return bool
	 */
	public static function has_generating_role() {
		if ( current_user_can( 'manage_options' ) ) {
			return true;
		}
		// The settings of the site: a network has no roles, and the menu checks this on every screen.
		$settings = Settings::stored();
		return ! $settings['limit_roles'] || (bool) array_intersect( $settings['generate_roles'], wp_get_current_user()->roles );
	}

	/**
	 * The permission check of a route, with a specific error if only the role is missing.
	 *
	 * @param int $post_id The post or attachment.
	 * @return bool|WP_Error
	 */
	public static function explain_permission( $post_id ) {
		$may = self::may_work_on_post( $post_id );
		return $may && ! self::has_generating_role() ? Errors::role_excluded() : $may;
	}

	/**
	 * Users who may edit a post may change its keywords.
	 *
	 * @param bool   $allowed  WordPress's decision.
	 * @param string $meta_key Unused.
	 * @param int    $post_id  The post.
	 * @param int    $user_id  The user.
	 * @return bool
	 */
	public static function may_change_keywords( $allowed, $meta_key, $post_id, $user_id ) {
		return user_can( $user_id, 'edit_post', $post_id );
	}

	/**
	 * Users who may edit an attachment may mark it.
	 *
	 * @param bool   $allowed       The decision of WordPress.
	 * @param string $meta_key      Unused.
	 * @param int    $attachment_id The attachment.
	 * @param int    $user_id       The user.
	 * @return bool
	 */
	public static function may_mark_decorative( $allowed, $meta_key, $attachment_id, $user_id ) {
		return user_can( $user_id, 'edit_post', $attachment_id );
	}

	/**
	 * Users who may generate for the attachment. The posts are checked one by one.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool
	 */
	public static function may_fill_posts( $request ) {
		return 'attachment' === get_post_type( (int) $request['id'] ) && self::may_work_on_post( (int) $request['id'] );
	}

	/**
	 * Whether the user may see and change the settings.
	 *
	 * @return bool
	 */
	public static function may_change_settings() {
		return current_user_can( 'manage_options' );
	}

	/**
	 * Whether the user may see and change the settings of the network.
	 *
	 * @return bool
	 */
	public static function may_change_network() {
		return current_user_can( 'manage_network_options' );
	}

	/**
	 * Whether the user may see Site Health.
	 *
	 * @return bool
	 */
	public static function may_see_site_health() {
		return current_user_can( 'view_site_health_checks' );
	}

	/**
	 * Whether the user may change where widgets show images.
	 *
	 * @return bool
	 */
	public static function may_edit_theme() {
		return current_user_can( 'edit_theme_options' );
	}

	/**
	 * Whether the user may activate plugins.
	 *
	 * @return bool
	 */
	public static function may_activate_plugins() {
		return current_user_can( 'activate_plugins' );
	}

	/**
	 * Whether the user may upload images, and see those of others.
	 *
	 * @return bool
	 */
	public static function may_upload() {
		return current_user_can( 'upload_files' );
	}

	/**
	 * Whether the user writes on this site at all: may check a text, and decide suggestions for some posts or images.
	 *
	 * @return bool
	 */
	public static function may_edit_posts() {
		return current_user_can( 'edit_posts' );
	}

	/**
	 * Whether WordPress lets the user edit a post or an attachment.
	 *
	 * @param int $post_id The post or attachment.
	 * @return bool
	 */
	public static function may_edit_post( $post_id ) {
		return current_user_can( 'edit_post', $post_id );
	}

	/**
	 * Users who may edit the post may see its account; without a post, users who may change the settings.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool|WP_Error
	 */
	public static function may_see_account( $request ) {
		return isset( $request['post_id'] )
			? self::explain_permission( $request['post_id'] )
			: self::may_change_settings();
	}

	/**
	 * Whether the user may start, see, control and undo all batches, import and export. All of these concern the
	 * whole library.
	 *
	 * @return bool
	 */
	public static function may_run_batches() {
		return self::has_generating_role() && self::may_upload() && self::has_capability( 'edit_others_posts', 0 );
	}

	/**
	 * Whether the user may see the report: it names authors and counts the posts of all of them.
	 *
	 * @return bool
	 */
	public static function may_see_report() {
		return self::has_capability( 'edit_others_posts', 0 );
	}

	/**
	 * Whether the user may decide about the text of an image. That costs nothing, so it does not depend on who may generate.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool
	 */
	public static function may_read_image( $request ) {
		return wp_attachment_is_image( (int) $request['id'] ) && self::may_work_on_post( (int) $request['id'] );
	}

	/**
	 * Whether the user may change the image of a request.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool
	 */
	public static function may_change_image( $request ) {
		return self::may_generate_for( (int) $request['id'] );
	}
}
