<?php
/**
 * The user's own SEO keywords of a post, which the sidebar of the editor shows and changes.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

// Late, so that other plugins have registered their post types.
add_action( 'init', 'altscribe_register_post_meta', 99 );

/** Registers the keywords for every post type of the block editor. */
function altscribe_register_post_meta() {
	foreach ( get_post_types_by_support( 'editor' ) as $post_type ) {
		if ( ! get_post_type_object( $post_type )->show_in_rest ) {
			continue;
		}
		register_post_meta(
			$post_type,
			'altscribe_seo_keywords',
			array(
				'type'              => 'string',
				'single'            => true,
				'default'           => '',
				'show_in_rest'      => true,
				'sanitize_callback' => 'sanitize_text_field',
				'auth_callback'     => 'altscribe_may_change_keywords',
			)
		);
	}
}

/**
 * Users who may edit a post may change its keywords.
 *
 * @param bool   $allowed  The decision of WordPress.
 * @param string $meta_key Unused.
 * @param int    $post_id  The post.
 * @param int    $user_id  The user.
 * @return bool
 */
function altscribe_may_change_keywords( $allowed, $meta_key, $post_id, $user_id ) {
	return user_can( $user_id, 'edit_post', $post_id );
}
