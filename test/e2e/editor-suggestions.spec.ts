import type { Page } from '@playwright/test';
import { text } from '../support/provider-stand-in.ts';
import { image, paragraph } from './support/blocks.ts';
import { EditorPage } from './support/editor-page.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

const countPending = `global $wpdb;
  echo $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}altscribe_suggestions WHERE state = 'pending'" );`;

/** WordPress asks before it lets a second user in. */
const unlock = `delete_post_meta( $args, '_edit_lock' );`;

const unread = 'Written by AI, not checked';

/** Where the text of an image in a post comes from, and whether a user has read it. */
const readSource = `$key = altscribe_source_key( $args['image'], $args['text'] );
  $source = altscribe_get_post_sources( $args['post'] )[ $key ];
  echo $source['source'], $source['read_by'] > 0 ? ' read' : '';`;

function withoutFeaturedImage(page: Page): Promise<void> {
  return page.evaluate(() => {
    interface Editor {
      editPost(edits: object): void;
    }
    (window.wp.data.dispatch('core/editor') as unknown as Editor).editPost({ featured_media: 0 });
  });
}

async function reopen(editor: EditorPage, post: number, { php }: Site): Promise<void> {
  await php(unlock, post);
  await editor.open(post);
}

test('Suggestions wait on the site: after a reload, and for another user, until someone decides', async ({
  editor,
  backend,
  site,
  page,
  browser,
}) => {
  const { credits } = await backend.connect({ credits: 9 });
  await site.php(
    `update_option( 'altscribe_settings', array( 'review_new_texts' => true ) + get_option( 'altscribe_settings' ) );`,
  );
  let answered = 0;
  backend.providers.set({ openai: text(() => `A new text, number ${(answered += 1)}`) });
  const pending = () => site.php(countPending).then(Number);
  const { green, blue, yellow } = site.images;
  const post = await editor.openPost([
    image(green),
    image(blue),
    image({ ...yellow, alt: 'A door' }),
  ]);
  const field = (shown: EditorPage, number: number) =>
    shown.row(number).getByLabel(`Suggested alt text for image ${number}`);

  await test.step('made here, one of them with a hint', async () => {
    await editor.generateAll.click();
    await expect(editor.sidebar).toContainText('2 alt texts suggested.');
    await editor.rewrite(3);
    await expect(field(editor, 3)).toBeVisible();
    await expect(editor.heading(3)).toBeFocused();
    const hint = editor.row(3).getByLabel('Anything the AI should know?');
    await hint.fill('Aunt Rosa, Red Cross, 1931');
    await hint.press('Enter');
    await expect(field(editor, 3)).toHaveValue('A new text, number 4');
    expect(JSON.stringify(backend.providers.calls.at(-1))).toContain(
      "Author's note: Aunt Rosa, Red Cross, 1931",
    );
    await expect.poll(pending).toBe(3);
  });

  await test.step('shown to another user in another browser, who decides', async () => {
    await page.goto('about:blank');
    const context = await browser.newContext();
    await context.addCookies((await site.session('editor')).cookies);
    const other: Page = await context.newPage();
    const theirs = new EditorPage(other, site);
    // Its heartbeat would lock the post again.
    await page.context().setOffline(true);
    await reopen(theirs, post, site);
    await theirs.openCard(1);
    await theirs.openCard(3);
    await expect(field(theirs, 3)).toHaveValue('A new text, number 4');
    await expect(theirs.row(3).getByLabel('Anything the AI should know?')).toHaveValue(/Rosa/);
    await expect(field(theirs, 1)).toHaveValue(/^A new text/);
    await expect(theirs.generateAll).toBeHidden();
    await theirs.row(1).getByRole('button', { name: 'Reject' }).click();
    await expect.poll(pending).toBe(2);
    await theirs.row(2).getByRole('button', { name: 'Accept' }).click();
    await expect(theirs.row(2)).toContainText('“A new text, number');
    // Not decided as long as it may be lost with the tab.
    expect(await pending()).toBe(2);
    await theirs.save();
    await expect.poll(pending).toBe(1);
    await context.close();
  });

  await test.step('there again for the first user, except those that were decided, and not paid for twice', async () => {
    await page.context().setOffline(false);
    await reopen(editor, post, site);
    await editor.openCard(3);
    await expect(field(editor, 3)).toHaveValue('A new text, number 4');
    await expect(editor.row(3).getByLabel('Anything the AI should know?')).toHaveValue(/Rosa/);
    expect(await credits()).toBe(5);
    await expect(field(editor, 1)).toBeHidden();
    await expect(editor.row(2)).toContainText('No problems found');
    await expect(editor.row(1)).toContainText('Missing');
  });

  await test.step('read in the review, which Escape leaves only after the edit', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.locator('.altscribe-pre-publish');
    await expect(panel).toContainText('1 to review, 1 missing');
    await panel.getByRole('button', { name: 'Review' }).click();
    const review = editor.sidebar.getByRole('group', { name: /^Review 1 of 1/ });
    await expect(review.getByRole('heading')).toBeFocused();
    // Keys decide once the text has been shown for half a second.
    await page.waitForTimeout(500);
    await page.keyboard.press('e');
    await review.getByLabel('Alt text').fill('');
    // With the letters that are keys of the review.
    await page.keyboard.type('Not used');
    await expect(review.getByLabel('Alt text')).toHaveValue('Not used');
    await page.keyboard.press('Escape');
    await expect(review).toContainText('“A new text, number 4”');
    await expect(review.getByRole('heading')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(review).toBeHidden();
    expect(await pending()).toBe(1);
  });
});

