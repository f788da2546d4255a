<?php
/**
 * Decides suggestions, and the REST routes of suggestions.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Decides a suggestion.
 *
 * @param int                  $id       Its id.
 * @param string               $decision `accept`, `decorative` or `reject`.
 * @param string|null          $text     The text to accept; null for the suggested one.
 * @param array<string, mixed> $options  All are optional: `expected_current` (the text that may be replaced, by default
 *                                       the one that was last shown with the suggestion), `written` (whether the editor
 *                                       has written it already), and `bulk` (number of a decision about several).
 * @return array<string, string>|WP_Error The row of the suggestion. altscribe_suggestion_not_found,
 *                      altscribe_already_decided, altscribe_no_text, altscribe_text_changed (from now on the suggestion is
 *                      about the current text), or the errors of altscribe_write_suggestion().
 */
function altscribe_decide_suggestion( $id, $decision, $text = null, $options = array() ) {
	global $wpdb;
	$row = altscribe_get_suggestion( $id );
	if ( is_wp_error( $row ) ) {
		return $row;
	}
	$is_written = ! empty( $options['written'] );
	// A post that the editor saved with the text has ended the suggestion already.
	if ( 'pending' !== $row['state'] && ! ( $is_written && 'rejected' !== $row['state'] ) ) {
		return altscribe_error_already_decided();
	}
	$is_long = ALTSCRIBE_LONG === $row['purpose'];
	$text    = 'accept' === $decision ? call_user_func( $is_long ? 'altscribe_clean_long_text' : 'altscribe_clean_text', $text ?? $row['new_text'] ) : '';
	if ( ( 'accept' === $decision && '' === $text ) || ( $is_long && 'decorative' === $decision ) ) {
		return new WP_Error( 'altscribe_no_text', __( 'Write a text first.', 'altscribe' ), array( 'status' => 400 ) );
	}
	$states = array(
		'accept'     => trim( $row['new_text'] ) === $text ? 'accepted' : 'edited',
		'decorative' => 'decorative',
		'reject'     => 'rejected',
	);
	if ( $states[ $decision ] === $row['state'] && $text === $row['decided_text'] ) {
		return $row;
	}
	$values = array( 'bulk' => (int) ( $options['bulk'] ?? 0 ) );
	if ( 'reject' !== $decision && ! $is_written ) {
		$expected = $options['expected_current'] ?? $row['previous_text'];
		$present  = altscribe_current_text_of_suggestion( $row );
		$undo     = null === $present || trim( $present ) !== trim( $expected )
			? altscribe_error_text_changed()
			: altscribe_write_suggestion( $row, $text, $present );
		if ( is_wp_error( $undo ) ) {
			if ( 'altscribe_text_changed' === $undo->get_error_code() && null !== $present ) {
				$pending = array(
					'id'    => $row['id'],
					'state' => 'pending',
				);
				// Not of one that another user has decided meanwhile: undoing restores its previous text.
				// phpcs:ignore WordPress.DB -- The table is the plugin's own.
				$wpdb->update( altscribe_suggestions_table(), array( 'previous_text' => $present ), $pending );
			}
			return $undo;
		}
		$values += array(
			'undo_data'     => wp_json_encode( $undo ),
			'previous_text' => $present,
		);
	}
	return altscribe_close_suggestion( $row, $states[ $decision ], $text, $values );
}

/**
 * Writes the text of a suggestion, or marks its image in a post as decorative. In a post, also the media library gets the
 * text, if the settings say so and the image has none there.
 *
 * @param array<string, string> $row     The row of the suggestion.
 * @param string                $text    The text; '' for decorative.
 * @param string                $present The text that may be replaced.
 * @return array<string, mixed>|WP_Error What altscribe_undo_suggestion() needs. altscribe_text_changed, or the errors of
 *                                       altscribe_error_of_attachment() or altscribe_write_place().
 */
