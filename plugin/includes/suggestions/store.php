<?php
/**
 * The table of suggestions: texts that wait for a decision, for an image of the media library or a place in a post, and
 * for a while those that were decided.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Increase this when the table changes. */
const ALTSCRIBE_SUGGESTIONS_SCHEMA = '2';

/** How many days decided suggestions are stored; within these, a decision can be undone. */
const ALTSCRIBE_SUGGESTION_DAYS = 30;

/** In the column `purpose`: the AI declined to describe the image. */
const ALTSCRIBE_DECLINED = 'declined';

// After the queue, from which it takes the suggestions of earlier versions.
altscribe_on_init( 'altscribe_make_suggestions_table', 11 );

add_filter( 'wpmu_drop_tables', 'altscribe_drop_suggestions_table' );

/**
 * The name of the table. `post_id` and `place` are 0 and '' for the text of the media library. `previous_text` is the
 * text that the suggestion would replace, as last shown. `pending_key` is only set while a suggestion is pending, so
 * there is one for each place. `findings` begins and ends with a comma, unless it is ''. `doubts` and `undo_data` are JSON.
 *
 * @return string
 */
function altscribe_suggestions_table() {
	return $GLOBALS['wpdb']->prefix . 'altscribe_suggestions';
}

/**
 * Adds the table to those that are dropped when a site of a network is deleted.
 *
 * @param string[] $tables Names of tables.
 * @return string[]
 */
function altscribe_drop_suggestions_table( $tables ) {
	$tables[] = altscribe_suggestions_table();
	return $tables;
}

/**
 * Creates or changes the table if necessary. If the database refuses, it tries again after some minutes.
 *
 * @param bool $is_needed Whether it is needed now: then it tries immediately.
 * @return bool Whether the table exists.
 */
function altscribe_make_suggestions_table( $is_needed = false ) {
	$schema = (string) get_option( 'altscribe_suggestions_schema' );
	if ( ALTSCRIBE_SUGGESTIONS_SCHEMA === $schema ) {
		return true;
	}
	if ( ! $is_needed && 0 === strpos( $schema, 'failed ' ) && time() - (int) substr( $schema, 7 ) < 5 * MINUTE_IN_SECONDS ) {
		return false;
	}
	global $wpdb;
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$table   = altscribe_suggestions_table();
	$collate = $wpdb->get_charset_collate();
	dbDelta(
		"CREATE TABLE $table (
			id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
			pending_key char(32) DEFAULT NULL,
			attachment_id bigint(20) unsigned NOT NULL DEFAULT 0,
			post_id bigint(20) unsigned NOT NULL DEFAULT 0,
			place varchar(191) NOT NULL DEFAULT '',
			image_url text NOT NULL,
			previous_text text NOT NULL,
			new_text text NOT NULL,
			purpose varchar(20) NOT NULL DEFAULT '',
			findings varchar(255) NOT NULL DEFAULT '',
			doubts varchar(500) NOT NULL DEFAULT '',
			hint text NOT NULL,
			model varchar(100) NOT NULL DEFAULT '',
			prompt varchar(40) NOT NULL DEFAULT '',
			language varchar(35) NOT NULL DEFAULT '',
			origin varchar(20) NOT NULL DEFAULT '',
			user_id bigint(20) unsigned NOT NULL DEFAULT 0,
			created bigint(20) unsigned NOT NULL DEFAULT 0,
			state varchar(20) NOT NULL DEFAULT 'pending',
			decided_by bigint(20) unsigned NOT NULL DEFAULT 0,
			decided bigint(20) unsigned NOT NULL DEFAULT 0,
			decided_text text NOT NULL,
			bulk bigint(20) unsigned NOT NULL DEFAULT 0,
			undo_data longtext NOT NULL,
			PRIMARY KEY  (id),
			UNIQUE KEY pending_key (pending_key),
			KEY state (state,decided),
			KEY attachment (attachment_id,post_id,state),
			KEY post (post_id,state),
			KEY bulk (bulk)
		) $collate;"
	);
	$is_there = altscribe_is_column_there( $table, 'doubts' );
	if ( $is_there && ! (int) $schema ) {
		$was_quiet = $wpdb->suppress_errors();
		altscribe_move_queued_suggestions();
		$wpdb->suppress_errors( $was_quiet );
	}
	update_option( 'altscribe_suggestions_schema', $is_there ? ALTSCRIBE_SUGGESTIONS_SCHEMA : 'failed ' . time(), true );
	return $is_there;
}

