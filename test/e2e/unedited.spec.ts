import { createPost } from '../wordpress/content.ts';
import { expectAccessible } from './support/barriers.ts';
import { customHtml, image, paragraph, syncedPattern } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

/** A block whose plugin is not active, as it was saved. */
function tiled(...urls: string[]): string {
  const images = urls.map((url) => `<img src="${url}" alt="">`).join('');
  return `<!-- wp:acme/tiled-gallery -->\n<div>${images}</div>\n<!-- /wp:acme/tiled-gallery -->`;
}

const latestPosts =
  '<!-- wp:latest-posts {"postsToShow":3,"displayFeaturedImage":true,"featuredImageSizeSlug":"full"} /-->';

function shortcode(text: string): string {
  return `<!-- wp:shortcode -->\n${text}\n<!-- /wp:shortcode -->`;
}

test('Images that cannot be edited are named with number, place, reason and the way to change them', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  const { green, blue, yellow, large } = site.images;
  for (const { id } of [green, blue]) {
    await createPost(
      site.php,
      { post_title: 'Other', post_status: 'publish', meta_input: { _thumbnail_id: id } },
      'admin',
    );
  }
  const post = await editor.openPost(
    [
      // The same image as a latest post.
      image(green),
      latestPosts,
      tiled(yellow.url, large.url, blue.url),
      shortcode(`[gallery ids="${blue.id}" size="full"]`),
      customHtml(`<P><IMG SRC='${yellow.url}'></P>`),
      paragraph(`In a text: [gallery ids="${yellow.id},${large.id}" size="full"]`),
    ],
    { post_status: 'publish' },
  );
  const list = editor.sidebar.locator('.altscribe-unedited');
  const items = list.getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(editor.sidebar).toContainText(`Can’t be edited here (8)`);
  await expect(items.nth(0)).toContainText(
    `2 images in “Latest Posts” can’t be edited here.The block creates its images when the page is shown, with alt text from the media library. 2 have no alt text.`,
  );
  await expect(items.nth(1)).toContainText(
    `3 images in “acme/tiled-gallery” can’t be edited here.The plugin of this block is not active, or the block is switched off. 3 have no alt text.`,
  );
  await expect(items.nth(2)).toContainText(`3 images in “[gallery]” can’t be edited here.`);
  await expect(items.nth(2).getByRole('link', { name: 'Open media library' })).toBeVisible();
  // Of the image block, and of the uppercase tag.
  await expect(editor.sidebar.locator('.altscribe-image')).toHaveCount(2);
  await expect(editor.row(2)).toContainText('Missing. Edit the HTML block');
  await expectAccessible(page);

  await test.step('by keyboard, to the block', async () => {
    await items.nth(1).getByRole('button', { name: 'Show in post: acme/tiled-gallery' }).focus();
    await page.keyboard.press('Enter');
    await expect(editor.canvas.locator('.wp-block-missing')).toHaveClass(/is-selected/);
  });

  await test.step('a block that the editor cannot read, and a pattern', async () => {
    const pattern = await createPost(site.php, {
      post_type: 'wp_block',
      post_status: 'publish',
      post_title: 'Our pattern',
      post_content: [image(green), paragraph(`[gallery ids="${yellow.id}"]`)].join('\n\n'),
    });
    // Not as the block saves it.
    const broken = image(blue).replace('<figure class="wp-block-image">', '<figure class="x">');
    await editor.startAgain([syncedPattern(pattern), broken]);
    await expect(items).toHaveCount(2);
    await expect(items.nth(0)).toContainText('1 image in “[gallery]”');
    await expect(items.nth(1)).toContainText(
      `1 image in “Image” can’t be edited here.The editor could not read the block. Select “Attempt recovery” in it, or edit it as HTML. 1 has no alt text.`,
    );
    await expect(editor.sidebar.locator('.altscribe-image')).toHaveCount(1);
    await expect(items.nth(0).getByRole('button', { name: /^Edit original/ })).toBeVisible();
    await editor.row(1).getByRole('button', { name: 'Edit original: Image 1' }).focus();
    await page.keyboard.press('Enter');
    await expect(editor.sidebar.locator('.altscribe-image')).toHaveCount(1);
    await editor.generate(1).click();
    await expect(editor.row(1)).toContainText('“A text by OpenAI”');
    expect(await page.evaluate(() => window.wp.data.select('core/editor').getCurrentPostId())).toBe(
      pattern,
    );

    await test.step('visitors see as many', async () => {
      await page.goto(`${site.url}/?p=${post}`);
      await expect(page.locator('.entry-content img')).toHaveCount(2 + 8);
    });

    await test.step('without the right to edit the pattern', async () => {
      const { cookies } = await site.session('author');
      await page.context().clearCookies();
      await page.context().addCookies(cookies);
      await editor.openPost([syncedPattern(pattern), broken], {}, 'author');
      // WordPress does not load it for them.
      await expect(items).toHaveCount(3);
      await expect(items.nth(0)).toContainText(
        `1 image in “Pattern” can’t be edited here.Part of a synced pattern.`,
      );
      await expect(items.nth(2)).toContainText('The editor could not read the block.');
      await expect(editor.sidebar.getByRole('button', { name: /^Edit original/ })).toHaveCount(0);
    });
  });
});

