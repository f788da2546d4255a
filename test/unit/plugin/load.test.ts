import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Hooks that fire when everything is loaded: in the administration, in WP-Cron, or after
 * `rest_api_init` or `transition_post_status`.
 */
const administration =
  /^(admin_|wp_ajax_|network_admin_|manage_|bulk_actions-|handle_bulk_actions-|media_row_|plugin_action_links_|wp_privacy_|restrict_manage_posts$|posts_where$|posts_orderby$|pre_get_posts$|removable_query_args$|wp_dashboard_setup$|site_status_tests$|debug_information$|add_meta_boxes(_product)?$|ajax_query_attachments_args$|wp_connectors_init$|wp_loaded$|rest_endpoints$|rest_after_insert_attachment$|rest_prepare_attachment$|post_updated$|registered_post_type_product$)/;

/** Hooks of the class that is always loaded. */
const always =
  /^(load_translation_file|load_script_translation_file|before_woocommerce_init|wp_get_attachment_image_attributes)$/;

/** Hooks that only the plugin's own files fire. */
const own =
  /^altscribe_(activated|attachment_|connected|credits_known|daily_limit_changed|post_context|posts_of_image|posts_read|restore_tables|service_answered|suggested_|suggestion_|suggestions_table_made|tables|term_context)/;

it('every class is loaded for visitors if its hooks can fire there', async () => {
  const load = await readFile('plugin/includes/Loader.php', 'utf8');
  const used = new Set<string>();
  const paths = await readdir('plugin/includes', { recursive: true });
  for (const path of paths.filter((one) => one.endsWith('.php'))) {
    const code = await readFile(join('plugin/includes', path), 'utf8');
    const constants = new Map(
      [...code.matchAll(/^\t(?:public|private) const (\w+)\s*= '([^']+)'/gm)].map(
        ([, name, value]) => [name, value] as const,
      ),
    );
    const hooks = /^\tpublic static function add_hooks\(\) \{\n(.*?)^\t\}/ms.exec(code)?.[1] ?? '';
    for (const [, text, constant] of hooks.matchAll(
      /^\t\tadd_(?:action|filter)\( (?:'([^']+)'|self::(\w+)),/gm,
    )) {
      used.add(text ?? constants.get(constant) ?? constant ?? '');
    }
  }
  expect(used.size).toBeGreaterThan(40);
  const forgotten = [...used].filter(
    (hook) =>
      !administration.test(hook) &&
      !own.test(hook) &&
      !load.includes(`'${hook}'`) &&
      !always.test(hook),
  );
  expect(forgotten).toEqual([]);
});
