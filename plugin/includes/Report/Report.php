<?php
/**
 * The figures of the report.
 *
 * @package Altscribe
 */

namespace Altscribe\Report;

use Altscribe\Core;
use Altscribe\Library;
use Altscribe\Posts;
use WP_Error;

defined( 'ABSPATH' ) || exit;

final class Report {

	/**
	 * The report on public posts.
	 *
	 * @param string $from First day of publication, such as `2026-11-01`; '' for all.
	 * @param string $to   Last day; '' for all.
	 * @return array<string, mixed>|WP_Error `from` and `to`; `reading`: how much of the site was read, in percent, or null if all was;
	 *         `posts`, `images`, and a number for each of Posts\Text_Counts::REPORT_COLUMNS; `findings`: an object with numbers by code,
	 *         highest first; `by_type`, `by_author` and `by_month`: lists with `key` (such as `page`, 7 or `2026-11`), `name`, and the
	 *         same numbers; `library`: the counts of the media library.
	 */
	public static function get( $from = '', $to = '' ) {
		global $wpdb;
		foreach ( array_filter( compact( 'from', 'to' ) ) as $name => $day ) {
			if ( 10 !== strlen( $day ) || null === Core\Routes::read_date( $day ) ) {
				return Core\Errors::no_date( $name );
			}
		}
		if ( '' !== $to && $from > $to ) {
			return Core\Errors::report_period();
		}
		$reading = Posts\Uses_Index::read_uses_for_user();
		$where   = "p.post_password = ''"
			. ( '' === $from ? '' : $wpdb->prepare( ' AND p.post_date >= %s', "$from 00:00:00" ) )
			. ( '' === $to ? '' : $wpdb->prepare( ' AND p.post_date <= %s', "$to 23:59:59" ) );
		$types   = self::sum( "CASE WHEN p.post_type = 'product_variation' THEN 'product' ELSE p.post_type END", $where );
		$authors = self::sum( 'p.post_author', $where );
		$months  = self::sum( 'SUBSTR( p.post_date, 1, 7 )', $where );
		cache_users( wp_list_pluck( $authors, 'key' ) );
		$total = array_fill_keys( array_merge( array( 'posts', 'images' ), Posts\Text_Counts::REPORT_COLUMNS ), 0 );
		foreach ( array_keys( $total ) as $column ) {
			$total[ $column ] = array_sum( wp_list_pluck( $types, $column ) );
		}
		foreach ( $types as $index => $type ) {
			$object                  = get_post_type_object( $type['key'] );
			$types[ $index ]['name'] = $object ? $object->labels->name : $type['key'];
		}
		foreach ( $authors as $index => $author ) {
			$user                      = get_userdata( $author['key'] );
			$authors[ $index ]['name'] = $user ? $user->display_name : __( '(no author)', 'altscribe' );
		}
		foreach ( $months as $index => $month ) {
			$months[ $index ]['name'] = wp_date( _x( 'F Y', 'date format of a month', 'altscribe' ), (int) strtotime( $month['key'] . '-15 12:00' ) );
		}
		usort(
			$months,
			function ( $one, $other ) {
				return strcmp( $other['key'], $one['key'] );
			}
		);
		return compact( 'from', 'to', 'reading' ) + $total + array(
			'findings'  => (object) self::sum_findings( $where ),
			'by_type'   => $types,
			'by_author' => $authors,
			'by_month'  => $months,
			'library'   => Library\Counts::cached_counts(),
		);
	}

	/**
	 * Sums the counts up by groups.
	 *
	 * @param string $group Safe SQL about the table of posts, `p`.
	 * @param string $where Safe SQL.
	 * @return array<array<string, mixed>> Those with most images first, each with `key`, `name` (empty), `posts`, `images` and
	 *         the columns.
	 */
	private static function sum( $group, $where ) {
		global $wpdb;
		$sums = '';
		foreach ( Posts\Text_Counts::REPORT_COLUMNS as $column ) {
			$sums .= ", SUM( r.$column ) AS $column";
		}
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own, and the interpolated parts are safe.
		$rows = $wpdb->get_results( $wpdb->prepare( "SELECT $group AS group_key, COUNT(*) AS posts, SUM( r.with_text + r.decorative + r.missing + r.suggested ) AS images$sums FROM %i r JOIN $wpdb->posts p ON p.ID = r.post_id WHERE $where GROUP BY group_key ORDER BY images DESC, group_key", Posts\Uses::report_table() ), ARRAY_A );
		return array_map(
			function ( $row ) {
				$key = $row['group_key'];
				unset( $row['group_key'] );
				return array(
					'key'  => ctype_digit( (string) $key ) ? (int) $key : (string) $key,
					'name' => '',
				) + array_map( 'intval', $row );
			},
			$rows
		);
	}

	/**
	 * How many images have each finding.
	 *
	 * @param string $where Safe SQL about the table of posts, `p`.
	 * @return array<string, int> By code, highest first.
	 */
	private static function sum_findings( $where ) {
		global $wpdb;
		$sums = array();
		// phpcs:ignore WordPress.DB, PluginCheck.Security.DirectDB -- The table is the plugin's own, and $where is safe.
		foreach ( $wpdb->get_col( $wpdb->prepare( "SELECT r.findings FROM %i r JOIN $wpdb->posts p ON p.ID = r.post_id WHERE r.findings <> '' AND $where", Posts\Uses::report_table() ) ) as $findings ) {
			foreach ( (array) json_decode( $findings, true ) as $code => $number ) {
				$sums[ $code ] = ( $sums[ $code ] ?? 0 ) + $number;
			}
		}
		ksort( $sums );
		// Equal numbers stay in the order of their codes since PHP 8.0.
		arsort( $sums );
		return $sums;
	}

	/**
	 * The report as rows, for CSV and the command line.
	 *
	 * @param array<string, mixed> $report From self::get().
	 * @return array<array<string, string|int>> With the columns of self::row_columns(). In the rows of findings,
	 *         only `images` is a number.
	 */
	public static function list_rows( $report ) {
		$columns = self::row_columns();
		$rows    = array(
			array(
				'group' => 'total',
				'name'  => trim( "{$report['from']}..{$report['to']}", '.' ),
			) + wp_array_slice_assoc( $report, $columns ),
		);
		foreach ( array( 'type', 'author', 'month' ) as $group ) {
			foreach ( $report[ "by_$group" ] as $row ) {
				$rows[] = compact( 'group' ) + array( 'name' => 'month' === $group ? $row['key'] : $row['name'] ) + wp_array_slice_assoc( $row, $columns );
			}
		}
		foreach ( $report['findings'] as $code => $number ) {
			$rows[] = array_merge(
				array_fill_keys( $columns, '' ),
				array(
					'group'  => 'finding',
					'name'   => $code,
					'images' => $number,
				)
			);
		}
		return $rows;
	}

	/**
	 * The columns of these rows.
	 *
	 * @return string[]
	 */
	public static function row_columns() {
		return array_merge( array( 'group', 'name', 'posts', 'images' ), Posts\Text_Counts::REPORT_COLUMNS );
	}
}
