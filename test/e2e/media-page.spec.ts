import { readFile } from 'node:fs/promises';
import { status, text } from '../support/provider-stand-in.ts';
import { visit } from '../wordpress/session.ts';
import { expectAccessible } from './support/barriers.ts';
import { forgetCron } from './support/queue.ts';
import { hold, holdRequests } from './support/hold.ts';
import { MediaPage, setTexts, textsOf } from './support/media-page.ts';
import { expect, test } from './support/test.ts';

// PHP has two processes here: one is free for the page while the other waits for a text.
test.beforeEach(({ site }) => site.define({ ALTSCRIBE_TEST_CONCURRENCY: '1' }));
test.afterEach(({ site }) => site.define({}));

test('Images are filtered and generated for; results are edited and undone', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, { blue: 'image' });
  await site.php(forgetCron);
  const media = new MediaPage(page, site);
  await page.route(/images(\/|%2F)counts/, async (route) => {
    const response = await route.fetch();
    const counts = (await response.json()) as object;
    await route.fulfill({ response, json: { ...counts, pending: 1 } });
  });
  const releaseCounts = await holdRequests(page, 'altscribe/v1/images/counts');
  await media.open();
  await expect(media.root).toContainText('At most 3 credits · 10 left');
  await media.row('blue').hover();
  const place = await media.row('blue').boundingBox();
  releaseCounts();
  await expect(media.root.getByRole('link', { name: '4 images' })).toBeVisible();
  await expect(media.root).toContainText('1 text is still being checked.');
  // Otherwise it would move away under a click.
  expect(await media.row('blue').boundingBox()).toEqual(place);
  await page.unrouteAll();
  await expect(media.root.getByRole('link', { name: '3 missing' })).toBeVisible();

  await media.root.getByRole('link', { name: '1 with problems' }).click();
  await expect(page).toHaveURL(/altscribe_state=check/);
  await expect(media.row('blue')).toContainText('Check:');
  await expect(media.row('green')).toHaveCount(0);
  await expect(page.locator('#a11y-speak-polite')).toHaveText('1 image');
  await page.goBack();
  await expect(media.row('green')).toContainText('Missing');
  await expect(media.root).toContainText('At most 3 credits · 10 left');

  const held = hold(text('A generated text'));
  backend.providers.set({ openai: held.behaviour });
  await expect(media.generate).toHaveText('Generate 3 alt texts');
  await media.generate.click();
  await expect(media.progress).toContainText('0 of 3');
  await expect(media.progress).toContainText(
    'WP-Cron is not running on this site. Keep this page open.',
  );
  await held.arrived;
  await media.button('Pause').click();
  await expect(media.progress).toContainText('Paused.');
  await expect(media.button('Resume')).toBeFocused();
  held.release();
  await media.button('Resume').click();
  await expect(media.progress).toContainText('Done. 3 written.');
  await expect(media.root.locator('.altscribe-tabs')).toHaveText('All (3) |Written (3)');
  await expect(page.locator('#a11y-speak-polite')).toHaveText(/Done\. 3 written\./);
  expect(await textsOf(site)).toEqual({
    large: 'A generated text',
    green: 'A generated text',
    yellow: 'A generated text',
    blue: 'image',
  });

  await media.row('green').getByRole('button', { name: 'Edit: green' }).click();
  await expect(media.row('green').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('A green field');
  await media.button('Save').click();
  await expect(media.row('green')).toContainText('A green field');
  await expect(media.row('green').getByRole('button', { name: 'Edit: green' })).toBeFocused();
  await expect(page.locator('#a11y-speak-polite')).toHaveText('Written');
  await media.row('large').getByRole('button', { name: 'Undo: large' }).click();
  await expect(media.row('large')).toContainText('Undone');
  expect(await textsOf(site)).toMatchObject({ green: 'A green field', large: '' });

  await media.button('Undo all').click();
  await expect(media.root.getByRole('group', { name: /^Undo 2 alt texts/ })).toBeFocused();
  await media.button('Undo all').click();
  await expect(media.progress).toContainText('Done. 3 undone.');
  for (const name of ['large', 'green', 'yellow']) {
    await expect(media.row(name).locator('.altscribe-state')).toHaveText('Undone');
  }
  expect(await textsOf(site)).toEqual({ large: '', green: '', yellow: '', blue: 'image' });
});