/** Moves the suggestions that earlier versions stored in the queue. */
function altscribe_move_queued_suggestions() {
	global $wpdb;
	// phpcs:disable WordPress.DB -- The tables are the plugin's own.
	$rows = (array) $wpdb->get_results( $wpdb->prepare( "SELECT item.*, batch.origin, batch.user_id FROM %i item JOIN %i batch ON batch.id = item.batch_id WHERE item.state = 'suggested'", altscribe_queue_table(), altscribe_batches_table() ), ARRAY_A );
	foreach ( $rows as $row ) {
		altscribe_insert_suggestion(
			array(
				'origin'  => altscribe_origin_of_batch( $row['origin'] ),
				'created' => (int) $row['updated'],
			) + $row + array( 'findings' => altscribe_find_in_suggestion( $row ) )
		);
	}
	// phpcs:enable
}

/**
 * The key of a place for which a suggestion is pending.
 *
 * @param int    $attachment_id The image; 0 if it is not in the media library.
 * @param int    $post_id       The post; 0 for the text of the media library.
 * @param string $place         Where in the post; '' for the text of the media library.
 * @param string $purpose       That of the suggestion.
 * @return string
 */
function altscribe_pending_key( $attachment_id, $post_id, $place, $purpose = '' ) {
	// The place includes the image. Its text and its long description wait beside each other.
	return md5( '' === $place ? (int) $attachment_id : (int) $post_id . " $place" . ( ALTSCRIBE_LONG === $purpose ? ' long' : '' ) );
}

/**
 * Stores a suggestion. It replaces the pending one for the same place, and keeps its hint.
 *
 * @param array<string, mixed> $suggestion `new_text` ('' for none); `attachment_id`, or `post_id`, `place` and
 *                                         `image_url`. Optional: `previous_text`, `purpose`, `hint`, `model`, `prompt`, `doubts`
 *                                         (quotations), `language`, `origin` (`sidebar`, `batch`, `upload`, `grid`, `cli`, `ability`,
 *                                         or `post` for a text from a post) and `user_id` (by default the current user).
 * @return int Its id; 0 if the database refused it.
 */
function altscribe_add_suggestion( $suggestion ) {
	global $wpdb;
	if ( ! altscribe_make_suggestions_table( true ) ) {
		return 0;
	}
	$suggestion += array(
		'attachment_id' => 0,
		'post_id'       => 0,
		'place'         => '',
		'hint'          => '',
		'purpose'       => '',
	);
	if ( '' === $suggestion['place'] ) {
		// A featured image has the text of the media library.
		$suggestion['post_id'] = 0;
	}
	$pending = altscribe_find_suggestion( $suggestion['attachment_id'], $suggestion['post_id'], $suggestion['place'], $suggestion['purpose'] );
	if ( $pending && '' === $suggestion['hint'] ) {
		$suggestion['hint'] = $pending['hint'];
	}
	$suggestion['language'] = empty( $suggestion['language'] ) ? altscribe_language( altscribe_target_of_suggestion( $suggestion ) ) : $suggestion['language'];
	$suggestion['findings'] = altscribe_find_in_suggestion( $suggestion );
	$doubts                 = altscribe_read_doubts( $suggestion['doubts'] ?? array(), (string) ( $suggestion['new_text'] ?? '' ) );
	$suggestion['doubts']   = $doubts ? wp_json_encode( $doubts, JSON_UNESCAPED_UNICODE ) : '';
	$id                     = altscribe_insert_suggestion( $suggestion );
	if ( ! $id ) {
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$wpdb->update( altscribe_suggestions_table(), altscribe_suggestion_columns( $suggestion ), array( 'pending_key' => altscribe_pending_key( $suggestion['attachment_id'], $suggestion['post_id'], $suggestion['place'], $suggestion['purpose'] ) ) );
		$id = (int) ( altscribe_find_suggestion( $suggestion['attachment_id'], $suggestion['post_id'], $suggestion['place'], $suggestion['purpose'] )['id'] ?? 0 );
	}
	return ! $id && altscribe_restore_tables() ? altscribe_add_suggestion( $suggestion ) : $id;
}

