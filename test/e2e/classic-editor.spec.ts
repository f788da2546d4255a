import { text } from '../support/provider-stand-in.ts';
import { expectAccessible } from './support/barriers.ts';
import { ClassicEditor, img } from './support/classic-editor.ts';
import { startFront } from './support/front.ts';
import { hold } from './support/hold.ts';
import { expectSays } from './support/says.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ site }) => site.define({ ALTSCRIBE_TEST_CLASSIC: 'yes' }));
test.afterEach(({ site }) => site.define({}));

test('Visual tab: one text, with the context of the unsaved post', async ({
  page,
  site,
  backend,
}) => {
  const editor = new ClassicEditor(page, site);
  const { green, blue, yellow, large } = site.images;
  await backend.connect();
  const { calls } = backend.providers;
  backend.providers.set({ openai: text('A green field') });
  await editor.open(
    `<h2>By the sea</h2>\n\nWe left at dawn.\n\n[caption id="c" align="alignnone" width="240"]${img(green)} Our boat[/caption]\n\n<!--more-->Nobody was seasick.\n\n<a href="https://example.com/shop">${img(blue, 'IMG_2034.png')}</a>\n\n${img(yellow)}`,
    'visual',
  );
  const { box } = editor;
  await expect(box.getByRole('heading', { name: 'Alt text' })).toBeVisible();
  await expect(box.getByRole('listitem')).toHaveCount(3);
  await expect(editor.row(1)).toContainText('Missing');
  await expect(editor.row(1)).toContainText('Image 1');
  await expect(editor.row(2)).toContainText('Check: looks like a file name');
  await expectAccessible(page, '#altscribe-classic-box');
  // The price is beside the button that costs it.
  await expect(editor.row(1).getByRole('group', { name: 'Image 1' })).toHaveText(
    'Generate alt textuses 1 creditEditDecorative',
  );

  await test.step('the title and the content as they are now', async () => {
    // WordPress treats the content as saved a second after the visual editor has started.
    await page.waitForTimeout(1_000);
    await page.locator('#title').fill('A day at sea & after');
    await page.locator('form#post').evaluate((form) => {
      form.insertAdjacentHTML('beforeend', '<input id="yoast_wpseo_focuskw" value="sailing">');
    });
    await editor.visual(
      `editor.insertContent('') || editor.dom.setHTML(editor.dom.select('p')[0], 'We left <em>late</em>.')`,
    );
    await editor.visual(
      `editor.selection.setCursorLocation(editor.dom.select('p')[0].firstChild, 3)`,
    );
    await editor.generate(1).focus();
    await page.keyboard.press('Enter');
    await expect(editor.image(1)).toHaveAttribute('alt', 'A green field');
    await expect(page.locator('#a11y-speak-polite')).toHaveText('Alt text added. A green field');
    await expect(editor.row(1)).toContainText('Written by AI, not checked');
    await expect(editor.summary).toHaveText('1 to review, 1 missing, 1 with problems');
    // "Rewrite" would cost another credit.
    await expect(editor.heading(1)).toBeFocused();
    await expectSays(editor.content, 'classic-written');
    expect(backend.told()).toEqual({
      page_title: 'A day at sea & after',
      keywords: 'sailing',
      surroundings:
        'Caption: Our boat\nHeading above: By the sea\nParagraph before: We left late.\nParagraph after: Nobody was seasick.\nPage: post',
    });
    expect(await editor.visual('editor.isDirty()')).toBe(true);
    // The cursor stays, and the text is one step of the editor's own undo.
    expect(await editor.visual('editor.selection.getRng().startOffset')).toBe(3);
    await editor.visual('editor.undoManager.undo()');
    await expect(editor.row(1)).toContainText('Missing');
    await editor.visual('editor.undoManager.redo()');
    await expect(editor.row(1)).toContainText('“A green field”');
  });

  await test.step('an existing text is only replaced when the user applies the new one', async () => {
    backend.providers.set({ openai: text('A blue boat for sale') });
    await editor.generate(2).click();
    const field = editor.row(2).getByLabel('Suggested alt text for image 2');
    await expect(field).toHaveValue('A blue boat for sale');
    await expect(editor.heading(2)).toBeFocused();
    await expectSays(editor.content, 'classic-suggested');
    await expect(editor.image(2)).toHaveAttribute('alt', 'IMG_2034.png');
    // A key counts once the text has been shown for half a second.
    await expect(async () => {
      await editor.heading(2).press('e');
      await expect(field).toBeFocused({ timeout: 100 });
    }).toPass();
    await expect(field).toHaveValue('A blue boat for sale');
    expect(calls.at(-1)?.context).toContain('Link target: https://example.com/shop');
    await editor.row(2).getByRole('button', { name: 'Accept alt text of image 2' }).click();
    await expect(editor.image(2)).toHaveAttribute('alt', 'A blue boat for sale');
    await expect(editor.heading(3)).toBeFocused();
    await editor.row(2).getByRole('button', { name: 'Undo' }).click();
    await expect(editor.image(2)).toHaveAttribute('alt', 'IMG_2034.png');
    await expect(editor.heading(2)).toBeFocused();
  });

  await test.step('decorative, and edited by hand', async () => {
    await expect(editor.row(2).getByRole('button', { name: /decorative/i })).toHaveCount(0);
    await editor.row(3).getByRole('button', { name: 'Decorative: image 3' }).click();
    await expect(editor.image(3)).toHaveAttribute('role', 'none');
    await expect(editor.summary).toBeFocused();
    await expectSays(editor.content, 'classic-decorative');
    await editor.row(3).getByRole('button', { name: 'Not decorative' }).click();
    const own = editor.row(3).getByRole('textbox', { name: 'Alt text for image 3' });
    await expect(async () => {
      await editor.heading(3).press('e');
      await expect(own).toBeFocused({ timeout: 100 });
    }).toPass();
    await own.fill('A yellow <field>');
    await expectSays(editor.row(3), 'classic-edited');
    await editor.row(3).getByRole('button', { name: 'Save' }).click();
    await expect(editor.image(3)).toHaveAttribute('alt', 'A yellow <field>');
    await expect(editor.image(3)).not.toHaveAttribute('role', 'none');
    // A file name has another icon than a good text.
    const icon = (number: number) => editor.row(number).locator('.altscribe-state svg').innerHTML();
    await expect(editor.row(2)).toContainText('Check: looks like a file name');
    await expect(editor.row(3)).toContainText('No problems found');
    expect(await icon(2)).not.toBe(await icon(3));
  });

  await test.step('an image that is added and one that is removed', async () => {
    await editor.visual(
      `editor.setContent(editor.getContent() + '<p><img src="${large.url}" /></p>')`,
    );
    await expect(editor.row(4)).toContainText('Missing');
    await editor.row(4).getByRole('button', { name: 'Edit' }).focus();
    await editor.visual(
      `(editor.dom.remove(editor.dom.select('img').pop()), editor.nodeChanged())`,
    );
    await expect(box.getByRole('listitem')).toHaveCount(3);
    await expect(editor.summary).toBeFocused();
  });

  await test.step('saved with the post, and shown to visitors', async () => {
    await page.locator('#publish').press('Enter');
    await expect(page.locator('#message')).toContainText('published');
    const shown = await page.request.get(
      (await page.locator('#message a').first().getAttribute('href')) ?? '',
    );
    const html = await shown.text();
    for (const alt of ['A green field', 'IMG_2034.png', 'A yellow &lt;field&gt;']) {
      expect(html).toContain(`alt="${alt}"`);
    }
  });
});

