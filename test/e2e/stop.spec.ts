import { text } from '../support/provider-stand-in.ts';
import { image } from './support/blocks.ts';
import { underWay } from './support/editor-page.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';

test('"Generate all missing" shows its progress, and can be stopped', async ({
  editor,
  backend,
  site,
}) => {
  await backend.connect();
  const { green, blue, yellow, large } = site.images;
  await editor.openPost([image(green), image(blue), image(yellow), image(large)]);
  const held = hold(text('One under way'), 2);
  backend.providers.set({ openai: held.behaviour });

  await editor.generateAll.click();
  await held.arrived;
  await expect(editor.sidebar).toContainText('Generating 1 of 4');
  await expect(editor.sidebar.getByRole('progressbar')).toBeVisible();
  await expect(editor.row(1)).toContainText(underWay);
  const stop = editor.sidebar.getByRole('button', { name: 'Stop' });
  await stop.click();
  await expect(editor.sidebar.getByRole('button', { name: 'Stopping…' })).toBeDisabled();

  held.release();
  await expect(editor.notice('3 alt texts added.')).toBeVisible();
  await expect(editor.count).toBeFocused();
  expect(await editor.blocks.alts()).toEqual([...Array<string>(3).fill('One under way'), '']);
  expect(backend.providers.calls).toHaveLength(3);

  await editor.generateAll.click();
  await expect(editor.notice('1 alt text added.')).toBeVisible();
});
