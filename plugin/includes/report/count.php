<?php
/**
 * The report: counts the images of each public post when the index of uses reads it, and sums the counts up.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** What is counted of each post. The first three add up to its images; the others are among those with text. */
const ALTSCRIBE_REPORT_COLUMNS = array( 'with_text', 'decorative', 'missing', 'generated_read', 'generated_unread' );

/**
 * The definition of the table: a row for each public post that shows images, with how many there are of each kind, and
 * the findings for their texts as JSON: numbers by code.
 *
 * @return string SQL.
 */
function altscribe_report_schema() {
	$columns = '';
	foreach ( ALTSCRIBE_REPORT_COLUMNS as $column ) {
		$columns .= "\n\t\t\t$column int(10) unsigned NOT NULL DEFAULT 0,";
	}
	return 'CREATE TABLE ' . altscribe_report_table() . " (
			post_id bigint(20) unsigned NOT NULL,$columns
			findings text NOT NULL,
			PRIMARY KEY  (post_id)
		) " . $GLOBALS['wpdb']->get_charset_collate() . ';';
}

/**
 * Counts the images of posts, and stores that.
 *
 * @param int[]                       $post_ids Posts, or former ones.
 * @param array<array<string, mixed>> $images   The images that they show, from altscribe_resolve_images().
 */
function altscribe_count_posts( $post_ids, $images ) {
	global $wpdb;
	$attachments = array_values( array_unique( array_filter( wp_list_pluck( $images, 'attachment_id' ) ) ) );
	_prime_post_caches( $attachments, false, true );
	$shown = array();
	foreach ( $images as $image ) {
		if ( $image['is_published'] ) {
			$shown[ $image['object_id'] ][] = $image;
		}
	}
	$rows = array();
	foreach ( $shown as $id => $of_post ) {
		$counts = altscribe_count_images_of_post( $id, $of_post );
		if ( $counts ) {
			array_push( $rows, $id, ...array_values( $counts ) );
		}
	}
	$ids    = implode( ',', array_map( 'intval', $post_ids ) );
	$table  = altscribe_report_table();
	$width  = count( ALTSCRIBE_REPORT_COLUMNS ) + 2;
	$values = implode( ', ', array_fill( 0, (int) ( count( $rows ) / $width ), '(' . implode( ', ', array_fill( 0, $width, '%s' ) ) . ')' ) );
	// phpcs:disable WordPress.DB -- The table is the plugin's own; the interpolated parts are names, numbers and placeholders.
	$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE post_id IN ($ids)", $table ) );
	if ( $rows ) {
		$columns = implode( ', ', ALTSCRIBE_REPORT_COLUMNS );
		// Another process may have counted the same post meanwhile.
		$wpdb->query( $wpdb->prepare( "REPLACE INTO %i (post_id, $columns, findings) VALUES $values", array_merge( array( $table ), $rows ) ) );
	}
	// phpcs:enable
	altscribe_release_posts( $attachments );
}

/**
 * Counts the images of a post.
 *
 * @param int                         $post_id The post.
 * @param array<array<string, mixed>> $images  Its images.
 * @return array<string, int|string> By column of the table; empty without images.
 */
function altscribe_count_images_of_post( $post_id, $images ) {
	$context = array(
		'language' => altscribe_language( $post_id ),
		'sources'  => altscribe_get_post_sources( $post_id ),
		'post'     => get_post( $post_id ),
	);
	$texts   = array();
	foreach ( $images as $index => $image ) {
		// Only images in blocks and HTML have one, perhaps ''.
		$images[ $index ]['is_content'] = isset( $image['reason'] );
		if ( ! $images[ $index ]['is_content'] ) {
			$images[ $index ]['text'] = altscribe_get_alt_text( $image['attachment_id'] );
		}
		$texts[ altscribe_fold_text( $images[ $index ]['text'] ) ][ $image['attachment_id'] ? $image['attachment_id'] : $image['url'] ] = true;
	}
	$counts   = array_fill_keys( ALTSCRIBE_REPORT_COLUMNS, 0 );
	$findings = array();
	foreach ( $images as $image ) {
		$image['is_repeat'] = count( $texts[ altscribe_fold_text( $image['text'] ) ] ) > 1;
		$judged             = $image['is_content'] ? altscribe_judge_content_image( $image, $context ) : altscribe_judge_library_image( $image );
		if ( ! $judged ) {
			continue;
		}
		++$counts[ $judged['state'] ];
		if ( 'with_text' === $judged['state'] && '' !== $judged['source'] ) {
			++$counts[ $judged['source'] ];
		}
		foreach ( array_diff( $judged['findings'], array( 'missing' ) ) as $code ) {
			$findings[ $code ] = ( $findings[ $code ] ?? 0 ) + 1;
		}
	}
	return array_sum( $counts ) ? $counts + array( 'findings' => $findings ? wp_json_encode( $findings ) : '' ) : array();
}

