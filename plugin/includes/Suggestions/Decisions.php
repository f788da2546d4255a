<?php
/**
 * Accepting, editing and rejecting suggestions, and undo.
 *
 * @package Altscribe
 */

namespace Altscribe\Suggestions;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use WP_Error;
use WP_Post;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Decisions {

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'transition_post_status', array( self::class, 'follow_saved_post' ), 20, 3 );
		add_action( 'added_post_meta', array( self::class, 'follow_changed_meta' ), 20, 3 );
		add_action( 'updated_post_meta', array( self::class, 'follow_changed_meta' ), 20, 3 );
		add_action( 'altscribe_read_uses', array( self::class, 'end_old_places' ) );
	}

	/**
	 * Whether the user may decide the suggestion in a request, or undo the decision.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool|WP_Error
	 */
	public static function may_decide( $request ) {
		$row = Store::get( (int) $request['id'] );
		if ( is_wp_error( $row ) ) {
			// Says so only to users who may see any.
			return Core\Permissions::may_edit_posts() ? $row : false;
		}
		return Core\Permissions::may_work_on_post( Store::post_of( $row ) );
	}

	/**
	 * Whether the user may store a suggestion: for a post or an image that the user may edit and generate for.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return bool|WP_Error
	 */
	public static function may_add( $request ) {
		return Core\Permissions::explain_permission( '' === $request['place'] ? (int) $request['attachment_id'] : (int) $request['post_id'] );
	}

	/**
	 * Reads what undoing needs besides the text of an attachment, before the text is written.
	 *
	 * @param int $attachment_id The attachment.
	 * @return array{was_decorative: int, had_row: int} Columns of its item: whether it has the mark, and whether
	 *                                                  its text, which may be empty, has a row.
	 */
	public static function read_undo_data( $attachment_id ) {
		return array(
			'was_decorative' => get_post_meta( $attachment_id, Library\Alt_Text::DECORATIVE_KEY, true ) ? 1 : 0,
			'had_row'        => metadata_exists( 'post', $attachment_id, Library\Alt_Text::KEY ) ? 1 : 0,
		);
	}

	/**
	 * Follows the places of suggestions when a post is saved. A text that was applied in the editor is decided. A suggestion
	 * whose image was moved or converted moves along; without its image it is put away, until that is pasted again.
	 *
	 * @param string  $status Its new status.
	 * @param string  $before Unused.
	 * @param WP_Post $post   The post.
	 */
	public static function follow_saved_post( $status, $before, $post ) {
		global $wpdb;
		if ( in_array( $status, array( 'auto-draft', 'trash', 'inherit' ), true ) || ! Store::make_table() ) {
			return;
		}
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$rows  = $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE post_id = %d AND state IN ('pending', 'away') ORDER BY id", Store::table(), $post->ID ), ARRAY_A );
		$lost  = array();
		$taken = array();
		foreach ( $rows as $row ) {
			$image = Store::find_place( $row );
			if ( ! self::has_place( $row, $image ) || ( 'away' === $row['state'] && ! self::is_waiting_image( $row, $image ) ) ) {
				$lost[] = $row;
				continue;
			}
			$taken[] = self::slot( $row, $image );
			if ( 'away' === $row['state'] ) {
				self::set_pending( $row );
			} elseif ( 'decorative' === $image['reason'] ) {
				self::close( $row, 'decorative', '' );
			} elseif ( '' !== $row['new_text'] && self::is_live( $row, trim( $row['new_text'] ) ) ) {
				self::close( $row, 'accepted', trim( $row['new_text'] ) );
			}
		}
		foreach ( $lost as $row ) {
			$image = self::find_moved_image( $row, $post, $taken );
			if ( $image ) {
				$taken[] = self::slot( $row, $image );
				self::set_pending( $row, array( 'place' => $image['places'][0] ) );
			} elseif ( 'pending' === $row['state'] ) {
				$away = array(
					'state'       => 'away',
					'pending_key' => null,
					'decided'     => time(),
				);
				// phpcs:ignore WordPress.DB -- The table is the plugin's own. Another user may have decided meanwhile.
				$wpdb->update( Store::table(), $away, wp_array_slice_assoc( $row, array( 'id', 'state' ) ) );
			}
		}
	}

	/**
	 * Whether an image can get the text of a suggestion. One that is decorative now may be another instance of the image: a text
	 * waits, in case that is not meant.
	 *
	 * @param array<string, string>     $row   Its row.
	 * @param array<string, mixed>|null $image From Store::find_place().
	 * @return bool
	 */
	private static function has_place( $row, $image ) {
		return $image && ( 'decorative' !== $image['reason'] || '' === $row['new_text'] || 'decorative' === $row['purpose'] );
	}

	/**
	 * What one suggestion in a post occupies.
	 *
	 * @param array<string, string> $row   Its row.
	 * @param array<string, mixed>  $image Its image, from Posts\Places::list_places().
	 * @return string
	 */
	private static function slot( $row, $image ) {
		return $image['number'] . ( Core\Text::LONG === $row['purpose'] ? ' long' : '' );
	}

	/**
	 * Whether an image still has the text that a suggestion would replace.
	 *
	 * @param array<string, string> $row   Its row.
	 * @param array<string, mixed>  $image From Posts\Places::list_places().
	 * @return bool
	 */
	private static function is_waiting_image( $row, $image ) {
		return '' === $image['reason'] && ( Core\Text::LONG === $row['purpose'] || trim( $row['previous_text'] ) === $image['text'] );
	}

	/**
	 * Finds the image of a suggestion whose place is gone: the same attachment or address elsewhere in the post.
	 *
	 * @param array<string, string> $row   Its row.
	 * @param WP_Post               $post  The post.
	 * @param string[]              $taken From self::slot(): images with a suggestion of their own.
	 * @return array<string, mixed>|null From Posts\Places::list_places().
	 */
	private static function find_moved_image( $row, $post, $taken ) {
		$key = explode( '#', $row['place'] )[1] ?? '';
		foreach ( Posts\Places::list_places( $post ) as $image ) {
			$is_same = ( (int) $row['attachment_id'] && (int) $row['attachment_id'] === $image['attachment_id'] ) || false !== strpos( implode( ' ', $image['places'] ), "#$key#" );
			if ( $is_same && $image['places'] && self::is_waiting_image( $row, $image ) && ! in_array( self::slot( $row, $image ), $taken, true ) ) {
				return $image;
			}
		}
		return null;
	}

	/**
	 * Lets a suggestion wait again. If a newer one waits for the same place, both do: each was paid for.
	 *
	 * @param array<string, string> $row    Its row.
	 * @param array<string, mixed>  $values Further columns.
	 * @return int|false How many rows: 0 if another user has decided, or undone a decision, meanwhile.
	 */
	private static function set_pending( $row, $values = array() ) {
		$now    = $values + $row;
		$key    = Store::pending_key( $now['attachment_id'], $now['post_id'], $now['place'], $now['purpose'] );
		$values = array(
			'state'        => 'pending',
			'decided_by'   => 0,
			'decided'      => 0,
			'decided_text' => '',
			'bulk'         => 0,
			'undo_data'    => '',
		) + $values;
		return self::put_back( $row, array( 'pending_key' => $key ) + $values, $row['state'] );
	}

	/**
	 * Changes a suggestion to a state in which it is open.
	 *
	 * @param array<string, string> $row    Its row.
	 * @param array<string, mixed>  $values The columns, with its key.
	 * @param string                $from   The state that it must have.
	 * @return int|false As for self::set_pending().
	 */
	private static function put_back( $row, $values, $from ) {
		global $wpdb;
		$where     = array(
			'id'    => $row['id'],
			'state' => $from,
		);
		$was_quiet = $wpdb->suppress_errors();
		// phpcs:disable WordPress.DB -- The table is the plugin's own, and refuses a second row with the same key.
		$is_done = $wpdb->update( Store::table(), $values, $where );
		if ( false === $is_done && null !== $values['pending_key'] ) {
			$is_done = $wpdb->update( Store::table(), array( 'pending_key' => md5( "$values[pending_key] $row[id]" ) ) + $values, $where );
		}
		// phpcs:enable
		$wpdb->suppress_errors( $was_quiet );
		return $is_done;
	}

	/** Ends suggestions whose image has been gone for long. */
	public static function end_old_places() {
		global $wpdb;
		if ( ! Store::make_table() ) {
			return;
		}
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		foreach ( $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE state = 'away' AND decided < %d LIMIT 100", Store::table(), time() - Store::DAYS * DAY_IN_SECONDS ), ARRAY_A ) as $row ) {
			self::end_place( $row );
		}
	}

	/**
	 * Offers the text of a suggestion whose place is gone in the media library, if it is in the language of the image and who
	 * made it may edit that; or deletes it.
	 *
	 * @param array<string, string> $row Its row.
	 */
	private static function end_place( $row ) {
		global $wpdb;
		$id         = (int) $row['attachment_id'];
		$is_offered = $id && Core\Text::LONG !== $row['purpose'] && '' !== $row['new_text'] && wp_attachment_is_image( $id ) && 'missing' === Library\States::of_image( $id )['state']
			&& Core\Languages::is_same( Core\Languages::of_post( $id ), $row['language'] ) && Core\Permissions::may_work_on_post( $id, (int) $row['user_id'] ) && ! Store::find( $id );
		$change     = array(
			'post_id'       => 0,
			'place'         => '',
			'previous_text' => '',
		);
		if ( $is_offered ) {
			self::set_pending( $row, $change + array( 'findings' => Store::find_findings( $change + $row ) ) );
		} else {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$wpdb->delete( Store::table(), array( 'id' => $row['id'] ) );
		}
	}

	/**
	 * Ends a suggestion when an image gets its text, or the mark "decorative", in any other way.
	 *
	 * @param int|int[] $meta_ids Unused.
	 * @param int       $id       The image.
	 * @param string    $key      The key that changed.
	 */
	public static function follow_changed_meta( $meta_ids, $id, $key ) {
		if ( Library\Alt_Text::KEY !== $key && Library\Alt_Text::DECORATIVE_KEY !== $key ) {
			return;
		}
		$row  = Store::find( $id );
		$text = Library\Alt_Text::get_clean( $id );
		if ( $row && Library\Alt_Text::DECORATIVE_KEY === $key && '' === $text && get_post_meta( $id, $key, true ) ) {
			self::close( $row, 'decorative', '' );
		} elseif ( $row && Library\Alt_Text::KEY === $key && '' !== $text && trim( $row['new_text'] ) === $text ) {
			self::close( $row, 'accepted', $text );
		} elseif ( $row && Library\Alt_Text::KEY === $key && '' === $row['new_text'] && ! in_array( $text, array( '', trim( $row['previous_text'] ) ), true ) ) {
			// A user wrote the text that the AI did not.
			self::close( $row, 'edited', $text );
		}
	}

	/**
	 * Decides a suggestion.
	 *
	 * @param int                  $id       Its id.
	 * @param string               $decision `accept`, `decorative` or `reject`.
	 * @param string|null          $text     The text to accept; null for the suggested one.
	 * @param array<string, mixed> $options  All are optional: `expected_current` (the text that may be replaced, by default
	 *                                       the one that was last shown with the suggestion), `shown_text` (the suggested text,
	 *                                       as the user has seen it), `written` (whether the editor
	 *                                       has written it already), and `bulk` (number of a decision about several).
	 * @return array<string, string>|WP_Error The row of the suggestion. altscribe_suggestion_not_found,
	 *                      altscribe_already_decided, altscribe_no_text, altscribe_text_changed (also if another text is suggested
	 *                      than the one that was shown; from now on the suggestion is
	 *                      about the current text), or the errors of self::write().
	 */
	public static function decide( $id, $decision, $text = null, $options = array() ) {
		global $wpdb;
		$row = Store::get( $id );
		if ( is_wp_error( $row ) ) {
			return $row;
		}
		if ( isset( $options['shown_text'] ) && ! self::is_shown( $row, $options['shown_text'] ) ) {
			return Core\Errors::text_changed();
		}
		if ( 'live' === $row['state'] ) {
			return Live::decide( $row, $decision, $text, $options );
		}
		$is_written = ! empty( $options['written'] );
		// A post that the editor saved with the text has ended the suggestion already.
		if ( ! in_array( $row['state'], array( 'pending', 'away' ), true ) && ! ( $is_written && 'rejected' !== $row['state'] ) ) {
			return Core\Errors::already_decided();
		}
		$is_long = Core\Text::LONG === $row['purpose'];
		$text    = 'accept' === $decision ? call_user_func( $is_long ? array( Core\Text::class, 'clean_long_text' ) : array( Core\Text::class, 'clean' ), $text ?? $row['new_text'] ) : '';
		if ( ( 'accept' === $decision && '' === $text ) || ( $is_long && 'decorative' === $decision ) ) {
			return Core\Errors::no_text();
		}
		$states = array(
			'accept'     => trim( $row['new_text'] ) === $text ? 'accepted' : 'edited',
			'decorative' => 'decorative',
			'reject'     => 'rejected',
		);
		if ( $states[ $decision ] === $row['state'] && $text === $row['decided_text'] ) {
			return $row;
		}
		// The editor may have saved it in the media library only. A text there is saved after the post.
		if ( $is_written && 'accept' === $decision && '' !== $row['place'] && ! self::is_live( $row, $text ) && Library\Alt_Text::get_clean( (int) $row['attachment_id'] ) !== $text ) {
			return Core\Errors::text_changed();
		}
		$values = array( 'bulk' => (int) ( $options['bulk'] ?? 0 ) );
		if ( 'reject' === $decision || $is_written ) {
			return self::close( $row, $states[ $decision ], $text, $values );
		}
		$expected = $options['expected_current'] ?? $row['previous_text'];
		$present  = Store::current_text( $row );
		$done     = null === $present || trim( $present ) !== trim( $expected ) ? Core\Errors::text_changed() : self::close(
			$row,
			$states[ $decision ],
			$text,
			$values + array( 'previous_text' => $present ),
			function ( $store ) use ( $row, $text, $present ) {
				return self::write( $row, $text, $present, $store );
			}
		);
		if ( is_wp_error( $done ) && 'altscribe_text_changed' === $done->get_error_code() && null !== $present ) {
			$pending = array(
				'id'    => $row['id'],
				'state' => 'pending',
			);
			// Not of one that another user has decided meanwhile: undoing restores its previous text.
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$wpdb->update( Store::table(), array( 'previous_text' => $present ), $pending );
		}
		return $done;
	}

	/**
	 * Whether a user has seen what a suggestion suggests now: it may have been written again since.
	 *
	 * @param array<string, string> $row   The row of the suggestion.
	 * @param string                $shown The text that the user has seen.
	 * @return bool True if it is decided.
	 */
	public static function is_shown( $row, $shown ) {
		return ! in_array( $row['state'], array( 'pending', 'away', 'live' ), true ) || Core\Text::tidy_spaces( $shown ) === Core\Text::tidy_spaces( $row['new_text'] );
	}

	/**
	 * Whether the image of a suggestion has a text now.
	 *
	 * @param array<string, string> $row  The row of the suggestion.
	 * @param string                $text The text, clean.
	 * @return bool
	 */
	private static function is_live( $row, $text ) {
		if ( Core\Text::LONG === $row['purpose'] ) {
			$image = Store::find_place( $row );
			return $image && Posts\Long_Descriptions::is_in_post( get_post( (int) $row['post_id'] ), $image, $text );
		}
		return Core\Text::clean( (string) Store::current_text( $row ) ) === $text;
	}

	/**
	 * Decides a suggestion, or undoes the decision, if the user may work on its post or image.
	 *
	 * @param int                  $id       Its id.
	 * @param string               $decision `undo`, or as for self::decide().
	 * @param string|null          $text     As for self::decide().
	 * @param array<string, mixed> $options  As for self::decide().
	 * @return array<string, string>|WP_Error Its row. altscribe_cannot_change_post, or the errors of self::decide() or self::undo().
	 */
	public static function decide_if_permitted( $id, $decision, $text = null, $options = array() ) {
		$row = Store::get( $id );
		if ( is_wp_error( $row ) ) {
			return $row;
		}
		if ( ! Core\Permissions::may_work_on_post( Store::post_of( $row ) ) ) {
			return Core\Errors::cannot_edit_post();
		}
		return 'undo' === $decision ? self::undo( $id ) : self::decide( $id, $decision, $text, $options );
	}

	/**
	 * Writes the text of a suggestion, or marks its image as decorative. In a post, also the media library gets the
	 * text, if the settings say so and the image has none there.
	 *
	 * @param array<string, string> $row     The row of the suggestion.
	 * @param string                $text    The text; '' for decorative.
	 * @param string                $present The text that may be replaced.
	 * @param callable              $store   From self::close(): gets what self::undo() needs.
	 * @return WP_Error|null Nothing is written with one: that of $store, altscribe_text_changed, or the errors of
	 *                       Library\Alt_Text::write_marked() or Posts\Fill::write_place().
	 */
	public static function write( $row, $text, $present, $store ) {
		$id = (int) $row['attachment_id'];
		if ( '' === $row['place'] ) {
			return Library\Alt_Text::find_problem( $id ) ?? $store( self::read_undo_data( $id ) ) ?? Library\Alt_Text::write_marked( $id, $text, $present, '' === $text ? true : null );
		}
		if ( Core\Text::LONG === $row['purpose'] ) {
			return Posts\Long_Descriptions::insert_details( $row, $text, $store );
		}
		$image = Store::find_place( $row );
		// A user may have made the text up for an image of others, and it may be accepted together with many. An earlier version
		// has stored ids from blocks that are those of other images.
		$in_library = '' !== $text && $id && $image && $image['attachment_id'] === $id && 'block' !== Core\Settings::get()['write_to'] && Core\Permissions::may_generate_for( $id ) && Core\Permissions::may_work_on_post( $id, (int) $row['user_id'] )
			&& Library\States::lacks_text( $id ) && Core\Languages::is_same( Core\Languages::of_post( $id ), $row['language'] );
		$changes    = Posts\Fill::write_place(
			(int) $row['post_id'],
			$row['place'],
			$text,
			$present,
			function ( $changes ) use ( $store, $in_library ) {
				return $store( compact( 'changes', 'in_library' ) );
			}
		);
		if ( is_wp_error( $changes ) ) {
			return $changes;
		}
		if ( $in_library ) {
			Library\Alt_Text::write( $id, $text, Library\Alt_Text::get( $id ) );
		}
		return null;
	}

	/**
	 * Writes a text whose suggestion must not follow by itself.
	 *
	 * @param callable $write Writes it.
	 * @return mixed What that returns.
	 */
	private static function without_following( $write ) {
		remove_action( 'transition_post_status', array( self::class, 'follow_saved_post' ), 20 );
		remove_action( 'added_post_meta', array( self::class, 'follow_changed_meta' ), 20 );
		remove_action( 'updated_post_meta', array( self::class, 'follow_changed_meta' ), 20 );
		$result = $write();
		add_action( 'transition_post_status', array( self::class, 'follow_saved_post' ), 20, 3 );
		add_action( 'added_post_meta', array( self::class, 'follow_changed_meta' ), 20, 3 );
		add_action( 'updated_post_meta', array( self::class, 'follow_changed_meta' ), 20, 3 );
		return $result;
	}

	/**
	 * Records a decision about a suggestion, unless another user was faster, and writes its text. If the database refuses
	 * either, neither is done.
	 *
	 * @param array<string, string> $row    The row of the suggestion.
	 * @param string                $state  `accepted`, `edited`, `decorative` or `rejected`.
	 * @param string                $text   The text that the image got; '' for none.
	 * @param array<string, mixed>  $values Further columns.
	 * @param callable|null         $write  Writes the text, and returns an error, or null. Before, it passes what undoing needs
	 *                                      to the callable that it gets, and returns the error of that. Null: the text is there
	 *                                      already, and counts even if another user has rejected it meanwhile.
	 * @return array<string, string>|WP_Error The row now. altscribe_already_decided, altscribe_queue_unavailable, or the error
	 *                                        of $write.
	 */
	public static function close( $row, $state, $text, $values = array(), $write = null ) {
		$values += array(
			'state'        => $state,
			'pending_key'  => null,
			'decided_by'   => get_current_user_id(),
			'decided'      => time(),
			'decided_text' => $text,
		);
		$is_stored = false;
		$store     = function ( $undo = null ) use ( $row, $state, $write, &$values, &$is_stored ) {
			global $wpdb;
			$values += null === $undo ? array() : array( 'undo_data' => wp_json_encode( $undo ) );
			$open    = 'live' === $row['state'] ? array( 'live' ) : array( 'pending', 'away' );
			foreach ( array_unique( array_merge( array( $row['state'] ), $open, $write || 'rejected' === $state ? array() : array( 'rejected' ) ) ) as $present ) {
				$where = array(
					'id'    => $row['id'],
					'state' => $present,
				);
				// phpcs:ignore WordPress.DB -- The table is the plugin's own.
				$is_stored = $wpdb->update( Store::table(), $values, $where );
				if ( 0 !== $is_stored ) {
					return false === $is_stored ? Core\Errors::queue_unavailable() : null;
				}
			}
			return Core\Errors::already_decided();
		};
		$error     = $write ? $write( $store ) : $store();
		if ( $error ) {
			if ( $is_stored ) {
				self::put_back( $row, $row, $state );
			}
			return $error;
		}
		if ( ! $write && 'decorative' === $state && '' === $row['place'] ) {
			Library\Alt_Text::mark_decorative( (int) $row['attachment_id'], true );
		}
		$row = array_merge( $row, array_map( 'strval', $values ) );
		/**
		 * Fires after a suggested text was accepted or rejected, or its image was marked as decorative.
		 *
		 * @param array<string, string> $row `id`, `attachment_id` and `post_id` (or 0), `state` (`accepted`, `edited`,
		 *                                   `decorative` or `rejected`), `previous_text`, `new_text` (as suggested),
		 *                                   `decided_text`, `decided_by` and others.
		 */
		do_action( 'altscribe_suggestion_decided', $row );
		return $row;
	}

	/**
	 * Undoes a decision: the suggestion is pending again, and the previous text is restored, unless the text was changed since.
	 *
	 * @param int $id Id of the suggestion.
	 * @return array<string, string>|WP_Error Its row. altscribe_suggestion_not_found, altscribe_not_decided,
	 *                                        altscribe_text_changed, altscribe_place_gone (a rejected one waits for the return
	 *                                        of its image), or the errors of Posts\Fill::restore_place().
	 */
	public static function undo( $id ) {
		$row = Store::get( $id );
		if ( is_wp_error( $row ) ) {
			return $row;
		}
		if ( Live::was_live( $row ) ) {
			return Live::undo( $row );
		}
		$undo = json_decode( $row['undo_data'], true );
		if ( in_array( $row['state'], array( 'pending', 'away', 'live' ), true ) || ( 'rejected' !== $row['state'] && ! is_array( $undo ) ) ) {
			return Core\Errors::not_decided();
		}
		// Before the text: if the database refuses this, all stays as it is.
		$is_pending = self::set_pending( $row );
		if ( ! $is_pending ) {
			return false === $is_pending ? Core\Errors::queue_unavailable() : Core\Errors::not_decided();
		}
		$is_back = 'rejected' === $row['state'] || self::was_cut_off( $row ) ? true : self::without_following(
			function () use ( $row, $undo ) {
				return self::restore_before( $row, $undo );
			}
		);
		if ( is_wp_error( $is_back ) ) {
			// Another user may have decided meanwhile.
			self::put_back( $row, $row, 'pending' );
			return $is_back;
		}
		$post = '' === $row['place'] ? null : get_post( (int) $row['post_id'] );
		if ( $post ) {
			// Its image may have been moved, or cut, since.
			self::follow_saved_post( $post->post_status, '', $post );
		}
		/**
		 * Fires after a decision was taken back: the suggestion waits again. For Altscribe's own use.
		 *
		 * @param array<string, string> $row Its row before, as for `altscribe_suggestion_decided`.
		 */
		do_action( 'altscribe_suggestion_undone', $row );
		$now = Store::get( $id );
		return ! is_wp_error( $now ) && 'away' === $now['state'] ? Core\Errors::place_gone() : $now;
	}

	/**
	 * Whether the request that decided ended before it wrote the text, or the text from before is back.
	 *
	 * @param array<string, string> $row The row of the suggestion.
	 * @return bool
	 */
	private static function was_cut_off( $row ) {
		$present = Core\Text::LONG === $row['purpose'] ? null : Store::current_text( $row );
		return null !== $present && trim( $present ) === trim( $row['previous_text'] ) && trim( $present ) !== trim( $row['decided_text'] );
	}

	/**
	 * Restores the text from before a suggestion.
	 *
	 * @param array<string, string> $row  The row of the suggestion.
	 * @param array<string, mixed>  $undo From self::write().
	 * @return true|WP_Error As self::undo().
	 */
	public static function restore_before( $row, $undo ) {
		$id = (int) $row['attachment_id'];
		if ( Core\Text::LONG === $row['purpose'] ) {
			// Without its image, it could not be offered again.
			return self::has_place( $row, Store::find_place( $row ) ) || self::find_moved_image( $row, get_post( (int) $row['post_id'] ), array() )
				? Posts\Long_Descriptions::remove_details( (int) $row['post_id'], $undo['details'] )
				: Core\Errors::place_gone();
		}
		if ( '' !== $row['place'] ) {
			$is_back = Posts\Fill::restore_place( (int) $row['post_id'], $row['place'], $undo['changes'], $row['decided_text'], $row['previous_text'] );
			if ( true === $is_back && $undo['in_library'] && Core\Permissions::may_work_on_post( $id ) ) {
				Library\Alt_Text::write( $id, '', $row['decided_text'] );
			}
			return $is_back;
		}
		return Library\Alt_Text::write_marked( $id, $row['previous_text'], $row['decided_text'], (bool) $undo['was_decorative'], (bool) $undo['had_row'] ) ?? true;
	}
}
