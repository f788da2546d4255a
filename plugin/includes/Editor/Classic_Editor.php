<?php
/**
 * The box of the classic editor.
 *
 * @package Altscribe
 */

namespace Altscribe\Editor;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Suggestions;
use Altscribe\WooCommerce;
use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Classic_Editor {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'add_meta_boxes', array( self::class, 'add_classic_box' ), 10, 2 );
		// After the suggestions that were applied as they are.
		add_action( 'transition_post_status', array( self::class, 'save_classic_texts' ), 30, 3 );
	}

	/**
	 * Adds the box for users who may edit the post. Another plugin, a setting or the post type may have chosen the
	 * classic editor.
	 *
	 * @param string        $post_type Type of the post.
	 * @param WP_Post|mixed $post      The post; comments and links have such boxes too.
	 */
	public static function add_classic_box( $post_type, $post ) {
		// A product without a description has images too.
		if ( ! $post instanceof WP_Post || 'attachment' === $post_type || ! ( post_type_supports( $post_type, 'editor' ) || 'product' === $post_type ) ) {
			return;
		}
		if ( use_block_editor_for_post( $post ) || ! Core\Permissions::may_work_on_post( $post->ID ) ) {
			return;
		}
		add_meta_box(
			'altscribe-classic-box',
			__( 'Alt text', 'altscribe' ),
			function () {
				echo '<div id="altscribe-classic"></div><input type="hidden" id="altscribe-texts" name="altscribe_texts">';
			},
			null,
			'normal',
			'high',
			array( '__back_compat_meta_box' => true )
		);
		self::enqueue_classic_editor( $post );
	}

	/**
	 * Loads the script of the box.
	 *
	 * @param WP_Post $post The post.
	 */
	private static function enqueue_classic_editor( $post ) {
		$settings = Core\Settings::get();
		$attached = self::list_attached( $post );
		$product  = 'product' === $post->post_type ? WooCommerce\Products::list_product_images( $post->ID ) : array();
		$places   = array_column( Posts\Places::list_places( $post ), 'classic_place', 'number' );
		$in_box   = function ( $row ) use ( $places ) {
			$item = Suggestions\Store::to_array( $row );
			return array( 'place' => $places[ $item['number'] ] ?? $item['place'] ) + $item;
		};
		Core\Screens::enqueue(
			'classic-editor',
			'altscribeClassic',
			array(
				'postId'          => $post->ID,
				'connectionError' => Block_Editor::find_blocking_error( $settings ),
				'settingsUrl'     => Core\Permissions::may_change_settings() ? Core\Urls::settings_url() : null,
				'language'        => Core\Languages::of_post( $post->ID ),
				'ownKeywords'     => (string) get_post_meta( $post->ID, Posts\Keywords::KEYWORDS_KEY, true ),
				'savedKeywords'   => Posts\Keywords::find_saved_keywords( $post->ID ),
				'reviewNewTexts'  => $settings['review_new_texts'],
				'featuredName'    => get_post_type_object( $post->post_type )->labels->featured_image,
				'isProduct'       => 'product' === $post->post_type,
				// The form does not have them until the user opens the variations.
				'variationImages' => 'product' === $post->post_type ? WooCommerce\Products::list_product_images( $post->ID, array() ) : array(),
				'attachments'     => self::list_classic_attachments( $post, array_merge( $attached, $product ) ),
				'attached'        => $attached,
				'suggestions'     => array_map( $in_box, Suggestions\Lists::list_in_post( $post->ID, $product ) ),
				'unread'          => self::list_unread_texts( $post ),
			),
			array( 'media-editor' )
		);
	}

	/**
	 * The unread generated texts in the content of a post.
	 *
	 * @param WP_Post $post The post, as stored.
	 * @return array<array{image: int|string, text: string, doubts: string[]}> `image`: id of the attachment, or the URL of an image that is not in
	 *                                                       the media library.
	 */
	private static function list_unread_texts( $post ) {
		$sources = Posts\Post_Sources::get_post_sources( $post->ID );
		$texts   = array();
		foreach ( $sources ? Posts\Places::list_places( $post ) : array() as $image ) {
			$source = Posts\Post_Sources::find_record( $image, $sources );
			foreach ( Library\Provenance::is_unread_source( $source ) ? array_filter( array( $image['id'], $image['url'] ) ) : array() as $key ) {
				$texts[] = array(
					'image'  => $key,
					'text'   => $image['text'],
					'doubts' => $source['doubts'] ?? array(),
				);
			}
		}
		return $texts;
	}

	/**
	 * Records the sources of the texts that the box has written, when the post is saved, and decides the suggestions that the
	 * user has edited.
	 *
	 * @param string  $status Unused.
	 * @param string  $before Unused.
	 * @param WP_Post $post   The post that is saved.
	 */
	public static function save_classic_texts( $status, $before, $post ) {
		$post_id = $post->ID;
		$is_form = isset( $_POST['altscribe_texts'], $_POST['post_ID'], $_POST['_wpnonce'] ) && (int) $_POST['post_ID'] === $post_id;
		if ( ! $is_form || ! wp_verify_nonce( sanitize_key( $_POST['_wpnonce'] ), "update-post_$post_id" ) || ! Core\Permissions::may_edit_post( $post_id ) ) {
			return;
		}
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- The schema is stricter.
		$entries = json_decode( wp_unslash( $_POST['altscribe_texts'] ), true );
		$schema  = self::classic_texts_schema();
		if ( ! $entries || is_wp_error( rest_validate_value_from_schema( $entries, $schema ) ) ) {
			return;
		}
		$entries = rest_sanitize_value_from_schema( $entries, $schema );
		foreach ( $entries as $index => $entry ) {
			$row = $entry['suggestionId'] ? Suggestions\Store::get( $entry['suggestionId'] ) : null;
			if ( is_array( $row ) && 'pending' === $row['state'] && (int) $row['post_id'] === $post_id && Suggestions\Store::current_text( $row ) === $entry['text'] ) {
				Suggestions\Decisions::close( $row, 'edited', $entry['text'] );
			}
			if ( ! $entry['generated'] && is_numeric( $entry['image'] ) ) {
				$id = (int) $entry['image'];
				if ( Library\Alt_Text::get( $id ) === $entry['text'] ) {
					// A copied text has not been read.
					$entries[ $index ]['isRead'] = false;
					Posts\Post_Sources::record_post_source( $post_id, $id, $entry['text'], Library\Provenance::copy( $id ) );
				} elseif ( in_array( $entry['text'], wp_list_pluck( Library\File_Texts::offer( $id ), 'text' ), true ) ) {
					Posts\Post_Sources::record_post_source( $post_id, $id, $entry['text'], array( 'source' => 'file' ) );
				}
			}
		}
		$stored  = Posts\Post_Sources::get_post_sources( $post_id );
		$records = array();
		foreach ( $entries as $entry ) {
			$key = Posts\Post_Sources::source_key( $entry['image'], $entry['text'] );
			if ( isset( $stored[ $key ] ) ? Library\Provenance::is_unread_source( $stored[ $key ] ) : $entry['generated'] ) {
				$state           = array(
					'text' => md5( $entry['text'] ),
					'read' => (int) $entry['isRead'],
				);
				$records[ $key ] = $state + (array) $entry['generated'];
			}
		}
		Posts\Post_Sources::update_post_sources( $records + $stored, $post );
	}

	/**
	 * The schema of the data that the box sends.
	 *
	 * @return array<string, mixed>
	 */
	private static function classic_texts_schema() {
		$string = array( 'type' => 'string' );
		$source = Posts\Post_Sources::post_source_schema()['properties'];
		return array(
			'type'     => 'array',
			'maxItems' => Posts\Post_Sources::MOST_POST_SOURCES,
			'items'    => array(
				'type'       => 'object',
				'required'   => true,
				'properties' => array_map(
					function ( $property ) {
						return $property + array( 'required' => true );
					},
					array(
						'image'        => array( 'type' => array( 'integer', 'string' ) ),
						'text'         => $string,
						'generated'    => array(
							'type'       => array( 'object', 'null' ),
							'properties' => array(
								'model'  => $source['model'],
								'prompt' => $source['prompt'],
								'doubts' => $source['doubts'],
							),
						),
						'isRead'       => array( 'type' => 'boolean' ),
						'suggestionId' => array( 'type' => 'integer' ),
					)
				),
			),
		);
	}

	/**
	 * The images of a gallery without ids, in its order, for a user who may not open the media window. For other users, the
	 * window loads them.
	 *
	 * @param WP_Post $post The post.
	 * @return int[] At most 100.
	 */
	private static function list_attached( $post ) {
		if ( Core\Permissions::may_upload() ) {
			return array();
		}
		$query = array(
			'post_type'      => 'attachment',
			'post_status'    => 'inherit',
			'post_mime_type' => 'image',
			'post_parent'    => $post->ID,
			'orderby'        => array(
				'menu_order' => 'ASC',
				'ID'         => 'ASC',
			),
			'numberposts'    => 100,
			'fields'         => 'ids',
		);
		return get_posts( $query );
	}

	/**
	 * The images of the media library in the content of a post, and its featured image, as WordPress describes them
	 * to its media window. The window loads others itself.
	 *
	 * @param WP_Post $post     The post, as stored.
	 * @param int[]   $attached More images: those of the product, and those that the window does not load for this user.
	 * @return array<int, array<string, mixed>> At most 100.
	 */
	private static function list_classic_attachments( $post, $attached ) {
		$ids = array_merge( array( get_post_thumbnail_id( $post ) ), Block_Editor::list_attachment_ids( $post->post_content ), $attached );
		$ids = array_slice( array_unique( array_filter( array_map( 'intval', $ids ) ) ), 0, 100 );
		// One query for all of them.
		_prime_post_caches( $ids, false, true );
		$may_see = function ( $id ) use ( $post ) {
			// WordPress does not let contributors read another user's image, although their own draft shows it to them.
			return wp_attachment_is_image( $id ) && ( wp_get_post_parent_id( $id ) === $post->ID || Core\Permissions::may_read_post( $id ) );
		};
		return array_values( array_filter( array_map( 'wp_prepare_attachment_for_js', array_filter( $ids, $may_see ) ) ) );
	}
}