function altscribe_write_suggestion( $row, $text, $present ) {
	$id = (int) $row['attachment_id'];
	if ( '' === $row['place'] ) {
		$error = altscribe_error_of_attachment( $id );
		if ( $error ) {
			return $error;
		}
		$undo = altscribe_read_undo_data( $id );
		// The suggestion must not end by itself when its text is written.
		remove_action( 'added_post_meta', 'altscribe_follow_changed_meta', 20 );
		remove_action( 'updated_post_meta', 'altscribe_follow_changed_meta', 20 );
		$is_written = altscribe_write_attachment_alt_text( $id, $text, $present );
		add_action( 'added_post_meta', 'altscribe_follow_changed_meta', 20, 3 );
		add_action( 'updated_post_meta', 'altscribe_follow_changed_meta', 20, 3 );
		return $is_written ? $undo : altscribe_error_text_changed();
	}
	require_once dirname( __DIR__ ) . '/other-posts/fill.php';
	$is_long = ALTSCRIBE_LONG === $row['purpose'];
	remove_action( 'transition_post_status', 'altscribe_follow_saved_post', 20 );
	$changes = $is_long ? altscribe_insert_details( $row, $text ) : altscribe_write_place( (int) $row['post_id'], $row['place'], $text, $present );
	add_action( 'transition_post_status', 'altscribe_follow_saved_post', 20, 3 );
	if ( $is_long || is_wp_error( $changes ) ) {
		return $changes;
	}
	// A user may have made the text up for an image of others, and it may be accepted together with many.
	$is_in_library = '' !== $text && $id && 'block' !== altscribe_settings()['write_to'] && altscribe_may_use_attachment( $id ) && altscribe_may_use_post( $id, (int) $row['user_id'] )
		&& 'missing' === altscribe_alt_text_state( $id )['state'] && altscribe_language( $id ) === $row['language']
		&& altscribe_write_attachment_alt_text( $id, $text, altscribe_get_attachment_alt_text( $id ) );
	return array(
		'changes'    => $changes,
		'in_library' => $is_in_library,
	);
}

/**
 * Records a decision about a suggestion, unless another user was faster. A text that was written counts even if another
 * user has rejected it meanwhile.
 *
 * @param array<string, string> $row    The row of the suggestion.
 * @param string                $state  `accepted`, `edited`, `decorative` or `rejected`.
 * @param string                $text   The text that the image got; '' for none.
 * @param array<string, mixed>  $values Further columns.
 * @return array<string, string>|WP_Error The row now.
 */
function altscribe_close_suggestion( $row, $state, $text, $values = array() ) {
	global $wpdb;
	$values += array(
		'state'        => $state,
		'pending_key'  => null,
		'decided_by'   => get_current_user_id(),
		'decided'      => time(),
		'decided_text' => $text,
	);
	$is_decided = false;
	foreach ( 'rejected' === $state ? array( 'pending' ) : array( $row['state'], 'rejected' ) as $present ) {
		$where = array(
			'id'    => $row['id'],
			'state' => $present,
		);
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$is_decided = $is_decided || $wpdb->update( altscribe_suggestions_table(), $values, $where );
	}
	if ( ! $is_decided ) {
		return altscribe_error_already_decided();
	}
	if ( 'decorative' === $state && '' === $row['place'] ) {
		// Not before: another user could take the mark for an earlier one, which undoing must not remove.
		altscribe_mark_decorative( (int) $row['attachment_id'], true );
	}
	$row = array_merge( $row, array_map( 'strval', $values ) );
	altscribe_settle_item_of_suggestion( $row );
	/**
	 * Fires after a suggested text was accepted or rejected, or its image was marked as decorative.
	 *
	 * @param array<string, string> $row `id`, `attachment_id` (0 for images that are not in the media library), `post_id`
	 *                                   (0 for a text of the media library), `state` (`accepted`, `edited`, `decorative`
	 *                                   or `rejected`), `previous_text`, `new_text` (as suggested), `decided_text`,
	 *                                   `decided_by` and others.
	 */
	do_action( 'altscribe_suggestion_decided', $row );
	return $row;
}

/**
 * Undoes a decision: the suggestion is pending again, and the previous text is restored, unless the text was changed since.
 *
 * @param int $id Id of the suggestion.
 * @return array<string, string>|WP_Error Its row. altscribe_suggestion_not_found, altscribe_not_decided,
 *                                        altscribe_text_changed, or the errors of altscribe_restore_place().
 */
