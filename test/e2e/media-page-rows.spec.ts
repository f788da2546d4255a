import { text } from '../support/provider-stand-in.ts';
import { createPost } from '../wordpress/content.ts';
import { startFront } from './support/front.ts';
import { hold, holdRequests } from './support/hold.ts';
import { MediaPage, setTexts, textsOf } from './support/media-page.ts';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

// PHP has two processes here: one is free for the page while the other waits for a text.
test.beforeEach(({ site }) => site.define({ ALTSCRIBE_TEST_CONCURRENCY: '1' }));
test.afterEach(({ site }) => site.define({}));

test('Of many authors, the first hundred can be chosen', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `global $wpdb;
    foreach ( range( 1, 110 ) as $n ) {
      $wpdb->insert( $wpdb->users, array( 'user_login' => "uploader-$n", 'display_name' => sprintf( 'AA %03d', $n ) ) );
      $wpdb->insert( $wpdb->posts, array( 'post_author' => $wpdb->insert_id, 'post_type' => 'attachment', 'post_status' => 'inherit', 'post_mime_type' => 'image/png' ) );
    }
    $names = wp_list_pluck( \\Altscribe\\Media_Page\\Images::list_image_authors(), 'name' );
    $wpdb->query( "DELETE FROM $wpdb->posts WHERE post_author IN ( SELECT ID FROM $wpdb->users WHERE user_login LIKE 'uploader-%' )" );
    $wpdb->query( "DELETE FROM $wpdb->users WHERE user_login LIKE 'uploader-%'" );
    return array( count( $names ), $names[0], end( $names ) );`,
  );
  expect(found).toEqual([100, 'AA 001', 'AA 100']);
});

test('Date, type, author and use filter the list and the counts', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, { large: 'A red wall' });
  await site.session('editor');
  const { green, blue, yellow } = site.images;
  const content = `<!-- wp:image {"id":${String(green.id)}} --><figure class="wp-block-image"><img src="${green.url}" alt="" class="wp-image-${String(green.id)}"/></figure><!-- /wp:image -->`;
  const post = await createPost(site.php, { post_content: content, post_status: 'publish' });
  const before = await site.php(
    `global $wpdb;
    echo wp_json_encode( get_post( $args['blue'], ARRAY_A ) );
    $wpdb->update( $wpdb->posts, array( 'post_date' => '2024-02-29 23:30:00' ), array( 'ID' => $args['blue'] ) );
    $wpdb->update( $wpdb->posts, array( 'post_author' => get_user_by( 'login', 'editor' )->ID ), array( 'ID' => $args['yellow'] ) );
    clean_post_cache( $args['blue'] ); clean_post_cache( $args['yellow'] );`,
    { blue: blue.id, yellow: yellow.id },
  );
  const media = new MediaPage(page, site);
  await media.open();
  const shows = async (counts: [string, string], titles: string[]) => {
    for (const name of counts) {
      await expect(media.root.getByRole('link', { name, exact: true })).toBeVisible();
    }
    await expect(media.root.locator('tbody .column-title strong')).toHaveText(titles);
  };
  await shows(['4 images', '3 missing'], ['yellow', 'green', 'large', 'blue']);

  await media.root.getByLabel('Filter by date').selectOption('February 2024');
  await shows(['1 image', '1 missing'], ['blue']);
  await expect(page).toHaveURL(/m=202402/);
  await expect(media.generate).toHaveText('Generate 1 alt text');
  await media.root.getByLabel('Filter by date').selectOption('All dates');

  await media.root.getByLabel('Filter by type').selectOption('PNG');
  await shows(['2 images', '2 missing'], ['green', 'blue']);
  await media.root.getByLabel('Only used in published posts').check();
  await shows(['1 image', '1 missing'], ['green']);
  await media.root.getByLabel('Filter by type').selectOption('JPEG');
  await expect(media.root).toContainText('No images match these filters.');
  await media.root.getByLabel('Only used in published posts').uncheck();
  await shows(['1 image', '0 missing'], ['large']);
  await expect(media.root).toContainText('None of these images needs alt text.');
  await media.root.getByLabel('Filter by type').selectOption('All types');

  await media.root.getByLabel('Filter by author').selectOption('editor');
  await shows(['1 image', '1 missing'], ['yellow']);
  await page.reload();
  await shows(['1 image', '1 missing'], ['yellow']);

  await test.step('a mark is set and removed', async () => {
    await media.row('yellow').getByRole('button', { name: 'Decorative: yellow' }).click();
    await shows(['1 decorative', '0 missing'], ['yellow']);
    await media.row('yellow').getByRole('button', { name: 'Not decorative: yellow' }).click();
    await shows(['0 decorative', '1 missing'], ['yellow']);
    await expect(
      media.row('yellow').getByRole('button', { name: 'Decorative: yellow' }),
    ).toBeFocused();
  });
  await site.php(
    `global $wpdb;
    wp_delete_post( $args['post'], true );
    $wpdb->update( $wpdb->posts, array( 'post_date' => $args['blue']['post_date'] ), array( 'ID' => $args['blue']['ID'] ) );
    $wpdb->update( $wpdb->posts, array( 'post_author' => 1 ), array( 'ID' => $args['yellow'] ) );`,
    { post, yellow: yellow.id, blue: JSON.parse(before) as object },
  );
});

