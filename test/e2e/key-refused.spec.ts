import { findBarriers } from './support/barriers.ts';
import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

const sentence = 'The service did not accept the API key.';

test('A revoked key: administrators get a link to the settings', async ({
  editor,
  backend,
  site,
  page,
}) => {
  const { revokeKey } = await backend.connect();
  await editor.openPost([image(site.images.green)]);
  await expect(editor.sidebar).toContainText('10 credits left');
  await revokeKey();
  await editor.generate(1).click();
  await expect(editor.row(1)).toContainText(sentence);
  await expect(editor.row(1).getByRole('link', { name: 'Open settings' })).toHaveAttribute(
    'href',
    /options-general\.php\?page=altscribe$/,
  );
  expect(await findBarriers(page)).toEqual([]);
});

test.describe('As an editor', () => {
  test.use({ role: 'editor' });

  test('A revoked key: other users are told to ask an administrator', async ({
    editor,
    backend,
    site,
  }) => {
    const { revokeKey } = await backend.connect();
    await revokeKey();
    await editor.openPost([image(site.images.green)]);
    await expect(
      editor.notice(`${sentence} Ask an administrator to check the API key.`),
    ).toBeVisible();
    await expect(editor.sidebar.getByRole('link')).toHaveCount(0);
  });
});
