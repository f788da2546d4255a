<?php
/**
 * Processes the items of the queue, one at a time, each leased to one worker.
 *
 * @package Altscribe
 */

namespace Altscribe\Batches;

use Altscribe\Core;
use Altscribe\Generation;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Service;
use Altscribe\Suggestions;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Worker {

	/** How many images of a batch are prepared at a time. */
	private const CONTEXT_SLICE = 20;

	/** The origins of images that a user is waiting for, in a post or product. They go before all other batches. */
	public const URGENT_ORIGINS = array( 'upload', 'product' );

	/**
	 * Stored instead of the time from which a waiting item may be processed: it goes before all others, because a user is
	 * waiting for this image.
	 */
	public const FIRST = 1;

	/** Longer than one image can take: its file is read, and the service has Service\Client::GENERATE_TIMEOUT. */
	public const LEASE_SECONDS = Core\Background::SECONDS;

	/** How often an item is tried: after three workers were cut off on it, a fourth would not help. */
	public const MAX_ATTEMPTS = 3;

	/**
	 * Takes the next item of the running batches, unless the site already processes the maximum.
	 *
	 * @param int $batch_id The batch whose items come first; 0 for none.
	 * @return array<string, string>|null Its row, with the row of its batch as `batch_…`; null if there is nothing
	 *   to do.
	 */
	public static function take_item( $batch_id = 0 ) {
		// Another worker may take the item that was found.
		for ( $try = 0; $try < 5; $try++ ) {
			$item = self::find_unleased_item( $batch_id );
			// Also counted before: a surplus worker must not get in the way of those that have an item.
			if ( ! $item || self::count_leases() >= self::lease_limit( $item['batch'] ) ) {
				return null;
			}
			$token    = wp_generate_password( 32, false );
			$is_taken = Store::update_item(
				(int) $item['attachment_id'],
				array(
					'state'         => 'running',
					'attempts'      => (int) $item['attempts'] + 1,
					'lease_token'   => $token,
					'lease_expires' => time() + self::LEASE_SECONDS,
				),
				wp_array_slice_assoc( $item, array( 'state', 'lease_token', 'lease_expires' ) )
			);
			if ( ! $is_taken ) {
				continue;
			}
			if ( self::count_leases() > self::lease_limit( $item['batch'] ) ) {
				// Counted again after: if two workers counted before either took an item, both would
				// proceed.
				Store::update_item(
					(int) $item['attachment_id'],
					wp_array_slice_assoc( $item, array( 'state', 'attempts', 'lease_token', 'lease_expires' ) ),
					array( 'lease_token' => $token )
				);
				// All workers that started together have returned their items now. One of them will be
				// first next time.
				usleep( wp_rand( 20, 200 ) * 1000 );
				continue;
			}
			$item['first']       = self::FIRST === (int) $item['lease_expires'] ? self::FIRST : 0;
			$item['lease_token'] = $token;
			$item['attempts']    = (string) ( (int) $item['attempts'] + 1 );
			return $item;
		}
		return null;
	}

	/**
	 * Finds an item that may be processed now. If none is due, returns one early on which the service has failed:
	 * this detects sooner that the service works again, and delays nothing.
	 *
	 * @param int $batch_id The batch whose items come first; 0 for none.
	 * @return array<string, mixed>|null Its row, with the row of its batch as `batch`, and `is_early`.
	 */
	private static function find_unleased_item( $batch_id ) {
		global $wpdb;
		$now   = time();
		$queue = Store::items_table();
		$ready = array();
		$all   = self::list_running_batches( $batch_id );
		$first = self::find_first_item( $all );
		if ( $first ) {
			return $first;
		}
		foreach ( $all as $batch ) {
			if ( self::is_in_future( $batch['wait_until'], DAY_IN_SECONDS ) ) {
				continue;
			}
			$ready[] = $batch;
			foreach ( array( 'running', 'waiting' ) as $state ) {
				// A lease that is too long is from a clock that was wrong.
				// phpcs:ignore WordPress.DB -- The table is the plugin's own.
				$item = $wpdb->get_row( $wpdb->prepare( "SELECT * FROM %i WHERE batch_id = %d AND state = %s AND (lease_expires <= %d OR lease_expires > %d) ORDER BY attachment_id DESC LIMIT 1", $queue, $batch['id'], $state, $now, $now + HOUR_IN_SECONDS ), ARRAY_A );
				if ( $item ) {
					return $item + array(
						'batch'    => $batch,
						'is_early' => false,
					);
				}
			}
		}
		foreach ( $ready as $batch ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$item = $wpdb->get_row( $wpdb->prepare( "SELECT * FROM %i WHERE batch_id = %d AND state = 'waiting' AND attempts > 0 ORDER BY lease_expires LIMIT 1", $queue, $batch['id'] ), ARRAY_A );
			if ( $item ) {
				return $item + array(
					'batch'    => $batch,
					'is_early' => true,
				);
			}
		}
		return null;
	}

	/**
	 * Finds an item that a user is waiting for.
	 *
	 * @param array<array<string, string>> $batches The rows of the running batches.
	 * @return array<string, mixed>|null As self::find_unleased_item() returns it.
	 */
	private static function find_first_item( $batches ) {
		global $wpdb;
		foreach ( $batches as $batch ) {
			$is_held = self::is_in_future( $batch['wait_until'], DAY_IN_SECONDS ) && Failures::RESERVED_CODE !== $batch['reason_code'];
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$item = $is_held ? null : $wpdb->get_row( $wpdb->prepare( "SELECT * FROM %i WHERE state = 'waiting' AND lease_expires = %d AND batch_id = %d LIMIT 1", Store::items_table(), self::FIRST, $batch['id'] ), ARRAY_A );
			if ( $item ) {
				return $item + array(
					'batch'    => $batch,
					'is_early' => false,
				);
			}
		}
		return null;
	}

	/**
	 * The running batches. Those that users are waiting for come first: products, which are a few images, then
	 * uploads, which may be thousands.
	 *
	 * @param int $batch_id The batch that comes next; 0 for none.
	 * @return array<array<string, string>> Rows.
	 */
	public static function list_running_batches( $batch_id = 0 ) {
		global $wpdb;
		$batches = Store::batches_table();
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE state = 'running' ORDER BY CASE WHEN origin = 'product' THEN 0 WHEN origin = 'upload' THEN 1 WHEN id = %d THEN 2 ELSE 3 END, id", $batches, $batch_id ), ARRAY_A );
	}

	/**
	 * Whether a time is in the future. A time that is too far away was set by a wrong clock.
	 *
	 * @param int|string $time    Unix time.
	 * @param int        $longest The most seconds that it can be away.
	 * @return bool
	 */
	public static function is_in_future( $time, $longest ) {
		return (int) $time > time() && (int) $time <= time() + $longest;
	}

	/**
	 * How many items are being processed.
	 *
	 * @return int
	 */
	private static function count_leases() {
		global $wpdb;
		$now = time();
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM %i WHERE state = 'running' AND lease_expires > %d AND lease_expires <= %d", Store::items_table(), $now, $now + HOUR_IN_SECONDS ) );
	}

	/**
	 * How many items may be processed in parallel now: while the service fails, one, to find out when it works
	 * again.
	 *
	 * @param array<string, string> $batch The row of a running batch.
	 * @return int
	 */
	private static function lease_limit( $batch ) {
		return (int) $batch['failures'] ? 1 : self::queue_concurrency();
	}

	/**
	 * How many items may be processed in parallel.
	 *
	 * @return int
	 */
	public static function queue_concurrency() {
		/**
		 * Filters how many images of this site may be processed in parallel.
		 *
		 * @param int $items From 1; by default 3.
		 */
		return max( 1, (int) apply_filters( 'altscribe_queue_concurrency', 3 ) );
	}

	/**
	 * Seconds until there is something to do.
	 *
	 * @return int|null 0 for now; null if nothing is left.
	 */
	public static function seconds_until_work() {
		global $wpdb;
		if ( self::find_unleased_item( 0 ) ) {
			return 0;
		}
		$times = Failures::list_wake_times();
		foreach ( self::list_running_batches() as $batch ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$next = $wpdb->get_var( $wpdb->prepare( "SELECT MIN(CASE WHEN state = 'waiting' AND attempts > 0 THEN 0 ELSE lease_expires END) FROM %i WHERE batch_id = %d AND state IN ('waiting','running')", Store::items_table(), $batch['id'] ) );
			if ( null !== $next ) {
				$times[] = max( (int) $next, (int) $batch['wait_until'] );
			}
		}
		return $times ? (int) min( max( 1, min( $times ) - time() ), DAY_IN_SECONDS ) : null;
	}

	/**
	 * Takes items and processes them, one after the other.
	 *
	 * @param int $seconds  No item is started after this time. One image may take half a minute more.
	 * @param int $limit    The most items; 0 for any number.
	 * @param int $batch_id The batch whose items come first; 0 for none.
	 * @return array{attachment_ids: int[], counts: array<string, int>} The processed items, and how many ended in
	 *   which state.
	 */
	public static function work_on_queue( $seconds, $limit = 0, $batch_id = 0 ) {
		$started = microtime( true );
		$ids     = array();
		$counts  = array();
		Failures::wake_batches();
		while ( microtime( true ) - $started < $seconds && ( ! $limit || count( $ids ) < $limit ) ) {
			$item = self::take_item( $batch_id );
			if ( ! $item ) {
				// Also batches whose last worker was cut off before it could finish them.
				array_map( array( self::class, 'finish_batch' ), wp_list_pluck( self::list_running_batches(), 'id' ) );
				break;
			}
			Core\Background::extend_time_limit();
			self::prepare_next( $item );
			$state = self::work_on_item( $item );
			$id    = (int) $item['attachment_id'];
			$ids[] = $id;

			$counts[ $state ] = ( isset( $counts[ $state ] ) ? $counts[ $state ] : 0 ) + 1;
			self::finish_batch( (int) $item['batch_id'] );
			// Limits memory use over thousands of images.
			Library\Alt_Text::forget( $id );
			wp_cache_delete( $id, Posts\Uses::CONTEXT_CACHE );
		}
		Core\Background::forget_cron();
		return array(
			'attachment_ids' => $ids,
			'counts'         => $counts,
		);
	}

	/**
	 * Reads the data for the context of the next images of a batch, with a few queries for all of them.
	 *
	 * @param array<string, mixed> $item The row of the next item.
	 */
	public static function prepare_next( $item ) {
		global $wpdb;
		$id = (int) $item['attachment_id'];
		if ( false !== wp_cache_get( $id, Posts\Uses::CONTEXT_CACHE ) ) {
			return;
		}
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$ids = $wpdb->get_col( $wpdb->prepare( "SELECT attachment_id FROM %i WHERE batch_id = %d AND state = 'waiting' AND attachment_id < %d ORDER BY attachment_id DESC LIMIT %d", Store::items_table(), $item['batch_id'], $id, self::CONTEXT_SLICE - 1 ) );
		Generation\Context::prepare_context( array_merge( array( $id ), array_map( 'intval', $ids ) ) );
	}

	/**
	 * Processes one item that was taken.
	 *
	 * @param array<string, mixed> $item As self::take_item() returns it.
	 * @return string Its new state.
	 */
	private static function work_on_item( $item ) {
		$id    = (int) $item['attachment_id'];
		$batch = $item['batch'];
		$error = Library\Alt_Text::find_problem( $id );
		if ( $error ) {
			return self::settle_item( $item, 'skipped', array(), $error );
		}
		$present = Library\Alt_Text::get( $id );
		if ( '' !== $item['new_text'] && $item['new_text'] === $present ) {
			// An earlier worker was cut off after writing the text, perhaps before it could record the model.
			if ( 'generated' !== ( Library\Provenance::get( $id )['source'] ?? '' ) ) {
				Library\Provenance::record( $id, $present, Library\Provenance::generated( array(), $batch['user_id'] ) );
			}
			return self::settle_item( $item, 'written' );
		}
		if ( (int) $item['attempts'] > self::MAX_ATTEMPTS ) {
			return self::settle_item( $item, 'failed', array( 'attempts' => self::MAX_ATTEMPTS ), Core\Errors::cut_off() );
		}
		$item = Uploads::note_file_name( $item );
		if ( $present !== $item['previous_text'] && ! $batch['overwrite'] ) {
			return self::settle_item( $item, 'skipped', array(), 'upload' === $batch['origin'] ? Core\Errors::has_text() : Core\Errors::text_changed() );
		}
		$edited = self::get_edited_post( $item );
		$answer = Generation\Ask::ask(
			array( 'attachment_id' => $id ),
			array(
				'user_id'    => $edited['user_id'],
				'edited'     => $edited,
				'language'   => $item['language'],
				'regenerate' => $batch['regenerate'] || $item['round'] > 0,
				'key'        => $batch['idempotency_key'] . '-' . $id . '-' . $item['round'],
			)
		);
		if ( is_wp_error( $answer ) ) {
			return Failures::settle_failure( $item, $answer );
		}
		// Another user may have asked in the meantime, or a post may have a text for this image.
		return empty( $answer['is_held'] ) ? self::settle_text( $item, $answer ) : self::settle_item( $item, 'suggested' );
	}

	/**
	 * The post or product that was being edited when a batch was started, and the user who asked for the text of an item:
	 * the one who uploaded the image, as a batch of uploads has images of several users, or the one who started the batch.
	 * The worker may run as another user, or as none.
	 *
	 * @param array<string, mixed> $item As self::take_item() returns it.
	 * @return array{post_id: int, title: string|null, user_id: int} For Generation\Ask::gather_context().
	 */
	private static function get_edited_post( $item ) {
		$batch = $item['batch'];
		return array(
			'post_id' => (int) $batch['post_id'],
			'title'   => '' === $batch['post_title'] ? null : $batch['post_title'],
			'user_id' => (int) ( 'upload' === $batch['origin'] ? get_post_field( 'post_author', $item['attachment_id'] ) : $batch['user_id'] ),
		);
	}

	/**
	 * Writes a generated text, or stores it as a suggestion: if the current text may not be replaced, the image may
	 * be decorative, or new texts are held for review on this site.
	 *
	 * @param array<string, mixed> $item   As self::take_item() returns it.
	 * @param array<string, mixed> $answer As Generation\Ask::ask() returns it.
	 * @return string Its new state.
	 */
	private static function settle_text( $item, $answer ) {
		$id     = (int) $item['attachment_id'];
		$text   = $answer['alt_text'];
		$values = Suggestions\Decisions::read_undo_data( $id ) + array(
			'new_text' => $text,
			'purpose'  => (string) $answer['purpose'],
		);
		Failures::note_success( $item['batch'] );
		Failures::note_credit( $item['batch'], $answer );
		// A worker whose lease has ended is too late. The text is recorded before it is written. The extra second
		// makes sure that the row changes: MySQL does not count unchanged rows.
		if ( ! Store::update_item( $id, $values + array( 'lease_expires' => time() + self::LEASE_SECONDS + 1 ), array( 'lease_token' => $item['lease_token'] ) ) ) {
			return 'late';
		}
		$item = Uploads::note_file_name( $item );
		// A mark "decorative" that a user set is a decision too.
		$may_replace = self::is_replaceable( $item ) && ! $values['was_decorative'];
		$may_write   = '' !== $text && 'decorative' !== $answer['purpose'] && ! Core\Settings::get()['review_new_texts']
			&& ( $may_replace || $item['batch']['overwrite'] );
		if ( ! $may_write ) {
			return Control::suggest_text( $item, $answer );
		}
		if ( Library\Alt_Text::write( $id, $text, $item['previous_text'] ) || Library\Alt_Text::get( $id ) === $text ) {
			Library\Provenance::record( $id, $text, Library\Provenance::generated( $answer, $item['batch']['user_id'] ) );
			return self::settle_item( $item, 'written' );
		}
		// When the image is restored from the trash, its text can be accepted.
		return 'attachment' === get_post_type( $id )
			? Control::suggest_text( $item, $answer, Library\Alt_Text::find_problem( $id ) ?? Core\Errors::text_changed() )
			: self::settle_item( $item, 'skipped', array(), Core\Errors::image_unreadable( 'not_in_library' ) );
	}

	/**
	 * Whether the previous text of an image may be replaced without asking: it is empty, or for an upload only the
	 * file name.
	 *
	 * @param array<string, mixed> $item As self::take_item() returns it.
	 * @return bool
	 */
	private static function is_replaceable( $item ) {
		$text = trim( $item['previous_text'] );
		return '' === $text || ( 'upload' === $item['batch']['origin'] && Library\Images::is_file_name( (int) $item['attachment_id'], $text ) );
	}

	/**
	 * Ends the work on an item, unless its lease has ended and another worker has it now.
	 *
	 * @param array<string, mixed> $item   As self::take_item() returns it.
	 * @param string               $state  Its new state.
	 * @param array<string, mixed> $values Further columns.
	 * @param WP_Error|null        $error  The reason.
	 * @return string The state.
	 */
	public static function settle_item( $item, $state, $values = array(), $error = null ) {
		$values += array(
			'state'         => $state,
			'lease_token'   => '',
			'lease_expires' => 0,
			'error_code'    => $error ? (string) $error->get_error_code() : '',
			'error_message' => $error ? $error->get_error_message() : '',
		);
		return Store::update_item( (int) $item['attachment_id'], $values, array( 'lease_token' => $item['lease_token'] ) ) ? $state : 'late';
	}

	/**
	 * Finishes a batch if none of its items is left.
	 *
	 * @param int $batch_id Its id.
	 */
	public static function finish_batch( $batch_id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$is_left = $wpdb->get_var( $wpdb->prepare( "SELECT 1 FROM %i WHERE batch_id = %d AND state IN ('waiting','running') LIMIT 1", Store::items_table(), $batch_id ) );
		if ( ! $is_left ) {
			Store::update_batch(
				$batch_id,
				array(
					'state'          => 'finished',
					'finished'       => time(),
					'wait_until'     => 0,
					'reason_code'    => '',
					'reason_message' => '',
				),
				array( 'running' )
			);
		}
	}
}
