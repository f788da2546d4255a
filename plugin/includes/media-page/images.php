<?php
/**
 * The images on the page Media > Alt text, and the suggestions to review.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * The months in which images were uploaded.
 *
 * @return array<int, array{value: string, label: string}> `value` such as `202611`; newest first.
 */
function altscribe_list_image_months() {
	global $wp_locale;
	$months = array();
	foreach ( altscribe_list_image_values( 'SUBSTR( post_date, 1, 7 )' ) as $month ) {
		list( $year, $number ) = explode( '-', $month );
		array_unshift(
			$months,
			array(
				'value' => $year . $number,
				/* translators: 1: name of a month, 2: year with four digits. */
				'label' => sprintf( __( '%1$s %2$s', 'altscribe' ), $wp_locale->get_month( $number ), $year ),
			)
		);
	}
	return $months;
}

/**
 * The types of the images.
 *
 * @return string[] Such as `image/jpeg`.
 */
function altscribe_list_image_types() {
	return altscribe_list_image_values( 'post_mime_type' );
}

/**
 * The users who uploaded images.
 *
 * @return array<int, array{id: int, name: string}> Sorted by name, at most 100.
 */
function altscribe_list_image_authors() {
	$users = get_users(
		array(
			'include' => array_map( 'intval', altscribe_list_image_values( 'post_author' ) ) + array( 0 ),
			'fields'  => array( 'ID', 'display_name' ),
			'orderby' => 'display_name',
			'number'  => 100,
		)
	);
	return array_map(
		function ( $user ) {
			return array(
				'id'   => (int) $user->ID,
				'name' => $user->display_name,
			);
		},
		$users
	);
}

/**
 * The languages that images can have.
 *
 * @return array<int, array{value: string, label: string}> Empty on a site with one language.
 */
function altscribe_list_language_options() {
	$options = array();
	foreach ( altscribe_list_media_languages() as $code => $name ) {
		$options[] = array(
			'value' => (string) $code,
			'label' => $name,
		);
	}
	if ( $options ) {
		$options[] = array(
			'value' => ALTSCRIBE_NO_LANGUAGE,
			'label' => __( 'No language', 'altscribe' ),
		);
	}
	return $options;
}

/**
 * The distinct values of a column among the images.
 *
 * @param string $column Safe SQL.
 * @return string[] Sorted.
 */
function altscribe_list_image_values( $column ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- $column is a constant.
	return $wpdb->get_col( "SELECT DISTINCT $column AS image_value FROM $wpdb->posts WHERE post_type = 'attachment' AND post_mime_type LIKE 'image/%' AND post_status <> 'trash' ORDER BY image_value" );
}

/**
 * The SQL condition for images that match filters.
 *
 * @param array<string, mixed> $filters `state` (as for altscribe_state_sql(); none means all),
 *                                      and the others of altscribe_start_batch().
 * @return string Safe SQL about the columns of the table of posts.
 */
function altscribe_image_condition( $filters ) {
	$filters = array_merge( array( 'state' => 'all' ), array_filter( $filters ) );
	return implode( ' AND ', altscribe_image_conditions( altscribe_batch_args( array( 'filters' => $filters ) ) ) );
}

/**
 * Image ids in ascending order, for processing all of them in chunks.
 *
 * @param string $condition From altscribe_image_condition(). Compute it once for all chunks.
 * @param int    $after     Only ids greater than this.
 * @param int    $limit     How many at most.
 * @return int[]
 */
function altscribe_list_image_ids( $condition, $after, $limit ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- $condition is safe.
	return array_map( 'intval', $wpdb->get_col( "SELECT $wpdb->posts.ID FROM $wpdb->posts WHERE $condition" . $wpdb->prepare( " AND $wpdb->posts.ID > %d ORDER BY $wpdb->posts.ID LIMIT %d", $after, $limit ) ) );
}

/**
 * One page of images, newest first, as in the media library.
 *
 * @param array<string, mixed> $filters As altscribe_image_condition() takes them.
 * @param int                  $page    From 1.
 * @param int                  $number  Images per page.
 * @return array{ids: int[], total: int} `total` counts the images on all pages.
 */
