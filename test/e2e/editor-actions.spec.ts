import type { Locator } from '@playwright/test';
import { status, text } from '../support/provider-stand-in.ts';
import { image } from './support/blocks.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';
import { Transcript } from './support/transcript.ts';

/** A text with the caption of its image, because requests run at the same time. */
const named = (words: string, purpose?: string) =>
  text(({ context }) => `${words} ${/Meadow|Harbour|Stairs|Wall/.exec(context)?.[0]}`, purpose);

test('After each action: what has changed, where the focus is, and what is announced', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect({ credits: 47 });
  const heard = await Transcript.of(page, 'editor-actions', [
    // On a slow machine.
    [/polite: Still working…\n/g, ''],
    [/Still working…/g, 'Generating…'],
  ]);
  const { green, blue, yellow, large } = site.images;
  await editor.openPost([
    image({ ...green, caption: 'Meadow' }),
    image({ ...blue, caption: 'Harbour' }),
    image({ ...yellow, alt: 'A yellow door', caption: 'Stairs' }),
    image({ ...large, caption: 'Wall' }),
    image({ url: `${site.url}/favicon.ico` }),
  ]);
  await expect(editor.sidebar).toContainText('uses 4 of 47 credits');
  const header = editor.sidebar.locator('.altscribe-header');
  const snackbars = page.locator('.components-snackbar-list');
  const row = (number: number) => editor.row(number);
  const button = (number: number, name: string | RegExp) =>
    row(number).getByRole('button', { name }).first();
  const inMenu = async (number: number, name: RegExp) => {
    await button(number, /^More for/).click();
    await page.getByRole('menuitem', { name }).click();
  };
  // The service has no cached text for another title.
  const retitle = (title: string) =>
    editor.canvas.getByRole('textbox', { name: 'Add title' }).fill(title);
  const undo = () => snackbars.getByRole('button', { name: 'Undo' }).click();
  const forgetMessages = () =>
    page.evaluate(() => {
      window.wp.data.dispatch('core/notices').removeAllNotices('snackbar');
    });
  /** Acts, waits for a text in a part, and notes this part, what is above all images, and messages. */
  const step = async (title: string, act: () => unknown, part: Locator, until: string | RegExp) => {
    // As they do by themselves after some seconds.
    if (act !== undo) await forgetMessages();
    await act();
    await expect(part).toContainText(until);
    await heard.note(title, part, header, part, snackbars);
  };

  await test.step('one image: generated, stopped, accepted, undone, edited, rejected', async () => {
    const late = hold(named('Late for'));
    backend.providers.set({ openai: late.behaviour });
    await editor.generate(1).click();
    await late.arrived;
    await heard.note('one runs', header, header, row(1));
    await button(1, /^More for/).click();
    await heard.note(
      'its menu',
      page.locator('.components-dropdown-menu__menu'),
      page.locator('.components-dropdown-menu__menu'),
    );
    await page.keyboard.press('Escape');
    await step(
      'stopping',
      () => header.getByRole('button', { name: 'Stop' }).click(),
      header,
      'Stopping',
    );
    await step(
      'arrived',
      () => {
        late.release();
      },
      row(1),
      'Suggested',
    );
    await step('opened', () => editor.openCard(1), row(1), 'Arrived after you stopped.');
    const field = editor.suggestion(1);
    await step('typed', () => field.fill('Typed by hand'), row(1), '13 / 125');
    await step('escaped', () => field.press('Escape'), row(1), '15 / 125');
    await step('emptied', () => field.fill(''), row(1), '0 / 125');
    await field.press('Enter');
    await step('typed again', () => field.fill('Typed by hand'), row(1), '13 / 125');
    await step('accepted with Enter', () => field.press('Enter'), row(1), '“Typed by hand”');
    await step('undone', undo, row(1), 'Suggested');
    await editor.openCard(1);
    await step('rejected', () => button(1, 'Reject').click(), row(1), 'Missing');
  });

  await test.step('a present text: edited, rewritten, decorative, restored', async () => {
    await editor.openCard(3);
    await step('edited', () => button(3, /^Edit/).click(), row(3), 'Cancel');
    // An open field does not take the focus back.
    const title = editor.canvas.getByRole('textbox', { name: 'Add title' });
    await title.pressSequentially('At noon');
    await expect(title).toContainText('At noon');
    const own = row(3).getByRole('textbox');
    await step('not an edit', () => own.press('Escape'), row(3), 'No problems');
    await button(3, /^Edit/).click();
    await own.fill('A yellow door at noon');
    await step('saved', () => button(3, 'Save').click(), row(3), '“A yellow door at noon”');
    backend.providers.set({ openai: text('A yellow door at noon') });
    await editor.openCard(3);
    await step('the same', () => button(3, 'Rewrite').click(), row(3), 'is the same');
    backend.providers.set({ openai: named('A door,') });
    await step('rewritten', () => button(3, 'Rewrite').click(), row(3), 'Suggested');
    await editor.suggestion(3).fill('A door by hand');
    backend.providers.set({ openai: named('Door,') });
    await step('shorter', () => button(3, 'Shorter').click(), row(3), 'Back to your edit');
    await step('my edit', () => button(3, 'Back to').click(), row(3), '14 / 125');
    await step('accepted', () => button(3, 'Accept').click(), row(3), '“A door by hand”');
    await step('restored', () => inMenu(3, /^Restore previous text/), row(3), 'Suggested');
    await step('also rejected', () => inMenu(3, /^Reject/), row(3), '“A yellow door”');
    await step('decorative', () => inMenu(3, /^Decorative/), row(3), 'Decorative');
    await step('mark undone', undo, row(3), '“A yellow door”');
    await inMenu(3, /^Decorative/);
    await step('not decorative', () => inMenu(3, /^Not decorative/), row(3), 'Missing');
  });

  await test.step('all images: running, a failure, shown, undone', async () => {
    await retitle('Another title');
    const held = hold(named('Text for'), 3);
    backend.providers.set({ openai: held.behaviour });
    await editor.generateAll.click();
    await held.arrived;
    await expect(header).toContainText('Generating');
    await heard.note('all run', header, header);
    await step(
      'ended',
      () => {
        held.release();
      },
      header,
      '1 failed.',
    );
    await heard.note(
      'rows after the run',
      editor.sidebar.locator('.altscribe-images'),
      editor.sidebar.locator('.altscribe-images'),
    );
    await step(
      'shown',
      () => header.getByRole('button', { name: 'Show' }).click(),
      row(1),
      'private network',
    );
    await editor.sidebar.getByRole('combobox', { name: 'Show' }).selectOption('All (5)');
    await step('kept', () => button(1, /^Accept/).click(), row(1), 'No problems');
    await step(
      'run undone',
      () => header.getByRole('button', { name: 'Undo' }).click(),
      row(4),
      'Missing',
    );
  });

  await test.step('verdicts: decorative, complex', async () => {
    await retitle('A third title');
    backend.providers.set({ openai: named('Pattern of', 'decorative') });
    await step('a verdict', () => editor.generate(1).click(), row(1), 'Decorative?');
    await step('its card', () => editor.openCard(1), row(1), 'Decorative? ');
    await step(
      'marked',
      () => row(1).getByRole('textbox').first().press('Enter'),
      row(1),
      'Decorative',
    );
    backend.providers.set({ openai: named('Chart of', 'complex') });
    await step('complex', () => editor.generate(2).click(), row(2), 'Add a long description');
    await step('read', () => button(2, /^Accept/).click(), row(2), 'No problems');
  });

  await test.step('errors: of one image, of the service, and no credits', async () => {
    await retitle('A fourth title');
    backend.providers.set({ openai: status(500) });
    await step('failed', () => editor.generate(4).click(), row(4), 'had a problem');
    backend.providers.set({ openai: named('Again for') });
    await step('tried again', () => button(4, /^Try again/).click(), row(4), 'Again for');
    await backend.connect({ credits: 0 });
    await editor.rewrite(4);
    const problems = editor.sidebar.locator('.altscribe-notices');
    await expect(problems).toContainText('no credits left');
    await heard.note('no credits', problems, problems, header, row(3), row(4));
    await editor.blocks.select(3);
    const panel = await editor.openBlockSettings();
    await expect(panel.locator('.altscribe-inspector')).toContainText('no credits left');
    await heard.note(
      'settings without credits',
      panel.locator('.altscribe-inspector'),
      panel.locator('.altscribe-inspector'),
    );
  });
  await heard.compare();
});
