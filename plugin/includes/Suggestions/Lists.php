<?php
/**
 * Filtered lists and counts of pending and decided texts: suggestions, and unread live texts.
 *
 * @package Altscribe
 */

namespace Altscribe\Suggestions;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use DateTimeImmutable;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

final class Lists {

	/** Condition for a suggestion with a text without findings: safe SQL. */
	private const WITHOUT_FINDINGS = "suggestion.findings = '' AND suggestion.doubts = '' AND suggestion.new_text <> '' AND suggestion.purpose NOT IN ('decorative', 'long')";

	/** How many posts and authors suggestions can be filtered by: those with the most. */
	private const CHOICES = 100;

	/**
	 * The parameters that filter suggestions, as REST routes accept them.
	 *
	 * @return array<string, array<string, mixed>> Values of self::sql().
	 */
	public static function filter_args() {
		$id   = array(
			'type'    => 'integer',
			'minimum' => 0,
			'default' => 0,
		);
		$date = Library\Image_Filters::args()['after'];
		return array(
			'post'    => $id,
			'author'  => $id,
			'after'   => $date,
			'before'  => $date,
			'type'    => array(
				'type' => 'string',
				'enum' => array( 'library', 'post' ),
			),
			'finding' => array(
				'type'    => 'string',
				'pattern' => '^[a-z-]{1,40}$',
			),
			'waiting' => array(
				'type' => 'string',
				'enum' => array( 'all', 'suggested', 'live' ),
			),
		);
	}

	/**
	 * The filters for suggestions in a request.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return array<string, mixed> For self::sql().
	 */
	public static function read_filters( $request ) {
		return array_filter( array_intersect_key( $request->get_params(), self::filter_args() + array_flip( array( 'state', 'bulk', 'exclude' ) ) ) );
	}

	/**
	 * The suggestions that the current user may decide, as the end of a query (FROM and WHERE). The tables are called
	 * `suggestion` and `post`, which is the post, or for the media library the image.
	 *
	 * @param array<string, mixed> $filters All are optional: `state` (`pending`, by default, or `decided`), `waiting` (of the
	 *                                      former only `suggested` or `live` texts), `post`, `author`
	 *                                      (of the post, or who uploaded the image), `after` and `before` (dates, the first
	 *                                      inclusive), `type` (`library` or `post`), `finding` (a code, `none` for texts
	 *                                      without findings, or `decorative` for images that seem to be), `without_findings` (only suggested), `bulk`, `exclude` (ids), `after_id` (only higher ids, in
	 *                                      their order) and `any` (whatever the user may decide).
	 * @return string Safe SQL.
	 */
	private static function sql( $filters ) {
		global $wpdb;
		$is_decided = 'decided' === ( $filters['state'] ?? '' );
		$time       = $is_decided ? 'decided' : 'created';
		// phpcs:disable WordPress.DB.PreparedSQL -- Only names of tables.
		$from       = $wpdb->prepare( "FROM %i suggestion JOIN $wpdb->posts post ON post.ID = CASE WHEN suggestion.post_id > 0 THEN suggestion.post_id ELSE suggestion.attachment_id END", Store::table() );
		$conditions = array( $is_decided ? "suggestion.state NOT IN ('pending', 'away', 'live')" : self::waiting_sql( empty( $filters['without_findings'] ) ? $filters['waiting'] ?? 'all' : 'suggested' ), "post.post_status NOT IN ('trash', 'auto-draft')" );
		foreach ( array( 'post' => 'suggestion.post_id', 'author' => 'post.post_author', 'bulk' => 'suggestion.bulk' ) as $name => $column ) { // phpcs:ignore WordPress.Arrays
			if ( ! empty( $filters[ $name ] ) ) {
				$conditions[] = $wpdb->prepare( "$column = %d", $filters[ $name ] );
			}
		}
		foreach ( array( 'after' => '>=', 'before' => '<' ) as $name => $operator ) { // phpcs:ignore WordPress.Arrays
			if ( ! empty( $filters[ $name ] ) ) {
				$conditions[] = $wpdb->prepare( "suggestion.$time $operator %d", date_create_immutable( $filters[ $name ], wp_timezone() )->getTimestamp() );
			}
		}
		if ( ! empty( $filters['exclude'] ) ) {
			$conditions[] = 'suggestion.id NOT IN (' . implode( ',', array_map( 'intval', $filters['exclude'] ) ) . ')';
		}
		if ( isset( $filters['after_id'] ) ) {
			$conditions[] = $wpdb->prepare( 'suggestion.id > %d', $filters['after_id'] );
		}
		if ( ! empty( $filters['type'] ) ) {
			$conditions[] = 'suggestion.post_id ' . ( 'post' === $filters['type'] ? '> 0' : '= 0' );
		}
		if ( 'none' === ( $filters['finding'] ?? '' ) || ! empty( $filters['without_findings'] ) ) {
			$conditions[] = self::WITHOUT_FINDINGS;
		}
		if ( 'decorative' === ( $filters['finding'] ?? '' ) ) {
			$conditions[] = "suggestion.purpose = 'decorative'";
		}
		if ( ! in_array( $filters['finding'] ?? '', array( '', 'none', 'decorative' ), true ) ) {
			$conditions[] = $wpdb->prepare( 'suggestion.findings LIKE %s', '%,' . $wpdb->esc_like( $filters['finding'] ) . ',%' );
		}
		// phpcs:enable
		$sql       = "$from WHERE " . implode( ' AND ', $conditions );
		$permitted = empty( $filters['any'] ) ? Core\Permissions::permitted_sql( $sql, 'post', 'suggestion.id' ) : '';
		return '' === $permitted ? $sql : "$sql AND $permitted";
	}

