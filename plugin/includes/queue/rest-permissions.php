<?php
/**
 * Who may use the queue.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Whether the user may start batches, see, control and undo those of others, import and export: all of that concerns
 * the whole library.
 *
 * @return bool
 */
function altscribe_may_use_queue() {
	return altscribe_has_generating_role() && current_user_can( 'upload_files' ) && altscribe_has_capability( 'edit_others_posts', 0 );
}

/**
 * Whether the user may generate a text for an attachment, and write it.
 *
 * @param int $attachment_id The attachment.
 * @return bool
 */
function altscribe_may_use_attachment( $attachment_id ) {
	return altscribe_may_generate_for( $attachment_id );
}

/**
 * Whether the user may change the item in a request.
 *
 * @param WP_REST_Request $request The request.
 * @return bool
 */
function altscribe_may_change_item( $request ) {
	return 'attachment' === get_post_type( (int) $request['attachment_id'] ) && altscribe_may_use_attachment( (int) $request['attachment_id'] );
}
