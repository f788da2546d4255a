<?php
/**
 * Plugin Name: Altscribe
 * Description: Writes alternative text for the images of a post, right in the editor, through your own Altscribe service.
 * Version: 0.1.0
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

define( 'ALTSCRIBE_VERSION', '0.1.0' );
define( 'ALTSCRIBE_FILE', __FILE__ );

require __DIR__ . '/includes/settings.php';
require __DIR__ . '/includes/writing-settings.php';
require __DIR__ . '/includes/settings-validation.php';
require __DIR__ . '/includes/key-origin.php';
require __DIR__ . '/includes/language.php';
require __DIR__ . '/includes/problems.php';
require __DIR__ . '/includes/errors.php';
require __DIR__ . '/includes/connection-errors.php';
require __DIR__ . '/includes/service-client.php';
require __DIR__ . '/includes/service-errors.php';
require __DIR__ . '/includes/kept-account.php';
require __DIR__ . '/includes/image-files.php';
require __DIR__ . '/includes/image-identity.php';
require __DIR__ . '/includes/image-attachments.php';
require __DIR__ . '/includes/image-urls.php';
require __DIR__ . '/includes/rest-account.php';
require __DIR__ . '/includes/rest-generate.php';
require __DIR__ . '/includes/generate-hooks.php';
require __DIR__ . '/includes/rest-settings.php';
require __DIR__ . '/includes/post-meta.php';
require __DIR__ . '/includes/seo/foreign-data.php';
require __DIR__ . '/includes/seo/yoast.php';
require __DIR__ . '/includes/seo/rank-math.php';
require __DIR__ . '/includes/seo/seopress.php';
require __DIR__ . '/includes/seo/aioseo.php';
require __DIR__ . '/includes/seo/seo-framework.php';
require __DIR__ . '/includes/seo/smartcrawl.php';
require __DIR__ . '/includes/seo/squirrly.php';
require __DIR__ . '/includes/seo/slim-seo.php';
require __DIR__ . '/includes/seo/keywords.php';
require __DIR__ . '/includes/scripts.php';
require __DIR__ . '/includes/attachment-meta.php';
require __DIR__ . '/includes/editor-attachments.php';
require __DIR__ . '/includes/editor.php';
require __DIR__ . '/includes/settings-page.php';
require __DIR__ . '/includes/admin-commands.php';
