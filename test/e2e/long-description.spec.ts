import { text } from '../support/provider-stand-in.ts';
import { content } from '../support/faults.ts';
import { findBarriers } from './support/barriers.ts';
import { columns, gallery, image, paragraph } from './support/blocks.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';

const lines = 'Visitors: 5 < 6 & [gallery] is a word.\n\n- May: 90\n- June: 180\n\nSource: city';

/** The answer of a model to a request for a long description. */
const long = (title = 'Description of the chart', alt_text = lines) =>
  content(JSON.stringify({ purpose: 'complex', title, alt_text }));

test('A long description is a Details block below its image', async ({
  editor,
  backend,
  site,
  page,
}, testInfo) => {
  await backend.connect({ credits: 47 });
  backend.providers.set({ openai: text('Line chart of visitors, who doubled', 'complex') });
  const { green, blue, yellow } = site.images;
  await editor.openPost([
    image(green),
    paragraph('What the city counted'),
    columns(gallery(image({ ...blue, alt: 'A blue door' }), image({ ...yellow, alt: 'A team' }))),
  ]);
  const look = async (name: string) => {
    await page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
    expect(await findBarriers(page)).toEqual([]);
  };
  const saved = () =>
    page.evaluate(() => {
      const { select } = window.wp.data as unknown as {
        select: (name: string) => { getEditedPostContent: () => string };
      };
      return select('core/editor').getEditedPostContent();
    });
  const row = editor.row(1);
  const add = row.getByRole('button', { name: 'Add a long description of image 1' });

  await test.step('offered for a complex image', async () => {
    await expect(row.getByText('long description')).toHaveCount(0);
    await editor.generate(1).click();
    await expect(row).toContainText('A chart, diagram, map or table');
    await look('offered');
  });

  await test.step('inserted, with the focus in it, for one credit', async () => {
    const answer = hold(long());
    backend.providers.set({ openai: answer.behaviour });
    await add.click();
    await answer.arrived;
    await expect(row.getByRole('button', { name: /Generating…|Still working…/ })).toBeFocused();
    await look('in-progress');
    answer.release();
    const details = editor.canvas.locator('.wp-block-details');
    await expect(details).toContainText('Visitors: 5 < 6 & [ gallery] is a word.');
    await expect(editor.snackbar('Long description added below the image.')).toBeVisible();
    await expect(details.locator('li')).toHaveText(['May: 90', 'June: 180']);
    await expect(details.locator('p').first()).toBeFocused();
    await expect(row).toContainText('A long description is below the image.');
    await look('inserted');
    expect(await saved()).toMatch(
      /<!-- \/wp:image -->\s*<!-- wp:details [^>]*"describes":"\d+"[^>]*-->\s*<details class="wp-block-details"><summary>Description of the chart<\/summary>/,
    );
    expect(backend.providers.calls.at(-1)?.instructions).toContain('long description');
    await expect(editor.sidebar).toContainText('45 credits left');
  });

  await test.step('one undo step', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(editor.canvas.locator('.wp-block-details')).toHaveCount(0);
    expect(await saved()).toContain('Line chart of visitors, who doubled');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(editor.canvas.locator('.wp-block-details')).toHaveCount(1);
    await expect(row).toContainText('A long description is below the image.');
  });

  await test.step('from a menu, below the gallery in its column', async () => {
    backend.providers.set({ openai: long('Description of the map', 'A road goes north.') });
    await editor.row(3).getByRole('button', { name: 'More for image 3' }).click();
    const item = page.getByRole('menuitem', { name: /^Add a long description/ });
    await look('menu');
    await item.click();
    await expect(editor.row(3)).toContainText('A long description is below the image.');
    await expect(editor.row(2)).not.toContainText('A long description is below');
    expect(await saved()).toMatch(
      /<!-- \/wp:gallery -->\s*<!-- wp:details [^>]*-->\s*<details class="wp-block-details"><summary>Description of the map<\/summary>[\s\S]*<!-- \/wp:column -->/,
    );
    await editor.row(1).getByRole('button', { name: 'More for image 1' }).click();
    await expect(page.getByRole('menuitem', { name: /^Add a long description/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('Escape');
  });

  await test.step('a text for an image that was removed waits for it', async () => {
    const answer = hold(long('Description of the diagram', 'Two steps.'));
    backend.providers.set({ openai: answer.behaviour });
    await editor.row(2).getByRole('button', { name: 'More for image 2' }).click();
    await page.getByRole('menuitem', { name: /^Add a long description/ }).click();
    await answer.arrived;
    await editor.blocks.remove(2);
    answer.release();
    await expect(editor.snackbar('its image is no longer here')).toBeVisible();
    await page.evaluate(() => window.wp.data.dispatch('core/editor').undo());
    const stored = editor.row(2);
    await expect(stored).toContainText('A long description is ready:');
    await look('stored');
    await stored.getByRole('button', { name: 'Insert below the image' }).click();
    await expect(stored).toContainText('A long description is below the image.');
  });
});