/**
 * The state of an image that visitors get with the media library's text: featured, in a gallery, or in a field.
 *
 * @param array<string, mixed> $image With `attachment_id` and `text`.
 * @return array{state: string, source: string, findings: string[]}|null Null for files that are no images, and for
 *         deleted ones. As altscribe_judge_content_image() returns it.
 */
function altscribe_judge_library_image( $image ) {
	$id = $image['attachment_id'];
	if ( ! $id || ! wp_attachment_is_image( $id ) || altscribe_get_placeholder_image() === $id ) {
		return null;
	}
	$state = altscribe_alt_text_state( $id );
	return array(
		'state'    => in_array( $state['state'], array( 'missing', 'decorative' ), true ) ? $state['state'] : 'with_text',
		'source'   => altscribe_count_source( altscribe_get_source( $id ) ),
		'findings' => $state['findings'],
	);
}

/**
 * The state of an image in a content.
 *
 * @param array<string, mixed> $image   From altscribe_read_content_images(), resolved, with `is_repeat`: whether another
 *                                      image of the post has the same text.
 * @param array<string, mixed> $context `post`, its `language`, and `sources`, the records of its texts.
 * @return array{state: string, source: string, findings: string[]}|null `state`: `with_text`, `decorative` or `missing`;
 *         `source`: `generated_read`, `generated_unread`, or '' for other texts. Null if it has no alternative text
 *         (backgrounds, files, tracking pixels), or if its text is not in the post.
 */
function altscribe_judge_content_image( $image, $context ) {
	$content = 'excerpt' === $image['kind'] ? $context['post']->post_excerpt : $context['post']->post_content;
	$tag     = $image['tag'] ? substr( $content, $image['tag'][0], $image['tag'][1] ) : '';
	$around  = '' === $tag ? array() : altscribe_find_image_surroundings( $content, $image['tag'] );
	$is_drawn     = '' === $tag && in_array( $image['reason'], array( 'background', 'featured', 'no_text' ), true );
	$is_elsewhere = '' === $image['text'] && ( 'bound' === $image['reason'] || ( '' === $tag && 'unknown_block' === $image['reason'] ) );
	if ( $is_drawn || $is_elsewhere || preg_match( '~\swidth=["\']?1["\'\s/>]~i', $tag ) ) {
		return null;
	}
	$id    = $image['attachment_id'];
	$state = 'decorative' === $image['reason'] ? 'decorative' : ( '' === $image['text'] && 'named' !== $image['reason'] ? 'missing' : 'with_text' );
	$text  = 'decorative' === $state ? '' : $image['text'];
	if ( 'with_text' === $state && '' === $text ) {
		// Named by another attribute, which is not checked.
		return array(
			'state'    => $state,
			'source'   => '',
			'findings' => array(),
		);
	}
	$surroundings = $around + array(
		'language'      => $context['language'],
		'is_decorative' => 'decorative' === $state,
		'others'        => $image['is_repeat'] ? array( $text ) : array(),
		'file_name'     => wp_basename( (string) strtok( $image['url'], '?#' ) ),
		'title'         => $id ? (string) get_post_field( 'post_title', $id, 'raw' ) : '',
		'translations'  => $id ? altscribe_list_translated_texts( $id, true, false ) : array(),
	);
	// In the post, the text may be recorded by the id in the block or by the address; in the library, if it is the same.
	$library = $id ? altscribe_find_stored_source( $id ) : null;
	$record  = $library && md5( $text ) === $library['text'] ? $library : null;
	foreach ( array( $image['url'], $id, $image['id'] ) as $key ) {
		$record = $context['sources'][ altscribe_source_key( $key, $text ) ] ?? $record;
	}
	return array(
		'state'    => $state,
		'source'   => altscribe_count_source( $record ),
		'findings' => altscribe_check_alt_text( $text, $surroundings ),
	);
}

/**
 * How a text counts by its record.
 *
 * @param array<string, mixed>|null $record As altscribe_complete_source() returns it; null for none.
 * @return string `generated_read` or `generated_unread`; '' if people wrote the text or have changed it since.
 */
function altscribe_count_source( $record ) {
	if ( ! $record || 'generated' !== $record['source'] ) {
		return '';
	}
	return altscribe_is_unread_source( $record ) ? 'generated_unread' : 'generated_read';
}

/**
 * The caption of an image in HTML, and whether it is alone in a link.
 *
 * @param string               $html The content.
 * @param array{0: int, 1: int} $tag  Offset and length of its tag, in bytes.
 * @return array{caption: string, is_linked: bool} For altscribe_check_alt_text().
 */
