import { text } from '../support/provider-stand-in.ts';
import { createPost } from '../wordpress/content.ts';
import { findBarriers } from './support/barriers.ts';
import { hold, holdRequests } from './support/hold.ts';
import { MediaLibrary } from './support/media-library.ts';
import { expect, test } from './support/test.ts';

/** The content of a post that shows an image without alt text. */
function showing({ id, url }: { id: number; url: string }): string {
  return `<p><img class="wp-image-${id}" src="${url}" alt="" /></p>`;
}

test('The grid offers a text from a post for free, and a verdict of the AI waits for a decision', async ({
  page,
  site,
  backend,
}) => {
  const library = new MediaLibrary(page, site);
  const { green, blue, yellow } = site.images;
  await backend.connect();
  await library.reset([green, blue, yellow].map(({ id }) => ({ id })));
  await createPost(site.php, {
    post_title: 'Sea',
    post_content: showing(blue).replace('alt=""', 'alt="A blue field at noon"'),
    post_status: 'publish',
  });
  await site.php('\\Altscribe\\Posts\\Uses_Index::read_stale_uses();');
  const pending = () =>
    site.php(
      `echo implode( ', ', array_map( function ( $row ) { return "$row[attachment_id] $row[purpose]"; }, \\Altscribe\\Suggestions\\Lists::list( array( 'any' => true ), 1, 10 )['rows'] ) );`,
    );

  await library.openDetails(blue.id);
  await expect(library.controls).toContainText('In a post: “A blue field at noon”');
  await library.controls.getByRole('button', { name: 'Accept' }).click();
  await expect(library.suggestion).toHaveValue('A blue field at noon');
  await expect(library.controls).toBeFocused();
  await expect(library.controls).toContainText('From a post that shows this image.');
  await library.suggestion.press('Enter');
  await expect.poll(() => library.texts(blue.id)).toEqual(['A blue field at noon']);
  expect(backend.providers.calls).toEqual([]);
  await expect.poll(pending).toBe('');

  backend.providers.set({ openai: text('A green area', 'decorative') });
  await library.openDetails(green.id);
  await library.generate.click();
  await expect(library.controls).toContainText('Decorative?');
  expect(await pending()).toBe(`${green.id} decorative`);
  await library.controls.getByRole('button', { name: 'Decorative' }).click();
  await expect(library.controls).toContainText('Undo');
  await expect.poll(pending).toBe('');
  const isMarked = () =>
    site.php(`echo (int) get_post_meta( $args, '_altscribe_decorative', true );`, green.id);
  expect(await isMarked()).toBe('1');
  await library.controls.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(isMarked).toBe('0');

  await site.php(
    `altscribe_add_suggestion( array( 'attachment_id' => $args, 'purpose' => \\Altscribe\\Suggestions\\Store::DECLINED ) );`,
    yellow.id,
  );
  await library.openDetails(yellow.id);
  await expect.poll(pending).toBe(`${yellow.id} declined`);
  await page.locator('#attachment-details-two-column-alt-text').fill('A yellow field');
  await page.locator('#attachment-details-two-column-alt-text').blur();
  await expect.poll(pending).toBe('');
});

