import { text } from '../support/provider-stand-in.ts';
import { image } from './support/blocks.ts';
import { underWay } from './support/editor-page.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';

const suggested = 'A better description';

test('A text is only applied to the image it was generated for, and an existing one stays until then', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await test.step('a new text is shown beside the existing one until it is applied', async () => {
    await backend.connect();
    backend.providers.set({ openai: text(suggested) });
    await editor.openPost([image({ ...site.images.green, alt: 'Old text' })]);
    const row = editor.row(1);
    const suggestion = row.getByLabel('Suggested alt text');

    await editor.rewrite(1);
    await expect(suggestion).toHaveValue(suggested);
    await expect(editor.heading(1)).toBeFocused();
    await expect(row).toContainText(`${suggested.length} / 125`);
    expect(await editor.blocks.alts()).toEqual(['Old text']);
    await row.getByRole('button', { name: 'Reject' }).click();
    await expect(suggestion).toBeHidden();
    await expect(editor.count).toBeFocused();
    expect(await editor.blocks.alts()).toEqual(['Old text']);

    await editor.rewrite(1);
    await expect(suggestion).toHaveValue(suggested);
    backend.providers.set({ openai: text('Yet another text') });
    await row.getByRole('button', { name: 'Rewrite' }).click();
    await expect(suggestion).toHaveValue('Yet another text');
    await suggestion.fill('Yet another text, edited');
    await editor.openBlockSettings();
    await editor.openSidebar();
    await editor.openCard(1);
    await expect(suggestion).toHaveValue('Yet another text, edited');
    await row.getByRole('button', { name: 'Accept' }).click();
    await expect(row).toContainText('“Yet another text, edited”');
    expect(await editor.blocks.alts()).toEqual(['Yet another text, edited']);
    await editor.snackbar('Alt text replaced.').getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Suggested');
    expect(await editor.blocks.alts()).toEqual(['Old text']);
  });

  await test.step('to an image that has replaced its own', async () => {
    await backend.connect();
    backend.providers.set({ openai: text(suggested) });
    const { green, blue, yellow } = site.images;
    await editor.startAgain([image({ ...green, alt: 'Old text' }), image(yellow)]);
    const suggestion = editor.suggestion(1);

    await editor.rewrite(1);
    await expect(suggestion).toHaveValue(suggested);
    await editor.blocks.change(1, { id: blue.id, url: blue.url });
    await expect(suggestion).toBeHidden();

    await editor.generate(2).click();
    const undo = editor.snackbar('Alt text added.').getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await editor.blocks.change(2, { id: green.id, url: green.url });
    await undo.click();
    await expect(undo).toBeHidden();
    expect(await editor.blocks.alts()).toEqual(['Old text', suggested]);
  });

  await test.step('changed while the response is on its way', async () => {
    const { credits } = await backend.connect();
    const { green, blue, yellow, large } = site.images;
    await editor.startAgain([image(green), image(blue), image(yellow), image(large)]);
    const ask = async () => {
      const held = hold(text(suggested));
      backend.providers.set({ openai: held.behaviour });
      await editor.generate(1).click();
      await held.arrived;
      await expect(editor.row(1)).toContainText(underWay);
      return held;
    };

    await test.step('typed', async () => {
      const held = await ask();
      await editor.blocks.change(1, { alt: 'Typed meanwhile' });
      held.release();
      await expect(editor.row(1)).toContainText('Suggested');
      await editor.openCard(1);
      await expect(editor.row(1)).toContainText('You edited the alt text in the meantime');
      await expect(editor.suggestion(1)).toHaveValue(suggested);
      expect(await editor.blocks.alts()).toEqual(['Typed meanwhile', '', '', '']);
      await editor.blocks.remove(1);
    });

    await test.step('removed', async () => {
      const held = await ask();
      await editor.blocks.remove(1);
      held.release();
      const message = 'The image was removed before its alt text was ready.';
      await expect(editor.snackbar(message)).toBeVisible();
      expect(await editor.blocks.alts()).toEqual(['', '']);
    });

    await test.step('replaced', async () => {
      const held = await ask();
      await editor.blocks.change(1, { id: blue.id, url: blue.url });
      held.release();
      await expect(editor.row(1)).toContainText(
        'The image was replaced before its alt text was ready.',
      );
      expect(await editor.blocks.alts()).toEqual(['', '']);
      await editor.blocks.remove(1);
    });

    await test.step('locked', async () => {
      const held = await ask();
      const bindings = { alt: { source: 'core/post-meta', args: { key: 'some_text' } } };
      await editor.blocks.change(1, { metadata: { bindings } });
      held.release();
      await expect(editor.row(1)).toContainText('The alt text is connected to dynamic data.');
      await expect(editor.row(1).getByRole('button', { name: 'Generate' })).toBeHidden();
      await expect(page.locator('#a11y-speak-assertive')).toHaveText(
        /The image was locked before its alt text was ready\./,
      );
      expect(await editor.blocks.alts()).toEqual(['']);
    });
    expect(await credits()).toBe(6);
  });
});
