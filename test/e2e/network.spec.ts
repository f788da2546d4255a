import { expect, test } from '@playwright/test';
import { startProviderStandIn } from '../support/provider-stand-in.ts';
import { startService, type RunningService } from '../support/service.ts';
import { createUser } from '../wordpress/content.ts';
import { addSite, makeNetwork } from '../wordpress/make-network.ts';
import { logIn, type Session } from '../wordpress/session.ts';
import { startWordPress, type WordPress } from '../wordpress/start-wordpress.ts';
import { serviceEnv } from './support/backend.ts';
import { pluginZip } from './support/build.ts';
import { callRoutes, type RouteRequest } from './support/routes.ts';
import { expectSays } from './support/says.ts';

test.describe.configure({ mode: 'serial' });

const screen = '/wp-admin/network/settings.php?page=altscribe';
const networkKey = 'alt_the-key-of-the-network';
const account = { route: '/altscribe/v1/account', params: {} };
const settings = '/altscribe/v1/settings';

let wordpress: WordPress;
let service: RunningService;
let two: number;
let stop: () => Promise<void>;
/** The administrator of the site "two", without a role in the network. */
let owner: Session;

test.beforeAll(async () => {
  const providers = await startProviderStandIn();
  service = await startService(serviceEnv(providers));
  wordpress = await startWordPress({
    version: '7.1',
    php: 'native',
    hasMariaDb: true,
    linksFiles: true,
    plugin: { kind: 'zip', path: pluginZip },
    constants: { DISABLE_WP_CRON: true },
  });
  stop = async () => {
    await wordpress.stop();
    await service.dispose();
    await providers.stop();
  };
  await makeNetwork(wordpress);
  await createUser(wordpress.php, 'author');
  two = await addSite(wordpress, 'two', 'author');
  owner = await logIn(wordpress.url, 'author', 'password');
});
test.afterAll(() => stop());

const store = (values: object) =>
  wordpress.php(`update_site_option( 'altscribe_network_settings', $args );`, values);
const storeOnSite = (site: number, values: object) =>
  wordpress.php(`update_blog_option( $args['site'], 'altscribe_settings', $args['values'] );`, {
    site,
    values,
  });
const onSite = (
  site: number,
  requests: readonly RouteRequest[],
  user = 'author',
  constants: Readonly<Record<string, string>> = {},
) =>
  callRoutes(wordpress, requests, {
    user,
    constants,
    before: `switch_to_blog( ${String(site)} );`,
  });

test('The network’s screen connects all sites', async ({ page, context }) => {
  const key = await service.createAccount({ user_id: 'network@example.com', credits: 5 });
  await context.addCookies((await logIn(wordpress.url, 'admin', 'password')).cookies);
  await page.goto(`${wordpress.url}${screen}`);
  const form = page.locator('#wpbody-content .wrap');
  await expectSays(form, 'network-empty');
  await page.getByLabel('Service URL').fill('ftp://alt');
  await page.getByLabel('Account e-mail').fill('nobody');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings not saved.')).toBeVisible();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(2);
  await expectSays(form, 'network-invalid');

  // As copied from the browser.
  await page.getByLabel('Service URL').fill(`${service.url}/dashboard/keys`);
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByLabel('Account e-mail').fill('network@example.com');
  await page.getByLabel('Sites must use this service.').check();
  await page.getByLabel('How we write').fill('Words of the network.');
  await page.getByLabel('Glossary').fill('one word');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Line 1 of the glossary needs two words')).toBeVisible();
  await expectSays(form, 'network-glossary');
  await page.getByLabel('API key', { exact: true }).fill(key);
  await expect(page.getByLabel('Sites must use this service.')).toBeChecked();
  await page.getByLabel('Glossary').fill('e-bike => pedelec');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.locator('.notice-success')).toHaveText(
    /^Settings saved. Connected: 5 credits, Pro plan\./,
  );
  const dismiss = form.getByRole('button', { name: 'Dismiss this notice.' });
  await dismiss.waitFor();
  await expectSays(form, 'network-saved');
  expect(await page.content()).not.toContain(key);

  // A connection that does not work replaces one that does only after a question.
  const email = page.getByLabel('Account e-mail');
  const saved = () =>
    wordpress.php(`echo get_site_option( 'altscribe_network_settings' )['user_id'];`);
  await email.fill('nobody@example.com');
  await page.getByRole('button', { name: 'Save settings' }).press('Enter');
  await expect(page.getByText('The stored connection works, this one does not.')).toBeVisible();
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/The service has no account nobody@example.com/);
  await expectSays(form, 'network-question');
  expect(await saved()).toBe('network@example.com');
  await page.getByRole('button', { name: 'Save anyway' }).press('Enter');
  await expect(page.locator('.notice-warning')).toHaveText(
    /^Settings saved. The service has no account nobody/,
  );
  await expect(email).toHaveAccessibleDescription(/The service has no account nobody@example.com/);
  await dismiss.waitFor();
  await expectSays(form, 'network-saved-anyway');
  expect(await saved()).toBe('nobody@example.com');
  await email.fill('network@example.com');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved. Connected: 5 credits, Pro plan.')).toBeVisible();
  const speak = (locale: string) =>
    wordpress.php(`update_user_meta( 1, 'locale', $args );`, locale);
  await speak('de_DE');
  await page.goto(`${wordpress.url}${screen}`);
  await expect(page.getByRole('button', { name: 'Einstellungen speichern' })).toBeVisible();
  await speak('');

  await context.clearCookies();
  await context.addCookies(owner.cookies);
  const own = `${wordpress.url}/two/wp-admin/options-general.php?page=altscribe`;
  await page.goto(own);
  await expect(page.getByLabel('Service URL')).not.toBeEditable();
  await expect(page.getByText('Set for the whole network.', { exact: true })).toHaveCount(1);
  await expect(page.getByLabel('API key')).toHaveValue('••••');
  await expect(page.getByLabel('How we write')).toHaveAttribute(
    'placeholder',
    'Words of the network.',
  );
  expect(
    await wordpress.php(
      `switch_to_blog( $args ); echo \\Altscribe\\Core\\Style::find( 'de_DE' );`,
      two,
    ),
  ).toBe('Words of the network.\nSay "e-bike", not "pedelec".');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('Connected: 5 credits, Pro plan.').first()).toBeVisible();
  expect(await page.content()).not.toContain(key);
});