function altscribe_find_image_surroundings( $html, $tag ) {
	$before  = substr( $html, max( 0, $tag[0] - 1000 ), min( $tag[0], 1000 ) );
	$after   = substr( $html, $tag[0] + $tag[1], 3000 );
	$caption = '';
	if ( preg_match( '~^(?:(?!<img|</?figure[\s>]).)*?<figcaption[^>]*>(.*?)</figcaption>~is', $after, $match )
		|| preg_match( '~^(?:\s*</a>)?([^\[]*)\[/caption\]~i', $after, $match ) ) {
		$caption = html_entity_decode( wp_strip_all_tags( $match[1] ), ENT_QUOTES, 'UTF-8' );
	}
	return array(
		'caption'   => $caption,
		'is_linked' => preg_match( '~<a\s[^>]*>\s*$~i', $before ) && preg_match( '~^\s*</a>~i', $after ),
	);
}

/**
 * The report on public posts.
 *
 * @param string $from First day of publication, such as `2026-11-01`; '' for all.
 * @param string $to   Last day; '' for all.
 * @return array<string, mixed>|WP_Error `from` and `to`; `reading`: how much of the site was read, in percent, or null if all was;
 *         `posts`, `images`, and a number for each of ALTSCRIBE_REPORT_COLUMNS; `findings`: an object with numbers by code,
 *         highest first; `by_type`, `by_author` and `by_month`: lists with `key` (such as `page`, 7 or `2026-11`), `name`, and the
 *         same numbers; `library`: the counts of the media library.
 */
function altscribe_get_report( $from = '', $to = '' ) {
	global $wpdb;
	foreach ( array_filter( compact( 'from', 'to' ) ) as $name => $day ) {
		if ( 10 !== strlen( $day ) || null === altscribe_read_date( $day ) ) {
			return altscribe_error_no_date( $name );
		}
	}
	if ( '' !== $to && $from > $to ) {
		return new WP_Error( 'rest_invalid_param', __( 'The first day is after the last day.', 'altscribe' ), array( 'status' => 400 ) );
	}
	$reading = altscribe_read_uses_for_user();
	$where   = "p.post_password = ''"
		. ( '' === $from ? '' : $wpdb->prepare( ' AND p.post_date >= %s', "$from 00:00:00" ) )
		. ( '' === $to ? '' : $wpdb->prepare( ' AND p.post_date <= %s', "$to 23:59:59" ) );
	$types   = altscribe_sum_report( "CASE WHEN p.post_type = 'product_variation' THEN 'product' ELSE p.post_type END", $where );
	$authors = altscribe_sum_report( 'p.post_author', $where );
	$months  = altscribe_sum_report( 'SUBSTR( p.post_date, 1, 7 )', $where );
	cache_users( wp_list_pluck( $authors, 'key' ) );
	$total = array_fill_keys( array_merge( array( 'posts', 'images' ), ALTSCRIBE_REPORT_COLUMNS ), 0 );
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
		'findings'  => (object) altscribe_sum_findings( $where ),
		'by_type'   => $types,
		'by_author' => $authors,
		'by_month'  => $months,
		'library'   => altscribe_cached_counts(),
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
function altscribe_sum_report( $group, $where ) {
	global $wpdb;
	$sums = '';
	foreach ( ALTSCRIBE_REPORT_COLUMNS as $column ) {
		$sums .= ", SUM( r.$column ) AS $column";
	}
	// phpcs:ignore WordPress.DB -- The table is the plugin's own, and the interpolated parts are safe.
	$rows = $wpdb->get_results( $wpdb->prepare( "SELECT $group AS group_key, COUNT(*) AS posts, SUM( r.with_text + r.decorative + r.missing ) AS images$sums FROM %i r JOIN $wpdb->posts p ON p.ID = r.post_id WHERE $where GROUP BY group_key ORDER BY images DESC, group_key", altscribe_report_table() ), ARRAY_A );
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
function altscribe_sum_findings( $where ) {
	global $wpdb;
	$sums = array();
	// phpcs:ignore WordPress.DB -- The table is the plugin's own, and $where is safe.
	foreach ( $wpdb->get_col( $wpdb->prepare( "SELECT r.findings FROM %i r JOIN $wpdb->posts p ON p.ID = r.post_id WHERE r.findings <> '' AND $where", altscribe_report_table() ) ) as $findings ) {
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
 * @param array<string, mixed> $report From altscribe_get_report().
 * @return array<array<string, string|int>> With the columns of altscribe_report_row_columns(). In the rows of findings,
 *         only `images` is a number.
 */
function altscribe_list_report_rows( $report ) {
	$columns = altscribe_report_row_columns();
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
function altscribe_report_row_columns() {
	return array_merge( array( 'group', 'name', 'posts', 'images' ), ALTSCRIBE_REPORT_COLUMNS );
}
