import { text } from '../support/provider-stand-in.ts';
import { expectAccessible } from './support/barriers.ts';
import { heading, image, paragraph } from './support/blocks.ts';
import { searchPalette } from './support/palette.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** Three images in six places: one place of the blue image has a caption. */
function blocks({ images: { green, blue, yellow } }: Site): string[] {
  return [
    heading('At the harbour'),
    paragraph('In the morning'),
    image(green),
    paragraph('At noon'),
    image(green),
    paragraph('In the evening'),
    image(green),
    image(blue),
    paragraph('At night'),
    image({ ...blue, caption: 'Ours' }),
    image(yellow),
  ];
}

test('An image in several places: the question whether it gets one text, by keyboard and from a command', async ({
  editor,
  backend,
  site,
  page,
}) => {
  let post = 0;
  await test.step('one text per place, from a command, until no credit is left', async () => {
    const { credits } = await backend.connect({ credits: 5 });
    let count = 0;
    backend.providers.set({ openai: text(() => `Text ${(count += 1)}`) });
    post = await editor.openPost(blocks(site));
    await expect(editor.sidebar).toContainText('uses 4 of 5 credits');
    await editor.toggle.click();
    const palette = await searchPalette(page, 'alt text');
    await palette.getByRole('option', { name: 'Generate all missing alt texts' }).click();
    const question = editor.sidebar.getByRole('group', { name: '3 images in 6 places.' });
    await expect(question).toBeFocused();
    await expect(question).toContainText(
      'You have 5 credits. Generating stops when they are used up.',
    );
    await question.getByRole('button', { name: 'One per place, 6 credits' }).click();
    await expect(editor.sidebar).toContainText('5 alt texts added.');
    await expect(editor.sidebar).toContainText('You have no credits left.');
    expect(await credits()).toBe(0);
    const texts = (await editor.blocks.alts()).filter((alt) => alt !== '');
    expect(new Set(texts).size).toBe(5);
  });

  await test.step('no question if both answers cost the same, and too few credits are announced', async () => {
    const { credits } = await backend.connect({ credits: 1 });
    const { green, blue } = site.images;
    await editor.startAgain([image(green), image(green), image(blue), image(blue)]);
    await expect(editor.sidebar).toContainText('needs 2 credits, 1 left');
    await editor.generateAll.click();
    await expect(editor.sidebar).toContainText('2 alt texts added.');
    expect(await credits()).toBe(0);
  });

  await test.step('one text per image, by keyboard', async () => {
    const { credits } = await backend.connect({ credits: 50 });
    const { calls } = backend.providers;
    calls.length = 0;
    let count = 0;
    backend.providers.set({ openai: text(() => `Text ${(count += 1)}`) });
    await editor.startAgain(blocks(site));
    await expect(editor.sidebar).toContainText('uses 4 of 50 credits');
    const question = editor.sidebar.getByRole('group', { name: '3 images in 6 places.' });
    const perImage = question.getByRole('button', { name: 'One text per image, 4 credits' });

    await test.step('the question', async () => {
      await editor.generateAll.press('Enter');
      await expect(question).toBeFocused();
      await expect(question).toContainText('Images with a different caption, link or heading');
      await expect(question.getByRole('button').nth(1)).toHaveText('One per place, 6 credits');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(editor.count).toBeFocused();
      expect(calls).toEqual([]);
    });

    await test.step('a text that the service already has', async () => {
      await editor.generate(6).click();
      await expect(editor.row(6)).toContainText('“Text 1”');
      await editor.snackbar('Alt text added.').getByRole('button', { name: 'Undo' }).click();
      await expect(editor.sidebar).toContainText('uses 4 of 49 credits');
      await editor.generateAll.focus();
    });

    await test.step('the answer, and what it really cost', async () => {
      await page.keyboard.press('Enter');
      await expect(editor.sidebar.locator('.altscribe-question')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(perImage).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(editor.run).toBeFocused();
      await expect(editor.sidebar).toContainText('6 alt texts added for 3 credits.');
      await expect(editor.sidebar).toContainText('46 credits left');
      expect(await credits()).toBe(46);
      const [one, two, three, four, five, six] = await editor.blocks.alts();
      expect([two, three]).toEqual([one, one]);
      expect(new Set([one, four, five, six]).size).toBe(4);
      // Text around only one of the places is not sent.
      expect(calls.map(({ context }) => context).join()).not.toContain('At noon');
      // The question has been answered.
      await page.keyboard.press('ControlOrMeta+z');
      await expect(editor.sidebar).toContainText('1 missing');
      await expect(editor.sidebar.locator('.altscribe-question')).toBeHidden();
      await page.keyboard.press('ControlOrMeta+Shift+z');
      await expect(editor.sidebar).not.toContainText('missing');
    });

    await test.step('saved, and previewed', async () => {
      await editor.save();
      await page.goto(`${site.url}/?p=${post}&preview=true`);
      const shown = page.locator('.wp-block-image img');
      await expect(shown).toHaveCount(6);
      await expect(shown.nth(2)).toHaveAttribute('alt', /^Text \d$/);
    });
  });
});
