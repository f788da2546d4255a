import type { Page } from '@playwright/test';
import { text } from '../support/provider-stand-in.ts';
import type { Backend } from './support/backend.ts';
import { expectAccessible } from './support/barriers.ts';
import type { EditorPage } from './support/editor-page.ts';
import { hold } from './support/hold.ts';
import { installShapes, removeOtherBlock } from './support/other-block.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

type NewBlock = readonly [name: string, attributes: object];

/** Inserts blocks like a user does: WordPress writes their HTML. */
async function insert(page: Page, blocks: readonly NewBlock[]): Promise<void> {
  await page.evaluate((wanted) => {
    const { blocks: library, data } = window.wp;
    data
      .dispatch('core/block-editor')
      .insertBlocks(wanted.map(([name, attributes]) => library.createBlock(name, attributes)));
  }, blocks);
}

/** The names of the blocks whose HTML does not fit their attributes. */
function listInvalid(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    window.wp.data
      .select('core/block-editor')
      .getBlocks()
      .filter(({ isValid }) => !isValid)
      .map(({ name }) => name),
  );
}

/** Changes the attributes of the first block of a name. */
async function change(page: Page, name: string, attributes: object): Promise<void> {
  await page.evaluate(
    ([wanted, changed]) => {
      const [clientId = ''] = window.wp.data.select('core/block-editor').getBlocksByName(wanted);
      window.wp.data.dispatch('core/block-editor').updateBlockAttributes(clientId, changed);
    },
    [name, attributes] as const,
  );
}

interface Fixtures {
  readonly editor: EditorPage;
  readonly backend: Backend;
  readonly site: Site;
  readonly page: Page;
}

/** A user's changes to a list of images while their texts are being generated. */
async function moveImages({ editor, backend, site, page }: Fixtures): Promise<void> {
  await backend.connect({ credits: 20 });
  const gallery = 'jetpack/tiled-gallery';
  const [green, blue, yellow] = (['green', 'blue', 'yellow'] as const).map((name) => {
    const { url, id } = site.images[name];
    return { url, id: String(id), alt: '' };
  });
  const alts = () =>
    page.evaluate((name) => {
      const { getBlocksByName, getBlock } = window.wp.data.select('core/block-editor');
      const { images } = getBlock(getBlocksByName(name)[0] ?? '').attributes as {
        images: { id: string; alt: string }[];
      };
      return Object.fromEntries(images.map(({ id, alt }) => [id, alt]));
    }, gallery);
  const order = (...images: unknown[]) => change(page, gallery, { images });
  const answer = async (held: ReturnType<typeof hold>, during: () => Promise<void>) => {
    await held.arrived;
    await during();
    held.release();
  };
  await editor.startAgain([]);
  await insert(page, [[gallery, { images: [green, blue] }]]);

  await test.step('reordered, with a new one before it', async () => {
    const held = hold(text('The green one'));
    backend.providers.set({ openai: held.behaviour });
    await editor.generate(1).click();
    await answer(held, () => order(yellow, blue, green));
    await expect(editor.row(3)).toContainText('“The green one”');
    expect(await alts()).toEqual({
      [green?.id ?? '']: 'The green one',
      [blue?.id ?? '']: '',
      [yellow?.id ?? '']: '',
    });
  });
  await test.step('undone after it was moved again', async () => {
    const named = { ...green, alt: 'The green one' };
    await order({ ...blue, alt: 'By hand' }, named, yellow);
    await editor.snackbar('Alt text added.').getByRole('button', { name: 'Undo' }).click();
    await expect(editor.row(2)).toContainText('Missing');
    expect(Object.values(await alts()).sort()).toEqual(['', '', 'By hand']);
    await order(named, yellow, blue);
  });
  await test.step('a suggestion that waits', async () => {
    backend.providers.set({ openai: text('Greener') });
    await editor.rewrite(1);
    await expect(editor.suggestion(1)).toHaveValue('Greener');
    await order(yellow, blue, { ...green, alt: 'The green one' });
    await editor.openCard(3);
    await expect(editor.suggestion(3)).toHaveValue('Greener');
    await editor.row(3).getByRole('button', { name: 'Accept' }).click();
    await expect(editor.row(3)).toContainText('No problems found');
    expect((await alts())[green?.id ?? '']).toBe('Greener');
  });
  await test.step('removed, and back again', async () => {
    const others = [blue, { ...green, alt: 'Greener' }];
    const held = hold(text('The yellow one'));
    backend.providers.set({ openai: held.behaviour });
    await editor.generate(1).click();
    await answer(held, () => order(...others));
    await expect(
      editor.snackbar('The image was removed before its alt text was ready.'),
    ).toBeVisible();
    expect(Object.values(await alts()).sort()).toEqual(['', 'Greener']);
    await order(...others, yellow);
    await editor.openCard(3);
    await expect(editor.suggestion(3)).toHaveValue('The yellow one');
    await expect(editor.row(1)).toContainText('Missing');
  });
  await test.step('replaced by another', async () => {
    const held = hold(text('The blue one'));
    backend.providers.set({ openai: held.behaviour });
    await editor.generate(1).click();
    await answer(held, () => order({ ...site.images.large, alt: '' }, yellow));
    await expect(editor.snackbar('The image was removed')).toHaveCount(1);
    await expect(editor.row(1)).toContainText('Missing');
    expect(Object.values(await alts())).toEqual(['', '']);
  });
  await test.step('required before publishing', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.locator('.altscribe-pre-publish')).toContainText(
      'Add alt text to 1 image or mark it as decorative. Check 1 AI text before publishing.',
    );
  });
}