/**
 * The columns of a pending suggestion.
 *
 * @param array<string, mixed> $suggestion As altscribe_add_suggestion() takes it, with `findings`.
 * @return array<string, mixed>
 */
function altscribe_suggestion_columns( $suggestion ) {
	$defaults = array(
		'attachment_id' => 0,
		'post_id'       => 0,
		'place'         => '',
		'image_url'     => '',
		'previous_text' => '',
		'new_text'      => '',
		'purpose'       => '',
		'findings'      => '',
		'doubts'        => '',
		'hint'          => '',
		'model'         => '',
		'prompt'        => '',
		'language'      => '',
		'origin'        => '',
		'user_id'       => get_current_user_id(),
		'created'       => time(),
	);
	return array(
		'pending_key'  => altscribe_pending_key( $suggestion['attachment_id'], $suggestion['post_id'] ?? 0, $suggestion['place'] ?? '', $suggestion['purpose'] ?? '' ),
		'state'        => 'pending',
		'decided_by'   => 0,
		'decided'      => 0,
		'decided_text' => '',
		'undo_data'    => '',
	) + array_map( 'strval', array_intersect_key( $suggestion, $defaults ) + $defaults );
}

/**
 * Inserts a suggestion unless one is pending for the same place.
 *
 * @param array<string, mixed> $suggestion As altscribe_suggestion_columns() takes it.
 * @return int Its id; 0 if one is pending.
 */
function altscribe_insert_suggestion( $suggestion ) {
	global $wpdb;
	$columns = altscribe_suggestion_columns( $suggestion );
	$names   = implode( ', ', array_keys( $columns ) );
	$values  = implode( ', ', array_fill( 0, count( $columns ), '%s' ) );
	// phpcs:ignore WordPress.DB -- The table is the plugin's own; the interpolated parts are names and placeholders.
	return $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO %i ($names) VALUES ($values)", array_merge( array( altscribe_suggestions_table() ), array_values( $columns ) ) ) ) ? (int) $wpdb->insert_id : 0;
}

/**
 * The pending suggestion for an image of the media library, or for a place in a post.
 *
 * @param int    $attachment_id The image; 0 if it is not in the media library.
 * @param int    $post_id       The post; 0 for the text of the media library.
 * @param string $place         Where in the post; '' for the text of the media library and of a featured image.
 * @param string $purpose       ALTSCRIBE_LONG for a long description.
 * @return array<string, string>|null Its row.
 */
function altscribe_find_suggestion( $attachment_id, $post_id = 0, $place = '', $purpose = '' ) {
	global $wpdb;
	if ( ! altscribe_make_suggestions_table() ) {
		return null;
	}
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	return $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE pending_key = %s', altscribe_suggestions_table(), altscribe_pending_key( $attachment_id, $post_id, $place, $purpose ) ), ARRAY_A );
}

/**
 * A suggestion, pending or decided.
 *
 * @param int $id Its id.
 * @return array<string, string>|WP_Error Its row; altscribe_suggestion_not_found.
 */
function altscribe_get_suggestion( $id ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$row = altscribe_make_suggestions_table() ? $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE id = %d', altscribe_suggestions_table(), $id ), ARRAY_A ) : null;
	return $row ? $row : new WP_Error( 'altscribe_suggestion_not_found', __( 'This suggestion no longer exists.', 'altscribe' ), array( 'status' => 404 ) );
}

/**
 * The post whose text a suggestion would change: users who may edit it may decide.
 *
 * @param array<string, mixed> $row Its row.
 * @return int Id of the post, or of the image for the text of the media library.
 */
function altscribe_target_of_suggestion( $row ) {
	return empty( $row['post_id'] ) ? (int) $row['attachment_id'] : (int) $row['post_id'];
}

