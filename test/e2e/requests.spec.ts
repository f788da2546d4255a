import type { Page } from '@playwright/test';
import { text } from '../support/provider-stand-in.ts';
import { createPost } from '../wordpress/content.ts';
import {
  classic,
  cover,
  customHtml,
  image,
  inlineImage,
  mediaText,
  paragraph,
} from './support/blocks.ts';
import type { EditorPage } from './support/editor-page.ts';
import { hold } from './support/hold.ts';
import { watchForQuiet } from './support/quiet.ts';
import { expect, test } from './support/test.ts';

const scripts = '**/plugins/altscribe/build/**';

/** Every place of an image, in the order of the post. */
const blocks = [
  'core/image',
  'core/cover',
  'core/media-text',
  'core/paragraph',
  'core/html',
  'core/freeform',
];

/** Opens the settings of the post, then those of each block. */
async function look(editor: EditorPage, page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Settings', exact: true });
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
  const settings = page.getByRole('region', { name: 'Editor settings' });
  await settings.locator('.editor-post-featured-image img').waitFor();
  for (const name of blocks) {
    await editor.blocks.selectFirst(name);
    await settings.locator('.block-editor-block-card').waitFor();
  }
}

test('Before a click, the only requests are for the account and for what visitors see', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  const { large, green, blue, yellow } = site.images;
  const post = await createPost(site.php, {
    post_title: 'Hello',
    post_content: [
      image(green),
      cover(blue, ''),
      mediaText(yellow, ''),
      paragraph(`A word, ${inlineImage(green)} and more.`),
      customHtml(`<p><img src="${green.url}" alt=""></p>`),
      classic(`<p>Classic <img src="${blue.url}" alt="Old" class="wp-image-${blue.id}"></p>`),
    ].join('\n\n'),
    meta_input: { _thumbnail_id: large.id },
  });
  const address = `${site.url}/wp-admin/post.php?post=${post}&action=edit`;
  const requests: string[] = [];
  const quiet = watchForQuiet(page);
  page.on('request', (request) => {
    // The page's own scripts and styles, which WordPress combines depending on their number.
    if (['document', 'script', 'stylesheet', 'font'].includes(request.resourceType())) return;
    const url = new URL(request.url());
    if (url.protocol === 'blob:') return;
    // WordPress's heartbeat comes by the clock.
    if (new URLSearchParams(request.postData() ?? '').get('action') === 'heartbeat') return;
    for (const name of ['_locale', '_wpnonce']) url.searchParams.delete(name);
    url.searchParams.sort();
    requests.push(`${request.method()} ${decodeURIComponent(url.href.replace(site.url, ''))}`);
  });

  await page.route(scripts, (route) => route.abort());
  await page.goto(address);
  await editor.canvas.locator('.wp-block-post-title').waitFor();
  await look(editor, page);
  await quiet();
  const withoutPlugin = new Set(requests.splice(0));
  expect(withoutPlugin.size).toBeGreaterThan(5);

  await page.unroute(scripts);
  await editor.open(post);
  await expect(editor.sidebar).toContainText('10 credits left');
  await expect(editor.sidebar.locator('.altscribe-image')).toHaveCount(7);
  await look(editor, page);
  await quiet();
  expect(requests.filter((request) => !withoutPlugin.has(request)).sort()).toEqual([
    // The featured image, in the size of the rows.
    expect.stringMatching(/^GET \/wp-content\/uploads\/.*\/large-\d+x\d+\.jpg$/),
    expect.stringMatching(/^GET .*\/altscribe\/v1\/account/),
    expect.stringMatching(/^POST .*\/altscribe\/v1\/rendered-images$/),
  ]);
});

test('A request that is made twice at once, or again after its response was lost, costs one credit', async ({
  backend,
  site,
}) => {
  const connection = await backend.connect();
  const { calls } = backend.providers;
  const admin = await site.session('administrator');
  const editor = await site.session('editor');
  const { green, blue } = site.images;
  const post = await createPost(site.php, { post_title: 'At sea', post_content: image(green) });
  const inPost = (more: object = {}) =>
    ({
      route: '/altscribe/v1/generate',
      body: { post_id: post, attachment_id: green.id, place: `core/image#${green.id}#1`, ...more },
    }) as const;
  const inLibrary = (more: object = {}) =>
    ({ route: `/altscribe/v1/attachments/${blue.id}/generate`, body: more }) as const;
  type Asked = ReturnType<typeof inPost> | ReturnType<typeof inLibrary>;
  const ask = async (session: typeof admin, { route, body }: Asked) => {
    const { status, body: said } = await session.rest('POST', route, body);
    expect(status).toBe(200);
    return (said as { alt_text: string }).alt_text;
  };
  const spent = async () =>
    Number(await site.php(`echo \\Altscribe\\Service\\Daily_Limit::spent_today();`));
  /** Two users ask while the model writes; each has got the key of its call before it is counted. */
  const askAtOnce = async (asked: Asked, words: string) => {
    const before = await spent();
    const held = hold(text(words));
    backend.providers.set({ openai: held.behaviour });
    const both = [ask(admin, asked), ask(editor, asked)];
    await held.arrived;
    await expect.poll(spent).toBe(before + 2);
    held.release();
    expect(await Promise.all(both)).toEqual([words, words]);
  };
  // Failures in earlier tests of this site have left keys.
  await site.php(
    `$GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Suggestions\\Store::table() );
    $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE 'altscribe_asking_%'" );`,
  );
  const start = await spent();
  await askAtOnce(inPost(), 'A green boat');
  await askAtOnce(inLibrary(), 'A blue boat');
  await askAtOnce(inPost({ regenerate: true }), 'A green ship');
  expect(calls).toHaveLength(3);
  expect(await connection.credits()).toBe(7);
  // The second answer of each pair was a repetition.
  expect(await spent()).toBe(start + 3);

  // Later, "Rewrite" is another text, unless it is the same click.
  backend.providers.set({ openai: text('A green yacht') });
  const click = inPost({ regenerate: true, request_id: 'a-click' });
  expect(await ask(admin, click)).toBe('A green yacht');
  backend.providers.set({ openai: text('A green dinghy') });
  expect(await ask(admin, click)).toBe('A green yacht');
  expect(await connection.credits()).toBe(6);
  expect(await ask(admin, inPost({ regenerate: true, request_id: 'another' }))).toBe(
    'A green dinghy',
  );
  expect(await ask(admin, inPost({ regenerate: true, title: 'In the harbour' }))).toBe(
    'A green dinghy',
  );
  expect(await connection.credits()).toBe(4);
  expect(
    await site.php(
      `echo (int) $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE 'altscribe_asking_%'" );`,
    ),
  ).toBe('0');
});
