import { text } from '../support/provider-stand-in.ts';
import { expectAccessible } from './support/barriers.ts';
import { customHtml, gallery, image, paragraph } from './support/blocks.ts';
import { hold, holdRequests } from './support/hold.ts';
import { expect, test } from './support/test.ts';

test('Rows and summary: from a missing text to a reviewed one, with one image and with many', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect({ credits: 47 });
  backend.providers.set({ openai: text('Green fields under a wide sky') });
  const { green, blue, yellow, large } = site.images;
  const releaseAccount = await holdRequests(page, 'altscribe/v1/account');
  await editor.openPost([
    gallery(image(green), image({ ...blue, alt: 'A blue door in an old wall' })),
    image({ url: 'data:image/png;base64,AAAA', alt: 'A drawing of the harbour' }),
    image({ ...yellow, alt: 'Our team', caption: 'Our team' }),
    image(large),
  ]);
  await editor.generate(1).hover();
  const place = await editor.generate(1).boundingBox();
  releaseAccount();
  await expect(editor.sidebar).toContainText('uses 2 of 47 credits');
  // Otherwise it would move away under a click.
  expect(await editor.generate(1).boundingBox()).toEqual(place);
  const row = editor.row(1);
  const rewrite = row.getByRole('button', { name: 'Rewrite' });
  const edit = row.getByRole('button', { name: 'Edit' });
  await expect(editor.sidebar).toContainText('2 missing, 1 with problems');
  await expect(
    editor.row(3).getByRole('button', { name: /The image cannot be shown\./ }),
  ).toBeVisible();
  await expectAccessible(page);

  await test.step('generated, and viewed', async () => {
    await editor.generate(1).click();
    await expect(row).toContainText('Written by AI, not checked');
    await expect(row).toContainText('“Green fields under a wide sky”');
    await expect(editor.heading(1)).toBeFocused();
    await expectAccessible(page);
    // The image was clicked, so nothing shows the text that its line cuts.
    await expect(async () => {
      await page.keyboard.press('a');
      expect(await editor.heading(1).getAttribute('aria-expanded')).toBe('true');
    }).toPass();
    await expect(row).toContainText('Written by AI, not checked');
    await editor.heading(1).click();
    expect((await row.boundingBox())?.height).toBeLessThan(60);
    const accept = row.getByRole('button', { name: 'Accept alt text of image 1' });
    const whole = page.getByRole('tooltip').filter({ hasText: 'Green fields under a wide sky' });
    await accept.hover();
    await expect(whole).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(whole).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(accept).toBeFocused();
    await expect(whole).toBeVisible();
    await expect(accept).toHaveAccessibleDescription(/Green fields under a wide sky/);
    await accept.press('Enter');
    await expect(row).toContainText('No problems found');
    await expect(editor.count).toBeFocused();
    await expect(page.locator('#a11y-speak-polite')).toHaveText(/^1 missing, 1 with problems/);
  });

  await test.step('edited, free of charge', async () => {
    await editor.openCard(1);
    await expectAccessible(page);
    await edit.click();
    const field = row.getByRole('textbox', { name: 'Alt text for image 1' });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Green fields under a wide sky');
    await expect(editor.count).toHaveText(/^1 missing, 1 with problems/);
    await expect(rewrite).toBeHidden();
    await field.fill('IMG_2034');
    await expect(row).toContainText('Check: looks like a file name');
    await field.fill('x'.repeat(300));
    await expect(row).toContainText('300 characters; about 125 is usual');
    await row.getByRole('button', { name: 'Cancel' }).click();
    await expect(editor.heading(1)).toBeFocused();
    expect(backend.providers.calls).toHaveLength(1);
  });

  await test.step('in the menu: the way to the block', async () => {
    await row.getByRole('button', { name: 'More for image 1' }).click();
    await page.getByRole('menuitem', { name: 'Show in post' }).click();
    await expect(row).toHaveAttribute('aria-current', 'true');
    await expect(editor.canvas.locator('.wp-block-image').first()).toHaveClass(/is-selected/);
    await expectAccessible(page);
  });

  await test.step('one image in HTML: the number, and the way to its block', async () => {
    await backend.connect();
    await editor.startAgain([
      customHtml(`<p><img src="${site.images.green.url}"></p>`),
      paragraph('Words'),
    ]);
    await expect(editor.row(1)).toContainText('Missing. Edit the HTML block');
    await expect(editor.count).toHaveText('1 missing');
    await expect(editor.run).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await editor.openSidebarFromMenu();
    await page.setViewportSize({ width: 1280, height: 720 });
    await editor.openSidebar();
    await editor.row(1).getByRole('button', { name: 'Edit as HTML: image 1' }).click();
    await expect(editor.canvas.locator('.wp-block-html')).toHaveClass(/is-selected/);
  });

  await test.step('with many images, the summary stays visible, and leads to the remaining ones', async () => {
    await backend.connect({ credits: 47 });
    const { green, blue, yellow, large } = site.images;
    const texts = Array.from({ length: 8 }, (_, index) => `Door number ${index + 1} of the street`);
    await editor.startAgain([
      paragraph('Doors'),
      image(green),
      image(blue),
      image({ url: `${site.url}/favicon.ico` }),
      ...texts.map((alt) => image({ ...yellow, alt })),
      image(large),
    ]);
    const run = editor.sidebar.locator('#altscribe-run');
    const scroller = page.locator('.interface-complementary-area:has(.altscribe-sidebar)');
    await expect(editor.sidebar).toContainText('4 missing');

    await test.step('one after another', async () => {
      let answered = 0;
      const held = hold(text(() => `A text for image ${(answered += 1)} of them`));
      backend.providers.set({ openai: held.behaviour });
      await editor.generateAll.click();
      await held.arrived;
      await expect(editor.sidebar).toContainText(/Generating \d of 4/);
      // The list scrolls below the button that stops it.
      await editor.row(12).scrollIntoViewIfNeeded();
      await expect(run).toHaveText('Stop');
      await expect(run).toBeInViewport();
      await expectAccessible(page);
      // The browser asks for confirmation.
      const asked = page.waitForEvent('dialog');
      void page.close({ runBeforeUnload: true });
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      held.release();
      await expect(editor.notice('3 alt texts added. 1 failed.')).toBeVisible();
      await expect(editor.notice('3 alt texts added.')).toHaveClass(/is-warning/);
      await expect(editor.run).toHaveText('Review 3');
      await expect(editor.run).toBeFocused();
    });

    await test.step('a text that could not be written', async () => {
      await editor.notice('3 alt texts added.').getByRole('button', { name: 'Show' }).click();
      await expect(editor.row(1).locator(':focus')).toHaveCount(1);
      await expect(editor.sidebar.locator('.altscribe-image')).toHaveCount(1);
      const header = await editor.sidebar.locator('.altscribe-header').boundingBox();
      const focused = await editor.sidebar.locator(':focus').boundingBox();
      expect(focused?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
      await expectAccessible(page);
      const filter = editor.sidebar.getByRole('combobox', { name: 'Show' });
      await filter.selectOption('To review (3)');
      await expect(editor.sidebar.locator('.altscribe-image')).toHaveCount(3);
      await editor.row(1).getByRole('button', { name: 'Accept' }).click();
      await expect(editor.sidebar).toContainText('2 to review, 1 missing');
      // The row stays while the user works on it.
      await expect(editor.sidebar.locator('.altscribe-image')).toHaveCount(3);
      await filter.selectOption('All (12)');
    });

    await test.step('undone in one step', async () => {
      await editor.notice('3 alt texts added.').getByRole('button', { name: 'Undo' }).click();
      await expect(editor.count).toBeFocused();
      await expect(page.locator('#a11y-speak-polite')).toHaveText(/3 alt texts undone\./);
      expect((await editor.blocks.alts()).filter((alt) => alt === '')).toHaveLength(4);
      await page.keyboard.press('ControlOrMeta+z');
      expect((await editor.blocks.alts()).filter((alt) => alt === '')).toHaveLength(1);
      await page.keyboard.press('ControlOrMeta+Shift+z');
    });

    await test.step('on a small screen', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await editor.openSidebarFromMenu();
      await expect(scroller).toBeVisible();
      await expectAccessible(page);
      const width = await scroller.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      );
      expect(width).toBe(0);
      // Where nothing can hover, no tooltip shows what a line cuts.
      const touch = await page.context().newCDPSession(page);
      await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await expect(scroller.locator('.is-line .altscribe-text').first()).toHaveCSS(
        'white-space',
        'normal',
      );
      await editor.row(2).getByRole('button', { name: 'Select block: Image 2' }).click();
      await expect(editor.sidebar).toBeHidden();
      await expect(editor.canvas.locator('.wp-block-image').nth(1)).toHaveClass(/is-selected/);
    });
  });
});