test('Without credits it waits; a decorative verdict waits for a decision; nothing is left to do', async ({
  page,
  site,
  backend,
}) => {
  const account = await backend.connect({ credits: 1 });
  await setTexts(site, { blue: 'A boat on a lake', large: 'A red wall' });
  const media = new MediaPage(page, site);
  await media.open('&altscribe_state=missing');
  await expect(media.generate).toBeEnabled();
  await media.generate.press('Enter');
  const question = media.root.getByRole('group', { name: /^This costs at most 2 credits/ });
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleName(
    'This costs at most 2 credits. You have 1 left. Images beyond that wait until credits are added.',
  );
  await question.press('Escape');
  await expect(question).toBeHidden();
  expect(backend.providers.calls).toHaveLength(0);
  await media.generate.click();
  await question.getByRole('button', { name: 'Generate 1 alt text' }).click();
  await expect(media.progress).toContainText('Done. 1 written.');
  await expect(media.row('yellow')).toContainText('A text by OpenAI');

  await media.open('&altscribe_state=missing');
  await media.generate.click();
  await media.root.getByRole('button', { name: 'Queue 1 image' }).click();
  await expect(media.progress).toContainText('You have no credits left.');
  await expect(media.progress).toContainText('Trying again in 5 min.');
  await account.addCredits(5);
  backend.providers.set({ openai: text('A plain green area', 'decorative') });
  // As any screen does that shows the credits.
  await site.php(`\\Altscribe\\Service\\Account::get( \\Altscribe\\Core\\Settings::get() );`);
  await expect(media.progress).toContainText('Done. 1 suggested.');
  await expect(media.row('green')).toContainText('This image seems to be decorative.');
  expect((await textsOf(site)).green).toBe('');
  await media.row('green').getByRole('button', { name: 'Decorative: green' }).click();
  await expect(media.progress).toContainText('Done. 1 written.');
  await media.button('Show all images').click();
  await expect(media.root).toContainText('Every image has alt text.');
  await expect(media.root.getByRole('link', { name: '1 decorative' })).toBeVisible();
  await expect(media.generate).toBeDisabled();
});

test('The page no longer shows an error that is over, even while the next image takes long', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, { large: 'A red wall' });
  const starts = /altscribe(\/|%2F)v1(\/|%2F)batches([?&]|$)/;
  let isDown = true;
  let held = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/batches(\/|%2F)\d+(\/|%2F)work/, async (route) => {
    if (isDown) return route.abort();
    held += 1;
    await released;
    return route.continue();
  });
  const media = new MediaPage(page, site);
  await media.open('&altscribe_state=missing');
  await page.route(starts, (route) => route.abort());
  await media.generate.click();
  await expect(media.root.getByRole('alert')).toContainText('Your site could not be reached.');
  await media.root.getByRole('link', { name: '4 images' }).click();
  await expect(media.row('large')).toBeVisible();
  await expect(media.root.getByRole('alert')).toHaveCount(0);
  await page.unroute(starts);
  await page.goBack();

  await media.generate.click();
  await expect(media.progress).toContainText('Your site could not be reached.');
  isDown = false;
  await page.clock.fastForward(10_000);
  await expect.poll(() => held).toBeGreaterThan(0);
  await expect(media.progress).not.toContainText('could not be reached');
  release();
  await expect(media.progress).toContainText('Done. 3 written.');
});

test('The page says why an image whose text was added in a post is missing one here', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, { large: 'A red wall', blue: 'A boat on a lake' });
  const { green } = site.images;
  await site.php(
    `wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'Boats', 'post_content' => '<!-- wp:image {"id":' . $args['id'] . '} --><figure class="wp-block-image"><img src="' . $args['url'] . '" alt="Two boats in the harbour at dawn" class="wp-image-' . $args['id'] . '"/></figure><!-- /wp:image -->' ) );
    \\Altscribe\\Posts\\Uses_Index::read_uses( 30 );`,
    green,
    'admin',
  );
  const media = new MediaPage(page, site);
  await media.open('&altscribe_state=missing');
  await expect(media.root).toContainText('At most 1 credit (1 already has a text) · 10 left');
  await expect(media.root).toContainText(
    '1 of these images has a text in a post, a copy or its file, but none in the media library yet. Texts added in a post stay in that post.',
  );
});

