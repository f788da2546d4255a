<?php
/**
 * The box "Alt text" on edit screens without the block editor.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'add_meta_boxes', 'altscribe_add_classic_box', 10, 2 );

/**
 * Adds the box for users who may edit the post. Another plugin, a setting or the post type may have chosen the
 * classic editor.
 *
 * @param string        $post_type Type of the post.
 * @param WP_Post|mixed $post      The post; comments and links have such boxes too.
 */
function altscribe_add_classic_box( $post_type, $post ) {
	if ( ! $post instanceof WP_Post || 'attachment' === $post_type || ! post_type_supports( $post_type, 'editor' ) ) {
		return;
	}
	if ( use_block_editor_for_post( $post ) || ! altscribe_may_use_post( $post->ID ) ) {
		return;
	}
	add_meta_box(
		'altscribe-classic-box',
		__( 'Alt text', 'altscribe' ),
		function () {
			echo '<div id="altscribe-classic"></div>';
		},
		null,
		'normal',
		'high',
		array( '__back_compat_meta_box' => true )
	);
	altscribe_enqueue_classic_editor( $post );
}

/**
 * Loads the script of the box.
 *
 * @param WP_Post $post The post.
 */
function altscribe_enqueue_classic_editor( $post ) {
	$settings = altscribe_settings();
	altscribe_enqueue_screen(
		'classic-editor',
		'altscribeClassic',
		array(
			'postId'          => $post->ID,
			'connectionError' => altscribe_find_blocking_error( $settings ),
			'settingsUrl'     => current_user_can( 'manage_options' ) ? altscribe_settings_url() : null,
			'language'        => altscribe_language( $post->ID ),
			'ownKeywords'     => (string) get_post_meta( $post->ID, ALTSCRIBE_KEYWORDS_KEY, true ),
			'savedKeywords'   => altscribe_find_saved_keywords( $post->ID ),
			'reviewNewTexts'  => $settings['review_new_texts'],
			// The button for the images of a product also generates for this one.
			'hasFeatured'     => 'product' !== $post->post_type,
			'attachments'     => altscribe_list_classic_attachments( $post ),
		),
		array( 'media-editor' )
	);
}

/**
 * The images of the media library in the content of a post, and its featured image, as WordPress describes them
 * to its media window. The window loads others itself.
 *
 * @param WP_Post $post The post, as stored.
 * @return array<int, array<string, mixed>> At most 100.
 */
function altscribe_list_classic_attachments( $post ) {
	preg_match_all( '/\bwp-image-(\d+)/', $post->post_content, $matches );
	$ids = array_merge( array( get_post_thumbnail_id( $post ) ), $matches[1] );
	$ids = array_slice( array_unique( array_filter( array_map( 'intval', $ids ) ) ), 0, 100 );
	// One query for all of them.
	_prime_post_caches( $ids, false, true );
	$may_see = function ( $id ) {
		return wp_attachment_is_image( $id ) && current_user_can( 'read_post', $id );
	};
	return array_values( array_filter( array_map( 'wp_prepare_attachment_for_js', array_filter( $ids, $may_see ) ) ) );
}