test('The grid generates beside its field, and a late text is written to its image @same-in-both', async ({
  page,
  site,
  backend,
}) => {
  const library = new MediaLibrary(page, site);
  const { large, green, blue, yellow } = site.images;
  await backend.connect();
  await library.reset([large, green, blue, yellow].map(({ id }) => ({ id })));
  const posts = await Promise.all(
    ['publish', 'draft'].map((post_status) => {
      const post_content = showing(blue);
      return createPost(site.php, { post_title: 'Sea', post_content, post_status });
    }),
  );
  // It needs no text here.
  const decorative = showing(blue).replace('alt=""', 'alt="" role="presentation"');
  await createPost(site.php, { post_title: 'Waves', post_content: decorative });
  const held = hold(text('A blue square'));
  backend.providers.set({ openai: held.behaviour });
  await library.openDetails(blue.id);
  const field = page.locator('#attachment-details-two-column-alt-text');

  await test.step('Next and Previous', async () => {
    await library.generate.click();
    await held.arrived;
    await page.locator('.edit-media-header .right').click();
    await expect(field).toHaveValue('');
    await expect(library.generate).toBeEnabled();
    held.release();
    // WordPress 7.1 may replace the current announcement with the name of the displayed image.
    await expect.poll(() => library.texts(blue.id)).toEqual(['A blue square']);
    await expect(field).toHaveValue('');
    await page.locator('.edit-media-header .left').click();
    await expect(field).toHaveValue('A blue square');
    await expect(library.controls).toContainText('Alt text added.');
    expect(await library.texts(blue.id, green.id)).toEqual(['A blue square', '']);
  });

  await test.step('the posts that show it without alt text', async () => {
    await library.controls
      .getByRole('button', { name: 'Also in 2 posts without alt text' })
      .click();
    await expect(library.controls).toContainText('marked as decorative in this post.');
    await library.controls.getByRole('button', { name: 'Add to 2 posts' }).click();
    await expect(library.controls).toContainText('Alt text added to 2 posts.');
    await expect(library.controls).not.toContainText('without alt text');
    const contents = await site.php(
      `foreach ( $args as $id ) { echo get_post( $id )->post_content; }`,
      posts,
    );
    expect(contents.split('alt="A blue square"')).toHaveLength(3);
  });

  await test.step('a suggestion', async () => {
    await library.controls.getByRole('button', { name: 'Undo' }).first().click();
    await expect(field).toHaveValue('');
    expect(await library.hasRow(blue.id)).toBe(false);
    await field.fill('Blue');
    await expect(library.controls).toContainText('Hint: only one word');
    const rewrite = library.controls.getByRole('button', { name: 'Rewrite' });
    const colour = (element: Element) => getComputedStyle(element).color;
    const ofWordPress = await page.locator('.select-mode-toggle-button').evaluate(colour);
    expect(await rewrite.evaluate(colour)).toBe(ofWordPress);
    await rewrite.focus();
    await page.keyboard.press('Enter');
    await expect(library.suggestion).toBeVisible();
    // Neither in the text that arrived nor on a button that costs a credit.
    await expect(library.controls).toBeFocused();
    await expect(library.controls).toContainText('No credit used');
    expect(await findBarriers(page, '.altscribe-media')).toEqual([]);
    await library.controls.getByRole('button', { name: 'Accept' }).click();
    await expect(field).toHaveValue('A blue square');
    await expect(library.controls).toBeFocused();
    await expect.poll(() => library.texts(blue.id)).toEqual(['A blue square']);
  });

  await test.step('an answer leaves the focus where the user types', async () => {
    const title = page.locator('#attachment-details-two-column-title');
    const unread = library.controls.getByText('Written by AI, not checked');
    await library.openDetails(yellow.id);
    for (const isTyping of [true, false]) {
      await library.generate.click();
      await expect(unread).toBeVisible();
      const release = await holdRequests(page, `images/${String(yellow.id)}/read`);
      await unread.getByRole('button', { name: 'Accept' }).click();
      if (isTyping) {
        await title.focus();
      }
      release();
      await expect(unread).toBeHidden();
      await expect(isTyping ? title : library.controls).toBeFocused();
      await field.fill('');
      await field.blur();
      await expect.poll(() => library.texts(yellow.id)).toEqual(['']);
    }
  });

  await test.step('filter and bulk select', async () => {
    await library.openGrid();
    await page.getByLabel('Filter by alt text').selectOption('good');
    await expect(page.locator('.attachments .attachment')).toHaveCount(1);
    await page.getByLabel('Filter by alt text').selectOption('missing');
    await expect(page.locator('.attachments .attachment')).toHaveCount(3);
    await page.getByRole('button', { name: 'Bulk select' }).click();
    const button = page.locator('.altscribe-generate-selected');
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription('No images selected.');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toBeFocused();
    await expect(page.locator('#altscribe-notice')).toHaveCount(0);
    await backend.connect({ credits: 1 });
    for (const { id } of [yellow, site.images.green]) {
      await page.locator(`.attachment[data-id="${String(id)}"]`).click();
    }
    await expect(button).toHaveAccessibleDescription('');
    const answerTo = async (isAccepted: boolean) => {
      const asked = page.waitForEvent('dialog');
      const clicked = button.click();
      const dialog = await asked;
      expect(dialog.message()).toBe(
        'This costs at most 2 credits. You have 1 left. Generate 1 alt text now?',
      );
      await (isAccepted ? dialog.accept() : dialog.dismiss());
      await clicked;
    };
    await answerTo(false);
    await expect(page.locator('#altscribe-notice')).toHaveCount(0);
    // Without knowing the credits, it starts nothing.
    const previews = /batches(\/|%2F)preview/;
    await page.route(previews, (route) => route.abort());
    await button.click();
    await expect(page.locator('#altscribe-notice')).toContainText('could not be reached');
    await page.unroute(previews);
    await answerTo(true);
    await expect(page.locator('#altscribe-notice')).toContainText('Generating alt text');
    expect(await site.php(`echo \\Altscribe\\Batches\\Store::current_batch()['total'];`)).toBe('1');
    await expect(button).toBeHidden();
    await expect(page.getByRole('button', { name: 'Bulk select' })).toBeFocused();
  });
});

