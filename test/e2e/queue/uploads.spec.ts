import { plainPicture } from '../../support/pictures.ts';
import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

const settings = { generate_on_upload: true };

test('An upload is one item, whatever hooks fire, and waits for its sizes', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$sizes = array( 'sizes' => array( 'medium' => array() ) );
    $ready = function ( $id ) { return altscribe_find_item( $id )['lease_expires'] <= time(); };
    $by_browser = image();
    $look = array();
    apply_filters( 'wp_generate_attachment_metadata', array(), $by_browser, 'create' );
    $look[] = $ready( $by_browser );
    do_action( 'add_attachment', $by_browser );
    apply_filters( 'wp_generate_attachment_metadata', array(), $by_browser, 'update' );
    $look[] = $ready( $by_browser );
    $by_server = image();
    apply_filters( 'wp_generate_attachment_metadata', $sizes, $by_server, 'create' );
    $look[] = $ready( $by_server );
    $without_sizes = image();
    $with_text = image( 'By hand' );
    $document = wp_insert_attachment( array( 'post_title' => 'Paper', 'post_mime_type' => 'application/pdf' ) );
    $calls_in_the_upload = count( $GLOBALS['calls'] );
    $passed = work_through();
    $batch = altscribe_current_batch();
    apply_filters( 'wp_generate_attachment_metadata', $sizes, $by_server, 'update' );
    $again = altscribe_current_batch()['counts']['waiting'];
    return array( $look, $calls_in_the_upload, $passed > 50 && $passed <= 60, item( $by_browser ), item( $by_server ), item( $without_sizes ), item( $with_text ), item( $document ), $batch['origin'], $batch['total'], count( $GLOBALS['calls'] ), $again );`,
    { settings },
  );
  const texts = ['written', 'written', 'written', 'skipped: altscribe_text_changed', null];
  expect(found).toEqual([[false, true, true], 0, true, ...texts, 'upload', 4, 3, 0]);
});

test('Without the setting, or not connected, uploads are left alone', async ({ site }) => {
  const upload = `$id = image(); return array( item( $id ), altscribe_current_batch(), wp_next_scheduled( 'altscribe_queue_tick' ) );`;
  expect(await runQueue(site.php, upload)).toEqual([null, null, false]);
  const unconnected = { ...settings, api_key: '' };
  expect(await runQueue(site.php, upload, { settings: unconnected })).toEqual([null, null, false]);
});

test('The text of an upload comes into the post that it was uploaded to', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  await runQueue(
    site.php,
    `update_option( 'altscribe_settings', array( 'generate_on_upload' => true ) + get_option( 'altscribe_settings' ) );`,
    { settings: null },
  );
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('batch-items')) asked.push(request.url());
  });
  const block =
    '<!-- wp:image --><figure class="wp-block-image"><img alt=""/></figure><!-- /wp:image -->';
  await editor.openPost([block]);
  const buffer = await plainPicture('jpeg', { width: 1600, height: 1200, colour: '#118855' });
  const file = { name: 'harbour.jpg', mimeType: 'image/jpeg', buffer };
  await editor.canvas.locator('.wp-block-image input[type="file"]').setInputFiles(file);
  const ready = `return (int) $GLOBALS['wpdb']->get_var( 'SELECT COUNT(*) FROM ' . altscribe_queue_table() . " WHERE state = 'waiting' AND lease_expires <= " . time() );`;
  const options = { settings: null, goOn: true };
  // The sizes are there, within the minute after which nobody waits for them.
  await expect.poll(() => runQueue(site.php, ready, options), { timeout: 45_000 }).toBe(1);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await runQueue(site.php, `altscribe_work_on_queue( 30 );`, options);

  await expect(editor.snackbar('Alt text added.')).toBeVisible();
  await expect(editor.canvasImages.first()).toHaveAttribute('alt', 'A text by OpenAI');
  await expect(editor.row(1)).toContainText('Generated: please check');
  await expect(editor.sidebar).toContainText('9 credits left');
  const before = asked.length;
  await editor.save();
  expect(asked).toHaveLength(before);
});
