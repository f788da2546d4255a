<?php
/**
 * Batches and items as the REST routes respond with them.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** The states of items, in the order of their lives. */
const ALTSCRIBE_ITEM_STATES = array( 'waiting', 'running', 'written', 'suggested', 'skipped', 'failed', 'undone' );

/**
 * A batch.
 *
 * @param array<string, string> $batch Its row.
 * @return array<string, mixed> `id`, `state`, `reason` (`code` and `message` of what halted it or
 *                              makes it wait, else null), `origin`,
 *                              `created`, `finished` and `can_undo_until` (RFC 3339, or null), `user` (id and name), `overwrite`,
 *                              `counts` (items by state), `total`, `retry_after` (seconds until it goes on by itself,
 *                              else null), `cron` (`works`).
 */
function altscribe_batch_to_array( $batch ) {
	$user = get_userdata( (int) $batch['user_id'] );
	$wait = (int) $batch['wait_until'] - time();
	return array(
		'id'             => (int) $batch['id'],
		'state'          => $batch['state'],
		'reason'         => in_array( $batch['state'], array( 'running', 'halted' ), true ) ? altscribe_batch_reason( $batch ) : null,
		'origin'         => $batch['origin'],
		'created'        => altscribe_format_time( $batch['created'] ),
		'finished'       => altscribe_format_time( $batch['finished'] ),
		'can_undo_until' => $batch['finished'] ? altscribe_format_time( $batch['finished'] + ALTSCRIBE_BATCH_DAYS * DAY_IN_SECONDS ) : null,
		'user'           => $user ? array(
			'id'   => $user->ID,
			'name' => $user->display_name,
		) : null,
		'overwrite'      => (bool) $batch['overwrite'],
		'counts'         => altscribe_count_items( (int) $batch['id'] ),
		'total'          => (int) $batch['total'],
		'retry_after'    => $wait > 0 && in_array( $batch['state'], array( 'running', 'halted' ), true ) ? $wait : null,
		'cron'           => array( 'works' => altscribe_does_cron_work() ),
	);
}

/**
 * A time.
 *
 * @param int|string $time Unix time; 0 for none.
 * @return string|null RFC 3339, UTC.
 */
function altscribe_format_time( $time ) {
	return $time ? gmdate( 'Y-m-d\TH:i:s\Z', (int) $time ) : null;
}

/**
 * What halted a batch or makes it wait, for the present user: the same problem is said to administrators and to others in
 * different words, and a worker may have met it as nobody.
 *
 * @param array<string, string> $batch Its row.
 * @return array{code: string, message: string}|null
 */
function altscribe_batch_reason( $batch ) {
	$code    = $batch['reason_code'];
	$user_id = altscribe_settings()['user_id'];
	switch ( $code ) {
		case '':
			return null;
		case 'altscribe_not_connected':
			$message = altscribe_error_not_connected()->get_error_message();
			break;
		case 'altscribe_key_refused':
			$message = altscribe_error_key_refused()->get_error_message();
			break;
		case 'altscribe_unknown_account':
			$message = altscribe_error_unknown_account( $user_id )->get_error_message();
			break;
		case 'altscribe_not_the_service':
			$message = altscribe_error_not_the_service()->get_error_message();
			break;
		case 'altscribe_unsafe_url':
			$message = altscribe_error_unsafe_url()->get_error_message();
			break;
		case 'altscribe_insufficient_credits':
			$message = altscribe_error_insufficient_credits( $user_id, '', 0 )->get_error_message();
			break;
		case 'altscribe_daily_limit':
			$message = altscribe_error_daily_limit( altscribe_settings()['daily_credit_limit'] )->get_error_message();
			break;
		default:
			$message = $batch['reason_message'];
	}
	return compact( 'code', 'message' );
}

/**
 * How many items of a batch are in each state.
 *
 * @param int $batch_id Its id.
 * @return array<string, int> By state.
 */
function altscribe_count_items( $batch_id ) {
	global $wpdb;
	$counts = array_fill_keys( ALTSCRIBE_ITEM_STATES, 0 );
	// phpcs:ignore WordPress.DB -- The table is the plugin's own; the index has all that is read.
	$rows = $wpdb->get_results( $wpdb->prepare( 'SELECT state, COUNT(*) AS items FROM %i WHERE batch_id = %d GROUP BY state', altscribe_queue_table(), $batch_id ) );
	foreach ( $rows as $row ) {
		$counts[ $row->state ] = (int) $row->items;
	}
	return $counts;
}

/**
 * An item.
 *
 * @param array<string, string> $item Its row.
 * @return array<string, mixed> `attachment_id`, `batch_id`, `title`, `thumbnail` and `edit_link` ('' if there is none),
 *                              `state`, `previous_text` (before the batch), `alt_text` (written or suggested), `purpose`
 *                              (null if it is not known), `error` (`code` and `message`, or null), `attempts`,
 *                              `filled_posts` (the number of posts that a text of the image was filled into).
 */
function altscribe_item_to_array( $item ) {
	$attachment_id = (int) $item['attachment_id'];
	return array(
		'attachment_id' => $attachment_id,
		'batch_id'      => (int) $item['batch_id'],
		'title'         => html_entity_decode( get_the_title( $attachment_id ), ENT_QUOTES, 'UTF-8' ),
		'thumbnail'     => (string) wp_get_attachment_image_url( $attachment_id, 'thumbnail' ),
		'edit_link'     => (string) get_edit_post_link( $attachment_id, 'raw' ),
		'state'         => $item['state'],
		'previous_text' => $item['previous_text'],
		'alt_text'      => $item['new_text'],
		'purpose'       => '' === $item['purpose'] ? null : $item['purpose'],
		'error'         => '' === $item['error_code'] ? null : array(
			'code'    => $item['error_code'],
			'message' => $item['error_message'],
		),
		'attempts'      => (int) $item['attempts'],
		'filled_posts'  => count( altscribe_list_filled_posts( $attachment_id ) ),
	);
}
