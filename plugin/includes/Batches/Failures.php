<?php
/**
 * How failures affect batches: images are tried again, and batches wait or halt.
 *
 * @package Altscribe
 */

namespace Altscribe\Batches;

use Altscribe\Core;
use Altscribe\Generation;
use Altscribe\Service;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Failures {

	/**
	 * Seconds of consecutive failures after which a batch halts: thousands of images must not fail
	 * because of one outage.
	 */
	private const FAILING_SECONDS = 300;

	/**
	 * The longest delay between two tries while the service fails, in seconds. A try uses one image and
	 * costs nothing.
	 */
	private const LONGEST_BACKOFF = 10;

	/** Seconds after which a repeated failure of the service counts as another attempt of an image. */
	private const ITEM_PAUSE = 120;

	/**
	 * Seconds after which an image is tried again whose first request is still running at the service. Sooner if no other
	 * image is due: the service answers as soon as it can.
	 */
	private const STILL_GENERATING_PAUSE = 30;

	/** Seconds after which a batch that an outage halted is tried again automatically. */
	private const OUTAGE_PAUSE = 60;

	/** Seconds between two checks whether an account has credits again, while batches wait for them. */
	private const CREDITS_PAUSE = 300;

	/** The share of the service's requests per minute that batches leave for users, in percent. */
	private const RESERVED_PERCENT = 10;

	/** The reason that a batch has while it leaves requests for users. */
	public const RESERVED_CODE = 'altscribe_requests_reserved';

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'altscribe_service_answered', array( self::class, 'reserve_requests' ) );
		add_action( 'altscribe_connected', array( self::class, 'resume_after_connecting' ) );
		add_action( 'altscribe_credits_known', array( self::class, 'resume_after_top_up' ), 10, 2 );
		add_action( 'altscribe_daily_limit_changed', array( self::class, 'resume_after_new_limit' ) );
	}

	/**
	 * Handles an error of the service.
	 *
	 * @param array<string, mixed> $item  As Worker::take_item() returns it.
	 * @param WP_Error             $error As Generation\Ask::ask() returns it.
	 * @return string The new state of the item.
	 */
	public static function settle_failure( $item, $error ) {
		$data = (array) $error->get_error_data();
		if ( Core\Errors::is_declined( $error ) ) {
			self::note_success( $item['batch'] );
			return Control::suggest_text( $item, $error, $error );
		}
		if ( Core\Errors::is_still_generating( $error ) ) {
			return self::return_item( $item, max( 1, (int) $item['attempts'] - 1 ), self::STILL_GENERATING_PAUSE );
		}
		switch ( $error->get_error_code() ) {
			case 'altscribe_image_unreadable':
			case 'altscribe_invalid_request':
				self::note_success( $item['batch'] );
				return Worker::settle_item( $item, 'failed', array(), $error );
			case 'altscribe_placeholder':
				return Worker::settle_item( $item, 'skipped', array(), $error );
			case 'altscribe_rate_limited':
				self::hold_batches( (int) $data['retry_after'], $error );
				return self::return_item( $item, (int) $item['attempts'] - 1 );
			case 'altscribe_unreachable':
				self::back_off( $item['batch'], $error );
				return self::return_item( $item, (int) $item['attempts'] - 1 );
			case 'altscribe_service_error':
				// An early retry counts as an attempt only if the service has succeeded with another image since
				// the first one.
				$is_probe = $item['is_early'] && (int) $item['attempts'] <= (int) $item['batch']['failures'] + 1;
				self::back_off( $item['batch'], $error, ! $is_probe );
				if ( $is_probe ) {
					return self::return_item( $item, (int) $item['attempts'] - 1, max( 0, (int) $item['lease_expires'] - time() ) );
				}
				return (int) $item['attempts'] >= Worker::MAX_ATTEMPTS && ! self::is_outage( $item['batch'] )
					? Worker::settle_item( $item, 'failed', array(), $error )
					: self::return_item( $item, min( (int) $item['attempts'], Worker::MAX_ATTEMPTS - 1 ), self::ITEM_PAUSE );
			case 'altscribe_daily_limit':
				self::halt_batches( $error, (int) $data['retry_after'] );
				return self::return_item( $item, (int) $item['attempts'] - 1 );
			case 'altscribe_service_limit':
				self::halt_batches( $error, min( HOUR_IN_SECONDS, (int) $data['retry_after'] ) );
				return self::return_item( $item, (int) $item['attempts'] - 1 );
			case 'altscribe_insufficient_credits':
				self::halt_batches( $error, self::CREDITS_PAUSE );
				return self::return_item( $item, (int) $item['attempts'] - 1 );
			default:
				// Such as a refused key: the other images would fail too.
				self::halt_batches( $error );
				return self::return_item( $item, (int) $item['attempts'] - 1 );
		}
	}

	/**
	 * Puts an item back into the queue.
	 *
	 * @param array<string, mixed> $item     As Worker::take_item() returns it.
	 * @param int                  $attempts How many it has had.
	 * @param int                  $pause    Seconds until it may be taken again.
	 * @return string Its state.
	 */
	private static function return_item( $item, $attempts, $pause = 0 ) {
		$values = array(
			'attempts'      => max( 0, $attempts ),
			'lease_expires' => $pause ? time() + $pause : $item['first'],
		);
		$state = Worker::settle_item( $item, 'waiting', $values );
		// A user may have stopped its batch in the meantime.
		Store::delete_leftovers();
		return $state;
	}

	/**
	 * Whether the service fails on every image. True for an hour at most: after that, this image itself may be the
	 * cause.
	 *
	 * @param array<string, string> $batch The row of a batch.
	 * @return bool
	 */
	private static function is_outage( $batch ) {
		return (int) $batch['failures'] >= Worker::MAX_ATTEMPTS && time() - (int) $batch['failing_since'] < HOUR_IN_SECONDS;
	}

	/**
	 * Delays all batches: the service's rate limit is per account.
	 *
	 * @param int      $seconds How long.
	 * @param WP_Error $error   The reason.
	 * @param string   $except  The origin of batches that continue; '' for none.
	 */
	public static function hold_batches( $seconds, $error, $except = '' ) {
		global $wpdb;
		$until = time() + $seconds;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$wpdb->query( $wpdb->prepare( "UPDATE %i SET wait_until = %d, reason_code = %s, reason_message = %s WHERE state = 'running' AND wait_until < %d AND origin <> %s", Store::batches_table(), $until, $error->get_error_code(), $error->get_error_message(), $until, $except ) );
	}

	/**
	 * Delays the batches that no user is waiting for when few requests are left in this minute, so users never wait for
	 * the rate limit because of a batch.
	 *
	 * @param array<string, mixed> $answer As Service\Client::call() returns it.
	 */
	public static function reserve_requests( $answer ) {
		$is_known = preg_match( '/;q=(\d+)/', (string) wp_remote_retrieve_header( $answer, 'ratelimit-policy' ), $policy )
			&& preg_match( '/;r=(\d+);t=(\d+)/', (string) wp_remote_retrieve_header( $answer, 'ratelimit' ), $left );
		if ( $is_known && $left[1] < $policy[1] * self::RESERVED_PERCENT / 100 ) {
			self::hold_batches( (int) $left[2], Core\Errors::requests_reserved( self::RESERVED_CODE ), 'product' );
		}
	}

	/**
	 * Halts all running batches until they are resumed.
	 *
	 * @param WP_Error $error     The reason.
	 * @param int      $try_after Seconds after which they are tried again automatically; 0 for never.
	 */
	private static function halt_batches( $error, $try_after = 0 ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$wpdb->update(
			Store::batches_table(),
			array(
				'state'          => 'halted',
				'reason_code'    => (string) $error->get_error_code(),
				'reason_message' => $error->get_error_message(),
				'wait_until'     => $try_after ? time() + $try_after : 0,
			),
			array( 'state' => 'running' )
		);
	}

	/**
	 * Increases the delay of batches after each consecutive failure, and halts them when the failures last too
	 * long.
	 *
	 * @param array<string, string> $batch      The row of the batch that failed, as of when its item was taken.
	 * @param WP_Error              $error      The reason.
	 * @param bool                  $is_counted Whether this failure counts in addition to the previous
	 *   one.
	 */
	private static function back_off( $batch, $error, $is_counted = true ) {
		global $wpdb;
		$since    = (int) $batch['failing_since'] ? (int) $batch['failing_since'] : time();
		$failures = (int) $batch['failures'] + ( $is_counted ? 1 : 0 );
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$wpdb->query( $wpdb->prepare( "UPDATE %i SET failures = %d, failing_since = %d WHERE state = 'running'", Store::batches_table(), $failures, $since ) );
		if ( time() - $since >= self::FAILING_SECONDS ) {
			self::halt_batches( $error, self::OUTAGE_PAUSE );
		} else {
			self::hold_batches( 1 === $failures && time() - $since < 5 ? 5 : self::LONGEST_BACKOFF, $error );
		}
	}

	/**
	 * Records that the service works, after failures or a pause.
	 *
	 * @param array<string, string> $batch The row of a batch, as of when its item was taken.
	 */
	public static function note_success( $batch ) {
		global $wpdb;
		if ( (int) $batch['failures'] || ! in_array( $batch['reason_code'], array( '', self::RESERVED_CODE ), true ) ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$wpdb->query( $wpdb->prepare( "UPDATE %i SET failures = 0, failing_since = 0, reason_code = '', reason_message = '' WHERE state = 'running'", Store::batches_table() ) );
		}
	}

	/**
	 * Counts the credit of a generated text, unless it came from the service's cache or the plan is unlimited.
	 *
	 * @param array<string, mixed> $batch  The row of the batch.
	 * @param array<string, mixed> $answer As Generation\Ask::ask() returns it.
	 */
	public static function note_credit( $batch, $answer ) {
		global $wpdb;
		// An answer that is repeated for a queue was paid for by a worker that was cut off.
		if ( ( empty( $answer['is_from_cache'] ) || ! empty( $answer['is_repeated'] ) ) && ! Service\Account::is_unlimited( $answer ) ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$wpdb->query( $wpdb->prepare( 'UPDATE %i SET credits = credits + 1 WHERE id = %d', Store::batches_table(), $batch['id'] ) );
		}
	}

	/** Resumes batches that were halted for a while, and those whose account has credits again. */
	public static function wake_batches() {
		global $wpdb;
		self::check_credits();
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$wpdb->query(
			$wpdb->prepare(
				"UPDATE %i SET state = 'running', wait_until = 0
				WHERE state = 'halted' AND reason_code <> 'altscribe_insufficient_credits' AND wait_until > 0 AND wait_until <= %d",
				Store::batches_table(),
				time()
			)
		);
	}

	/** Reads the account if batches wait for credits and it is time. Reading it costs less than trying an image. */
	private static function check_credits() {
		global $wpdb;
		// Only the process that sets the next time reads it.
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$is_due = $wpdb->query( $wpdb->prepare( "UPDATE %i SET wait_until = %d WHERE state = 'halted' AND reason_code = 'altscribe_insufficient_credits' AND wait_until <= %d", Store::batches_table(), time() + self::CREDITS_PAUSE, time() ) );
		if ( $is_due ) {
			$settings = Core\Settings::get();
			Service\Account::cache( $settings, Service\Account::fetch( $settings ) );
		}
	}

	/** Resumes batches that were halted because the service could not be used with the settings at the time. */
	public static function resume_after_connecting() {
		self::resume( array( 'altscribe_not_connected', 'altscribe_key_refused', 'altscribe_unknown_account', 'altscribe_not_the_service', 'altscribe_unsafe_url' ) );
	}

	/**
	 * Resumes batches that were halted because the account had no credits.
	 *
	 * @param array<string, mixed> $settings As Core\Settings::get() returns them.
	 * @param int                  $credits  Its credits now.
	 */
	public static function resume_after_top_up( $settings, $credits ) {
		if ( $credits > 0 ) {
			self::resume( array( 'altscribe_insufficient_credits' ) );
		}
	}

	/** Resumes batches that the site's daily limit halted. */
	public static function resume_after_new_limit() {
		self::resume( array( 'altscribe_daily_limit' ) );
	}

	/**
	 * Resumes batches that were halted for some reasons.
	 *
	 * @param string[] $codes Codes of errors.
	 */
	private static function resume( $codes ) {
		global $wpdb;
		$in = implode( ',', array_fill( 0, count( $codes ), '%s' ) );
		// phpcs:disable WordPress.DB -- The table is the plugin's own, and $in has only placeholders.
		$resumed = $wpdb->query(
			$wpdb->prepare(
				"UPDATE %i SET state = 'running', reason_code = '', reason_message = '', failures = 0, failing_since = 0, wait_until = 0
				WHERE state = 'halted' AND reason_code IN ($in)",
				Store::batches_table(),
				...$codes
			)
		);
		// phpcs:enable
		if ( $resumed ) {
			Runner::schedule_tick();
		}
	}

	/**
	 * When batches that an outage halted are tried again.
	 *
	 * @return int[] Unix times.
	 */
	public static function list_wake_times() {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT wait_until FROM %i WHERE state = 'halted' AND wait_until > 0", Store::batches_table() ) ) );
	}
}
