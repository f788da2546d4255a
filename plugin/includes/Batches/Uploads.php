<?php
/**
 * Generates alternative texts for uploaded images, if the settings say so. They are queued, so uploads do not
 * wait.
 *
 * @package Altscribe
 */

namespace Altscribe\Batches;

use Altscribe\Core;
use Altscribe\Library;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

final class Uploads {

	/** Seconds until an upload is processed even without its smaller sizes: some files get none. */
	private const UPLOAD_DELAY = 60;

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'add_attachment', array( self::class, 'queue_upload' ) );
		add_filter( 'wp_generate_attachment_metadata', array( self::class, 'release_upload' ), 99, 3 );
	}

	/**
	 * Queues a new image, if the user who uploads it may spend credits on it. Later events do not queue it twice.
	 * Its text will be in the language that the image has when it is processed: plugins set the language after the
	 * upload, and the media library offers texts by it.
	 *
	 * @param int $attachment_id The attachment.
	 */
	public static function queue_upload( $attachment_id ) {
		global $wpdb;
		$settings = Core\Settings::get();
		if ( ! $settings['generate_on_upload'] || ! Core\Settings::is_connected( $settings ) || 0 !== strpos( (string) get_post_mime_type( $attachment_id ), 'image/' )
			|| ! self::may_upload_with_text( $attachment_id, $settings ) ) {
			return;
		}
		$batch_id = self::open_upload_batch();
		if ( ! $batch_id ) {
			return;
		}
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$is_added = $wpdb->query(
			$wpdb->prepare(
				"INSERT IGNORE INTO %i (attachment_id, batch_id, state, lease_expires, previous_text, new_text, error_message, language, updated)
				VALUES (%d, %d, 'waiting', %d, '', '', '', '', %d)",
				Store::items_table(),
				$attachment_id,
				$batch_id,
				time() + self::UPLOAD_DELAY,
				time()
			)
		);
		if ( $is_added ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$wpdb->query( $wpdb->prepare( 'UPDATE %i SET total = total + 1 WHERE id = %d', Store::batches_table(), $batch_id ) );
			Control::reopen_batch( $batch_id );
		}
		Runner::schedule_tick( self::UPLOAD_DELAY );
	}

	/**
	 * Whether an upload may cost a credit: the user who uploads it may generate for it, or it comes from WP-CLI,
	 * whose user controls the whole site. An upload without a user comes from a visitor or a scheduled import,
	 * which look the same: the site must have agreed to pay for both.
	 *
	 * @param int                  $attachment_id The attachment.
	 * @param array<string, mixed> $settings      As Core\Settings::get() returns them.
	 * @return bool
	 */
	private static function may_upload_with_text( $attachment_id, $settings ) {
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			return true;
		}
		return is_user_logged_in() ? Core\Permissions::may_generate_for( $attachment_id ) : $settings['visitor_uploads'];
	}

	/**
	 * The batch for uploads: the open one, or else a new one.
	 *
	 * @return int Its id; 0 if the database refused it.
	 */
	private static function open_upload_batch() {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$batch_id = (int) $wpdb->get_var( $wpdb->prepare( "SELECT id FROM %i WHERE origin = 'upload' AND state IN ('running','paused','halted') ORDER BY id DESC LIMIT 1", Store::batches_table() ) );
		if ( ! $batch_id ) {
			// A site that starts no other batches has old ones too.
			Start::tidy_queue();
			return Store::insert_batch( Start::batch_args( array( 'origin' => 'upload' ) ) );
		}
		// There may be credits again. Users do not watch this batch like one of their own.
		Control::resume_batch( $batch_id, array( 'halted' ) );
		return $batch_id;
	}

	/**
	 * Releases an upload for processing as soon as its smaller sizes exist. Since WordPress 7.1 the browser makes
	 * them: then this filter first runs without sizes (`create`), and again with them (`update`).
	 *
	 * @param array<string, mixed> $metadata      The metadata.
	 * @param int                  $attachment_id The attachment.
	 * @param string               $context       `create` or `update`.
	 * @return array<string, mixed> The metadata, unchanged.
	 */
	public static function release_upload( $metadata, $attachment_id, $context = 'create' ) {
		$is_ready = 'update' === $context || ! empty( $metadata['sizes'] );
		if ( $is_ready && Core\Settings::get()['generate_on_upload']
			&& Store::update_item( $attachment_id, array( 'lease_expires' => 0 ), array( 'state' => 'waiting' ) ) ) {
			Runner::schedule_tick();
		}
		return $metadata;
	}

	/**
	 * Handles a text that another plugin has set during the upload: if it is only the file name, the image still
	 * needs a text, and undoing the batch restores the name.
	 *
	 * @param array<string, mixed> $item As Worker::take_item() returns it.
	 * @return array<string, mixed> The item.
	 */
	public static function note_file_name( $item ) {
		$id      = (int) $item['attachment_id'];
		$present = Library\Alt_Text::get( $id );
		if ( 'upload' === $item['batch']['origin'] && $present !== $item['previous_text'] && Library\Images::is_file_name( $id, $present )
			&& Store::update_item( $id, array( 'previous_text' => $present ), array( 'lease_token' => $item['lease_token'] ) ) ) {
			$item['previous_text'] = $present;
		}
		return $item;
	}
}
