<?php
/**
 * Runs when an administrator deletes the plugin: removes everything it stored.
 *
 * @package Altscribe
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Removes the data of the plugin from the current site. The alternative texts are content and stay.
 */
function altscribe_uninstall_site() {
	global $wpdb;
	wp_clear_scheduled_hook( 'altscribe_queue_tick' );
	foreach ( array( 'altscribe_queue', 'altscribe_batches', 'altscribe_uses', 'altscribe_texts', 'altscribe_report', 'altscribe_suggestions' ) as $table ) {
		// phpcs:ignore WordPress.DB -- A table of the plugin's own.
		$wpdb->query( $wpdb->prepare( 'DROP TABLE IF EXISTS %i', $wpdb->prefix . $table ) );
	}
	delete_option( 'altscribe_queue_schema' );
	delete_option( 'altscribe_texts_schema' );
	delete_option( 'altscribe_suggestions_schema' );
	wp_clear_scheduled_hook( 'altscribe_read_uses' );
	delete_option( 'altscribe_uses' );
	delete_option( 'altscribe_last_tick' );
	delete_option( 'altscribe_tick_wanted' );
	delete_option( 'altscribe_settings' );
	delete_option( 'altscribe_data_version' );
	delete_option( 'altscribe_checked' );
	delete_option( 'altscribe_counts' );
	delete_option( 'altscribe_low_credits_since' );
	delete_option( 'altscribe_low_credits' );
	// Remains only if a request was cut off.
	delete_option( 'altscribe_account.lock' );
	delete_post_meta_by_key( '_altscribe_seo_keywords' );
	delete_post_meta_by_key( '_altscribe_language' );
	delete_post_meta_by_key( '_altscribe_decorative' );
	delete_post_meta_by_key( '_altscribe_filled' );
	delete_post_meta_by_key( '_altscribe_filled_posts' );
	delete_post_meta_by_key( '_altscribe_fill_revision' );
	delete_post_meta_by_key( '_altscribe_check' );
	delete_post_meta_by_key( '_altscribe_source' );
	delete_post_meta_by_key( '_altscribe_file_texts' );
	delete_post_meta_by_key( '_altscribe_unread' );
	delete_post_meta_by_key( '_altscribe_sources' );
	wp_unschedule_hook( 'altscribe_check_library' );
	// The key of version 0.1.0.
	delete_post_meta_by_key( 'altscribe_seo_keywords' );
	delete_metadata( 'user', 0, $wpdb->get_blog_prefix() . 'altscribe_low_credits_dismissed', '', true );
	delete_metadata( 'user', 0, $wpdb->get_blog_prefix() . 'altscribe_reads', '', true );
	// Today's credits, one option per day, the slots of the workers, the keys of lost requests, the locks of requests that
	// were cut off, and generated texts that were not saved.
	foreach ( array( 'altscribe_spent_', 'altscribe_worker_', 'altscribe_asking_', 'altscribe_post_', '_transient_altscribe_generated_', '_transient_timeout_altscribe_generated_' ) as $prefix ) {
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( $prefix ) . '%' ) );
	}
}

if ( is_multisite() ) {
	$altscribe_sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $altscribe_sites as $altscribe_site ) {
		switch_to_blog( $altscribe_site );
		altscribe_uninstall_site();
		restore_current_blog();
	}
	delete_site_option( 'altscribe_network_settings' );
	delete_site_option( 'altscribe_network_activated' );
} else {
	altscribe_uninstall_site();
}
