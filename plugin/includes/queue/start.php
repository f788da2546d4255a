<?php
/**
 * Starts a batch: selects its images and calculates its cost.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The images that a batch would process, as the end of a query (FROM and WHERE), without those that stay in
 * another batch.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return string Safe SQL. The ids are `{posts}.ID`.
 */
function altscribe_candidates_sql( $args ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB.PreparedSQL -- Only names of WordPress's tables.
	return $wpdb->prepare( "FROM $wpdb->posts LEFT JOIN %i altscribe_item ON altscribe_item.attachment_id = $wpdb->posts.ID", altscribe_queue_table() )
		. " WHERE (altscribe_item.state IS NULL OR altscribe_item.state NOT IN ('waiting','running'))
		AND " . implode( ' AND ', altscribe_free_image_conditions( $args ) );
}

/**
 * The conditions on the images of a batch, without those whose suggestion waits for a decision: it is already paid for,
 * so only a batch that asks for new texts replaces it.
 *
 * @param array<string, mixed> $args As altscribe_batch_args() returns them.
 * @return string[] Safe SQL.
 */
function altscribe_free_image_conditions( $args ) {
	return array_merge( altscribe_image_conditions( $args ), $args['regenerate'] ? array() : array( altscribe_not_suggested_condition() ) );
}

/**
 * The suggestions that wait for a decision, among the images of a possible batch.
 *
 * @param array<string, mixed> $args As altscribe_batch_args() returns them.
 * @return array{images: int, batch_id: int} How many images have one, and the newest batch with any; 0 for
 *   none.
 */
function altscribe_find_suggestions( $args ) {
	global $wpdb;
	if ( ! altscribe_make_suggestions_table() ) {
		return array_fill_keys( array( 'images', 'batch_id' ), 0 );
	}
	$suggested = "SELECT COUNT(*) AS images, MAX(altscribe_item.batch_id) AS batch_id FROM $wpdb->posts JOIN %i altscribe_suggestion ON altscribe_suggestion.attachment_id = $wpdb->posts.ID
		LEFT JOIN %i altscribe_item ON altscribe_item.attachment_id = $wpdb->posts.ID AND altscribe_item.state = 'suggested' WHERE altscribe_suggestion.post_id = 0 AND altscribe_suggestion.state = 'pending' AND ";
	// phpcs:ignore WordPress.DB -- Made of safe conditions.
	$row = $wpdb->get_row( $wpdb->prepare( $suggested, altscribe_suggestions_table(), altscribe_queue_table() ) . implode( ' AND ', altscribe_image_conditions( $args ) ) );
	return array(
		'images'   => (int) $row->images,
		'batch_id' => (int) $row->batch_id,
	);
}

/**
 * The conditions on the images of a batch.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return string[] Safe SQL.
 */
function altscribe_image_conditions( $args ) {
	global $wpdb;
	$filters    = $args['filters'];
	$conditions = array( altscribe_state_sql( altscribe_batch_state_filter( $args ) ), "$wpdb->posts.post_status <> 'trash'" );
	// phpcs:disable WordPress.DB.PreparedSQL -- Only names of tables.
	if ( ! empty( $filters['mime_type'] ) ) {
		$conditions[] = $wpdb->prepare( "$wpdb->posts.post_mime_type = %s", $filters['mime_type'] );
	}
	if ( null !== $args['ids'] ) {
		$conditions[] = altscribe_ids_condition( $args['ids'] );
	}
	if ( $args['except'] ) {
		$conditions[] = 'NOT ' . altscribe_ids_condition( $args['except'] );
	}
	if ( ! empty( $filters['used'] ) ) {
		$conditions[] = altscribe_used_condition();
	}
	foreach ( array_filter( wp_array_slice_assoc( $filters, array( 'after', 'before' ) ) ) as $name => $date ) {
		$time = altscribe_read_date( $date );
		// If there is no such day, no images rather than all.
		$conditions[] = null === $time ? '1 = 0' : $wpdb->prepare( "$wpdb->posts.post_date " . ( 'after' === $name ? '>=' : '<' ) . ' %s', $time );
	}
	if ( ! empty( $filters['author'] ) ) {
		$conditions[] = $wpdb->prepare( "$wpdb->posts.post_author = %d", $filters['author'] );
	}
	if ( ! empty( $filters['language'] ) ) {
		$conditions[] = altscribe_language_condition( $filters['language'] );
	}
	// phpcs:enable
	return $conditions;
}

/**
 * The images of a batch that the user may not edit, such as other users' private ones. Usually none.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch(), without ids.
 * @return int[]
 */
