import { startService } from '../support/service.ts';
import { serviceEnv } from './support/backend.ts';
import { runQueue } from './support/queue.ts';
import { callRoutes, connect, storedSettings, type RouteResult } from './support/routes.ts';
import { expect, test } from './support/test.ts';

const key = storedSettings.api_key;
const settings = '/altscribe/v1/settings';
const account = '/altscribe/v1/account';
const where = 'Without it, create a new one in the dashboard of the service, under Keys.';
const sentence = `Enter the API key again. The service URL has changed since it was entered. ${where}`;

const keysSent = (results: readonly RouteResult[]) =>
  results.flatMap(({ sent }) => sent.map((call) => call.key));

test('A stored key is only sent to the origin that it was entered for', async ({ site }) => {
  const others = [
    'https://evil.example.com',
    'http://alt.example.com',
    'https://alt.example.com:8443',
  ];
  const refused = {
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { api_key: sentence } } },
    sent: [],
  };
  for (const route of [account, settings]) {
    await connect(site);
    const requests = others.map((service_url) => ({ route, params: { service_url } }));
    const results = await callRoutes(site, requests);
    expect(results).toMatchObject(others.map(() => refused));
  }

  const same = 'https://ALT.example.com:443/base';
  const results = await callRoutes(site, [
    { route: account, params: { service_url: same } },
    { route: account, params: { service_url: others[0], api_key: 'another-key' } },
    { route: settings, params: { service_url: same } },
    // By way of an empty URL.
    { route: settings, params: { service_url: '' } },
    { route: settings, params: { service_url: others[0] } },
    { route: settings, params: { service_url: others[0], api_key: 'another-key' } },
    { route: account, params: {} },
  ]);
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400, 200, 200]);
  expect(keysSent(results)).toEqual([key, 'another-key', 'another-key']);
});

/** The service URL that a key was entered for, another one, and whether the key may be sent there. */
const moves = [
  ['http://alt.example.com', 'https://alt.example.com', true],
  ['http://alt.example.com:80', 'https://alt.example.com:443/base', true],
  ['http://alt.example.com:3000', 'https://alt.example.com:3000', true],
  ['http://alt.example.com:3000', 'https://alt.example.com', true],
  ['http://alt.example.com', 'https://alt.example.com:8443', false],
  ['http://alt.example.com:3000', 'https://alt.example.com:3001', false],
  ['http://alt.example.com:3000', 'http://alt.example.com', false],
  ['http://alt.example.com', 'https://www.alt.example.com', false],
  ['http://alt.example.com', 'https://alt.example.com.evil.example', false],
  ['https://alt.example.com', 'http://alt.example.com', false],
] as const;

test('A key stays when TLS is added in front of its service', async ({ site }) => {
  for (const [from, to, stays] of moves) {
    await connect(site, { service_url: from });
    const results = await callRoutes(site, [
      { route: account, params: { service_url: to } },
      { route: settings, params: { service_url: to } },
      { route: account, params: {} },
      // An address without TLS can be restored: the key was entered for it.
      { route: settings, params: { service_url: from } },
    ]);
    const statuses = stays ? [200, 200, 200, 200] : [400, 400, 200, 200];
    expect({ from, to, statuses: results.map(({ status }) => status) }).toEqual({
      from,
      to,
      statuses,
    });
    const urls = results.flatMap(({ sent }) => sent.map((call) => new URL(call.url).origin));
    const origins = (stays ? [to, to] : [from]).map((url) => new URL(url).origin);
    expect(urls).toEqual(origins);
    expect(new Set(keysSent(results))).toEqual(new Set([key]));
  }
});