test('New texts in the post, in the library, or none: the mark as decorative, "Written by AI, not checked", and the featured image', async ({
  editor,
  backend,
  site,
  page,
}) => {
  let post = 0;
  await test.step('the text of the featured image is saved on its own, with Undo', async () => {
    await backend.connect();
    backend.providers.set({ openai: text('A harbour at dawn') });
    const { green } = site.images;
    post = await editor.openPost([paragraph('Words')], { meta_input: { _thumbnail_id: green.id } });
    const stored = () =>
      site.php(`echo get_post_meta( $args, '_wp_attachment_image_alt', true );`, green.id);
    const topBar = page.getByRole('region', { name: 'Editor top bar' });
    await editor.generate(1).click();
    await expect.poll(stored).toBe('A harbour at dawn');
    await expect(topBar.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
    await expect(topBar.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
    await editor.snackbar('Alt text added.').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(stored).toBe('');
  });

  await test.step('an image that seems to be decorative is offered as such first, with the reason, and all together after a batch', async () => {
    await backend.connect({ credits: 9 });
    backend.providers.set({ openai: text('The green ferry leaves Rostock harbour', 'decorative') });
    const { green, blue, yellow, large } = site.images;
    const linked = `<a href="/ferries"><img class="wp-image-${large.id}" style="width: 20px;" src="${large.url}" alt=""> Ferries</a>`;
    await withoutFeaturedImage(page);
    await editor.startAgain([
      image({ ...green, caption: 'The green ferry leaves the harbour of Rostock' }),
      paragraph('Something else.'),
      image(blue),
      paragraph(`All of them: ${linked}`),
      image({ ...yellow, attributes: { linkDestination: 'custom' } }),
    ]);

    await test.step('one: the reason, the mark, then the text', async () => {
      await editor.generate(1).click();
      await expect(editor.row(1)).toContainText('Suggested');
      await expect(editor.heading(1)).toHaveAccessibleDescription(/^Suggested Decorative\? /);
      await expect(
        editor.row(1).getByRole('button', { name: 'Decorative: image 1' }),
      ).toBeVisible();
      await editor.openCard(1);
      await expect(editor.row(1)).toContainText('Decorative? The caption already says this.');
      await expect(editor.row(1)).toContainText('Suggested');
      const card = editor.row(1).locator('.altscribe-suggestion');
      await expect(card.getByRole('button').first()).toHaveText('Decorative');
      await card.getByRole('button', { name: 'Accept' }).click();
      await expect(editor.row(1)).toContainText('“The green ferry leaves Rostock harbour”');
    });

    await test.step('a batch: all together, in one step', async () => {
      await editor.generateAll.click();
      await editor.openCard(2);
      await expect(editor.row(2)).toContainText('It seems to add only style');
      await editor.chooseForAll('Decorative: 3 images');
      for (const number of [2, 3, 4]) {
        await expect(editor.row(number)).toContainText('Decorative');
      }
      await editor.page.getByRole('button', { name: 'Undo', exact: true }).last().click();
      await expect(editor.row(2)).toContainText('Suggested');
      await editor.chooseForAll('Decorative: 3 images');
      await editor.save();
    });

    const content = await site.php(`echo get_post( $args )->post_content;`, post);
    expect(content).toContain('Ferries</a>');
    expect(content).toMatch(/<a href="\/ferries"><img[^>]*role="none"[^>]*>/);
    expect(await site.php(countPending).then(Number)).toBe(0);
  });

  await test.step('"Written by AI, not checked" is saved with the post, until someone has read the text', async () => {
    await backend.connect();
    const { green } = site.images;
    const stored = { post, image: green.id, text: 'Green fields under a wide sky' };
    backend.providers.set({ openai: text(stored.text) });
    await editor.startAgain([image(green), paragraph('Words')]);
    await editor.generate(1).click();
    await expect(editor.row(1)).toContainText(unread);
    await expect(editor.heading(1)).toBeFocused();
    await editor.save();
    expect(await site.php(readSource, stored)).toBe('generated');
    await editor.open(post);
    await expect(editor.row(1)).toContainText(unread);
    await editor.row(1).getByRole('button', { name: 'Accept' }).click();
    await expect(editor.row(1)).toContainText('No problems found');
    await editor.save();
    expect(await site.php(readSource, stored)).toBe('generated read');
  });
});
