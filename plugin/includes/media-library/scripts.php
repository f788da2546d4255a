<?php
/**
 * The script beside WordPress's own fields for alternative text: in the media window, in the grid, in the
 * list and on the screen of an image.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'wp_enqueue_media', 'altscribe_enqueue_media_library' );
add_action( 'admin_enqueue_scripts', 'altscribe_enqueue_media_screens' );
add_filter( 'wp_prepare_attachment_for_js', 'altscribe_prepare_attachment', 10, 2 );

/**
 * Loads the script on the list and on the screen of an image, which have no media window.
 *
 * @param string $hook_suffix Name of the screen.
 */
function altscribe_enqueue_media_screens( $hook_suffix ) {
	$is_image = 'post.php' === $hook_suffix && wp_attachment_is_image();
	if ( 'upload.php' === $hook_suffix || $is_image ) {
		altscribe_enqueue_media_library();
	}
}

/** Loads the script, once, for those who may upload. */
function altscribe_enqueue_media_library() {
	if ( ! is_admin() || ! current_user_can( 'upload_files' ) ) {
		return;
	}
	if ( wp_script_is( 'altscribe-media-library' ) ) {
		// The media window came later.
		$script       = wp_scripts()->registered['altscribe-media-library'];
		$script->deps = array_unique( array_merge( $script->deps, altscribe_list_media_scripts() ) );
		return;
	}
	$post_id  = (int) get_the_ID();
	$is_image = wp_attachment_is_image( $post_id );
	altscribe_enqueue_screen(
		'media-library',
		'altscribeMedia',
		array(
			'connectionError' => altscribe_is_connected( altscribe_settings() )
				? null
				: altscribe_error_to_array( altscribe_error_not_connected() ),
			'settingsUrl'     => current_user_can( 'manage_options' ) ? altscribe_settings_url() : null,
			'progressUrl'     => admin_url( 'upload.php?page=altscribe-media' ),
			'mayUseQueue'     => altscribe_may_use_queue(),
			'stateFilters'    => altscribe_state_filters(),
			'editedImage'     => $is_image && altscribe_may_use_attachment( $post_id )
				? array(
					'id'       => $post_id,
					'language' => altscribe_language( $post_id ),
				)
				: null,
		),
		altscribe_list_media_scripts()
	);
}

/**
 * WordPress's scripts of this screen whose views are extended.
 *
 * @return string[] Handles.
 */
function altscribe_list_media_scripts() {
	if ( ! did_action( 'wp_enqueue_media' ) ) {
		return array();
	}
	return 'upload.php' === $GLOBALS['pagenow'] ? array( 'media-views', 'media-grid' ) : array( 'media-views' );
}

/**
 * Tells the media window what it needs to know of an image.
 *
 * @param array<string, mixed> $response   As WordPress hands it to its scripts.
 * @param WP_Post              $attachment The file.
 * @return array<string, mixed>
 */
function altscribe_prepare_attachment( $response, $attachment ) {
	if ( 'image' === $response['type'] && altscribe_may_use_attachment( $attachment->ID ) ) {
		$response['altscribe'] = array( 'language' => altscribe_language( $attachment->ID ) );
	}
	return $response;
}
