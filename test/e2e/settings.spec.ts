import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { text } from '../support/provider-stand-in.ts';
import { createPost } from '../wordpress/content.ts';
import { findFreePort } from '../wordpress/free-port.ts';
import { image } from './support/blocks.ts';
import { holdRequests } from './support/hold.ts';
import { expectSays } from './support/says.ts';
import { expect, test } from './support/test.ts';

test('An administrator connects the site', async ({ settings, backend, page }) => {
  const userId = 'connects@example.com';
  const key = await backend.service.createAccount({ user_id: userId, credits: 47 });
  await settings.openEmpty();
  await expect(settings.url).toHaveValue('');
  await expect(settings.key).toHaveValue('');
  await expect(settings.email).toHaveValue('');
  await expect(settings.save).toBeDisabled();
  await expect(settings.test).toBeDisabled();

  // The rest follows once the site is connected.
  await expect(settings.root.getByRole('heading', { level: 2 })).toHaveText(['Connection']);
  const introduction = settings.root.locator('.altscribe-introduction');
  await expect(introduction).toContainText('Get an API key from its dashboard.');
  await expect(introduction.getByRole('link', { name: /About the service/ })).toBeVisible();
  await introduction.getByRole('button', { name: 'Get an API key' }).click();
  await expect(settings.url).toBeFocused();

  await settings.fill({ url: `${backend.service.url}/`, key, email: userId });
  await expect(introduction.getByRole('link', { name: /Get an API key/ })).toHaveAttribute(
    'href',
    `${backend.service.url}/dashboard/connect`,
  );
  await settings.test.click();
  await expect(settings.notice).toHaveText('Connected: 47 credits, Pro plan.');
  await settings.save.click();
  const saved = settings.notice.filter({ hasText: 'Settings saved.' });
  await expect(saved).toHaveText('Settings saved. Connected: 47 credits, Pro plan.');
  await expect(settings.save).toBeDisabled();
  await expect(settings.save).toHaveAccessibleDescription('Settings saved.');
  // The notice is below the button, which keeps the focus and does not repeat it.
  await expect(settings.save).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  expect((await saved.boundingBox())?.y).toBeGreaterThan(
    (await settings.save.boundingBox())?.y ?? 0,
  );
  await expect(introduction).toBeHidden();
  await settings.root.getByRole('button', { name: /Dismiss|Close/ }).click();
  await expect(saved).toBeHidden();
  await expect(settings.save).toBeFocused();
  await expect(settings.language).toHaveValue('Site language (American English)');
  await expectSays(settings.root, 'settings-connected');
  await settings.chooseLanguage('Deutsch', 'German (Deutsch)');
  await settings.save.click();
  await expect(saved).toHaveText('Settings saved. Connected: 47 credits, Pro plan.');

  await page.reload();
  await expect(settings.url).toHaveValue(backend.service.url);
  await expect(settings.key).toHaveValue(`••••${key.slice(-4)}`);
  await expect(settings.email).toHaveValue(userId);
  await expect(settings.language).toHaveValue('German (Deutsch)');
  await settings.test.click();
  await expect(settings.notice).toHaveText('Connected: 47 credits, Pro plan.');
});

