<?php
/**
 * Starts batches: chooses their images, and estimates the cost.
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

final class Start {

	/** How many days batches and their results are stored; within these, a batch can be undone. */
	public const BATCH_DAYS = 30;

	/** The most images that an estimate looks at, and for how many seconds, because it reads posts and files. */
	private const ESTIMATE_IMAGES  = 300;

	private const ESTIMATE_SECONDS = 2.0;

	/** File names of images that only add style. */
	private const DECORATIVE_NAME = '~(?:^|[-_])(?:divider|separator|spacer|ornament|decoration|texture|background|bg|backdrop)(?:[-_.\d]|$)~i';

	/**
	 * The images that a batch would process, as the end of a query (FROM and WHERE), without those that stay in
	 * another batch.
	 *
	 * @param array<string, mixed> $args As for self::start_batch().
	 * @return string Safe SQL. The ids are `{posts}.ID`.
	 */
	private static function candidates_sql( $args ) {
		global $wpdb;
		return $wpdb->prepare( "FROM $wpdb->posts LEFT JOIN %i altscribe_item ON altscribe_item.attachment_id = $wpdb->posts.ID", Store::items_table() )
			. ' WHERE (altscribe_item.attachment_id IS NULL OR NOT ' . Store::queued_sql( 'altscribe_item' ) . ') AND ' . implode( ' AND ', self::unqueued_image_conditions( $args ) );
	}

	/**
	 * The conditions on the images of a batch, without those whose suggestion waits for a decision: it is already paid for,
	 * so only a batch that asks for new texts replaces it.
	 *
	 * @param array<string, mixed> $args As self::batch_args() returns them.
	 * @return string[] Safe SQL.
	 */
	private static function unqueued_image_conditions( $args ) {
		return array_merge( self::image_conditions( $args ), $args['regenerate'] ? array() : array( 'NOT ' . Library\States::sql( 'suggested' ) ) );
	}

	/**
	 * The suggestions that wait for a decision, among the images of a possible batch.
	 *
	 * @param array<string, mixed> $args As self::batch_args() returns them.
	 * @return array{images: int, batch_id: int} How many images have one, and the newest batch with any; 0 for
	 *   none.
	 */
	public static function find_suggestions( $args ) {
		global $wpdb;
		if ( ! Suggestions\Store::make_table() ) {
			return array_fill_keys( array( 'images', 'batch_id' ), 0 );
		}
		$suggested = "SELECT COUNT(*) AS images, MAX(altscribe_item.batch_id) AS batch_id FROM $wpdb->posts JOIN %i altscribe_suggestion ON altscribe_suggestion.attachment_id = $wpdb->posts.ID
			LEFT JOIN %i altscribe_item ON altscribe_item.attachment_id = $wpdb->posts.ID AND altscribe_item.state = 'suggested' WHERE altscribe_suggestion.post_id = 0 AND altscribe_suggestion.state = 'pending' AND ";
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Made of safe conditions.
		$row = $wpdb->get_row( $wpdb->prepare( $suggested, Suggestions\Store::table(), Store::items_table() ) . implode( ' AND ', self::image_conditions( $args ) ) );
		return array(
			'images'   => (int) $row->images,
			'batch_id' => (int) $row->batch_id,
		);
	}

	/**
	 * Why a batch would have no images.
	 *
	 * @param array<string, mixed> $args As self::batch_args() returns them.
	 * @return WP_Error
	 */
	private static function explain_nothing( $args ) {
		global $wpdb;
		$conditions = implode( ' AND ', self::image_conditions( $args ) );
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Made of safe conditions.
		$is_queued = (bool) $wpdb->get_var( "SELECT 1 FROM $wpdb->posts WHERE $conditions LIMIT 1" );
		return Core\Errors::nothing_to_generate( (bool) self::find_suggestions( $args )['images'], $is_queued );
	}

	/**
	 * The conditions on the images of a batch.
	 *
	 * @param array<string, mixed> $args  As for self::start_batch().
	 * @param string|null          $state As for Library\States::sql(); null for that of the batch.
	 * @return string[] Safe SQL.
	 */
	private static function image_conditions( $args, $state = null ) {
		global $wpdb;
		$filters    = $args['filters'];
		$conditions = array( Library\States::sql( $state ?? self::batch_state_filter( $args ) ), "$wpdb->posts.post_status <> 'trash'" );
		// phpcs:disable WordPress.DB.PreparedSQL -- Only names of tables.
		if ( ! empty( $filters['mime_type'] ) ) {
			$conditions[] = $wpdb->prepare( "$wpdb->posts.post_mime_type = %s", $filters['mime_type'] );
		}
		if ( null !== $args['ids'] ) {
			$conditions[] = self::ids_condition( $args['ids'] );
		}
		if ( $args['except'] ) {
			$conditions[] = 'NOT ' . self::ids_condition( $args['except'] );
		}
		if ( ! empty( $filters['used'] ) ) {
			$conditions[] = Posts\Uses::used_condition();
		}
		foreach ( array_filter( wp_array_slice_assoc( $filters, array( 'after', 'before' ) ) ) as $name => $date ) {
			$time = Core\Routes::read_date( $date );
			// If the date does not exist, no images rather than all.
			$conditions[] = null === $time ? '1 = 0' : $wpdb->prepare( "$wpdb->posts.post_date " . ( 'after' === $name ? '>=' : '<' ) . ' %s', $time );
		}
		if ( ! empty( $filters['author'] ) ) {
			$conditions[] = $wpdb->prepare( "$wpdb->posts.post_author = %d", $filters['author'] );
		}
		if ( ! empty( $filters['language'] ) ) {
			$conditions[] = Core\Languages::condition( $filters['language'] );
		}
		// phpcs:enable
		return $conditions;
	}

	/**
	 * The images of a batch that the user may not edit, such as other users' private ones. Usually none.
	 *
	 * @param array<string, mixed> $args As for self::start_batch(), without ids.
	 * @return int[]
	 */
	public static function list_refused_images( $args ) {
		global $wpdb;
		$args = self::batch_args( $args );
		// The state, which takes longest, does not matter to WordPress.
		$permitted = Core\Permissions::permitted_sql( "FROM $wpdb->posts WHERE " . self::image_condition( array( 'state' => 'all' ) + $args['filters'] ), $wpdb->posts, "$wpdb->posts.ID" );
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Made of safe conditions.
		return '' === $permitted ? array() : array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE NOT $permitted AND " . implode( ' AND ', self::image_conditions( $args ) ) ) );
	}

	/**
	 * The state that the images of a batch must have. Without one in the filters, only images without a text
	 * are processed, unless texts may be replaced. Images with a pending text are left out later, unless it may be replaced.
	 *
	 * @param array<string, mixed> $args As for self::start_batch().
	 * @return string As for Library\States::sql().
	 */
	private static function batch_state_filter( $args ) {
		$state = $args['filters']['state'] ?? ( null !== $args['ids'] && $args['overwrite'] ? 'all' : 'missing' );
		return array(
			'all'     => '',
			'missing' => 'without_text',
		)[ $state ] ?? $state;
	}

	/**
	 * The condition that the id of an image is in a list.
	 *
	 * @param int[] $ids Ids of attachments.
	 * @return string Safe SQL.
	 */
	public static function ids_condition( $ids ) {
		global $wpdb;
		return $ids ? "$wpdb->posts.ID IN (" . implode( ',', array_map( 'intval', $ids ) ) . ')' : '1 = 0';
	}

	/**
	 * Starts a batch: queues images and returns immediately. Checks no permissions. An image that waits or runs in
	 * another batch stays there, and so does one whose suggestion waits for a decision, unless new texts are
	 * requested; a finished image moves to the new batch.
	 *
	 * @param array<string, mixed> $args All are optional: `ids` (int[]; null for all images that match the filters),
	 *                                   `except` (int[]: images to skip), `filters` (`state`: `missing` (by default,
	 *                                   unless ids are to be overwritten), another of Library\States::NAMES, or `all`;
	 *                                   `after` and `before`: dates or times of this site, the first inclusive;
	 *                                   `mime_type`; `author`: user id; `used`: only in published posts;
	 *                                   `language`: code of WPML or Polylang, or `none`), `overwrite`
	 *                                   (replaces existing texts; otherwise new ones are only suggested), `regenerate`
	 *                                   (the service must not respond from its cache), `language` (code; '' for the
	 *                                   language of each image), `origin` (`page`, `bulk`, `product`, `upload`, `cli` or
	 *                                   `api`), `post_id` (the post or product that a user is editing, for images that
	 *                                   no other shows) and `post_title` (its title, if it is not saved yet).
	 * @return int|WP_Error Id of the batch. altscribe_nothing_to_generate if no image is left,
	 *                      altscribe_still_reading if it is not known yet which images are used,
	 *                      altscribe_queue_unavailable if the database refused it.
	 */
	public static function start_batch( $args = array() ) {
		global $wpdb;
		$args  = self::batch_args( $args );
		$error = empty( $args['filters']['used'] ) ? null : Posts\Uses_Index::find_error_still_reading();
		if ( $error ) {
			return $error;
		}
		$batch_id = Store::insert_batch( $args );
		if ( ! $batch_id ) {
			return Core\Errors::queue_unavailable();
		}
		self::tidy_queue();
		$queue    = Store::items_table();
		$images   = "FROM $wpdb->posts WHERE " . implode( ' AND ', self::unqueued_image_conditions( $args ) );
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own, and $images is safe.
		// Not REPLACE: in MySQL, it must not read the table that it writes.
		$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE state NOT IN ('waiting','running') AND attachment_id IN ", $queue ) . "(SELECT $wpdb->posts.ID $images)" );
		if ( in_array( $args['origin'], Worker::URGENT_ORIGINS, true ) ) {
			self::move_waiting_items( $batch_id, "SELECT $wpdb->posts.ID $images" );
		}
		$is_queued = $wpdb->query(
			$wpdb->prepare(
				"INSERT IGNORE INTO %i (attachment_id, batch_id, state, previous_text, new_text, error_message, language, updated)
				SELECT $wpdb->posts.ID AS attachment_id, %d AS batch_id, 'waiting' AS state,
					COALESCE((SELECT meta_value FROM $wpdb->postmeta WHERE post_id = $wpdb->posts.ID AND meta_key = '_wp_attachment_image_alt' ORDER BY meta_id LIMIT 1), '') AS previous_text,
					'' AS new_text, '' AS error_message, %s AS language, %d AS updated ",
				$queue,
				$batch_id,
				$args['language'],
				time()
			) . $images
		);
		$total = (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM %i WHERE batch_id = %d", $queue, $batch_id ) );
		// phpcs:enable
		if ( 0 === $total ) {
			Store::delete_batch( $batch_id );
			if ( false === $is_queued && Core\Tables::restore() ) {
				return self::start_batch( $args );
			}
			return false === $is_queued ? Core\Errors::queue_unavailable() : self::explain_nothing( $args );
		}
		// An idle worker may have finished it while it was empty.
		Store::update_batch(
			$batch_id,
			array(
				'total'    => $total,
				'state'    => 'running',
				'finished' => 0,
			)
		);
		Runner::schedule_tick();
		return $batch_id;
	}

	/**
	 * The number of images in a possible batch. Its maximum cost is one credit per image.
	 *
	 * @param array<string, mixed> $args As for self::start_batch().
	 * @return int
	 */
	public static function count_for_batch( $args = array() ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Made of safe conditions.
		return (int) $wpdb->get_var( 'SELECT COUNT(*) ' . self::candidates_sql( self::batch_args( $args ) ) );
	}

	/**
	 * Images of a possible batch, the newest first.
	 *
	 * @param array<string, mixed> $args   As for self::start_batch().
	 * @param int                  $limit  How many at most.
	 * @param int                  $before Only lower ids.
	 * @return int[]
	 */
	public static function list_candidates( $args, $limit, $before = PHP_INT_MAX ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Made of safe conditions.
		return array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID " . self::candidates_sql( self::batch_args( $args ) ) . $wpdb->prepare( " AND $wpdb->posts.ID < %d ORDER BY $wpdb->posts.ID DESC LIMIT %d", $before, $limit ) ) );
	}

	/**
	 * Previews a batch: its images, and its maximum cost.
	 *
	 * @param array<string, mixed> $args As for self::start_batch().
	 * @return array<string, mixed> `images`, `credits_at_most`, `languages` (from self::count_languages_for_batch()), `suggested`
	 *                              (from self::find_suggestions()), `reading` (how much of the site was read, in percent, while
	 *                              it is not known yet which images are used, else null), `credits_left` (null if unknown),
	 *                              `is_unlimited` (whether the plan never runs out of them), and `error` (the JSON of the
	 *                              WP_Error why they are unknown, else null).
	 */
	public static function preview_batch( $args ) {
		$images  = self::count_for_batch( $args );
		$account = Service\Account::get( Core\Settings::get() );
		return array(
			'images'          => $images,
			'credits_at_most' => $images,
			'languages'       => self::count_languages_for_batch( $args ),
			'suggested'       => self::find_suggestions( self::batch_args( $args ) ),
			'reading'         => empty( $args['filters']['used'] ) ? null : Posts\Uses_Index::uses_progress(),
			'credits_left'    => is_wp_error( $account ) ? null : $account['credits_available'],
			'is_unlimited'    => ! is_wp_error( $account ) && Service\Account::is_unlimited( $account ),
			'error'           => is_wp_error( $account ) ? Core\Errors::to_array( $account ) : null,
		);
	}

	/**
	 * Whether the credits of the account do not suffice for a possible batch, so the user has to be asked first.
	 *
	 * @param array<string, mixed> $args As for self::start_batch().
	 * @return WP_Error|null altscribe_too_few_credits, or altscribe_insufficient_credits; null if they suffice or are not known.
	 */
	public static function find_shortage( $args ) {
		$account = Service\Account::get( Core\Settings::get() );
		$credits = is_wp_error( $account ) || Service\Account::is_unlimited( $account ) ? PHP_INT_MAX : $account['credits_available'];
		if ( self::count_for_batch( $args ) <= $credits ) {
			return null;
		}
		$estimate = self::estimate_batch( $args );
		$most     = $estimate['images'] - ( $estimate['checked'] < $estimate['images'] ? 0 : $estimate['free'] );
		if ( $most <= $credits ) {
			return null;
		}
		return $credits > 0
			? Core\Errors::too_few_credits( $most, $credits, self::list_candidates( $args, $credits ) )
			: Core\Errors::insufficient_credits( $account['user_id'], $account['plan_type'], 0 );
	}

	/**
	 * Looks at images of a possible batch, spread over the whole library: which would get a text for free, and which are
	 * probably decorative.
	 *
	 * @param array<string, mixed> $args As for self::start_batch().
	 * @return array{images: int, checked: int, free: int, decorative: int} All images of the batch; how many of them were looked
	 *         at; how many of these have a text in a post, in their file or in a copy; and how many seem to add only style.
	 */
	public static function estimate_batch( $args = array() ) {
		global $wpdb;
		$args  = self::batch_args( $args );
		$found = array( 'images' => self::count_for_batch( $args ) ) + array_fill_keys( array( 'checked', 'free', 'decorative' ), 0 );
		$until = microtime( true ) + self::ESTIMATE_SECONDS;
		// A sample of about that many, chosen without a pattern: every third image may be a translation.
		$share = 10007 * min( 1, self::ESTIMATE_IMAGES / max( 1, $found['images'] ) );
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Made of safe conditions.
		$ids = array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID " . self::candidates_sql( $args ) . $wpdb->prepare( " AND $wpdb->posts.ID * 6185 %% 10007 < %d LIMIT %d", ceil( $share ), self::ESTIMATE_IMAGES ) ) );
		_prime_post_caches( $ids, false, true );
		foreach ( $ids as $id ) {
			++$found['checked'];
			if ( ! $args['regenerate'] && Generation\Free_Texts::find_offered_text( $id ) ) {
				++$found['free'];
			} elseif ( self::seems_decorative( $id ) ) {
				++$found['decorative'];
			}
			if ( microtime( true ) > $until ) {
				break;
			}
		}
		return $found;
	}

	/**
	 * Whether an image probably adds only style: it is tiny or a thin line, or its file is named like that.
	 *
	 * @param int $attachment_id The image.
	 * @return bool
	 */
	private static function seems_decorative( $attachment_id ) {
		$meta  = wp_get_attachment_metadata( $attachment_id );
		$sides = array( (int) ( $meta['width'] ?? 0 ), (int) ( $meta['height'] ?? 0 ) );
		$file  = pathinfo( (string) get_post_meta( $attachment_id, '_wp_attached_file', true ), PATHINFO_FILENAME );
		return ( min( $sides ) > 0 && ( max( $sides ) <= 32 || max( $sides ) >= 20 * min( $sides ) ) ) || 1 === preg_match( self::DECORATIVE_NAME, $file );
	}

	/**
	 * The number of images in a possible batch, by language.
	 *
	 * @param array<string, mixed> $args As for self::start_batch().
	 * @return array<array{language: string, name: string, images: int}> Languages with images; empty if no image has a
	 *         language, or the batch has one for all.
	 */
	private static function count_languages_for_batch( $args = array() ) {
		global $wpdb;
		$args = self::batch_args( $args );
		if ( '' !== $args['language'] || ! Core\Languages::list_media_languages() ) {
			return array();
		}
		list( $from, $where ) = explode( ' WHERE ', self::candidates_sql( $args ), 2 );
		$languages            = array();
		foreach ( Core\Languages::group( "''", $from, "WHERE $where" ) as $group ) {
			if ( $group['images'] > 0 ) {
				$languages[] = array_diff_key( $group, array( 'by_value' => array() ) );
			}
		}
		return $languages;
	}

	/**
	 * The arguments of a batch, with defaults.
	 *
	 * @param array<string, mixed> $args As for self::start_batch().
	 * @return array<string, mixed>
	 */
	public static function batch_args( $args ) {
		$defaults = array(
			'ids'        => null,
			'except'     => array(),
			'filters'    => array(),
			'overwrite'  => false,
			'regenerate' => false,
			'language'   => '',
			'origin'     => 'api',
			'post_id'    => 0,
			'post_title' => '',
		);
		return array_merge( $defaults, array_filter( $args, array( Core\Routes::class, 'is_given' ) ) );
	}

	/**
	 * Moves images that wait in other batches to a batch that a user is waiting for.
	 *
	 * @param int    $batch_id Id of that batch.
	 * @param string $images   Safe SQL that selects ids of attachments.
	 */
	private static function move_waiting_items( $batch_id, $images ) {
		global $wpdb;
		$queue   = Store::items_table();
		$batches = Store::batches_table();
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- The tables are the plugin's own, and $images is safe.
		$sources = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT batch_id FROM %i WHERE state = 'waiting' AND attachment_id IN ", $queue ) . "($images)" );
		foreach ( array_map( 'intval', $sources ) as $source ) {
			$moved = (int) $wpdb->query( $wpdb->prepare( "UPDATE %i SET batch_id = %d WHERE batch_id = %d AND state = 'waiting' AND attachment_id IN ", $queue, $batch_id, $source ) . "($images)" );
			$wpdb->query( $wpdb->prepare( 'UPDATE %i SET total = total - %d WHERE id = %d', $batches, $moved, $source ) );
		}
		// phpcs:enable
	}

	/** Deletes batches that can no longer be undone, and items that will not be processed any more. */
	public static function tidy_queue() {
		global $wpdb;
		$queue   = Store::items_table();
		$batches = Store::batches_table();
		// phpcs:disable WordPress.DB -- The tables are the plugin's own.
		$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE finished > 0 AND finished < %d", $batches, self::oldest_batch_time() ) );
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE batch_id NOT IN (SELECT id FROM %i)', $queue, $batches ) );
		// phpcs:enable
		Store::delete_leftovers();
	}

	/**
	 * The finish time of the oldest batch that is stored.
	 *
	 * @return int Unix time.
	 */
	public static function oldest_batch_time() {
		return time() - self::BATCH_DAYS * DAY_IN_SECONDS;
	}

	/**
	 * The SQL condition for images that match filters.
	 *
	 * @param array<string, mixed> $filters `state` (as for Library\States::sql(); none means all),
	 *                                      and the others of self::start_batch().
	 * @return string Safe SQL about the columns of the table of posts.
	 */
	public static function image_condition( $filters ) {
		$state = $filters['state'] ?? '';
		return implode( ' AND ', self::image_conditions( self::batch_args( array( 'filters' => array_filter( $filters ) ) ), 'all' === $state ? '' : $state ) );
	}
}
