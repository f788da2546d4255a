import { text } from '../support/provider-stand-in.ts';
import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

test('The button next to the image block’s own alt text field', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  backend.providers.set({ openai: text('From the block’s settings') });
  await editor.openPost([image(site.pictures.green)]);
  await editor.blocks.select(1);
  const panel = await editor.openBlockSettings();
  const button = panel.getByRole('button', { name: /Generate alt text|Rewrite/ });
  const field = panel.getByRole('textbox', { name: 'Alternative text' });
  await expect(button).toBeVisible();
  await expect(field).toHaveValue('');

  await button.click();
  await expect(field).toHaveValue('From the block’s settings');
  await expect(button).toHaveText('Rewrite');
  await expect(button).toBeFocused();
  await expect(editor.snackbar('Alt text added.')).toBeVisible();

  backend.providers.set({ openai: text('Another one') });
  await button.click();
  await expect(panel.getByLabel('Suggested alt text')).toHaveValue('Another one');
  await expect(field).toHaveValue('From the block’s settings');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(field).toHaveValue('Another one');
  await expect(page.locator('#a11y-speak-polite')).toHaveText(/Alt text replaced\./);
});