test('Text tab: all missing texts, in tags of any shape @same-in-both', async ({
  page,
  site,
  backend,
}) => {
  const editor = new ClassicEditor(page, site);
  const { green, blue, yellow, large } = site.images;
  const { credits } = await backend.connect();
  const content = [
    `<IMG SRC='${green.url}' CLASS='wp-image-${String(green.id)}' TITLE='alt="x"'>`,
    `Before <img src=${blue.url} alt> after`,
    img(yellow, 'A yellow field'),
    `[gallery ids="${String(large.id)}"]`,
    `<img src="${green.url}" width="9"`,
  ];
  await editor.open(content.join('\n\n'), 'text', { meta_input: { _thumbnail_id: blue.id } });
  const { box, textTab } = editor;
  await expect(box.getByRole('listitem')).toHaveCount(6);
  const run = box.getByRole('button', { name: /^(Generate all missing|Stop)/ });
  await expect(box).toContainText('uses 5 of 10 credits');
  await expectSays(editor.content, 'classic-text');

  await test.step('the text goes to the right image while the content changes', async () => {
    const held = hold(text('A text by OpenAI'), 3);
    backend.providers.set({ openai: held.behaviour });
    await run.click();
    await held.arrived;
    await expect(box).toContainText('Generating 1 of 5');
    await expect(run).toHaveText('Stop');
    await expectAccessible(page, '#altscribe-classic-box');
    // An image above the others, while the cursor is in the text.
    await textTab.evaluate(
      (field: HTMLTextAreaElement, html) => {
        field.value = `${html}\n\n${field.value}`;
        field.dispatchEvent(new Event('input'));
      },
      img(large, 'A red wall'),
    );
    await textTab.evaluate((field: HTMLTextAreaElement) => {
      field.setSelectionRange(field.value.indexOf('after'), field.value.indexOf('after') + 5);
    });
    held.release();
    await expect(box).toContainText('5 alt texts added.');
    await expect(editor.summary).toBeFocused();
    await expect(page.locator('#a11y-speak-polite')).toHaveText('5 alt texts added.');
    expect((await textTab.inputValue()).split('\n\n')).toEqual([
      img(large, 'A red wall'),
      `<IMG alt="A text by OpenAI" SRC='${green.url}' CLASS='wp-image-${String(green.id)}' TITLE='alt="x"'>`,
      `Before <img src=${blue.url} alt="A text by OpenAI"> after`,
      img(yellow, 'A yellow field'),
      `[gallery ids="${String(large.id)}"]`,
      `<img alt="A text by OpenAI" src="${green.url}" width="9"`,
    ]);
    const selected = await textTab.evaluate((field: HTMLTextAreaElement) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    );
    expect(selected).toBe('after');
    await expect(editor.row(3)).toContainText('Check: same text as another image');
    await expect(editor.row(5)).toContainText('No problems found');
    await expect(editor.summary).toHaveText('5 to review');
    await expectSays(editor.content, 'classic-all-done');
    for (const { id } of [blue, large]) {
      expect(await site.php(`echo \\Altscribe\\Library\\Alt_Text::get( $args );`, id)).toBe(
        'A text by OpenAI',
      );
    }
    expect(await credits()).toBeGreaterThanOrEqual(5);
  });

  await test.step('undone, except for an edited one', async () => {
    await textTab.evaluate((field: HTMLTextAreaElement) => {
      field.value = field.value.replace('alt="A text by OpenAI"> after', 'alt="Mine"> after');
      field.dispatchEvent(new Event('input'));
    });
    await box.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect(page.locator('#a11y-speak-polite')).toHaveText('4 alt texts undone.');
    await expect(run).toHaveText('Generate all missing (4)');
    await expectSays(editor.content, 'classic-undone');
    expect(await textTab.inputValue()).toContain('alt="Mine"> after');
    expect(await site.php(`echo \\Altscribe\\Library\\Alt_Text::get( $args );`, large.id)).toBe('');
  });

  await test.step('stopped', async () => {
    // Another context, for which the service has no texts.
    await page.locator('#title').fill('Another title');
    const held = hold(text('One under way'), 3);
    backend.providers.set({ openai: held.behaviour });
    await run.click();
    await held.arrived;
    await run.click();
    await expect(box.getByRole('button', { name: 'Stopping…' })).toBeDisabled();
    held.release();
    await expect(box).toContainText('3 alt texts added.');
    await expect(run).toHaveText('Generate all missing (1)');
    await box.getByRole('button', { name: /Dismiss|Close/ }).click();
    await expect(editor.summary).toBeFocused();
  });

  await test.step('decorative, all at once', async () => {
    backend.providers.set({ openai: text('A line', 'decorative') });
    await run.click();
    await expect(box).toContainText('1 image seems to be decorative.');
    await box.getByRole('button', { name: 'Decorative: 1' }).press('Enter');
    await expect(editor.summary).toBeFocused();
    await expect(run).toHaveCount(0);
  });
});

