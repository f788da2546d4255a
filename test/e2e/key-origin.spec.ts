import { startService } from '../support/service.ts';
import { serviceEnv } from './support/backend.ts';
import { callRoutes, connect, storedSettings, type RouteResult } from './support/routes.ts';
import { expect, test } from './support/test.ts';

const key = storedSettings.api_key;
const settings = '/altscribe/v1/settings';
const account = '/altscribe/v1/account';
const sentence =
  'Enter the API key again: the service URL is no longer the one it was entered for.';

const keysSent = (results: readonly RouteResult[]) =>
  results.flatMap(({ sent }) => sent.map((call) => call.key));

test('A stored key goes only to the origin that it was entered for', async ({ site }) => {
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
    // By way of an empty address.
    { route: settings, params: { service_url: '' } },
    { route: settings, params: { service_url: others[0] } },
    { route: settings, params: { service_url: others[0], api_key: 'another-key' } },
    { route: account, params: {} },
  ]);
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400, 200, 200]);
  expect(keysSent(results)).toEqual([key, 'another-key', 'another-key']);
});

test('A key in wp-config.php goes to another address only with the key', async ({ site }) => {
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
  const stored = await site.php(`echo wp_json_encode( get_option( 'altscribe_settings' ) );`);
  expect(stored).not.toContain(constants.ALTSCRIBE_API_KEY);
});

test('Both in wp-config.php belong together', async ({ site }) => {
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
    await expect(settings.test).toHaveAccessibleDescription(/Fill in/);
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