for (const role of ['administrator', 'editor'] as const) {
  test.describe(() => {
    test.use({ role });
    test(`A revoked key leads the ${role} to who can replace it`, async ({
      page,
      site,
      backend,
    }) => {
      const account = await backend.connect();
      await setTexts(site, { large: 'A red wall' });
      const media = new MediaPage(page, site);
      await account.revokeKey();
      await media.open('&altscribe_state=missing');
      const problem = media.root.getByRole('alert');
      await expect(problem).toContainText('The service did not accept the API key.');
      const link = problem.getByRole('link', { name: 'Open settings' });
      if (role === 'administrator') {
        await expect(link).toHaveAttribute('href', /options-general[.]php[?]page=altscribe$/);
      } else {
        await expect(problem).toContainText('Ask an administrator to check the API key.');
        await expect(link).toHaveCount(0);
      }
      await media.row('green').hover();
      await media
        .row('green')
        .getByRole('button', { name: /^Generate/ })
        .click();
      await expect(media.row('green').getByRole('alert')).toContainText(
        'did not accept the API key',
      );
      await expect(media.row('green').getByRole('link', { name: 'Open settings' })).toHaveCount(
        role === 'administrator' ? 1 : 0,
      );
    });
  });
}

test('The decorative verdicts of a batch are confirmed together, by their images', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, { large: 'A red wall' });
  backend.providers.set({ openai: text('A plain area', 'decorative') });
  const media = new MediaPage(page, site);
  await media.open('&altscribe_state=missing');
  await media.generate.click();
  await expect(media.progress).toContainText('Done. 3 suggested.');
  const verdicts = media.root.getByRole('region', { name: 'Decorative images' });
  await expect(verdicts).toContainText('3 images seem to be decorative.');
  await expectAccessible(page, '#altscribe-media');
  await verdicts.getByRole('checkbox', { name: 'green.png' }).uncheck();
  await verdicts.getByRole('button', { name: 'Decorative: 2 images' }).click();
  await expect(verdicts).toContainText('2 images marked as decorative.');
  await expect(verdicts).toContainText('1 image seems to be decorative.');
  await expect(media.progress).toContainText('Done. 2 written, 1 suggested.');
  await expect(media.row('green')).toContainText('Suggested');
  await media.button('Show all images').click();
  await expect(media.root.getByRole('link', { name: '2 decorative' })).toBeVisible();
});

test('If the service fails, the page shows it, and continues when it works again', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, {});
  const media = new MediaPage(page, site);
  backend.providers.set({ openai: status(500) });
  await media.open();
  await media.generate.click();
  await expect(media.progress).toContainText(
    /The alt text service had a problem\. Trying again in \d+ seconds?\./,
  );
  await expect(media.progress).not.toContainText('left');
  backend.providers.set({ openai: text('A generated text') });
  await expect(media.progress).toContainText('Done. 4 written.');
});

test('One of two tabs works, and stopping leaves the remaining images unchanged', async ({
  page,
  context,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, {});
  const first = new MediaPage(page, site);
  const held = hold(text('A generated text'));
  backend.providers.set({ openai: held.behaviour });
  await first.open();
  await first.generate.click();
  await held.arrived;

  const second = new MediaPage(await context.newPage(), site);
  const workOfSecond: string[] = [];
  second.page.on('request', (request) => {
    if (request.url().includes('/work')) workOfSecond.push(request.url());
  });
  await second.open();
  await expect(second.progress).toContainText('0 of 4');
  await second.button('Stop').click();
  await expect(second.progress).toContainText('Stopped.');
  held.release();
  await expect(first.progress).toContainText('Stopped. 1 written.');
  expect(workOfSecond).toEqual([]);
  expect(Object.values(await textsOf(site)).filter((one) => one === '')).toHaveLength(3);
});

