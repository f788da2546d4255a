import sharp from 'sharp';
import { text, type ProviderCall } from '../support/provider-stand-in.ts';
import { columns, gallery, heading, image } from './support/blocks.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

const byHand = 'Written by hand';

/** Which image was sent, because several are in progress: 0 is red, then green, blue, yellow. */
async function colourOf(call: ProviderCall): Promise<number> {
  const { r, g, b } = (await sharp(call.image).stats()).dominant;
  if (r > 150 && g > 150) return 3;
  return [r, g, b].indexOf(Math.max(r, g, b));
}

/** A single image, a gallery of two, and two images in columns, one of them with an alt text. */
function blocks({ images: { large, green, blue, yellow } }: Site): string[] {
  return [
    heading('At the <em>harbour</em>'),
    image({ ...large, caption: 'Two boats, <strong>moored</strong>' }),
    gallery(image(green), image(blue)),
    columns(image(yellow), image({ ...large, alt: byHand })),
  ];
}

test('One click fills one alt text, another one the rest; undone, cached, and with the unsaved post as context', async ({
  editor,
  backend,
  site,
  page,
  settings,
}) => {
  const { credits } = await backend.connect({ credits: 47 });
  const texts = ['Two boats at a quay', 'Green fields', 'Blue sky', 'A yellow door'];
  backend.providers.set({ openai: text(async (call) => texts[await colourOf(call)] ?? '') });
  const post = await editor.openPost(blocks(site), {
    post_title: 'Before it was edited',
    post_status: 'publish',
  });
  await expect(editor.sidebar).toContainText('4 missing');
  await expect(editor.sidebar).toContainText('uses 4 of 47 credits');
  await expect(editor.sidebar).toContainText('47 credits left · Pro');
  await expect(editor.row(2)).toContainText(/Image 2, .+, in Gallery/);
  await expect(editor.row(4)).toContainText(/Image 4, .+, in Columns/);

  await test.step('one', async () => {
    await editor.generate(1).click();
    await expect(editor.row(1)).toContainText('Written by AI, not checked');
    await expect(editor.row(1)).toContainText('“Two boats at a quay”');
    await expect(editor.snackbar('Alt text added.')).toBeVisible();
    expect(await editor.blocks.alts()).toEqual(['Two boats at a quay', '', '', '', byHand]);
    await expect(editor.canvasImages.first()).toHaveAttribute('alt', 'Two boats at a quay');
    await expect(editor.sidebar).toContainText('46 credits left');
  });

  await test.step('the rest', async () => {
    await expect(editor.sidebar).toContainText('uses 3 of 46 credits');
    await editor.generateAll.click();
    await expect(editor.sidebar).toContainText('3 alt texts added.');
    expect(await editor.blocks.alts()).toEqual([...texts, byHand]);
    await expect(editor.generateAll).toBeHidden();
    await expect(editor.run).toHaveText('Review 4');
    await expect(editor.run).toBeFocused();
    await expect(editor.sidebar).toContainText('43 credits left');
    expect(await credits()).toBe(43);
    expect(backend.providers.calls).toHaveLength(4);
  });

  await test.step('saved, reloaded, published', async () => {
    await editor.save();
    await settings.open();
    await settings.chooseLanguage('Deutsch', 'German (Deutsch)');
    await settings.save.click();
    await expect(settings.notice).toHaveText(/Settings saved\./);
    await editor.open(post);
    await expect(editor.row(5)).toContainText('No problems found');
    expect(await editor.blocks.alts()).toEqual([...texts, byHand]);
  });

  await test.step('unsaved changes are part of the request, and it is in the language of the settings', async () => {
    await editor.startAgain(blocks(site));

    await editor.canvas.locator('.wp-block-post-title').fill('Sailing “now” & then');
    await editor.chooseForAll('Context');
    await editor.sidebar.getByLabel('SEO keywords').fill('harbour, boats');
    await expect(editor.sidebar.getByText('German')).toBeVisible();
    await editor.generate(1).click();
    await expect(editor.row(1)).toContainText('Written by AI, not checked');

    const call = backend.providers.calls.at(-1);
    expect(JSON.parse(call?.context ?? '{}')).toEqual({
      context: {
        page_title: 'Sailing “now” & then',
        keywords: 'harbour, boats',
        surroundings: 'Caption: Two boats, moored\nHeading above: At the harbour\nPage: post',
      },
    });
    expect(call?.instructions).toContain('Write in German (Deutsch, language code de)');
    // The image was read from disk: the service may not fetch from loopback.
    const { width, height } = await sharp(call?.image).metadata();
    expect(Math.max(width, height)).toBe(1_024);
    // They are saved with the post.
    const meta = await page.evaluate(() =>
      window.wp.data.select('core/editor').getEditedPostAttribute('meta'),
    );
    expect(meta).toHaveProperty('_altscribe_seo_keywords', 'harbour, boats');
  });

  await test.step('cached texts are free, and the displayed credits stay right', async () => {
    const { credits } = await backend.connect({ credits: 10 });
    backend.providers.set({ openai: text(async (call) => `Text ${await colourOf(call)}`) });
    await editor.startAgain([image(site.images.green), columns(image(site.images.blue))]);
    await editor.generateAll.click();
    await expect(editor.sidebar).toContainText('2 alt texts added.');
    await expect(editor.sidebar).toContainText('8 credits left');

    await editor.blocks.change(1, { alt: '' });
    await editor.generate(1).click();
    await expect(editor.row(1)).toContainText('“Text 1”');
    await expect(editor.sidebar).toContainText('8 credits left');
    expect(await credits()).toBe(8);
  });

  await test.step('an image that is moved is no longer in its old container', async () => {
    await expect(editor.row(2)).toContainText(/Image 2, .+, in Columns/);
    await editor.blocks.moveToEnd(2);
    await expect(editor.row(2)).not.toContainText('in Columns');
  });

  await test.step('visitors have what was saved', async () => {
    await page.goto(`${site.url}/?p=${post}`);
    for (const alt of [...texts, byHand]) await expect(page.getByAltText(alt)).toBeVisible();
  });
});
