<?php
/**
 * Routes requests to the files of WordPress like its Apache rules, including those of a network of sites.
 */

$root = $_SERVER['DOCUMENT_ROOT'];
$path = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
if ( ! file_exists( $root . $path ) ) {
	$path = preg_replace( '#^/[_0-9a-zA-Z-]+(/wp-(?:content|admin|includes).*|/.*\.php)$#', '$1', $path );
}
if ( is_dir( $root . $path ) ) {
	$path = rtrim( $path, '/' ) . '/index.php';
}
if ( ! is_file( $root . $path ) ) {
	$path = '/index.php';
}
$file = $root . $path;
if ( '.php' !== substr( $path, -4 ) ) {
	if ( $path === parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ) {
		return false;
	}
	header( 'Content-Type: ' . ( '.css' === substr( $path, -4 ) ? 'text/css' : ( '.js' === substr( $path, -3 ) ? 'text/javascript' : mime_content_type( $file ) ) ) );
	readfile( $file );
	return;
}
$_SERVER['SCRIPT_NAME']     = $path;
$_SERVER['PHP_SELF']        = $path;
$_SERVER['SCRIPT_FILENAME'] = $file;
chdir( dirname( $file ) );
require $file;
