<?php
/**
 * Finds the file of a class: `Altscribe\Core\Settings` is in Core/Settings.php.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

spl_autoload_register(
	function ( $name ) {
		if ( 0 === strpos( $name, 'Altscribe\\' ) ) {
			$file = __DIR__ . '/' . strtr( substr( $name, 10 ), '\\', '/' ) . '.php';
			if ( is_file( $file ) ) {
				require $file;
			}
		}
	}
);
