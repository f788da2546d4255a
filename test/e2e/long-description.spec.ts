import { text } from '../support/provider-stand-in.ts';
import { content } from '../support/faults.ts';
import { expectAccessible } from './support/barriers.ts';
import { columns, gallery, image, paragraph } from './support/blocks.ts';
import { hold } from './support/hold.ts';
import { runQueue } from './support/queue.ts';
import { MediaPage } from './support/media-page.ts';
import { helpers, makeSuggestions, suggestionStates } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';

const lines = 'Visitors: 5 < 6 & [gallery] is a word.\n\n- May: 90\n- June: 180\n\nSource: city';

/** The answer of a model to a request for a long description. */
const long = (title = 'Description of the chart', alt_text = lines) =>
  content(JSON.stringify({ purpose: 'complex', title, alt_text }));

test('A long description is a Details block below its image', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect({ credits: 47 });
  backend.providers.set({ openai: text('Line chart of visitors, who doubled', 'complex') });
  const { green, blue, yellow } = site.images;
  await editor.openPost([
    image(green),
    paragraph('What the city counted'),
    columns(gallery(image({ ...blue, alt: 'A blue door' }), image({ ...yellow, alt: 'A team' }))),
  ]);
  const saved = () =>
    page.evaluate(() => {
      const { select } = window.wp.data as unknown as {
        select: (name: string) => { getEditedPostContent: () => string };
      };
      return select('core/editor').getEditedPostContent();
    });
  const row = editor.row(1);
  const add = row.getByRole('button', { name: 'Add a long description of image 1' });

  await test.step('offered for a complex image', async () => {
    await expect(row.getByText('long description')).toHaveCount(0);
    await editor.generate(1).click();
    await expect(row).toContainText('“Line chart of visitors');
    await editor.openCard(1);
    await expect(row).toContainText('A chart, diagram, map or table');
    await expectAccessible(page);
  });

  await test.step('inserted, with the focus in it, for one credit', async () => {
    const answer = hold(long());
    backend.providers.set({ openai: answer.behaviour });
    await add.click();
    await answer.arrived;
    await expect(row.getByRole('button', { name: /Generating…|Still working…/ })).toBeFocused();
    await expectAccessible(page);
    answer.release();
    const details = editor.canvas.locator('.wp-block-details');
    await expect(details).toContainText('Visitors: 5 < 6 & [ gallery] is a word.');
    await expect(editor.snackbar('Long description added below the image.')).toBeVisible();
    await expect(details.locator('li')).toHaveText(['May: 90', 'June: 180']);
    await expect(details.locator('p').first()).toBeFocused();
    await expect(row).toContainText('A long description is below the image.');
    await expectAccessible(page);
    expect(await saved()).toMatch(
      /<!-- \/wp:image -->\s*<!-- wp:details [^>]*"describes":"\d+"[^>]*-->\s*<details class="wp-block-details"><summary>Description of the chart<\/summary>/,
    );
    expect(backend.providers.calls.at(-1)?.instructions).toContain('long description');
    await expect(editor.sidebar).toContainText('45 credits left');
  });

  await test.step('one undo step', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(editor.canvas.locator('.wp-block-details')).toHaveCount(0);
    expect(await saved()).toContain('Line chart of visitors, who doubled');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(editor.canvas.locator('.wp-block-details')).toHaveCount(1);
    await expect(row).toContainText('A long description is below the image.');
  });

  await test.step('from a menu, below the gallery in its column', async () => {
    backend.providers.set({ openai: long('Description of the map', 'A road goes north.') });
    await editor.row(3).getByRole('button', { name: 'More for image 3' }).click();
    const item = page.getByRole('menuitem', { name: /^Add a long description/ });
    await expectAccessible(page);
    await item.click();
    await expect(editor.row(3)).toContainText('A long description is below the image.');
    await expect(editor.row(2)).not.toContainText('A long description is below');
    expect(await saved()).toMatch(
      /<!-- \/wp:gallery -->\s*<!-- wp:details [^>]*-->\s*<details class="wp-block-details"><summary>Description of the map<\/summary>[\s\S]*<!-- \/wp:column -->/,
    );
    await editor.row(1).getByRole('button', { name: 'More for image 1' }).click();
    await expect(page.getByRole('menuitem', { name: /^Add a long description/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('Escape');
  });

  await test.step('a text for an image that was removed waits for it', async () => {
    const stored = editor.row(2);
    const leave = async () => {
      const answer = hold(long('Description of the diagram', 'Two steps.'));
      backend.providers.set({ openai: answer.behaviour });
      await stored.getByRole('button', { name: 'More for image 2' }).click();
      await page.getByRole('menuitem', { name: /^Add a long description/ }).click();
      await answer.arrived;
      await editor.blocks.remove(2);
      answer.release();
      const left = editor.snackbar('its image is no longer here');
      // The click closes it: the next one is another.
      await left.click();
      await expect(left).toHaveCount(0);
      await page.evaluate(() => window.wp.data.dispatch('core/editor').undo());
      await expect(stored).toContainText('A long description is ready:');
    };
    await leave();
    await expectAccessible(page);
    await stored.getByRole('button', { name: 'Insert below the image' }).focus();
    await page.keyboard.press('Shift+Tab');
    const shown = stored.getByRole('region', { name: 'Long description' });
    await expect(shown).toBeFocused();
    await expect(shown).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('Shift+Tab');
    await expect(stored.getByRole('button', { name: 'More for image 2' })).toBeFocused();
    await stored.getByRole('button', { name: 'Reject', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(stored).not.toContainText('A long description is ready:');
    await expect(editor.heading(2)).toBeFocused();
    // With another title, the service has no cached text.
    await editor.canvas.getByRole('textbox', { name: 'Add title' }).fill('Another title');
    await leave();
    const insert = stored.getByRole('button', { name: 'Insert below the image' });
    await page.evaluate(() => window.wp.data.dispatch('core/notices').removeAllNotices('snackbar'));
    const added = editor.snackbar('Long description added');
    await expect(added).toHaveCount(0);
    await insert.click();
    await expect(stored).toContainText('A long description is below the image.');

    await test.step('Undo passes the focus on', async () => {
      await added.getByRole('button', { name: 'Undo' }).click();
      await expect(stored).toContainText('A long description is ready:');
      await expect(editor.run).toBeFocused();
      await insert.click();
      await expect(stored).toContainText('A long description is below the image.');
    });
  });
});

test('On the desk, a long description is shown before it is inserted into the post', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  const [made] = await makeSuggestions(site, 1);
  const media = new MediaPage(page, site);
  backend.providers.set({ openai: long() });
  await media.open();
  await expect(media.heading).toBeFocused();
  await media.press('l');
  // It waits behind the text that is read.
  await expect(media.heading).toContainText('1 of 2');
  await media.press('s');
  const field = media.root.getByRole('textbox', { name: 'Long description' });
  await expect(field).toHaveValue(/^Description of the chart\n\nVisitors: 5 < 6/);
  await expect(media.heading).toBeFocused();
  await expect(media.button('Decorative')).toHaveCount(0);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await expectAccessible(page, '#altscribe-media');
  }
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- July: 200');
  await media.button('Accept').click();
  await expect(media.root.getByRole('heading', { name: /^1 of 2 reviewed/ })).toBeFocused();
  await expect
    .poll(() => site.php(`echo get_post( $args )->post_content;`, made?.post))
    .toMatch(/<summary>Description of the chart<\/summary>/);
  await expect.poll(() => suggestionStates(site)).toEqual({ pending: 1, edited: 1 });
});

test('In a saved post, a long description is inserted after a decision, and undone', async ({
  site,
}) => {
  const made = await runQueue(
    site.php,
    `${helpers}
    $image   = image();
    $other   = image();
    $text    = "Description <script>\n\nSales rose & [gallery].\n\n- 2024: 3\n- 2025: 9\n\nhttps://example.com/video";
    serve( function () use ( $text ) { return text( $text, 'complex' ); } );
    $gallery = '<!-- wp:gallery --><figure class="wp-block-gallery">' . $block( $image ) . $block( $other ) . '</figure><!-- /wp:gallery -->';
    $inner   = '<!-- wp:group {"layout":{"type":"constrained"}} --><div class="wp-block-group">' . $gallery . '<!-- wp:paragraph --><p>After</p><!-- /wp:paragraph --></div><!-- /wp:group -->';
    $id      = $post( $inner );
    $content = function () use ( $id ) { clean_post_cache( $id ); return get_post( $id )->post_content; };
    $alt     = $suggest( $image, 'Sales chart', $id );
    $second  = $suggest( $other, 'Another chart', $id );
    $long    = $ask( 'POST', "suggestions/$alt/long" )->get_data();
    $again   = $ask( 'POST', "suggestions/$alt/long" )->get_data();
    $before  = $content();
    $state   = $code( $decide( $long['id'] ) );
    $after   = $content();
    $paid    = count( $GLOBALS['calls'] );
    $exists  = $code( $ask( 'POST', "suggestions/$alt/long" ) );
    $of_two  = $ask( 'POST', "suggestions/$second/long" )->get_data();
    $decide( $of_two['id'], 'accept', array( 'text' => "Karte\n\nEin Weg." ) );
    $both    = $content();
    $undone  = array( $code( $ask( 'POST', "suggestions/{$of_two['id']}/undo" ) ), $code( $ask( 'POST', "suggestions/{$long['id']}/undo" ) ) );
    $places  = wp_list_pluck( \\Altscribe\\Posts\\Places::list_places( get_post( $post( $after ) ) ), 'surroundings' );
    $classic = $post( '<p><img src="' . wp_get_attachment_url( $image ) . '" alt="" class="wp-image-' . $image . '"></p>' );
    $locked  = $code( $ask( 'POST', 'suggestions/' . altscribe_add_suggestion( array( 'attachment_id' => $image, 'post_id' => $classic, 'place' => "core/freeform#$image#1", 'new_text' => 'x' ) ) . '/long' ) );
    return array( 'long' => $long['text'], 'purpose' => $long['purpose'], 'same' => $long['id'] === $again['id'], 'paid' => $paid, 'state' => $state, 'added' => str_replace( array( substr( $before, 0, strpos( $before, '<!-- /wp:gallery -->' ) + 20 ) ), '', $after ), 'exists' => $exists, 'both' => substr_count( $both, '<!-- wp:details' ), 'order' => strpos( $both, 'Sales rose' ) < strpos( $both, 'Ein Weg.' ), 'undone' => $undone, 'restored' => $content() === $before, 'after' => $places[1]['after'], 'locked' => $locked, 'calls' => count( $GLOBALS['calls'] ), 'alts' => $alts( $id ) );`,
    { settings: {} },
  );
  expect(made).toMatchObject({
    purpose: 'long',
    same: true,
    paid: 1,
    state: 'accepted',
    exists: 'altscribe_has_long_description',
    both: 2,
    order: true,
    undone: ['pending', 'pending'],
    restored: true,
    // The hidden text is not beside the image.
    after: 'After',
    locked: 'altscribe_no_place_for_details',
    calls: 2,
    alts: ['', ''],
  });
  const { added } = made as { added: string };
  expect(added).toContain('<summary>Description</summary>');
  expect(added).toContain('<p>Sales rose &amp; [ gallery].</p>');
  expect(added).toContain('<li>2024: 3</li>');
  expect(added).toContain('<p>“https://example.com/video”</p>');
  expect(added).toMatch(/^\s*<!-- wp:details /);
});
