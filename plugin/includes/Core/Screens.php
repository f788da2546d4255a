<?php
/**
 * Loads the script and the styles of a screen.
 *
 * @package Altscribe
 */

namespace Altscribe\Core;

defined( 'ABSPATH' ) || exit;

final class Screens {

	/**
	 * Enqueues the script and the style sheets of one screen, with their translations. Does nothing if
	 * the plugin was not built.
	 *
	 * @param string               $name     `editor`, `classic-editor`, `settings`, `media-library`, `media-page` or `product`.
	 * @param string               $variable Name of the global variable with the data.
	 * @param array<string, mixed> $data     Data that the script needs at its start. Never a key.
	 * @param string[]             $after    Handles of scripts that it extends, if they are loaded too.
	 */
	public static function enqueue( $name, $variable, $data, $after = array() ) {
		$folder = plugin_dir_path( ALTSCRIBE_FILE );
		if ( ! is_readable( $folder . "build/$name.asset.php" ) ) {
			return;
		}
		$asset  = require $folder . "build/$name.asset.php";
		$handle = "altscribe-$name";
		wp_enqueue_script( $handle, plugins_url( "build/$name.js", ALTSCRIBE_FILE ), array_merge( $asset['dependencies'], $after ), $asset['version'], true );
		wp_set_script_translations( $handle, 'altscribe', $folder . 'languages' );
		// No value may close the script element.
		$json = wp_json_encode( $data, JSON_HEX_TAG | JSON_HEX_AMP );
		wp_add_inline_script( $handle, "window.$variable = $json;", 'before' );

		// Adds the colours of the user's colour scheme. Before WordPress 6.9, only styles of its own screens have
		// them.
		$colors = wp_style_is( 'wp-base-styles', 'registered' ) ? 'wp-base-styles' : 'wp-list-reusable-blocks';
		foreach ( array( $name, "style-$name" ) as $style ) {
			if ( ! is_readable( $folder . "build/$style.css" ) ) {
				continue;
			}
			$style_handle = "altscribe-$style";
			wp_enqueue_style( $style_handle, plugins_url( "build/$style.css", ALTSCRIBE_FILE ), array( 'wp-components', $colors ), $asset['version'] );
			if ( is_readable( $folder . "build/$style-rtl.css" ) ) {
				wp_style_add_data( $style_handle, 'rtl', 'replace' );
			}
		}
	}

	/**
	 * Prints a notice in WordPress's style.
	 *
	 * @param string $html Escaped HTML.
	 * @param string $type `success`, `warning` or `error`.
	 */
	public static function print_notice( $html, $type ) {
		if ( '' !== $html ) {
			wp_admin_notice(
				$html,
				array(
					'type'        => $type,
					'dismissible' => true,
				)
			);
		}
	}

	/**
	 * Starts the response to a request for a file.
	 *
	 * @param string $name   Its name, without the date and the ending.
	 * @param string $format Its ending: `csv` or `json`.
	 */
	public static function start_download( $name, $format ) {
		// The output of other plugins does not belong in the file, and a buffer would hold the whole file in memory.
		while ( ob_get_level() > 0 && ob_end_clean() ) {
			continue;
		}
		if ( function_exists( 'set_time_limit' ) ) {
			// phpcs:ignore WordPress.PHP.NoSilencedErrors, Squiz.PHP.DiscouragedFunctions -- Some hosts forbid it.
			@set_time_limit( 0 );
		}
		nocache_headers();
		header( 'Content-Type: ' . ( 'csv' === $format ? 'text/csv' : 'application/json' ) . '; charset=utf-8' );
		header( "Content-Disposition: attachment; filename=\"$name-" . wp_date( 'Y-m-d' ) . ".$format\"" );
		header( 'X-Content-Type-Options: nosniff' );
	}
}