test('A key in wp-config.php is only sent to another URL after the key is entered', async ({
  site,
}) => {
  const constants = { ALTSCRIBE_API_KEY: 'alt_the-key-of-the-network' };
  const url = 'https://evil.example.com';
  await connect(site, { service_url: '', api_key: '' });
  const results = await callRoutes(
    site,
    [
      { route: account, params: { service_url: url } },
      { route: settings, params: { service_url: url } },
      { route: settings, params: { service_url: url, api_key: 'guessed' } },
      { route: settings, params: { service_url: url, api_key: constants.ALTSCRIBE_API_KEY } },
      { route: account, params: {} },
    ],
    { constants },
  );
  expect(results.map(({ status }) => status)).toEqual([400, 400, 400, 200, 200]);
  expect(keysSent(results)).toEqual([constants.ALTSCRIBE_API_KEY]);
  // TLS may be added later.
  const plain = { service_url: 'http://alt.example.com', api_key: constants.ALTSCRIBE_API_KEY };
  const moved = await callRoutes(
    site,
    [
      { route: settings, params: plain },
      { route: settings, params: { service_url: 'https://alt.example.com' } },
      { route: account, params: {} },
    ],
    { constants },
  );
  expect(moved.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(keysSent(moved)).toEqual([constants.ALTSCRIBE_API_KEY]);
  const stored = await site.php(`echo wp_json_encode( get_option( 'altscribe_settings' ) );`);
  expect(stored).not.toContain(constants.ALTSCRIBE_API_KEY);
});

test('A key is only for the URL that it was entered for, whatever its source', async ({ site }) => {
  const first = { ALTSCRIBE_API_KEY: 'alt_the-first-key-of-the-server-1' };
  const second = { ALTSCRIBE_API_KEY: 'alt_another-key-of-the-server-22' };
  const ask = [
    { route: account, params: {} },
    { route: settings, method: 'GET' },
    { route: '/altscribe/v1/site-health/connection', method: 'GET' },
  ] as const;
  const question =
    'Enter the API key from wp-config.php to confirm that it may be sent to this address.';
  const asked = [
    { status: 400, body: { data: { params: { api_key: question } } }, sent: [] },
    { body: { api_key_origin: '' } },
    { body: { description: `<p>${question}</p>` }, sent: [] },
  ];
  const { service_url, user_id } = storedSettings;
  const enter = (api_key: string) => ({
    route: settings,
    params: { service_url, api_key, user_id },
  });

  // Data of earlier versions: with its own key, with the origin beside it, and without a key.
  const origin = { api_key_origin: 'https://alt.example.com' };
  for (const stored of [{}, origin, { api_key: '' }, { ...origin, api_key: '' }]) {
    await connect(site, stored);
    expect(await callRoutes(site, ask, { constants: first })).toMatchObject(asked);
  }
  for (const stored of [{}, origin]) {
    await connect(site, stored);
    expect(keysSent(await callRoutes(site, ask))).toContain(key);
  }

  // First a key from the screen, then one in wp-config.php: entered for the same URL, then for another.
  await callRoutes(site, [enter('alt_entered-on-the-screen-333333')]);
  expect(await callRoutes(site, ask, { constants: first })).toMatchObject(asked);
  const [saved, ...used] = await callRoutes(site, [enter(first.ALTSCRIBE_API_KEY), ...ask], {
    constants: first,
  });
  expect(saved?.status).toBe(200);
  expect(keysSent(used)).toContain(first.ALTSCRIBE_API_KEY);
  expect(await callRoutes(site, ask, { constants: second })).toMatchObject(asked);

  // Saving other settings confirms nothing.
  const other = { route: settings, params: { write_to: 'both' } };
  const results = await callRoutes(site, [other, ...ask], { constants: second });
  expect(keysSent(results)).toEqual([]);
  const generate = await runQueue(
    site.php,
    `define( 'ALTSCRIBE_API_KEY', $args['key'] );
    $error = \\Altscribe\\Generation\\Ask::ask( array( 'attachment_id' => image() ) );
    return array( $error->get_error_code(), $error->get_error_message() );`,
    { args: { key: second.ALTSCRIBE_API_KEY }, settings: null },
  );
  expect(generate).toEqual(['altscribe_not_connected', question]);
  const stored = await site.php(`echo wp_json_encode( get_option( 'altscribe_settings' ) );`);
  for (const { ALTSCRIBE_API_KEY } of [first, second]) {
    expect(stored).not.toContain(ALTSCRIBE_API_KEY);
  }
});

test('The settings screen asks for a key in wp-config.php that was not entered yet', async ({
  settings,
  backend,
  site,
}) => {
  const { key: second } = await backend.connect({ credits: 4 });
  const { userId } = await backend.connect({ credits: 4 });
  await site.define({ ALTSCRIBE_API_KEY: second });
  try {
    await settings.open();
    await expect(settings.key).toHaveAttribute('aria-required', 'true');
    await expect(settings.key).toHaveAccessibleDescription(/^Enter the API key from wp-config.php/);
    await settings.key.fill(second);
    await settings.save.click();
    await expect(settings.notice).toContainText(`no account ${userId} for this API key`);
    await expect(settings.key).not.toBeEditable();
  } finally {
    await site.define({});
  }
});

test('Key and URL in wp-config.php belong together', async ({ site }) => {
  await connect(site, { service_url: 'https://evil.example.com', api_key: '' });
  const results = await callRoutes(site, [{ route: account, params: {} }], {
    constants: {
      ALTSCRIBE_SERVICE_URL: 'https://host.example.com/',
      ALTSCRIBE_API_KEY: 'alt_the-key-of-the-network',
    },
  });
  expect(results[0]?.sent).toMatchObject([
    { url: 'https://host.example.com/v1/get-user-details-api', key: 'alt_the-key-of-the-network' },
  ]);
});

test('The settings screen asks for the key again', async ({ settings, backend }) => {
  const { key: first } = await backend.connect();
  const other = await startService(serviceEnv(backend.providers));
  try {
    const userId = 'moved@example.com';
    const second = await other.createAccount({ user_id: userId, credits: 5 });
    await settings.open();
    await expect(settings.key).not.toBeEditable();
    await settings.fill({ url: other.url, email: userId });
    await expect(settings.key).toBeEditable();
    await expect(settings.key).toHaveAttribute('aria-required', 'true');
    await expect(settings.key).toHaveAccessibleDescription(sentence);
    await expect(settings.test).toHaveAccessibleDescription(/Enter the service URL/);
    await settings.save.click();
    await expect(settings.key).toBeFocused();
    await settings.key.fill(second);
    await settings.test.click();
    await expect(settings.notice).toHaveText('Connected: 5 credits, Pro plan.');
    await settings.save.click();
    await expect(settings.notice.filter({ hasText: 'Settings saved.' })).toBeVisible();
    await expect(settings.key).toHaveValue(`••••${second.slice(-4)}`);

    await settings.url.fill(backend.service.url);
    await expect(settings.key).toBeEditable();
    await settings.url.fill(other.url);
    await expect(settings.key).toHaveValue(`••••${second.slice(-4)}`);
    expect(first).not.toBe(second);
  } finally {
    await other.dispose();
  }
});
