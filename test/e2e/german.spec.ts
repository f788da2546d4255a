import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { listMessages } from '../../plugin/i18n/messages.ts';
import { readCatalogue } from '../../plugin/i18n/catalogues.ts';
import { createPost } from '../wordpress/content.ts';
import { image } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

const languages = join(import.meta.dirname, '../../plugin/languages');

/** Patterns for the English strings whose German translation is different. */
const english = listMessages(readCatalogue(languages, 'de_DE'))
  .flatMap(({ msgid, msgid_plural, msgstr }) =>
    [msgid, msgid_plural ?? msgid].filter((text) => !msgstr.includes(text)),
  )
  // "%1$s in %2$s" and "%1$s / %2$s" would match texts in German.
  .filter((text) => text.replace(/%(?:\d\$)?s|\P{L}/gu, '').length > 2)
  .map((text) => new RegExp(`^${toPattern(text)}$`, 's'));

/** A pattern for a string, with anything in place of `%s` or `%1$s`. */
function toPattern(text: string): string {
  return text
    .split(/%(?:\d\$)?s/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('.+');
}

/** Texts and labels inside an element that are still our English strings. */
async function findEnglishTexts(root: Locator): Promise<string[]> {
  const texts = await root.evaluate((element) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
    for (const named of element.querySelectorAll('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) {
        found.push(named.getAttribute(name) ?? '');
      }
    }
    return found.map((text) => text.trim()).filter(Boolean);
  });
  expect(texts.length).toBeGreaterThan(10);
  return texts.filter((text) => english.some((pattern) => pattern.test(text)));
}

test('No string of ours is left in English', async ({ backend, editor, page, settings, site }) => {
  await backend.connect();
  const speak = (locale: string) =>
    site.php(`update_user_meta( get_user_by( 'login', 'admin' )->ID, 'locale', $args[0] );`, [
      locale,
    ]);
  const path = '/wp-admin/options-general.php?page=altscribe';
  await speak('de_DE');
  try {
    await page.goto(`${site.url}${path}`);
    await expect(
      settings.root.getByRole('button', { name: 'Einstellungen speichern' }),
    ).toBeVisible();
    expect(await findEnglishTexts(settings.root)).toEqual([]);

    const post = await createPost(site.php, {
      post_content: [
        image(site.images.green),
        image({ ...site.images.blue, alt: 'IMG_2034.jpg' }),
      ].join('\n\n'),
    });
    await page.goto(`${site.url}/wp-admin/post.php?post=${post}&action=edit`);
    await page.getByRole('button', { name: /^Alternativtext(, .*)?$/ }).click();
    await expect(
      editor.sidebar.getByRole('button', { name: 'Alternativtext generieren' }).first(),
    ).toBeVisible();
    expect(await findEnglishTexts(editor.sidebar)).toEqual([]);

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.locator('.altscribe-pre-publish');
    await expect(panel).toContainText('Seitenleiste für Alternativtexte öffnen');
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);

    // Formal German has no files of its own, and gets the same texts.
    await speak('de_DE_formal');
    const html = await (await (await site.session('administrator')).fetch(path)).text();
    expect(html).toContain('Diese Einstellungen benötigen JavaScript.');
    expect(html).toContain('Einstellungen speichern');
  } finally {
    await speak('');
  }
});
