import { setOption } from '../wordpress/content.ts';
import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

test('A site with plain permalinks works too', async ({
  editor,
  settings,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  const pretty = await site.php(`echo get_option( 'permalink_structure' );`);
  await setOption(site.php, 'permalink_structure', '');
  try {
    const asked = page.waitForRequest(/rest_route=%2Faltscribe%2Fv1%2Fgenerate/);
    await settings.open();
    await settings.test.click();
    await expect(settings.notice).toHaveText('Connected: 10 credits, Pro plan.');
    await editor.openPost([image(site.images.green)]);
    await expect(editor.sidebar).toContainText('10 credits left');
    await editor.generate(1).click();
    await asked;
    await expect(editor.row(1)).toContainText('Written by AI, not checked');
  } finally {
    await setOption(site.php, 'permalink_structure', pretty);
  }
});