test('The style of the site is checked, saved by language, sent, and shown as it is sent', async ({
  settings,
  backend,
  editor,
  site,
  page,
}) => {
  await backend.connect();
  backend.providers.set({ openai: text('A cat') });
  await settings.open();
  const how = settings.root.getByLabel('How we write');
  const glossary = settings.root.getByLabel('Glossary');
  await how.fill('Plain words, no adjectives.');
  await glossary.fill('e-bike → pedelec\nmuseum');
  await settings.save.click();
  await expect(glossary).toBeFocused();
  await expectSays(settings.root, 'settings-style-invalid');
  await glossary.fill('e-bike → pedelec\nmuseum -> exhibition hall');
  const language = settings.root.getByRole('combobox', { name: 'Applies to' });
  await language.fill('Deutsch');
  await page.getByRole('option', { name: 'German (Deutsch)', exact: true }).click();
  await expect(how).toHaveValue('');
  await expectSays(settings.root, 'settings-style-language');
  await how.fill('Kurze Sätze.');
  await settings.save.click();
  await expect(settings.notice).toContainText('Settings saved.');
  await page.reload();
  await expect(how).toHaveValue('Plain words, no adjectives.');

  const style =
    'Plain words, no adjectives.\nSay "e-bike", not "pedelec".\nSay "museum", not "exhibition hall".';
  const { green } = site.images;
  await editor.openPost([image(green)]);
  await editor.chooseForAll('Context');
  const shown = editor.sidebar.locator('.altscribe-sent-context');
  await expect(shown).toContainText(`Style: ${style}`);
  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText('“A cat”');
  const sent = () => JSON.stringify(backend.providers.calls.at(-1));
  expect(sent()).toContain('no adjectives');
  expect(sent()).toContain('exhibition hall');
  const picker = editor.sidebar.getByRole('combobox', { name: 'Language' });
  await picker.fill('Deutsch');
  await page.getByRole('option', { name: 'German (Deutsch)', exact: true }).click();
  await expect(shown).toContainText('Style: Kurze Sätze.');

  const limits = await site.php(
    `$lines = function ( $count ) { return implode( "\\n", array_fill( 0, $count, str_repeat( 'a', 30 ) . ' → b' ) ); };
    $check  = function ( $count, $language = '' ) use ( $lines ) { $valid = \\Altscribe\\Core\\Style::validate( array( array( 'language' => $language, 'how' => '', 'glossary' => $lines( $count ) ) ) ); return true === $valid ? true : $valid->get_error_message(); };
    echo wp_json_encode( array( $check( 30 ), $check( 31 ), $check( 31, 'de_DE' ), strlen( \\Altscribe\\Core\\Style::compose( str_repeat( 'x', 500 ), $lines( 30 ) ) ) <= 1500 ) );`,
  );
  const tooMany = 'The glossary can have at most 30 pairs.';
  expect(JSON.parse(limits)).toEqual([true, tooMany, `German: ${tooMany}`, true]);

  // The media library and WP-CLI send it too.
  await site.php(
    `\\Altscribe\\Generation\\Ask::ask( array( 'attachment_id' => $args ), array( 'language' => 'de_CH', 'regenerate' => true ) );`,
    green.id,
    'admin',
  );
  expect(sent()).toContain('Kurze Sätze.');
  expect(sent()).not.toContain('pedelec');
});

test('The key can be replaced and removed', async ({ settings, backend, page }) => {
  const { userId } = await backend.connect();
  const other = await backend.connect({ credits: 1 });
  await settings.open();
  await settings.root.getByText('Connected · Pro').waitFor();
  await settings.replace.click();
  await expect(settings.key).toBeFocused();
  await settings.key.fill('not-the-key-of-this-account');
  await expectSays(settings.root, 'settings-key-replaced');
  await settings.root.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings.key).toHaveValue(`••••${other.key.slice(-4)}`);
  await expect(settings.save).toBeDisabled();
  await settings.test.click();
  await expect(settings.notice).toHaveText('Connected: 1 credit, Pro plan.');

  await settings.email.fill(userId);
  await settings.test.click();
  await expect(settings.email).toHaveAccessibleDescription(
    `The service has no account ${userId} for this API key. Check the account e-mail.`,
  );
  await settings.replace.click();
  await settings.save.click();
  await settings.root.getByRole('button', { name: 'Save anyway' }).click();
  await expect(settings.notice.filter({ hasText: 'Settings saved.' })).toBeVisible();
  await expectSays(settings.root, 'settings-key-removed');
  await page.reload();
  await expect(settings.key).toHaveValue('');
  await expect(settings.replace).toBeHidden();
});