test('An image that is removed during the call, one of the same image twice, and the other tab @same-in-both', async ({
  page,
  site,
  backend,
}) => {
  const editor = new ClassicEditor(page, site);
  const { green, blue } = site.images;
  await backend.connect();
  await editor.open(`${img(green)}\n\n<p>One.</p>\n\n${img(green)}\n\n${img(blue)}`, 'visual');
  const request = async (number: number, change: string) => {
    const held = hold(text('A text that came late'));
    backend.providers.set({ openai: held.behaviour });
    // The service has no text for a new context.
    await page.locator('#title').fill(`Before: ${change}`);
    // The box may move during a click, because the visual editor grows with its images.
    await editor.generate(number).press('Enter');
    await held.arrived;
    await editor.visual(change);
    held.release();
  };
  const removed = 'The image was removed before its alt text was ready.';

  // The first of two equal images: the text must not go to the other one.
  await request(1, `(editor.dom.remove(editor.dom.select('img')[0]), editor.nodeChanged())`);
  await expect(editor.box.locator('.components-notice')).toContainText(removed);
  await expect(page.locator('#a11y-speak-assertive')).toHaveText(removed);
  await expect(editor.box.getByRole('listitem')).toHaveCount(2);
  expect(await editor.visual<string>('editor.getContent()')).not.toContain('came late');
  await editor.box.getByRole('button', { name: /Dismiss|Close/ }).click();
  await expect(editor.summary).toBeFocused();
  await expect(editor.box.locator('.components-notice')).toHaveCount(0);

  // Typed meanwhile.
  await request(
    2,
    `(editor.dom.setAttrib(editor.dom.select('img')[1], 'alt', 'My own'), editor.nodeChanged())`,
  );
  await expect(editor.row(2)).toContainText('You edited the alt text in the meantime');
  await expect(editor.image(2)).toHaveAttribute('alt', 'My own');

  // The text tab, opened during the call.
  await request(1, `window.switchEditors.go('content', 'html')`);
  await expect(editor.textTab).toHaveValue(/One\.\s*<img[^>]*alt="A text that came late"/);
});

