import { hideWelcomeGuide, setOption } from '../wordpress/content.ts';
import { makeSuggestions } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';

test('Altscribe appears on the dashboard, in the privacy tools and in Site Health', async ({
  backend,
  site,
  page,
}) => {
  const { key } = await backend.connect({ credits: 50 });
  // In a post, whose images have no suggestion in the library.
  await makeSuggestions(site, 3);
  await page.goto(`${site.url}/wp-admin/index.php`);
  const widget = page.locator('#altscribe_alt_text');
  await expect(widget.getByRole('heading', { name: 'Alt text' })).toBeVisible();
  await expect(widget.getByRole('link', { name: /without alt text/ })).toHaveAttribute(
    'href',
    /altscribe_state=missing/,
  );
  // As many as the screen has that it opens.
  await expect(widget.getByRole('link', { name: 'Review 3' })).toBeVisible();
  const author = await (await site.session('author')).fetch('/wp-admin/index.php');
  expect(await author.text()).not.toContain('altscribe_alt_text');

  const kept = JSON.parse(
    await site.php(
      // Earlier tests may have left batches of the same administrator.
      `\\Altscribe\\Platform\\Privacy::erase_personal_data( wp_get_current_user()->user_email );
      $id = \\Altscribe\\Batches\\Store::insert_batch( array( 'origin' => 'page', 'overwrite' => false, 'regenerate' => false, 'language' => '', 'post_id' => 0, 'post_title' => '' ) );
      $email = wp_get_current_user()->user_email;
      $exported = \\Altscribe\\Platform\\Privacy::export_personal_data( $email );
      echo wp_json_encode( array(
        'exported'  => count( $exported['data'] ),
        'first'     => \\Altscribe\\Platform\\Privacy::erase_personal_data( $email ),
        'second'    => \\Altscribe\\Platform\\Privacy::erase_personal_data( $email ),
        'remaining' => count( \\Altscribe\\Platform\\Privacy::export_personal_data( $email )['data'] ),
        'debug'     => wp_json_encode( \\Altscribe\\Platform\\Site_Health::add_debug_information( array() ) ),
      ) );`,
      {},
      'admin',
    ),
  ) as { debug: string };
  expect(kept).toMatchObject({
    exported: 1,
    first: { items_removed: true, messages: [] },
    second: { items_removed: false, messages: ['Altscribe stores no data about this person.'] },
    remaining: 0,
  });
  expect(kept.debug).not.toContain(key);
  await setOption(site.php, 'altscribe_low_credits_since', false);

  const administrator = await site.session('administrator');
  const health = await administrator.rest('GET', '/altscribe/v1/site-health/connection');
  expect(health.body).toMatchObject({ status: 'good', test: 'altscribe_connection' });
  // WordPress has abilities since 6.9; before, this is not a problem.
  const abilities = await site.php(
    `echo wp_json_encode( array( version_compare( wp_get_wp_version(), '6.9', '>=' ), function_exists( 'wp_get_ability' ) && null !== wp_get_ability( 'altscribe/check-alt-text' ) ) );`,
  );
  expect(['[true,true]', '[false,false]']).toContain(abilities);
});

test('Screens without Altscribe run no additional queries @same-in-both', async ({
  backend,
  site,
}) => {
  await backend.connect();
  // The data of an earlier version.
  await site.php(
    `wp_set_option_autoload( 'altscribe_settings', false );
    update_option( 'altscribe_data_version', '1' );`,
  );
  const without = { 'X-Altscribe-Test-Without': '1' };
  const count = async (
    role: 'administrator' | 'editor',
    screen: string,
    headers: Readonly<Record<string, string>>,
  ) => {
    const session = await site.session(role);
    // Removes the commands that other tests have used, which WordPress prints on every screen.
    await hideWelcomeGuide(site.php);
    const counts: number[] = [];
    // The first visits fill WordPress's caches.
    for (let visit = 0; visit < 3; visit++) {
      const response = await session.fetch(`/wp-admin/${screen}`, {
        headers: { ...headers, 'X-Altscribe-Test-Queries': '1' },
      });
      const html = await response.text();
      const [mention] = /.{0,80}altscribe.{0,80}/.exec(html) ?? [];
      expect(mention, screen).toEqual(headers === without ? undefined : expect.any(String));
      counts.push(Number(/<!-- (\d+) queries -->/.exec(html)?.[1]));
    }
    return Math.min(...counts);
  };
  const found: Record<string, number> = {};
  for (const role of ['administrator', 'editor'] as const) {
    const screens = ['edit.php', 'tools.php', 'profile.php'];
    if (role === 'administrator') screens.push('options-general.php', 'users.php');
    for (const screen of screens) {
      const all = await count(role, screen, {});
      expect(all).toBeGreaterThan(5);
      found[`${screen} as ${role}`] = all - (await count(role, screen, without));
    }
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((screen) => [screen, 0])));
});
