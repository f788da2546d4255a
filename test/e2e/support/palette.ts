import type { Locator, Page } from '@playwright/test';

/** The palette of commands, with what is found for these words. */
export async function searchPalette(page: Page, words: string): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: /Command palette/i });
  await palette.getByRole('combobox').fill(words);
  return palette;
}
