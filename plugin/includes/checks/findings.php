<?php
/**
 * Stores what the checks find in the texts of the media library.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Attachment meta: the codes of the findings, comma-separated. Absent without findings. */
const ALTSCRIBE_CHECK_KEY = '_altscribe_check';

/** What lists of images can be filtered by, as altscribe_state_sql() explains. */
const ALTSCRIBE_STATES = array( 'missing', 'unread', 'suggested', 'check', 'decorative', 'good' );

/**
 * The state of the alternative text of an image.
 *
 * @param int $attachment_id Id of an image attachment.
 * @return array{state: string, findings: string[]} `state` is `missing`, `unread` (a generated text that nobody has
 *                                                  read), `check`, `decorative` or `good`; `findings` are codes from altscribe_check_alt_text(), only for a
 *                                                  text; for a good one, they are hints.
 */
function altscribe_alt_text_state( $attachment_id ) {
	if ( '' === altscribe_get_alt_text( $attachment_id ) ) {
		$is_decorative = (bool) get_post_meta( $attachment_id, ALTSCRIBE_DECORATIVE_KEY, true );
		return array(
			'state'    => $is_decorative ? 'decorative' : 'missing',
			'findings' => array(),
		);
	}
	$findings = array_filter( explode( ',', (string) get_post_meta( $attachment_id, ALTSCRIBE_CHECK_KEY, true ) ) );
	$state    = altscribe_list_faults( $findings ) ? 'check' : 'good';
	return array(
		'state'    => altscribe_is_unread( $attachment_id ) ? 'unread' : $state,
		'findings' => array_values( $findings ),
	);
}

/**
 * The alternative text of an image.
 *
 * @param int $attachment_id Its id.
 * @return string '' if there is none, or only spaces.
 */
function altscribe_get_alt_text( $attachment_id ) {
	return trim( (string) get_post_meta( $attachment_id, '_wp_attachment_image_alt', true ) );
}

/**
 * An SQL condition for images in a state, to be combined with others by AND.
 *
 * @param string $state `missing`, `unread`, `check`, `decorative` or `good`, of which each image has one; `suggested` for
 *                      images with a text that waits for a decision; '' for all images. Any other state matches none.
 * @return string About the column `ID` of the table of posts, in parentheses. Contains neither placeholders nor
 *   `%`.
 */
function altscribe_state_sql( $state ) {
	global $wpdb;
	list( $has_text, $has_faults, $is_unread, $is_decorative ) = altscribe_text_conditions();

	$is_image    = "SUBSTR( {$wpdb->posts}.post_mime_type, 1, 6 ) = 'image/' AND {$wpdb->posts}.post_type = 'attachment'";
	$placeholder = altscribe_get_placeholder_image();
	$is_image   .= $placeholder ? " AND {$wpdb->posts}.ID <> $placeholder" : '';
	$conditions  = array(
		''           => '1 = 1',
		'missing'    => "NOT $has_text AND NOT $is_decorative",
		'decorative' => "NOT $has_text AND $is_decorative",
		'unread'     => "$has_text AND $is_unread",
		'check'      => "$has_text AND $has_faults AND NOT $is_unread",
		'good'       => "$has_text AND NOT $has_faults AND NOT $is_unread",
		'suggested'  => altscribe_suggested_sql(),
	);
	return "( $is_image AND " . ( $conditions[ $state ] ?? '1 = 0' ) . ' )';
}

/**
 * The SQL conditions that states are made of.
 *
 * @return array{0: string, 1: string, 2: string, 3: string} Whether an image has a text, one with faults, an unread one,
 *                                                            and the mark "decorative".
 */
function altscribe_text_conditions() {
	global $wpdb;
	$has_text   = altscribe_meta_sql( '_wp_attachment_image_alt', "TRIM( altscribe_meta.meta_value ) <> ''" );
	$has_faults = altscribe_meta_sql( ALTSCRIBE_CHECK_KEY, "altscribe_meta.meta_value NOT IN ( '', '" . implode( "', '", array_keys( altscribe_check_rules()['hints'] ) ) . "' )" );
	if ( altscribe_check_progress()['is_done'] && altscribe_make_texts_table() ) {
		// In a large library, the meta takes several times as long.
		$has_text   = 'EXISTS ( SELECT 1 FROM ' . altscribe_texts_table() . " altscribe_text WHERE altscribe_text.attachment_id = {$wpdb->posts}.ID )";
		$has_faults = 'EXISTS ( SELECT 1 FROM ' . altscribe_texts_table() . " altscribe_text WHERE altscribe_text.attachment_id = {$wpdb->posts}.ID AND altscribe_text.has_faults = 1 )";
	}
	return array( $has_text, $has_faults, altscribe_unread_sql(), altscribe_meta_sql( ALTSCRIBE_DECORATIVE_KEY, "altscribe_meta.meta_value NOT IN ( '', '0' )" ) );
}

