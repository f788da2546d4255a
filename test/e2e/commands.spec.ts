import { text } from '../support/provider-stand-in.ts';
import { image, paragraph } from './support/blocks.ts';
import { underWay } from './support/editor-page.ts';
import { hold } from './support/hold.ts';
import { searchPalette } from './support/palette.ts';
import { expect, test } from './support/test.ts';

test('By keyboard and by commands: from the canvas to an applied text, and while a batch runs', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  let answered = 0;
  backend.providers.set({ openai: text(() => `Text ${(answered += 1)}`) });
  const { green, blue, yellow } = site.images;
  await editor.openPost([
    paragraph('Before'),
    image({ ...green, alt: 'By hand' }),
    image(blue),
    paragraph('Between'),
    image(yellow),
  ]);
  await editor.toggle.click();
  await expect(editor.sidebar).toBeHidden();

  await test.step('the shortcut clashes with none of WordPress, and is in its list', async () => {
    const clashes = await page.evaluate(() => {
      const { getCategoryShortcuts, getAllShortcutRawKeyCombinations } =
        window.wp.data.select('core/keyboard-shortcuts');
      const mine = 'altscribe/next-image';
      const [own] = getAllShortcutRawKeyCombinations(mine);
      return ['main', 'global', 'selection', 'block', 'list-view', 'list-view-selection']
        .flatMap((category) => getCategoryShortcuts(category))
        .filter((name) => name !== mine && getAllShortcutRawKeyCombinations(name).includes(own));
    });
    expect(clashes).toEqual([]);
    await page.keyboard.press('Alt+Shift+h');
    await expect(page.getByRole('dialog')).toContainText('Go to the next image without alt text.');
    await page.keyboard.press('Escape');
  });

  await test.step('at most eight presses from the canvas to an applied text', async () => {
    await editor.canvas.getByText('Before').click();
    let presses = 0;
    const press = async (keys: string) => {
      presses += 1;
      await page.keyboard.press(keys);
    };
    await press('Control+Shift+Alt+g');
    await expect(editor.heading(2)).toBeFocused();
    await expect(editor.canvas.locator('.wp-block-image').nth(1)).toHaveClass(/is-selected/);
    await press('Tab');
    await expect(editor.generate(2)).toBeFocused();
    await press('Enter');
    await expect(editor.row(2)).toContainText('“Text 1”');
    expect(await editor.blocks.alts()).toEqual(['By hand', 'Text 1', '']);
    expect(presses).toBeLessThanOrEqual(8);
    await press('Control+Shift+Alt+g');
    await expect(editor.heading(3)).toBeFocused();
  });

  await test.step('"Generate all missing alt texts"', async () => {
    await editor.toggle.click();
    const palette = await searchPalette(page, 'alt text');
    // Two of them are WordPress’s own, for the plugin’s pages.
    await expect(palette.getByRole('option')).toHaveCount(5);
    await expect(palette.getByRole('option').first()).toContainText('Open alt text sidebar');
    await palette.getByRole('option', { name: 'Generate all missing alt texts' }).click();
    await expect(editor.sidebar).toBeVisible();
    await expect(editor.sidebar).toContainText('1 alt text added.');
    expect(await editor.blocks.alts()).toEqual(['By hand', 'Text 1', 'Text 2']);
  });

  await test.step('"Generate alt text for this image": an existing text is not replaced', async () => {
    await editor.toggle.click();
    await editor.blocks.select(1);
    const palette = await searchPalette(page, 'alt text');
    // No text is missing any more.
    await expect(palette.getByRole('option')).toHaveCount(4);
    await palette.getByRole('option', { name: 'Generate alt text for this image' }).click();
    await expect(editor.suggestion(1)).toHaveValue('Text 3');
    expect(await editor.blocks.alts()).toEqual(['By hand', 'Text 1', 'Text 2']);
  });

  await test.step('"Open alt text sidebar"', async () => {
    await editor.toggle.click();
    await editor.blocks.selectFirst('core/paragraph');
    const palette = await searchPalette(page, 'alt text');
    await expect(palette.getByRole('option')).toHaveCount(3);
    await palette.getByRole('option', { name: 'Open alt text sidebar' }).click();
    await expect(editor.sidebar.locator('#altscribe-run')).toBeFocused();
  });

  await test.step('the menu in the toolbar of a block', async () => {
    await editor.blocks.change(3, { alt: '' });
    await editor.blocks.select(3);
    const tools = page.getByRole('toolbar', { name: 'Block tools' });
    await tools.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menuitem', { name: 'Generate alt text' }).click();
    await expect(editor.row(3)).toContainText('“Text 2”');
    await editor.blocks.selectFirst('core/paragraph');
    await tools.getByRole('button', { name: 'Options' }).click();
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /alt text/ })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await editor.blocks.change(3, { alt: '', id: undefined, url: 'blob:https://example.com/1' });
    await editor.blocks.select(3);
    await tools.getByRole('button', { name: 'Options' }).click();
    const item = page.getByRole('menuitem', { name: 'Generate alt text' });
    await expect(item).toContainText('Wait until the image is uploaded.');
    await expect(item).toBeDisabled();
    await item.focus();
    await page.keyboard.press('Enter');
    await expect(item).toBeFocused();
  });

  await test.step('no command starts a second batch while one is running', async () => {
    await page.keyboard.press('Escape');
    await backend.connect();
    const { calls } = backend.providers;
    calls.length = 0;
    const held = hold(text('A field'));
    backend.providers.set({ openai: held.behaviour });
    const { green, blue, yellow } = site.images;
    await editor.startAgain([image(green), image(blue), image(yellow)]);
    await editor.generateAll.click();
    await held.arrived;
    const palette = await searchPalette(page, 'alt text');
    await expect(palette.getByRole('option', { name: 'Open alt text sidebar' })).toBeVisible();
    await expect(palette.getByRole('option', { name: /^Generate all/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    held.release();
    await expect(editor.sidebar).toContainText('3 alt texts added.');
    expect(calls).toHaveLength(3);
  });

  await test.step('a batch shows its progress, and can be stopped', async () => {
    await backend.connect();
    const { calls } = backend.providers;
    calls.length = 0;
    const { green, blue, yellow, large } = site.images;
    await editor.startAgain([image(green), image(blue), image(yellow), image(large)]);
    const held = hold(text('One under way'), 2);
    backend.providers.set({ openai: held.behaviour });

    await editor.generateAll.click();
    await held.arrived;
    await expect(editor.sidebar).toContainText('Generating 1 of 4');
    await expect(editor.sidebar.getByRole('progressbar')).toBeVisible();
    await expect(editor.row(1)).toContainText(underWay);
    const stop = editor.sidebar.getByRole('button', { name: 'Stop' });
    await stop.click();
    await expect(editor.sidebar.getByRole('button', { name: 'Stopping…' })).toBeDisabled();

    held.release();
    await expect(editor.notice('3 alt texts added.')).toBeVisible();
    await expect(editor.run).toHaveText('Review 3');
    await expect(editor.run).toBeFocused();
    expect(await editor.blocks.alts()).toEqual([...Array<string>(3).fill('One under way'), '']);
    expect(calls).toHaveLength(3);

    await editor.generateAll.click();
    await expect(editor.notice('1 alt text added.')).toBeVisible();
  });

  await test.step('the shortcut goes with the plugin', async () => {
    const listShortcuts = () =>
      page.evaluate(() =>
        window.wp.data.select('core/keyboard-shortcuts').getCategoryShortcuts('global'),
      );
    expect(await listShortcuts()).toContain('altscribe/next-image');
    await page.evaluate(() => {
      const { plugins } = window.wp as unknown as {
        plugins: { unregisterPlugin: (name: string) => void };
      };
      plugins.unregisterPlugin('altscribe');
    });
    await expect.poll(listShortcuts).not.toContain('altscribe/next-image');
  });
});
