<?php
/**
 * Generated texts that are live and that nobody has read: each is a row with the state `live` beside the suggestions, exactly
 * as long as it is both. The records of the texts decide; the rows follow them. docs/decisions/texts.md has the whole life.
 *
 * @package Altscribe
 */

namespace Altscribe\Suggestions;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use WP_Error;
use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Live {

	/** Of how many posts the content before a change is remembered in one request. */
	private const POSTS_BEFORE = 20;

	/** How many seconds one event compares the media library. */
	private const LIBRARY_SECONDS = 10.0;

	/** @var array<int, string> The content that posts had at the start of this request. */
	private static $before = array();

	/** @var int The image about which a decision is being written. */
	private static $deciding = 0;

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'added_post_meta', array( self::class, 'follow_meta' ), 30, 3 );
		add_action( 'updated_post_meta', array( self::class, 'follow_meta' ), 30, 3 );
		add_action( 'deleted_post_meta', array( self::class, 'follow_meta' ), 30, 3 );
		add_action( 'post_updated', array( self::class, 'note_before' ), 10, 3 );
		add_action( 'altscribe_posts_read', array( self::class, 'follow_posts' ), 10, 2 );
		add_action( 'altscribe_read_uses', array( self::class, 'follow_library' ), 10, 0 );
	}

	/**
	 * The key of the row of a live text: one for each place, beside that of a suggestion.
	 *
	 * @param int    $attachment_id As for Store::pending_key().
	 * @param int    $post_id       The same.
	 * @param string $place         The same.
	 * @return string
	 */
	private static function key( $attachment_id, $post_id, $place ) {
		return md5( 'live ' . Store::pending_key( $attachment_id, $post_id, $place ) );
	}

	/**
	 * The condition that no suggestion waits for the place of a live text: that one is decided first.
	 *
	 * @return string Safe SQL about the table `suggestion`.
	 */
	public static function not_replaced_sql() {
		// The ids always differ. Without them, MariaDB copies all keys for each query instead of looking some up.
		return 'NOT EXISTS ( SELECT 1 FROM ' . Store::table() . ' newer WHERE newer.pending_key = suggestion.place_key AND newer.id <> suggestion.id )';
	}

	/**
	 * Follows the mark of an image whose text nobody has read.
	 *
	 * @param int|int[] $meta_ids Unused.
	 * @param int       $id       The image.
	 * @param string    $key      The key that changed.
	 */
	public static function follow_meta( $meta_ids, $id, $key ) {
		if ( Library\Provenance::UNREAD_KEY === $key && self::$deciding !== (int) $id ) {
			self::follow_image( (int) $id );
		}
	}

	/**
	 * Stores the row of the text of an image, or deletes it.
	 *
	 * @param int $id The image.
	 */
	private static function follow_image( $id ) {
		global $wpdb;
		if ( ! Store::make_table() ) {
			return;
		}
		$key = self::key( $id, 0, '' );
		// phpcs:disable WordPress.DB -- The table is the plugin's own.
		$row = $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE pending_key = %s', Store::table(), $key ), ARRAY_A );
		if ( wp_attachment_is_image( $id ) && 'unread' === Library\States::of_image( $id )['state'] ) {
			$text = array(
				'attachment_id' => $id,
				'new_text'      => Library\Alt_Text::get( $id ),
			);
			// Of the same text, what was before it is known already.
			$text['previous_text'] = $row && $row['new_text'] === $text['new_text'] ? $row['previous_text'] : Library\Provenance::replaced_text( $id );
			self::put( $row, $text, (array) Library\Provenance::get( $id ) );
		} elseif ( $row ) {
			$wpdb->delete( Store::table(), array( 'pending_key' => $key ) );
		}
		// phpcs:enable
	}

	/**
	 * Stores the row of a live text.
	 *
	 * @param array<string, string>|null $row    The present row of its place.
	 * @param array<string, mixed>       $text   As Store::add() takes it.
	 * @param array<string, mixed>       $record From Library\Provenance::complete().
	 */
	private static function put( $row, $text, $record ) {
		global $wpdb;
		$text  += array(
			'post_id'  => 0,
			'place'    => '',
			'model'    => $record['model'] ?? '',
			'prompt'   => $record['prompt'] ?? '',
			'doubts'   => $record['doubts'] ?? array(),
			'user_id'  => $record['user'] ?? 0,
			'created'  => $record['time'] ?? time(),
		);
		$shown = array( 'new_text', 'previous_text', 'position', 'place' );
		if ( $row && ! array_diff_assoc( wp_array_slice_assoc( $text, $shown ), $row ) ) {
			return;
		}
		$values = array(
			'state'       => 'live',
			'pending_key' => self::key( $text['attachment_id'], $text['post_id'], $text['place'] ),
			'place_key'   => Store::pending_key( $text['attachment_id'], $text['post_id'], $text['place'] ),
		) + Store::columns( Store::complete( $text ) );
		if ( $row ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own. A user may have decided meanwhile.
			$wpdb->update( Store::table(), $values, wp_array_slice_assoc( $row, array( 'id', 'state' ) ) );
		} else {
			Core\Tables::insert_new( Store::table(), $values );
		}
	}

	/**
	 * Has the rows of the media library follow what no hook of WordPress told, for some seconds: also those of texts from
	 * before there were rows.
	 */
	public static function follow_library() {
		global $wpdb;
		if ( ! Store::make_table() ) {
			return;
		}
		$until  = microtime( true ) + self::LIBRARY_SECONDS;
		$unread = Library\States::sql( 'unread' );
		$rows   = $wpdb->prepare( "SELECT attachment_id FROM %i WHERE state = 'live' AND post_id = 0", Store::table() );
		$ids    = array();
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- Safe SQL.
		$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE state = 'live' AND post_id = 0 AND attachment_id NOT IN ", Store::table() ) . "( SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE $unread )" );
		// From before there were positions.
		$wpdb->query( $wpdb->prepare( "UPDATE %i SET position = CASE WHEN purpose = 'decorative' THEN %s ELSE %s END WHERE post_id = 0 AND position = 0", Store::table(), Store::position( array( 'purpose' => 'decorative', 'post_id' => 0 ), 0 ), Store::position( array( 'purpose' => '', 'post_id' => 0 ), 0 ) ) ); // phpcs:ignore WordPress.Arrays
		do {
			$before = $ids;
			$ids    = array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE $unread AND $wpdb->posts.ID NOT IN ( $rows ) LIMIT 200" ) );
			_prime_post_caches( $ids, false, true );
			array_map( array( self::class, 'follow_image' ), $ids );
			Core\Background::release_posts( $ids );
			// The database may not store them.
		} while ( $ids && $ids !== $before && microtime( true ) < $until );
		// phpcs:enable
	}

	/**
	 * Remembers the content of a post before a change, which has the texts before those that are new.
	 *
	 * @param int     $post_id The post.
	 * @param WP_Post $after   Unused.
	 * @param WP_Post $before  The post before.
	 */
	public static function note_before( $post_id, $after, $before ) {
		if ( $after->post_content !== $before->post_content ) {
			self::$before = array_slice( self::$before + array( $post_id => $before->post_content ), -self::POSTS_BEFORE, null, true );
		}
	}

	/**
	 * Has the rows of posts follow their texts, after the posts or their records have changed. Suggestions get their positions.
	 *
	 * @param int[]                       $post_ids Posts, or former ones.
	 * @param array<array<string, mixed>> $images   The images that they show, from Posts\References::resolve_images().
	 */
	public static function follow_posts( $post_ids, $images ) {
		global $wpdb;
		if ( ! $post_ids || ! Store::make_table() ) {
			return;
		}
		$of = implode( ',', array_map( 'intval', $post_ids ) );
		// phpcs:ignore WordPress.DB -- The table is the plugin's own, and there are only numbers.
		$rows      = $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE post_id IN ($of) AND state IN ('pending', 'live')", Store::table() ), ARRAY_A );
		$by_post   = array();
		$is_unread = array();
		foreach ( $rows as $row ) {
			$by_post[ $row['post_id'] ][] = $row;
		}
		update_meta_cache( 'post', array_unique( array_filter( array_map( 'intval', wp_list_pluck( $images, 'attachment_id' ) ) ) ) );
		foreach ( $images as $image ) {
			// A text in a post may be a copy of that of the library.
			if ( $image['attachment_id'] && get_post_meta( $image['attachment_id'], Library\Provenance::UNREAD_KEY, true ) ) {
				$is_unread[ $image['object_id'] ] = true;
			}
		}
		foreach ( array_map( 'intval', $post_ids ) as $id ) {
			$sources = Posts\Post_Sources::get_post_sources( $id );
			$may     = isset( $is_unread[ $id ] ) || array_filter( $sources, array( Library\Provenance::class, 'is_unread_source' ) );
			if ( $may || isset( $by_post[ $id ] ) ) {
				self::follow_post( get_post( $id ), $sources, $by_post[ $id ] ?? array() );
			}
		}
	}

	/**
	 * Has the rows of a post follow its texts.
	 *
	 * @param WP_Post|null                        $post    The post; null if it is gone.
	 * @param array<string, array<string, mixed>> $sources Its records.
	 * @param array<array<string, string>>        $rows    Its suggestions and live texts.
	 */
	private static function follow_post( $post, $sources, $rows ) {
		global $wpdb;
		// Deleting a post deletes its rows, and one from the trash has the same texts as before.
		if ( ! $post || ! in_array( $post->post_status, Posts\Places::CONTENT_STATUSES, true ) ) {
			return;
		}
		$live      = array();
		$positions = array();
		foreach ( Posts\Places::list_places( $post ) as $image ) {
			$positions += array_fill_keys( $image['places'], $image['number'] );
			if ( '' !== $image['text'] && $image['places'] && 'decorative' !== $image['reason'] ) {
				$record = Posts\Post_Sources::find_record( $image, $sources );
				if ( Library\Provenance::is_unread_source( $record ) ) {
					$live[ self::key( $image['attachment_id'], $post->ID, $image['places'][0] ) ] = compact( 'image', 'record' );
				}
			}
		}
		$texts = array();
		foreach ( $rows as $row ) {
			$position = Store::position( $row, $positions[ $row['place'] ] ?? 0 );
			if ( 'live' === $row['state'] ) {
				$texts[ $row['attachment_id'] . $row['image_url'] . "\n" . $row['new_text'] ] = $row['previous_text'];
			}
			if ( 'live' === $row['state'] && isset( $live[ $row['pending_key'] ] ) ) {
				$live[ $row['pending_key'] ]['row'] = $row;
			} elseif ( 'live' === $row['state'] ) {
				// phpcs:ignore WordPress.DB -- The table is the plugin's own. A user may have decided meanwhile.
				$wpdb->delete( Store::table(), wp_array_slice_assoc( $row, array( 'id', 'state' ) ) );
			} elseif ( isset( $positions[ $row['place'] ] ) && $position !== $row['position'] ) {
				// phpcs:ignore WordPress.DB -- The table is the plugin's own.
				$wpdb->update( Store::table(), compact( 'position' ), array( 'id' => $row['id'] ) );
			}
		}
		foreach ( $live as $found ) {
			$image = $found['image'];
			$text  = array(
				'attachment_id' => $image['attachment_id'],
				'post_id'       => $post->ID,
				'place'         => $image['places'][0],
				'image_url'     => $image['attachment_id'] ? '' : $image['url'],
				'new_text'      => $image['text'],
			);
			$text['position'] = Store::position( array( 'purpose' => '' ) + $text, $image['number'] );
			// The image may have moved.
			$text['previous_text'] = $texts[ $text['attachment_id'] . $text['image_url'] . "\n" . $text['new_text'] ] ?? self::find_text_before( $post, $image );
			self::put( $found['row'] ?? null, $text, $found['record'] );
		}
	}

	/**
	 * The text that an image had in a post before this request.
	 *
	 * @param WP_Post              $post  The post.
	 * @param array<string, mixed> $image From Posts\Places::list_places().
	 * @return string '' for none, or if it is not known: with other images in the post, places are others too.
	 */
	private static function find_text_before( $post, $image ) {
		$before = isset( self::$before[ $post->ID ] ) ? Posts\Content::read( self::$before[ $post->ID ] ) : array();
		$same   = $before[ $image['number'] - 1 ] ?? null;
		return $same && count( $before ) === $image['total'] && array( $same['id'], $same['url'] ) === array( $image['id'], $image['url'] ) && $same['text'] !== $image['text'] ? $same['text'] : '';
	}

	/**
	 * Decides about a live text: it was read, is replaced, or goes.
	 *
	 * @param array<string, string> $row      Its row.
	 * @param string                $decision As for Decisions::decide(): with `reject`, the text before comes back, or none.
	 * @param string|null           $text     The same; null for the live one.
	 * @param array<string, mixed>  $options  The same: `expected_current` is the live text, by default that of the row.
	 * @return array<string, string>|WP_Error As Decisions::decide() returns it.
	 */
	public static function decide( $row, $decision, $text, $options ) {
		$live = $row['new_text'];
		$text = 'accept' === $decision ? Core\Text::clean( $text ?? $live ) : '';
		if ( 'accept' === $decision && '' === $text ) {
			return Core\Errors::no_text();
		}
		$present = Store::current_text( $row );
		if ( null === $present || trim( $present ) !== trim( $live ) || trim( $options['expected_current'] ?? $live ) !== trim( $live ) ) {
			return Core\Errors::text_changed();
		}
		// A text that came since would end with it, unseen.
		if ( 'decorative' === $decision && Store::find( (int) $row['attachment_id'], (int) $row['post_id'], $row['place'] ) ) {
			return Core\Errors::text_changed();
		}
		$is_read = 'accept' === $decision && trim( $live ) === $text;
		$states  = array(
			'accept'     => $is_read ? 'accepted' : 'edited',
			'decorative' => 'decorative',
			'reject'     => 'rejected',
		);
		$values  = array(
			'bulk'          => (int) ( $options['bulk'] ?? 0 ),
			// What was live before the decision, as for any other.
			'previous_text' => $live,
		);

		self::$deciding = '' === $row['place'] ? (int) $row['attachment_id'] : 0;
		$done           = Decisions::close(
			$row,
			$states[ $decision ],
			$text,
			$values,
			function ( $store ) use ( $row, $decision, $text, $present, $is_read ) {
				$store_all = function ( $undo ) use ( $row, $store ) {
					return $store( array( 'before' => $row['previous_text'] ) + $undo );
				};
				if ( ! $is_read && 'reject' !== $decision ) {
					return Decisions::write( $row, $text, $present, $store_all );
				}
				return $store_all( array() ) ?? ( $is_read ? self::mark_read( $row ) : self::write_before( $row ) );
			}
		);
		self::end_decision( $row );
		return $done;
	}

	/**
	 * Has the row of an image follow again, after a decision was written.
	 *
	 * @param array<string, string> $row The row of the decision.
	 */
	private static function end_decision( $row ) {
		self::$deciding = 0;
		if ( '' === $row['place'] ) {
			self::follow_image( (int) $row['attachment_id'] );
		}
	}

	/**
	 * Records that the current user has read a text.
	 *
	 * @param array<string, string> $row Its row.
	 * @return WP_Error|null altscribe_queue_unavailable.
	 */
	private static function mark_read( $row ) {
		$id    = (int) $row['attachment_id'];
		$image = Store::find_place( $row );
		if ( $image ) {
			Posts\Post_Sources::mark_read( (int) $row['post_id'], $image );
			$is_read = ! Library\Provenance::is_unread_source( Posts\Post_Sources::find_record( $image, Posts\Post_Sources::get_post_sources( (int) $row['post_id'] ) ) );
		} else {
			Library\Provenance::mark_read( $id, get_current_user_id() );
			$is_read = ! Library\Provenance::is_unread( $id );
		}
		return $is_read ? null : Core\Errors::queue_unavailable();
	}

	/**
	 * Writes the text from before a live one, or none.
	 *
	 * @param array<string, string> $row Its row.
	 * @return WP_Error|null The errors of Library\Alt_Text::write_marked() or Posts\Fill::restore_place().
	 */
	private static function write_before( $row ) {
		if ( '' === $row['place'] ) {
			return Library\Alt_Text::write_marked( (int) $row['attachment_id'], $row['previous_text'], $row['new_text'] );
		}
		$done = Posts\Fill::restore_place( (int) $row['post_id'], $row['place'], array( array( '', '' ) ), $row['new_text'], $row['previous_text'] );
		return true === $done ? null : $done;
	}

	/**
	 * Whether a decision was about a live text.
	 *
	 * @param array<string, string> $row Its row.
	 * @return bool
	 */
	public static function was_live( $row ) {
		return isset( json_decode( $row['undo_data'], true )['before'] );
	}

	/**
	 * Undoes a decision about a live text: the text is back, and waits to be read again.
	 *
	 * @param array<string, string> $row Its row.
	 * @return array<string, string>|WP_Error As Decisions::undo() returns it.
	 */
	public static function undo( $row ) {
		global $wpdb;
		$undo = json_decode( $row['undo_data'], true );
		$id   = (int) $row['attachment_id'];
		$live = $row['previous_text'];

		$values = array(
			'state'         => 'live',
			'previous_text' => $undo['before'],
			'decided_by'    => 0,
			'decided'       => 0,
			'decided_text'  => '',
			'bulk'          => 0,
			'undo_data'     => '',
		);
		// phpcs:ignore WordPress.DB -- The table is the plugin's own. Before the text: if the database refuses this, all stays as it is.
		$is_live = $wpdb->update( Store::table(), $values, wp_array_slice_assoc( $row, array( 'id', 'state' ) ) );
		if ( ! $is_live ) {
			return false === $is_live ? Core\Errors::queue_unavailable() : Core\Errors::not_decided();
		}
		self::$deciding = '' === $row['place'] ? $id : 0;
		$is_back        = self::restore( $row, $undo );
		if ( is_wp_error( $is_back ) ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$wpdb->update( Store::table(), $row, array( 'id' => $row['id'] ) );
			self::end_decision( $row );
			return $is_back;
		}
		$record = array( 'time' => (int) $row['created'] ) + Library\Provenance::generated( $row, $row['user_id'] );
		$image  = Store::find_place( $row );
		if ( $image ) {
			Posts\Post_Sources::record_image( (int) $row['post_id'], $image, $record );
		} elseif ( '' === $row['place'] ) {
			Library\Provenance::record( $id, $live, $record );
		}
		$key = self::key( $id, $row['post_id'], $row['place'] );
		// phpcs:disable WordPress.DB -- The table is the plugin's own.
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE pending_key = %s AND id <> %d', Store::table(), $key, $row['id'] ) );
		$wpdb->update( Store::table(), array( 'pending_key' => $key ), array( 'id' => $row['id'] ) );
		// phpcs:enable
		Store::forget_counts( $row );
		self::end_decision( $row );
		return Store::get( (int) $row['id'] );
	}

	/**
	 * Writes the live text from before a decision.
	 *
	 * @param array<string, string> $row  Its row.
	 * @param array<string, mixed>  $undo Its `undo_data`.
	 * @return true|WP_Error As self::undo().
	 */
	private static function restore( $row, $undo ) {
		if ( 'accepted' === $row['state'] ) {
			return trim( (string) Store::current_text( $row ) ) === trim( $row['decided_text'] ) ? true : Core\Errors::text_changed();
		}
		if ( 'rejected' !== $row['state'] ) {
			return Decisions::restore_before( $row, $undo );
		}
		if ( '' !== $row['place'] ) {
			$done = Posts\Fill::write_place( (int) $row['post_id'], $row['place'], $row['previous_text'], $undo['before'] );
			return is_wp_error( $done ) ? $done : true;
		}
		return Library\Alt_Text::write_marked( (int) $row['attachment_id'], $row['previous_text'], $undo['before'] ) ?? true;
	}
}
