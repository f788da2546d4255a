<?php
/**
 * WP-Cron works on the queue by one event that recurs while something waits, and starts the workers that continue
 * without it. The option of WP-Cron is one list for all plugins, which each process reads once: a process that writes
 * it after minutes of work would delete what others have scheduled meanwhile.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

const ALTSCRIBE_TICK_HOOK = 'altscribe_queue_tick';

const ALTSCRIBE_TICK_SCHEDULE = 'altscribe_every_minute';

/** Seconds that a tick works: other plugins wait for their turn in the same process. */
const ALTSCRIBE_TICK_SECONDS = 20;

/** A tick that has not run this many seconds after its time never will, unless the site's own cron is rare. */
const ALTSCRIBE_TICK_OVERDUE = 180;

/** Option: since when ticks are wanted (Unix time); 0 while nothing waits. It is loaded with all others. */
const ALTSCRIBE_TICK_OPTION = 'altscribe_tick_wanted';

add_action( ALTSCRIBE_TICK_HOOK, 'altscribe_run_tick' );
// phpcs:ignore WordPress.WP.CronInterval -- A minute is what WP-Cron can do, and what Action Scheduler uses.
add_filter( 'cron_schedules', 'altscribe_add_tick_schedule' );
altscribe_on_init( 'altscribe_watch_ticks' );
register_deactivation_hook( ALTSCRIBE_FILE, 'altscribe_stop_ticks' );

/**
 * Adds the interval of the ticks.
 *
 * @param array<string, array{interval: int, display: string}> $schedules Those of WordPress and other plugins.
 * @return array<string, array{interval: int, display: string}>
 */
function altscribe_add_tick_schedule( $schedules ) {
	$schedules[ ALTSCRIBE_TICK_SCHEDULE ] = array(
		'interval' => MINUTE_IN_SECONDS,
		'display'  => __( 'Every minute', 'altscribe' ),
	);
	return $schedules;
}

/** Without the plugin nothing listens to the ticks. Queued images continue when the plugin is active again. */
function altscribe_stop_ticks() {
	altscribe_forget_cron();
	wp_clear_scheduled_hook( ALTSCRIBE_TICK_HOOK );
}

/**
 * Forgets the events that this process has read, so that whoever writes them next, such as WordPress after each event
 * of a run, starts from those that there are now.
 */
function altscribe_forget_cron() {
	wp_cache_delete( 'alloptions', 'options' );
	wp_cache_delete( 'cron', 'options' );
}

/**
 * Has WP-Cron work on the queue, every minute until nothing waits. For requests that queue something: one that has
 * worked for a while leaves the event as it is.
 *
 * @param int $delay Seconds until the next time, unless that is earlier already.
 */
function altscribe_schedule_tick( $delay = 0 ) {
	if ( time() - (int) get_option( ALTSCRIBE_TICK_OPTION, 0 ) > MINUTE_IN_SECONDS ) {
		update_option( ALTSCRIBE_TICK_OPTION, time(), true );
	}
	altscribe_forget_cron();
	$next = wp_next_scheduled( ALTSCRIBE_TICK_HOOK );
	if ( false === $next || $next > time() + $delay ) {
		wp_clear_scheduled_hook( ALTSCRIBE_TICK_HOOK );
		wp_schedule_event( time() + $delay, ALTSCRIBE_TICK_SCHEDULE, ALTSCRIBE_TICK_HOOK );
	}
	if ( ! altscribe_is_wp_cron_disabled() && ! ( defined( 'ALTERNATE_WP_CRON' ) && ALTERNATE_WP_CRON ) ) {
		// WordPress before 6.9 looks for events before they are scheduled here. It does nothing while none is due.
		add_action( 'shutdown', 'spawn_cron' );
	}
}

/** Schedules the ticks again where their event was lost, as by a plugin that wrote an old list. Costs no query. */
function altscribe_watch_ticks() {
	$wanted = get_option( ALTSCRIBE_TICK_OPTION );
	if ( false === $wanted ) {
		// An earlier version did not have the option. A missing one would be looked for in each request.
		$wanted = null !== altscribe_seconds_until_work();
		add_option( ALTSCRIBE_TICK_OPTION, 0, '', true );
	}
	if ( $wanted && ! wp_next_scheduled( ALTSCRIBE_TICK_HOOK ) ) {
		altscribe_schedule_tick();
	}
}

/** Ends the ticks, because nothing waits. */
function altscribe_end_ticks() {
	update_option( ALTSCRIBE_TICK_OPTION, 0, true );
	altscribe_stop_ticks();
	// Images may have been queued meanwhile, by a process that found the event still there.
	if ( null !== altscribe_seconds_until_work() ) {
		altscribe_schedule_tick();
	}
}

/** Works on the queue for a while, beside others if the site can send requests to itself. */
function altscribe_run_tick() {
	update_option( 'altscribe_last_tick', time(), false );
	if ( null === altscribe_seconds_until_work() ) {
		altscribe_end_ticks();
	} else {
		if ( ! wp_next_scheduled( ALTSCRIBE_TICK_HOOK ) ) {
			// It was the single event of an earlier version.
			altscribe_schedule_tick( MINUTE_IN_SECONDS );
		}
		altscribe_start_workers();
	}
	altscribe_work_on_queue( ALTSCRIBE_TICK_SECONDS );
	if ( altscribe_is_wait_short( altscribe_seconds_until_work() ) ) {
		altscribe_start_workers();
	}
}

/**
 * Whether the site does without WP-Cron; it may have a cron of its own.
 *
 * @return bool
 */
function altscribe_is_wp_cron_disabled() {
	return defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON;
}

/**
 * Whether WP-Cron works on the queue.
 *
 * @return bool
 */
function altscribe_does_cron_work() {
	if ( altscribe_is_wp_cron_disabled() ) {
		return time() - (int) get_option( 'altscribe_last_tick', 0 ) < HOUR_IN_SECONDS || altscribe_has_site_cron();
	}
	$next = wp_next_scheduled( ALTSCRIBE_TICK_HOOK );
	// An event that is left from earlier is not late before images are queued.
	return false === $next || time() - max( $next, (int) get_option( ALTSCRIBE_TICK_OPTION, 0 ) ) < ALTSCRIBE_TICK_OVERDUE;
}

/**
 * Whether a site without WP-Cron has a cron of its own: it has run an event of WordPress, all of which WordPress first
 * schedules for at once, and leaves no event waiting for longer than an hour.
 *
 * @return bool
 */
function altscribe_has_site_cron() {
	$due = array_keys( wp_get_ready_cron_jobs() );
	if ( $due && time() - min( $due ) > HOUR_IN_SECONDS ) {
		return false;
	}
	foreach ( array( 'wp_privacy_delete_old_export_files', 'recovery_mode_clean_expired_keys' ) as $hook ) {
		if ( (int) wp_next_scheduled( $hook ) > time() ) {
			return true;
		}
	}
	return false;
}