/**
 * The state of an image, as altscribe_alt_text_state() returns it.
 *
 * @return string Safe SQL: an expression about the column `ID` of the table of posts.
 */
function altscribe_state_column_sql() {
	list( $has_text, $has_faults, $is_unread, $is_decorative ) = altscribe_text_conditions();
	return "CASE WHEN NOT $has_text THEN CASE WHEN $is_decorative THEN 'decorative' ELSE 'missing' END"
		. " WHEN $is_unread THEN 'unread' WHEN $has_faults THEN 'check' ELSE 'good' END";
}

/**
 * The SQL condition for images with a generated text that nobody has read. The mark is about one text: a text that was
 * changed where no hook of WordPress could tell is not unread.
 *
 * @return string Like that of altscribe_meta_sql().
 */
function altscribe_unread_sql() {
	global $wpdb;
	$text = "( SELECT altscribe_text.meta_value FROM {$wpdb->postmeta} altscribe_text WHERE altscribe_text.post_id = altscribe_meta.post_id"
		. " AND altscribe_text.meta_key = '_wp_attachment_image_alt' ORDER BY altscribe_text.meta_id LIMIT 1 )";
	return altscribe_meta_sql( ALTSCRIBE_UNREAD_KEY, "altscribe_meta.meta_value = MD5( $text )" );
}

/**
 * The SQL condition for images with a text that waits for a decision.
 *
 * @return string Like that of altscribe_meta_sql().
 */
function altscribe_suggested_sql() {
	global $wpdb;
	if ( ! altscribe_make_suggestions_table() ) {
		return '1 = 0';
	}
	return 'EXISTS ( SELECT 1 FROM ' . altscribe_suggestions_table() . " altscribe_suggestion WHERE altscribe_suggestion.attachment_id = {$wpdb->posts}.ID"
		. " AND altscribe_suggestion.post_id = 0 AND altscribe_suggestion.state = 'pending' )";
}

/**
 * An SQL condition for posts that have a meta.
 *
 * @param string $key       Key of the meta.
 * @param string $condition About `altscribe_meta.meta_value`.
 * @return string
 */
function altscribe_meta_sql( $key, $condition ) {
	global $wpdb;
	return "EXISTS ( SELECT 1 FROM {$wpdb->postmeta} altscribe_meta WHERE altscribe_meta.post_id = {$wpdb->posts}.ID"
		. " AND altscribe_meta.meta_key = '$key' AND $condition )";
}

add_action( 'added_post_meta', 'altscribe_check_changed_meta', 10, 3 );
add_action( 'updated_post_meta', 'altscribe_check_changed_meta', 10, 3 );
add_action( 'deleted_post_meta', 'altscribe_check_changed_meta', 10, 3 );
add_action( 'attachment_updated', 'altscribe_check_changed_details', 10, 3 );

/**
 * Checks an image after its text, language or file changed.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $post_id  The attachment, or another post.
 * @param string    $meta_key The key that changed.
 */
function altscribe_check_changed_meta( $meta_ids, $post_id, $meta_key ) {
	$matters = array( '_wp_attachment_image_alt', ALTSCRIBE_LANGUAGE_KEY, '_wp_attached_file' );
	if ( ! in_array( $meta_key, $matters, true ) || 'attachment' !== get_post_type( $post_id ) ) {
		return;
	}
	// A new upload has a file, but nothing to check yet.
	if ( '_wp_attached_file' !== $meta_key || '' !== altscribe_get_alt_text( $post_id ) ) {
		altscribe_check_attachment( $post_id );
	}
}

/**
 * Checks an image after its caption or title changed: the text may repeat them.
 *
 * @param int     $attachment_id Its id.
 * @param WP_Post $after         After the change.
 * @param WP_Post $before        Before the change.
 */
function altscribe_check_changed_details( $attachment_id, $after, $before ) {
	if ( $after->post_excerpt !== $before->post_excerpt || $after->post_title !== $before->post_title ) {
		altscribe_check_attachment( $attachment_id );
	}
}

/**
 * Checks the text of an image.
 *
 * @param int $attachment_id Its id.
 */
function altscribe_check_attachment( $attachment_id ) {
	altscribe_check_attachments( array( $attachment_id ) );
}

/**
 * Checks the texts of images and stores the findings, also those of other images that had the same text or have it now.
 *
 * @param int[] $ids Their ids.
 */
