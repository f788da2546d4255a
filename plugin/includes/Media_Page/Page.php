<?php
/**
 * Media > Alt text.
 *
 * @package Altscribe
 */

namespace Altscribe\Media_Page;

use Altscribe\Batches;
use Altscribe\Core;
use Altscribe\Suggestions;

defined( 'ABSPATH' ) || exit;

final class Page {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'admin_menu', array( self::class, 'add_media_page' ) );
		add_action( 'admin_enqueue_scripts', array( self::class, 'enqueue_media_page' ) );
	}

	/** Adds the page to the menu, for users who may use it. */
	public static function add_media_page() {
		if ( Core\Permissions::may_run_batches() ) {
			$title = __( 'Alt text', 'altscribe' );
			add_media_page( $title, $title, 'upload_files', 'altscribe-media', array( self::class, 'render_media_page' ) );
		}
	}

	/** Prints the containers of the page. WordPress moves the notices of other plugins below the `hr`. */
	public static function render_media_page() {
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
	 * Loads the script of the page, on this page only.
	 *
	 * @param string $hook_suffix Name of the screen.
	 */
	public static function enqueue_media_page( $hook_suffix ) {
		if ( 'media_page_altscribe-media' !== $hook_suffix ) {
			return;
		}
		Core\Tables::restore();
		$settings = Core\Settings::get();
		Core\Screens::enqueue(
			'media-page',
			'altscribeMediaPage',
			array(
				'connectionError' => Core\Settings::is_connected( $settings )
					? null
					: Core\Errors::to_array( Core\Errors::not_connected() ),
				'settingsUrl'     => Core\Permissions::may_change_settings() ? Core\Urls::settings_url() : null,
				'exportUrl'       => Core\Urls::download_url(),
				'months'          => Images::list_image_months(),
				'mimeTypes'       => Images::list_image_types(),
				'authors'         => Images::list_image_authors(),
				'languages'       => Images::list_language_options(),
				'adminLanguage'   => Core\Languages::find_admin_language(),
				'suggestions'     => Suggestions\Lists::count(),
				'holdsNewTexts'   => $settings['review_new_texts'],
				'concurrency'     => Batches\Worker::queue_concurrency(),
			)
		);
	}
}