test('Texts are exported, edited elsewhere, and imported after a preview', async ({
  page,
  site,
  backend,
}, testInfo) => {
  await backend.connect();
  await setTexts(site, { green: '=SUM(A1)', blue: 'Ein Boot, „Meer“', large: 'A red wall' });
  const media = new MediaPage(page, site);
  await media.open();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    media.root.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const path = testInfo.outputPath('alt-texts.csv');
  await download.saveAs(path);
  const csv = await readFile(path, 'utf8');
  const columns = 'id file url language alt_text state decorative source model prompt generated_at';
  const names = `${columns} read_by read_at text_in_file`.split(' ').map((name) => `"${name}"`);
  expect(csv.split('\r\n')[0]).toBe(`\uFEFF${names.join()}`);
  expect(csv).toContain(`"'=SUM(A1)"`);

  const changed = `${csv.replace('Ein Boot', 'Zwei Boote').replace('A red wall', '')}99999,,,,x,,,,,,,,,\r\n1,2\r\n`;
  const panel = media.root.getByRole('region', { name: 'Import CSV' });
  const choose = async (content: string) => {
    await media.button('Import').click();
    const file = { name: 'changed.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
    await panel.locator('input[type="file"]').setInputFiles(file);
  };
  await choose(csv.replace('Ein Boot', 'Zwei Boote'));
  await expect(panel.getByText('would change')).toHaveText(
    'changed.csv 1 image would change. 3 rows without changes.',
  );
  await media.button('Cancel').click();
  await expect(media.button('Import')).toBeFocused();
  await choose(changed);
  await expect(panel).toContainText(
    '2 images would change. 2 rows without changes. 1 row matches no image. 1 row has an error and will be skipped.',
  );
  await expect(panel).toContainText('Line 6: Image 99999 not found on this site.');
  await expect(panel).toContainText('Line 7: This line has 2 columns');
  expect((await textsOf(site)).large).toBe('A red wall');

  await media.button('Change 2 images').click();
  await expect(media.progress).toContainText('Imported. 2 written.');
  const original = { green: '=SUM(A1)', blue: 'Ein Boot, „Meer“', large: 'A red wall', yellow: '' };
  expect(await textsOf(site)).toEqual({ ...original, blue: 'Zwei Boote, „Meer“', large: '' });
  await media.button('Undo all').click();
  await media.root.getByRole('group').getByRole('button', { name: 'Undo all' }).click();
  await expect(media.progress).toContainText('Imported. 2 undone.');
  expect(await textsOf(site)).toEqual(original);
});

test('Only users who may edit others’ posts can use the page and its routes', async ({
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, {});
  const id = site.images.green.id;
  const rows = [
    { line: 2, attachment_id: id, previous_text: '', alt_text: 'x', decorative: false },
  ];
  const routes = [
    ['GET', '/altscribe/v1/images'],
    ['GET', '/altscribe/v1/images/counts'],
    ['POST', `/altscribe/v1/images/${id}`, { previous_text: '', alt_text: '' }],
    ['POST', '/altscribe/v1/import/preview', { csv: 'id,alt_text\n' }],
    ['POST', '/altscribe/v1/import', { rows: [] }],
    ['GET', '/altscribe/v1/batches'],
  ] as const;
  const page = '/wp-admin/upload.php?page=altscribe-media';
  const download = '/wp-admin/admin-post.php?action=altscribe_export';
  for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const) {
    const session = await site.session(role);
    const statuses = await Promise.all(
      routes.map(async ([method, route, body]) => (await session.rest(method, route, body)).status),
    );
    const expected = role === 'editor' ? 200 : 403;
    expect(statuses, role).toEqual(routes.map(() => expected));
    expect((await session.fetch(page)).status, role).toBe(expected);
    // Refused for everyone without a nonce.
    expect((await session.fetch(download)).status, role).toBe(403);
  }
  const visitor = visit(site.url);
  for (const [method, route, body] of routes) {
    expect((await visitor.rest(method, route, body)).status, route).toBe(401);
  }
  expect((await visitor.rest('POST', '/altscribe/v1/import', { rows })).status).toBe(401);
  expect((await textsOf(site)).green).toBe('');
});