function altscribe_undo_suggestion( $id ) {
	global $wpdb;
	$row = altscribe_get_suggestion( $id );
	if ( is_wp_error( $row ) ) {
		return $row;
	}
	$undo = json_decode( $row['undo_data'], true );
	$key  = altscribe_pending_key( $row['attachment_id'], $row['post_id'], $row['place'], $row['purpose'] );
	if ( 'pending' === $row['state'] || ( 'rejected' !== $row['state'] && ! is_array( $undo ) ) ) {
		return new WP_Error( 'altscribe_not_decided', __( 'There is nothing to undo.', 'altscribe' ), array( 'status' => 409 ) );
	}
	$is_back = 'rejected' === $row['state'] ? true : altscribe_restore_before_suggestion( $row, $undo );
	if ( is_wp_error( $is_back ) ) {
		return $is_back;
	}
	$values = array(
		'state'        => 'pending',
		'pending_key'  => $key,
		'decided_by'   => 0,
		'decided'      => 0,
		'decided_text' => '',
		'bulk'         => 0,
		'undo_data'    => '',
	);
	// phpcs:disable WordPress.DB -- The table is the plugin's own.
	// A newer suggestion for the same place gives way to the one that the user asked for. Another user may have undone this
	// decision meanwhile.
	$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE pending_key = %s AND id <> %d', altscribe_suggestions_table(), $key, $id ) );
	$wpdb->update( altscribe_suggestions_table(), $values, wp_array_slice_assoc( $row, array( 'id', 'state' ) ) );
	// phpcs:enable
	if ( '' === $row['place'] ) {
		altscribe_update_item( (int) $row['attachment_id'], array( 'state' => 'suggested' ), array( 'state' => 'rejected' === $row['state'] ? 'skipped' : 'written' ) );
	}
	return altscribe_get_suggestion( $id );
}

/**
 * Restores the text from before a suggestion.
 *
 * @param array<string, string> $row  The row of the suggestion.
 * @param array<string, mixed>  $undo From altscribe_write_suggestion().
 * @return true|WP_Error As altscribe_undo_suggestion().
 */
function altscribe_restore_before_suggestion( $row, $undo ) {
	$id = (int) $row['attachment_id'];
	if ( ALTSCRIBE_LONG === $row['purpose'] ) {
		return altscribe_remove_details( (int) $row['post_id'], $undo['details'] );
	}
	if ( '' !== $row['place'] ) {
		require_once dirname( __DIR__ ) . '/other-posts/fill.php';
		$is_back = altscribe_restore_place( (int) $row['post_id'], $row['place'], $undo['changes'], $row['decided_text'], $row['previous_text'] );
		if ( true === $is_back && $undo['in_library'] && altscribe_may_use_post( $id ) ) {
			altscribe_write_attachment_alt_text( $id, '', $row['decided_text'] );
		}
		return $is_back;
	}
	if ( ! altscribe_write_attachment_alt_text( $id, $row['previous_text'], $row['decided_text'], (bool) $undo['had_row'] ) ) {
		return altscribe_error_text_changed();
	}
	altscribe_mark_decorative( $id, (bool) $undo['was_decorative'] );
	return true;
}

/** Error: another user was faster. */
function altscribe_error_already_decided() {
	return new WP_Error( 'altscribe_already_decided', __( 'This suggestion was already reviewed.', 'altscribe' ), array( 'status' => 409 ) );
}

/** How many suggestions a user must decide one by one before accepting all without findings, or many, at once. */
const ALTSCRIBE_READS_NEEDED = 20;

/** How many selected ones a user may accept at once before that. */
const ALTSCRIBE_UNREAD_AT_ONCE = 10;

/** User option: how many the user has decided one by one in this review, and when the last one. */
const ALTSCRIBE_READS_OPTION = 'altscribe_reads';

/**
 * How many suggestions the current user has decided one by one in this review. A review ends after half a day.
 *
 * @return int
 */
function altscribe_count_reads() {
	$reads = get_user_option( ALTSCRIBE_READS_OPTION );
	return is_array( $reads ) && time() - (int) $reads['time'] < DAY_IN_SECONDS / 2 ? (int) $reads['count'] : 0;
}

/** How many suggestions one request decides at most, and how many seconds it may take. */
const ALTSCRIBE_BULK_SUGGESTIONS = 50;
const ALTSCRIBE_BULK_SECONDS     = 10.0;

/**
 * Responds with suggestions; `X-WP-Total` and `X-WP-TotalPages` give the totals. With a post and the context `edit`: all
 * pending ones for its images, also for their texts in the media library.
 *
 * @param WP_REST_Request $request The request.
 * @return WP_REST_Response
 */