test('Suggestions are applied or dismissed, the page waits for a busy service, and posts are filled', async ({
  page,
  site,
  backend,
}) => {
  const front = await startFront(backend.service.url);
  try {
    await backend.connect({ url: front.url });
    await setTexts(site, { green: 'Grass', blue: 'Water' });
    const { large } = site.images;
    const content = `<!-- wp:image {"id":${String(large.id)}} --><figure class="wp-block-image"><img src="${large.url}" alt="" class="wp-image-${String(large.id)}"/></figure><!-- /wp:image -->`;
    const post = await createPost(site.php, { post_title: 'Walls', post_content: content });
    const media = new MediaPage(page, site);
    await media.open();
    for (const title of ['green', 'blue', 'large']) {
      await media.root.getByRole('checkbox', { name: `Select ${title}` }).check();
    }
    backend.providers.set({ openai: text('A generated text') });
    let refused = 0;
    front.intercept((request, response) => {
      if (refused > 0 || !request.url?.includes('generate')) return false;
      refused += 1;
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '4' });
      response.end('{"message":"Too many requests"}');
      return true;
    });
    await expect(media.generate).toHaveText('Generate 3 alt texts');
    await media.generate.click();
    const busy = media.progress.getByText(/Too many requests right now\. Continuing in \d second/);
    await expect(busy).toBeVisible();
    const seconds = await busy.textContent();
    await expect(busy).not.toHaveText(seconds ?? '');
    // The list that is read when the batch ends arrives after the decisions.
    let decided = () => {};
    const decisions = new Promise<void>((resolve) => {
      decided = resolve;
    });
    await page.route(/batches(\/|%2F)\d+(\/|%2F)items/, async (route) => {
      const response = await route.fetch();
      await decisions;
      await route.fulfill({ response });
    });
    await expect(media.progress).toContainText('Done. 1 written, 2 suggested.');
    const results = media.root.getByRole('table', { name: 'Results' });
    await expect(results).toHaveAttribute('aria-busy', 'true');

    await media.row('green').getByRole('button', { name: 'Accept: green' }).click();
    await expect(media.row('green')).toContainText('Written');
    await media.row('blue').getByRole('button', { name: 'Reject: blue' }).click();
    await expect(media.row('blue')).toContainText('Unchanged');
    decided();
    await expect(results).toHaveAttribute('aria-busy', 'false');
    await expect(media.row('green')).toContainText('Written');
    await expect(media.row('blue')).toContainText('Unchanged');
    await expect(media.progress).toContainText('Done. 2 written, 1 unchanged.');
    expect(await textsOf(site)).toMatchObject({
      large: 'A generated text',
      green: 'A generated text',
      blue: 'Water',
    });

    const row = media.row('large');
    await row.getByRole('button', { name: 'Also in other posts: large' }).click();
    await row.getByRole('button', { name: 'Add to 1 post' }).click();
    await expect(row).toContainText('Alt text added to 1 post.');
    const stored = async () =>
      JSON.parse(
        await site.php(
          `echo wp_json_encode( array( get_post( $args )->post_content, count( wp_get_post_revisions( $args ) ) ) );`,
          post,
        ),
      ) as [string, number];
    expect(await stored()).toEqual([content.replace('alt=""', 'alt="A generated text"'), 2]);
    const undo = row.locator('.altscribe-other-posts').getByRole('button', { name: 'Undo' });
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row.getByRole('button', { name: 'Add to 1 post' })).toBeFocused();
    expect((await stored())[0]).toBe(content);
    await site.php(`wp_delete_post( $args, true );`, post);
  } finally {
    front.stop();
  }
});

