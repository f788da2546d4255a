<?php
/**
 * Runs when an administrator deletes the plugin: removes everything it stored.
 *
 * @package Altscribe
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * The keys in a column that begin with a prefix.
 *
 * @param string $table  A table of WordPress.
 * @param string $column The column with the keys.
 * @param string $prefix Plain text.
 * @return string[]
 */
function altscribe_keys( $table, $column, $prefix ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- No WordPress function finds them.
	return $wpdb->get_col( $wpdb->prepare( 'SELECT DISTINCT %i FROM %i WHERE %i LIKE %s', $column, $table, $column, $wpdb->esc_like( $prefix ) . '%' ) );
}

/**
 * Removes the data of the plugin from the current site. The alternative texts are content and stay.
 */
function altscribe_uninstall_site() {
	global $wpdb;
	foreach ( array( 'altscribe_queue_tick', 'altscribe_read_uses', 'altscribe_check_library' ) as $hook ) {
		wp_unschedule_hook( $hook );
	}
	foreach ( array( 'altscribe_queue', 'altscribe_batches', 'altscribe_uses', 'altscribe_texts', 'altscribe_report', 'altscribe_suggestions' ) as $table ) {
		// phpcs:ignore WordPress.DB -- A table of the plugin's own.
		$wpdb->query( $wpdb->prepare( 'DROP TABLE IF EXISTS %i', $wpdb->prefix . $table ) );
	}
	// Transients in an object cache expire within a day.
	foreach ( array( 'altscribe_', '_transient_altscribe_', '_transient_timeout_altscribe_', '_site_transient_altscribe_', '_site_transient_timeout_altscribe_' ) as $prefix ) {
		array_map( 'delete_option', altscribe_keys( $wpdb->options, 'option_name', $prefix ) );
	}
	// Version 0.1.0 had a key without an underscore.
	foreach ( array( '_altscribe_', 'altscribe_' ) as $prefix ) {
		array_map( 'delete_post_meta_by_key', altscribe_keys( $wpdb->postmeta, 'meta_key', $prefix ) );
	}
	foreach ( altscribe_keys( $wpdb->usermeta, 'meta_key', $wpdb->get_blog_prefix() . 'altscribe_' ) as $key ) {
		delete_metadata( 'user', 0, $key, '', true );
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
	foreach ( array( 'altscribe_', '_site_transient_altscribe_', '_site_transient_timeout_altscribe_' ) as $altscribe_prefix ) {
		array_map( 'delete_site_option', altscribe_keys( $GLOBALS['wpdb']->sitemeta, 'meta_key', $altscribe_prefix ) );
	}
} else {
	altscribe_uninstall_site();
}
