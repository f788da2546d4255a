<?php
/**
 * Who may generate alternative texts, and so spend credits.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whether the user may generate an alternative text for a post or an attachment: the capability and the
 * role admit it.
 *
 * @param int $post_id The post or attachment.
 * @return bool
 */
function altscribe_may_generate_for( $post_id ) {
	return altscribe_has_generating_role() && altscribe_may_use_post( $post_id );
}

/**
 * Whether the role of the user may generate at all. Administrators always may.
 *
 * @return bool
 */
function altscribe_has_generating_role() {
	if ( current_user_can( 'manage_options' ) ) {
		return true;
	}
	$settings = altscribe_settings();
	return ! $settings['limit_roles'] || (bool) array_intersect( $settings['generate_roles'], wp_get_current_user()->roles );
}

/**
 * Whether the user may work on the images of a post, and see the account.
 *
 * @param int $post_id The post or attachment.
 * @return bool
 */
function altscribe_may_use_post( $post_id ) {
	/**
	 * Filters the capability that a user needs to work on the alternative texts of a post or attachment.
	 *
	 * @param string $capability By default `edit_post`. It is checked for the post.
	 * @param int    $post_id    The post or attachment.
	 */
	return current_user_can( (string) apply_filters( 'altscribe_capability', 'edit_post', $post_id ), $post_id );
}

/**
 * The same for a route: whoever lacks only the role is told so.
 *
 * @param int $post_id The post or attachment.
 * @return bool|WP_Error
 */
function altscribe_explain_permission( $post_id ) {
	$may_use = altscribe_may_use_post( $post_id );
	return $may_use && ! altscribe_has_generating_role() ? altscribe_error_role_excluded() : $may_use;
}

/** The role of the user may not generate. */
function altscribe_error_role_excluded() {
	return new WP_Error(
		'altscribe_role_excluded',
		__( 'Your role may not generate alt text on this site. Ask an administrator.', 'altscribe' ),
		array( 'status' => 403 )
	);
}
