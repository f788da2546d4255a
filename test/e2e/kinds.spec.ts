import type { Page } from '@playwright/test';
import { text } from '../support/provider-stand-in.ts';
import { expectAccessible } from './support/barriers.ts';
import {
  classic,
  cover,
  customHtml,
  image,
  inlineImage,
  mediaText,
  paragraph,
  table,
} from './support/blocks.ts';
import type { AltscribeAction } from './support/block-store.ts';
import { installOtherBlock, product, removeOtherBlock } from './support/other-block.ts';
import { expect, test } from './support/test.ts';

/** Undoes or redoes one step in the editor's own history. */
async function step(page: Page, way: 'undo' | 'redo'): Promise<void> {
  await page.evaluate((action) => window.wp.data.dispatch('core/editor')[action](), way);
}

/** Calls an action of Altscribe's store for the first block of a name. */
async function callAction(page: Page, action: AltscribeAction, name: string): Promise<void> {
  await page.evaluate(
    async ([wanted, blockName]) => {
      const [clientId = ''] = window.wp.data.select('core/block-editor').getBlocksByName(blockName);
      await window.wp.data.dispatch('altscribe/editor')[wanted]({ type: 'block', clientId });
    },
    [action, name] as const,
  );
}

const storedAlt = `echo get_post_meta( $args['id'], '_wp_attachment_image_alt', true );`;

test('Each kind of image gets its text in the right place, as one undo step', async ({
  editor,
  backend,
  site,
  siteOptions,
  page,
}) => {
  test.slow();
  await backend.connect({ credits: 20 });
  let count = 0;
  backend.providers.set({ openai: text(() => `Text number ${++count}`) });
  await installOtherBlock(site);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const { large, green, blue, yellow } = site.images;
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/\/wp\/v2\/media|altscribe\/v1\/generate/.test(decodeURIComponent(request.url()))) {
      requests.push(request.url());
    }
  });
  const post = await editor.openPost(
    [
      image(green),
      cover(blue, paragraph('Over it')),
      cover({ url: 'https://example.com/a.mp4' }, paragraph('A video'), {
        backgroundType: 'video',
      }),
      mediaText(yellow, paragraph('Beside it')),
      paragraph(`A <strong>bold</strong> word, ${inlineImage(green)} and <em>more</em>.`),
      table([['one', `two ${inlineImage({ ...blue, alt: 'By hand' })} ${inlineImage(yellow)}`]]),
      `<!-- wp:${product} {"mediaId":${large.id},"mediaSrc":"${large.url}"} /-->`,
      customHtml(`<p><img src="${green.url}"></p>`),
      classic(`<p>Classic <img src="${blue.url}" alt="Old" class="wp-image-${blue.id}"></p>`),
    ],
    { meta_input: { _thumbnail_id: large.id } },
  );
  await removeOtherBlock(site);
  await expect(editor.sidebar).toContainText('8 missing');
  expect(warnings.filter((warning) => warning.includes('altscribe.imageBlocks'))).toHaveLength(1);
  expect(requests.filter((url) => url.includes('altscribe'))).toEqual([]);
  expect(requests.filter((url) => /context=edit|OPTIONS/.test(url))).toEqual([]);
  const rows = { featured: 1, image: 2, cover: 3, mediaText: 4, inline: 5, cell: 7, other: 8 };
  const missing = Object.values(rows);

  const texts: Record<string, string> = {};
  for (const [kind, row] of Object.entries(rows)) {
    await test.step(kind, async () => {
      // The line of a missing text may offer one from the media library instead.
      await editor.openCard(row);
      await editor.generate(row).click();
      await expect(editor.row(row)).not.toContainText('Missing');
      await expect(editor.row(row)).toContainText(/“Text number \d+”/);
      await expect(editor.row(row)).not.toContainText('Something went wrong');
      const [expected = ''] = /Text number \d+/.exec(await editor.row(row).innerText()) ?? [];
      texts[kind] = expected;
      if (kind === 'featured') {
        // Saved on its own, so its Undo is in the message.
        await editor.snackbar('Alt text added.').getByRole('button', { name: 'Undo' }).click();
        await expect(editor.row(row)).toContainText('Missing');
        await editor.generate(row).click();
        await expect(editor.row(row)).toContainText(/“Text number \d+”/);
        [texts[kind] = ''] = /Text number \d+/.exec(await editor.row(row).innerText()) ?? [];
        return;
      }
      await step(page, 'undo');
      await expect(editor.row(row)).toContainText('Missing');
      for (const other of missing.slice(0, missing.indexOf(row))) {
        await expect(editor.row(other)).toContainText('Text number');
      }
      await step(page, 'redo');
      await expect(editor.row(row)).toContainText(expected);
    });
  }
  await expect(editor.row(9)).toContainText('Missing. Edit the HTML block');
  await expect(editor.row(10)).toContainText('“Old”');
  await expect(editor.row(10).getByRole('button', { name: 'Generate' })).toBeHidden();

  await expectAccessible(page);

  await test.step('stored', async () => {
    await editor.save();
    const content = await site.php(`echo get_post( $args['id'] )->post_content;`, { id: post });
    const alt = (kind: keyof typeof rows) => `alt="${texts[kind]}"`;
    expect(content).toContain(`${alt('image')} class="wp-image-${green.id}"`);
    expect(content).toContain(`"alt":"${texts.cover}"`);
    expect(content).toMatch(new RegExp(`block-media-text__media"><img[^>]*${alt('mediaText')}`));
    expect(content).toMatch(
      new RegExp(
        `A <strong>bold</strong> word, <img[^>]*${alt('inline')}[^>]*> and <em>more</em>\\.`,
      ),
    );
    expect(content).toMatch(
      new RegExp(`<td>two <img[^>]*alt="By hand"[^>]*> <img[^>]*${alt('cell')}`),
    );
    expect(content).toContain(`"alt":"${texts.other}"`);
    await expect.poll(() => site.php(storedAlt, { id: large.id })).toBe(texts.featured);
  });

  await test.step('decorative', async () => {
    const isNative = siteOptions.version === '7.1';
    for (const [name, row] of [
      ['core/image', rows.image],
      ['core/cover', rows.cover],
      ['core/media-text', rows.mediaText],
    ] as const) {
      await callAction(page, 'markDecorative', name);
      await expect(editor.row(row)).toContainText('Decorative');
      await step(page, 'undo');
      await expect(editor.row(row)).toContainText('Text number');
      await step(page, 'redo');
      await expect(editor.row(row)).toContainText('Decorative');
    }
    await editor.save();
    const content = await site.php(`echo get_post( $args['id'] )->post_content;`, { id: post });
    const marks = content.match(/"metadata":\{"altscribe":\{"isDecorative":true\}\}/g);
    expect(marks).toHaveLength(isNative ? 2 : 3);
    expect(/role="none"/.test(content)).toBe(isNative);
    await page.reload();
    await editor.openSidebar();
    await expect(editor.row(rows.cover)).toContainText('Decorative');
    await expect(editor.canvas.locator('.block-editor-warning')).toHaveCount(1);
    await callAction(page, 'unmarkDecorative', 'core/cover');
    await expect(editor.row(rows.cover)).toContainText('Missing');
  });
  await site.php(`delete_post_meta( $args['id'], '_wp_attachment_image_alt' );`, { id: large.id });
});

