import { createPost } from '../wordpress/content.ts';
import { visit, type Session } from '../wordpress/session.ts';
import { expectAccessible } from './support/barriers.ts';
import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

const keyRefused = 'The service did not accept the API key.';

test.describe('As a contributor', () => {
  test.use({ role: 'contributor' });

  test('A contributor generates in their own post', async ({ editor, backend, site }) => {
    await site.php(`delete_option( 'altscribe_settings' );`);
    await site.session('contributor');
    const blocks = [image(site.images.green), image({ url: 'http://127.0.0.1:9/a.png' })];
    const post = await editor.openPost(blocks, {}, 'contributor');
    const sentence = 'Ask an administrator to connect Altscribe.';
    await expect(editor.notice(sentence)).toBeVisible();
    await expect(editor.generate(1)).toBeDisabled();
    await expect(editor.sidebar.getByRole('link')).toHaveCount(0);

    await backend.connect();
    await editor.open(post);
    await expect(editor.sidebar).toContainText('10 credits left · Pro');
    await editor.generate(1).click();
    await expect(editor.row(1)).toContainText('“A text by OpenAI”');
    await editor.generate(2).click();
    await expect(editor.row(2)).toContainText('its address is on a private network');
    // Users who may not upload files are not offered uploads.
    await expect(editor.row(2).getByRole('button', { name: /Upload/ })).toHaveCount(0);
  });
});

test('Users who may not edit a post may not spend credits on it', async ({ backend, site }) => {
  const { credits } = await backend.connect();
  const contributor = await site.session('contributor');
  const own = await createPost(site.php, { post_title: 'Own' }, 'contributor');
  const foreign = await createPost(site.php, { post_title: 'Foreign' });
  const statuses = async (session: Session, post: number) => ({
    generate: (
      await session.rest('POST', '/altscribe/v1/generate', {
        post_id: post,
        attachment_id: site.images.green.id,
      })
    ).status,
    account: (await session.rest('GET', `/altscribe/v1/account?post_id=${post}`)).status,
    test: (await session.rest('POST', '/altscribe/v1/account', {})).status,
    settings: (await session.rest('GET', '/altscribe/v1/settings')).status,
    save: (await session.rest('POST', '/altscribe/v1/settings', { user_id: '' })).status,
  });
  const noSettings = { test: 403, settings: 403, save: 403 };

  expect(await statuses(contributor, own)).toEqual({ generate: 200, account: 200, ...noSettings });
  const nothing = { generate: 403, account: 403, ...noSettings };
  expect(await statuses(contributor, foreign)).toEqual(nothing);
  expect(await statuses(await site.session('subscriber'), own)).toEqual(nothing);
  const loggedOut = { generate: 401, account: 401, test: 401, settings: 401, save: 401 };
  expect(await statuses(visit(site.url), own)).toEqual(loggedOut);
  expect(await credits()).toBe(9);
});

test.describe('As an author', () => {
  test.use({ role: 'author' });

  test('The text of a file is only for users who may edit the file', async ({
    editor,
    backend,
    site,
  }) => {
    await backend.connect();
    await site.session('author');
    const { large } = site.images;
    await editor.openPost([], { meta_input: { _thumbnail_id: large.id } }, 'author');
    await expect(editor.row(1)).toContainText(
      'You are not allowed to edit this file in the media library.',
    );
    await expect(editor.row(1).getByRole('button', { name: /alt text/ })).toHaveCount(0);
    await editor.page.getByRole('button', { name: 'Settings', exact: true }).click();
    const featured = editor.page.locator('.altscribe-featured');
    await expect(featured).toContainText('Locked');
    await expect(featured.getByRole('button')).toHaveCount(0);

    const file = { post_type: 'attachment', post_mime_type: 'image/png', post_status: 'inherit' };
    const own = await createPost(site.php, { ...file, post_title: 'Own' }, 'author');
    const mark = async (session: Session, id: number) =>
      (await session.rest('POST', `/wp/v2/media/${id}`, { meta: { _altscribe_decorative: true } }))
        .status;
    expect(await mark(await site.session('subscriber'), large.id)).toBe(403);
    expect(await mark(visit(site.url), large.id)).toBe(401);
    expect(await mark(await site.session('author'), large.id)).toBe(403);
    const stored = `echo (int) get_post_meta( $args, '_altscribe_decorative', true );`;
    expect(await site.php(stored, large.id)).toBe('0');
    expect(await mark(await site.session('author'), own)).toBe(200);
    expect(await site.php(stored, own)).toBe('1');
    expect(await mark(await site.session('editor'), large.id)).toBe(200);
    expect(await site.php(stored, large.id)).toBe('1');
    await site.php(`delete_post_meta( $args, '_altscribe_decorative' );`, large.id);
    const visitor = await visit(site.url).fetch(`/wp-json/wp/v2/media/${own}`);
    expect(await visitor.text()).not.toContain('altscribe_decorative');
  });
});

test.describe('As an editor', () => {
  test.use({ role: 'editor' });

  test('A revoked key: other users are told to ask an administrator', async ({
    editor,
    backend,
    site,
  }) => {
    const { revokeKey } = await backend.connect();
    await revokeKey();
    await editor.openPost([image(site.images.green)]);
    await expect(
      editor.notice(`${keyRefused} Ask an administrator to check the API key.`),
    ).toBeVisible();
    await expect(editor.sidebar.getByRole('link')).toHaveCount(0);
  });
});

test('Only administrators get the settings page', async ({ site }) => {
  const path = '/wp-admin/options-general.php?page=altscribe';
  for (const role of ['editor', 'subscriber'] as const) {
    const answer = await (await site.session(role)).fetch(path);
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain('altscribe-settings');
  }
  expect((await visit(site.url).fetch(path)).status).toBe(302);
});

test('Missing settings: an administrator gets a link to them', async ({ editor, site, page }) => {
  await site.php(`delete_option( 'altscribe_settings' );`);
  await editor.openPost([image(site.images.green)]);
  const notice = editor.notice('Connect Altscribe to generate alt text.');
  await expect(notice).toHaveClass(/is-info/);
  await expect(notice.getByRole('link', { name: 'Open settings' })).toBeVisible();
  await expect(editor.generateAll).toBeDisabled();
  await expectAccessible(page);
});

test('An ended session is reported, an old nonce renewed, and a revoked key leads to the settings', async ({
  editor,
  backend,
  site,
  page,
  context,
}) => {
  await backend.connect();
  await editor.openPost([image(site.images.green), image(site.images.blue)]);
  await expect(editor.sidebar).toContainText('10 credits left');
  await page.evaluate(() => {
    window.wp.apiFetch.nonceMiddleware.nonce = 'expired';
  });
  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText('Written by AI, not checked');

  await context.clearCookies();
  await editor.generate(2).click();
  await expect(editor.row(2)).toContainText(
    'Your session has ended. Log in again in another tab, then try again.',
  );
  await context.addCookies((await site.session('administrator')).cookies);
  await editor.row(2).getByRole('button', { name: 'Try again' }).click();
  await expect(editor.row(2)).toContainText('“A text by OpenAI”');

  await test.step('a revoked key', async () => {
    const { revokeKey } = await backend.connect();
    await editor.startAgain([image(site.images.green)]);
    await expect(editor.sidebar).toContainText('10 credits left');
    await revokeKey();
    await editor.generate(1).click();
    await expect(editor.row(1)).toContainText(keyRefused);
    await expect(editor.row(1).getByRole('link', { name: 'Open settings' })).toHaveAttribute(
      'href',
      /options-general\.php\?page=altscribe$/,
    );
    await expectAccessible(page);
  });
});
