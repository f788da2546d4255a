import type { Locator, Page } from '@playwright/test';

/** The palette of commands, with what is found for these words. */
export async function searchPalette(page: Page, words: string): Promise<Locator> {
  // React draws the palette some time after the page is loaded. Nobody listens until then.
  await page.waitForFunction(
    () =>
      window.wp.data
        .select('core/keyboard-shortcuts')
        .getAllShortcutRawKeyCombinations('core/commands').length > 0,
  );
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: /Command palette/i });
  await palette.getByRole('combobox').fill(words);
  return palette;
}