/** Listens on a free port, and returns it. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('Each reason why there is no connection has its own sentence, at the field to correct', async ({
  backend,
  site,
}) => {
  const { userId, key } = await backend.connect();
  const { hostname, port } = new URL(backend.service.url);
  const certificate = JSON.parse(
    await site.php(
      `$key    = openssl_pkey_new( array( 'private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1' ) );
      $request = openssl_csr_new( array( 'commonName' => '127.0.0.1' ), $key );
      openssl_x509_export( openssl_csr_sign( $request, null, $key, 1 ), $cert );
      openssl_pkey_export( $key, $pem );
      echo wp_json_encode( array( 'cert' => $cert, 'key' => $pem ) );`,
    ),
  ) as { cert: string; key: string };
  const selfSigned = createTlsServer(certificate, (_request, response) => response.end('{}'));
  const stranger = createServer((_request, response) => response.end('<h1>Hello</h1>'));
  const silent = createServer((request) => request.socket.destroy());
  const tried: [values: object, field: string, sentence: string][] = [
    [
      { service_url: `http://127.0.0.1:${await findFreePort()}` },
      'service_url',
      'The server refused the connection. Check the port in the URL, and that the service is running.',
    ],
    [
      { service_url: 'http://alt.altscribe.invalid' },
      'service_url',
      'This server does not exist, or your site cannot find it. Check the URL for typing errors.',
    ],
    [
      { service_url: `https://127.0.0.1:${await listen(selfSigned)}` },
      'service_url',
      'Your site does not trust the certificate of this server. It is self-signed, has expired or is for another name.',
    ],
    [
      { service_url: `https://${hostname}:${port}` },
      'service_url',
      'This port does not use https. Check the port in the URL, or start it with http:// if the service has no certificate.',
    ],
    [
      { service_url: `http://127.0.0.1:${await listen(silent)}` },
      'service_url',
      'No response from this URL. Check the service URL, and that the service is running.',
    ],
    [
      { service_url: `http://127.0.0.1:${await listen(stranger)}` },
      'service_url',
      'The server at this URL is not Altscribe. Check the service URL.',
    ],
    [
      { api_key: 'alt_no-such-key' },
      'api_key',
      'The service did not accept the API key. Check it or create a new one.',
    ],
    [
      { user_id: 'nobody@example.com' },
      'user_id',
      'The service has no account nobody@example.com for this API key. Check the account e-mail.',
    ],
  ];
  try {
    const values = { service_url: backend.service.url, api_key: key, user_id: userId };
    const verdicts = await site.php(
      `$verdicts = array();
      foreach ( $args as $values ) {
        $request = new WP_REST_Request( 'POST', '/altscribe/v1/account' );
        foreach ( $values as $name => $value ) { $request->set_param( $name, $value ); }
        $data       = rest_do_request( $request )->get_data();
        $verdicts[] = array( $data['message'], $data['data']['params'] ?? null );
      }
      echo wp_json_encode( $verdicts );`,
      tried.map(([others]) => ({ ...values, ...others })),
      'admin',
    );
    expect(JSON.parse(verdicts)).toEqual(
      tried.map(([, field, sentence]) => [sentence, { [field]: sentence }]),
    );
    const page = await readFile('docs/troubleshooting.md', 'utf8');
    for (const [, , sentence] of tried) {
      const [first = ''] = sentence.split('. ');
      expect(page).toContain(first.replace('nobody@example.com', '…'));
    }
  } finally {
    for (const server of [selfSigned, stranger, silent]) {
      server.closeAllConnections();
      server.close();
    }
  }
});

test('"Test connection" shows the problem at its field', async ({ settings, backend }) => {
  const { userId } = await backend.connect();
  await settings.open();
  const errors = settings.root.locator('.altscribe-field-error');
  await settings.replace.click();
  await settings.key.fill('alt_no-such-key');
  await settings.test.click();
  await expect(settings.key).toBeFocused();
  await expect(settings.key).toHaveAttribute('aria-invalid', 'true');
  await expect(settings.key).toHaveAccessibleDescription(
    'The service did not accept the API key. Check it or create a new one.',
  );
  await settings.root.getByRole('button', { name: 'Cancel' }).click();
  await expect(errors).toHaveCount(0);

  await settings.email.fill('nobody@example.com');
  await settings.test.click();
  await expect(settings.email).toBeFocused();
  await expect(settings.email).toHaveAccessibleDescription(/^The service has no account nobody/);
  await backend.service.createAccount({ user_id: 'nobody@example.com', owner: userId });
  await settings.test.click();
  await expect(settings.notice).toHaveText('Connected: 10 credits, Pro plan.');
  await expect(errors).toHaveCount(0);
  await settings.email.fill(userId);

  // As copied from the browser.
  await settings.url.fill(`${backend.service.url}/dashboard/connect?from=keys#url`);
  await settings.test.click();
  await expect(settings.notice).toHaveText('Connected: 10 credits, Pro plan.');
  await expect(errors).toHaveCount(0);
});

test('A connection that does not work does not replace one that does without a question', async ({
  settings,
  backend,
  site,
}) => {
  const { key, userId } = await backend.connect();
  const stored = async () =>
    JSON.parse(
      await site.php(
        `$settings = get_option( 'altscribe_settings' ); echo wp_json_encode( array( $settings['user_id'], $settings['service_url'], $settings['daily_credit_limit'] ?? 0 ) );`,
      ),
    ) as unknown;
  await settings.open();
  await settings.email.fill('nobody@example.com');
  await settings.root.getByLabel('Daily credit limit').fill('5');
  await settings.save.click();
  const question = settings.root.getByRole('group', { name: /^The stored connection works/ });
  await expect(question).toBeFocused();
  await expect(settings.email).toHaveAccessibleDescription(/^The service has no account nobody/);
  await expectSays(settings.root, 'settings-question');
  expect(await stored()).toEqual([userId, backend.service.url, 0]);
  await question.press('Escape');
  await expect(question).toBeHidden();
  await expect(settings.email).toBeFocused();
  await settings.save.click();
  await expect(question).toBeFocused();
  await question.getByRole('button', { name: 'Save anyway' }).press('Enter');
  await expect(settings.save).toBeFocused();
  await expect(settings.notice).toHaveText(
    'Settings saved. The service has no account nobody@example.com for this API key. Check the account e-mail.',
  );
  await expectSays(settings.root, 'settings-saved-anyway');
  expect(await stored()).toEqual(['nobody@example.com', backend.service.url, 5]);

  // It replaces one that does not work either, and a working one is saved as it is.
  await settings.email.fill('nobody@example.org');
  await settings.save.click();
  await expect(settings.notice).toContainText('Settings saved. The service has no account');
  await settings.fill({ url: `${backend.service.url}/dashboard/`, email: userId });
  await settings.save.click();
  await expect(settings.notice).toHaveText('Settings saved. Connected: 10 credits, Pro plan.');
  await expect(settings.url).toHaveValue(backend.service.url);

  // Nor does an incomplete one.
  await settings.replace.click();
  await settings.save.click();
  await expect(question).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings.key).toHaveValue('');
  await settings.root.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings.key).toHaveValue(`••••${key.slice(-4)}`);
});

test('Invalid values are all marked together', async ({ settings, page }) => {
  await settings.openEmpty();
  await settings.fill({ url: 'ftp://alt.example.com', key: 'two words', email: 'nobody' });
  await settings.save.click();
  const errors = settings.root.locator('.altscribe-field-error');
  await expect(errors).toHaveText([
    'Enter the address of the service, starting with https:// or http://.',
    'Enter the full API key, as shown when it was created.',
    'Enter the e-mail address of the account.',
  ]);
  await expect(settings.url).toBeFocused();
  await expect(settings.notice).toHaveText('Check the marked fields.');
  await expect(settings.email).toHaveCSS('border-top-color', 'rgb(204, 24, 24)');

  // An error disappears with its cause.
  await settings.email.fill('site@example.com');
  await expect(errors).toHaveCount(2);
  await expect(settings.email).toBeFocused();
  await settings.url.fill('https://alt.example.com');
  await settings.key.fill('alt_a-key');
  await expect(errors).toHaveCount(0);
  await expect(settings.notice).toBeHidden();
  await expect(settings.email).not.toHaveCSS('border-top-color', 'rgb(204, 24, 24)');

  await page.reload();
  await expect(settings.url).toHaveValue('');
});

test('Targets of texts, review, publishing, and texts on upload', async ({
  settings,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  await settings.open();
  const library = settings.root.getByRole('radio', { name: 'In the media library' });
  const review = settings.root.getByRole('checkbox', { name: /^Review texts before/ });
  const onUpload = settings.root.getByRole('checkbox', { name: /when they are uploaded$/ });
  const visitors = settings.root.getByRole('checkbox', { name: /^Include uploads without/ });
  const roles = settings.root.getByRole('group', { name: /^Require alt text before publishing/ });
  await expect(settings.root.getByRole('radio', { name: 'In the post' })).toBeChecked();
  await expect(review).not.toBeChecked();
  await expect(onUpload).not.toBeChecked();
  await expect(visitors).toHaveCount(0);
  await expect(roles.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await library.check();
  await review.check();
  await onUpload.check();
  await expect(visitors).not.toBeChecked();
  await visitors.check();
  // Users who may change settings can always publish.
  await expect(roles.getByRole('checkbox', { name: 'Administrator' })).toHaveCount(0);
  await roles.getByRole('checkbox', { name: 'Editor' }).check();
  await settings.root.getByRole('checkbox', { name: /names of people/i }).check();
  await settings.root.getByLabel('Only administrators and these roles').check();
  await expectSays(settings.root, 'settings-all-on');
  await settings.save.click();
  await expect(settings.notice.filter({ hasText: 'Settings saved. Connected:' })).toBeVisible();
  await settings.root.getByLabel('Low-credit alert').fill('-1');
  await settings.root.getByLabel('Daily credit limit').fill('1000001');
  await settings.save.click();
  await expect(settings.root.getByLabel('Daily credit limit')).toBeFocused();
  await expectSays(settings.root, 'settings-limits-invalid');

  await page.reload();
  await expect(library).toBeChecked();
  await expect(review).toBeChecked();
  await expect(onUpload).toBeChecked();
  await expect(visitors).toBeChecked();
  const editor = await createPost(site.php, { post_title: 'Sea' });
  await page.goto(`${site.url}/wp-admin/post.php?post=${editor}&action=edit`);
  expect(
    await page.evaluate(() => (window as unknown as { altscribeEditor: object }).altscribeEditor),
  ).toMatchObject({
    writeTo: 'library',
    reviewNewTexts: true,
    generatesOnUpload: true,
    publishLock: { mustSettle: false, canBypass: true },
  });

  const admin = await site.session('administrator');
  const refused = await admin.rest('POST', '/altscribe/v1/settings', {
    write_to: 'everywhere',
    lock_publishing_roles: 'author',
    review_new_texts: 'sometimes',
  });
  expect(refused.status).toBe(400);
  expect(Object.keys((refused.body as { data: { params: object } }).data.params)).toEqual(
    expect.arrayContaining(['write_to', 'review_new_texts']),
  );
});

test('A response about values that were edited since is not shown', async ({
  settings,
  backend,
  page,
}) => {
  await backend.connect();
  const release = await holdRequests(page, 'altscribe/v1/account');
  await settings.open();
  await settings.test.click();
  await settings.email.fill('nobody@example.com');
  const answered = (method: string) =>
    page.waitForResponse(
      (response) =>
        /altscribe(\/|%2F)v1(\/|%2F)account/.test(response.url()) &&
        response.request().method() === method,
    );
  const all = Promise.all([answered('GET'), answered('POST')]);
  release();
  await all;
  await expect(settings.test).toBeEnabled();
  await expect(settings.notice).toHaveCount(0);
  await expect(settings.root.getByText('Connected')).toHaveCount(0);

  await settings.test.click();
  await expect(settings.email).toHaveAccessibleDescription(/no account nobody@example.com/);
});

test('Settings in wp-config.php are locked', async ({ settings, backend, site }) => {
  const { key, userId } = await backend.connect();
  await site.define({
    ALTSCRIBE_SERVICE_URL: backend.service.url,
    ALTSCRIBE_API_KEY: key,
    ALTSCRIBE_ACCOUNT: userId,
    ALTSCRIBE_LANGUAGE: 'de',
  });
  try {
    await settings.open();
    for (const field of [settings.url, settings.email, settings.root.getByLabel('Language')]) {
      await expect(field).not.toBeEditable();
    }
    await settings.test.click();
    await expect(settings.notice).toHaveText('Connected: 10 credits, Pro plan.');
    await expectSays(settings.root, 'settings-locked');

    const admin = await site.session('administrator');
    const refused = await admin.rest('POST', '/altscribe/v1/settings', {
      service_url: 'https://elsewhere.example.com',
      api_key: 'another-key',
      user_id: 'another@example.com',
      language: 'fr',
    });
    expect(refused.status).toBe(400);
    const sentence = 'This is set in wp-config.php and can only be changed there.';
    expect(refused.body).toMatchObject({
      code: 'rest_invalid_param',
      data: {
        params: { service_url: sentence, api_key: sentence, user_id: sentence, language: sentence },
      },
    });
  } finally {
    await site.define({});
  }
});

test('Leaving with unsaved changes asks for confirmation', async ({ settings, page, site }) => {
  await settings.openEmpty();
  await settings.email.fill('site@example.com');
  const asked = page.waitForEvent('dialog');
  const leaving = page.goto(`${site.url}/wp-admin/index.php`).catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await leaving;
  await expect(settings.email).toHaveValue('site@example.com');
});

test('Input during saving stays, and can be saved next', async ({
  settings,
  backend,
  site,
  page,
}) => {
  const { userId } = await backend.connect();
  await settings.open();
  const limit = page.getByLabel('Daily credit limit');
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const isSave = (url: URL) => `${url.pathname}${url.search}`.includes('altscribe/v1/settings');
  await page.route(isSave, async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  await limit.fill('5');
  await settings.save.click();
  await expect(settings.save).toHaveAccessibleDescription('The settings are being saved.');
  await settings.email.fill('other@example.com');
  await limit.fill('56');
  release();
  await expect(settings.notice.first()).toContainText('Settings saved.');
  await expect(limit).toHaveValue('56');
  await expect(settings.email).toHaveValue('other@example.com');
  await expect(settings.save).toBeEnabled();
  const stored = async () =>
    JSON.parse(
      await site.php(
        `$settings = \\Altscribe\\Core\\Settings::get(); echo wp_json_encode( array( $settings['daily_credit_limit'], $settings['user_id'] ) );`,
      ),
    ) as unknown;
  expect(await stored()).toEqual([5, userId]);
  await settings.email.fill(userId);
  await settings.save.click();
  await expect.poll(stored).toEqual([56, userId]);
  await expect(settings.save).toBeDisabled();

  const refuse = await holdRequests(page, 'altscribe/v1/settings');
  await settings.email.fill('nobody');
  await settings.save.click();
  await limit.focus();
  refuse();
  await expect(settings.root.locator('.altscribe-field-error')).toHaveCount(1);
  await expect(limit).toBeFocused();
});