function altscribe_list_images_page( $filters, $page, $number ) {
	global $wpdb;
	$images = "FROM $wpdb->posts WHERE " . altscribe_image_condition( $filters );
	// phpcs:disable WordPress.DB -- $images is safe.
	// Reads the images once, also to count them.
	$ids = $wpdb->get_col(
		"SELECT SQL_CALC_FOUND_ROWS $wpdb->posts.ID $images"
		. $wpdb->prepare( " ORDER BY $wpdb->posts.post_date DESC, $wpdb->posts.ID DESC LIMIT %d OFFSET %d", $number, ( $page - 1 ) * $number )
	);
	return array(
		'ids'   => array_map( 'intval', $ids ),
		'total' => (int) $wpdb->get_var( 'SELECT FOUND_ROWS()' ),
	);
	// phpcs:enable
}

/**
 * The REST representation of images.
 *
 * @param int[] $ids The attachments.
 * @return array<array{attachment_id: int, title: string, file: string, thumbnail: string, edit_link: string, alt_text:
 *               string, language: string, state: string, findings: string[], doubts: string[], filled_posts: int, posts_without_text:
 *               int, text_in_post: array{text: string, post_id: int}|null, text_in_file: string, text_of_copy: string}> `thumbnail`, `edit_link`
 *               and `language` are '' if there is none; `posts_without_text`: from altscribe_count_posts_without_text();
 *               `text_in_post`, `text_in_file` and `text_of_copy`: for an image without a text, from altscribe_find_offered_text().
 */
function altscribe_images_to_array( $ids ) {
	$without = altscribe_count_posts_without_text( array_filter( $ids, 'altscribe_get_alt_text' ) );
	return array_map(
		function ( $id ) use ( $without ) {
			$state = altscribe_alt_text_state( $id );
			$free  = altscribe_find_offered_text( $id );
			return array(
				'attachment_id'      => $id,
				'title'              => html_entity_decode( get_the_title( $id ), ENT_QUOTES, 'UTF-8' ),
				'file'               => wp_basename( (string) get_post_meta( $id, '_wp_attached_file', true ) ),
				'thumbnail'          => (string) wp_get_attachment_image_url( $id, 'thumbnail' ),
				'edit_link'          => (string) get_edit_post_link( $id, 'raw' ),
				'alt_text'           => altscribe_get_attachment_alt_text( $id ),
				'language'           => altscribe_find_media_language( $id ),
				'state'              => $state['state'],
				'findings'           => $state['findings'],
				'doubts'             => 'unread' === $state['state'] ? altscribe_get_source( $id )['doubts'] ?? array() : array(),
				'filled_posts'       => count( altscribe_list_filled_posts( $id ) ),
				'posts_without_text' => $without[ $id ] ?? 0,
				'text_in_post'       => $free && $free['post_id'] ? $free : null,
				'text_in_file'       => $free && ! $free['post_id'] && ! isset( $free['copy_of'] ) ? $free['text'] : '',
				'text_of_copy'       => isset( $free['copy_of'] ) ? $free['text'] : '',
			);
		},
		$ids
	);
}

/**
 * The REST representation of an image.
 *
 * @param int $id The attachment.
 * @return array<string, mixed> As in altscribe_images_to_array().
 */
function altscribe_image_to_array( $id ) {
	return altscribe_images_to_array( array( $id ) )[0];
}

/**
 * The filters that a request may contain.
 *
 * @return array<string, array<string, mixed>> Schemas by name.
 */
function altscribe_image_filter_args() {
	$date = array(
		'type'              => 'string',
		'pattern'           => '^\d{4}-\d{2}-\d{2}$',
		'validate_callback' => 'altscribe_validate_date_arg',
	);
	return array(
		'state'     => array(
			'type' => 'string',
			'enum' => ALTSCRIBE_STATES,
		),
		'after'     => $date,
		'before'    => $date,
		'mime_type' => array(
			'type'    => 'string',
			'pattern' => '^image/[\w.+-]+$',
		),
		'author'    => array(
			'type'    => 'integer',
			'minimum' => 1,
		),
		'used'      => array( 'type' => 'boolean' ),
		'language'  => array(
			'type'    => 'string',
			'pattern' => '^[\w-]{1,35}$',
		),
	);
}

