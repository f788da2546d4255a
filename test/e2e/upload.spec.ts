import { dataUri, plainImage } from '../support/images.ts';
import { text } from '../support/provider-stand-in.ts';
import { expectAccessible } from './support/barriers.ts';
import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

test('An embedded image is added to the media library, then gets its text', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  backend.providers.set({ openai: text('A square of one colour') });
  const bytes = await plainImage('png', { width: 40, height: 30, colour: '#cc5500' });
  const embedded = image({ url: dataUri(bytes) });
  const post = await editor.openPost([embedded, image(site.images.green), embedded]);

  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText('This image is embedded in the post.');
  expect(backend.providers.calls).toHaveLength(0);
  await expectAccessible(page);
  await editor.row(1).getByRole('button', { name: 'Upload to Media Library: image 1' }).click();
  await expect(editor.snackbar('Image uploaded.')).toBeVisible();
  await expect(editor.row(1)).not.toContainText('This image is embedded in the post.');
  await expect(editor.heading(1)).toBeFocused();

  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText('“A square of one colour”');
  // The upload and the text are separate steps.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(editor.row(1)).toContainText('Missing');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await editor.save();
  const content = await site.php(`echo get_post( $args['post'] )->post_content;`, { post });
  expect(content).not.toContain('data:image');
  const [, id = ''] = /wp:image \{"id":(\d+)/.exec(content) ?? [];
  // Both blocks show the same upload.
  expect(content.match(new RegExp(`class="wp-image-${id}"`, 'g'))).toHaveLength(2);
  expect(await site.php(`echo get_post( $args['id'] )->post_parent;`, { id })).toBe(String(post));
});
