import type { Locator, Page } from '@playwright/test';

/** The command palette, with the results for a search. */
export async function searchPalette(page: Page, words: string): Promise<Locator> {
  // React renders the palette some time after the page is loaded. Before that, it does not respond.
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
