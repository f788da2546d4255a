<?php
/**
 * The block editor: its sidebar and the button next to an image's alternative text.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'enqueue_block_editor_assets', 'altscribe_enqueue_editor' );

/** Loads the editor's script where a post is edited (the hook runs for widgets and templates, too). */
function altscribe_enqueue_editor() {
	$screen = get_current_screen();
	if ( ! $screen || 'post' !== $screen->base ) {
		return;
	}
	altscribe_enqueue_screen(
		'editor',
		'altscribeEditor',
		array(
			'connectionError' => altscribe_is_connected( altscribe_settings() )
				? null
				: altscribe_error_to_array( altscribe_error_not_connected() ),
			'settingsUrl'     => current_user_can( 'manage_options' ) ? altscribe_settings_url() : null,
			'isDemo'          => defined( 'ALTSCRIBE_DEMO' ) && ALTSCRIBE_DEMO,
			'language'        => altscribe_language(),
		)
	);
}