test('Errors are shown in words, and only users who may edit the post see the box @same-in-both', async ({
  page,
  site,
  backend,
}) => {
  const editor = new ClassicEditor(page, site);
  const { green, blue } = site.images;
  const connection = await backend.connect({ credits: 1 });
  const content = `${img(green)}\n\n${img(blue)}`;
  await editor.open(content, 'text');
  const { box } = editor;
  const run = box.getByRole('button', { name: /^(Generate all missing|Stop)/ });
  const notice = box.locator('.components-notice');

  await test.step('no credits', async () => {
    await run.click();
    await expect(notice.first()).toContainText(`Ask the account owner (${connection.userId})`);
    // The other image is left for later.
    await expect(notice.last()).toContainText('1 alt text added. Undo');
    await expect(page.locator('#a11y-speak-polite')).toHaveText(
      /^You have no credits left.* 1 alt text added\.$/,
    );
    await expect(run).toBeDisabled();
    await expect(run).toHaveAccessibleDescription(/^You have no credits left/);
    await connection.addCredits(5);
    await notice.first().getByRole('button', { name: 'Check again' }).click();
    await expect(box).toContainText('uses 1 of 5 credits');
    await run.click();
    await expect(editor.textTab).toHaveValue(/alt="A text by OpenAI"[^]*alt="A text by OpenAI"/);
  });

  await test.step('no credits, but texts of the library', async () => {
    await backend.connect({ credits: 0 });
    const setText = `update_post_meta( $args['id'], '_wp_attachment_image_alt', $args['alt'] );`;
    await site.php(setText, { id: blue.id, alt: 'A blue boat' });
    await editor.open(content, 'text');
    await expect(notice).toContainText('You have no credits left');
    await expect(run).toHaveText('Generate all missing (2)');
    await run.click();
    const question = box.getByRole('group', { name: /already has a text/ });
    await expectSays(editor.content, 'classic-library-texts');

    await test.step('a question that is answered elsewhere is closed, and stays closed', async () => {
      const empty = await editor.textTab.inputValue();
      const type = (value: string) =>
        editor.textTab.evaluate((field: HTMLTextAreaElement, typed) => {
          field.value = typed;
          field.dispatchEvent(new Event('input'));
        }, value);
      await expect(question).toBeFocused();
      await type(empty.replaceAll('alt=""', 'alt="By hand"'));
      await expect(question).toHaveCount(0);
      await expect(editor.summary).toBeFocused();
      await type(empty);
      await expect(run).toHaveText('Generate all missing (2)');
      await expect(question).toHaveCount(0);
      await run.click();
    });
    await question.getByRole('button', { name: 'Accept 1 text' }).click();
    await expect(editor.textTab).toHaveValue(/alt=""[^]*alt="A blue boat"/);
    await expect(notice.last()).toContainText('1 alt text added. Undo');
    await expect(page.locator('#a11y-speak-polite')).toHaveText('1 alt text added.');
    await expect(notice.first()).toContainText('You have no credits left');
    await expect(run).toHaveText('Generate all missing (1)');
    await expect(run).toBeDisabled();
    await site.php(setText, { id: blue.id, alt: '' });
  });

  await test.step('a busy service', async () => {
    const front = await startFront(backend.service.url);
    let refused = 0;
    front.intercept((request, response) => {
      if (refused > 0 || !request.url?.endsWith('/generate-alt-text-api')) return false;
      refused += 1;
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '2' });
      response.end('{"message":"Too many requests"}');
      return true;
    });
    try {
      await backend.connect({ url: front.url });
      await editor.open(content, 'text');
      await run.click();
      await expect(
        box.getByText(/Too many requests right now\. Continuing in \d seconds?\./),
      ).toBeVisible();
      await expect(notice).toContainText('2 alt texts added.');
      expect(refused).toBe(1);
    } finally {
      front.stop();
    }
  });

  await test.step('not connected', async () => {
    await site.php(`delete_option( 'altscribe_settings' );`);
    await editor.open(content, 'text');
    await expect(notice).toContainText('Connect Altscribe to generate alt text.');
    await expect(run).toBeDisabled();
    await expectSays(editor.content, 'classic-not-connected');
    await expectAccessible(page, '#altscribe-classic-box');
  });

  await test.step('no box in the block editor or without images to edit', async () => {
    await editor.open('Only words.', 'text');
    await expect(box).toContainText('No images yet.');
    await site.define({});
    await editor.open(content, 'text');
    await page.locator('.edit-post-visual-editor, .editor-visual-editor').first().waitFor();
    await expect(box).toHaveCount(0);
  });
});
