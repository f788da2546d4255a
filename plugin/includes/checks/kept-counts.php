<?php
/**
 * The counts of altscribe_count_states() of the whole library, kept until something is written that they count:
 * counting reads every image. Whoever counts leaves a mark first, and whoever writes removes what is kept, or the
 * mark: counts are kept only where their mark is still there, so that none are older than a text.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/** Option: a mark, or a time, `|` and the counts as JSON. Other processes write it, too, so no cache can know it. */
const ALTSCRIBE_COUNTS_OPTION = 'altscribe_counts';

/** Seconds after which counts are made anew, for what is written past the hooks of WordPress. */
const ALTSCRIBE_COUNTS_LIFE = 10 * MINUTE_IN_SECONDS;

add_action( 'added_post_meta', 'altscribe_forget_counts_of_meta', 10, 3 );
add_action( 'updated_post_meta', 'altscribe_forget_counts_of_meta', 10, 3 );
add_action( 'deleted_post_meta', 'altscribe_forget_counts_of_meta', 10, 3 );
add_action( 'add_attachment', 'altscribe_forget_counts' );
add_action( 'attachment_updated', 'altscribe_forget_counts' );
add_action( 'deleted_post', 'altscribe_forget_counts_of_post', 10, 2 );

/**
 * The counts of all images, as altscribe_count_states() returns them.
 *
 * @return array<string, int>
 */
function altscribe_kept_counts() {
	global $wpdb;
	// phpcs:disable WordPress.DB.DirectDatabaseQuery
	$kept = explode( '|', (string) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM $wpdb->options WHERE option_name = %s", ALTSCRIBE_COUNTS_OPTION ) ), 2 );
	if ( isset( $kept[1] ) && abs( time() - (int) $kept[0] ) < ALTSCRIBE_COUNTS_LIFE ) {
		return array_map( 'intval', (array) json_decode( $kept[1], true ) );
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

/** Forgets the counts, also those that are being made. */
function altscribe_forget_counts() {
	global $wpdb;
	$wpdb->delete( $wpdb->options, array( 'option_name' => ALTSCRIBE_COUNTS_OPTION ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
}

/**
 * Forgets the counts where a text, a mark or findings have changed.
 *
 * @param int|int[] $meta_ids Unused.
 * @param int       $post_id  Unused.
 * @param string    $meta_key The key that has changed.
 */
function altscribe_forget_counts_of_meta( $meta_ids, $post_id, $meta_key ) {
	if ( in_array( $meta_key, array( '_wp_attachment_image_alt', ALTSCRIBE_DECORATIVE_KEY, ALTSCRIBE_CHECK_KEY ), true ) ) {
		altscribe_forget_counts();
	}
}

/**
 * Forgets the counts where an image has been deleted.
 *
 * @param int     $post_id Unused.
 * @param WP_Post $post    What was deleted.
 */
function altscribe_forget_counts_of_post( $post_id, $post ) {
	if ( 'attachment' === $post->post_type ) {
		altscribe_forget_counts();
	}
}