/**
 * The filters in a request.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed> As altscribe_start_batch() takes them.
 */
function altscribe_read_image_filters( $request ) {
	return array_filter( array_intersect_key( $request->get_params(), altscribe_image_filter_args() ) );
}

/**
 * The parameters that filter suggestions, as REST routes accept them.
 *
 * @return array<string, array<string, mixed>> Values of altscribe_suggestions_sql().
 */
function altscribe_suggestion_filter_args() {
	$id   = array(
		'type'    => 'integer',
		'minimum' => 0,
		'default' => 0,
	);
	$date = altscribe_image_filter_args()['after'];
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
	);
}

/**
 * The filters for suggestions in a request.
 *
 * @param WP_REST_Request $request The request.
 * @return array<string, mixed> For altscribe_suggestions_sql().
 */
function altscribe_read_suggestion_filters( $request ) {
	return array_filter( array_intersect_key( $request->get_params(), altscribe_suggestion_filter_args() + array_flip( array( 'state', 'bulk' ) ) ) );
}

/** Condition of a suggestion with a text in which nothing was found: safe SQL. */
const ALTSCRIBE_WITHOUT_FINDINGS = "suggestion.findings = '' AND suggestion.doubts = '' AND suggestion.new_text <> '' AND suggestion.purpose NOT IN ('decorative', 'long')";

/**
 * The suggestions that the current user may decide, as the end of a query (FROM and WHERE). The tables are called
 * `suggestion` and `target`, which is the post, or for the media library the image.
 *
 * @param array<string, mixed> $filters All are optional: `state` (`pending`, by default, or `decided`), `post`, `author`
 *                                      (of the post, or who uploaded the image), `after` and `before` (dates, the first
 *                                      inclusive), `type` (`library` or `post`), `finding` (a code, `none` for texts
 *                                      without findings, or `decorative` for images that seem to be), `without_findings`, `bulk`, `after_id` (only higher ids, in
 *                                      their order) and `any` (whatever the user may decide).
 * @return string Safe SQL.
 */
function altscribe_suggestions_sql( $filters ) {
	global $wpdb;
	$is_decided = 'decided' === ( $filters['state'] ?? '' );
	$time       = $is_decided ? 'decided' : 'created';
	// phpcs:disable WordPress.DB.PreparedSQL -- Only names of tables.
	$from       = $wpdb->prepare( "FROM %i suggestion JOIN $wpdb->posts target ON target.ID = CASE WHEN suggestion.post_id > 0 THEN suggestion.post_id ELSE suggestion.attachment_id END", altscribe_suggestions_table() );
	$conditions = array( $is_decided ? "suggestion.state <> 'pending'" : "suggestion.state = 'pending'", "target.post_status NOT IN ('trash', 'auto-draft')" );
	foreach ( array( 'post' => 'suggestion.post_id', 'author' => 'target.post_author', 'bulk' => 'suggestion.bulk' ) as $name => $column ) { // phpcs:ignore WordPress.Arrays
		if ( ! empty( $filters[ $name ] ) ) {
			$conditions[] = $wpdb->prepare( "$column = %d", $filters[ $name ] );
		}
	}
	foreach ( array( 'after' => '>=', 'before' => '<' ) as $name => $operator ) { // phpcs:ignore WordPress.Arrays
		if ( ! empty( $filters[ $name ] ) ) {
			$conditions[] = $wpdb->prepare( "suggestion.$time $operator %d", date_create_immutable( $filters[ $name ], wp_timezone() )->getTimestamp() );
		}
	}
	if ( isset( $filters['after_id'] ) ) {
		$conditions[] = $wpdb->prepare( 'suggestion.id > %d', $filters['after_id'] );
	}
	if ( ! empty( $filters['type'] ) ) {
		$conditions[] = 'suggestion.post_id ' . ( 'post' === $filters['type'] ? '> 0' : '= 0' );
	}
	if ( 'none' === ( $filters['finding'] ?? '' ) || ! empty( $filters['without_findings'] ) ) {
		$conditions[] = ALTSCRIBE_WITHOUT_FINDINGS;
	}
	if ( 'decorative' === ( $filters['finding'] ?? '' ) ) {
		$conditions[] = "suggestion.purpose = 'decorative'";
	}
	if ( ! in_array( $filters['finding'] ?? '', array( '', 'none', 'decorative' ), true ) ) {
		$conditions[] = $wpdb->prepare( 'suggestion.findings LIKE %s', '%,' . $wpdb->esc_like( $filters['finding'] ) . ',%' );
	}
	// phpcs:enable
	$sql       = "$from WHERE " . implode( ' AND ', $conditions );
	$permitted = empty( $filters['any'] ) ? altscribe_permitted_sql( $sql, 'target', 'suggestion.id' ) : '';
	return '' === $permitted ? $sql : "$sql AND $permitted";
}

