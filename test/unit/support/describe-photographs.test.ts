import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describePixels } from '../../support/describe-pixels.ts';
import { getWordPress } from '../../wordpress/get-wordpress.ts';

test(
  'no two photographs of the theme get the same text',
  // WordPress may have to be fetched first.
  { timeout: 300_000 },
  async () => {
    const theme = join(await getWordPress('7.1'), 'wp-content', 'themes', 'twentytwentyfive');
    const folder = join(theme, 'assets', 'images');
    const files = (await readdir(folder)).filter((file) => file.endsWith('.webp'));
    const texts = new Map<string, string>();
    for (const file of files) {
      const text = await describePixels(await readFile(join(folder, file)));
      expect(texts.get(text), `${file}: ${text}`).toBeUndefined();
      texts.set(text, file);
    }
    expect(texts.size).toBeGreaterThan(30);
  },
);