test('The button counts again after an edit, and excludes suggestions that wait', async ({
  page,
  site,
  backend,
}) => {
  const { credits } = await backend.connect();
  await site.php(
    `update_option( 'altscribe_settings', array( 'review_new_texts' => true ) + get_option( 'altscribe_settings' ) );`,
  );
  await setTexts(site, { large: 'A red wall' });
  const media = new MediaPage(page, site);
  await media.open();
  await expect(media.generate).toHaveText('Generate 3 alt texts');

  await media.row('green').getByRole('button', { name: 'Edit: green' }).click();
  await page.keyboard.type('A green field');
  await media.button('Save').click();
  await expect(media.generate).toHaveText('Generate 2 alt texts');
  await media.row('blue').getByRole('button', { name: 'Decorative: blue' }).click();
  await expect(media.generate).toHaveText('Generate 1 alt text');

  await media.generate.click();
  await expect(media.progress).toContainText('Done. 1 suggested.');
  await media.button('Show all images').click();
  await expect(media.root).toContainText('1 of these images has a suggestion to review.');
  await expect(media.generate).toBeDisabled();
  await expect(media.generate).toHaveAccessibleDescription(
    '1 of these images has a suggestion to review.',
  );
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 720 });
  // The suggestion is shown in the row, and costs nothing again.
  await media.row('yellow').getByRole('button', { name: 'Review: yellow' }).click();
  await expect(media.row('yellow')).toContainText('Suggested: A text by OpenAI');
  await expect(media.row('yellow').locator('.altscribe-after.is-suggested')).toBeFocused();
  const use = media.row('yellow').getByRole('button', { name: 'Accept: yellow' });
  expect(await credits()).toBe(9);

  await media.root.getByRole('link', { name: 'Review 1', exact: true }).click();
  await expect(media.heading).toBeFocused();
  await page.goBack();
  await media.row('yellow').getByRole('button', { name: 'Review: yellow' }).click();
  await use.click();
  await expect(media.row('yellow').getByRole('button', { name: 'Edit: yellow' })).toBeFocused();
  await expect(media.row('yellow')).toContainText('A text by OpenAI');
  await expect(media.root.getByRole('link', { name: 'To review (0)' })).toBeVisible();
  expect(await credits()).toBe(9);
  expect(await textsOf(site)).toMatchObject({
    green: 'A green field',
    yellow: 'A text by OpenAI',
  });
});

test('Nothing is generated but what the button and its question have counted', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect({ credits: 1 });
  await setTexts(site, { large: 'A red wall' });
  const started: string[] = [];
  page.on('request', (request) => {
    if (/v1(\/|%2F)batches([?&]|$)/.test(request.url()) && request.method() === 'POST') {
      started.push(request.postData() ?? '');
    }
  });
  const estimates = /batches(\/|%2F)estimate/;
  await page.route(estimates, (route) =>
    route.fulfill({ json: { images: 3, checked: 3, free: 1, decorative: 0 } }),
  );
  const media = new MediaPage(page, site);
  await media.open();
  await expect(media.root).toContainText('At most 2 credits (1 already has a text) · 1 left');
  await media.generate.click();
  const question = media.root.getByRole('group', { name: /^This costs at most/ });
  await expect(question).toBeFocused();

  const previews = /batches(\/|%2F)preview/;
  await page.route(previews, (route) => route.abort());
  const release = await holdRequests(page, 'altscribe/v1/batches/preview');
  await page.unroute(estimates);
  await page.route(estimates, (route) => route.abort());
  await media.root.getByLabel('Filter by type').selectOption('PNG');
  // Its answers would start another run.
  await expect(question).toBeHidden();
  await expect(media.generate).toHaveAccessibleDescription('The images are being counted.');
  release();
  const problem = media.root.getByRole('alert').filter({ hasText: 'could not be reached' });
  await expect(problem).toBeVisible();
  await expect(media.generate).toHaveText('Generate alt text');
  await expect(media.generate).toBeDisabled();
  await expect(media.generate).toHaveAccessibleDescription(/could not be reached/);

  await page.unroute(previews);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(media.root.getByRole('group', { name: 'Generate alt text' })).toBeFocused();
  await expect(media.generate).toHaveText('Generate 2 alt texts');
  await expect(media.root).toContainText('At most 2 credits · 1 left');
  await expect(problem).toBeHidden();
  expect(started).toEqual([]);
  await media.generate.click();
  await question.getByRole('button', { name: 'Queue all 2 images' }).click();
  await expect(media.progress).toBeVisible();
  expect(started).toHaveLength(1);
  expect(started[0]).toContain('image/png');
});

