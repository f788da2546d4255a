<?php
/**
 * Pauses, resumes, stops and undoes batches, and changes their items.
 *
 * @package Altscribe
 */

namespace Altscribe\Batches;

use Altscribe\Core;
use Altscribe\Generation;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Suggestions;
use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Control {

	/** How many seconds one request may spend on undoing. */
	public const UNDO_SECONDS = 5;

	/** The arguments of self::undo_batch() for the route in Batch_Routes::register(). */
	public const UNDO_REST_ARGS = array(
		'after' => array(
			'type'    => 'integer',
			'minimum' => 0,
			'default' => 0,
		),
	);

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'altscribe_suggestion_decided', array( self::class, 'settle_item_of_suggestion' ), 5 );
		add_action( 'altscribe_suggestion_undone', array( self::class, 'reopen_item_of_suggestion' ) );
	}

	/**
	 * Pauses a batch. Images in progress are still finished.
	 *
	 * @param int $batch_id Its id.
	 * @return true|WP_Error altscribe_batch_not_found, or altscribe_batch_is_over if there is nothing to pause.
	 */
	public static function pause_batch( $batch_id ) {
		return self::change_batch_state( $batch_id, array( 'state' => 'paused' ), array( 'running', 'halted', 'paused' ) );
	}

	/**
	 * Resumes a batch that is paused or halted.
	 *
	 * @param int      $batch_id Its id.
	 * @param string[] $states   The states in which it is resumed.
	 * @return true|WP_Error As self::pause_batch() returns it.
	 */
	public static function resume_batch( $batch_id, $states = array( 'running', 'halted', 'paused' ) ) {
		$resumed = self::change_batch_state(
			$batch_id,
			array(
				'state'          => 'running',
				'reason_code'    => '',
				'reason_message' => '',
				'failures'       => 0,
				'failing_since'  => 0,
				'wait_until'     => 0,
			),
			$states
		);
		if ( true === $resumed ) {
			Runner::schedule_tick();
		}
		return $resumed;
	}

	/**
	 * Stops a batch for good. Waiting images are not processed; images in progress are still finished.
	 *
	 * @param int $batch_id Its id.
	 * @return true|WP_Error As self::pause_batch() returns it.
	 */
	public static function stop_batch( $batch_id ) {
		$stopped = self::change_batch_state(
			$batch_id,
			array(
				'state'    => 'stopped',
				'finished' => time(),
			),
			array( 'running', 'halted', 'paused' )
		);
		if ( true === $stopped ) {
			Store::delete_leftovers();
		}
		return $stopped;
	}

	/**
	 * Changes a batch that is in one of some states.
	 *
	 * @param int                  $batch_id Its id.
	 * @param array<string, mixed> $values   By column.
	 * @param string[]             $states   The states in which it is changed.
	 * @return true|WP_Error
	 */
	private static function change_batch_state( $batch_id, $values, $states ) {
		if ( ! Store::find_batch( $batch_id ) ) {
			return Core\Errors::batch_not_found();
		}
		return Store::update_batch( $batch_id, $values, $states )
			? true
			: Core\Errors::batch_is_over();
	}

	/**
	 * Reopens a finished batch, because one of its items waits again.
	 *
	 * @param int $batch_id Its id.
	 */
	public static function reopen_batch( $batch_id ) {
		Store::update_batch(
			$batch_id,
			array(
				'state'    => 'running',
				'finished' => 0,
			),
			array( 'finished', 'stopped' )
		);
		Runner::schedule_tick();
	}

	/**
	 * Undoes what a batch wrote for an attachment: restores the previous text and the mark "decorative", unless the
	 * text has changed since.
	 *
	 * @param int $attachment_id The attachment.
	 * @return true|WP_Error altscribe_item_not_found, or altscribe_text_changed if there is nothing left to undo.
	 */
	public static function undo_item( $attachment_id ) {
		$item = Store::find_item( $attachment_id );
		if ( ! $item ) {
			return Core\Errors::item_not_found();
		}
		$is_back = 'written' === $item['state'] && Library\Alt_Text::write( $attachment_id, $item['previous_text'], $item['new_text'], (bool) $item['had_row'] );
		// An earlier request may have been cut off after it wrote the text.
		if ( ! $is_back && ( 'written' !== $item['state'] || Library\Alt_Text::get( $attachment_id ) !== $item['previous_text'] ) ) {
			return Core\Errors::text_changed();
		}
		if ( $item['was_decorative'] ) {
			update_post_meta( $attachment_id, Library\Alt_Text::DECORATIVE_KEY, 1 );
		} elseif ( $is_back ) {
			delete_post_meta( $attachment_id, Library\Alt_Text::DECORATIVE_KEY );
		}
		Store::update_item( $attachment_id, array( 'state' => 'undone' ), array( 'state' => 'written' ) );
		return true;
	}

	/**
	 * Queues an item again that failed or was skipped, only suggested or undone, ahead of all others, because a user is
	 * waiting for it. Its batch continues.
	 *
	 * @param int  $attachment_id The attachment.
	 * @param bool $regenerate    Whether the service must generate another text, for another credit.
	 * @return true|WP_Error altscribe_item_not_found, or altscribe_item_not_retriable.
	 */
	public static function retry_item( $attachment_id, $regenerate = false ) {
		$item = Store::find_item( $attachment_id );
		if ( ! $item ) {
			return Core\Errors::item_not_found();
		}
		$values = array(
			'state'         => 'waiting',
			'attempts'      => 0,
			'round'         => (int) $item['round'] + ( $regenerate ? 1 : 0 ),
			'lease_token'   => '',
			'lease_expires' => Worker::FIRST,
			'new_text'      => '',
			'purpose'       => '',
			'error_code'    => '',
			'error_message' => '',
		);
		if ( 'skipped' === $item['state'] ) {
			// Otherwise it would be skipped again because of its current text. A new text becomes a
			// suggestion.
			$values['previous_text'] = Library\Alt_Text::get( $attachment_id );
		}
		// Its batch may be stopped: nobody wants the other images.
		Store::delete_leftovers();
		if ( ! in_array( $item['state'], array( 'failed', 'skipped', 'suggested', 'undone' ), true )
			|| ! Store::update_item( $attachment_id, $values, array( 'state' => $item['state'] ) ) ) {
			return Core\Errors::item_not_retriable();
		}
		self::reopen_batch( (int) $item['batch_id'] );
		return true;
	}

	/**
	 * Writes what a user decided for an attachment of a batch. It can be undone like a text of the batch.
	 *
	 * @param int         $attachment_id The attachment.
	 * @param string      $text          Plain text; '' for none.
	 * @param bool        $is_decorative Whether to mark the image as decorative; only with ''.
	 * @param string|null $shown         The text that the user replaces, as it was shown; null for the one that the batch
	 *   wrote or found.
	 * @param string|null $shown_text    The suggested text that the user decides about, as it was shown.
	 * @return true|WP_Error altscribe_item_not_found, altscribe_text_changed if the image has another text than the one that
	 *   was shown, or the errors of Library\Alt_Text::find_problem() or Suggestions\Decisions::decide().
	 */
	public static function edit_item( $attachment_id, $text, $is_decorative = false, $shown = null, $shown_text = null ) {
		$item = Store::find_item( $attachment_id );
		if ( ! $item ) {
			return Core\Errors::item_not_found();
		}
		$error = Library\Alt_Text::find_problem( $attachment_id );
		if ( $error ) {
			return $error;
		}
		$present    = Library\Alt_Text::get( $attachment_id );
		$suggestion = 'suggested' === $item['state'] ? Suggestions\Store::find( $attachment_id ) : null;
		$shown      = $shown ?? ( $suggestion['previous_text'] ?? $item[ 'written' === $item['state'] ? 'new_text' : 'previous_text' ] );
		if ( ! Library\Alt_Text::is_shown( $shown, $present ) ) {
			return Core\Errors::text_changed();
		}
		if ( $suggestion ) {
			$decision = $is_decorative ? 'decorative' : ( '' === $text ? 'reject' : 'accept' );
			$options  = array(
				'expected_current' => $present,
				'shown_text'       => $shown_text,
			);
			$decided  = Suggestions\Decisions::decide( (int) $suggestion['id'], $decision, $text, $options );
			if ( 'reject' !== $decision || is_wp_error( $decided ) || '' === $present ) {
				return is_wp_error( $decided ) ? $decided : true;
			}
			$item = Store::find_item( $attachment_id );
		}
		$is_ours = 'written' === $item['state'] && $present === $item['new_text'];
		$values  = $is_ours ? array() : array( 'previous_text' => $present ) + Suggestions\Decisions::read_undo_data( $attachment_id );
		$error   = self::write_item( $attachment_id, $text, $present, $item, $values, $is_decorative ? true : null );
		if ( $error && $suggestion ) {
			Suggestions\Decisions::undo( (int) $suggestion['id'] );
		}
		return $error ?? true;
	}

	/**
	 * Writes a text, and its item first: otherwise a text could be written that cannot be undone. If the text is not written, the
	 * item stays as it was.
	 *
	 * @param int                        $attachment_id The attachment.
	 * @param string                     $text          The text.
	 * @param string                     $present       The text that it replaces.
	 * @param array<string, string>|null $item          The row of the item, as it was read; null if there was none.
	 * @param array<string, mixed>       $values        Columns that change, besides those of the new text.
	 * @param bool|null                  $is_decorative As for Library\Alt_Text::write_marked().
	 * @return WP_Error|null altscribe_text_changed if another process has changed the item, or the errors of
	 *                       Library\Alt_Text::write_marked().
	 */
	public static function write_item( $attachment_id, $text, $present, $item, $values, $is_decorative = null ) {
		$values += array(
			'state'         => 'written',
			// Shows whether another user has edited the item in the meantime.
			'lease_token'   => wp_generate_password( 32, false ),
			'lease_expires' => 0,
			'new_text'      => $text,
			'error_code'    => '',
			'error_message' => '',
		);
		if ( ! Store::put_item( $attachment_id, $values, $item ) ) {
			return Core\Errors::text_changed();
		}
		$error = Library\Alt_Text::write_marked( $attachment_id, $text, $present, $is_decorative );
		if ( $error ) {
			Store::put_item( $attachment_id, $item, $values );
		}
		return $error;
	}

	/**
	 * Stores a text as a suggestion.
	 *
	 * @param array<string, mixed>          $item   As Worker::take_item() returns it.
	 * @param array<string, mixed>|WP_Error $answer As Generation\Ask::ask() returns it.
	 * @param WP_Error|null                 $error  Why it is only suggested, if that needs an explanation.
	 * @return string The new state of the item.
	 */
	public static function suggest_text( $item, $answer, $error = null ) {
		$id   = (int) $item['attachment_id'];
		$held = Generation\Ask::hold_answer(
			$answer,
			array(
				'attachment_id' => $id,
				'previous_text' => Library\Alt_Text::get( $id ),
				'language'      => $item['language'],
				'origin'        => Suggestions\Store::origin_of_batch( $item['batch']['origin'] ),
				'user_id'       => $item['batch']['user_id'],
			),
			true
		);
		// If the text could not be stored, the item asks again later with the same key, so it is only paid for once.
		return is_wp_error( $held ) || $held['suggestion_id'] ? Worker::settle_item( $item, 'suggested', array(), $error ) : Failures::settle_failure( $item, Core\Errors::queue_unavailable() );
	}

	/**
	 * Shows a decision in the results of the batch that the suggestion came from.
	 *
	 * @param array<string, string> $row The row of the suggestion.
	 */
	public static function settle_item_of_suggestion( $row ) {
		if ( '' !== $row['place'] ) {
			return;
		}
		$undo   = (array) json_decode( $row['undo_data'], true );
		$values = 'rejected' === $row['state'] ? array( 'state' => 'skipped' ) : array(
			'state'          => 'written',
			'previous_text'  => $row['previous_text'],
			'new_text'       => $row['decided_text'],
			'was_decorative' => (int) ( $undo['was_decorative'] ?? 0 ),
			'had_row'        => (int) ( $undo['had_row'] ?? 0 ),
			'error_code'     => '',
			'error_message'  => '',
		);
		Store::update_item( (int) $row['attachment_id'], $values, array( 'state' => 'suggested' ) );
	}

	/**
	 * Shows in a batch that the suggestion for an image waits again.
	 *
	 * @param array<string, string> $row As for `altscribe_suggestion_undone`.
	 */
	public static function reopen_item_of_suggestion( $row ) {
		if ( '' === $row['place'] ) {
			Store::update_item( (int) $row['attachment_id'], array( 'state' => 'suggested' ), array( 'state' => 'rejected' === $row['state'] ? 'skipped' : 'written' ) );
		}
	}

	/**
	 * Undoes what a batch wrote, where it has not changed since, within a time limit. Call it until nothing is
	 * left. After a call that was cut off, or while another user undoes the same batch, it continues with the rest.
	 *
	 * @param int           $batch_id Its id.
	 * @param int           $after    `after` of the previous call; 0 at first.
	 * @param float         $seconds  No text is started after this time.
	 * @param callable|null $may      Gets the id of an image, and returns whether the user may change it; null: all
	 *   images.
	 * @return array{undone: int, kept: int, left: int, after: int}|WP_Error `undone`: how many texts this call undid;
	 *                      `kept`: how many stay because they were changed or the user may not change them; `left`: how
	 *                      many need further calls; `after`: for the next call. The error is altscribe_batch_not_found or
	 *                      altscribe_batch_not_over.
	 */
	public static function undo_batch( $batch_id, $after = 0, $seconds = self::UNDO_SECONDS, $may = null ) {
		$batch = Store::find_batch( $batch_id );
		if ( $batch && in_array( $batch['state'], array( 'running', 'halted', 'paused' ), true ) ) {
			return Core\Errors::batch_not_over();
		}
		if ( ! $batch || (int) $batch['finished'] < Start::oldest_batch_time() ) {
			return Core\Errors::batch_not_found();
		}
		Core\Background::extend_time_limit();
		$until  = microtime( true ) + $seconds;
		$counts = array(
			'undone' => 0,
			'kept'   => 0,
		);
		do {
			$ids = self::list_written_items( $batch_id, $after );
			foreach ( $ids as $id ) {
				$after   = (int) $id;
				$is_done = ( ! $may || $may( $after ) ) && true === self::undo_item( $after );
				if ( $is_done || 'written' === Store::find_item( $after )['state'] ) {
					++$counts[ $is_done ? 'undone' : 'kept' ];
				}
				Core\Background::release_posts( array( $after ) );
				if ( microtime( true ) >= $until ) {
					break 2;
				}
			}
		} while ( $ids );
		return $counts + array(
			'left'  => self::count_written_items( $batch_id, $after ),
			'after' => $after,
		);
	}

	/**
	 * The attachments with a text from a batch, in order of their ids.
	 *
	 * @param int $batch_id Its id.
	 * @param int $after    Only higher ids.
	 * @return string[] Up to 100 ids.
	 */
	private static function list_written_items( $batch_id, $after ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return $wpdb->get_col( $wpdb->prepare( "SELECT attachment_id FROM %i WHERE batch_id = %d AND state = 'written' AND attachment_id > %d ORDER BY attachment_id LIMIT 100", Store::items_table(), $batch_id, $after ) );
	}

	/**
	 * The number of attachments with a text from a batch.
	 *
	 * @param int $batch_id Its id.
	 * @param int $after    Only higher ids.
	 * @return int
	 */
	private static function count_written_items( $batch_id, $after ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM %i WHERE batch_id = %d AND state = 'written' AND attachment_id > %d", Store::items_table(), $batch_id, $after ) );
	}

	/**
	 * Whether the user may change the item in a request. This also changes its batch, which may be another user's.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool
	 */
	public static function may_change_item( $request ) {
		$id = (int) $request['attachment_id'];
		return Core\Permissions::may_run_batches() && 'attachment' === get_post_type( $id ) && Core\Permissions::may_generate_for( $id );
	}

	/**
	 * Removes the texts of a batch from posts within a time limit, and responds with the batch.
	 *
	 * @param WP_REST_Request $request The request, with `after` of the previous response.
	 * @return array<string, mixed>|WP_Error With `undo`, from self::undo_batch_fills().
	 */
	public static function rest_unfill_batch( $request ) {
		$done = self::undo_batch_fills( (int) $request['id'], $request['after'] );
		return is_wp_error( $done ) ? $done : Store::get_batch( (int) $request['id'] ) + array( 'undo' => $done );
	}

	/**
	 * Removes the texts of a batch from the posts that they were filled into, within a time limit. Like
	 * self::undo_batch(), it is called until nothing is left.
	 *
	 * @param int   $batch_id Its id.
	 * @param int   $after    `after` of the previous call; 0 at first.
	 * @param float $seconds  No post is started after this time.
	 * @return array{undone: int, kept: int, left: int, after: int}|WP_Error `undone`: how many posts this call restored;
	 *                      `kept`: how many stay because they are being edited or have changed; `left`: how many need
	 *                      further calls; `after`: for the next call. altscribe_batch_not_found.
	 */
	public static function undo_batch_fills( $batch_id, $after = 0, $seconds = Posts\Fill::FILL_SECONDS ) {
		if ( ! Store::find_batch( $batch_id ) ) {
			return Core\Errors::batch_not_found();
		}
		$fills   = Store::list_fills_of_batch( $batch_id, $after );
		$results = Posts\Fill::change_posts(
			array_keys( $fills ),
			$seconds,
			function ( $post_id ) use ( $fills ) {
				return Posts\Fill::unfill_post( $post_id, $fills[ $post_id ] );
			}
		);
		$undone  = count( array_filter( wp_list_pluck( $results, 'images' ) ) );
		return array(
			'undone' => $undone,
			'kept'   => count( $results ) - $undone,
			'left'   => count( $fills ) - count( $results ),
			'after'  => $results ? end( $results )['id'] : $after,
		);
	}
}