function altscribe_check_attachments( $ids ) {
	$found  = altscribe_update_text_keys( $ids );
	$faults = array();
	foreach ( array_unique( array_merge( $ids, $found['others'] ) ) as $id ) {
		$findings = altscribe_find_in_attachment( $id, $found['repeated'] );
		$codes    = implode( ',', $findings );
		$before   = metadata_exists( 'post', $id, ALTSCRIBE_CHECK_KEY );
		if ( '' === $codes && $before ) {
			delete_post_meta( $id, ALTSCRIBE_CHECK_KEY );
		} elseif ( '' !== $codes && $before ) {
			update_post_meta( $id, ALTSCRIBE_CHECK_KEY, $codes );
		} elseif ( '' !== $codes ) {
			add_post_meta( $id, ALTSCRIBE_CHECK_KEY, $codes, true );
		}
		$faults[ $id ] = (bool) altscribe_list_faults( $findings );
	}
	altscribe_store_faults( $faults );
	altscribe_forget_counts();
}

/**
 * The findings for the text of an image.
 *
 * @param int                 $attachment_id Its id.
 * @param array<string, true> $repeated      The keys of texts that another image may have, from
 *                                           altscribe_update_text_keys().
 * @return string[] Codes, most serious first; none without a text.
 */
function altscribe_find_in_attachment( $attachment_id, $repeated ) {
	$text = altscribe_get_alt_text( $attachment_id );
	if ( '' === $text || ! wp_attachment_is_image( $attachment_id ) ) {
		return array();
	}
	$findings = altscribe_check_alt_text( $text, altscribe_attachment_surroundings( $attachment_id, $text, $repeated ) );
	/**
	 * Filters the findings for an image of the media library. They are stored until the text, the caption, the
	 * title, the file or the language of the image changes, or another image gets the same text or loses it;
	 * altscribe_check_attachment() checks again.
	 *
	 * @param string[] $findings      Codes such as `too-long`, most serious first.
	 * @param int      $attachment_id The image.
	 * @param string   $text          Its alternative text, never ''.
	 */
	$filtered = apply_filters( 'altscribe_attachment_findings', $findings, $attachment_id, $text );
	return is_array( $filtered ) ? array_values( array_map( 'sanitize_key', $filtered ) ) : $findings;
}

/**
 * The context in which a text of an image is checked in the media library.
 *
 * @param int    $attachment_id The image.
 * @param string $text          Its text, or one that it may get.
 * @param array<string, true>|null $repeated The keys of texts that another image may have, if they are known.
 * @return array<string, mixed> As altscribe_check_alt_text() takes it.
 */
function altscribe_attachment_surroundings( $attachment_id, $text, $repeated = null ) {
	$is_unique = null !== $repeated && ! isset( $repeated[ altscribe_text_keys( $attachment_id, $text )['text_key'] ] );
	return altscribe_image_names( $attachment_id ) + array(
		'language'     => altscribe_language( $attachment_id ),
		'translations' => altscribe_list_translated_texts( $attachment_id, true, false ),
		'caption'      => wp_strip_all_tags( (string) get_post_field( 'post_excerpt', $attachment_id, 'raw' ) ),
		// Which image has the same text does not matter to the check.
		'others'       => ! $is_unique && altscribe_is_text_of_another( $attachment_id, $text ) ? array( $text ) : array(),
	);
}

/**
 * The names that an image has without its text.
 *
 * @param int $attachment_id The image.
 * @return array{file_name: string, title: string} `file_name` is without folders.
 */
function altscribe_image_names( $attachment_id ) {
	return array(
		'file_name' => wp_basename( (string) get_post_meta( $attachment_id, '_wp_attached_file', true ) ),
		'title'     => (string) get_post_field( 'post_title', $attachment_id, 'raw' ),
	);
}

/** Increase this when texts that were already checked must be checked again. */
const ALTSCRIBE_RULES_VERSION = 4;

/**
 * Option: `rules` (the version of the rules that was used), `last_id` (of the last image that was
 * checked), `is_done`.
 */
const ALTSCRIBE_CHECKED_OPTION = 'altscribe_checked';

const ALTSCRIBE_CHECK_HOOK = 'altscribe_check_library';

add_action( 'admin_init', 'altscribe_schedule_checks' );
add_action( ALTSCRIBE_CHECK_HOOK, 'altscribe_check_library' );

/** Schedules the checks if there are texts to check and they are not running yet. Costs no query. */
function altscribe_schedule_checks() {
	// The order matters: before the first check this option does not exist, and WordPress would query it each time.
	if ( ! wp_next_scheduled( ALTSCRIBE_CHECK_HOOK ) && ! altscribe_check_progress()['is_done'] ) {
		altscribe_forget_cron();
		wp_schedule_single_event( time(), ALTSCRIBE_CHECK_HOOK );
	}
}

