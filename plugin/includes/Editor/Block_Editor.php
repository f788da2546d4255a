<?php
/**
 * The script and the data of the block editor.
 *
 * @package Altscribe
 */

namespace Altscribe\Editor;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Suggestions;
use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Block_Editor {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'enqueue_block_editor_assets', array( self::class, 'enqueue_editor' ) );
	}

	/**
	 * The images that a post uses in its blocks, in its texts, and as its featured image.
	 *
	 * @param WP_Post|null $post The post, as stored.
	 * @return array<int, array{alt: string, url: string, file: string, title: string, canEdit: bool, isDecorative:
	 *         bool, language: string, olderTexts: array, translatedTexts: array, fileTexts: array, source: array|null}> By id. `file` is relative to the uploads folder.
	 */
	public static function editor_attachments( $post ) {
		if ( ! $post ) {
			return array();
		}
		$ids = self::list_attachment_ids( $post->post_content );
		array_unshift( $ids, (int) get_post_thumbnail_id( $post ) );
		$ids = array_unique( array_filter( $ids ) );
		// One query for all of them.
		_prime_post_caches( $ids, false, true );
		$attachments = array();
		foreach ( $ids as $id ) {
			if ( wp_attachment_is_image( $id ) && Core\Permissions::may_read_post( $id ) ) {
				$can_edit           = Core\Permissions::may_edit_post( $id );
				$attachments[ $id ] = array(
					'alt'             => (string) get_post_meta( $id, '_wp_attachment_image_alt', true ),
					'url'             => (string) wp_get_attachment_image_url( $id, 'large' ),
					'file'            => (string) get_post_meta( $id, '_wp_attached_file', true ),
					'title'           => (string) get_post_field( 'post_title', $id, 'raw' ),
					'canEdit'         => $can_edit,
					'isDecorative'    => (bool) get_post_meta( $id, Library\Alt_Text::DECORATIVE_KEY, true ),
					'language'        => Core\Languages::of_post( $id ),
					'olderTexts'      => Library\Translations::list_older_texts( $id ),
					'translatedTexts' => Library\Translations::list_translated_texts( $id ),
					'fileTexts'       => Library\File_Texts::offer( $id ),
					'source'          => $can_edit ? Library\Provenance::describe( Library\Provenance::get( $id ) ) : null,
				);
			}
		}
		return $attachments;
	}

	/**
	 * The ids of possible attachments in some content: in blocks, images and gallery shortcodes, and of the images whose
	 * URLs are in it. Some may belong to something else.
	 *
	 * @param string $content Content of a post.
	 * @return int[]
	 */
	public static function list_attachment_ids( $content ) {
		$ids = implode( '|', array_map( 'preg_quote', Library\Image_Blocks::list_id_attributes() ) );
		preg_match_all( "/\bwp-image-(\d+)|\"(?:$ids)\":\"?(\d+)|\bdata-id=\"?(\d+)/", $content, $matches );
		$ids = array_map( 'max', $matches[1], $matches[2], $matches[3] );
		preg_match_all( '/\[gallery(?:[^\[\]]|\[(?!gallery))*?\b(?:ids|include)=["\']?([\d,\s]+)/', $content, $galleries );
		$found = wp_list_pluck( Posts\References::resolve_images( Posts\References::list_references( $content ) ), 'attachment_id' );
		return array_map( 'intval', array_merge( $ids, wp_parse_list( implode( ',', $galleries[1] ) ), $found ) );
	}

	/** Loads the script of the post editor. The hook also runs for widgets and templates. */
	public static function enqueue_editor() {
		// Some plugins show blocks outside the administration, where there are no screens.
		$screen  = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		$post_id = $screen ? (int) get_the_ID() : 0;
		if ( ! $screen || 'post' !== $screen->base || ! Core\Permissions::may_work_on_post( $post_id ) ) {
			return;
		}
		$settings = Core\Settings::get();
		Core\Screens::enqueue(
			'editor',
			'altscribeEditor',
			array(
				'postId'            => $post_id,
				'connectionError'   => self::find_blocking_error( $settings ),
				'settingsUrl'       => Core\Permissions::may_change_settings() ? Core\Urls::settings_url() : null,
				'isDemo'            => defined( 'ALTSCRIBE_DEMO' ) && ALTSCRIBE_DEMO,
				'language'          => Core\Languages::automatic( $post_id ),
				'savedKeywords'     => Posts\Keywords::find_saved_keywords( $post_id ),
				'tags'              => Posts\Keywords::list_tags( $post_id ),
				'hasSuggestions'    => $post_id && array() !== Suggestions\Lists::list_in_post( $post_id ),
				'imageBlocks'       => Library\Image_Blocks::list(),
				'attachments'       => (object) self::editor_attachments( get_post() ),
				'isTranslated'      => Core\Languages::has_translations(),
				'writeTo'           => $settings['write_to'],
				'reviewNewTexts'    => $settings['review_new_texts'],
				'generatesOnUpload' => $settings['generate_on_upload'] && Core\Permissions::has_generating_role(),
				'publishLock'       => Core\Settings::publish_lock( $settings ),
				// By language, as sent to the service.
			)
		);
	}

	/**
	 * The error that prevents the user from generating, if the editor knows it when it starts.
	 *
	 * @param array<string, mixed> $settings As Core\Settings::get() returns them.
	 * @return array<string, mixed>|null As Core\Errors::to_array() returns it.
	 */
	public static function find_blocking_error( $settings ) {
		if ( ! Core\Permissions::has_generating_role() ) {
			return Core\Errors::to_array( Core\Errors::role_excluded() );
		}
		return Core\Settings::is_connected( $settings ) ? null : Core\Errors::to_array( Core\Errors::not_connected() );
	}
}