/**
 * The text that a suggestion would replace, as it is now.
 *
 * @param array<string, string> $row Its row.
 * @return string|null Null if its place is gone.
 */
function altscribe_current_text_of_suggestion( $row ) {
	if ( '' === $row['place'] ) {
		return 'attachment' === get_post_type( (int) $row['attachment_id'] ) ? altscribe_get_attachment_alt_text( (int) $row['attachment_id'] ) : null;
	}
	$image = altscribe_find_place_of_suggestion( $row );
	return $image ? ( ALTSCRIBE_LONG === $row['purpose'] ? '' : $image['text'] ) : null;
}

/**
 * The image in a post that a suggestion is for.
 *
 * @param array<string, mixed> $row Its row.
 * @return array<string, mixed>|null From altscribe_find_place(); null for the media library, or if it is gone.
 */
function altscribe_find_place_of_suggestion( $row ) {
	require_once dirname( __DIR__ ) . '/other-posts/find.php';
	return empty( $row['place'] ) ? null : altscribe_find_place( (int) $row['post_id'], $row['place'] );
}

/**
 * The findings for a suggested text.
 *
 * @param array<string, mixed> $row As altscribe_add_suggestion() takes it.
 * @return string For the column `findings`.
 */
function altscribe_find_in_suggestion( $row ) {
	$text = trim( (string) ( $row['new_text'] ?? '' ) );
	$id   = (int) $row['attachment_id'];
	if ( '' === $text || ALTSCRIBE_LONG === ( $row['purpose'] ?? '' ) ) {
		return '';
	}
	$around = $id ? altscribe_attachment_surroundings( $id, $text ) : array();
	$image  = altscribe_find_place_of_suggestion( $row );
	$codes  = altscribe_check_alt_text(
		$text,
		array( 'language' => empty( $row['language'] ) ? altscribe_language( altscribe_target_of_suggestion( $row ) ) : $row['language'] )
			+ ( $image ? array(
				'caption'      => $image['surroundings']['caption'],
				'nearby'       => $image['surroundings'],
				'translations' => array(),
				// In a post, only its own images count.
				'others'       => $image['others'],
			) : array() ) + $around
	);
	return $codes ? ',' . implode( ',', $codes ) . ',' : '';
}

/**
 * What is remembered about a suggestion from a batch.
 *
 * @param string $origin That of the batch.
 * @return string That of the suggestion.
 */
function altscribe_origin_of_batch( $origin ) {
	return in_array( $origin, array( 'upload', 'cli' ), true ) ? $origin : 'batch';
}

/**
 * The condition that an image of the media library has no pending suggestion.
 *
 * @return string Safe SQL about the column ID of the table of posts.
 */
function altscribe_not_suggested_condition() {
	global $wpdb;
	// phpcs:ignore WordPress.DB.PreparedSQL -- Only names of tables.
	return altscribe_make_suggestions_table() ? "$wpdb->posts.ID NOT IN (" . $wpdb->prepare( "SELECT attachment_id FROM %i WHERE post_id = 0 AND state = 'pending'", altscribe_suggestions_table() ) . ')' : '1 = 1';
}

add_action( 'deleted_post', 'altscribe_delete_suggestions_of_post' );
add_action( 'transition_post_status', 'altscribe_follow_saved_post', 20, 3 );
add_action( 'added_post_meta', 'altscribe_follow_changed_meta', 20, 3 );
add_action( 'updated_post_meta', 'altscribe_follow_changed_meta', 20, 3 );
add_action( 'altscribe_read_uses', 'altscribe_delete_old_suggestions' );

/**
 * Deletes the suggestions for a deleted post or image.
 *
 * @param int $id Its id.
 */
function altscribe_delete_suggestions_of_post( $id ) {
	global $wpdb;
	if ( altscribe_make_suggestions_table() ) {
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE post_id = %d OR attachment_id = %d', altscribe_suggestions_table(), $id, $id ) );
	}
}