/**
 * One page of suggestions: the oldest pending ones, or the newest decisions.
 *
 * @param array<string, mixed> $filters As for altscribe_suggestions_sql().
 * @param int                  $page    From 1.
 * @param int                  $number  Suggestions per page.
 * @return array{rows: array<array<string, string>>, total: int}
 */
function altscribe_list_suggestions( $filters, $page, $number ) {
	global $wpdb;
	if ( ! altscribe_make_suggestions_table() ) {
		return array(
			'rows'  => array(),
			'total' => 0,
		);
	}
	$sql   = altscribe_suggestions_sql( $filters );
	$order = 'decided' === ( $filters['state'] ?? '' ) && ! isset( $filters['after_id'] ) ? 'suggestion.decided DESC, suggestion.id DESC' : 'suggestion.id';
	// phpcs:disable WordPress.DB -- $sql is safe.
	return array(
		'rows'  => $wpdb->get_results( "SELECT suggestion.* $sql ORDER BY $order" . $wpdb->prepare( ' LIMIT %d OFFSET %d', $number, ( $page - 1 ) * $number ), ARRAY_A ),
		'total' => (int) $wpdb->get_var( "SELECT COUNT(*) $sql" ),
	);
	// phpcs:enable
}

/**
 * The pending suggestions for the images that a post shows: for their places, and for their texts in the media library if
 * the user may edit these.
 *
 * @param int $post_id The post.
 * @return array<array<string, string>> Rows.
 */
function altscribe_list_suggestions_in_post( $post_id ) {
	global $wpdb;
	require_once dirname( __DIR__ ) . '/other-posts/find.php';
	$ids = wp_list_pluck( altscribe_list_places( get_post( $post_id ) ), 'attachment_id' );
	$ids = array_unique( array_filter( array_map( 'intval', array_merge( $ids, array( get_post_thumbnail_id( $post_id ) ) ) ) ) );
	_prime_post_caches( $ids, false, false );
	$ids = array_filter( $ids, 'altscribe_may_use_post' );
	$in  = $ids ? ' OR (post_id = 0 AND attachment_id IN (' . implode( ',', $ids ) . '))' : '';
	// phpcs:ignore WordPress.DB -- The table is the plugin's own, and there are only numbers.
	return altscribe_make_suggestions_table() ? $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE state = 'pending' AND (post_id = %d$in) ORDER BY id", altscribe_suggestions_table(), $post_id ), ARRAY_A ) : array();
}

/** How many posts and authors suggestions can be filtered by: those with the most. */
const ALTSCRIBE_SUGGESTION_CHOICES = 100;

/**
 * The number of pending suggestions that the current user may decide, and the values by which they can be filtered.
 *
 * @param array<string, mixed> $filters Only for `without_findings`: as for altscribe_suggestions_sql(). `post` is among the
 *                                      posts if it has any.
 * @return array<string, mixed> `pending`, `without_findings`, `posts` (`id`, `title`, `count`), `authors` (`id`, `name`),
 *                              `findings` (`slug`, `label`, `count`), `months` (`value`, such as `202611`, and `label`;
 *                              newest first), and `reads` and `reads_needed`, for accepting all without findings.
 */
