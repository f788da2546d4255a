import { status, text } from '../support/provider-stand-in.ts';
import { setOption } from '../wordpress/content.ts';
import type { PhpRunner } from '../wordpress/php-runner.ts';
import { expectAccessible } from './support/barriers.ts';
import { image, paragraph } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

test('New texts are reviewed one by one, by keyboard; the lock before publishing, and its bypass', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  const settings = JSON.parse(
    await site.php(`echo wp_json_encode( get_option( 'altscribe_settings' ) );`),
  ) as object;
  await setOption(site.php, 'altscribe_settings', {
    ...settings,
    lock_publishing_roles: ['administrator'],
    lock_until_read: true,
  });
  const { green, blue, yellow, large } = site.images;
  const post = await editor.openPost([
    image(green),
    image(blue),
    image({ ...yellow, alt: 'A yellow door' }),
  ]);

  await test.step('the review', async () => {
    const texts = ['Green fields in summer', 'A blue sky over the sea', 'A yellow wooden door'];
    let answered = 0;
    backend.providers.set({ openai: text(() => texts[answered++] ?? 'A fourth text') });
    await expect(editor.toggle).toHaveAccessibleName('Alt text, 2 missing');
    await editor.generateAll.click();
    await expect(editor.sidebar).toContainText('2 alt texts added.');
    await editor.rewrite(3);
    await expect(editor.suggestion(3)).toHaveValue(texts[2] ?? '');

    await editor.sidebar.getByRole('button', { name: 'Review 3' }).click();
    const review = editor.sidebar.getByRole('group', { name: /^Review/ });
    const spoken = page.locator('#a11y-speak-polite');
    await expect(review).toContainText('Review 1 of 3');
    const heading = review.getByRole('heading');
    const look = () => page.waitForTimeout(500);
    await expect(spoken).toHaveText(/^(Green fields|A blue sky)/);
    await expect(heading).toBeFocused();
    await expect(heading).toHaveAccessibleName(/^Review 1 of 3, .*1/);
    // Which image got which text depends on the order of the answers.
    await expectAccessible(page, '.altscribe-sidebar', [[/“[^”]+”/g, '“TEXT”']]);
    const keys = (name: RegExp) =>
      review.getByRole('button', { name }).getAttribute('aria-keyshortcuts');
    expect([await keys(/^Accept/), await keys(/^Skip/)]).toEqual(['Enter A', 'S']);

    await test.step('Enter accepts and continues, but not while it is held down', async () => {
      await look();
      await page.keyboard.down('Enter');
      await expect(review).toContainText('Review 2 of 3');
      await expect(heading).toBeFocused();
      await look();
      // The key repeat of a keyboard.
      await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await expect(review).toContainText('Review 2 of 3');
      await expect(heading).toBeFocused();
      await expect(editor.canvas.locator('.wp-block-image').nth(1)).toHaveClass(/is-selected/);
    });
    await test.step('E edits, and Enter accepts what was typed', async () => {
      const [, present = ''] = await editor.blocks.alts();
      await page.keyboard.down('e');
      await expect(review.getByLabel('Alt text')).toBeFocused();
      await page.keyboard.down('e');
      await page.keyboard.up('e');
      await expect(review.getByLabel('Alt text')).toHaveValue(present);
      await review.getByLabel('Alt text').fill('Sea and sky: e and s are letters here');
      await page.keyboard.press('Enter');
      await expect(review).toContainText('Review 3 of 3');
      expect((await editor.blocks.alts())[1]).toBe('Sea and sky: e and s are letters here');
    });
    await test.step('S skips: the suggestion stays, and the review ends', async () => {
      await expect(review).toContainText('Current text: “A yellow door”');
      await expect(review.locator('ins')).toHaveText(/wooden/);
      await look();
      await page.keyboard.press('s');
      await expect(heading).toHaveText('Review finished.');
      await expect(heading).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(review).toBeHidden();
      await expect(editor.sidebar.locator('#altscribe-run')).toBeFocused();
      expect((await editor.blocks.alts())[2]).toBe('A yellow door');
      await expect(editor.row(3)).toContainText('Suggested');
    });
    await test.step('Escape leaves it, even at 320 pixels', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await editor.openSidebarFromMenu();
      await editor.sidebar.getByRole('button', { name: 'Review 1' }).click();
      await expect(review).toContainText('Review 1 of 1');
      const overflow = await editor.sidebar.evaluate(
        (element) => element.scrollWidth - element.clientWidth,
      );
      expect(overflow).toBe(0);
      await page.keyboard.press('Escape');
      await expect(review).toBeHidden();
      await expect(editor.sidebar).toBeVisible();
    });
  });

  await test.step('before publishing: the summary, the lock and the bypass', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await editor.startAgain([
      image(green),
      image(blue),
      image({ ...yellow, alt: 'A text by hand' }),
      image(large),
      paragraph('Words'),
    ]);
    await editor.generate(2).click();
    await expect(editor.row(2)).toContainText('A fourth text');
    backend.providers.set({ openai: text('Only a pattern', 'decorative') });
    await editor.generate(4).click();
    await expect(editor.row(4)).toContainText('Decorative?');
    const status = () => site.php(`echo get_post_status( $args['post'] );`, { post });
    const panel = page.locator('.altscribe-pre-publish');
    const publish = page.getByRole('region', { name: 'Editor publish' });

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(panel).toContainText('2 to review, 1 missing');
    // The same numbers: the verdict waits for a decision.
    await expect(panel).toContainText(
      'Add alt text to 1 image or mark it as decorative. Check 2 AI texts before publishing.',
    );
    await expectAccessible(page, '.altscribe-pre-publish');
    await publish.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.locator('.components-notice__content')).toContainText(
      /Publishing failed\. Add alt text to 1 image/,
    );
    expect(await status()).toBe('draft');

    await test.step('the draft can still be saved', async () => {
      await panel.getByRole('button', { name: 'Review' }).click();
      await expect(editor.sidebar).toBeVisible();
      await editor.canvas.getByText('Words').click();
      await page.keyboard.type('More ');
      await editor.save();
      expect(await status()).toBe('draft');
    });
    await test.step('an administrator can publish anyway', async () => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await panel.getByLabel('Publish anyway').check();
      await publish.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect.poll(status).toBe('publish');
    });
  });
});

