<?php
/**
 * Plugin Name: Altscribe
 * Description: Generates alt text for images in the block editor and the media library, with your own Altscribe service.
 * Version: 0.2.0
 * Requires at least: 6.8
 * Requires PHP: 7.4
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: altscribe
 * Domain Path: /languages
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

define( 'ALTSCRIBE_VERSION', get_file_data( __FILE__, array( 'Version' ) )[0] );
define( 'ALTSCRIBE_FILE', __FILE__ );

require __DIR__ . '/includes/autoload.php';

Altscribe\Every_Page::add_hooks();
Altscribe\Loader::start();
