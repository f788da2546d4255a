<?php
/**
 * The scripts of the media library and their REST route.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'altscribe_register_attachment_route' );

/** Registers the route. */
function altscribe_register_attachment_route() {
	altscribe_register_route(
		'/attachments/(?P<id>\d+)/generate',
		'POST',
		'altscribe_rest_generate_for_attachment',
		'altscribe_may_generate_for_attachment',
		array(
			'post_id' => array(
				'type'    => 'integer',
				'minimum' => 1,
			),
		) + altscribe_asking_args()
	);
}

/**
 * Only users who may edit the image, and the post that gives its context, may spend credits on it.
 *
 * @param WP_REST_Request $request The request.
 * @return bool
 */
function altscribe_may_generate_for_attachment( $request ) {
	return altscribe_may_use_attachment( (int) $request['id'] ) && ( ! isset( $request['post_id'] ) || altscribe_may_use_post( (int) $request['post_id'] ) );
}

/**
 * Responds with an alternative text.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error As altscribe_ask() returns it.
 */
function altscribe_rest_generate_for_attachment( $request ) {
	$id      = (int) $request['id'];
	$options = altscribe_read_options( $request );
	// On the screen of an image, the post is the image itself.
	$is_picked = isset( $request['post_id'] ) && 'attachment' === get_post_type( $id ) && 'attachment' !== get_post_type( (int) $request['post_id'] );
	$post      = array(
		'post_id' => (int) $request['post_id'],
		'is_only' => true,
	);
	return altscribe_ask( array( 'attachment_id' => $id ), array( 'edited' => $is_picked ? $post + $options['edited'] : array() ) + $options + array( 'origin' => 'grid' ) );
}

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

/**
 * Loads the script once, for users who may upload. Not in the Customizer: people pick the logo and the icon of the site
 * there, and the script would more than double what it loads.
 */
function altscribe_enqueue_media_library() {
	if ( ! is_admin() || 'customize.php' === $GLOBALS['pagenow'] || ! current_user_can( 'upload_files' ) ) {
		return;
	}
	if ( wp_script_is( 'altscribe-media-library' ) ) {
		// The media window was loaded later.
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
			'ownKeywords'     => (string) get_post_meta( $post_id, ALTSCRIBE_KEYWORDS_KEY, true ),
			'editedImage'     => $is_image && altscribe_may_use_attachment( $post_id )
				? array( 'id' => $post_id ) + altscribe_image_controls_data( $post_id )
				: null,
		),
		altscribe_list_media_scripts()
	);
}

/**
 * The WordPress scripts on this screen whose views are extended.
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
 * Adds the data of an image that the media window needs.
 *
 * @param array<string, mixed> $response   The data that WordPress passes to its scripts.
 * @param WP_Post              $attachment The file.
 * @return array<string, mixed>
 */
function altscribe_prepare_attachment( $response, $attachment ) {
	if ( 'image' !== $response['type'] || ! altscribe_may_write() ) {
		return $response;
	}
	// The classic editor offers them to all who write and may see the image.
	$response['altscribeTexts'] = array(
		'language' => altscribe_language( $attachment->ID ),
		'others'   => altscribe_list_translated_texts( $attachment->ID ),
		'inFile'   => altscribe_offer_file_texts( $attachment->ID ),
	);
	if ( altscribe_may_use_attachment( $attachment->ID ) ) {
		$response['altscribe'] = altscribe_image_controls_data( $attachment->ID );
	}
	return $response;
}

/**
 * The data of an image that the controls beside its text field need.
 *
 * @param int $attachment_id The image.
 * @return array{language: string, olderTexts: array<int, array<string, string>>, fileName: string, title: string,
 *               others: string[], filledPosts: int, isDecorative: bool, isUnread: bool, doubts: string[]}
 */
function altscribe_image_controls_data( $attachment_id ) {
	$names     = altscribe_image_names( $attachment_id );
	$is_repeat = in_array( 'repeats-other', altscribe_alt_text_state( $attachment_id )['findings'], true );
	return array(
		'language'     => altscribe_language( $attachment_id ),
		'olderTexts'   => altscribe_list_older_texts( $attachment_id ),
		'fileName'     => $names['file_name'],
		'title'        => $names['title'],
		'others'       => $is_repeat ? array( altscribe_get_alt_text( $attachment_id ) ) : array(),
		'filledPosts'  => count( altscribe_list_filled_posts( $attachment_id ) ),
		'isDecorative' => (bool) get_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, true ),
		'isUnread'     => altscribe_is_unread( $attachment_id ),
		'doubts'       => altscribe_is_unread( $attachment_id ) ? altscribe_get_source( $attachment_id )['doubts'] ?? array() : array(),
	);
}
