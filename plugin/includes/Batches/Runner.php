<?php
/**
 * Runs the queue without a browser: by WP-Cron, and by requests of the site to itself.
 *
 * @package Altscribe
 */

namespace Altscribe\Batches;

use Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Runner {

	public const TICK_HOOK = 'altscribe_queue_tick';

	public const TICK_SCHEDULE = 'altscribe_every_minute';

	/** How many seconds a tick works: other plugins wait for their turn in the same process. */
	private const TICK_SECONDS = 20;

	/** A tick this many seconds late counts as lost, unless the site's own cron runs rarely. */
	private const TICK_OVERDUE = 180;

	/** Option: the time since when ticks are needed (Unix time); 0 while the queue is empty. Autoloaded. */
	private const TICK_OPTION = 'altscribe_tick_wanted';

	/** Seconds within which a request of the site to itself must arrive. Otherwise, the host blocks it, and its slot is open again. */
	private const LOOPBACK_SECONDS = 15;

	/** Seconds after which the slot of a worker that was cut off is open again. */
	private const SLOT_SECONDS = self::TICK_SECONDS + Worker::LEASE_SECONDS;

	/**
	 * The longest that a worker waits for the service; after a longer wait, WP-Cron has to start the
	 * next one.
	 */
	private const LONGEST_IDLE = 60;

	/**
	 * Each slot is an option with this name and its number: the time when it is open again, and the
	 * token of its worker.
	 */
	private const WORKER_OPTION = 'altscribe_worker_';

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( self::TICK_HOOK, array( self::class, 'run_tick' ) );
		// phpcs:ignore WordPress.WP.CronInterval -- WP-Cron can run every minute, and so does Action Scheduler.
		add_filter( 'cron_schedules', array( self::class, 'add_tick_schedule' ) );
		Core\Background::on_init( array( self::class, 'watch_ticks' ) );
		register_deactivation_hook( ALTSCRIBE_FILE, array( self::class, 'stop_ticks' ) );
		add_action( 'wp_loaded', array( self::class, 'handle_loopback' ) );
	}

	/**
	 * Adds the interval of the ticks.
	 *
	 * @param array<string, array{interval: int, display: string}> $schedules Those of WordPress and other plugins.
	 * @return array<string, array{interval: int, display: string}>
	 */
	public static function add_tick_schedule( $schedules ) {
		$schedules[ self::TICK_SCHEDULE ] = array(
			'interval' => MINUTE_IN_SECONDS,
			// Plugins read the schedules before translations may be loaded.
			'display'  => did_action( 'init' ) ? __( 'Every minute', 'altscribe' ) : 'Every minute',
		);
		return $schedules;
	}

	/** Without the plugin, the ticks have no handler. Queued images continue when the plugin is active again. */
	public static function stop_ticks() {
		Core\Background::forget_cron();
		wp_clear_scheduled_hook( self::TICK_HOOK );
	}

	/**
	 * Makes WP-Cron work on the queue every minute until it is empty. For requests that queue something: a process
	 * that has worked for a while leaves the event unchanged.
	 *
	 * @param int $delay Seconds until the next time, unless it is earlier already.
	 */
	public static function schedule_tick( $delay = 0 ) {
		// This also clears the option: another process may have found the queue empty.
		Core\Background::forget_cron();
		if ( time() - (int) get_option( self::TICK_OPTION, 0 ) > MINUTE_IN_SECONDS ) {
			update_option( self::TICK_OPTION, time(), true );
		}
		$next = wp_next_scheduled( self::TICK_HOOK );
		if ( false === $next || $next > time() + $delay ) {
			wp_clear_scheduled_hook( self::TICK_HOOK );
			wp_schedule_event( time() + $delay, self::TICK_SCHEDULE, self::TICK_HOOK );
		}
		if ( ! self::is_wp_cron_disabled() && ! ( defined( 'ALTERNATE_WP_CRON' ) && ALTERNATE_WP_CRON ) ) {
			// WordPress before 6.9 looks for due events before this code schedules one. This does nothing if none
			// is due.
			add_action( 'shutdown', 'spawn_cron' );
		}
	}

	/**
	 * Schedules the ticks again if their event was lost, for example because a plugin wrote an old
	 * list. Costs no query.
	 */
	public static function watch_ticks() {
		$wanted = get_option( self::TICK_OPTION );
		if ( false === $wanted ) {
			// An earlier version did not have the option, and a missing option would be queried in each
			// request.
			$wanted = null !== Worker::seconds_until_work();
			add_option( self::TICK_OPTION, 0, '', true );
		}
		if ( $wanted && ! wp_next_scheduled( self::TICK_HOOK ) ) {
			self::schedule_tick();
		}
	}

	/** Ends the ticks, because the queue is empty. */
	private static function end_ticks() {
		update_option( self::TICK_OPTION, 0, true );
		self::stop_ticks();
		// A process that still saw the event may have queued images in the meantime.
		if ( null !== Worker::seconds_until_work() ) {
			self::schedule_tick();
		}
	}

	/** Works on the queue for a while, in parallel with others if the site can send requests to itself. */
	public static function run_tick() {
		update_option( 'altscribe_last_tick', time(), false );
		if ( null === Worker::seconds_until_work() ) {
			self::end_ticks();
		} else {
			if ( ! wp_next_scheduled( self::TICK_HOOK ) ) {
				// This was the single event of an earlier version.
				self::schedule_tick( MINUTE_IN_SECONDS );
			}
			self::start_workers();
		}
		Worker::work_on_queue( self::TICK_SECONDS );
		if ( self::is_wait_short( Worker::seconds_until_work() ) ) {
			self::start_workers();
		}
	}

	/**
	 * Whether WP-Cron is disabled on the site; it may have a system cron.
	 *
	 * @return bool
	 */
	public static function is_wp_cron_disabled() {
		return defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON;
	}

	/**
	 * Whether WP-Cron processes the queue.
	 *
	 * @return bool
	 */
	public static function does_cron_work() {
		$next = wp_next_scheduled( self::TICK_HOOK );
		if ( false === $next && get_option( self::TICK_OPTION ) && null !== Worker::seconds_until_work() ) {
			// WordPress did not accept the event.
			return false;
		}
		if ( self::is_wp_cron_disabled() ) {
			return time() - (int) get_option( 'altscribe_last_tick', 0 ) < HOUR_IN_SECONDS || self::has_site_cron();
		}
		// An older event only counts as late once images have been queued.
		return false === $next || time() - max( $next, (int) get_option( self::TICK_OPTION, 0 ) ) < self::TICK_OVERDUE;
	}

	/**
	 * Whether a site without WP-Cron has a system cron: it has run an event of WordPress (which first schedules all
	 * of its events for now), and no event waits for longer than an hour.
	 *
	 * @return bool
	 */
	private static function has_site_cron() {
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

	/** Starts a worker in each open slot. */
	public static function start_workers() {
		$slots = Worker::queue_concurrency();
		for ( $slot = 1; $slot <= $slots; $slot++ ) {
			$present = self::read_worker_slot( $slot );
			$value   = Worker::is_in_future( (int) $present, self::SLOT_SECONDS ) ? null : self::take_worker_slot( $slot, $present, self::LOOPBACK_SECONDS );
			if ( null !== $value ) {
				self::send_worker( $slot, $value );
			}
		}
	}

	/**
	 * Sends the request in which a worker works, without waiting for it.
	 *
	 * @param int    $slot  Its slot.
	 * @param string $value The value in the slot.
	 */
	private static function send_worker( $slot, $value ) {
		$query = array(
			'altscribe_worker' => $slot,
			'token'            => explode( ' ', $value )[1],
		);
		$url   = add_query_arg( $query, site_url( 'wp-cron.php' ) );
		// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own filters.
		/** This filter is documented in wp-includes/cron.php: sites use it if they reach themselves at another URL. */
		$request = apply_filters(
			'cron_request',
			array(
				'url'  => $url,
				'key'  => $query['token'],
				'args' => array(
					'timeout'   => 0.01,
					'blocking'  => false,
					/** This filter is documented in wp-includes/class-wp-http-streams.php */
					'sslverify' => apply_filters( 'https_local_ssl_verify', false, $url ),
				),
			),
			$query['token']
		);
		// phpcs:enable
		wp_remote_post( $request['url'], $request['args'] );
	}

	/** Works in a request that the site sent to itself, then ends it before WP-Cron's events run in it. */
	public static function handle_loopback() {
		// phpcs:disable WordPress.Security.NonceVerification -- The token is one that is used once.
		if ( ! wp_doing_cron() || empty( $_GET['altscribe_worker'] ) || empty( $_GET['token'] ) || ! is_string( $_GET['token'] ) ) {
			return;
		}
		$slot = absint( $_GET['altscribe_worker'] );
		$token = sanitize_key( wp_unslash( $_GET['token'] ) );
		// phpcs:enable
		$present = self::read_worker_slot( $slot );
		$is_sent = Worker::is_in_future( (int) $present, self::LOOPBACK_SECONDS ) && hash_equals( explode( ' ', $present )[1], $token );
		$value   = $is_sent ? self::take_worker_slot( $slot, $present, self::SLOT_SECONDS ) : null;
		if ( null !== $value ) {
			self::run_worker( $slot, $value );
		}
		exit;
	}

	/**
	 * Works for a while, then starts the next workers.
	 *
	 * @param int    $slot  The slot of the worker.
	 * @param string $value The value in the slot.
	 */
	public static function run_worker( $slot, $value ) {
		update_option( 'altscribe_last_tick', time(), false );
		$worked = Worker::work_on_queue( self::TICK_SECONDS );
		$wait   = Worker::seconds_until_work();
		if ( 0 === $wait && $worked['attachment_ids'] ) {
			$next = self::take_worker_slot( $slot, $value, self::LOOPBACK_SECONDS );
			if ( null !== $next ) {
				self::send_worker( $slot, $next );
			}
			// The others have ended if the service failed for a while.
			self::start_workers();
			return;
		}
		self::release_worker_slot( $slot, $value );
		if ( self::is_wait_short( $wait ) && ! self::is_any_slot_taken() ) {
			self::wait_and_start( $slot, $wait );
		}
	}

	/**
	 * Whether workers wait themselves. Not during an outage that has halted all batches, because it may last.
	 *
	 * @param int|null $wait As Worker::seconds_until_work() returns it.
	 * @return bool
	 */
	private static function is_wait_short( $wait ) {
		return null !== $wait && $wait <= self::LONGEST_IDLE && Worker::list_running_batches();
	}

	/**
	 * Waits for the service, or for a page or WP-CLI that processes all remaining items, then starts workers again.
	 * A worker has to wait because the next visit to the site, which triggers WP-Cron, may be hours away.
	 *
	 * @param int $slot The slot of the worker that waits.
	 * @param int $wait Seconds until there is work; 0 if others are doing it.
	 */
	private static function wait_and_start( $slot, $wait ) {
		$value = self::take_worker_slot( $slot, '', self::TICK_SECONDS + self::LOOPBACK_SECONDS );
		if ( null !== $value ) {
			Core\Background::extend_time_limit();
			sleep( $wait ? min( $wait, self::TICK_SECONDS ) : self::TICK_SECONDS );
			self::release_worker_slot( $slot, $value );
			self::start_workers();
		}
	}

	/**
	 * Reads the value in a slot.
	 *
	 * @param int $slot Its number.
	 * @return string A Unix time and a token; '' if the slot was never taken.
	 */
	public static function read_worker_slot( $slot ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- Not cached, because other processes write it too.
		return (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", self::WORKER_OPTION . $slot ) );
	}

	/**
	 * Takes a slot, unless another process was faster.
	 *
	 * @param int    $slot    Its number.
	 * @param string $present The value that was read from it.
	 * @param int    $seconds How long it is taken.
	 * @return string|null Its new value; null if it has been taken in the meantime.
	 */
	public static function take_worker_slot( $slot, $present, $seconds ) {
		global $wpdb;
		$option = self::WORKER_OPTION . $slot;
		$value  = ( time() + $seconds ) . ' ' . strtolower( wp_generate_password( 32, false ) );
		$take   = '' === $present
			? $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'off')", $option, $value )
			: $wpdb->prepare( "UPDATE $wpdb->options SET option_value = %s WHERE option_name = %s AND option_value = %s", $value, $option, $present );
		// phpcs:ignore WordPress.DB -- Prepared above.
		return $wpdb->query( $take ) ? $value : null;
	}

	/**
	 * Frees a slot, unless another worker has it by now.
	 *
	 * @param int    $slot  Its number.
	 * @param string $value The worker's value.
	 */
	private static function release_worker_slot( $slot, $value ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- Not cached, see above.
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value = %s", self::WORKER_OPTION . $slot, $value ) );
	}

	/**
	 * Whether a slot is taken.
	 *
	 * @return bool
	 */
	private static function is_any_slot_taken() {
		foreach ( range( 1, Worker::queue_concurrency() ) as $slot ) {
			if ( Worker::is_in_future( (int) self::read_worker_slot( $slot ), self::SLOT_SECONDS ) ) {
				return true;
			}
		}
		return false;
	}
}