test('Only super administrators may see and change it', async () => {
  expect((await owner.fetch(screen)).status).toBe(403);
  const sent = await owner.fetch('/wp-admin/network/edit.php?action=altscribe', {
    method: 'POST',
    body: new URLSearchParams({ 'altscribe[service_url]': 'https://evil.example.com' }),
  });
  expect(sent.status).toBe(403);
  expect(
    await wordpress.php(`echo get_site_option( 'altscribe_network_settings' )['service_url'];`),
  ).toBe(service.url);
});

test('A form without the fields of the screen changes nothing', async () => {
  const { fetch } = await logIn(wordpress.url, 'admin', 'password');
  const [, nonce = ''] =
    /name="_wpnonce" value="(\w+)"/.exec(await (await fetch(screen)).text()) ?? [];
  for (const fields of [{}, { altscribe: 'a text' }]) {
    const body = new URLSearchParams({ _wpnonce: nonce, ...fields });
    const url = '/wp-admin/network/edit.php?action=altscribe';
    const sent = await fetch(url, { method: 'POST', body });
    expect(sent.status).toBe(302);
    expect(sent.headers.get('location')).toContain('updated=false');
  }
  expect(
    await wordpress.php(`echo get_site_option( 'altscribe_network_settings' )['service_url'];`),
  ).toBe(service.url);
});

test('A site can have its own values, but cannot send the network’s key elsewhere', async () => {
  const url = 'https://alt.example.com';
  const own = {
    service_url: 'https://own.example.com',
    api_key: 'alt_own',
    user_id: 'own@example.com',
  };
  const network = { service_url: url, api_key: networkKey, user_id: 'n@example.com' };
  await store({ ...network, api_key_origin: url, locked: [] });

  const results = await onSite(two, [
    account,
    { route: account.route, params: { service_url: own.service_url } },
    { route: settings, params: { service_url: own.service_url } },
    { route: settings, params: own },
    account,
    // The key of the network applies again, but not for the site's own URL.
    { route: account.route, params: { api_key: '' } },
    { route: settings, params: { api_key: '' } },
  ]);
  expect(results.map(({ status }) => status)).toEqual([200, 400, 400, 200, 200, 400, 400]);
  expect(results.flatMap(({ sent }) => sent.map((call) => [call.url, call.key]))).toEqual([
    [`${url}/v1/get-user-details-api`, networkKey],
    [`${own.service_url}/v1/get-user-details-api`, own.api_key],
  ]);
  expect(JSON.stringify(results.map(({ body }) => body))).not.toContain(networkKey);

  const [first] = await onSite(1, [{ route: settings, method: 'GET' }], 'admin');
  expect(first?.body).toMatchObject({ service_url: url, user_id: 'n@example.com' });
  expect(JSON.stringify(first?.body)).not.toContain('own');
});

