<?php
/**
 * All files of the plugin, in the order in which they need each other. Files that few requests need are loaded
 * when their hooks fire.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns a callback that loads its code when it is called.
 *
 * @param string   $file     Path within includes/.
 * @param callable $callback The function to call; null only loads the file.
 * @return callable
 */
function altscribe_from( $file, $callback = '__return_null' ) {
	return function ( ...$arguments ) use ( $file, $callback ) {
		require_once __DIR__ . '/' . $file;
		return $callback( ...$arguments );
	};
}

require_once __DIR__ . '/settings/settings.php';
require_once __DIR__ . '/permissions.php';
require_once __DIR__ . '/platform/tables.php';
require_once __DIR__ . '/generating/limits.php';
require_once __DIR__ . '/network/network-settings.php';
require_once __DIR__ . '/settings/key-origin.php';
require_once __DIR__ . '/languages/languages.php';
require_once __DIR__ . '/service/errors.php';
require_once __DIR__ . '/service/client.php';
require_once __DIR__ . '/images/images.php';
require_once __DIR__ . '/images/image-blocks.php';
require_once __DIR__ . '/generating/clean-text.php';
require_once __DIR__ . '/generating/ask.php';
require_once __DIR__ . '/generating/rest-generate.php';
require_once __DIR__ . '/generating/generate.php';
require_once __DIR__ . '/generating/free-texts.php';
require_once __DIR__ . '/generating/context.php';
require_once __DIR__ . '/generating/surroundings.php';
require_once __DIR__ . '/provenance.php';
require_once __DIR__ . '/editor/meta.php';
require_once __DIR__ . '/seo/keywords.php';
require_once __DIR__ . '/other-posts/filled-record.php';
require_once __DIR__ . '/other-posts/long-descriptions.php';
require_once __DIR__ . '/editor/rendered-images.php';
require_once __DIR__ . '/editor/editor.php';
require_once __DIR__ . '/checks/checks.php';
require_once __DIR__ . '/checks/keyword-list.php';
require_once __DIR__ . '/checks/repeated-texts.php';
require_once __DIR__ . '/checks/findings.php';
require_once __DIR__ . '/checks/counts.php';
require_once __DIR__ . '/settings/settings-page.php';
require_once __DIR__ . '/queue/store.php';
require_once __DIR__ . '/queue/start.php';
require_once __DIR__ . '/queue/rest-batches.php';
require_once __DIR__ . '/queue/control.php';
require_once __DIR__ . '/queue/worker.php';
require_once __DIR__ . '/queue/failures.php';
require_once __DIR__ . '/queue/runner.php';
require_once __DIR__ . '/queue/rest-items.php';
require_once __DIR__ . '/queue/uploads.php';
require_once __DIR__ . '/uses/store.php';
require_once __DIR__ . '/uses/index.php';
require_once __DIR__ . '/suggestions/store.php';
require_once __DIR__ . '/suggestions/routes.php';
require_once __DIR__ . '/media-library/list.php';
require_once __DIR__ . '/media-library/actions.php';
require_once __DIR__ . '/media-library/scripts.php';
require_once __DIR__ . '/platform/abilities.php';
require_once __DIR__ . '/platform/site-health.php';
require_once __DIR__ . '/platform/dashboard.php';
require_once __DIR__ . '/platform/privacy.php';
require_once __DIR__ . '/csv/routes.php';
require_once __DIR__ . '/report/page.php';
require_once __DIR__ . '/media-page/images.php';
require_once __DIR__ . '/media-page/page.php';

if ( is_network_admin() ) {
	require_once __DIR__ . '/network/network-screen.php';
}

// WooCommerce registers its products on `init`, which may have fired already.
$altscribe_load_products = function () {
	require_once __DIR__ . '/integrations/woocommerce/products.php';
	require_once __DIR__ . '/integrations/woocommerce/product-screens.php';
};
if ( post_type_exists( 'product' ) ) {
	$altscribe_load_products();
} else {
	add_action( 'registered_post_type_product', $altscribe_load_products, 10, 0 );
}

if ( defined( 'WP_CLI' ) && WP_CLI ) {
	require_once __DIR__ . '/cli/generate.php';
	require_once __DIR__ . '/cli/check.php';
	require_once __DIR__ . '/cli/account.php';
	require_once __DIR__ . '/csv/import.php';
		require_once __DIR__ . '/cli/csv.php';
	require_once __DIR__ . '/cli/queue.php';
	require_once __DIR__ . '/cli/review.php';
	require_once __DIR__ . '/cli/commands.php';
}