function altscribe_list_refused_images( $args ) {
	global $wpdb;
	$args = altscribe_batch_args( $args );
	// The state, which takes longest, does not matter to WordPress.
	$permitted = altscribe_permitted_sql( "FROM $wpdb->posts WHERE " . altscribe_image_condition( array( 'state' => 'all' ) + $args['filters'] ), $wpdb->posts, "$wpdb->posts.ID" );
	// phpcs:ignore WordPress.DB -- Made of safe conditions.
	return '' === $permitted ? array() : array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE NOT $permitted AND " . implode( ' AND ', altscribe_image_conditions( $args ) ) ) );
}

/**
 * Reads a date in the filters.
 *
 * @param mixed $date `2026-11-30`, optionally with a time: `2026-11-30 23:59`, with or without seconds, or with
 *   `T` in between.
 * @return string|null `2026-11-30 23:59:00`; null if it is not a date, or there is no such day.
 */
function altscribe_read_date( $date ) {
	$parts = explode( ' ', str_replace( 'T', ' ', (string) $date ), 2 );
	$date  = $parts[0] . ' ' . substr( ( $parts[1] ?? '00:00' ) . ':00', 0, 8 );
	$time  = DateTimeImmutable::createFromFormat( '!Y-m-d H:i:s', $date, new DateTimeZone( 'UTC' ) );
	return $time && $time->format( 'Y-m-d H:i:s' ) === $date && $parts[0] > '0001' ? $date : null;
}

/**
 * The state that the images of a batch must have. Without one in the filters, only images without a text
 * are processed, unless texts may be replaced.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return string One of ALTSCRIBE_STATES; '' for any.
 */
function altscribe_batch_state_filter( $args ) {
	if ( isset( $args['filters']['state'] ) ) {
		return 'all' === $args['filters']['state'] ? '' : $args['filters']['state'];
	}
	return null !== $args['ids'] && $args['overwrite'] ? '' : 'missing';
}

/**
 * The condition that the id of an image is in a list.
 *
 * @param int[] $ids Ids of attachments.
 * @return string Safe SQL.
 */
function altscribe_ids_condition( $ids ) {
	global $wpdb;
	return $ids ? "$wpdb->posts.ID IN (" . implode( ',', array_map( 'intval', $ids ) ) . ')' : '1 = 0';
}

/** How many days batches and their results are stored; within these, a batch can be undone. */
const ALTSCRIBE_BATCH_DAYS = 30;

/**
 * Starts a batch: queues images and returns immediately. Checks no permissions. An image that waits or runs in
 * another batch stays there, and so does one whose suggestion waits for a decision, unless new texts are
 * requested; a finished image moves to the new batch.
 *
 * @param array<string, mixed> $args All are optional: `ids` (int[]; null for all images that match the filters),
 *                                   `except` (int[]: images to skip), `filters` (`state`: `missing` (by default,
 *                                   unless ids are to be overwritten), another of ALTSCRIBE_STATES, or `all`;
 *                                   `after` and `before`: dates or times of this site, the first inclusive;
 *                                   `mime_type`; `author`: user id; `used`: only in published posts;
 *                                   `language`: code of WPML or Polylang, or `none`), `overwrite`
 *                                   (replaces existing texts; otherwise new ones are only suggested), `regenerate`
 *                                   (the service must not respond from its cache), `language` (code; '' for the
 *                                   language of each image), `origin` (`page`, `bulk`, `product`, `upload`, `cli` or
 *                                   `api`), `post_id` (the post or product that a user is editing, for images that
 *                                   no other shows) and `post_title` (its title, if it is not saved yet).
 * @return int|WP_Error Id of the batch. altscribe_nothing_to_generate if no image is left,
 *                      altscribe_still_reading if it is not known yet which images are used,
 *                      altscribe_queue_unavailable if the database refused it.
 */
