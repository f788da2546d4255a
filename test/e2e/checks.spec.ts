import { image, paragraph } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

test('A row shows the findings for its text until the text or its surroundings change', async ({
  editor,
  backend,
  site,
}) => {
  await test.step('it repeats the paragraph beside it, or guesses', async () => {
    await backend.connect();
    const { green, blue } = site.images;
    await editor.openPost([
      paragraph('On Saturday, forty volunteers came to plant young trees beside the river.'),
      image({ ...green, alt: 'Volunteers plant young trees beside the river' }),
      image({ ...blue, alt: 'A man on a bench who appears to be enjoying the evening' }),
    ]);
    await expect(editor.row(1)).toContainText('Check: repeats nearby text');
    await expect(editor.row(2)).toContainText('Check: may be a guess');
    await editor.canvas.getByText('On Saturday').fill('Forty people came.');
    await expect(editor.row(1)).toContainText('No problems found');
    await editor.blocks.change(2, { alt: 'A man on a bench at dusk' });
    await expect(editor.row(2)).toContainText('No problems found');
  });

  await test.step('of many kinds', async () => {
    await backend.connect();
    const { green, blue, yellow } = site.images;
    await editor.startAgain([
      image({ ...green, alt: 'Our team', caption: 'Our <em>team</em>' }),
      image({ ...blue, alt: 'A yellow door' }),
      image({ ...yellow, alt: 'A yellow door' }),
    ]);
    await expect(editor.row(1)).toContainText('Check: repeats the caption');
    await expect(editor.row(2)).toContainText('Check: same text as another image');
    await expect(editor.row(3)).toContainText('Check: same text as another image');

    await test.step('in the block’s own field', async () => {
      await editor.blocks.select(1);
      const panel = await editor.openBlockSettings();
      const field = panel.getByRole('textbox', { name: 'Alternative text' });
      await field.fill('IMG_2034');
      await editor.openSidebar();
      await expect(editor.row(1)).toContainText('Check: looks like a file name');
      await expect(editor.row(1)).toContainText('Also: too short');

      await editor.openBlockSettings();
      await field.fill('Windmill');
      await editor.openSidebar();
      await expect(editor.row(1)).toContainText('No problems found');
      await expect(editor.row(1)).toContainText('Hint: only one word');
      await expect(editor.row(1)).not.toContainText('Check');

      await editor.openBlockSettings();
      await field.fill('Five people laughing around a table');
      await editor.openSidebar();
      await expect(editor.row(1)).toContainText('No problems found');
      await expect(editor.row(1)).not.toContainText('Check');
    });

    await test.step('beside the list', async () => {
      await editor.blocks.change(2, { alt: '' });
      await expect(editor.row(2)).toContainText('Missing');
      await expect(editor.row(3)).toContainText('No problems found');
      await editor.blocks.change(2, { href: 'https://example.com/' });
      await expect(editor.row(2)).toContainText('Missing: needed for the link');
      await editor.blocks.change(3, { caption: 'A yellow door.' });
      await expect(editor.row(3)).toContainText('Check: repeats the caption');
    });
  });
});
