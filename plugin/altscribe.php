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

require __DIR__ . '/includes/locale-variants.php';
require __DIR__ . '/includes/settings.php';
require __DIR__ . '/includes/writing-settings.php';
require __DIR__ . '/includes/generating/generating-settings.php';
require __DIR__ . '/includes/generating/permissions.php';
require __DIR__ . '/includes/generating/daily-limit.php';
require __DIR__ . '/includes/settings-validation.php';
require __DIR__ . '/includes/network/network-settings.php';
require __DIR__ . '/includes/network/save-network-settings.php';
require __DIR__ . '/includes/network/network-screen.php';
require __DIR__ . '/includes/key-origin.php';
require __DIR__ . '/includes/languages/language.php';
require __DIR__ . '/includes/languages/translations.php';
require __DIR__ . '/includes/languages/copied-texts.php';
require __DIR__ . '/includes/languages/counts.php';
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
require __DIR__ . '/includes/generating/attachment-context.php';
require __DIR__ . '/includes/generating/generate-for-attachment.php';
require __DIR__ . '/includes/generating/write-attachment-alt-text.php';
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
require __DIR__ . '/includes/other-posts/block-delimiters.php';
require __DIR__ . '/includes/other-posts/cover-blocks.php';
require __DIR__ . '/includes/other-posts/content-images.php';
require __DIR__ . '/includes/other-posts/find-posts.php';
require __DIR__ . '/includes/other-posts/save-content.php';
require __DIR__ . '/includes/other-posts/fill-posts.php';
require __DIR__ . '/includes/other-posts/rest-posts.php';
require __DIR__ . '/includes/integrations/woocommerce/products.php';
require __DIR__ . '/includes/integrations/woocommerce/product-context.php';
require __DIR__ . '/includes/integrations/woocommerce/product-screen.php';
require __DIR__ . '/includes/scripts.php';
require __DIR__ . '/includes/attachment-meta.php';
require __DIR__ . '/includes/checks/language.php';
require __DIR__ . '/includes/checks/words.php';
require __DIR__ . '/includes/checks/phrases.php';
require __DIR__ . '/includes/checks/keyword-list.php';
require __DIR__ . '/includes/checks/alt-text.php';
require __DIR__ . '/includes/checks/state.php';
require __DIR__ . '/includes/checks/count-states.php';
require __DIR__ . '/includes/checks/keep-findings.php';
require __DIR__ . '/includes/checks/check-library.php';
require __DIR__ . '/includes/editor-attachments.php';
require __DIR__ . '/includes/editor.php';
require __DIR__ . '/includes/settings-page.php';
require __DIR__ . '/includes/admin-commands.php';
require __DIR__ . '/includes/queue/schema.php';
require __DIR__ . '/includes/queue/used-images.php';
require __DIR__ . '/includes/queue/candidates.php';
require __DIR__ . '/includes/queue/start-batch.php';
require __DIR__ . '/includes/queue/batches.php';
require __DIR__ . '/includes/queue/batch-json.php';
require __DIR__ . '/includes/queue/control-batch.php';
require __DIR__ . '/includes/queue/items.php';
require __DIR__ . '/includes/queue/change-item.php';
require __DIR__ . '/includes/queue/undo-batch.php';
require __DIR__ . '/includes/queue/leases.php';
require __DIR__ . '/includes/queue/failures.php';
require __DIR__ . '/includes/queue/worker.php';
require __DIR__ . '/includes/queue/cron.php';
require __DIR__ . '/includes/queue/loopback.php';
require __DIR__ . '/includes/queue/rest-permissions.php';
require __DIR__ . '/includes/queue/rest-batch-args.php';
require __DIR__ . '/includes/queue/rest-batches.php';
require __DIR__ . '/includes/queue/rest-batch-items.php';
require __DIR__ . '/includes/queue/uploads.php';
require __DIR__ . '/includes/media-library/words.php';
require __DIR__ . '/includes/media-library/column.php';
require __DIR__ . '/includes/media-library/sort.php';
require __DIR__ . '/includes/media-library/filter.php';
require __DIR__ . '/includes/media-library/actions.php';
require __DIR__ . '/includes/media-library/notices.php';
require __DIR__ . '/includes/media-library/rest-generate-attachment.php';
require __DIR__ . '/includes/media-library/scripts.php';
require __DIR__ . '/includes/platform/abilities.php';
require __DIR__ . '/includes/platform/generate-ability.php';
require __DIR__ . '/includes/platform/check-ability.php';
require __DIR__ . '/includes/platform/list-missing-ability.php';
require __DIR__ . '/includes/platform/connector.php';
require __DIR__ . '/includes/platform/site-health.php';
require __DIR__ . '/includes/platform/debug-information.php';
require __DIR__ . '/includes/platform/low-credits.php';
require __DIR__ . '/includes/platform/privacy.php';
require __DIR__ . '/includes/platform/dashboard-widget.php';
require __DIR__ . '/includes/csv/format.php';
require __DIR__ . '/includes/csv/records.php';
require __DIR__ . '/includes/csv/read-import.php';
require __DIR__ . '/includes/csv/apply-import.php';
require __DIR__ . '/includes/csv/export.php';
require __DIR__ . '/includes/csv/rest-import.php';
require __DIR__ . '/includes/csv/download.php';
require __DIR__ . '/includes/media-page/filter-options.php';
require __DIR__ . '/includes/media-page/list-images.php';
require __DIR__ . '/includes/media-page/image-rows.php';
require __DIR__ . '/includes/media-page/rest-images.php';
require __DIR__ . '/includes/media-page/rest-past-batches.php';
require __DIR__ . '/includes/media-page/page.php';

if ( defined( 'WP_CLI' ) && WP_CLI ) {
	require __DIR__ . '/includes/cli/output.php';
	require __DIR__ . '/includes/cli/select-images.php';
	require __DIR__ . '/includes/cli/run-batch.php';
	require __DIR__ . '/includes/cli/generate.php';
	require __DIR__ . '/includes/cli/check.php';
	require __DIR__ . '/includes/cli/account.php';
	require __DIR__ . '/includes/cli/csv.php';
	require __DIR__ . '/includes/cli/queue.php';
	require __DIR__ . '/includes/cli/commands.php';
}
