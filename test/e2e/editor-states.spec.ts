import { createPost } from '../wordpress/content.ts';
import {
  columns,
  cover,
  customHtml,
  gallery,
  heading,
  image,
  inlineImage,
  mediaText,
  paragraph,
  syncedPattern,
} from './support/blocks.ts';
import { searchPalette } from './support/palette.ts';
import { Transcript } from './support/transcript.ts';
import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';

/** Attachments with a file and a state each, by name; the last ones have suggestions. */
const attachments = `
  $files = array_map( function ( $id ) { return get_post_meta( $id, '_wp_attached_file', true ); }, $args['files'] );
  $made  = array();
  foreach ( array( 'missing' => '', 'named' => '', 'inLibrary' => 'A boat, says the library', 'faultyInLibrary' => 'IMG_2034.jpg', 'french' => 'Un bateau', 'featured' => '', 'unread' => '', 'doubted' => '', 'suggested' => '', 'decorative' => '', 'declined' => '', 'edited' => '', 'long' => '', 'queued' => '' ) as $name => $alt ) {
    $id = image( $alt, array( 'post_title' => ucfirst( $name ) ) );
    update_post_meta( $id, '_wp_attached_file', $files[ count( $made ) % 4 ] );
    $made[ $name ] = array( 'id' => $id, 'url' => wp_get_attachment_url( $id ) );
  }
  update_post_meta( $made['french']['id'], '_altscribe_language', 'fr_FR' );
  return $made;`;

const suggestions = `${helpers}
  $ids  = $args['ids'];
  $post = $args['post'];
  foreach ( array( 'unread' => array(), 'doubted' => array( 'doubts' => array( 'red boat' ) ) ) as $name => $more ) {
    \\Altscribe\\Posts\\Post_Sources::record_post_source( $post, $ids[ $name ], "The $name red boat", $more + array( 'source' => 'generated', 'model' => 'gpt', 'prompt' => '4', 'time' => time() ) );
  }
  $suggest( $ids['suggested'], 'Image of boats at the pier', $post, 1, array( 'hint' => 'It is the Mathilda', 'origin' => 'sidebar' ) );
  $suggest( $ids['decorative'], 'A boat in the harbour', $post, 1, array( 'purpose' => 'decorative', 'origin' => 'sidebar' ) );
  $suggest( $ids['declined'], '', $post, 1, array( 'purpose' => 'declined', 'origin' => 'sidebar' ) );
  $suggest( $ids['edited'], 'A boat at the new quay', $post, 1, array( 'origin' => 'batch', 'previous_text' => 'A boat at the quay' ) );
  $suggest( $ids['long'], "Visitors\\n\\n- May: 90", $post, 1, array( 'purpose' => 'long', 'origin' => 'sidebar' ) );
  return true;`;

type Name = 'missing' | 'named' | 'inLibrary' | 'faultyInLibrary' | 'french' | 'featured';
type Held = 'unread' | 'doubted' | 'suggested' | 'decorative' | 'declined' | 'edited' | 'long';

