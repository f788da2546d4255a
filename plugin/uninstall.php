<?php
/**
 * Runs when the plugin is deleted: takes everything it stored along.
 *
 * @package Altscribe
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Removes what the plugin stored in the current site. Alternative texts are the site's own and stay.
 */
function altscribe_uninstall_site() {
	delete_option( 'altscribe_settings' );
	delete_post_meta_by_key( 'altscribe_seo_keywords' );
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
} else {
	altscribe_uninstall_site();
}
