<?php
/**
 * WP-Cron works on the queue, and starts the workers that go on without it.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

const ALTSCRIBE_TICK_HOOK = 'altscribe_queue_tick';

/** Seconds that a tick works: other plugins wait for their turn in the same process. */
const ALTSCRIBE_TICK_SECONDS = 20;

/** A tick that has not run this many seconds after its time never will, unless the site's own cron is rare. */
const ALTSCRIBE_TICK_OVERDUE = 180;

add_action( ALTSCRIBE_TICK_HOOK, 'altscribe_run_tick' );
register_deactivation_hook( ALTSCRIBE_FILE, 'altscribe_stop_ticks' );

/** Without the plugin nothing listens to the ticks. What waits goes on when the plugin is active again. */
function altscribe_stop_ticks() {
	wp_clear_scheduled_hook( ALTSCRIBE_TICK_HOOK );
}

/**
 * Schedules the next tick, unless one is to run earlier.
 *
 * @param int $delay Seconds from now.
 */
function altscribe_schedule_tick( $delay = 0 ) {
	$next = wp_next_scheduled( ALTSCRIBE_TICK_HOOK );
	if ( false !== $next && $next <= time() + $delay ) {
		return;
	}
	// WordPress drops an event beside an equal one within ten minutes.
	wp_clear_scheduled_hook( ALTSCRIBE_TICK_HOOK );
	wp_schedule_single_event( time() + $delay, ALTSCRIBE_TICK_HOOK );
}

/**
 * Works on the queue for a while, beside others if the site can send requests to itself, and schedules the next
 * tick if something is left.
 */
function altscribe_run_tick() {
	update_option( 'altscribe_last_tick', time(), false );
	// First of all the next one: this one may end in the middle of an image.
	altscribe_schedule_tick( 5 * MINUTE_IN_SECONDS );
	altscribe_start_workers();
	altscribe_work_on_queue( ALTSCRIBE_TICK_SECONDS );
	$delay = altscribe_seconds_until_work();
	wp_clear_scheduled_hook( ALTSCRIBE_TICK_HOOK );
	if ( null === $delay ) {
		return;
	}
	altscribe_schedule_tick( $delay );
	if ( $delay <= ALTSCRIBE_LONGEST_IDLE ) {
		altscribe_start_workers();
	}
}

/**
 * Whether WP-Cron works on the queue. A site without WP-Cron may have a cron of its own, which shows by its ticks.
 *
 * @return bool
 */
function altscribe_does_cron_work() {
	$next = wp_next_scheduled( ALTSCRIBE_TICK_HOOK );
	if ( defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON ) {
		return time() - (int) get_option( 'altscribe_last_tick', 0 ) < HOUR_IN_SECONDS;
	}
	return false === $next || time() - $next < ALTSCRIBE_TICK_OVERDUE;
}