test('Images of every state: rows, menus, cards, block settings, commands, and before publishing', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect({ credits: 47 });
  const { large, green, blue, yellow } = site.images;
  const made = (await runQueue(site.php, attachments, {
    args: { files: [large.id, green.id, blue.id, yellow.id] },
    settings: null,
  })) as Record<Name | Held | 'queued', { id: number; url: string }>;
  const pattern = await createPost(site.php, {
    post_type: 'wp_block',
    post_status: 'publish',
    post_title: 'A photograph',
    post_content: [image(green), image({ ...blue, alt: 'A door' })].join('\n\n'),
  });
  const bound = { metadata: { bindings: { alt: { source: 'test/unknown', args: {} } } } };
  const content = [
    heading('By the sea'),
    gallery(image(made.missing), image({ ...made.named, alt: 'A blue door in an old wall' })),
    image({ ...yellow, alt: 'IMG_2034.jpg' }),
    image({ ...yellow, alt: 'Our team on deck', caption: 'Our team on deck' }),
    image({ ...large, alt: 'One of many words '.repeat(14).trim() }),
    image(made.inLibrary),
    image(made.faultyInLibrary),
    image(made.french),
    image({ ...green, attributes: { metadata: { altscribe: { isDecorative: true } } } }),
    image({ ...blue, attributes: { linkDestination: 'custom', href: '/boats' } }),
    image({ ...large, attributes: { lightbox: { enabled: true } } }),
    image({ url: `${site.url}/wp-includes/images/w-logo-blue.png` }),
    image({ url: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==' }),
    image({ ...made.unread, alt: 'The unread red boat' }),
    image({ ...made.doubted, alt: 'The doubted red boat' }),
    image(made.suggested),
    image({ ...made.decorative, caption: 'A boat in the harbour' }),
    image(made.declined),
    image({ ...made.edited, alt: 'A boat at the quay' }),
    image({ ...made.long, alt: 'Chart of visitors' }),
    image(made.queued),
    cover(blue, paragraph('Over it')),
    columns(mediaText(yellow, paragraph('Beside it'))),
    paragraph(`A word, ${inlineImage(green)} and ${inlineImage({ ...blue, alt: 'A key' })}.`),
    customHtml(`<p><img src="${green.url}"><img src="${blue.url}" alt="Old"></p>`),
    '<!-- wp:cover {"useFeaturedImage":true,"dimRatio":50} --><div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__inner-container"><!-- wp:paragraph --><p>Over the featured image</p><!-- /wp:paragraph --></div></div><!-- /wp:cover -->',
    syncedPattern(pattern),
    image({ ...green, attributes: bound }),
  ];
  const post = await createPost(
    site.php,
    {
      post_title: 'Hello',
      post_content: content.join('\n\n'),
      meta_input: { _thumbnail_id: made.featured.id },
    },
    'admin',
  );
  const ids = Object.fromEntries(Object.entries(made).map(([name, { id }]) => [name, id]));
  await runQueue(site.php, suggestions, { args: { post, ids }, settings: null, goOn: true });
  const heard = await Transcript.of(page, 'editor-states');
  await editor.open(post);
  await page.evaluate(
    (id) =>
      (
        window.wp.data.dispatch('altscribe/editor') as unknown as {
          setQueued: (ids: number[]) => void;
        }
      ).setQueued([id]),
    made.queued.id,
  );
  const rows = editor.sidebar.locator('.altscribe-image');
  // Rows far below are rendered once they are near.
  await editor.sidebar.getByRole('link', { name: 'Settings' }).scrollIntoViewIfNeeded();
  await expect(rows.last()).toContainText('Locked');
  await expect(editor.sidebar).toContainText('47 credits left');
  await expect(editor.sidebar).toContainText('In the queue.');
  await expect(editor.sidebar).toContainText('A long description is ready:');
  // The pattern is loaded last.
  await expect(rows).toHaveCount(32);
  await heard.note('closed rows', editor.sidebar, page.locator('.altscribe-sidebar'));

  await test.step('rows and their menus', async () => {
    const count = await rows.count();
    for (let number = 1; number <= count; number += 1) {
      await editor
        .row(number)
        .getByRole('button', { name: /^More for/ })
        .click();
      const menu = page.locator('.components-dropdown-menu__menu');
      await heard.note(`menu ${number}`, menu, menu);
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
    }
    for (let number = 1; number <= count; number += 1) {
      const heading = editor.heading(number);
      if ((await heading.getAttribute('aria-expanded')) !== 'true') await heading.press('Enter');
    }
    await heard.note(
      'open rows',
      editor.sidebar.locator('.altscribe-images'),
      editor.sidebar.locator('.altscribe-images'),
    );
  });

  await test.step('filters, and what the AI sees', async () => {
    const filter = editor.sidebar.getByRole('combobox', { name: 'Show' });
    for (const [name, last] of [
      ['To review', made.edited],
      ['Missing', made.french],
      ['Problems', yellow],
    ] as const) {
      await filter.selectOption({
        label:
          (await filter.locator('option').allTextContents()).find((one) => one.startsWith(name)) ??
          '',
      });
      await expect(
        editor.sidebar.locator(`img[src*="${new URL(last.url).pathname}"]`).first(),
      ).toBeVisible();
      await heard.note(
        name,
        editor.sidebar.locator('.altscribe-images'),
        editor.sidebar.locator('.altscribe-images'),
      );
    }
    await editor.chooseForAll('Context');
    await expect(editor.sidebar.locator('.altscribe-sent-context')).toContainText(
      'Title in the library',
    );
    await heard.note(
      'context',
      editor.sidebar.locator('.altscribe-fields'),
      editor.sidebar.locator('.altscribe-fields'),
    );
    await editor.sidebar.getByRole('button', { name: 'Context', exact: true }).click();
    await heard.note(
      'context closed',
      editor.sidebar.locator('.altscribe-header'),
      editor.sidebar.locator('.altscribe-header'),
    );
  });

  await test.step('one by one', async () => {
    await editor.run.click();
    const review = editor.sidebar.getByRole('group', { name: /^Review/ });
    for (let number = 1; number <= 6; number += 1) {
      await expect(review.getByRole('heading')).toHaveText(`Review ${number} of 6`);
      await heard.note(`review ${number}`, review, review);
      await review.getByRole('button', { name: 'Skip' }).click();
    }
    await expect(review.getByRole('heading')).toHaveText('Review finished.');
    await heard.note('review finished', review, review);
    await review.getByRole('button', { name: 'Show all images' }).click();
    await heard.note(
      'after the review',
      editor.sidebar.locator('.altscribe-header'),
      editor.sidebar.locator('.altscribe-header'),
    );
  });

  await test.step('at a block: its settings, its menu, and commands', async () => {
    const panel = await editor.openBlockSettings();
    const tools = page.getByRole('toolbar', { name: 'Block tools' });
    const ofBlock = [
      ['no text', () => editor.blocks.select(1)],
      ['text', () => editor.blocks.select(2)],
      ['marked', () => editor.blocks.select(9)],
      ['written by AI', () => editor.blocks.select(14)],
      ['suggested', () => editor.blocks.select(16)],
      ['declined', () => editor.blocks.select(18)],
      ['cover', () => editor.blocks.selectFirst('core/cover')],
      ['media and text', () => editor.blocks.selectFirst('core/media-text')],
      ['two in a text', () => editor.blocks.selectFirst('core/paragraph')],
      ['HTML', () => editor.blocks.selectFirst('core/html')],
    ] as const;
    for (const [name, select] of ofBlock) {
      await select();
      await panel.getByRole('tab', { name: 'Block', exact: true }).click();
      await tools.getByRole('button', { name: 'Options' }).click();
      const menu = page.locator('.components-dropdown-menu__menu');
      await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
      const own = menu.getByRole('menuitem', { name: /alt text|long description/ });
      const controls = panel.locator('.altscribe-inspector');
      await heard.note(name, menu, own, controls);
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
    }
    for (const number of [1, 9]) {
      await editor.blocks.select(number);
      const palette = await searchPalette(page, 'alt text');
      await expect(palette.getByRole('option', { name: 'Open alt text' })).toBeVisible();
      await heard.note(
        `commands ${number}`,
        palette.getByRole('listbox'),
        palette.getByRole('listbox'),
      );
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await heard.note(
      'before publishing',
      page.locator('.altscribe-pre-publish'),
      page.locator('.altscribe-pre-publish'),
    );
  });
  await heard.compare();
});
