<?php
/**
 * The number of attachments in each state, cached.
 *
 * @package Altscribe
 */

namespace Altscribe\Library;

use Altscribe\Core;
use WP_Post;

defined( 'ABSPATH' ) || exit;

final class Counts {

	/** Option: a mark or a time, `|`, and the counts as JSON. Other processes write it too, so it must not be cached. */
	private const COUNTS_OPTION = 'altscribe_counts';

	/** Seconds after which the counts are refreshed, because some changes bypass WordPress's hooks. */
	private const COUNTS_LIFE = 10 * MINUTE_IN_SECONDS;

	/** Adds the hooks. */
	public static function add_hooks() {
		add_action( 'added_post_meta', array( self::class, 'forget_counts_of_meta' ), 10, 3 );
		add_action( 'updated_post_meta', array( self::class, 'forget_counts_of_meta' ), 10, 3 );
		add_action( 'deleted_post_meta', array( self::class, 'forget_counts_of_meta' ), 10, 3 );
		add_action( 'add_attachment', array( self::class, 'forget_counts' ) );
		add_action( 'attachment_updated', array( self::class, 'forget_counts' ) );
		add_action( 'deleted_post', array( self::class, 'forget_counts_of_post' ), 10, 2 );
	}

	/**
	 * Counts the images of each language of the site by the state of their alternative text, in one query.
	 *
	 * @param string $condition Safe SQL about the table of posts; '' for all images outside the trash.
	 * @return array<array{language: string, name: string, images: int, missing: int, suggested: int, unread: int, check: int,
	 *         decorative: int, good: int}> As States::sum() counts them. In the order of the languages, including those without images; at the end those without a
	 *         language, if there are any. Empty if no image has a language.
	 */
	public static function counts_by_language( $condition = '' ) {
		$where  = States::sql( '' ) . " AND {$GLOBALS['wpdb']->posts}.post_status NOT IN ( 'trash', 'auto-draft' )";
		$where .= '' === $condition ? '' : " AND $condition";
		$counts = array();
		// One expression for all states, as in self::count_states().
		foreach ( Core\Languages::group( States::counted_sql(), "FROM {$GLOBALS['wpdb']->posts}", "WHERE $where" ) as $group ) {
			$counts[] = wp_array_slice_assoc( $group, array( 'language', 'name' ) ) + States::sum( $group['by_value'] );
		}
		return $counts;
	}

	/**
	 * Counts the images of the media library by the state of their alternative text, in one query.
	 *
	 * @param string $condition A prepared SQL condition on the table of posts, such as from States::sql();
	 *                          '' for all images outside the trash.
	 * @return array{images: int, missing: int, suggested: int, unread: int, check: int, decorative: int, good: int, pending: int}
	 *                          From States::sum(). `pending`: texts that are not checked yet; they count as good.
	 */
	public static function count_states( $condition = '' ) {
		global $wpdb;
		$where = States::sql( '' ) . " AND {$wpdb->posts}.post_status NOT IN ( 'trash', 'auto-draft' )";
		$where = '' === $condition ? $where : "$where AND $condition";
		// One expression for all states: a sum for each would look up the meta of each image several times.
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Only names of tables and constants are put together here.
		$rows = $wpdb->get_results( 'SELECT ' . States::counted_sql() . " AS counted, COUNT(*) AS images FROM {$wpdb->posts} WHERE $where GROUP BY counted", ARRAY_A );
		return States::sum( array_column( $rows, 'images', 'counted' ) ) + array( 'pending' => Findings::count_unchecked() );
	}

	/**
	 * The cached counts of all images, like those of self::count_states().
	 *
	 * @return array<string, int>
	 */
	public static function cached_counts() {
		global $wpdb;
		// phpcs:disable WordPress.DB.DirectDatabaseQuery
		$cached = explode( '|', (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", self::COUNTS_OPTION ) ), 2 );
		if ( isset( $cached[1] ) && abs( time() - (int) $cached[0] ) < self::COUNTS_LIFE ) {
			return array_map( 'intval', (array) json_decode( $cached[1], true ) );
		}
		$mark = wp_generate_uuid4();
		$wpdb->query( $wpdb->prepare( "INSERT INTO $wpdb->options ( option_name, option_value, autoload ) VALUES ( %s, %s, 'off' ) ON DUPLICATE KEY UPDATE option_value = VALUES( option_value )", self::COUNTS_OPTION, $mark ) );
		$counts = self::count_states();
		if ( 0 === $counts['pending'] ) {
			$wpdb->update(
				$wpdb->options,
				array( 'option_value' => time() . '|' . wp_json_encode( $counts ) ),
				array(
					'option_name'  => self::COUNTS_OPTION,
					'option_value' => $mark,
				)
			);
		}
		// phpcs:enable
		return $counts;
	}

	/** Forgets the counts, including any that are being computed. */
	public static function forget_counts() {
		global $wpdb;
		$wpdb->delete( $wpdb->options, array( 'option_name' => self::COUNTS_OPTION ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
	}

	/**
	 * Forgets the counts after a text, a mark or findings changed.
	 *
	 * @param int|int[] $meta_ids Unused.
	 * @param int       $post_id  Unused.
	 * @param string    $meta_key The key that changed.
	 */
	public static function forget_counts_of_meta( $meta_ids, $post_id, $meta_key ) {
		if ( in_array( $meta_key, array( '_wp_attachment_image_alt', Alt_Text::DECORATIVE_KEY, Findings::CHECK_KEY, Provenance::UNREAD_KEY ), true ) ) {
			self::forget_counts();
		}
	}

	/**
	 * Forgets the counts after an image was deleted.
	 *
	 * @param int     $post_id Unused.
	 * @param WP_Post $post    The deleted post.
	 */
	public static function forget_counts_of_post( $post_id, $post ) {
		if ( 'attachment' === $post->post_type ) {
			self::forget_counts();
		}
	}
}
