import { createPost } from '../wordpress/content.ts';
import { callRoutes, connect } from './support/routes.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

const account = '/altscribe/v1/account';
const generate = '/altscribe/v1/generate';

/** Connects the site to an account that is not cached. */
async function start(site: Site, settings: object = {}) {
  await site.php(`$GLOBALS['wpdb']->query(
    "DELETE FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%altscribe_account%'"
  ); wp_cache_flush();`);
  await connect(site, settings);
  return createPost(site.php, { post_title: 'Boats' });
}

test('The account is cached for a minute, by service, account and key', async ({ site }) => {
  const post = await start(site);
  const get = { route: account, method: 'GET', params: { post_id: post } } as const;
  const other = (name: string, value: string) =>
    `update_option( 'altscribe_settings', array( '${name}' => '${value}' ) + get_option( 'altscribe_settings' ) );`;

  const first = await callRoutes(site, [get, get]);
  expect(first.map(({ sent }) => sent.length)).toEqual([1, 0]);
  for (const { body } of first) expect(body).toMatchObject({ credits_available: 7 });
  const later = await callRoutes(site, [get], { before: other('user_id', 'b@example.com') });
  expect(later[0]?.sent).toHaveLength(1);
  const byKey = await callRoutes(site, [get], { before: other('api_key', 'alt_another') });
  expect(byKey[0]?.sent).toHaveLength(1);
  const byUrl = await callRoutes(site, [get], {
    before: other('service_url', 'https://alt.example.com/b'),
  });
  expect(byUrl[0]?.sent).toHaveLength(1);
  const seconds = await site.php(
    `$GLOBALS['wpdb']->flush();
    $times = $GLOBALS['wpdb']->get_col(
      "SELECT option_value FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '_transient_timeout_altscribe_account%'"
    );
    echo wp_json_encode( max( $times ) - time() );`,
  );
  expect(Number(seconds)).toBeLessThanOrEqual(60);
});

test('A generated text updates the account, an error causes a new request', async ({ site }) => {
  const post = await start(site);
  const get = { route: account, method: 'GET', params: { post_id: post } } as const;
  const write = {
    route: generate,
    params: { post_id: post, attachment_id: site.images.green.id },
  };
  const results = await callRoutes(site, [get, write, get]);
  expect(results.map(({ sent }) => sent.length)).toEqual([1, 1, 0]);
  const failing = `add_filter( 'pre_http_request', function ( $answer ) use ( &$fail ) {
    return $fail ? new WP_Error( 'http_request_failed', 'Out of order' ) : $answer;
  }, 30 );
  add_filter( 'rest_pre_dispatch', function ( $nothing, $server, $request ) use ( &$fail ) {
    $fail = 'POST' === $request->get_method();
    return $nothing;
  }, 10, 3 );`;
  const failed = await callRoutes(site, [write, get], { before: failing });
  expect(failed.map(({ status, sent }) => [status, sent.length])).toEqual([
    [424, 1],
    [200, 1],
  ]);
});

test('A request for the account takes 5 s at most, one for a text 35 s', async ({ site }) => {
  const post = await start(site);
  const results = await callRoutes(site, [
    { route: account, method: 'GET', params: { post_id: post } },
    { route: account, params: {} },
    { route: generate, params: { post_id: post, attachment_id: site.images.green.id } },
  ]);
  expect(results.flatMap(({ sent }) => sent.map(({ timeout }) => timeout))).toEqual([5, 5, 35]);
});

test('While a request for the account is in progress, no other is sent', async ({ site }) => {
  const post = await start(site);
  const get = { route: account, method: 'GET', params: { post_id: post } } as const;
  // The actions of another process while the service does not respond.
  const nested = `add_filter( 'pre_http_request', function ( $answer ) use ( $args ) {
    static $depth = 0;
    if ( 0 === $depth++ ) {
      $request = new WP_REST_Request( 'GET', '/altscribe/v1/account' );
      $request->set_param( 'post_id', $args['requests'][0]['params']['post_id'] );
      $GLOBALS['other'] = rest_do_request( $request )->get_data();
    }
    return $answer;
  }, 30 );`;
  const [result] = await callRoutes(site, [get], { before: nested });
  expect(result?.status).toBe(200);
  expect(result?.sent).toHaveLength(1);
});

test('A request that waits for the account gets the result of the other request', async ({
  site,
}) => {
  const post = await start(site);
  const get = { route: account, method: 'GET', params: { post_id: post } } as const;
  const waiting = (
    kept: string,
  ) => `require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
    WP_Upgrader::create_lock( 'altscribe_account', 10 );
    // The other process ends while this one waits for the lock.
    add_filter( 'pre_option_altscribe_account.lock', function ( $lock ) {
      \\Altscribe\\Service\\Account::cache( \\Altscribe\\Core\\Settings::get(), ${kept} );
      $GLOBALS['wpdb']->delete( $GLOBALS['wpdb']->options, array( 'option_name' => 'altscribe_account.lock' ) );
      return time();
    } );`;
  const brought = await callRoutes(site, [get], {
    before: waiting(`\\Altscribe\\Service\\Account::to_array( 'site@example.com', 'free', 3 )`),
  });
  expect(brought).toMatchObject([{ status: 200, body: { credits_available: 3 }, sent: [] }]);

  const silentPost = await start(site);
  const silent = await callRoutes(
    site,
    [
      { ...get, params: { post_id: silentPost } },
      { ...get, params: { post_id: silentPost } },
    ],
    { before: waiting('\\Altscribe\\Core\\Errors::unreachable()') },
  );
  expect(silent.map(({ status, sent }) => [status, sent.length])).toEqual([
    [424, 0],
    [200, 1],
  ]);
});
