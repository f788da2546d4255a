<?php
/**
 * Loads what the build made of the TypeScript.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Enqueues the script and the style sheets of one screen, with their translations. A source folder
 * that was never built has none.
 *
 * @param string               $name     `editor` or `settings`.
 * @param string               $variable Global variable that the script reads at its start.
 * @param array<string, mixed> $data     What it finds there. Never a key.
 */
function altscribe_enqueue_screen( $name, $variable, $data ) {
	$folder = plugin_dir_path( ALTSCRIBE_FILE );
	if ( ! is_readable( $folder . "build/$name.asset.php" ) ) {
		return;
	}
	$asset  = require $folder . "build/$name.asset.php";
	$handle = "altscribe-$name";
	wp_enqueue_script( $handle, plugins_url( "build/$name.js", ALTSCRIBE_FILE ), $asset['dependencies'], $asset['version'], true );
	wp_set_script_translations( $handle, 'altscribe', $folder . 'languages' );
	// Printed into a script element, which no value may end.
	$json = wp_json_encode( $data, JSON_HEX_TAG | JSON_HEX_AMP );
	wp_add_inline_script( $handle, "window.$variable = $json;", 'before' );

	foreach ( array( $name, "style-$name" ) as $style ) {
		if ( ! is_readable( $folder . "build/$style.css" ) ) {
			continue;
		}
		$style_handle = "altscribe-$style";
		wp_enqueue_style( $style_handle, plugins_url( "build/$style.css", ALTSCRIBE_FILE ), array( 'wp-components' ), $asset['version'] );
		if ( is_readable( $folder . "build/$style-rtl.css" ) ) {
			wp_style_add_data( $style_handle, 'rtl', 'replace' );
		}
	}
}
