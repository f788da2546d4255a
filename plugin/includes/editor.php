<?php
/**
 * The block editor: the sidebar and the controls in the settings of image blocks.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

add_action( 'enqueue_block_editor_assets', 'altscribe_enqueue_editor' );

/** Loads the script of the editor for posts. The hook also runs for widgets and templates. */
function altscribe_enqueue_editor() {
	// Some plugins show blocks outside of the administration, where there are no screens.
	$screen  = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
	$post_id = $screen ? (int) get_the_ID() : 0;
	if ( ! $screen || 'post' !== $screen->base || ! altscribe_may_use_post( $post_id ) ) {
		return;
	}
	$settings = altscribe_settings();
	altscribe_enqueue_screen(
		'editor',
		'altscribeEditor',
		array(
			'postId'            => $post_id,
			'connectionError'   => altscribe_find_blocking_error( $settings ),
			'settingsUrl'       => current_user_can( 'manage_options' ) ? altscribe_settings_url() : null,
			'isDemo'            => defined( 'ALTSCRIBE_DEMO' ) && ALTSCRIBE_DEMO,
			'language'          => altscribe_automatic_language( $post_id ),
			'savedKeywords'     => altscribe_find_saved_keywords( $post_id ),
			'tags'              => altscribe_list_tags( $post_id ),
			'attachments'       => (object) altscribe_editor_attachments( get_post() ),
			'isTranslated'      => altscribe_has_translations(),
			'writeTo'           => $settings['write_to'],
			'reviewNewTexts'    => $settings['review_new_texts'],
			'generatesOnUpload' => $settings['generate_on_upload'] && altscribe_has_generating_role(),
			'publishLock'       => altscribe_publish_lock( $settings ),
		)
	);
}

/**
 * Why the user cannot generate anything, as the editor knows it from its start.
 *
 * @param array<string, mixed> $settings As altscribe_settings() returns them.
 * @return array<string, mixed>|null As altscribe_error_to_array() returns it.
 */
function altscribe_find_blocking_error( $settings ) {
	if ( ! altscribe_has_generating_role() ) {
		return altscribe_error_to_array( altscribe_error_role_excluded() );
	}
	return altscribe_is_connected( $settings ) ? null : altscribe_error_to_array( altscribe_error_not_connected() );
}
