<?php
/**
 * Loads the plugin: completely where people work on the site, and for visitors only when a hook needs it.
 * Visitors see nothing of Altscribe, so their pages need not wait for a hundred files.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The hooks that may fire outside the administration, by purpose. */
const ALTSCRIBE_LOADING_HOOKS = array(
	// Requests to WordPress's APIs, also by other plugins.
	'rest_api_init',
	'wp_abilities_api_categories_init',
	'wp_abilities_api_init',
	// Images that are uploaded, changed, deleted or translated through a form on the site.
	'add_attachment',
	'attachment_updated',
	'deleted_post',
	'trashed_post',
	'untrashed_post',
	// A plugin that lets people delete their site in a network.
	'wpmu_drop_tables',
	'wp_generate_attachment_metadata',
	'wpml_after_duplicate_attachment',
	'pll_translate_media',
	// Editors and the media window outside the administration.
	'enqueue_block_editor_assets',
	'wp_enqueue_media',
	'wp_prepare_attachment_for_js',
	// WP-Cron, if ALTERNATE_WP_CRON runs it during a visitor's request.
	'cron_schedules',
	'altscribe_queue_tick',
	'altscribe_check_library',
	'altscribe_read_uses',
	'import_end',
	'switch_theme',
	'wp_media_attach_action',
);

if ( is_admin() || wp_doing_cron() || ( defined( 'WP_CLI' ) && WP_CLI ) ) {
	altscribe_load();
} else {
	// A request to the REST API that activates the plugin loads it after `rest_api_init`.
	$altscribe_plugin = plugin_basename( ALTSCRIBE_FILE );
	foreach ( array_merge( ALTSCRIBE_LOADING_HOOKS, array( "activate_$altscribe_plugin", "deactivate_$altscribe_plugin" ) ) as $altscribe_hook ) {
		add_filter( $altscribe_hook, 'altscribe_load_for_hook', PHP_INT_MIN );
	}
	foreach ( array( 'add_post_metadata', 'update_post_metadata', 'added_post_meta', 'updated_post_meta', 'deleted_post_meta', 'added_term_meta', 'updated_term_meta', 'deleted_term_meta' ) as $altscribe_hook ) {
		add_action( $altscribe_hook, 'altscribe_load_for_meta', PHP_INT_MIN, 3 );
	}
	foreach ( array( 'added_option', 'updated_option', 'deleted_option' ) as $altscribe_hook ) {
		add_action( $altscribe_hook, 'altscribe_load_for_option', PHP_INT_MIN );
	}
	add_action( 'transition_post_status', 'altscribe_load_for_post', PHP_INT_MIN, 3 );
}

/** Loads all files. */
function altscribe_load() {
	require_once __DIR__ . '/all.php';
}

/**
 * Loads all files before their own functions are due on the same hook.
 *
 * @param mixed $value The value of a filter, returned unchanged.
 * @return mixed
 */
function altscribe_load_for_hook( $value = null ) {
	altscribe_load();
	return $value;
}

/** The meta of images, and of posts and terms that show them. */
const ALTSCRIBE_LOADING_META = array( '_wp_attachment_image_alt', '_wp_attached_file', '_wp_attachment_metadata', '_wp_attachment_backup_sizes', '_thumbnail_id', '_product_image_gallery', 'thumbnail_id' );

/**
 * Loads all files when the meta of an image or of a post that shows one changes, because other plugins may change it
 * during a visitor's request. Most other keys are visit counters, which need no file.
 *
 * @param mixed  $value     The value of a filter, returned unchanged.
 * @param int    $object_id Unused.
 * @param string $meta_key  The key that changes or has changed.
 * @return mixed
 */
function altscribe_load_for_meta( $value, $object_id, $meta_key ) {
	if ( in_array( $meta_key, ALTSCRIBE_LOADING_META, true ) || 0 === strpos( $meta_key, '_altscribe_' ) ) {
		altscribe_load();
	}
	return $value;
}

/**
 * Loads all files when widgets, the logo or the icon of the site change. Most other options are caches.
 *
 * @param string $option The option that changed.
 */
function altscribe_load_for_option( $option ) {
	if ( preg_match( '/^(?:site_icon|site_logo|theme_mods_|sidebars_widgets|widget_)/', $option ) ) {
		altscribe_load();
	}
}

/**
 * Loads all files when a post that people see or edit is saved or published, but not for those of caches and logs.
 *
 * @param string  $status Unused.
 * @param string  $before Unused.
 * @param WP_Post $post   The post.
 */
function altscribe_load_for_post( $status, $before, $post ) {
	$type = get_post_type_object( $post->post_type );
	if ( $type && ( $type->public || $type->show_ui || 'product_variation' === $post->post_type ) ) {
		altscribe_load();
	}
}

/**
 * Calls a function on `init`, or now if the plugin was loaded after `init`.
 *
 * @param callable $callback Called without arguments.
 * @param int      $priority Its priority.
 */
function altscribe_on_init( $callback, $priority = 10 ) {
	if ( did_action( 'init' ) ) {
		call_user_func( $callback );
	} else {
		add_action( 'init', $callback, $priority );
	}
}