test('Each screen has one sentence about credits, with the right number', async ({
  page,
  site,
  backend,
  settings,
}) => {
  const account = await backend.connect({ credits: 2 });
  await setTexts(site, { large: 'A red wall' });
  const media = new MediaPage(page, site);
  const notice = page.locator('#altscribe-low-credits');
  const said = async () =>
    (await page.locator('#wpbody-content').innerText()).match(
      /[^.\n]*(?:credits?|\d) left\b[^.\n]*/g,
    ) ?? [];
  // The first known balance is the one on this page.
  await media.open();
  await expect(media.root).toContainText('At most 3 credits · 2 left');
  await media.open();
  await expect(notice).toContainText(
    `Altscribe has 2 credits left. Ask the account owner (${account.userId}) to add credits.`,
  );
  const first = hold(text('A text by OpenAI'));
  backend.providers.set({ openai: first.behaviour });
  for (const title of ['green', 'blue', 'yellow']) {
    await media.root.getByRole('checkbox', { name: `Select ${title}` }).check();
  }
  await media.generate.click();
  await media.button('Queue all 3 images').click();
  await first.arrived;
  await media.button('Show all images').click();
  // This image is not part of the batch; its cost depends on how many the batch leaves.
  await media.root.getByRole('checkbox', { name: 'Select large' }).check();
  await expect(media.generate).toHaveText('Generate alt text');
  await expect(media.generate).toHaveAccessibleDescription(
    'Wait until the current run has finished, or stop it.',
  );
  expect(await said()).toEqual([]);
  first.release();
  await expect(media.progress).toContainText('You have no credits left.');
  await expect(notice).toBeHidden();
  expect(await said()).toEqual(['You have no credits left']);
  await media.button('Show the results').click();
  await expect(media.progress).toContainText('You have no credits left.');
  expect(await said()).toEqual(['You have no credits left']);

  await settings.open();
  await expect(notice).toContainText('Altscribe has no credits left.');
  expect(await said()).toEqual(['Altscribe has no credits left']);
  await settings.email.fill('another@example.com');
  await settings.save.click();
  await settings.root.getByRole('button', { name: 'Save anyway' }).click();
  await expect(settings.notice).toContainText('The service has no account another@example.com');
  await expect(notice).toBeHidden();
  await settings.email.fill(account.userId);
  await settings.save.click();
  await expect(settings.notice.filter({ hasText: 'Settings saved.' })).toBeVisible();
  await settings.open();
  await account.addCredits(50);
  await settings.test.click();
  await expect(settings.notice.filter({ hasText: 'Connected:' })).toHaveText(
    'Connected: 50 credits, Pro plan.',
  );
  await expect(notice).toBeHidden();
  await settings.open();
  await expect(notice).toHaveCount(0);

  // Another user has spent the remaining credits.
  await backend.connect({ credits: 0 });
  await site.php(
    `update_option( 'altscribe_low_credits_since', time() );
    update_option( 'altscribe_low_credits', array( 'credits' => 20, 'account' => \\Altscribe\\Service\\Account::transient( \\Altscribe\\Core\\Settings::get() ) ) );`,
  );
  await page.goto(`${site.url}/wp-admin/upload.php?mode=list`);
  await expect(notice).toContainText('Altscribe has 20 credits left.');
  const row = page.locator(`#post-${String(site.images.green.id)}`);
  await row.getByRole('button', { name: /^Generate alt text for/ }).focus();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('You have no credits left.');
  await expect(notice).toBeHidden();
  expect(await said()).toEqual(['You have no credits left']);
});

