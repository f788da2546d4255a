<?php
/**
 * The scripts of the media library and of the media window.
 *
 * @package Altscribe
 */

namespace Altscribe\Media_Library;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Scripts {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'wp_enqueue_media', array( self::class, 'enqueue_media_library' ) );
		add_action( 'admin_enqueue_scripts', array( self::class, 'enqueue_media_screens' ) );
		add_filter( 'wp_prepare_attachment_for_js', array( self::class, 'prepare_attachment' ), 10, 2 );
	}

	/**
	 * Loads the script on the list and on the screen of an image, which have no media window.
	 *
	 * @param string $hook_suffix Name of the screen.
	 */
	public static function enqueue_media_screens( $hook_suffix ) {
		$is_image = 'post.php' === $hook_suffix && wp_attachment_is_image();
		if ( 'upload.php' === $hook_suffix || $is_image ) {
			self::enqueue_media_library();
		}
	}

	/**
	 * Loads the script once, for users who may upload. Not in the Customizer: people pick the logo and the icon of the site
	 * there, and the script would more than double what it loads.
	 */
	public static function enqueue_media_library() {
		if ( ! is_admin() || 'customize.php' === $GLOBALS['pagenow'] || ! Core\Permissions::may_upload() ) {
			return;
		}
		if ( wp_script_is( 'altscribe-media-library' ) ) {
			// The media window was loaded later.
			$script       = wp_scripts()->registered['altscribe-media-library'];
			$script->deps = array_unique( array_merge( $script->deps, self::list_media_scripts() ) );
			return;
		}
		$post_id  = (int) get_the_ID();
		$is_image = wp_attachment_is_image( $post_id );
		Core\Screens::enqueue(
			'media-library',
			'altscribeMedia',
			array(
				'connectionError' => Core\Settings::is_connected( Core\Settings::get() )
					? null
					: Core\Errors::to_array( Core\Errors::not_connected() ),
				'settingsUrl'     => Core\Permissions::may_change_settings() ? Core\Urls::settings_url() : null,
				'progressUrl'     => admin_url( 'upload.php?page=altscribe-media' ),
				'mayUseQueue'     => Core\Permissions::may_run_batches(),
				'stateFilters'    => Image_List::state_filters(),
				'ownKeywords'     => (string) get_post_meta( $post_id, Posts\Keywords::KEYWORDS_KEY, true ),
				'editedImage'     => $is_image && Core\Permissions::may_generate_for( $post_id )
					? array( 'id' => $post_id ) + self::image_controls_data( $post_id )
					: null,
			),
			self::list_media_scripts()
		);
	}

	/**
	 * The WordPress scripts on this screen whose views are extended.
	 *
	 * @return string[] Handles.
	 */
	private static function list_media_scripts() {
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
	public static function prepare_attachment( $response, $attachment ) {
		if ( 'image' !== $response['type'] || ! Core\Permissions::may_write() ) {
			return $response;
		}
		// The classic editor offers them to all users who write and may see the image.
		$response['altscribeTexts'] = array(
			'language' => Core\Languages::of_post( $attachment->ID ),
			'others'   => Library\Translations::list_translated_texts( $attachment->ID ),
			'inFile'   => Library\File_Texts::offer( $attachment->ID ),
		);
		if ( Core\Permissions::may_generate_for( $attachment->ID ) ) {
			$response['altscribe'] = self::image_controls_data( $attachment->ID );
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
	public static function image_controls_data( $attachment_id ) {
		$names     = Library\Findings::image_names( $attachment_id );
		$is_repeat = in_array( 'repeats-other', Library\States::of_image( $attachment_id )['findings'], true );
		return array(
			'language'     => Core\Languages::of_post( $attachment_id ),
			'olderTexts'   => Library\Translations::list_older_texts( $attachment_id ),
			'fileName'     => $names['file_name'],
			'title'        => $names['title'],
			'others'       => $is_repeat ? array( Library\Alt_Text::get_clean( $attachment_id ) ) : array(),
			'filledPosts'  => count( Posts\Filled_Record::list_posts( $attachment_id ) ),
			'isDecorative' => (bool) get_post_meta( $attachment_id, Library\Alt_Text::DECORATIVE_KEY, true ),
			'isUnread'     => Library\Provenance::is_unread( $attachment_id ),
			'doubts'       => Library\Provenance::is_unread( $attachment_id ) ? Library\Provenance::get( $attachment_id )['doubts'] ?? array() : array(),
		);
	}
}
