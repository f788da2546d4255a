import { text } from '../support/provider-stand-in.ts';
import { expectAccessible } from './support/barriers.ts';
import { cover, image, mediaText, paragraph } from './support/blocks.ts';
import { installOtherBlock, product, removeOtherBlock } from './support/other-block.ts';
import { expect, test } from './support/test.ts';

test('The button next to a block’s own alt text field, and for the featured image', async ({
  editor,
  backend,
  site,
  siteOptions,
  page,
}) => {
  await backend.connect();
  backend.providers.set({ openai: text('From the block’s settings') });
  await installOtherBlock(site);
  const { large, green, blue, yellow } = site.images;
  await editor.openPost([image(green)], { meta_input: { _thumbnail_id: large.id } });
  await removeOtherBlock(site);
  await editor.blocks.select(1);
  const panel = await editor.openBlockSettings();
  const button = panel.getByRole('button', { name: /Generate alt text|Rewrite/ });
  const field = panel.getByRole('textbox', { name: 'Alternative text' });
  await expect(button).toBeVisible();
  await expect(field).toHaveValue('');

  await button.click();
  await expect(field).toHaveValue('From the block’s settings');
  await expect(button).toHaveText('Rewrite');
  await expect(panel.getByRole('group', { name: 'Alt text' })).toBeFocused();
  await expect(panel.getByRole('button', { name: 'Accept' })).toBeVisible();
  await expect(editor.snackbar('Alt text added.')).toBeVisible();

  backend.providers.set({ openai: text('Another one') });
  await button.click();
  await expect(panel.getByLabel('Suggested alt text')).toHaveValue('Another one');
  await expect(field).toHaveValue('From the block’s settings');
  await expectAccessible(page, '.altscribe-inspector');
  await panel.getByRole('button', { name: 'Accept' }).click();
  await expect(field).toHaveValue('Another one');
  await expect(page.locator('#a11y-speak-polite')).toHaveText(/Alt text replaced\./);

  // The plugin's own code, and the same in all versions.
  if (siteOptions.version !== '7.1') return;
  await backend.connect();
  let answered = 0;
  backend.providers.set({ openai: text(() => `Text ${(answered += 1)}`) });
  await editor.startAgain([
    image(green),
    cover(blue, paragraph('Over it')),
    mediaText(yellow, paragraph('Beside it')),
    `<!-- wp:${product} {"mediaId":${large.id},"mediaSrc":"${large.url}"} /-->`,
  ]);

  // Its settings may have a separate tab, which other blocks do not have.
  await editor.blocks.selectFirst('core/image');
  await editor.openBlockSettings();
  await expect(panel.getByRole('button', { name: 'Generate alt text' })).toBeVisible();
  for (const [number, [name, attribute]] of Object.entries([
    ['core/cover', 'alt'],
    ['core/media-text', 'mediaAlt'],
    [product, 'alt'],
  ] as const)) {
    await test.step(name, async () => {
      await editor.blocks.selectFirst(name);
      await panel.getByRole('button', { name: 'Generate alt text' }).click();
      await expect(panel.getByRole('group', { name: 'Alt text' })).toBeFocused();
      await expect(panel.getByRole('button', { name: 'Accept' })).toBeVisible();
      const expected = `Text ${Number(number) + 1}`;
      if (name !== product) {
        await expect(panel.getByLabel('Alternative text')).toBeVisible();
        await expect(panel.getByLabel('Alternative text')).toHaveValue(expected);
      }
      expect(await editor.blocks.readFirst(name)).toMatchObject({ [attribute]: expected });
    });
  }

  await test.step('featured image', async () => {
    await panel.getByRole('tab').first().click();
    const featured = panel.locator('.altscribe-featured');
    await expect(featured).toContainText('Its alt text is shared by all posts that use it.');
    await featured.getByRole('button', { name: 'Generate alt text' }).click();
    await expect(featured).toContainText('Written by AI, not checked');
    await expectAccessible(page, '.altscribe-featured');
    await editor.save();
    const stored = `echo get_post_meta( $args, '_wp_attachment_image_alt', true );`;
    await expect.poll(() => site.php(stored, large.id)).toBe('Text 4');
    await site.php(`delete_post_meta( $args, '_wp_attachment_image_alt' );`, large.id);
  });
});