test('Locked settings override a site’s stored ones', async () => {
  const url = 'https://alt.example.com';
  const network = { service_url: url, api_key: networkKey, user_id: 'n@example.com' };
  await storeOnSite(two, {
    service_url: 'https://own.example.com',
    api_key: 'alt_own',
    api_key_origin: 'https://own.example.com',
    user_id: 'own@example.com',
  });
  // The key also locks the service URL.
  await store({ ...network, api_key_origin: url, locked: ['api_key'] });
  const results = await onSite(two, [
    account,
    { route: settings, params: { service_url: 'https://own.example.com' } },
    { route: settings, method: 'GET' },
  ]);
  expect(results[0]?.sent).toMatchObject([
    {
      url: `${url}/v1/get-user-details-api`,
      key: networkKey,
      body: { user_id: 'own@example.com' },
    },
  ]);
  expect(results[1]?.body).toMatchObject({
    data: { params: { service_url: 'This is set for the whole network.' } },
  });
  expect(results[2]?.body).toMatchObject({
    locked: { service_url: 'network', api_key: 'network', user_id: false },
  });
});

test('A key in wp-config.php that differs from the one entered for the network must be entered', async () => {
  const url = 'https://alt.example.com';
  const constants = { ALTSCRIBE_API_KEY: 'alt_the-key-of-the-server-000001' };
  await storeOnSite(two, {});
  await store({
    service_url: url,
    api_key: networkKey,
    api_key_origin: url,
    user_id: 'n@example.com',
  });
  const [refused] = await onSite(two, [account], 'author', constants);
  expect(refused).toMatchObject({ status: 400, sent: [] });
  const save = (api_key: string) =>
    wordpress.php(
      `define( 'ALTSCRIBE_API_KEY', $args['constant'] );
      echo wp_json_encode( \\Altscribe\\Network\\Screen::save( array( 'service_url' => 'https://alt.example.com', 'api_key' => $args['api_key'], 'user_id' => 'n@example.com' ) ) );`,
      { api_key, constant: constants.ALTSCRIBE_API_KEY },
    );
  expect(await save('')).toContain('Enter the API key from wp-config.php');
  expect(await save(constants.ALTSCRIBE_API_KEY)).toBe('[]');
  const [confirmed] = await onSite(two, [account], 'author', constants);
  expect(confirmed?.sent).toMatchObject([{ key: constants.ALTSCRIBE_API_KEY }]);
  // The network's own key is not the one that was entered last.
  expect((await onSite(two, [account]))[0]?.sent).toEqual([]);
  const another = { ALTSCRIBE_API_KEY: 'alt_the-key-of-the-server-000002' };
  expect((await onSite(two, [account], 'author', another))[0]?.sent).toEqual([]);
});

test('The network’s key stays when TLS is added in front of its service', async () => {
  const plain = 'http://alt.example.com';
  const secure = 'https://alt.example.com';
  await storeOnSite(two, {});
  await store({
    service_url: plain,
    api_key: networkKey,
    api_key_origin: plain,
    user_id: 'n@example.com',
  });
  const save = (service_url: string) =>
    wordpress.php(
      `echo wp_json_encode( \\Altscribe\\Network\\Screen::save( array( 'service_url' => $args, 'user_id' => 'n@example.com' ) ) );`,
      service_url,
    );
  expect(await save('https://evil.example.com')).toContain('Enter the API key again.');
  expect(await save(secure)).toBe('[]');
  const [asked] = await onSite(two, [account]);
  expect(asked?.sent).toMatchObject([
    { url: `${secure}/v1/get-user-details-api`, key: networkKey },
  ]);
  // Of a site with its own URL, too.
  await store({
    service_url: plain,
    api_key: networkKey,
    api_key_origin: plain,
    user_id: 'n@example.com',
    locked: [],
  });
  const own = await onSite(two, [{ route: settings, params: { service_url: secure } }, account]);
  expect(own.flatMap(({ sent }) => sent)).toMatchObject([{ key: networkKey }]);
  await storeOnSite(two, {});
});

test('A site’s own service URL cannot point inside the network, unless the network uses it too', async () => {
  const key = await service.createAccount({ user_id: 'inside@example.com', credits: 3 });
  const inside = service.url.replace('127.0.0.1', 'localhost');
  const test = () =>
    wordpress.php(
      `switch_to_blog( $args['site'] );
      echo wp_json_encode( rest_do_request( new WP_REST_Request( 'POST', '/altscribe/v1/account' ) )->get_data() );`,
      { site: two },
      'author',
    );
  for (const url of [inside, service.url]) {
    const own = { service_url: url, api_key: key, user_id: 'inside@example.com' };
    await storeOnSite(two, own);
    await store({});
    expect(JSON.parse(await test())).toMatchObject({
      code: 'altscribe_unsafe_url',
      message: expect.stringContaining('must be a public address'),
    });
    await store({ service_url: url });
    expect(JSON.parse(await test())).toMatchObject({ credits_available: 3 });
  }
});