	/**
	 * The condition for texts that wait for a decision.
	 *
	 * @param string $waiting `all`, `suggested` or `live`.
	 * @return string Safe SQL about the table `suggestion`.
	 */
	private static function waiting_sql( $waiting ) {
		$live = "suggestion.state = 'live' AND " . Live::not_replaced_sql();
		$all  = "suggestion.state IN ('pending', 'live') AND ( suggestion.state = 'pending' OR " . Live::not_replaced_sql() . ' )';
		return array(
			'suggested' => "suggestion.state = 'pending'",
			'live'      => $live,
		)[ $waiting ] ?? $all;
	}

	/**
	 * One page: pending texts by post in the order of the document, then those of the media library, and images that seem
	 * decorative at the end; or the newest decisions.
	 *
	 * @param array<string, mixed> $filters As for self::sql().
	 * @param int                  $page    From 1.
	 * @param int                  $number  Suggestions per page.
	 * @return array{rows: array<array<string, string>>, total: int}
	 */
	public static function list( $filters, $page, $number ) {
		global $wpdb;
		if ( ! Store::make_table() ) {
			return array(
				'rows'  => array(),
				'total' => 0,
			);
		}
		$sql   = self::sql( $filters );
		$order = 'decided' === ( $filters['state'] ?? '' ) ? 'suggestion.decided DESC, suggestion.id DESC' : 'suggestion.position, suggestion.id';
		$order = isset( $filters['after_id'] ) ? 'suggestion.id' : $order;
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- $sql is safe.
		return array(
			// If the query selected the texts too, the database would sort in files.
			'rows'  => self::rows( $wpdb->get_col( "SELECT suggestion.id $sql ORDER BY $order" . $wpdb->prepare( ' LIMIT %d OFFSET %d', $number, ( $page - 1 ) * $number ) ) ),
			'total' => (int) $wpdb->get_var( "SELECT COUNT(*) $sql" ),
		);
		// phpcs:enable
	}