function altscribe_rest_list_suggestions( $request ) {
	if ( $request['post'] && 'edit' === $request['context'] ) {
		$rows  = altscribe_list_suggestions_in_post( $request['post'] );
		$total = count( $rows );
		$pages = 1;
	} else {
		$found = altscribe_list_suggestions( altscribe_read_suggestion_filters( $request ), $request['page'], $request['per_page'] );
		$rows  = $found['rows'];
		$total = $found['total'];
		$pages = (int) ceil( $total / $request['per_page'] );
	}
	_prime_post_caches( array_filter( array_map( 'intval', array_merge( wp_list_pluck( $rows, 'attachment_id' ), wp_list_pluck( $rows, 'post_id' ) ) ) ), false, true );
	$response = new WP_REST_Response( array_map( 'altscribe_suggestion_to_array', $rows ) );
	$response->header( 'X-WP-Total', (string) $total );
	$response->header( 'X-WP-TotalPages', (string) $pages );
	return $response;
}

/**
 * Responds with the numbers of suggestions.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed> From altscribe_count_suggestions().
 */
function altscribe_rest_count_suggestions( $request ) {
	return altscribe_count_suggestions( altscribe_read_suggestion_filters( $request ) );
}

/**
 * Stores a suggestion, and responds with it. Which model wrote its text is not believed, but looked up.
 *
 * @param WP_REST_Request $request The request. The key in `place` may be the URL of the image.
 * @return WP_REST_Response|WP_Error Status 201.
 */
function altscribe_rest_add_suggestion( $request ) {
	$values = array_intersect_key( $request->get_params(), array_flip( array( 'post_id', 'image_url', 'previous_text', 'hint', 'language', 'origin' ) ) );
	$image  = $request['attachment_id'];
	if ( ! $image && '' === $request['image_url'] ) {
		return altscribe_error_no_image();
	}
	$place = altscribe_normalize_place( $request['place'], $request['post_id'] );
	if ( strlen( $place ) > 191 ) {
		return new WP_Error( 'rest_invalid_param', __( 'The place is too long.', 'altscribe' ), array( 'status' => 400 ) );
	}
	$id = altscribe_add_suggestion(
		array(
			// The id in a block may be that of another post or site. The response describes the image.
			'attachment_id' => '' === $place || altscribe_may_read_post( $image ) ? $image : 0,
			'place'         => $place,
			'new_text'      => $request['text'],
			'purpose'       => $request['declined'] ? ALTSCRIBE_DECLINED : $request['purpose'],
		) + $values + altscribe_find_generated( $image, $request['image_url'], $request['text'] )
	);
	return $id ? new WP_REST_Response( altscribe_suggestion_to_array( altscribe_get_suggestion( $id ) ), 201 ) : altscribe_error_queue_unavailable();
}

/**
 * A place whose key is an id or an MD5. That of an image in a block is named by the block, in the classic editor too.
 *
 * @param string $place   Such as `core/image#https://example.com/boat-300x200.jpg#1`.
 * @param int    $post_id The post.
 * @return string
 */
function altscribe_normalize_place( $place, $post_id ) {
	require_once dirname( __DIR__ ) . '/other-posts/find.php';
	$place  = preg_match( '~^([a-z0-9-]+/[a-z0-9-]+)#(.+)#(\d+)$~D', $place, $parts ) && ! preg_match( '~^(?:\d+|[0-9a-f]{32})$~D', $parts[2] )
		? "$parts[1]#" . altscribe_url_key( $parts[2] ) . "#$parts[3]"
		: $place;
	$post   = 0 === strpos( $place, 'core/freeform#' ) ? get_post( $post_id ) : null;
	$images = $post && ! altscribe_find_place( $post_id, $place ) ? array_column( altscribe_list_places( $post ), 'places', 'classic_place' ) : array();
	return $images[ $place ][0] ?? $place;
}

/**
 * Decides one suggestion, and responds with it.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_decide_suggestion( $request ) {
	$options = array_filter( array( 'expected_current' => $request['expected_current'] ), 'is_string' ) + array( 'written' => $request['written'] );
	$row     = altscribe_decide_suggestion( (int) $request['id'], $request['decision'], $request['text'], $options );
	if ( ! is_wp_error( $row ) ) {
		$reads = array(
			'count' => altscribe_count_reads() + 1,
			'time'  => time(),
		);
		update_user_option( get_current_user_id(), ALTSCRIBE_READS_OPTION, $reads );
	}
	return altscribe_respond_with_suggestion( (int) $request['id'], $row );
}

/**
 * Undoes a decision, and responds with the suggestion.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_rest_undo_suggestion( $request ) {
	return altscribe_respond_with_suggestion( (int) $request['id'], altscribe_undo_suggestion( (int) $request['id'] ) );
}

/**
 * Responds with a suggestion after a change.
 *
 * @param int                            $id   Its id.
 * @param array<string, string>|WP_Error $done Its row, or an error, which gets the suggestion if it is still pending.
 * @return array<string, mixed>|WP_Error
 */
