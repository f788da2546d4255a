<?php
/**
 * Checks the texts that are older than the plugin, or than its present rules: in the background, some at
 * a time, and never twice by the same rules.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Counts up whenever texts that were checked before must be checked again. */
const ALTSCRIBE_RULES_VERSION = 1;

/** Option: `rules` (what the texts were checked by), `last_id` (of the last image that was checked), `is_done`. */
const ALTSCRIBE_CHECKED_OPTION = 'altscribe_checked';

const ALTSCRIBE_CHECK_HOOK = 'altscribe_check_library';

add_action( 'admin_init', 'altscribe_schedule_checks' );
add_action( ALTSCRIBE_CHECK_HOOK, 'altscribe_check_library' );

/** Starts the checks where there are texts to check, if they do not run yet. Costs no query. */
function altscribe_schedule_checks() {
	// In this order: until the first checks have run there is no such option, and WordPress would look for it each time.
	if ( ! wp_next_scheduled( ALTSCRIBE_CHECK_HOOK ) && ! altscribe_checked()['is_done'] ) {
		wp_schedule_single_event( time(), ALTSCRIBE_CHECK_HOOK );
	}
}

/**
 * How far the checks have come.
 *
 * @return array{rules: string, last_id: int, is_done: bool} From the beginning where the rules have changed.
 */
function altscribe_checked() {
	// Not altscribe_settings(), which reads those of the network, too: that has no language.
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
 * Checks texts for some seconds, then leaves the others to the next event.
 *
 * @param float $seconds How long.
 */
function altscribe_check_library( $seconds = 10.0 ) {
	$end = microtime( true ) + $seconds;
	do {
		$is_done = altscribe_check_next_texts( 200 );
	} while ( ! $is_done && microtime( true ) < $end );
	// The events of other plugins may have changed during these seconds.
	altscribe_forget_cron();
	if ( ! $is_done && wp_doing_cron() ) {
		wp_schedule_single_event( time(), ALTSCRIBE_CHECK_HOOK );
	}
}

/**
 * Checks the next texts, by the ids of their images.
 *
 * @param int $limit How many.
 * @return bool Whether these were the last ones.
 */
function altscribe_check_next_texts( $limit ) {
	global $wpdb;
	$checked = altscribe_checked();
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
	array_map( 'altscribe_check_attachment', $ids );
	// Else the memory would grow with the library.
	wp_cache_delete_multiple( $ids, 'posts' );
	wp_cache_delete_multiple( $ids, 'post_meta' );
	$checked['last_id'] = $ids ? max( $ids ) : $checked['last_id'];
	$checked['is_done'] = count( $ids ) < $limit;
	update_option( ALTSCRIBE_CHECKED_OPTION, $checked );
	return $checked['is_done'];
}

/**
 * How many texts have not been checked by the present rules yet.
 *
 * @return int
 */
function altscribe_count_unchecked() {
	global $wpdb;
	$checked = altscribe_checked();
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