test('A site’s own service URL may be any public address, and an error says why it cannot be reached', async () => {
  // WordPress refuses the addresses that are reserved for examples. No request is sent to this one.
  await storeOnSite(two, { service_url: 'https://93.184.216.34', api_key: 'x', user_id: 'x' });
  await store({});
  const said = await wordpress.php(
    `switch_to_blog( $args['site'] );
    $said = array();
    add_filter( 'pre_http_request', function () use ( &$number ) { return new WP_Error( 'http_request_failed', "cURL error $number: x" ); } );
    foreach ( array( 6, 7, 35, 51, 60, 28 ) as $number ) {
      $error  = \\Altscribe\\Service\\Client::call( \\Altscribe\\Core\\Settings::get(), 'get-user-details-api', array(), 5 );
      $said[] = array( $error->get_error_code(), $error->get_error_data()['reason'] );
    }
    echo wp_json_encode( $said );`,
    { site: two },
    'admin',
  );
  const reasons = ['unknown_host', 'refused', 'no_https', 'untrusted', 'untrusted', ''];
  expect(JSON.parse(said)).toEqual(reasons.map((reason) => ['altscribe_unreachable', reason]));
});

test('Deleting a site deletes its tables', async () => {
  const three = await addSite(wordpress, 'three', 'author');
  const left = await wordpress.php(
    `global $wpdb;
    $id = $args['three'];
    switch_to_blog( $id );
    \\Altscribe\\Batches\\Store::make_tables();
    \\Altscribe\\Posts\\Uses::make_table();
    \\Altscribe\\Library\\Repeated_Texts::make_table();
    \\Altscribe\\Suggestions\\Store::make_table( true );
    $list   = "SHOW TABLES LIKE '{$wpdb->prefix}%'";
    $before = preg_grep( '/altscribe/', $wpdb->get_col( $list ) );
    restore_current_blog();
    wp_delete_site( $id );
    echo wp_json_encode( array( count( $before ), $wpdb->get_col( $list ) ) );`,
    { three },
    'admin',
  );
  expect(JSON.parse(left)).toEqual([6, []]);
});

test('Sites share neither queue nor counts, and deleting the plugin clears them all', async () => {
  const state = `function altscribe_test_state() {
    $state = array();
    foreach ( get_sites( array( 'fields' => 'ids' ) ) as $id ) {
      switch_to_blog( $id );
      global $wpdb;
      $state[ $id ] = array(
        'batches' => (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}altscribe_batches" ),
        'spent'   => \\Altscribe\\Service\\Daily_Limit::spent_today(),
        'stored'  => (bool) get_option( 'altscribe_settings' ),
      );
      restore_current_blog();
    }
    return $state;
  }`;
  const before = JSON.parse(
    await wordpress.php(
      `${state}
      foreach ( get_sites( array( 'fields' => 'ids' ) ) as $id ) {
        switch_to_blog( $id );
        \\Altscribe\\Batches\\Store::make_tables();
        restore_current_blog();
      }
      switch_to_blog( $args['two'] );
      \\Altscribe\\Batches\\Store::insert_batch( array( 'origin' => 'page', 'overwrite' => false, 'regenerate' => false, 'language' => '', 'post_id' => 0, 'post_title' => '' ) );
      \\Altscribe\\Service\\Daily_Limit::count( \\Altscribe\\Service\\Daily_Limit::option(), 0 );
      restore_current_blog();
      echo wp_json_encode( altscribe_test_state() );`,
      { two },
      'admin',
    ),
  ) as unknown;
  expect(before).toEqual({
    '1': { batches: 0, spent: 0, stored: false },
    [two]: { batches: 1, spent: 1, stored: true },
  });

  const left = await wordpress.php(
    `global $wpdb;
    define( 'WP_UNINSTALL_PLUGIN', 'altscribe/altscribe.php' );
    include WP_PLUGIN_DIR . '/altscribe/uninstall.php';
    foreach ( get_sites( array( 'fields' => 'ids' ) ) as $id ) {
      $wpdb->set_blog_id( $id );
      echo implode( ' ', $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%altscribe%'" ) );
      echo implode( ' ', $wpdb->get_col( "SHOW TABLES LIKE '{$wpdb->prefix}altscribe%'" ) );
    }
    echo implode( ' ', $wpdb->get_col( "SELECT meta_key FROM $wpdb->sitemeta WHERE meta_key LIKE '%altscribe%'" ) );`,
    {},
    'admin',
  );
  expect(left).toBe('');
});
