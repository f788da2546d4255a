<?php
/**
 * The URLs of the plugin's screens.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Urls {

	/**
	 * The URL of the page.
	 *
	 * @return string
	 */
	public static function settings_url() {
		return admin_url( 'options-general.php?page=altscribe' );
	}

	/**
	 * The download URL. Filters are added to it as query arguments, with the same names as in the
	 * routes.
	 *
	 * @return string
	 */
	public static function download_url() {
		// Not wp_nonce_url(), which escapes for HTML.
		return add_query_arg(
			array(
				'action'   => 'altscribe_export',
				'_wpnonce' => wp_create_nonce( 'altscribe_export' ),
			),
			admin_url( 'admin-post.php' )
		);
	}

	/**
	 * The URL of the page.
	 *
	 * @param array<string, string|int> $arguments Filters in the URL, such as `altscribe_state`.
	 * @return string
	 */
	public static function media_page_url( $arguments = array() ) {
		return add_query_arg( array_merge( array( 'page' => 'altscribe-media' ), $arguments ), admin_url( 'upload.php' ) );
	}

	/**
	 * The URL of the screen.
	 *
	 * @return string
	 */
	public static function network_settings_url() {
		return network_admin_url( 'settings.php?page=altscribe' );
	}
}