test.afterEach(async ({ site }) => removeOtherBlock(site));

test('Images in blocks of every shape get their texts, which are on the site after saving', async ({
  editor,
  backend,
  site,
  page,
}) => {
  test.slow();
  await backend.connect({ credits: 40 });
  let count = 0;
  backend.providers.set({ openai: text(() => `Text number ${++count}`) });
  await site.php(
    `update_option( 'altscribe_settings', array( 'lock_publishing_roles' => array( 'administrator' ) ) + get_option( 'altscribe_settings' ) );`,
  );
  await installShapes(site);
  const { green, blue, yellow, large } = site.images;
  await site.php(
    `update_post_meta( $args['id'], '_wp_attachment_image_alt', 'From the library' );`,
    { id: large.id },
  );
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const blocks: NewBlock[] = [
    ['acme/photo', { imageUrl: green.url, imageId: green.id }],
    ['getwid/image-box', green],
    ['my-plugin/hero', { mediaSrc: blue.url, mediaId: blue.id }],
    ['my-plugin/banner', { picture: { src: yellow.url, id: yellow.id, size: 'full' } }],
    [
      'my-plugin/slides',
      {
        slides: [
          { image: green, type: 'image', text: { html: 'No text' } },
          { image: { ...blue, alt: 'A video' }, type: 'video' },
          null,
          { image: { ...yellow, alt: 'By hand' }, text: 'By hand', type: 'image' },
        ],
      },
    ],
    [
      'jetpack/tiled-gallery',
      {
        ids: [green.id, large.id],
        images: [green, large].map(({ url, id }) => ({ url, id: String(id), alt: '' })),
      },
    ],
    ['jetpack/image-compare', { imageBefore: blue, imageAfter: yellow }],
    ['stackable/card', { imageUrl: blue.url, imageId: blue.id }],
    ['uagb/image', green],
    ['uagb/info-box', { iconImage: { url: yellow.url } }],
  ];
  const post = await editor.openPost([]);
  await insert(page, blocks);
  await editor.save();
  await page.reload();
  await editor.openSidebar();
  expect(await listInvalid(page)).toEqual([]);
  await expect(editor.toggle).toHaveAccessibleName('Alt text, 12 missing, 1 with problems');
  await editor.row(12).scrollIntoViewIfNeeded();
  await expect(editor.row(13)).toBeAttached();
  const names = await editor.sidebar.locator('.altscribe-image__name').allInnerTexts();
  expect(names.map((name) => name.split(', ').at(-1))).toEqual([
    ...['Photo', 'Image Box', 'Hero', 'Banner', 'Slides', 'Slides'],
    ...['Tiled Gallery', 'Tiled Gallery', 'Image Compare', 'Image Compare'],
    ...['Card', 'Image of Spectra', 'Info Box'],
  ]);
  await expect(editor.row(6)).toContainText('Check: repeats the caption');
  await expectAccessible(page);

  await test.step('the library’s text, and the mark of a block', async () => {
    await expect(editor.row(8)).toContainText('In the media library: “From the library”');
    await editor.row(8).getByRole('button', { name: 'Accept' }).click();
    await expect(editor.row(8)).toContainText('“From the library”');
    await editor.row(12).getByRole('button', { name: 'More for image 12' }).click();
    await page.getByRole('menuitem', { name: 'Decorative' }).click();
    await expect(editor.row(12)).toContainText('Decorative');
    await editor.row(7).getByRole('button', { name: 'More for image 7' }).click();
    await expect(
      page.getByRole('menuitem', { name: /Decorative.*cannot mark one of its images/s }),
    ).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
  });

  await test.step('one by one, and undone', async () => {
    await editor.generate(7).click();
    await expect(editor.row(7)).toContainText('“Text number 1”');
    await editor.snackbar('Alt text added.').getByRole('button', { name: 'Undo' }).last().click();
    await expect(editor.row(7)).toContainText('Missing');
    await expect(editor.row(8)).toContainText('“From the library”');
  });

  await editor.generateAll.click();
  await expect(editor.sidebar).toContainText(/10 alt texts? added/);
  await expect(editor.sidebar).toContainText('Missing (0)');
  await editor.save();
  const rows = await editor.sidebar.locator('.altscribe-image').allInnerTexts();
  const shown = rows.map((row) => /“(.*)”/.exec(row)?.[1] ?? '');
  await page.reload();
  await editor.openSidebar();
  expect(await listInvalid(page)).toEqual([]);
  await editor.row(12).scrollIntoViewIfNeeded();
  await expect(editor.row(13)).toContainText('Text number');
  expect(warnings.filter((warning) => warning.includes('altscribe'))).toEqual([]);

  await test.step('an image in a list gets its own text, wherever it has been moved meanwhile', () =>
    moveImages({ editor, backend, site, page }));

  await test.step('on the site', async () => {
    await site.php(`wp_publish_post( $args );`, post);
    await page.goto(`${site.url}/?p=${post}`);
    const alts = await page
      .locator('.item img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
    // The second slide is not an image.
    expect(alts).toEqual([...shown.slice(0, 5), 'A video', ...shown.slice(5)]);
    expect(alts.filter((alt) => alt === '')).toHaveLength(1);
    const content = await site.php(`echo get_post( $args['id'] )->post_content;`, { id: post });
    expect(content).toContain(`"imageAlt":"${shown[12] ?? ''}"`);
    expect(content).toContain('"size":"full"');
    expect(content).toContain('"text":{"html":"No text"}');
    expect(content).toContain('"imgRole":"presentation"');
  });
});

test('A filter that returns no list is ignored, with a warning', async ({ site }) => {
  const printed = await site.php(`
    $warnings = array();
    add_filter( 'doing_it_wrong_trigger_error', '__return_false' );
    add_action( 'doing_it_wrong_run', function ( ...$about ) use ( &$warnings ) { $warnings[] = $about; }, 10, 3 );
    add_filter( 'altscribe_image_blocks', '__return_true' );
    $images = \\Altscribe\\Library\\Image_Blocks::list_images_in_attributes( 'core/cover', array( 'url' => 'a.jpg' ) );
    echo wp_json_encode( array( $warnings, wp_list_pluck( $images, 'url' ) ) );`);
  expect(JSON.parse(printed)).toEqual([
    [['altscribe_image_blocks', 'The filter must return an array.', '0.2.0']],
    ['a.jpg'],
  ]);
});

test('A wrong entry from PHP is ignored, with a warning that lists its problems', async ({
  site,
}) => {
  const printed = await site.php(`
    $warnings = array();
    add_filter( 'doing_it_wrong_trigger_error', '__return_false' );
    add_action( 'doing_it_wrong_run', function ( $function, $message ) use ( &$warnings ) {
      $warnings[] = $function . ': ' . html_entity_decode( $message );
    }, 10, 2 );
    add_filter( 'altscribe_image_blocks', function ( $entries ) {
      return array_merge( $entries, array(
        'no entry',
        array( 'name' => 'product', 'src' => 'url', 'alt' => 7 ),
        array( 'name' => 'acme/list', 'url' => 'images[].url', 'alt' => 'alt', 'caption' => 'texts[].text', 'decorative' => '', 'if' => array( 'x[]' => 1 ) ),
        array( 'name' => 'acme/list', 'url' => 'rows[].images[].url', 'id' => 'rows[].images[].id', 'alt' => array( 'rows[].images[].alt', 'rows[].images[].text' ), 'if' => array( 'rows[].type' => 'image' ) ),
      ) );
    } );
    $images = \\Altscribe\\Library\\Image_Blocks::list_images_in_attributes( 'acme/list', array( 'rows' => array(
      null,
      array( 'type' => 'video', 'images' => array( array( 'url' => 'a' ) ) ),
      array( 'images' => array( null, array( 'url' => 'b', 'id' => '7', 'alt' => ' ', 'text' => 'B' ) ) ),
    ) ) );
    echo wp_json_encode( array( $warnings, $images ) );`);
  const [warnings, images] = JSON.parse(printed) as [string[], unknown];
  expect(warnings).toEqual([
    expect.stringContaining('altscribe_image_blocks: An entry was ignored: it must be an array.'),
    expect.stringMatching(/"src" is unknown.*"name" must.*"url" needs a path.*"alt" needs a path/),
    expect.stringMatching(
      /"alt" must be in the same list as "url", "caption" must be in.*"decorative" needs.*"if" needs/,
    ),
  ]);
  expect(images).toEqual([
    { url: 'b', id: 7, alt: 'B', paths: ['rows.2.images.1.alt', 'rows.2.images.1.text'] },
  ]);
});
