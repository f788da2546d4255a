import type { Editor } from './editor.ts';

/** Letters in one measurement, at the pace of a fast typist (ms between two of them). */
const letters = 20;
const pace = 120;

/**
 * Main thread time for a letter typed into a paragraph between images, in milliseconds. A few
 * letters are typed before, because the first ones take longer.
 */
export async function measureLetter({ page, timeOf }: Editor): Promise<number> {
  const canvas = page.frameLocator('iframe[name="editor-canvas"]');
  await canvas.locator('p[data-type="core/paragraph"]').nth(2).click();
  await page.keyboard.type('warm up ', { delay: pace });
  return (await timeOf(() => page.keyboard.type('a'.repeat(letters), { delay: pace }))) / letters;
}

/**
 * Main thread time for opening a sidebar while none is open, in milliseconds. `name` is that of its
 * button; "Settings" for WordPress's own. The sidebar stays open.
 */
export async function measureOpening(editor: Editor, name: string): Promise<number> {
  await closeSidebar(editor);
  const button = editor.page.locator(`.editor-header button[aria-label^="${name}"]`);
  return editor.timeOf(() => button.click());
}

/** WordPress opens its own with the editor. */
export async function closeSidebar({ page }: Editor): Promise<void> {
  const open = page.locator('.editor-header button[aria-expanded="true"][aria-controls]');
  if ((await open.count()) > 0) {
    await open.first().click();
  }
}