test('If the comparison fails, a sentence says so; a post has no images only if visitors see none @same-in-both', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  const route = /rendered-images/;
  await page.route(route, (request) => request.fulfill({ status: 500, json: { code: 'broken' } }));
  const post = await editor.openPost([paragraph(`[gallery ids="${site.images.green.id}"]`)]);
  const failed = editor.notice('Couldn’t check which images visitors see in this post.');
  const retry = failed.getByRole('button', { name: 'Try again' });
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#a11y-speak-assertive')).toContainText('Couldn’t check');
  await expect(retry).toBeFocused();
  await expectAccessible(page);
  await page.unroute(route);
  await page.keyboard.press('Enter');
  await expect(editor.sidebar).toContainText(`1 image in “[gallery]” can’t be edited here.`);
  await expect(failed).toHaveCount(0);

  await test.step('a post has no images only if visitors see none', async () => {
    await editor.startAgain([paragraph(`[gallery ids="${site.images.green.id}"]`)]);
    const empty = 'This post has no images yet.';
    await expect(editor.sidebar).toContainText(`1 image in “[gallery]” can’t be edited here.`);
    await expect(editor.sidebar).not.toContainText(empty);
    await page.evaluate(() => {
      const { getBlocksByName } = window.wp.data.select('core/block-editor');
      const [id = ''] = getBlocksByName('core/paragraph');
      const { updateBlockAttributes } = window.wp.data.dispatch('core/block-editor');
      updateBlockAttributes(id, { content: 'https://example.com/embedded' });
    });
    await expect(editor.sidebar).toContainText(empty);
    // Comparing has stored nothing, not even about the address, which WordPress would embed.
    const stored = await site.php(
      `echo get_post( $args['id'] )->post_content, wp_json_encode( get_post_meta( $args['id'] ) );`,
      { id: post },
    );
    expect(stored).toContain('[gallery');
    expect(stored).not.toContain('_oembed');
  });

  await test.step('a plugin that is not active has its name and a link', async () => {
    await site.php(
      `mkdir( WP_PLUGIN_DIR . '/acme' );
      file_put_contents( WP_PLUGIN_DIR . '/acme/acme.php', "<?php\n// Plugin Name: Acme Tiles" );`,
    );
    await editor.startAgain([tiled(site.images.yellow.url)]);
    await expect(editor.sidebar).toContainText('The plugin Acme Tiles is not active.');
    await expect(editor.sidebar.getByRole('link', { name: 'Activate Acme Tiles' })).toHaveAttribute(
      'href',
      /plugins\.php\?plugin_status=inactive&s=Acme%20Tiles$/,
    );
    await site.php(`unlink( WP_PLUGIN_DIR . '/acme/acme.php' ); rmdir( WP_PLUGIN_DIR . '/acme' );`);
  });
});