test('A batch remembers its target until its texts are applied; "Try again" uses it too, and so do free texts', async ({
  editor,
  backend,
  site,
  page,
}) => {
  const { credits } = await backend.connect();
  const { green, blue, yellow } = site.images;
  const stored = async () =>
    JSON.parse(
      await site.php(
        `echo wp_json_encode( array_map( 'Altscribe\\Library\\Alt_Text::get', $args ) );`,
        [green.id, blue.id, yellow.id],
      ),
    ) as unknown;
  page.on('dialog', (dialog) => void dialog.accept());
  let answered = 0;
  const answers = text(() => `Generated text ${String((answered += 1))}`);
  backend.providers.set({ openai: answers });

  await test.step('one suggestion, applied on its own', async () => {
    await reviewNewTexts(site);
    await editor.openPost([image(green), image(blue)]);
    await editor.generateAll.click();
    await expect(editor.sidebar).toContainText('2 alt texts suggested.');
    await editor.row(1).getByRole('button', { name: 'Accept' }).click();
    await expect(editor.snackbar('Alt text added.')).toBeVisible();
    // The library offers it to the block.
    await expect(editor.row(1)).toContainText('In the media library: “Generated text');
    expect(await editor.blocks.alts()).toEqual(['', '']);
  });

  await test.step('a waiting suggestion is not requested again', async () => {
    expect(await credits()).toBe(8);
    await expect(editor.generateAll).toHaveAccessibleDescription('');
    await editor.generateAll.click();
    await editor.sidebar.getByRole('button', { name: 'Accept 1 text' }).first().click();
    await expect(editor.row(1)).toContainText('“Generated text');
    await expect(editor.row(2)).toContainText(/Suggested.*“Generated text/s);
    await expect(editor.generateAll).toBeHidden();
    await expect(editor.run).toHaveText('Review 1');
    expect(await credits()).toBe(8);
  });

  await test.step('all suggestions', async () => {
    await page.goto('about:blank');
    await site.php(`delete_post_meta_by_key( '_wp_attachment_image_alt' );`);
    await editor.openPost([image(green), image(blue), image(yellow)]);
    await editor.generateAll.click();
    await editor.chooseForAll('Accept all 3 suggestions');
    await expect(editor.sidebar).toContainText('3 alt texts added.');
    expect(await editor.blocks.alts()).toEqual(['', '', '']);
  });

  await test.step('"Try again"', async () => {
    await site.php(
      `update_option( 'altscribe_settings', array( 'review_new_texts' => false ) + get_option( 'altscribe_settings' ) );
      update_post_meta( $args, '_wp_attachment_image_alt', 'Water' );`,
      blue.id,
    );
    // Another post, so the service has no cached text.
    await editor.openPost([image(green), image(blue)], { post_title: 'Fields' });
    const before = await credits();
    backend.providers.set({ openai: status(500) });
    await editor.generateAll.click();
    await editor.sidebar.getByRole('button', { name: 'Accept 1 text and generate 1' }).click();
    const problem = editor.notice('The alt text service had a problem.');
    await expect(problem).toBeVisible();
    await expect(editor.row(2)).toContainText('“Water”');
    await editor.blocks.change(2, { alt: '' });
    backend.providers.set({ openai: answers });
    await problem.getByRole('button', { name: 'Try again' }).click();
    await expect(editor.row(2)).toContainText('“Water”');
    await expect(editor.sidebar).toContainText('2 alt texts added.');
    expect(await editor.blocks.alts()).toEqual(['', 'Water']);
    expect(await credits()).toBe(before - 1);
    await editor.save();
    await expect.poll(stored).toEqual([expect.stringMatching(/^Generated text/), 'Water', '']);
  });
});

async function reviewNewTexts({ php }: { php: PhpRunner }): Promise<void> {
  await php(
    `update_option( 'altscribe_settings', array( 'review_new_texts' => true, 'write_to' => 'library' ) + get_option( 'altscribe_settings' ) );`,
  );
}
