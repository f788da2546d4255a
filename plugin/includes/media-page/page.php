<?php
/**
 * Media > Alt text. A script renders the content of the page.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', 'altscribe_add_media_page' );
add_action( 'admin_enqueue_scripts', 'altscribe_enqueue_media_page' );

/** Adds the page to the menu, for users who may use it. */
function altscribe_add_media_page() {
	if ( altscribe_may_use_queue() ) {
		$title = __( 'Alt text', 'altscribe' );
		add_media_page( $title, $title, 'upload_files', 'altscribe-media', 'altscribe_render_media_page' );
	}
}

/** Prints the containers of the page. WordPress moves the notices of other plugins below the `hr`. */
function altscribe_render_media_page() {
	?>
	<div class="wrap">
		<h1 class="wp-heading-inline"><?php esc_html_e( 'Alt text', 'altscribe' ); ?></h1>
		<span id="altscribe-media-actions"></span>
		<hr class="wp-header-end">
		<div id="altscribe-media"></div>
		<noscript><p><?php esc_html_e( 'This page requires JavaScript.', 'altscribe' ); ?></p></noscript>
	</div>
	<?php
}

/**
 * The URL of the page.
 *
 * @param array<string, string|int> $arguments Filters in the URL, such as `altscribe_state`.
 * @return string
 */
function altscribe_media_page_url( $arguments = array() ) {
	return add_query_arg( array_merge( array( 'page' => 'altscribe-media' ), $arguments ), admin_url( 'upload.php' ) );
}

/**
 * Loads the script of the page, on this page only.
 *
 * @param string $hook_suffix Name of the screen.
 */
function altscribe_enqueue_media_page( $hook_suffix ) {
	if ( 'media_page_altscribe-media' !== $hook_suffix ) {
		return;
	}
	$settings = altscribe_settings();
	altscribe_enqueue_screen(
		'media-page',
		'altscribeMediaPage',
		array(
			'connectionError' => altscribe_is_connected( $settings )
				? null
				: altscribe_error_to_array( altscribe_error_not_connected() ),
			'settingsUrl'     => current_user_can( 'manage_options' ) ? altscribe_settings_url() : null,
			'exportUrl'       => altscribe_download_url(),
			'months'          => altscribe_list_image_months(),
			'mimeTypes'       => altscribe_list_image_types(),
			'authors'         => altscribe_list_image_authors(),
			'languages'       => altscribe_list_language_options(),
			'adminLanguage'   => altscribe_find_admin_language(),
			'concurrency'     => altscribe_queue_concurrency(),
		)
	);
}