test('The posts beyond the first page are found without losing the focus @same-in-both', async ({
  page,
  site,
  backend,
}) => {
  const library = new MediaLibrary(page, site);
  const { blue } = site.images;
  await backend.connect();
  await library.reset([{ id: blue.id }]);
  backend.providers.set({ openai: text('A blue square') });
  const post_content = showing(blue);
  await site.php(
    `for ( $i = 0; $i < 21; $i++ ) { wp_insert_post( array( 'post_title' => "Sea $i", 'post_content' => $args, 'post_status' => 'publish' ) ); }`,
    post_content,
  );
  await library.openDetails(blue.id);
  await library.generate.click();
  await library.controls
    .getByRole('button', { name: 'Also in 20+ posts without alt text' })
    .click();
  const more = library.controls.getByRole('button', { name: 'Find more posts' });
  let asked = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => (release = done));
  await page.route(/\/posts\b.*before=\d/, async (route) => {
    asked += 1;
    await released;
    await route.continue();
  });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => asked).toBe(1);
  // It is busy, not disabled without a reason, and ignores another press.
  await expect(more).toBeEnabled();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  release();
  await expect(library.controls.getByRole('checkbox')).toHaveCount(21);
  expect(asked).toBe(1);
  await expect(more).toHaveCount(0);
  await expect(library.controls.getByRole('button', { name: 'Add to 21 posts' })).toBeFocused();
});

test.describe('As an author', () => {
  test.use({ role: 'author' });

  test('Texts filled into posts are undone from the grid, even after leaving it @same-in-both', async ({
    page,
    site,
    backend,
  }) => {
    const library = new MediaLibrary(page, site);
    const { blue } = site.images;
    await backend.connect();
    await site.session('author');
    await library.reset([{ id: blue.id }]);
    backend.providers.set({ openai: text('A blue boat') });
    const post_content = showing(blue);
    const post = await createPost(site.php, { post_title: 'Sea', post_content }, 'author');
    const owner = `wp_update_post( array( 'ID' => $args['id'], 'post_author' => get_user_by( 'login', $args['user'] )->ID ) );`;
    await site.php(owner, { id: blue.id, user: 'author' });
    await library.openDetails(blue.id);
    await library.generate.click();
    const { controls } = library;
    await controls.getByRole('button', { name: 'Also in 1 post without alt text' }).click();
    await controls.getByRole('button', { name: 'Add to 1 post' }).click();
    await expect(controls).toContainText('Alt text added to 1 post.');

    await library.openDetails(blue.id);
    await controls.getByRole('button', { name: 'Alt text added to 1 post.' }).click();
    await expect(controls.getByRole('button', { name: 'Add to' })).toHaveCount(0);
    await controls.getByRole('button', { name: 'Undo' }).click();
    await expect(controls.getByRole('button', { name: 'Alt text added to 1 post.' })).toBeHidden();
    await expect(controls).toBeFocused();
    expect(await site.php(`echo get_post( $args )->post_content;`, post)).toBe(post_content);
    await library.openDetails(blue.id);
    await expect(controls.getByRole('button', { name: /filled/ })).toHaveCount(0);
    await site.php(`wp_delete_post( $args, true );`, post);
    await site.php(owner, { id: blue.id, user: 'admin' });
  });
});