function altscribe_start_batch( $args = array() ) {
	global $wpdb;
	$args  = altscribe_batch_args( $args );
	$error = empty( $args['filters']['used'] ) ? null : altscribe_error_still_reading();
	if ( $error ) {
		return $error;
	}
	$batch_id = altscribe_insert_batch( $args );
	if ( ! $batch_id ) {
		return altscribe_error_queue_unavailable();
	}
	altscribe_tidy_queue();
	$queue    = altscribe_queue_table();
	$images   = "FROM $wpdb->posts WHERE " . implode( ' AND ', altscribe_free_image_conditions( $args ) );
	// phpcs:disable WordPress.DB -- The table is the plugin's own, and $images is safe.
	// Not REPLACE, which must not read the table that it writes in MySQL.
	$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE state NOT IN ('waiting','running') AND attachment_id IN ", $queue ) . "(SELECT $wpdb->posts.ID $images)" );
	if ( in_array( $args['origin'], ALTSCRIBE_URGENT_ORIGINS, true ) ) {
		altscribe_move_waiting_items( $batch_id, "SELECT $wpdb->posts.ID $images" );
	}
	$is_queued = $wpdb->query(
		$wpdb->prepare(
			"INSERT IGNORE INTO %i (attachment_id, batch_id, state, previous_text, new_text, error_message, language, updated)
			SELECT $wpdb->posts.ID AS attachment_id, %d AS batch_id, 'waiting' AS state,
				COALESCE((SELECT meta_value FROM $wpdb->postmeta WHERE post_id = $wpdb->posts.ID AND meta_key = '_wp_attachment_image_alt' ORDER BY meta_id LIMIT 1), '') AS previous_text,
				'' AS new_text, '' AS error_message, %s AS language, %d AS updated ",
			$queue,
			$batch_id,
			$args['language'],
			time()
		) . $images
	);
	$total = (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM %i WHERE batch_id = %d", $queue, $batch_id ) );
	// phpcs:enable
	if ( 0 === $total ) {
		altscribe_delete_batch( $batch_id );
		if ( false === $is_queued && altscribe_restore_tables() ) {
			return altscribe_start_batch( $args );
		}
		return false === $is_queued ? altscribe_error_queue_unavailable() : altscribe_error_nothing_to_generate( $args );
	}
	// An idle worker may have finished it while it was empty.
	altscribe_update_batch(
		$batch_id,
		array(
			'total'    => $total,
			'state'    => 'running',
			'finished' => 0,
		)
	);
	altscribe_schedule_tick();
	return $batch_id;
}

/**
 * The number of images in a possible batch. Its maximum cost is one credit per image.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return int
 */
function altscribe_count_for_batch( $args = array() ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- Made of safe conditions.
	return (int) $wpdb->get_var( 'SELECT COUNT(*) ' . altscribe_candidates_sql( altscribe_batch_args( $args ) ) );
}

/** How many images an estimate looks at, and for how many seconds: texts are in posts and files. */
const ALTSCRIBE_ESTIMATE_IMAGES  = 300;
const ALTSCRIBE_ESTIMATE_SECONDS = 2.0;

/** Names of files of images that only add style. */
const ALTSCRIBE_DECORATIVE_NAME = '~(?:^|[-_])(?:divider|separator|spacer|ornament|decoration|texture|background|bg|backdrop)(?:[-_.\d]|$)~i';

/**
 * Looks at images of a possible batch, spread over the whole library: which would get a text for free, and which are
 * probably decorative.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return array{images: int, checked: int, free: int, decorative: int} All images of the batch; how many of them were looked
 *         at; how many of these have a text in a post, in their file or in a copy; and how many seem to add only style.
 */
function altscribe_estimate_batch( $args = array() ) {
	global $wpdb;
	$args  = altscribe_batch_args( $args );
	$found = array( 'images' => altscribe_count_for_batch( $args ) ) + array_fill_keys( array( 'checked', 'free', 'decorative' ), 0 );
	$until = microtime( true ) + ALTSCRIBE_ESTIMATE_SECONDS;
	// About as many as are looked at, by numbers that follow no pattern: every third image may be a translation.
	$share = 10007 * min( 1, ALTSCRIBE_ESTIMATE_IMAGES / max( 1, $found['images'] ) );
	// phpcs:ignore WordPress.DB -- Made of safe conditions.
	$ids = array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID " . altscribe_candidates_sql( $args ) . $wpdb->prepare( " AND $wpdb->posts.ID * 6185 %% 10007 < %d LIMIT %d", ceil( $share ), ALTSCRIBE_ESTIMATE_IMAGES ) ) );
	_prime_post_caches( $ids, false, true );
	foreach ( $ids as $id ) {
		++$found['checked'];
		if ( ! $args['regenerate'] && altscribe_find_offered_text( $id ) ) {
			++$found['free'];
		} elseif ( altscribe_seems_decorative( $id ) ) {
			++$found['decorative'];
		}
		if ( microtime( true ) > $until ) {
			break;
		}
	}
	return $found;
}

/**
 * Whether an image probably adds only style: it is tiny or a thin line, or its file is named like that.
 *
 * @param int $attachment_id The image.
 * @return bool
 */
function altscribe_seems_decorative( $attachment_id ) {
	$meta  = wp_get_attachment_metadata( $attachment_id );
	$sides = array( (int) ( $meta['width'] ?? 0 ), (int) ( $meta['height'] ?? 0 ) );
	$file  = pathinfo( (string) get_post_meta( $attachment_id, '_wp_attached_file', true ), PATHINFO_FILENAME );
	return ( min( $sides ) > 0 && ( max( $sides ) <= 32 || max( $sides ) >= 20 * min( $sides ) ) ) || 1 === preg_match( ALTSCRIBE_DECORATIVE_NAME, $file );
}

/**
 * Responds with the estimate for a possible batch.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, int>|WP_Error
 */
function altscribe_rest_estimate_batch( $request ) {
	$args = altscribe_read_batch_args( $request );
	return is_wp_error( $args ) ? $args : altscribe_estimate_batch( $args );
}

/**
 * The number of images in a possible batch, by language.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return array<array{language: string, name: string, images: int}> Languages with images; empty if no image has a
 *         language, or the batch has one for all.
 */
function altscribe_count_languages_for_batch( $args = array() ) {
	global $wpdb;
	$args = altscribe_batch_args( $args );
	if ( '' !== $args['language'] || ! altscribe_list_media_languages() ) {
		return array();
	}
	list( $from, $where ) = explode( ' WHERE ', altscribe_candidates_sql( $args ), 2 );
	$languages            = array();
	foreach ( altscribe_group_by_language( "''", $from, "WHERE $where" ) as $group ) {
		if ( $group['images'] > 0 ) {
			$languages[] = array_diff_key( $group, array( 'by_value' => array() ) );
		}
	}
	return $languages;
}

/**
 * The arguments of a batch, with defaults.
 *
 * @param array<string, mixed> $args As for altscribe_start_batch().
 * @return array<string, mixed>
 */
function altscribe_batch_args( $args ) {
	$defaults = array(
		'ids'        => null,
		'except'     => array(),
		'filters'    => array(),
		'overwrite'  => false,
		'regenerate' => false,
		'language'   => '',
		'origin'     => 'api',
		'post_id'    => 0,
		'post_title' => '',
	);
	return array_merge( $defaults, array_filter( $args, 'altscribe_is_given' ) );
}

/**
 * Whether an argument is given: null means its default.
 *
 * @param mixed $value Any value.
 * @return bool
 */
function altscribe_is_given( $value ) {
	return null !== $value;
}

/**
 * Moves images that wait in other batches to a batch that a user is waiting for.
 *
 * @param int    $batch_id Id of that batch.
 * @param string $images   Safe SQL that selects ids of attachments.
 */
function altscribe_move_waiting_items( $batch_id, $images ) {
	global $wpdb;
	$queue   = altscribe_queue_table();
	$batches = altscribe_batches_table();
	// phpcs:disable WordPress.DB -- The tables are the plugin's own, and $images is safe.
	$sources = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT batch_id FROM %i WHERE state = 'waiting' AND attachment_id IN ", $queue ) . "($images)" );
	foreach ( array_map( 'intval', $sources ) as $source ) {
		$moved = (int) $wpdb->query( $wpdb->prepare( "UPDATE %i SET batch_id = %d WHERE batch_id = %d AND state = 'waiting' AND attachment_id IN ", $queue, $batch_id, $source ) . "($images)" );
		$wpdb->query( $wpdb->prepare( 'UPDATE %i SET total = total - %d WHERE id = %d', $batches, $moved, $source ) );
	}
	// phpcs:enable
}

/**
 * Error: no image is left.
 *
 * @param array<string, mixed> $args As altscribe_batch_args() returns them.
 * @return WP_Error
 */
function altscribe_error_nothing_to_generate( $args ) {
	global $wpdb;
	$conditions = implode( ' AND ', altscribe_image_conditions( $args ) );
	// phpcs:ignore WordPress.DB -- Made of safe conditions.
	$is_queued = (bool) $wpdb->get_var( "SELECT 1 FROM $wpdb->posts WHERE $conditions LIMIT 1" );
	$message   = __( 'None of these images needs alt text.', 'altscribe' );
	if ( altscribe_find_suggestions( $args )['images'] ) {
		$message = __( 'Suggestions for these images are waiting for review.', 'altscribe' );
	} elseif ( $is_queued ) {
		$message = __( 'Alt text is already being generated for these images.', 'altscribe' );
	}
	return new WP_Error( 'altscribe_nothing_to_generate', $message, array( 'status' => 409 ) );
}

/** Deletes batches that can no longer be undone, and items that will not be processed any more. */
function altscribe_tidy_queue() {
	global $wpdb;
	$queue   = altscribe_queue_table();
	$batches = altscribe_batches_table();
	// phpcs:disable WordPress.DB -- The tables are the plugin's own.
	$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE finished > 0 AND finished < %d", $batches, altscribe_oldest_batch_time() ) );
	$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE batch_id NOT IN (SELECT id FROM %i)', $queue, $batches ) );
	// Items of stopped batches, which a worker returned after the stop or never returned.
	$wpdb->query(
		$wpdb->prepare(
			"DELETE FROM %i WHERE (state = 'waiting' OR (state = 'running' AND lease_expires < %d)) AND batch_id IN (SELECT id FROM %i WHERE state = 'stopped')",
			$queue,
			time(),
			$batches
		)
	);
	// phpcs:enable
}

/**
 * The finish time of the oldest batch that is stored.
 *
 * @return int Unix time.
 */
function altscribe_oldest_batch_time() {
	return time() - ALTSCRIBE_BATCH_DAYS * DAY_IN_SECONDS;
}
