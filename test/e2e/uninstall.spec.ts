import { createPost } from '../wordpress/content.ts';
import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

test.use({ ownSite: true });

test('Activated through the REST API, the plugin notices changes made meanwhile, and missing tables', async ({
  site,
}) => {
  const administrator = await site.session('administrator');
  const set = (status: string) =>
    administrator.rest('POST', '/wp/v2/plugins/altscribe/altscribe', { status });
  const look = async () =>
    JSON.parse(
      await site.php(
        `$state = \\Altscribe\\Posts\\Uses::state();
        echo wp_json_encode( array( 'phase' => $state['phase'], 'known' => $state['is_complete'], 'checked' => get_option( 'altscribe_checked' ) ? true : false, 'tables' => count( $GLOBALS['wpdb']->get_col( "SHOW TABLES LIKE '%altscribe%'" ) ), 'missing' => \\Altscribe\\Core\\Tables::list_missing(), 'event' => (bool) wp_next_scheduled( 'altscribe_read_uses' ) ) );`,
      ),
    ) as unknown;
  await site.php(
    `\\Altscribe\\Posts\\Uses_Index::read_uses( 60 ); \\Altscribe\\Library\\Findings::check_library();`,
  );
  const all = { tables: 6, missing: [], event: true };
  expect(await look()).toEqual({ phase: '', known: true, checked: true, ...all });
  expect((await set('inactive')).body).toMatchObject({ status: 'inactive' });
  expect(
    await site.php(`echo wp_next_scheduled( 'altscribe_read_uses' ) ? 'scheduled' : 'gone';`),
  ).toBe('gone');
  await site.php(
    `foreach ( $GLOBALS['wpdb']->get_col( "SHOW TABLES LIKE '%altscribe%'" ) as $table ) { $GLOBALS['wpdb']->query( "DROP TABLE $table" ); }`,
  );
  expect((await set('active')).body).toMatchObject({ status: 'active' });
  expect(await look()).toEqual({ phase: 'files', known: false, checked: false, ...all });
});

test('Deactivating keeps the settings, deleting removes them', async ({ backend, site, page }) => {
  const { userId } = await backend.connect();
  const alt = 'A text that stays';
  const post = await createPost(site.php, {
    post_content: image({ ...site.images.green, alt }),
    meta_input: {
      altscribe_seo_keywords: 'harbour',
      _altscribe_seo_keywords: 'harbour, boats',
      _altscribe_language: 'de',
      _altscribe_source: 'x',
      _altscribe_unread: 'x',
      _altscribe_sources: 'x',
    },
  });
  const stored = async () =>
    JSON.parse(
      await site.php(
        `echo wp_json_encode( array(
          'option' => get_option( 'altscribe_settings', null ),
          'tables' => $GLOBALS['wpdb']->get_col( "SHOW TABLES LIKE '%altscribe%'" ),
          'version' => get_option( 'altscribe_data_version', null ),
          'event' => wp_next_scheduled( 'altscribe_read_uses' ),
          'uses' => get_option( 'altscribe_uses', null ),
          'meta' => metadata_exists( 'post', $args['post'], '_altscribe_seo_keywords' ),
          'language' => metadata_exists( 'post', $args['post'], '_altscribe_language' ),
          'records' => count( preg_grep( '/^_altscribe_(source|unread)/', array_keys( (array) get_post_meta( $args['post'] ) ) ) ),
          'old_meta' => metadata_exists( 'post', $args['post'], 'altscribe_seo_keywords' ),
          'names' => array_merge(
            $GLOBALS['wpdb']->get_col( "SELECT option_name FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%altscribe%'" ),
            $GLOBALS['wpdb']->get_col( "SELECT meta_key FROM {$GLOBALS['wpdb']->postmeta} WHERE meta_key LIKE '%altscribe%'" ),
            $GLOBALS['wpdb']->get_col( "SELECT meta_key FROM {$GLOBALS['wpdb']->usermeta} WHERE meta_key LIKE '%altscribe%'" )
          ),
          'content' => get_post( $args['post'] )->post_content,
        ) );`,
        { post },
      ),
    ) as { option: object | null; version: string | null; names: string[]; content: string };
  const row = page.locator('tr[data-slug="altscribe"]');
  // The account is cached for a minute, with its e-mail address.
  const administrator = await site.session('administrator');
  expect((await administrator.rest('GET', '/altscribe/v1/account')).status).toBe(200);
  expect((await stored()).names).toContainEqual(expect.stringMatching(/^_transient_altscribe_/));

  await page.goto(`${site.url}/wp-admin/plugins.php`);
  await row.getByRole('link', { name: 'Deactivate' }).click();
  await expect(row.getByRole('link', { name: 'Delete' })).toBeVisible();
  expect(await stored()).toMatchObject({
    option: { user_id: userId },
    tables: [
      'wp_altscribe_batches',
      'wp_altscribe_queue',
      'wp_altscribe_report',
      'wp_altscribe_suggestions',
      'wp_altscribe_texts',
      'wp_altscribe_uses',
    ],
    version: '2',
    meta: true,
    language: true,
    records: 3,
    old_meta: true,
  });

  // Before its scripts run, WordPress asks for confirmation on a separate page instead.
  await page.waitForLoadState('load');
  page.once('dialog', (dialog) => void dialog.accept());
  await row.getByRole('link', { name: 'Delete' }).click();
  await expect(page.getByText('was successfully deleted')).toBeVisible();
  const left = await stored();
  expect(left).toMatchObject({
    tables: [],
    option: null,
    event: false,
    uses: null,
    version: null,
    meta: false,
    records: 0,
    old_meta: false,
    names: [],
  });
  expect(left).toHaveProperty('language', false);
  expect(left.content).toContain(alt);
});