test('Texts from the library come first, and new ones are held for review', async ({
  editor,
  backend,
  site,
  page,
}) => {
  const { credits } = await backend.connect({ credits: 47 });
  const { green, blue, yellow } = site.images;
  const setLibraryText = (altText: string) =>
    site.php(`update_post_meta( $args['id'], '_wp_attachment_image_alt', $args['altText'] );`, {
      id: green.id,
      altText,
    });
  await site.php(
    `update_option( 'altscribe_settings', array( 'review_new_texts' => true ) + get_option( 'altscribe_settings' ) );`,
  );
  await setLibraryText('Green fields, as the library says');
  let answered = 0;
  backend.providers.set({ openai: text(() => `A new text, number ${(answered += 1)}`) });
  try {
    await editor.openPost([image(green), image(blue), image(yellow)]);
    const run = editor.sidebar.locator('#altscribe-run');

    await test.step('asked before it spends', async () => {
      await expect(editor.row(1)).toContainText(
        'In the media library: “Green fields, as the library says”',
      );
      await run.click();
      await expect(editor.sidebar).toContainText(
        '1 of these 3 images already has a text in the media library or its file.',
      );
      const use = editor.sidebar.getByRole('button', { name: 'Accept 1 text and generate 2' });
      await expect(editor.sidebar.locator('.altscribe-question')).toBeFocused();
      await expectAccessible(page);
      await editor.sidebar.getByRole('button', { name: 'Cancel' }).click();
      await expect(editor.count).toBeFocused();
      await run.click();
      await use.click();
      await expect(editor.notice('1 alt text added. 2 alt texts suggested.')).toBeVisible();
      await expect(run).toBeFocused();
      expect(await editor.blocks.alts()).toEqual(['Green fields, as the library says', '', '']);
      expect(await credits()).toBe(45);
    });

    await test.step('applied together, as one step', async () => {
      await expect(editor.row(2)).toContainText('Suggested');
      await expectAccessible(page);
      await editor.chooseForAll('Accept all 2 suggestions');
      await expect(editor.notice('2 alt texts added.')).toBeVisible();
      const applied = await editor.blocks.alts();
      expect(applied.slice(1).sort()).toEqual(['A new text, number 1', 'A new text, number 2']);
      await page.keyboard.press('ControlOrMeta+z');
      await expect(editor.row(3)).toContainText('Suggested');
      expect((await editor.blocks.alts()).slice(1)).toEqual(['', '']);
      await page.keyboard.press('ControlOrMeta+Shift+z');
      // No user has read them one by one.
      await expect(editor.row(3)).toContainText('Written by AI, not checked');
      await editor.notice('2 alt texts added.').getByRole('button', { name: 'Close' }).click();
      await expect(run).toBeFocused();
    });

    await test.step('a question that is answered elsewhere is closed, and stays closed', async () => {
      await editor.startAgain([image(green), paragraph('Words')]);
      const question = editor.sidebar.locator('.altscribe-question');
      await run.click();
      await expect(question).toBeFocused();
      await editor.row(1).getByRole('button', { name: 'Accept media library text' }).click();
      await expect(question).toHaveCount(0);
      await editor.canvas.getByText('Words').click();
      await page.keyboard.press('ControlOrMeta+z');
      await expect(editor.row(1)).toContainText('Missing');
      await page.keyboard.type('More ');
      await expect(editor.canvas.getByText('More')).toBeVisible();
      await expect(question).toHaveCount(0);

      await run.click();
      await expect(question).toBeFocused();
      await editor.blocks.change(1, { alt: 'By hand' });
      await expect(question).toHaveCount(0);
      await expect(editor.count).toBeFocused();
    });
  } finally {
    await setLibraryText('');
  }
});

test.describe('Where nothing can hover', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('a row shows its whole text, and its state on the corner of the thumbnail', async ({
    editor,
    backend,
    site,
  }) => {
    await backend.connect();
    const alt = 'A green field below a clear sky, a farm at its end, and two birds above the trees';
    await editor.openPost([image({ ...site.images.green, alt }), paragraph('Words')]);
    const row = editor.row(1);
    const shown = await row.locator('.altscribe-text').boundingBox();
    const thumbnail = await row.locator('.altscribe-thumbnail').boundingBox();
    const icon = await row.locator('.altscribe-state > svg').boundingBox();
    if (!shown || !thumbnail || !icon) throw new Error('The row is not shown.');
    expect(shown.height).toBeGreaterThan(thumbnail.height);
    const bottom = ({ y, height }: { y: number; height: number }) => y + height;
    expect(Math.abs(bottom(icon) - bottom(thumbnail))).toBeLessThan(4);
  });
});
