import { text } from '../support/provider-stand-in.ts';
import { gallery, image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

test('A row leads from a missing text to one that somebody has looked at', async ({
  editor,
  backend,
  site,
}, testInfo) => {
  await backend.connect({ credits: 47 });
  backend.providers.set({ openai: text('Green fields under a wide sky') });
  const { green, blue, yellow, large } = site.pictures;
  await editor.openPost([
    gallery(image(green), image({ ...blue, alt: 'A blue door in an old wall' })),
    image({ url: `${site.url}/nowhere.png`, alt: 'A drawing of the harbour' }),
    image({ ...yellow, alt: 'Our team', caption: 'Our team' }),
    image(large),
  ]);
  const row = editor.row(1);
  const shot = (name: string) =>
    editor.page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
  await expect(editor.sidebar).toContainText('3 of 5 images need attention');
  await shot('start');

  await test.step('generated, and looked at', async () => {
    await editor.generate(1).click();
    await expect(row).toContainText('Generated: please check');
    await expect(row).toContainText('“Green fields under a wide sky”');
    await shot('generated');
    await row.getByRole('button', { name: 'Looks right' }).click();
    await expect(row).toContainText('No problems found');
    await expect(row.getByRole('button', { name: 'Rewrite' })).toBeFocused();
  });

  await test.step('edited, free of charge', async () => {
    await row.getByRole('button', { name: 'Edit' }).click();
    const field = row.getByRole('textbox', { name: 'Alt text for image 1' });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Green fields under a wide sky');
    await expect(row.getByRole('button', { name: 'Rewrite' })).toBeHidden();
    await field.fill('IMG_2034');
    await expect(row).toContainText('Check: looks like a file name');
    await field.fill('x'.repeat(300));
    await expect(row).toContainText('300 characters; about 125 is usual');
    await shot('edit');
    await row.getByRole('button', { name: 'Cancel' }).click();
    await expect(row.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Rewrite' })).toBeFocused();
  });

  await test.step('rewritten, with what was typed kept', async () => {
    backend.providers.set({ openai: text('Green fields under a dark sky') });
    await row.getByRole('button', { name: 'Rewrite' }).click();
    const field = row.getByRole('textbox', { name: 'Suggested alt text for image 1' });
    await expect(field).toBeFocused();
    await expect(row.locator('del')).toHaveText(/wide/);
    await expect(row.locator('ins')).toHaveText(/dark/);
    await field.fill('Green fields under a stormy sky');
    await row.getByRole('button', { name: 'Shorter' }).click();
    await row.getByRole('button', { name: 'Back to your edit' }).waitFor();
    await shot('suggestion');
    await row.getByRole('button', { name: 'Back to your edit' }).click();
    await expect(field).toHaveValue('Green fields under a stormy sky');
    await row.getByRole('button', { name: 'Apply' }).click();
    await expect(row).toContainText('“Green fields under a stormy sky”');
  });

  await test.step('restored', async () => {
    await row.getByRole('button', { name: 'More for image 1' }).click();
    await shot('menu');
  });
});