/** Deletes decisions that can no longer be undone. */
function altscribe_delete_old_suggestions() {
	global $wpdb;
	if ( altscribe_make_suggestions_table() ) {
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE state <> 'pending' AND decided < %d", altscribe_suggestions_table(), time() - ALTSCRIBE_SUGGESTION_DAYS * DAY_IN_SECONDS ) );
	}
}

/**
 * Follows the places of suggestions when a post is saved. A text that was applied in the editor is decided. A suggestion
 * whose place is gone goes too; its text is offered for the image in the media library, if that has none.
 *
 * @param string  $status Its new status.
 * @param string  $before Unused.
 * @param WP_Post $post   The post.
 */
function altscribe_follow_saved_post( $status, $before, $post ) {
	global $wpdb;
	if ( in_array( $status, array( 'auto-draft', 'trash', 'inherit' ), true ) || ! altscribe_make_suggestions_table() ) {
		return;
	}
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	foreach ( $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE post_id = %d AND state = 'pending'", altscribe_suggestions_table(), $post->ID ), ARRAY_A ) as $row ) {
		$image = altscribe_find_place_of_suggestion( $row );
		if ( ! $image ) {
			altscribe_end_place_of_suggestion( $row );
		} elseif ( ALTSCRIBE_LONG === $row['purpose'] ) {
			altscribe_follow_details( $row, $post, $image );
		} elseif ( 'decorative' === $image['reason'] ) {
			altscribe_close_suggestion( $row, 'decorative', '' );
		} elseif ( '' !== $image['text'] && trim( $row['new_text'] ) === $image['text'] ) {
			altscribe_close_suggestion( $row, 'accepted', $image['text'] );
		}
	}
}

/**
 * Offers the text of a suggestion whose place is gone in the media library, if who made it may edit the image; or deletes it.
 *
 * @param array<string, string> $row Its row.
 */
function altscribe_end_place_of_suggestion( $row ) {
	global $wpdb;
	$id      = (int) $row['attachment_id'];
	$is_free = $id && ALTSCRIBE_LONG !== $row['purpose'] && '' !== $row['new_text'] && wp_attachment_is_image( $id ) && 'missing' === altscribe_alt_text_state( $id )['state']
		&& altscribe_may_use_post( $id, (int) $row['user_id'] ) && ! altscribe_find_suggestion( $id );
	$change  = array(
		'post_id'       => 0,
		'place'         => '',
		'previous_text' => '',
		'pending_key'   => altscribe_pending_key( $id, 0, '' ),
	);
	// phpcs:disable WordPress.DB -- The table is the plugin's own.
	if ( $is_free ) {
		$wpdb->update( altscribe_suggestions_table(), $change + array( 'findings' => altscribe_find_in_suggestion( $change + $row ) ), array( 'id' => $row['id'] ) );
	} else {
		$wpdb->delete( altscribe_suggestions_table(), array( 'id' => $row['id'] ) );
	}
	// phpcs:enable
}

/**
 * Ends a suggestion when an image gets its text, or the mark "decorative", in any other way.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $id       The image.
 * @param string    $key      The key that changed.
 */
function altscribe_follow_changed_meta( $meta_ids, $id, $key ) {
	if ( ALTSCRIBE_ALT_TEXT_KEY !== $key && ALTSCRIBE_DECORATIVE_KEY !== $key ) {
		return;
	}
	$row  = altscribe_find_suggestion( $id );
	$text = altscribe_get_alt_text( $id );
	if ( $row && ALTSCRIBE_DECORATIVE_KEY === $key && '' === $text && get_post_meta( $id, $key, true ) ) {
		altscribe_close_suggestion( $row, 'decorative', '' );
	} elseif ( $row && ALTSCRIBE_ALT_TEXT_KEY === $key && '' !== $text && trim( $row['new_text'] ) === $text ) {
		altscribe_close_suggestion( $row, 'accepted', $text );
	} elseif ( $row && ALTSCRIBE_ALT_TEXT_KEY === $key && '' === $row['new_text'] && ! in_array( $text, array( '', trim( $row['previous_text'] ) ), true ) ) {
		// A user wrote the text that the AI did not.
		altscribe_close_suggestion( $row, 'edited', $text );
	}
}
