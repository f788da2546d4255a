<?php
/**
 * Counts the images of the media library by state.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Counts the images of the media library by the state of their alternative text, in one query.
 *
 * @param string $condition A prepared SQL condition on the table of posts, such as from altscribe_state_sql();
 *                          '' for all images outside the trash.
 * @return array{images: int, missing: int, unread: int, check: int, decorative: int, good: int, pending: int} Each image
 *                          has one of the five states. `pending`: texts that are not checked yet; they count as good.
 */
function altscribe_count_states( $condition = '' ) {
	global $wpdb;
	$where = altscribe_state_sql( '' ) . " AND {$wpdb->posts}.post_status NOT IN ( 'trash', 'auto-draft' )";
	$where = '' === $condition ? $where : "$where AND $condition";
	// One expression for all states: a sum for each would look up the meta of each image several times.
	// phpcs:ignore WordPress.DB -- Only names of tables and constants are put together here.
	$rows   = $wpdb->get_results( 'SELECT ' . altscribe_state_column_sql() . " AS image_state, COUNT(*) AS images FROM {$wpdb->posts} WHERE $where GROUP BY image_state", ARRAY_A );
	$counts = array_map( 'intval', array_column( $rows, 'images', 'image_state' ) ) + array_fill_keys( array( 'missing', 'unread', 'check', 'decorative', 'good' ), 0 );
	return $counts + array(
		'images'  => array_sum( $counts ),
		'pending' => altscribe_count_unchecked(),
	);
}

/** Option: a mark or a time, `|`, and the counts as JSON. Other processes write it too, so it must not be cached. */
const ALTSCRIBE_COUNTS_OPTION = 'altscribe_counts';

/** Seconds after which the counts are refreshed, because some changes bypass WordPress's hooks. */
const ALTSCRIBE_COUNTS_LIFE = 10 * MINUTE_IN_SECONDS;

add_action( 'added_post_meta', 'altscribe_forget_counts_of_meta', 10, 3 );
add_action( 'updated_post_meta', 'altscribe_forget_counts_of_meta', 10, 3 );
add_action( 'deleted_post_meta', 'altscribe_forget_counts_of_meta', 10, 3 );
add_action( 'add_attachment', 'altscribe_forget_counts' );
add_action( 'attachment_updated', 'altscribe_forget_counts' );
add_action( 'deleted_post', 'altscribe_forget_counts_of_post', 10, 2 );

/**
 * The cached counts of all images, like those of altscribe_count_states().
 *
 * @return array<string, int>
 */
function altscribe_cached_counts() {
	global $wpdb;
	// phpcs:disable WordPress.DB.DirectDatabaseQuery
	$cached = explode( '|', (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", ALTSCRIBE_COUNTS_OPTION ) ), 2 );
	if ( isset( $cached[1] ) && abs( time() - (int) $cached[0] ) < ALTSCRIBE_COUNTS_LIFE ) {
		return array_map( 'intval', (array) json_decode( $cached[1], true ) );
	}
	$mark = wp_generate_uuid4();
	$wpdb->query( $wpdb->prepare( "INSERT INTO $wpdb->options ( option_name, option_value, autoload ) VALUES ( %s, %s, 'off' ) ON DUPLICATE KEY UPDATE option_value = VALUES( option_value )", ALTSCRIBE_COUNTS_OPTION, $mark ) );
	$counts = altscribe_count_states();
	if ( 0 === $counts['pending'] ) {
		$wpdb->update(
			$wpdb->options,
			array( 'option_value' => time() . '|' . wp_json_encode( $counts ) ),
			array(
				'option_name'  => ALTSCRIBE_COUNTS_OPTION,
				'option_value' => $mark,
			)
		);
	}
	// phpcs:enable
	return $counts;
}

/** Forgets the counts, including any that are being computed. */
function altscribe_forget_counts() {
	global $wpdb;
	$wpdb->delete( $wpdb->options, array( 'option_name' => ALTSCRIBE_COUNTS_OPTION ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
}

/**
 * Forgets the counts after a text, a mark or findings changed.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $post_id  Unused.
 * @param string    $meta_key The key that changed.
 */
function altscribe_forget_counts_of_meta( $meta_ids, $post_id, $meta_key ) {
	if ( in_array( $meta_key, array( '_wp_attachment_image_alt', ALTSCRIBE_DECORATIVE_KEY, ALTSCRIBE_CHECK_KEY, ALTSCRIBE_UNREAD_KEY ), true ) ) {
		altscribe_forget_counts();
	}
}

/**
 * Forgets the counts after an image was deleted.
 *
 * @param int     $post_id Unused.
 * @param WP_Post $post    The deleted post.
 */
function altscribe_forget_counts_of_post( $post_id, $post ) {
	if ( 'attachment' === $post->post_type ) {
		altscribe_forget_counts();
	}
}
