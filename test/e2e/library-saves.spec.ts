import { text } from '../support/provider-stand-in.ts';
import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

test('One failure of the media library loses no text, and locks nothing', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  backend.providers.set({ openai: text('A generated text') });
  const { green } = site.images;
  let isDown = true;
  await page.route(/wp(\/|%2F)v2(\/|%2F)media(\/|%2F)\d+/, async (route) => {
    const isForEditing = !decodeURIComponent(route.request().url()).includes('context=view');
    await (isDown && isForEditing ? route.fulfill({ status: 500, body: '{}' }) : route.fallback());
  });
  await site.php(`update_post_meta( $args['id'], '_wp_attachment_image_alt', 'Old' );`, {
    id: green.id,
  });
  await editor.openPost([image({ ...green, alt: 'In the block' })], {
    meta_input: { _thumbnail_id: green.id },
  });
  const row = editor.row(1);
  const message = 'The media library did not respond. Nothing was changed.';
  await editor.openCard(1);
  await row.getByRole('button', { name: 'Edit' }).click();
  await row.getByRole('textbox').fill('Typed by hand');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(message);
  await expect(row.getByRole('textbox')).toHaveValue('Typed by hand');
  await expect(row).not.toContainText('You are not allowed to edit this file');

  isDown = false;
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(row).toContainText('“Typed by hand”');
  await expect(row).not.toContainText(message);
  expect(backend.providers.calls).toHaveLength(0);
});
