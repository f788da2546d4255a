import { createPost, setOption } from '../wordpress/content.ts';
import { ClassicEditor, img } from './support/classic-editor.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ site }) => site.define({ ALTSCRIBE_TEST_CLASSIC: 'yes' }));
test.afterEach(({ site }) => site.define({}));

test('Galleries without ids, texts of the library, and texts held for review', async ({
  page,
  site,
  backend,
}) => {
  const editor = new ClassicEditor(page, site);
  const { green, blue, yellow } = site.images;
  const { userId, key } = await backend.connect();
  const settings = {
    service_url: backend.service.url,
    api_key: key,
    user_id: userId,
    language: '',
  };
  await setOption(site.php, 'altscribe_settings', { ...settings, review_new_texts: true });
  const post = await createPost(site.php, {
    post_title: 'Hello',
    post_content: `[gallery]\n\n${img(yellow)}`,
  });
  await site.php(
    `foreach ( $args['ids'] as $id ) { wp_update_post( array( 'ID' => $id, 'post_parent' => $args['post'] ) ); }
    update_post_meta( $args['yellow'], '_wp_attachment_image_alt', 'A yellow field' );`,
    { ids: [green.id, blue.id], post, yellow: yellow.id },
  );
  await page.goto(`${site.url}/wp-admin/post.php?post=${String(post)}&action=edit`);
  await expect(editor.box.getByRole('listitem')).toHaveCount(3);

  const [first] = [editor.row(1)];
  await editor.generate(1).click();
  await expect(first.getByLabel('Suggested alt text for image 1')).toHaveValue('A text by OpenAI');
  const alt = (id: number) => site.php(`echo altscribe_get_attachment_alt_text( $args );`, id);
  expect([await alt(green.id), await alt(blue.id)]).toEqual(['', '']);
  await first.getByRole('button', { name: 'Apply' }).click();
  await expect(first).toContainText('“A text by OpenAI”');
  expect([await alt(green.id), await alt(blue.id)]).toContain('A text by OpenAI');

  await expect(editor.row(3)).toContainText('In the media library: “A yellow field”');
  await editor.row(3).getByRole('button', { name: 'Use it' }).click();
  await expect(editor.row(3).locator('.altscribe-text')).toHaveText('“A yellow field”');
  await expect(editor.generate(3)).toBeFocused();

  await editor.row(2).getByRole('button', { name: 'Mark as decorative' }).click();
  await expect(editor.row(2)).toContainText('Decorative');
  await expect(editor.row(2).getByRole('button', { name: 'Not decorative' })).toBeFocused();
});
