import { geminiKey } from '../support/service-with-providers.ts';
import { text, type Behaviour } from '../support/provider-stand-in.ts';
import { writeGeminiText } from '../support/gemini-wire.ts';
import { startService } from '../support/service.ts';
import { serviceEnv } from './support/backend.ts';
import { expectAccessible } from './support/barriers.ts';
import { image } from './support/blocks.ts';
import { ClassicEditor } from './support/classic-editor.ts';
import { MediaPage, setTexts } from './support/media-page.ts';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

const words = 'one partly open';
const check = `Check: “${words}” may not be in the image`;

/** A second model that doubts these words. */
const doubting: Behaviour = (_call, response) => {
  const content = JSON.stringify({ doubt_1: words, doubt_2: 'not in it', doubt_3: '' });
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(writeGeminiText(content)));
};

test('The doubts of a second model are shown until a user has read the text', async ({
  site,
  backend,
  editor,
  page,
}) => {
  const service = await startService({
    ...serviceEnv(backend.providers),
    GEMINI_API_KEY: geminiKey,
    VERIFY_TEXTS: 'on',
  });
  const { green, blue, yellow, large } = site.images;
  const { credits } = await backend.connect({ service });
  await setTexts(site, { yellow: 'A field' });
  backend.providers.set({ openai: text(`Two doors, ${words}`), gemini: doubting });
  try {
    await test.step('in the block editor, even after a reload', async () => {
      const post = await editor.openPost([image(green), image({ ...blue, alt: 'Doors' })]);
      await editor.generate(1).click();
      await expect(editor.row(1)).toContainText(check);
      expect(await credits()).toBe(9);
      await editor.rewrite(2);
      const field = editor.row(2).getByLabel('Suggested alt text for image 2');
      await expect(editor.row(2)).toContainText(check);
      await expectAccessible(page);
      await field.fill('Two doors');
      await expect(editor.row(2)).not.toContainText('may not be in the image');
      await editor.row(2).getByRole('button', { name: 'Reject' }).click();
      await editor.save();
      await editor.open(post);
      await expect(editor.row(1)).toContainText(check);
      await editor.row(1).getByRole('button', { name: 'Accept' }).click();
      await expect(editor.row(1)).not.toContainText('may not be in the image');
      await editor.save();
    });

    const media = new MediaPage(page, site);
    await test.step('in the list of Media > Alt text', async () => {
      await media.open('&tab=images&altscribe_state=missing');
      await media.row('large').getByRole('button', { name: 'Generate alt text' }).click();
      await expect(media.row('large')).toContainText('Written by AI, not checked');
      await expect(media.row('large')).toContainText(check);
      await media.row('large').getByRole('button', { name: 'Accept' }).click();
      await expect(media.row('large')).not.toContainText('may not be in the image');
    });

    await test.step('on the desk, for a text that waits', async () => {
      await site.php(
        `\\Altscribe\\Generation\\Ask::ask( array( 'attachment_id' => $args ), array( 'regenerate' => true, 'previous_text' => 'A field' ) );`,
        yellow.id,
        'admin',
      );
      await media.open('&tab=review');
      await expect(media.root.getByText(check)).toBeVisible();
      await media.button('Accept').click();
      await expect(media.root.getByText(check)).toBeHidden();
    });

    await test.step('in the classic editor', async () => {
      await site.define({ ALTSCRIBE_TEST_CLASSIC: '1' });
      const classic = new ClassicEditor(page, site);
      await classic.open(
        `<p><img class="wp-image-${large.id}" src="${large.url}" alt=""></p>`,
        'text',
      );
      await classic.generate(1).click();
      await expect(classic.row(1)).toContainText(check);
      await classic.row(1).getByRole('button', { name: 'Accept' }).click();
      await expect(classic.row(1)).not.toContainText('may not be in the image');
    });
  } finally {
    await site.define({});
    await setTexts(site, {});
    await service.dispose();
  }
});

test('Doubts travel with the texts of batches, and end with the decision', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `serve( function () { return respond( 200, array( 'altText' => 'Deux portes, une entrouverte à gauche', 'CreditsAvailable' => 7, 'plan_type' => 'pro' ), array( 'altscribe-doubts' => '["entrouverte \\\\u00e0 gauche", "not in it", 5, ""]' ) ); } );
    list( $written, $held ) = images( 2 );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $written ) ) );
    work_through();
    update_option( 'altscribe_settings', array( 'review_new_texts' => true ) + get_option( 'altscribe_settings' ) );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $held ) ) );
    work_through();
    $row   = altscribe_find_suggestion( $held );
    $item  = \\Altscribe\\Suggestions\\Store::to_array( $row );
    $found = array(
      'written' => \\Altscribe\\Media_Page\\Images::image_to_array( $written )['doubts'],
      'held'    => $row ? $item['doubts'] : null,
      'again'   => \\Altscribe\\Generation\\Ask::ask( array( 'attachment_id' => $held ) )['doubts'] ?? null,
    );
    altscribe_mark_read( $written, 1 );
    $found['read'] = \\Altscribe\\Media_Page\\Images::image_to_array( $written )['doubts'];
    // The table of the previous version.
    global $wpdb;
    $wpdb->query( 'ALTER TABLE ' . \\Altscribe\\Suggestions\\Store::table() . ' DROP COLUMN doubts' );
    update_option( 'altscribe_suggestions_schema', '1' );
    \\Altscribe\\Suggestions\\Store::make_table();
    $row = altscribe_find_suggestion( $held );
    $found['upgraded'] = array( $row['new_text'], $row['doubts'], get_option( 'altscribe_suggestions_schema' ) );
    return $found;`,
  );
  const doubts = ['entrouverte à gauche'];
  expect(found).toEqual({
    written: doubts,
    held: doubts,
    again: doubts,
    read: [],
    upgraded: ['Deux portes, une entrouverte à gauche', '', '3'],
  });
});
