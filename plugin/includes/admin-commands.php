<?php
/**
 * The palette of commands outside of the editor: since WordPress 6.9 every screen of the administration
 * has it.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

// After WordPress has decided whether this screen has the palette.
add_action( 'admin_enqueue_scripts', 'altscribe_add_admin_commands', 20 );

/**
 * Adds a command for each of the plugin's pages that the user may open. WordPress has "Go to: …" for
 * each page, which nobody finds by the words "alt text".
 */
function altscribe_add_admin_commands() {
	if ( ! function_exists( 'wp_enqueue_command_palette_assets' ) || ! wp_script_is( 'wp-core-commands' ) ) {
		return;
	}
	$labels   = array(
		'altscribe'       => __( 'Open alt text settings', 'altscribe' ),
		'altscribe-media' => __( 'Open alt text of the media library', 'altscribe' ),
	);
	$commands = array();
	foreach ( $labels as $page => $label ) {
		// Nothing for a page that is not there, or that the user may not open.
		$url = menu_page_url( $page, false );
		if ( '' !== $url ) {
			$commands[] = array(
				'name'  => "$page/open",
				'label' => $label,
				'url'   => html_entity_decode( $url, ENT_QUOTES, 'UTF-8' ),
			);
		}
	}
	if ( array() === $commands ) {
		return;
	}
	// A script of its own would be another request on every screen.
	wp_add_inline_script(
		'wp-core-commands',
		sprintf(
			'%s.forEach( function ( c ) {
	wp.data.dispatch( "core/commands" ).registerCommand( { name: c.name, label: c.label, category: "view", callback: function ( o ) {
		o.close();
		document.location = c.url;
	} } );
} );',
			wp_json_encode( $commands, JSON_HEX_TAG | JSON_HEX_AMP )
		)
	);
}