	/**
	 * Rows in the order of their ids.
	 *
	 * @param string[] $ids Ids.
	 * @return array<array<string, string>>
	 */
	private static function rows( $ids ) {
		global $wpdb;
		$in = implode( ',', array_map( 'intval', $ids ) );
		// phpcs:ignore WordPress.DB -- The table is the plugin's own, and there are only numbers.
		$rows = $in ? array_column( $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE id IN ($in)", Store::table() ), ARRAY_A ), null, 'id' ) : array();
		return array_values( array_filter( array_replace( array_fill_keys( $ids, null ), $rows ) ) );
	}

	/**
	 * The pending suggestions for the images that a post shows: for their places, and for their texts in the media library if
	 * the user may edit these. Includes those whose image was missing at the last save, because the editor may have it again.
	 *
	 * @param int   $post_id The post.
	 * @param int[] $ids     Further images of the media library that it shows.
	 * @return array<array<string, string>> Rows.
	 */
	public static function list_in_post( $post_id, $ids = array() ) {
		global $wpdb;
		$ids = array_merge( $ids, wp_list_pluck( Posts\Places::list_places( get_post( $post_id ) ), 'attachment_id' ), array( get_post_thumbnail_id( $post_id ) ) );
		$ids = array_unique( array_filter( array_map( 'intval', $ids ) ) );
		_prime_post_caches( $ids, false, false );
		$ids = array_filter( $ids, array( Core\Permissions::class, 'may_work_on_post' ) );
		$in  = $ids ? ' OR (post_id = 0 AND attachment_id IN (' . implode( ',', $ids ) . '))' : '';
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own, and there are only numbers.
		return Store::make_table() ? $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE (state IN ('pending', 'away') AND post_id = %d) OR (state = 'pending' AND (1 = 0$in)) ORDER BY id", Store::table(), $post_id ), ARRAY_A ) : array();
	}

	/**
	 * The number of texts that wait and that the current user may decide.
	 *
	 * @return int
	 */
	public static function count_waiting() {
		global $wpdb;
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- Safe SQL.
		return Store::make_table() ? (int) $wpdb->get_var( 'SELECT COUNT(*) ' . self::sql( array() ) ) : 0;
	}

	/**
	 * The number of texts that wait and that the current user may decide, and the values by which they can be filtered.
	 *
	 * @param array<string, mixed> $filters Only for `without_findings`: as for self::sql(). `post` is among the
	 *                                      posts if it has any.
	 * @return array<string, mixed> `pending` (all to review), `suggested` and `live` of them, `without_findings`, `posts` (`id`, `title`, `count`), `authors` (`id`, `name`),
	 *                              `findings` (`slug`, `label`, `count`), `months` (`value`, such as `202611`, and `label`;
	 *                              newest first), and `reads` and `reads_needed`, for accepting all without findings.
	 */
	public static function count( $filters = array() ) {
		global $wpdb, $wp_locale;
		$result = array(
			'pending'          => 0,
			'suggested'        => 0,
			'live'             => 0,
			'without_findings' => 0,
			'posts'            => array(),
			'authors'          => array(),
			'findings'         => array(),
			'months'           => array(),
			'reads'            => Bulk::count_reads(),
			'reads_needed'     => Bulk::READS_NEEDED,
		);
		if ( ! Store::make_table() ) {
			return $result;
		}
		$sql    = self::sql( array() );
		$starts = self::list_starts_of_months();
		$month  = '0';
		foreach ( array_slice( $starts, 1 ) as $start ) {
			$month .= " + (suggestion.created >= {$start->getTimestamp()})";
		}
		$codes   = array();
		$months  = array();
		$authors = array();
		// phpcs:disable WordPress.DB, PluginCheck.Security.DirectDB -- Safe SQL. A row for each author, month and combination of findings, however many suggestions there are.
		foreach ( $wpdb->get_results( "SELECT suggestion.findings, suggestion.purpose, suggestion.state, post.post_author AS author, $month AS month, COUNT(*) AS number, SUM(CASE WHEN suggestion.state = 'pending' AND " . self::WITHOUT_FINDINGS . " THEN 1 ELSE 0 END) AS without_findings $sql GROUP BY suggestion.findings, suggestion.purpose, suggestion.state, author, month ORDER BY MIN(suggestion.id)" ) as $row ) {
			$result['pending']          += (int) $row->number;
			$result[ 'live' === $row->state ? 'live' : 'suggested' ] += (int) $row->number;
			$result['without_findings'] += (int) $row->without_findings;
			$months[ (int) $row->month ] = $starts[ (int) $row->month ];
			$authors[ $row->author ]     = ( $authors[ $row->author ] ?? 0 ) + (int) $row->number;
			foreach ( 'decorative' === $row->purpose ? array( 'decorative' ) : array_filter( explode( ',', $row->findings ) ) as $code ) {
				$codes[ $code ] = ( $codes[ $code ] ?? 0 ) + (int) $row->number;
			}
		}
		if ( $filters ) {
			$result['without_findings'] = (int) $wpdb->get_var( 'SELECT COUNT(*) ' . self::sql( array( 'without_findings' => true ) + $filters ) );
		}
		foreach ( $codes as $code => $number ) {
			$result['findings'][] = Library\Findings::describe_finding( $code ) + array( 'count' => $number );
		}
		krsort( $months );
		foreach ( $months as $start ) {
			$result['months'][] = array(
				'value' => $start->format( 'Ym' ),
				/* translators: 1: name of a month, 2: year with four digits. */
				'label' => sprintf( __( '%1$s %2$s', 'altscribe' ), $wp_locale->get_month( $start->format( 'm' ) ), $start->format( 'Y' ) ),
			);
		}
		$posts = $wpdb->get_results( $wpdb->prepare( "SELECT suggestion.post_id AS id, COUNT(*) AS number $sql AND suggestion.post_id > 0 GROUP BY suggestion.post_id ORDER BY CASE WHEN suggestion.post_id = %d THEN 0 ELSE 1 END, number DESC, id LIMIT %d", $filters['post'] ?? 0, self::CHOICES ) );
		_prime_post_caches( array_map( 'intval', wp_list_pluck( $posts, 'id' ) ), false, false );
		foreach ( $posts as $post ) {
			$result['posts'][] = array(
				'id'    => (int) $post->id,
				'title' => html_entity_decode( get_the_title( (int) $post->id ), ENT_QUOTES, 'UTF-8' ),
				'count' => (int) $post->number,
			);
		}
		// phpcs:enable
		ksort( $authors );
		arsort( $authors );
		$authors = array_keys( array_slice( $authors, 0, self::CHOICES, true ) );
		cache_users( $authors );
		foreach ( $authors as $id ) {
			$result['authors'][] = array(
				'id'   => $id,
				'name' => (string) get_the_author_meta( 'display_name', $id ),
			);
		}
		return $result;
	}

	/**
	 * The beginnings of the months of pending texts, in the site's time zone, which the database does not know.
	 *
	 * @return DateTimeImmutable[] From the first suggestion to the last, of the last ten years; at least one.
	 */
	private static function list_starts_of_months() {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- The table is the plugin's own.
		$made   = $wpdb->get_row( $wpdb->prepare( "SELECT MIN(created) AS first, MAX(created) AS last FROM %i WHERE state IN ('pending', 'live')", Store::table() ) );
		$last   = (int) $made->last;
		$starts = array();
		$month  = date_create_immutable( '@' . max( (int) $made->first, $last - 10 * YEAR_IN_SECONDS ) )->setTimezone( wp_timezone() )->modify( 'first day of this month midnight' );
		do {
			$starts[] = $month;
			$month    = $month->modify( '+1 month' );
		} while ( $month->getTimestamp() <= $last );
		return $starts;
	}
}