test('While a batch runs, the text of one image is generated first, in its row', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, { large: 'A red wall' });
  const { green, blue } = site.images;
  // It waits for the service, as in the middle of thousands of images.
  await site.php(
    `$batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $args, 'origin' => 'page' ) );
    \\Altscribe\\Batches\\Store::update_batch( $batch, array( 'wait_until' => time() + 600, 'reason_code' => 'altscribe_rate_limited' ) );`,
    [green.id, blue.id],
  );
  const media = new MediaPage(page, site);
  await media.open();
  await media.button('Show all images').click();
  const held = hold(text('A green field'));
  backend.providers.set({ openai: held.behaviour });
  const row = media.row('green');
  await row.getByRole('button', { name: 'Generate alt text: green' }).focus();
  await page.keyboard.press('Enter');
  await held.arrived;
  await expect(row.getByRole('button', { name: 'Generating…: green' })).toBeFocused();
  held.release();
  await expect(row).toContainText('A green field');
  await expect(row.getByRole('button', { name: 'Edit: green' })).toBeFocused();
  expect((await textsOf(site)).green).toBe('A green field');
  await expect(media.row('large').getByRole('button', { name: /^Generate alt text/ })).toHaveCount(
    0,
  );
});

test('When one of two equal texts is changed, both rows show it; one noun is only a hint', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, { green: 'Two boats below a bridge', blue: 'Two boats below a bridge' });
  const media = new MediaPage(page, site);
  await media.open('&altscribe_state=check');
  const state = (title: string) => media.row(title).locator('.column-state');
  const edit = async (title: string, alt: string) => {
    await media
      .row(title)
      .getByRole('button', { name: `Edit: ${title}` })
      .click();
    await media.row(title).getByRole('textbox').fill(alt);
    await media.row(title).getByRole('button', { name: 'Save' }).click();
  };
  await expect(state('green')).toHaveText('Check: same text as another image');
  await expect(state('blue')).toHaveText('Check: same text as another image');
  await media.root.getByRole('link', { name: '4 images', exact: true }).click();
  // The rows move when the others come.
  await expect(media.row('yellow')).toBeVisible();
  await edit('blue', 'Windmill');
  await expect(state('green')).toHaveText('No problems found');
  await expect(state('blue')).toHaveText('No problems foundHint: only one word');
  await expect(
    media.root.getByRole('link', { name: '0 with problems', exact: true }),
  ).toBeVisible();
  await edit('blue', 'two boats below a bridge');
  await expect(state('green')).toHaveText('Check: same text as another image');
});

test('A text typed while another is generated stays, beside the suggestion, and is never replaced unseen', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, { large: 'A red wall' });
  const media = new MediaPage(page, site);
  await media.open('&tab=images');
  for (const [title, name] of [
    ['green', 'Generate alt text'],
    ['large', 'Rewrite'],
  ] as const) {
    const row = media.row(title);
    const press = (action: string) =>
      row.getByRole('button', { name: `${action}: ${title}`, exact: true }).click();
    const held = hold(text('By the AI'));
    backend.providers.set({ openai: held.behaviour });
    await press(name);
    await held.arrived;
    await press('Edit');
    await row.getByRole('textbox').fill('Written by hand');
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(row.locator('.column-alt-text')).toHaveText('Written by hand');
    held.release();
    await expect(row.locator('.column-alt-text')).toHaveText(
      /^Written by hand\s*Suggested: By the AI/,
    );
    await expect(row.locator('.altscribe-state')).not.toHaveText('Suggested');

    await site.php(
      `update_post_meta( $args, '_wp_attachment_image_alt', 'By a colleague' );`,
      site.images[title].id,
    );
    await press('Accept');
    await expect(row.getByRole('alert')).toContainText('edited in the meantime');
    await expect(row.locator('.column-alt-text')).toContainText('By a colleague');
    expect((await textsOf(site))[title]).toBe('By a colleague');
    await press('Accept');
    await expect(row.locator('.column-alt-text')).toHaveText('By the AI');
    expect((await textsOf(site))[title]).toBe('By the AI');
  }
});
