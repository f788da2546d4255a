<?php
/**
 * The table of suggestions: texts that wait for a decision, for an image of the media library or a place in a post, and
 * for a while, those that were decided.
 *
 * @package Altscribe
 */

namespace Altscribe\Suggestions;

use Altscribe\Checks;
use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use Altscribe\Service;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Store {

	/** Increase this when the table changes. */
	private const SCHEMA = '3';

	/** How many days decided suggestions are stored, and those whose image is gone; within these, a decision can be undone. */
	public const DAYS = 30;

	/** In the column `purpose`: the AI declined to describe the image. */
	public const DECLINED = 'declined';

	/** Adds the hooks. */
	public static function add_hooks() {
		add_filter( 'altscribe_tables', array( self::class, 'list_tables' ) );
		add_action( 'altscribe_restore_tables', array( self::class, 'restore_tables' ) );
		add_filter( 'altscribe_suggested_sql', array( self::class, 'suggested_sql' ), 10, 0 );
		add_filter( 'altscribe_suggested_places', array( self::class, 'list_suggested_places' ), 10, 2 );
		add_action( 'altscribe_suggestion_decided', array( self::class, 'forget_counts' ) );
		add_action( 'altscribe_suggestion_undone', array( self::class, 'forget_counts' ) );
		// After the queue, which holds the suggestions of earlier versions.
		Core\Background::on_init( array( self::class, 'make_table' ), 11 );
		add_filter( 'wpmu_drop_tables', array( self::class, 'drop_table' ) );
		add_action( 'deleted_post', array( self::class, 'delete_of_post' ) );
		add_action( 'altscribe_read_uses', array( self::class, 'delete_old' ) );
	}

	/**
	 * The name of the table. `post_id` and `place` are 0 and '' for the text of the media library. `previous_text` is the
	 * text that the suggestion would replace, as last shown. `pending_key` is only set while a suggestion is pending, so
	 * there is one for each place, unless a decision was undone. `state` is `pending`, `away` (its image is gone from the post
	 * since `decided`), `live` (not a suggestion, see Live), or what was decided. `place_key`, of
	 * live texts, is the key that a suggestion for the same place has. `position` sorts the pending texts: see self::position(). `findings` begins and ends with a comma, unless it is ''. `doubts` and `undo_data` are JSON.
	 *
	 * @return string
	 */
	public static function table() {
		return $GLOBALS['wpdb']->prefix . 'altscribe_suggestions';
	}

	/**
	 * Adds the table to those that are dropped when a site of a network is deleted.
	 *
	 * @param string[] $tables Names of tables.
	 * @return string[]
	 */
	public static function drop_table( $tables ) {
		$tables[] = self::table();
		return $tables;
	}

	/**
	 * Creates or changes the table if necessary. If the database refuses, it tries again after some minutes.
	 *
	 * @param bool $is_needed Whether it is needed now: then it tries immediately.
	 * @return bool Whether the table exists.
	 */
	public static function make_table( $is_needed = false ) {
		return Core\Tables::make(
			'altscribe_suggestions_schema',
			self::SCHEMA,
			function () {
				$table    = self::table();
				$collate  = $GLOBALS['wpdb']->get_charset_collate();
				$is_there = Core\Tables::create(
					self::list_tables( array() ),
					"CREATE TABLE $table (
						id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
						pending_key char(32) DEFAULT NULL,
						attachment_id bigint(20) unsigned NOT NULL DEFAULT 0,
						post_id bigint(20) unsigned NOT NULL DEFAULT 0,
						place varchar(191) NOT NULL DEFAULT '',
						place_key char(32) NOT NULL DEFAULT '',
						position bigint(20) unsigned NOT NULL DEFAULT 0,
						image_url text NOT NULL,
						previous_text text NOT NULL,
						new_text text NOT NULL,
						purpose varchar(20) NOT NULL DEFAULT '',
						findings varchar(255) NOT NULL DEFAULT '',
						doubts varchar(500) NOT NULL DEFAULT '',
						hint text NOT NULL,
						model varchar(100) NOT NULL DEFAULT '',
						prompt varchar(40) NOT NULL DEFAULT '',
						language varchar(35) NOT NULL DEFAULT '',
						origin varchar(20) NOT NULL DEFAULT '',
						user_id bigint(20) unsigned NOT NULL DEFAULT 0,
						created bigint(20) unsigned NOT NULL DEFAULT 0,
						state varchar(20) NOT NULL DEFAULT 'pending',
						decided_by bigint(20) unsigned NOT NULL DEFAULT 0,
						decided bigint(20) unsigned NOT NULL DEFAULT 0,
						decided_text text NOT NULL,
						bulk bigint(20) unsigned NOT NULL DEFAULT 0,
						undo_data longtext NOT NULL,
						PRIMARY KEY  (id),
						UNIQUE KEY pending_key (pending_key),
						KEY state (state,decided),
						KEY attachment (attachment_id,post_id,state),
						KEY post (post_id,state),
						KEY bulk (bulk),
						KEY position (position)
					) $collate;"
				);
				if ( $is_there && ! (int) get_option( 'altscribe_suggestions_schema' ) ) {
					global $wpdb;
					$was_quiet = $wpdb->suppress_errors();
					/** Fires when the table of suggestions is new: earlier versions stored them elsewhere. For Altscribe's own use. */
					do_action( 'altscribe_suggestions_table_made' );
					$wpdb->suppress_errors( $was_quiet );
				}
				return $is_there;
			},
			$is_needed
		);
	}

	/**
	 * The key of a place for which a suggestion is pending.
	 *
	 * @param int    $attachment_id The image; 0 if it is not in the media library.
	 * @param int    $post_id       The post; 0 for the text of the media library.
	 * @param string $place         Where in the post; '' for the text of the media library.
	 * @param string $purpose       That of the suggestion.
	 * @return string
	 */
	public static function pending_key( $attachment_id, $post_id, $place, $purpose = '' ) {
		// The place includes the image. Its text and its long description can both be pending.
		return md5( '' === $place ? (int) $attachment_id : (int) $post_id . " $place" . ( Core\Text::LONG === $purpose ? ' long' : '' ) );
	}

	/**
	 * Stores a suggestion. It replaces the pending one for the same place, and keeps its hint.
	 *
	 * @param array<string, mixed> $suggestion `new_text` ('' for none); `attachment_id`, or `post_id`, `place` and
	 *                                         `image_url`. Optional: `previous_text`, `purpose`, `hint`, `model`, `prompt`, `doubts`
	 *                                         (quotations), `language`, `findings` (codes, comma-separated, of what
	 *                                         was found where the text comes from), `origin` (`sidebar`, `batch`, `upload`, `grid`, `cli`,
	 *                                         `ability`, or `post` for a text from a post) and `user_id` (by default the current user).
	 * @return int Its id; 0 if the database refused it.
	 */
	public static function add( $suggestion ) {
		global $wpdb;
		if ( ! self::make_table( true ) ) {
			return 0;
		}
		$suggestion += array(
			'attachment_id' => 0,
			'post_id'       => 0,
			'place'         => '',
			'hint'          => '',
			'purpose'       => '',
		);
		if ( '' === $suggestion['place'] ) {
			// A featured image has the text of the media library.
			$suggestion['post_id'] = 0;
		}
		$pending = self::find( $suggestion['attachment_id'], $suggestion['post_id'], $suggestion['place'], $suggestion['purpose'] );
		if ( $pending && '' === $suggestion['hint'] ) {
			$suggestion['hint'] = $pending['hint'];
		}
		$suggestion = self::complete( $suggestion );
		$id         = self::insert( $suggestion );
		if ( ! $id ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$is_stored = false !== $wpdb->update( self::table(), self::columns( $suggestion ), array( 'pending_key' => self::pending_key( $suggestion['attachment_id'], $suggestion['post_id'], $suggestion['place'], $suggestion['purpose'] ) ) );
			$id        = $is_stored ? (int) ( self::find( $suggestion['attachment_id'], $suggestion['post_id'], $suggestion['place'], $suggestion['purpose'] )['id'] ?? 0 ) : 0;
		}
		self::forget_counts( $suggestion );
		return ! $id && Core\Tables::restore() ? self::add( $suggestion ) : $id;
	}

	/**
	 * Completes a suggestion.
	 *
	 * @param array<string, mixed> $suggestion As self::add() takes it.
	 * @return array<string, mixed> For self::columns().
	 */
	public static function complete( $suggestion ) {
		$suggestion += array(
			'attachment_id' => 0,
			'post_id'       => 0,
			'place'         => '',
			'purpose'       => '',
		);
		$doubts = Service\Client::read_doubts( $suggestion['doubts'] ?? array(), (string) ( $suggestion['new_text'] ?? '' ) );
		$image  = self::find_place( $suggestion );
		return array(
			'language' => empty( $suggestion['language'] ) ? Core\Languages::of_post( self::post_of( $suggestion ) ) : $suggestion['language'],
			'findings' => self::find_findings( $suggestion ),
			'doubts'   => $doubts ? wp_json_encode( $doubts, JSON_UNESCAPED_UNICODE ) : '',
			'position' => self::position( $suggestion, $image ? $image['number'] : 0 ),
		) + $suggestion;
	}

	/**
	 * The position of a text in the list of pending texts: by post in the order of the document, then those of the media
	 * library, and at the end images that seem decorative.
	 *
	 * @param array<string, mixed> $row    Its row.
	 * @param int                  $number The number of the image in its post.
	 * @return string Digits.
	 */
	public static function position( $row, $number ) {
		return ltrim( sprintf( '%d%013d%05d', 'decorative' === $row['purpose'] ? 2 : ( $row['post_id'] ? 0 : 1 ), $row['post_id'], $number ), '0' );
	}

	/**
	 * Stores a suggestion that a browser sends. The model is looked up, because the request is not trusted.
	 *
	 * @param array<string, mixed> $sent `attachment_id` (0 for none), `post_id`, `place` (its key may be the URL of the image),
	 *                                   `image_url`, `previous_text`, `text`, `purpose`, `declined`, `hint`, `language` and `origin`.
	 * @return int|WP_Error Its id. rest_missing_callback_param without an image, altscribe_queue_unavailable, or the error of a
	 *                      place that is too long.
	 */
	public static function add_sent( $sent ) {
		$image = $sent['attachment_id'];
		if ( ! $image && '' === $sent['image_url'] ) {
			return Core\Errors::no_image();
		}
		$place = Posts\Places::normalize_place( $sent['place'], $sent['post_id'] );
		if ( strlen( $place ) > 191 ) {
			return Core\Errors::place_too_long();
		}
		$found = self::find_place( compact( 'place' ) + $sent );
		$shown = '' === $place ? $image : Library\Images::check_block_id( $image, $found ? $found['url'] : $sent['image_url'] );
		$id    = self::add(
			array(
				// The response describes the image.
				'attachment_id' => '' === $place || Core\Permissions::may_read_post( $shown ) ? $shown : 0,
				'place'         => $place,
				'new_text'      => $sent['text'],
				'purpose'       => $sent['declined'] ? self::DECLINED : $sent['purpose'],
			) + wp_array_slice_assoc( $sent, array( 'post_id', 'image_url', 'previous_text', 'hint', 'language', 'origin' ) )
				+ Library\Remembered_Texts::find( $image, $sent['image_url'], $sent['text'] )
		);
		return $id ? $id : Core\Errors::queue_unavailable();
	}

	/**
	 * The columns of a pending suggestion.
	 *
	 * @param array<string, mixed> $suggestion As self::add() takes it, with `findings`.
	 * @return array<string, mixed>
	 */
	public static function columns( $suggestion ) {
		$defaults = array(
			'attachment_id' => 0,
			'post_id'       => 0,
			'place'         => '',
			'position'      => 0,
			'image_url'     => '',
			'previous_text' => '',
			'new_text'      => '',
			'purpose'       => '',
			'findings'      => '',
			'doubts'        => '',
			'hint'          => '',
			'model'         => '',
			'prompt'        => '',
			'language'      => '',
			'origin'        => '',
			'user_id'       => get_current_user_id(),
			'created'       => time(),
		);
		return array(
			'pending_key'  => self::pending_key( $suggestion['attachment_id'], $suggestion['post_id'] ?? 0, $suggestion['place'] ?? '', $suggestion['purpose'] ?? '' ),
			'state'        => 'pending',
			'decided_by'   => 0,
			'decided'      => 0,
			'decided_text' => '',
			'undo_data'    => '',
		) + array_map( 'strval', array_intersect_key( $suggestion, $defaults ) + $defaults );
	}

	/**
	 * Inserts a suggestion unless one is pending for the same place.
	 *
	 * @param array<string, mixed> $suggestion As self::columns() takes it.
	 * @return int Its id; 0 if one is pending.
	 */
	public static function insert( $suggestion ) {
		global $wpdb;
		return Core\Tables::insert_new( self::table(), self::columns( $suggestion ) ) ? (int) $wpdb->insert_id : 0;
	}

	/**
	 * The pending suggestion for an image of the media library, or for a place in a post.
	 *
	 * @param int    $attachment_id The image; 0 if it is not in the media library.
	 * @param int    $post_id       The post; 0 for the text of the media library.
	 * @param string $place         Where in the post; '' for the text of the media library and of a featured image.
	 * @param string $purpose       Core\Text::LONG for a long description.
	 * @return array<string, string>|null Its row.
	 */
	public static function find( $attachment_id, $post_id = 0, $place = '', $purpose = '' ) {
		global $wpdb;
		if ( ! self::make_table() ) {
			return null;
		}
		$key  = self::pending_key( $attachment_id, $post_id, $place, $purpose );
		$long = Core\Text::LONG === $purpose ? '=' : '<>';
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own. A suggestion whose decision was undone may have another key.
		$where = '' === $place
			? $wpdb->prepare( 'attachment_id = %d AND post_id = 0', $attachment_id )
			: $wpdb->prepare( "post_id = %d AND place = %s AND purpose $long %s", $post_id, $place, Core\Text::LONG );
		return $wpdb->get_row( $wpdb->prepare( "SELECT * FROM %i WHERE $where AND state = 'pending' ORDER BY pending_key = %s DESC LIMIT 1", self::table(), $key ), ARRAY_A );
		// phpcs:enable
	}

	/**
	 * Has a new text replace this suggestion, if another one waits for the same place.
	 *
	 * @param array<string, string> $row Its row.
	 */
	public static function put_first( $row ) {
		global $wpdb;
		$key = self::pending_key( $row['attachment_id'], $row['post_id'], $row['place'], $row['purpose'] );
		if ( 'pending' !== $row['state'] || $key === $row['pending_key'] ) {
			return;
		}
		// phpcs:disable WordPress.DB -- The table is the plugin's own.
		$other = $wpdb->get_var( $wpdb->prepare( 'SELECT id FROM %i WHERE pending_key = %s', self::table(), $key ) );
		if ( $other ) {
			$wpdb->update( self::table(), array( 'pending_key' => md5( "$key $other" ) ), array( 'id' => $other ) );
		}
		$wpdb->update( self::table(), array( 'pending_key' => $key ), wp_array_slice_assoc( $row, array( 'id', 'state' ) ) );
		// phpcs:enable
	}

	/**
	 * A suggestion, pending or decided.
	 *
	 * @param int $id Its id.
	 * @return array<string, string>|WP_Error Its row; altscribe_suggestion_not_found.
	 */
	public static function get( $id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$row = self::make_table() ? $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE id = %d', self::table(), $id ), ARRAY_A ) : null;
		return $row ? $row : Core\Errors::suggestion_not_found();
	}

	/**
	 * The post whose text a suggestion would change, or the image: users who may edit it may decide.
	 *
	 * @param array<string, mixed> $row Its row.
	 * @return int Id of the post, or of the image for the text of the media library.
	 */
	public static function post_of( $row ) {
		return empty( $row['post_id'] ) ? (int) $row['attachment_id'] : (int) $row['post_id'];
	}

	/**
	 * The text that a suggestion would replace, as it is now.
	 *
	 * @param array<string, string> $row Its row.
	 * @return string|null Null if its place is gone.
	 */
	public static function current_text( $row ) {
		if ( '' === $row['place'] ) {
			return 'attachment' === get_post_type( (int) $row['attachment_id'] ) ? Library\Alt_Text::get( (int) $row['attachment_id'] ) : null;
		}
		$image = self::find_place( $row );
		return $image ? ( Core\Text::LONG === $row['purpose'] ? '' : $image['text'] ) : null;
	}

	/**
	 * The image in a post that a suggestion is for.
	 *
	 * @param array<string, mixed> $row Its row.
	 * @return array<string, mixed>|null From Posts\Places::find_place(); null for the media library, or if it is gone.
	 */
	public static function find_place( $row ) {
		return empty( $row['place'] ) ? null : Posts\Places::find_place( (int) $row['post_id'], $row['place'] );
	}

	/**
	 * The findings for a suggested text, added to those that it already has.
	 *
	 * @param array<string, mixed> $row As self::add() takes it.
	 * @return string For the column `findings`.
	 */
	public static function find_findings( $row ) {
		$text = trim( (string) ( $row['new_text'] ?? '' ) );
		$id   = (int) $row['attachment_id'];
		if ( '' === $text || Core\Text::LONG === ( $row['purpose'] ?? '' ) ) {
			return '';
		}
		$around = $id ? Library\Findings::surroundings( $id, $text ) : array();
		$image  = self::find_place( $row );
		$codes  = Checks\Text_Checks::check(
			$text,
			array( 'language' => empty( $row['language'] ) ? Core\Languages::of_post( self::post_of( $row ) ) : $row['language'] )
				+ ( $image ? Posts\Places::check_context( $image ) : array() ) + $around
		);
		$codes  = array_unique( array_merge( self::list_findings( $row ), $codes ) );
		return $codes ? ',' . implode( ',', $codes ) . ',' : '';
	}

	/**
	 * The codes of the findings for a suggested text.
	 *
	 * @param array<string, mixed> $row Its row.
	 * @return string[]
	 */
	public static function list_findings( $row ) {
		return array_values( array_filter( explode( ',', $row['findings'] ?? '' ) ) );
	}

	/**
	 * The origin of a suggestion from a batch.
	 *
	 * @param string $origin The origin of the batch.
	 * @return string The origin of the suggestion.
	 */
	public static function origin_of_batch( $origin ) {
		return in_array( $origin, array( 'upload', 'cli' ), true ) ? $origin : 'batch';
	}

	/**
	 * The SQL condition for images with a text that waits for a decision.
	 *
	 * @return string Like those of Library\States::sql().
	 */
	public static function suggested_sql() {
		global $wpdb;
		if ( ! self::make_table() ) {
			return '1 = 0';
		}
		return 'EXISTS ( SELECT 1 FROM ' . self::table() . " altscribe_suggestion WHERE altscribe_suggestion.attachment_id = {$wpdb->posts}.ID"
			. " AND altscribe_suggestion.post_id = 0 AND altscribe_suggestion.state = 'pending' )";
	}

	/**
	 * Adds the places in a post with a text that waits for a decision.
	 *
	 * @param string[] $places  Places.
	 * @param int      $post_id The post.
	 * @return string[]
	 */
	public static function list_suggested_places( $places, $post_id ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		return self::make_table() ? array_merge( $places, $wpdb->get_col( $wpdb->prepare( "SELECT place FROM %i WHERE post_id = %d AND state = 'pending' AND purpose <> %s", self::table(), $post_id, Core\Text::LONG ) ) ) : $places;
	}

	/**
	 * Has the pending texts counted again after a suggestion was made, decided or undone.
	 *
	 * @param array<string, mixed> $row Its row.
	 */
	public static function forget_counts( $row ) {
		if ( $row['post_id'] ) {
			Posts\Uses::note_change( 'post', (int) $row['post_id'] );
		} else {
			Library\Counts::forget_counts();
			Posts\Uses::note_posts_of( (int) $row['attachment_id'] );
		}
	}

	/**
	 * Deletes the suggestions for a deleted post or image.
	 *
	 * @param int $id Its id.
	 */
	public static function delete_of_post( $id ) {
		global $wpdb;
		if ( self::make_table() ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE post_id = %d OR attachment_id = %d', self::table(), $id, $id ) );
		}
	}

	/** Deletes decisions that can no longer be undone. */
	public static function delete_old() {
		global $wpdb;
		if ( self::make_table() ) {
			// phpcs:ignore WordPress.DB -- The table is the plugin's own.
			$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE state NOT IN ('pending', 'away', 'live') AND decided < %d", self::table(), time() - self::DAYS * DAY_IN_SECONDS ) );
		}
	}

	/**
	 * The REST representations of suggestions, with one query for all their posts and images.
	 *
	 * @param array<array<string, string>> $rows Their rows.
	 * @return array<array<string, mixed>> As self::to_array() returns them.
	 */
	public static function rows_to_array( $rows ) {
		_prime_post_caches( array_filter( array_map( 'intval', array_merge( wp_list_pluck( $rows, 'attachment_id' ), wp_list_pluck( $rows, 'post_id' ) ) ) ), false, true );
		return array_map( array( self::class, 'to_array' ), $rows );
	}

	/**
	 * The REST representation of a suggestion.
	 *
	 * @param array<string, string> $row Its row.
	 * @return array<string, mixed> `id`, `state`, `attachment_id`, `post_id`, `place`, `image_url` ('' for images of the media
	 *                              library), `image` (`url`, `thumbnail`, `file`, `width`, `height`), `post` (`title`,
	 *                              `edit_url`, `view_url`: the post, or the newest one that shows an image of the media library;
	 *                              null if there is none), `number` and `total` (of the image in its post, or null),
	 *                              `surroundings` (plain text), `current_text`, `previous_text` (before the decision), `text`, `purpose` (null if unknown), `declined`,
	 *                              `hint`, `findings` (`slug` and `label`), `language`, `model`, `prompt`, `origin`, `created`
	 *                              and `decided` (RFC 3339), `requested_by` and `decided_by` (names), `can_be_decorative`,
	 *                              `decided_text`, `bulk`, and `can_undo`.
	 */
	public static function to_array( $row ) {
		$id      = (int) $row['attachment_id'];
		$is_post = '' !== $row['place'];

		list( $post, $image ) = $is_post ? array( get_post( (int) $row['post_id'] ), self::find_place( $row ) ) : Posts\Places::find_newest_place( $id );
		// If the user may not read the image, only what the post shows of it.
		$shown   = Core\Permissions::may_read_post( $id ) ? $id : 0;
		$large   = $shown ? wp_get_attachment_image_src( $shown, 'large' ) : false;
		$url     = $large ? $large[0] : ( '' === $row['image_url'] && $image ? $image['url'] : $row['image_url'] );
		$caption = array( 'caption' => Core\Text::to_plain_text( $shown ? get_post_field( 'post_excerpt', $shown, 'raw' ) : '' ) );
		return array(
			'id'                => (int) $row['id'],
			'state'             => $row['state'],
			'is_live'           => 'live' === $row['state'],
			'attachment_id'     => $id,
			'post_id'           => (int) $row['post_id'],
			'place'             => $row['place'],
			'image_url'         => $row['image_url'],
			'image'             => array(
				'url'       => (string) $url,
				'thumbnail' => (string) ( $shown ? wp_get_attachment_image_url( $shown, 'thumbnail' ) : $url ),
				'file'      => Library\Images::name( $shown, (string) $url ),
				'width'     => $large ? (int) $large[1] : 0,
				'height'    => $large ? (int) $large[2] : 0,
			),
			'post'              => $post ? array(
				'title'    => html_entity_decode( get_the_title( $post ), ENT_QUOTES, 'UTF-8' ),
				'edit_url' => (string) get_edit_post_link( $post, 'raw' ),
				'view_url' => (string) get_permalink( $post ),
			) : null,
			'number'            => $is_post && $image ? $image['number'] : null,
			'total'             => $is_post && $image ? $image['total'] : null,
			'surroundings'      => ( $image ? array_filter( $image['surroundings'] ) : array() ) + array_filter( $caption ) + array_fill_keys( array( 'heading', 'before', 'caption', 'after' ), '' ),
			'current_text'      => (string) self::current_text( $row ),
			'previous_text'     => $row['previous_text'],
			'text'              => $row['new_text'],
			'purpose'           => in_array( $row['purpose'], array( '', self::DECLINED ), true ) ? null : $row['purpose'],
			'declined'          => self::DECLINED === $row['purpose'],
			'details'           => Core\Text::LONG === $row['purpose'] ? Posts\Long_Descriptions::write_details( $row['new_text'], $id ? (string) $id : $row['image_url'], $row ) : null,
			'hint'              => $row['hint'],
			'findings'          => array_map( array( Library\Findings::class, 'describe_finding' ), self::list_findings( $row ) ),
			'language'          => $row['language'],
			'model'             => $row['model'],
			'prompt'            => $row['prompt'],
			'doubts'            => Service\Client::read_doubts( $row['doubts'], $row['new_text'] ),
			'origin'            => $row['origin'],
			'created'           => Core\Routes::format_time( $row['created'] ),
			'requested_by'      => (string) get_the_author_meta( 'display_name', (int) $row['user_id'] ),
			'can_be_decorative' => ! $is_post || ( $image && Posts\Places::can_be_decorative( $post->post_content, $image ) ),
			'decided_text'      => $row['decided_text'],
			'decided_by'        => (string) get_the_author_meta( 'display_name', (int) $row['decided_by'] ),
			'decided'           => Core\Routes::format_time( $row['decided'] ),
			'bulk'              => (int) $row['bulk'],
			'can_undo'          => 'rejected' === $row['state'] || '' !== $row['undo_data'],
		);
	}

	/**
	 * Adds the tables of this class.
	 *
	 * @param array<string, string> $tables As for `altscribe_tables`.
	 * @return array<string, string>
	 */
	public static function list_tables( $tables ) {
		return $tables + array( self::table() => 'position' );
	}

	/**
	 * Recreates the tables of this class if they are missing.
	 *
	 * @param string[] $missing Names of tables.
	 */
	public static function restore_tables( $missing ) {
		if ( in_array( self::table(), $missing, true ) ) {
			delete_option( 'altscribe_suggestions_schema' );
			self::make_table( true );
		}
	}
}