function altscribe_respond_with_suggestion( $id, $done ) {
	if ( ! is_wp_error( $done ) ) {
		return altscribe_suggestion_to_array( $done );
	}
	$row = altscribe_get_suggestion( $id );
	if ( ! is_wp_error( $row ) && 'pending' === $row['state'] ) {
		$done->add_data( array( 'item' => altscribe_suggestion_to_array( $row ) ) + (array) $done->get_error_data() );
	}
	return $done;
}

/**
 * Decides several suggestions, or undoes decisions, within a time limit. Those that the user may not edit have an error.
 *
 * @param WP_REST_Request $request The request: `ids`, or `without_findings` for the next pending ones without findings that
 *                                 match the filters, or `bulk` with the decision `undo`; with `bulk` and `after_id` of
 *                                 the previous response.
 * @return array<string, mixed>|WP_Error `items`; `errors` (`id` and `message`); `bulk`, by which all can be undone; `left`,
 *                                       how many need further calls; `after_id`, for the next call. altscribe_not_read
 *                                       if altscribe_decides_unread() and the user has decided too few of them one by one.
 */
function altscribe_rest_decide_suggestions( $request ) {
	$is_undo = 'undo' === $request['decision'];
	$ids     = $request['ids'];
	$bulk    = $request['bulk'];
	$left    = 0;
	if ( altscribe_decides_unread( $request ) && altscribe_count_reads() < ALTSCRIBE_READS_NEEDED ) {
		/* translators: %s: number of texts. */
		return new WP_Error( 'altscribe_not_read', sprintf( __( 'Review %s suggestions one by one first.', 'altscribe' ), number_format_i18n( ALTSCRIBE_READS_NEEDED ) ), array( 'status' => 403 ) );
	}
	if ( $request['without_findings'] || ( $is_undo && ! $ids ) ) {
		$which = $is_undo ? array( 'state' => 'decided', 'bulk' => max( 1, $bulk ) ) : array( 'without_findings' => true, 'bulk' => 0 ) + altscribe_read_suggestion_filters( $request ); // phpcs:ignore WordPress.Arrays
		$found = altscribe_list_suggestions( $which + array( 'after_id' => $request['after_id'] ), 1, ALTSCRIBE_BULK_SUGGESTIONS );
		$ids   = array_map( 'intval', wp_list_pluck( $found['rows'], 'id' ) );
		$left  = $found['total'] - count( $ids );
	}
	$result = array(
		'items'  => array(),
		'errors' => array(),
	);
	$bulk   = $bulk ? $bulk : (int) reset( $ids );
	$until  = microtime( true ) + ALTSCRIBE_BULK_SECONDS;
	$last   = 0;
	foreach ( $ids as $done => $id ) {
		altscribe_extend_time_limit();
		$last = $id;
		$row  = altscribe_get_suggestion( $id );
		if ( ! is_wp_error( $row ) && ! altscribe_may_use_post( altscribe_target_of_suggestion( $row ) ) ) {
			$row = new WP_Error( 'rest_cannot_edit', __( 'You are not allowed to edit this post, or it no longer exists.', 'altscribe' ) );
		}
		if ( ! is_wp_error( $row ) ) {
			$row = $is_undo ? altscribe_undo_suggestion( $id ) : altscribe_decide_suggestion( $id, $request['decision'], null, array( 'bulk' => $bulk ) );
		}
		if ( is_wp_error( $row ) ) {
			$result['errors'][] = array(
				'id'      => $id,
				'message' => $row->get_error_message(),
			);
		} else {
			$result['items'][] = altscribe_suggestion_to_array( $row );
		}
		if ( microtime( true ) >= $until ) {
			$left += count( $ids ) - $done - 1;
			break;
		}
	}
	return $result + compact( 'bulk', 'left' ) + array( 'after_id' => $last );
}
