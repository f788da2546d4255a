<?php
/**
 * Plugin Name: Altscribe demo
 *
 * A must-use plugin of the throw-away WordPress of `npm run demo`: the link that the demo prints logs
 * its reader in and opens the draft, and the editor opens with the sidebar. No other user of this
 * machine knows the key in it.
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

add_action(
	'enqueue_block_editor_assets',
	function () {
		// WordPress remembers whether a sidebar is open, but not which one. The plugin's script runs before.
		wp_add_inline_script(
			'altscribe-editor',
			"wp.domReady( () => wp.data.dispatch( 'core/interface' ).enableComplementaryArea( 'core', 'altscribe/altscribe-sidebar' ) );"
		);
	},
	20
);