function altscribe_count_suggestions( $filters = array() ) {
	global $wpdb, $wp_locale;
	$result = array(
		'pending'          => 0,
		'without_findings' => 0,
		'posts'            => array(),
		'authors'          => array(),
		'findings'         => array(),
		'months'           => array(),
		'reads'            => altscribe_count_reads(),
		'reads_needed'     => ALTSCRIBE_READS_NEEDED,
	);
	if ( ! altscribe_make_suggestions_table() ) {
		return $result;
	}
	$sql    = altscribe_suggestions_sql( array() );
	$starts = altscribe_list_starts_of_months();
	$month  = '0';
	foreach ( array_slice( $starts, 1 ) as $start ) {
		$month .= " + (suggestion.created >= {$start->getTimestamp()})";
	}
	$codes  = array();
	$months = array();
	// phpcs:disable WordPress.DB -- Safe SQL. A row for each month and combination of findings, however many suggestions there are.
	foreach ( $wpdb->get_results( "SELECT suggestion.findings, suggestion.purpose, $month AS month, COUNT(*) AS number, SUM(CASE WHEN " . ALTSCRIBE_WITHOUT_FINDINGS . " THEN 1 ELSE 0 END) AS without_findings $sql GROUP BY suggestion.findings, suggestion.purpose, month ORDER BY MIN(suggestion.id)" ) as $row ) {
		$result['pending']          += (int) $row->number;
		$result['without_findings'] += (int) $row->without_findings;
		$months[ (int) $row->month ] = $starts[ (int) $row->month ];
		foreach ( 'decorative' === $row->purpose ? array( 'decorative' ) : array_filter( explode( ',', $row->findings ) ) as $code ) {
			$codes[ $code ] = ( $codes[ $code ] ?? 0 ) + (int) $row->number;
		}
	}
	if ( $filters ) {
		$result['without_findings'] = (int) $wpdb->get_var( 'SELECT COUNT(*) ' . altscribe_suggestions_sql( array( 'without_findings' => true ) + $filters ) );
	}
	foreach ( $codes as $code => $number ) {
		$result['findings'][] = altscribe_describe_finding( $code ) + array( 'count' => $number );
	}
	krsort( $months );
	foreach ( $months as $start ) {
		$result['months'][] = array(
			'value' => $start->format( 'Ym' ),
			/* translators: 1: name of a month, 2: year with four digits. */
			'label' => sprintf( __( '%1$s %2$s', 'altscribe' ), $wp_locale->get_month( $start->format( 'm' ) ), $start->format( 'Y' ) ),
		);
	}
	$posts = $wpdb->get_results( $wpdb->prepare( "SELECT suggestion.post_id AS id, COUNT(*) AS number $sql AND suggestion.post_id > 0 GROUP BY suggestion.post_id ORDER BY CASE WHEN suggestion.post_id = %d THEN 0 ELSE 1 END, number DESC, id LIMIT %d", $filters['post'] ?? 0, ALTSCRIBE_SUGGESTION_CHOICES ) );
	_prime_post_caches( array_map( 'intval', wp_list_pluck( $posts, 'id' ) ), false, false );
	foreach ( $posts as $post ) {
		$result['posts'][] = array(
			'id'    => (int) $post->id,
			'title' => html_entity_decode( get_the_title( (int) $post->id ), ENT_QUOTES, 'UTF-8' ),
			'count' => (int) $post->number,
		);
	}
	$authors = array_map( 'intval', $wpdb->get_col( "SELECT target.post_author AS author $sql GROUP BY target.post_author ORDER BY COUNT(*) DESC, author LIMIT " . ALTSCRIBE_SUGGESTION_CHOICES ) );
	// phpcs:enable
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
 * When the months of pending suggestions begin, on this site: the database does not know its time zone.
 *
 * @return DateTimeImmutable[] From the first suggestion to the last, of the last ten years; at least one.
 */
function altscribe_list_starts_of_months() {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- The table is the plugin's own.
	$made   = $wpdb->get_row( $wpdb->prepare( "SELECT MIN(created) AS first, MAX(created) AS last FROM %i WHERE state = 'pending'", altscribe_suggestions_table() ) );
	$last   = (int) $made->last;
	$starts = array();
	$month  = date_create_immutable( '@' . max( (int) $made->first, $last - 10 * YEAR_IN_SECONDS ) )->setTimezone( wp_timezone() )->modify( 'first day of this month midnight' );
	do {
		$starts[] = $month;
		$month    = $month->modify( '+1 month' );
	} while ( $month->getTimestamp() <= $last );
	return $starts;
}
