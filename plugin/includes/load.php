<?php
/**
 * Loads the plugin: all of it where people work on the site, and nothing for visitors until a hook asks for it. A
 * page of a visitor has nothing of Altscribe in it, so it need not wait for a hundred files.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The hooks that may fire outside of the administration, by what they are for. */
const ALTSCRIBE_LOADING_HOOKS = array(
	// Requests to WordPress's interfaces, also by other plugins.
	'rest_api_init',
	'wp_abilities_api_categories_init',
	'wp_abilities_api_init',
	// Images that somebody uploads, changes, deletes or translates in a form on the site.
	'add_attachment',
	'attachment_updated',
	'deleted_post',
	// A plugin that lets people delete their site of a network.
	'wpmu_drop_tables',
	'wp_generate_attachment_metadata',
	'wpml_after_duplicate_attachment',
	'pll_translate_media',
	// Editors and the media window outside of the administration.
	'enqueue_block_editor_assets',
	'wp_enqueue_media',
	'wp_prepare_attachment_for_js',
	// WP-Cron, where ALTERNATE_WP_CRON runs it for a visitor.
	'cron_schedules',
	'altscribe_queue_tick',
	'altscribe_check_library',
);

if ( is_admin() || wp_doing_cron() || ( defined( 'WP_CLI' ) && WP_CLI ) ) {
	altscribe_load();
} else {
	foreach ( ALTSCRIBE_LOADING_HOOKS as $altscribe_hook ) {
		add_filter( $altscribe_hook, 'altscribe_load_for_hook', PHP_INT_MIN );
	}
	foreach ( array( 'added_post_meta', 'updated_post_meta', 'deleted_post_meta' ) as $altscribe_hook ) {
		add_action( $altscribe_hook, 'altscribe_load_for_meta', PHP_INT_MIN, 3 );
	}
}

/** Loads all files. */
function altscribe_load() {
	require_once __DIR__ . '/all.php';
}

/**
 * Loads all files before their own functions are due on the same hook.
 *
 * @param mixed $value The value of a filter, which stays.
 * @return mixed
 */
function altscribe_load_for_hook( $value = null ) {
	altscribe_load();
	return $value;
}

/**
 * Loads all files for the meta of images, which other plugins may change for a visitor. Most count visits in others.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $post_id  Unused.
 * @param string    $meta_key The key that has changed.
 */
function altscribe_load_for_meta( $meta_ids, $post_id, $meta_key ) {
	if ( '_wp_attachment_image_alt' === $meta_key || 0 === strpos( $meta_key, '_altscribe_' ) ) {
		altscribe_load();
	}
}

/**
 * Calls a function on `init`, or now where that was before the plugin was loaded.
 *
 * @param callable $callback Takes nothing.
 * @param int      $priority Its priority.
 */
function altscribe_on_init( $callback, $priority = 10 ) {
	if ( did_action( 'init' ) ) {
		call_user_func( $callback );
	} else {
		add_action( 'init', $callback, $priority );
	}
}
