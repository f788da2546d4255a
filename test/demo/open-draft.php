<?php
/**
 * Plugin Name: Altscribe demo
 *
 * A must-use plugin of the throw-away WordPress of `npm run demo`: the link that the demo prints logs
 * its reader in and opens the draft. Nobody else on this machine knows the key in it.
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'init',
	function () {
		if ( ! isset( $_GET['altscribe-demo'], $_GET['post'] ) || ! is_string( $_GET['altscribe-demo'] ) ) {
			return;
		}
		if ( ! hash_equals( ALTSCRIBE_DEMO_KEY, $_GET['altscribe-demo'] ) ) {
			return;
		}
		wp_set_auth_cookie( get_user_by( 'login', 'admin' )->ID, true );
		wp_safe_redirect( admin_url( 'post.php?action=edit&post=' . absint( $_GET['post'] ) ) );
		exit;
	}
);
