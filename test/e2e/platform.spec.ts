import { createPost } from '../wordpress/content.ts';
import { visit } from '../wordpress/session.ts';
import { callRoutes, connect } from './support/routes.ts';
import { expect, test } from './support/test.ts';

const ability = (name: string) => `/wp-abilities/v1/abilities/altscribe/${name}/run`;

test('An administrator limits who generates, and how much', async ({
  settings,
  backend,
  site,
  page,
}) => {
  const { credits } = await backend.connect();
  await settings.open();
  await page.getByLabel('Only administrators and these roles').check();
  const roles = page.getByRole('group', { name: 'Roles that can generate' });
  await expect(roles.getByRole('checkbox')).toHaveCount(3);
  await roles.getByLabel('Editor').check();
  await page.getByLabel('Daily credit limit').fill('3');
  await page.getByLabel('Low-credit alert').fill('-1');
  await settings.save.click();
  await expect(page.getByLabel('Low-credit alert')).toBeFocused();
  await page.getByLabel('Low-credit alert').fill('9');
  await settings.save.click();
  await expect(settings.notice.filter({ hasText: 'Settings saved.' })).toBeVisible();

  const contributor = await site.session('contributor');
  const own = await createPost(site.php, { post_title: 'Own' }, 'contributor');
  const request = { post_id: own, attachment_id: site.images.green.id };
  for (const answer of [
    await contributor.rest('POST', '/altscribe/v1/generate', request),
    await contributor.rest('GET', `/altscribe/v1/account?post_id=${own}`),
  ]) {
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'altscribe_role_excluded' });
  }

  const editor = await site.session('editor');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, number) =>
      editor.rest('POST', '/altscribe/v1/generate', { ...request, title: `Title ${number}` }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  expect(answers.find(({ status }) => status === 429)?.text).toContain(
    'This site has used its daily limit of 3 credits.',
  );
  expect(await credits()).toBe(7);

  // The remaining credits are low by now: one notice, for users who can act on it.
  const upload = `${site.url}/wp-admin/upload.php?mode=list`;
  await page.goto(upload);
  const notice = page.locator('#altscribe-low-credits');
  // If responses overtake each other, any of them may be stored last.
  await expect(notice).toContainText(/Altscribe has [789] credits left\./);
  const dismissed = page.waitForResponse(/altscribe_dismiss_low_credits/);
  await notice.getByRole('button').click();
  await dismissed;
  await page.goto(upload);
  await expect(page.locator('#the-list')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('A cached text and a failed call do not count towards the limit', async ({ site }) => {
  await connect(site, { daily_credit_limit: 1 });
  await site.php(`\\Altscribe\\Service\\Daily_Limit::forget();`);
  const post = await createPost(site.php, { post_title: 'Limit' });
  const generate = {
    route: '/altscribe/v1/generate',
    params: { post_id: post, image_url: 'https://images.example.com/a.jpg' },
  };
  const respond = (response: string) =>
    `add_filter( 'pre_http_request', function ( $answer ) { ${response} }, 30 );`;
  const cached = respond(
    `$answer['headers'] = new WpOrg\\Requests\\Utility\\CaseInsensitiveDictionary( array( 'age' => '5' ) ); return $answer;`,
  );
  const failed = respond(`return new WP_Error( 'http_request_failed' );`);
  const statuses = async (before: string) =>
    (await callRoutes(site, [generate, generate], { before })).map(({ status }) => status);
  expect(await statuses(cached)).toEqual([200, 200]);
  expect(await statuses(failed)).toEqual([424, 424]);
  expect(await statuses('')).toEqual([200, 429]);
  // A day later in the site's own time zone.
  const [tomorrow] = await callRoutes(site, [generate], {
    before: `update_option( 'timezone_string', '' ); update_option( 'gmt_offset', (int) gmdate( 'G' ) < 12 ? -12 : 14 );`,
  });
  await site.php(`update_option( 'gmt_offset', 0 );`);
  expect(tomorrow?.status).toBe(200);
});

test('Abilities and Site Health are only for users with the right', async ({ backend, site }) => {
  await backend.connect({ credits: 50 });
  await site.php(`\\Altscribe\\Service\\Daily_Limit::forget();`);
  const image = site.images.green.id;
  const administrator = await site.session('administrator');
  const generated = await administrator.rest('POST', ability('generate-alt-text'), {
    input: { attachment_id: image },
  });
  expect(generated.body).toMatchObject({ alt_text: 'A text by OpenAI', credits_available: 49 });
  const query = `input[text]=${encodeURIComponent('IMG_2034.jpg')}&input[language]=en`;
  const checked = await administrator.rest('GET', `${ability('check-alt-text')}?${query}`);
  expect(checked.body).toMatchObject({
    findings: [{ code: 'file-name', message: 'looks like a file name' }],
  });
  const missing = await administrator.rest('GET', `${ability('list-missing')}?input[per_page]=1`);
  expect(missing.body).toMatchObject({ total: expect.any(Number), unread: 0, images: [{}] });
  const health = await administrator.rest('GET', '/altscribe/v1/site-health/connection');
  expect(health.body).toMatchObject({ status: 'good', test: 'altscribe_connection' });

  for (const [session, status] of [
    [await site.session('subscriber'), 403],
    [visit(site.url), 401],
  ] as const) {
    const answers = [
      await session.rest('POST', ability('generate-alt-text'), { input: { attachment_id: image } }),
      await session.rest('GET', `${ability('check-alt-text')}?${query}`),
      await session.rest('GET', ability('list-missing')),
      await session.rest('GET', '/altscribe/v1/site-health/connection'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
  }
});

test('Settings > Connectors links to the settings, and stores no key', async ({
  backend,
  site,
  page,
}) => {
  await backend.connect();
  await page.goto(`${site.url}/wp-admin/options-connectors.php`);
  const connector = page.getByRole('group', { name: 'Altscribe' });
  await expect(connector.getByRole('link')).toHaveAttribute('href', /page=altscribe/);
  // No key of WordPress's own, which would not be bound to a URL.
  const data = await page
    .locator('#wp-script-module-data-options-connectors-wp-admin')
    .textContent();
  const { connectors } = JSON.parse(data ?? '') as { connectors: Record<string, object> };
  expect(connectors['altscribe']).toMatchObject({ authentication: { method: 'none' } });
});
