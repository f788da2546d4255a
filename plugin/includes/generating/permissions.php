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
	// Those of the site: a network has no roles, and the menu asks on every screen.
	$settings = altscribe_stored_settings();
	return ! $settings['limit_roles'] || (bool) array_intersect( $settings['generate_roles'], wp_get_current_user()->roles );
}

/**
 * Whether the user may work on the images of a post, and see the account.
 *
 * @param int $post_id The post or attachment.
 * @return bool
 */
function altscribe_may_use_post( $post_id ) {
	return altscribe_has_capability( 'edit_post', $post_id );
}

/**
 * Whether the user has a capability, and the one that a filter asks for beside it.
 *
 * @param string $required `edit_post`, or `edit_others_posts` for the whole library.
 * @param int    $post_id  The post or attachment; 0 for the whole library.
 * @return bool
 */
function altscribe_has_capability( $required, $post_id ) {
	/**
	 * Filters the capability that a user needs in addition to what is always needed.
	 *
	 * @param string $capability What is always needed: `edit_post`, or `edit_others_posts` for the whole library.
	 * @param int    $post_id    The post or attachment that it is checked for; 0 for the whole library.
	 */
	$further = apply_filters( 'altscribe_capability', $required, $post_id );
	if ( ! current_user_can( $required, $post_id ) ) {
		return false;
	}
	return ! is_string( $further ) || in_array( $further, array( '', $required ), true ) || current_user_can( $further, $post_id );
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