/**
 * The progress of the checks.
 *
 * @return array{rules: string, last_id: int, is_done: bool} From the beginning if the rules have changed.
 */
function altscribe_check_progress() {
	// Not altscribe_settings(), which also reads the network's settings; they have no language.
	$settings = array_merge( altscribe_stored_settings(), altscribe_constant_settings() );

	$rules = ALTSCRIBE_RULES_VERSION . ' ' . $settings['language'] . ' ' . get_option( 'WPLANG', '' )
		. ( altscribe_has_translations() ? ' translations' : '' );
	$start = array(
		'rules'   => $rules,
		'last_id' => 0,
		'is_done' => false,
	);
	$saved = get_option( ALTSCRIBE_CHECKED_OPTION );
	return is_array( $saved ) && isset( $saved['rules'] ) && $saved['rules'] === $rules ? $saved + $start : $start;
}

/**
 * Checks texts for some seconds, then leaves the rest to the next event.
 *
 * @param float $seconds The time limit.
 */
function altscribe_check_library( $seconds = 10.0 ) {
	$end = microtime( true ) + $seconds;
	do {
		$is_done = altscribe_check_next_texts( 200 );
	} while ( false === $is_done && microtime( true ) < $end );
	// Other plugins may have changed their events during these seconds.
	altscribe_forget_cron();
	if ( false === $is_done && wp_doing_cron() ) {
		wp_schedule_single_event( time(), ALTSCRIBE_CHECK_HOOK );
	}
}

/**
 * Checks the next texts, in order of the ids of their images.
 *
 * @param int $limit How many at most.
 * @return bool|null Whether these were the last ones; null if the database does not store that they were checked, so going
 *                   on would only check the same again.
 */
function altscribe_check_next_texts( $limit ) {
	global $wpdb;
	$checked = altscribe_check_progress();
	if ( $checked['is_done'] ) {
		return true;
	}
	$ids = $wpdb->get_col( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->prepare(
			"SELECT DISTINCT post_id FROM {$wpdb->postmeta} WHERE meta_key = '_wp_attachment_image_alt' AND post_id > %d ORDER BY post_id LIMIT %d",
			$checked['last_id'],
			$limit
		)
	);
	$ids = array_map( 'intval', $ids );
	_prime_post_caches( $ids, false, true );
	altscribe_check_attachments( $ids );
	altscribe_release_posts( $ids );
	$checked['last_id'] = $ids ? max( $ids ) : $checked['last_id'];
	$checked['is_done'] = count( $ids ) < $limit;
	return update_option( ALTSCRIBE_CHECKED_OPTION, $checked ) ? $checked['is_done'] : null;
}

/** Finds the texts that were added or deleted without WordPress's hooks, and checks the added ones, for some seconds. */
function altscribe_sync_texts() {
	global $wpdb;
	if ( ! altscribe_check_progress()['is_done'] || ! altscribe_make_texts_table() ) {
		return;
	}
	$end   = microtime( true ) + 10;
	$ids   = array();
	$table = altscribe_texts_table();
	$texts = "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = '_wp_attachment_image_alt' AND TRIM( meta_value ) <> ''";
	// phpcs:disable WordPress.DB -- Only names of tables.
	$wpdb->query( "DELETE FROM $table WHERE attachment_id NOT IN ( $texts )" );
	do {
		$before = $ids;

		$ids = array_map( 'intval', $wpdb->get_col( "$texts AND post_id NOT IN ( SELECT attachment_id FROM $table ) AND post_id IN ( SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment' ) LIMIT 200" ) );
		array_map( 'altscribe_forget_attachment', $ids );
		_prime_post_caches( $ids, false, true );
		altscribe_check_attachments( $ids );
		altscribe_release_posts( $ids );
		// The database may not store them.
	} while ( $ids && $ids !== $before && microtime( true ) < $end );
	// phpcs:enable
}

/**
 * How many texts the current rules have not checked yet.
 *
 * @return int
 */
function altscribe_count_unchecked() {
	global $wpdb;
	$checked = altscribe_check_progress();
	if ( $checked['is_done'] ) {
		return 0;
	}
	return (int) $wpdb->get_var( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->prepare(
			"SELECT COUNT( DISTINCT post_id ) FROM {$wpdb->postmeta} WHERE meta_key = '_wp_attachment_image_alt' AND post_id > %d",
			$checked['last_id']
		)
	);
}

/**
 * The REST representation of a finding.
 *
 * @param string $code Its code.
 * @return array{slug: string, label: string}
 */
function altscribe_describe_finding( $code ) {
	return array(
		'slug'  => $code,
		'label' => altscribe_finding_name( $code ),
	);
}
