import { text } from '../support/provider-stand-in.ts';
import { image, paragraph } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

const storedAlt = `echo get_post_meta( $args['id'], '_wp_attachment_image_alt', true );`;

test('Items unticked in "Are you ready to save?" are not saved', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  backend.providers.set({ openai: text('Not to be saved') });
  const { green } = site.images;
  await site.php(
    `update_option( 'altscribe_settings', array( 'write_to' => 'both' ) + get_option( 'altscribe_settings' ) );`,
  );
  const post = await editor.openPost([paragraph('Words'), image(green)], {
    post_status: 'publish',
  });
  const content = () => site.php(`echo get_post( $args['post'] )->post_content;`, { post });
  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText('“Not to be saved”');
  await editor.canvas.getByText('Words').click();
  await page.keyboard.type('More ');

  const topBar = page.getByRole('region', { name: 'Editor top bar' });
  await topBar.getByRole('button', { name: 'Save', exact: true }).click();
  const list = page.locator('.entities-saved-states__panel');
  await list.getByRole('checkbox', { name: /green/i }).uncheck();
  await list.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(content).toContain('More');
  await expect(topBar.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  expect(await site.php(storedAlt, { id: green.id })).toBe('');

  await editor.canvas.getByText('Words').click();
  await page.keyboard.type('Even ');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(content).toContain('Even');
  await page.waitForFunction(() => !window.wp.data.select('core/editor').isSavingPost());
  expect(await site.php(storedAlt, { id: green.id })).toBe('');
});

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