test('Post and media library are written in one undo step, and saved unless that is unticked @same-in-both', async ({
  editor,
  backend,
  site,
  page,
}) => {
  test.slow();
  const { credits } = await backend.connect();
  backend.providers.set({ openai: text('For both') });
  await site.php(
    `update_option( 'altscribe_settings', array( 'write_to' => 'both' ) + get_option( 'altscribe_settings' ) );`,
  );
  const { green, blue } = site.images;
  const setLibraryText = (id: number, alt: string) =>
    site.php(`update_post_meta( $args['id'], '_wp_attachment_image_alt', $args['alt'] );`, {
      id,
      alt,
    });
  await setLibraryText(blue.id, 'By hand');
  const post = await editor.openPost([image(green), cover(blue, paragraph('Over it'))], {
    post_status: 'publish',
  });
  const texts = () =>
    page.evaluate((id) => {
      const block = window.wp.data.select('core/block-editor');
      const [clientId = ''] = block.getBlocksByName('core/image');
      const record = window.wp.data
        .select('core')
        .getEditedEntityRecord('postType', 'attachment', id);
      return [block.getBlock(clientId).attributes.alt, record.alt_text];
    }, green.id);

  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText('“For both”');
  expect(await texts()).toEqual(['For both', 'For both']);
  await step(page, 'undo');
  await expect(editor.row(1)).toContainText('Missing');
  expect(await texts()).toEqual(['', '']);
  await step(page, 'redo');
  expect(await texts()).toEqual(['For both', 'For both']);

  const left = await credits();
  await callAction(page, 'applyLibraryText', 'core/cover');
  await expect(editor.row(2)).toContainText('“By hand”');
  await step(page, 'undo');
  await expect(editor.row(2)).toContainText('Missing');
  await expect(editor.row(1)).toContainText('“For both”');
  await editor.openCard(2);
  await editor.generate(2).click();
  await expect(editor.row(2)).toContainText('“For both”');
  expect(await credits()).toBe(left - 1);
  await editor.save();
  const content = await site.php(`echo get_post( $args['id'] )->post_content;`, { id: post });
  expect(content.match(/For both/g)).toHaveLength(3);
  await expect.poll(() => site.php(storedAlt, { id: green.id })).toBe('For both');
  expect(await site.php(storedAlt, { id: blue.id })).toBe('By hand');
  for (const { id } of [green, blue]) await setLibraryText(id, '');

  await test.step('items unticked in "Are you ready to save?" are not saved', async () => {
    await backend.connect();
    backend.providers.set({ openai: text('Not to be saved') });
    const { yellow } = site.images;
    await site.php(
      `update_option( 'altscribe_settings', array( 'write_to' => 'both' ) + get_option( 'altscribe_settings' ) );`,
    );
    await editor.startAgain([paragraph('Words'), image(yellow)]);
    const content = () => site.php(`echo get_post( $args['id'] )->post_content;`, { id: post });
    await editor.generate(1).click();
    await expect(editor.row(1)).toContainText('“Not to be saved”');
    await editor.canvas.getByText('Words').click();
    await page.keyboard.type('More ');

    const topBar = page.getByRole('region', { name: 'Editor top bar' });
    await topBar.getByRole('button', { name: 'Save', exact: true }).click();
    const list = page.locator('.entities-saved-states__panel');
    await list.getByRole('checkbox', { name: /yellow/i }).uncheck();
    await list.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(content).toContain('More');
    await expect(topBar.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
    expect(await site.php(storedAlt, { id: yellow.id })).toBe('');

    await editor.canvas.getByText('Words').click();
    await page.keyboard.type('Even ');
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(content).toContain('Even');
    await page.waitForFunction(() => !window.wp.data.select('core/editor').isSavingPost());
    expect(await site.php(storedAlt, { id: yellow.id })).toBe('');
  });
});

test('A rejected text is in neither the post nor the media library, nor reported as accepted', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  await site.php(
    `update_option( 'altscribe_settings', array( 'write_to' => 'both' ) + get_option( 'altscribe_settings' ) );`,
  );
  const { green, blue, large } = site.images;
  await editor.openPost([
    image(green),
    image({ ...blue, alt: 'A blue door' }),
    image({ ...large, alt: 'A large wall' }),
  ]);
  const texts = async () => [
    ...(await editor.blocks.alts()),
    ...(await page.evaluate(
      (ids) =>
        ids.map((id) => {
          const record: { alt_text?: string } | undefined = window.wp.data
            .select('core')
            .getEditedEntityRecord('postType', 'attachment', id);
          return record?.alt_text ?? '';
        }),
      [green.id, blue.id],
    )),
  ];
  const reject = async (number: number) => {
    await editor.heading(number).focus();
    // A key only counts once the text was on the screen for a moment.
    await expect(async () => {
      await page.keyboard.press('x');
      await expect(editor.row(number)).not.toContainText('Generated:', { timeout: 500 });
    }).toPass();
  };
  let answered = 0;
  backend.providers.set({ openai: text(() => `Generated: ${(answered += 1)}`) });
  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText('“Generated: 1”');
  expect(await texts()).toEqual([
    'Generated: 1',
    'A blue door',
    'A large wall',
    'Generated: 1',
    '',
  ]);
  await reject(1);
  await expect(editor.row(1)).toContainText('Missing');
  await expect(editor.row(1)).not.toContainText('In the media library');
  expect(await texts()).toEqual(['', 'A blue door', 'A large wall', '', '']);
  await editor.snackbar('Alt text replaced.').getByRole('button', { name: 'Undo' }).click();
  await expect(editor.row(1)).toContainText('“Generated: 1”');
  expect((await texts())[3]).toBe('Generated: 1');
  await reject(1);

  await editor.rewrite(2);
  await expect(editor.suggestion(2)).toHaveValue('Generated: 2');
  await editor.rewrite(3);
  await expect(editor.suggestion(3)).toHaveValue('Generated: 3');
  await editor.chooseForAll('Accept all 2 suggestions');
  await expect(editor.sidebar).toContainText('2 alt texts added.');
  expect((await texts())[4]).toBe('Generated: 2');
  await reject(2);
  await expect(editor.row(2)).toContainText('“A blue door”');
  expect(await texts()).toEqual(['', 'A blue door', 'Generated: 3', '', '']);
  await editor.save();
  const state = () =>
    site.php(
      `global $wpdb;
      echo implode( ' ', $wpdb->get_col( 'SELECT state FROM ' . \\Altscribe\\Suggestions\\Store::table() . " WHERE new_text = 'Generated: 2'" ) );`,
    );
  await expect.poll(state).toBe('rejected');
  expect(await site.php(storedAlt, { id: green.id })).toBe('');
  expect(await site.php(storedAlt, { id: blue.id })).toBe('');
});
