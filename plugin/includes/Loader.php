<?php
/**
 * Loads the plugin: all of it where people work on the site, and for visitors only when a hook needs it.
 *
 * @package Altscribe
 */

namespace Altscribe;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Loads the plugin. Visitors see nothing of Altscribe, so their pages need not wait for a hundred files.
 */
final class Loader {

	/** The classes that add hooks, in the order in which hooks of the same priority run. */
	private const CLASSES = array(
		Core\Tables::class,
		Library\File_Texts::class,
		Library\Alt_Text::class,
		Library\Meta::class,
		Library\Provenance::class,
		Library\Findings::class,
		Library\Counts::class,
		Library\Repeated_Texts::class,
		Posts\Fill_Routes::class,
		Posts\Filled_Record::class,
		Posts\Meta::class,
		Posts\Post_Sources::class,
		Posts\Uses::class,
		Posts\Uses_Index::class,
		Suggestions\Store::class,
		Suggestions\Decisions::class,
		Suggestions\Live::class,
		Suggestions\Routes::class,
		Generation\Routes::class,
		Batches\Store::class,
		Batches\Runner::class,
		Batches\Uploads::class,
		Batches\Batch_Routes::class,
		Batches\Item_Routes::class,
		Batches\Failures::class,
		Batches\Control::class,
		Editor\Block_Editor::class,
		Editor\Classic_Editor::class,
		Editor\Rendered_Images::class,
		Media_Library\Actions::class,
		Media_Library\Image_List::class,
		Media_Library\Scripts::class,
		Media_Page\Page::class,
		Media_Page\Image_Routes::class,
		Settings\Page::class,
		Settings\Routes::class,
		Report\Page::class,
		Csv\Export::class,
		Csv\Routes::class,
		Platform\Abilities::class,
		Platform\Dashboard::class,
		Platform\Privacy::class,
		Platform\Site_Health::class,
	);

	/** The hooks that may fire outside the administration, by purpose. */
	private const HOOKS = array(
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
		// Plugins that let people delete their site in a network.
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

	/** The meta of images, and of posts and terms that show them. */
	private const META = array( '_wp_attachment_image_alt', '_wp_attached_file', '_wp_attachment_metadata', '_wp_attachment_backup_sizes', '_thumbnail_id', '_product_image_gallery', 'thumbnail_id' );

	/** @var bool */
	private static $is_loaded = false;

	/** Loads everything now, or makes hooks load it. */
	public static function start() {
		if ( is_admin() || wp_doing_cron() || ( defined( 'WP_CLI' ) && WP_CLI ) ) {
			self::load();
		} else {
			// A request to the REST API that activates the plugin loads it after `rest_api_init`.
			$altscribe_plugin = plugin_basename( ALTSCRIBE_FILE );
			foreach ( array_merge( self::HOOKS, array( "activate_$altscribe_plugin", "deactivate_$altscribe_plugin" ) ) as $hook ) {
				add_filter( $hook, array( self::class, 'load_for_hook' ), PHP_INT_MIN );
			}
			foreach ( array( 'add_post_metadata', 'update_post_metadata', 'added_post_meta', 'updated_post_meta', 'deleted_post_meta', 'added_term_meta', 'updated_term_meta', 'deleted_term_meta' ) as $hook ) {
				add_action( $hook, array( self::class, 'load_for_meta' ), PHP_INT_MIN, 3 );
			}
			foreach ( array( 'added_option', 'updated_option', 'deleted_option' ) as $hook ) {
				add_action( $hook, array( self::class, 'load_for_option' ), PHP_INT_MIN );
			}
			add_action( 'transition_post_status', array( self::class, 'load_for_post' ), PHP_INT_MIN, 3 );
		}
	}

	/** Loads everything: adds the hooks of all classes, once. */
	public static function load() {
		if ( self::$is_loaded ) {
			return;
		}
		self::$is_loaded = true;
		require_once __DIR__ . '/api.php';
		foreach ( self::CLASSES as $class ) {
			$class::add_hooks();
		}
		if ( is_network_admin() ) {
			Network\Screen::add_hooks();
		}
		// WooCommerce registers its products on `init`, which may have fired already.
		if ( post_type_exists( 'product' ) ) {
			self::load_products();
		} else {
			add_action( 'registered_post_type_product', array( self::class, 'load_products' ), 10, 0 );
		}
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			require_once __DIR__ . '/Cli/commands.php';
		}
	}

	/** Adds the hooks about products. */
	public static function load_products() {
		WooCommerce\Products::add_hooks();
		WooCommerce\Product_Screens::add_hooks();
	}

	/**
	 * Loads everything before its own functions are due on the same hook.
	 *
	 * @param mixed $value The value of a filter, returned unchanged.
	 * @return mixed
	 */
	public static function load_for_hook( $value = null ) {
		self::load();
		return $value;
	}

	/**
	 * Loads everything when the meta of an image or of a post that shows one changes, because other plugins may change it
	 * during a visitor's request. Most other keys are visit counters, which need no loading.
	 *
	 * @param mixed  $value     The value of a filter, returned unchanged.
	 * @param int    $object_id Unused.
	 * @param string $meta_key  The key that changes or has changed.
	 * @return mixed
	 */
	public static function load_for_meta( $value, $object_id, $meta_key ) {
		if ( in_array( $meta_key, self::META, true ) || 0 === strpos( $meta_key, '_altscribe_' ) ) {
			self::load();
		}
		return $value;
	}

	/**
	 * Loads everything when widgets, the logo or the icon of the site change. Most other options are caches.
	 *
	 * @param string $option The option that changed.
	 */
	public static function load_for_option( $option ) {
		if ( preg_match( '/^(?:site_icon|site_logo|theme_mods_|sidebars_widgets|widget_)/', $option ) ) {
			self::load();
		}
	}

	/**
	 * Loads everything when a post that people see or edit is saved or published, but not for those that hold caches or logs.
	 *
	 * @param string  $status Unused.
	 * @param string  $before Unused.
	 * @param WP_Post $post   The post.
	 */
	public static function load_for_post( $status, $before, $post ) {
		$type = get_post_type_object( $post->post_type );
		if ( $type && ( $type->public || $type->show_ui || 'product_variation' === $post->post_type ) ) {
			self::load();
		}
	}
}
