import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainImage } from '../../support/images.ts';
import { pathForWpCli, runWpCli } from '../../wordpress/wp-cli.ts';
import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

const settings = { generate_on_upload: true };

test('An upload is one item, whichever hooks fire, and waits for its sizes', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$sizes = array( 'sizes' => array( 'medium' => array() ) );
    $ready = function ( $id ) { return \\Altscribe\\Batches\\Store::find_item( $id )['lease_expires'] <= time(); };
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
    $batch = \\Altscribe\\Batches\\Store::current_batch();
    apply_filters( 'wp_generate_attachment_metadata', $sizes, $by_server, 'update' );
    $again = \\Altscribe\\Batches\\Store::current_batch()['counts']['waiting'];
    return array( $look, $calls_in_the_upload, $passed > 50 && $passed <= 60, item( $by_browser ), item( $by_server ), item( $without_sizes ), item( $with_text ), item( $document ), $batch['origin'], $batch['total'], count( $GLOBALS['calls'] ), $again );`,
    { settings },
  );
  const texts = ['written', 'written', 'written', 'skipped: altscribe_has_text', null];
  expect(found).toEqual([[false, true, true], 0, true, ...texts, 'upload', 4, 3, 0]);
});

test('An upload resumes the batch of uploads that waits for credits, and not one that a user paused', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$GLOBALS['has_credits'] = false;
    serve( function () { return $GLOBALS['has_credits'] ? null : no_credits(); } );
    $ids   = array( image() );
    $batch = \\Altscribe\\Batches\\Store::current_batch()['id'];
    $look  = function () use ( $batch ) { return array( batch( $batch )['state'], batch( $batch )['reason'], batch( $batch )['retry_after'], batch( $batch )['counts']['written'] ); };
    pass( 60 );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    $before = $look();
    $GLOBALS['has_credits'] = true;
    $ids[]                  = image();
    $after                  = $look();
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    $worked = $look();
    \\Altscribe\\Batches\\Control::pause_batch( $batch );
    $ids[] = image();
    return array( $before[0], $before[1]['code'], $before[2] > 0, $after, $worked, $look(), array_map( 'item', $ids ) );`,
    { settings },
  );
  expect(found).toEqual([
    ...['halted', 'altscribe_insufficient_credits', true],
    ...[
      ['running', null, null, 0],
      ['running', null, null, 1],
      ['paused', null, null, 1],
    ],
    ['written', 'waiting', 'waiting'],
  ]);
});

test('Without the setting, or not connected, uploads are not queued', async ({ site }) => {
  const upload = `$id = image(); return array( item( $id ), \\Altscribe\\Batches\\Store::current_batch(), wp_next_scheduled( 'altscribe_queue_tick' ) );`;
  expect(await runQueue(site.php, upload)).toEqual([null, null, false]);
  const unconnected = { ...settings, api_key: '' };
  expect(await runQueue(site.php, upload, { settings: unconnected })).toEqual([null, null, false]);
});

test('Uploads by users who may not generate get no text, nor do visitors’ unless the site pays', async ({
  site,
}) => {
  const uploads = `
    $uploads = function () {
      $items = array();
      foreach ( array( 'administrator', 'editor', 'author', 'subscriber', '' ) as $role ) {
        wp_set_current_user( $role ? wp_insert_user( array( 'user_login' => uniqid( 'up' ), 'user_pass' => 'x', 'role' => $role ) ) : 0 );
        $items[ $role ? $role : 'visitor' ] = item( image( '', array( 'post_author' => get_current_user_id() ) ) );
      }
      add_filter( 'wp_doing_cron', '__return_true' );
      return $items + array( 'cron' => item( image() ) );
    };`;
  const try_ = (more: object, before = '') =>
    runQueue(site.php, `${uploads} ${before} return $uploads();`, {
      settings: { ...settings, ...more },
    });
  const users = { administrator: 'waiting', editor: 'waiting', author: 'waiting' };
  const others = { subscriber: null, visitor: null, cron: null };
  expect(await try_({})).toEqual({ ...users, ...others });
  const roles = { limit_roles: true, generate_roles: ['editor'] };
  expect(await try_(roles)).toEqual({ ...users, ...others, author: null });
  const filter = `add_filter( 'altscribe_capability', function () { return 'publish_pages'; } );`;
  expect(await try_({}, filter)).toEqual({ ...users, ...others, author: null });
  expect(await try_({ visitor_uploads: true })).toEqual({
    ...users,
    subscriber: null,
    visitor: 'waiting',
    cron: 'waiting',
  });
});

test('Uploads by REST, XML-RPC and shell belong to the user who uploads', async ({ site }) => {
  await runQueue(site.php, '', {
    settings: { ...settings, limit_roles: true, generate_roles: ['editor'] },
  });
  const png = await plainImage('png', { width: 8, height: 8, colour: '#118855' });
  const upload = async (role: 'author' | 'editor', name: string) => {
    const session = await site.session(role);
    const sent = await session.fetch('/wp-json/wp/v2/media', {
      method: 'POST',
      headers: {
        'Content-Type': 'image/png',
        'Content-Disposition': `attachment; filename="${name}.png"`,
      },
      body: new Uint8Array(png),
    });
    expect(sent.status).toBe(201);
  };
  await upload('author', 'rest-by-author');
  await upload('editor', 'rest-by-editor');
  const call = async (user: 'author' | 'editor', name: string) => {
    const text = (value: string) => `<param><value><string>${value}</string></value></param>`;
    const file = `<param><value><struct>
      <member><name>name</name><value><string>${name}.png</string></value></member>
      <member><name>type</name><value><string>image/png</string></value></member>
      <member><name>bits</name><value><base64>${png.toString('base64')}</base64></value></member>
    </struct></value></param>`;
    const body = `<?xml version="1.0"?><methodCall><methodName>wp.uploadFile</methodName><params>${text('1')}${text(user)}${text('password')}${file}</params></methodCall>`;
    const sent = await fetch(`${site.url}/xmlrpc.php`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml' },
      body,
    });
    expect(await sent.text()).toContain('attachment_id');
  };
  await call('author', 'xmlrpc-by-author');
  await call('editor', 'xmlrpc-by-editor');
  await writeFile(join(site.folder, 'by-shell.png'), png);
  const shell = await runWpCli(site.folder, [
    'media',
    'import',
    join(pathForWpCli(site.folder), 'by-shell.png'),
  ]);
  expect([shell.code, shell.stderr]).toEqual([0, '']);
  const found = await runQueue(
    site.php,
    `$queue = \\Altscribe\\Batches\\Store::items_table();
    return $GLOBALS['wpdb']->get_col( "SELECT post_title FROM {$GLOBALS['wpdb']->posts} JOIN $queue ON attachment_id = ID ORDER BY attachment_id" );`,
    { settings: null, goOn: true },
  );
  expect(found).toEqual(['rest-by-editor', 'xmlrpc-by-editor.png', 'by-shell']);
});

test('A text that another plugin writes during the upload: a file name is replaced, any other stays and is reported', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$write  = '';
    // After Altscribe, like SEO and language plugins.
    add_action( 'add_attachment', function ( $id ) use ( &$write ) {
      if ( '' !== $write ) { update_post_meta( $id, '_wp_attachment_image_alt', $write ); }
    }, 20 );
    $upload = function ( $file, $text ) use ( &$write ) {
      $write = $text;
      $id    = wp_insert_attachment( array( 'guid' => 'http://altscribe-queue/', 'post_title' => pathinfo( $file, PATHINFO_FILENAME ), 'post_mime_type' => 'image/jpeg' ), "2026/$file" );
      apply_filters( 'wp_generate_attachment_metadata', array( 'sizes' => array( 'medium' => array() ) ), $id, 'create' );
      $write = '';
      return $id;
    };
    $named = array(
      $upload( 'harbour-boats.jpg', 'Harbour Boats' ),
      $upload( 'harbour_boats-1.jpg', 'harbour boats' ),
      $upload( 'harbour-boats-scaled.jpg', 'harbour-boats.jpg' ),
    );
    $late  = $upload( 'quay.jpg', '' );
    $other = $upload( 'pier.jpg', 'Two boats at the pier' );
    serve( function ( $id ) use ( $late ) {
      if ( $id === $late ) { update_post_meta( $id, '_wp_attachment_image_alt', 'Quay' ); }
    } );
    work_through();
    $states = array_map( 'item', array_merge( $named, array( $late, $other ) ) );
    $texts  = array_map( 'alt', array_merge( $named, array( $late, $other ) ) );
    $is_new = array_map( function ( $id ) { return "Text of $id"; }, array_merge( $named, array( $late ) ) );
    $told   = \\Altscribe\\Batches\\Batch_Routes::item_to_array( \\Altscribe\\Batches\\Store::find_item( $other ) )['error']['message'];
    \\Altscribe\\Batches\\Control::undo_item( $named[0] );
    \\Altscribe\\Batches\\Control::undo_item( $late );
    $calls = count( $GLOBALS['calls'] );
    \\Altscribe\\Batches\\Control::retry_item( $other );
    work_through();
    return array( $states, array_slice( $texts, 0, 4 ) === $is_new, $texts[4], $told, alt( $named[0] ), alt( $late ), $calls, item( $other ), alt( $other ) );`,
    { settings },
  );
  expect(found).toEqual([
    ['written', 'written', 'written', 'written', 'skipped: altscribe_has_text'],
    true,
    'Two boats at the pier',
    'The image already had alt text when the upload finished. Nothing was generated.',
    'Harbour Boats',
    'Quay',
    4,
    // A retry makes a suggestion.
    'suggested',
    'Two boats at the pier',
  ]);
});

test('A text is generated in the language of the image, which may be picked for its post', async ({
  site,
}) => {
  await site.define({ ALTSCRIBE_TEST_POLYLANG: '1' });
  const found = await runQueue(
    site.php,
    `$asked = array();
    add_filter( 'altscribe_request', function ( $fields, $target ) use ( &$asked ) {
      $asked[ $target['attachment_id'] ] = $fields['language_code'];
      return $fields;
    }, 20, 2 );
    $post = wp_insert_post( array( 'post_title' => 'Ahoi', 'meta_input' => array( '_altscribe_language' => 'de_DE' ) ) );
    $none = image( '', array( 'post_parent' => $post ) );
    // Polylang sets the language of an upload after Altscribe has seen it.
    add_action( 'add_attachment', function ( $id ) { pll_set_post_language( $id, 'fr' ); }, 20 );
    $own = image( '', array( 'post_parent' => $post ) );
    work_through();
    $known = array_map( 'Altscribe\\Core\\Languages::of_post', array( $none, $own ) );
    wp_delete_post( $post, true );
    return array( $known, array( $asked[ $none ], $asked[ $own ] ) );`,
    { settings },
  );
  await site.define({});
  expect(found).toEqual([
    ['de_DE', 'fr_FR'],
    ['de_DE', 'fr_FR'],
  ]);
});

test('A site that only generates on upload also deletes old batches', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$old = image();
    work_through();
    $before = array( item( $old ), \\Altscribe\\Batches\\Store::current_batch()['state'] );
    pass( 31 * DAY_IN_SECONDS );
    $new = image();
    return array( $before, item( $old ), item( $new ), (int) $GLOBALS['wpdb']->get_var( 'SELECT COUNT(*) FROM ' . \\Altscribe\\Batches\\Store::batches_table() ) );`,
    { settings },
  );
  expect(found).toEqual([['written', 'finished'], null, 'waiting', 1]);
});

test('The text of an upload is added to the post that it was uploaded to', async ({
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
  const buffer = await plainImage('jpeg', { width: 1100, height: 825, colour: '#118855' });
  const file = { name: 'harbour.jpg', mimeType: 'image/jpeg', buffer };
  await editor.canvas.locator('.wp-block-image input[type="file"]').setInputFiles(file);
  const ready = `return (int) $GLOBALS['wpdb']->get_var( 'SELECT COUNT(*) FROM ' . \\Altscribe\\Batches\\Store::items_table() . " WHERE state = 'waiting' AND lease_expires = 0" );`;
  const options = { settings: null, goOn: true };
  // The sizes exist, so the item no longer waits for them.
  await expect.poll(() => runQueue(site.php, ready, options)).toBe(1);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await runQueue(site.php, `\\Altscribe\\Batches\\Worker::work_on_queue( 30 );`, options);

  await expect(editor.snackbar('Alt text added.')).toBeVisible();
  await expect(editor.canvasImages.first()).toHaveAttribute('alt', 'A text by OpenAI');
  await expect(editor.row(1)).toContainText('Written by AI, not checked');
  await expect(editor.sidebar).toContainText('9 credits left');
  const before = asked.length;
  await editor.save();
  expect(asked).toHaveLength(before);
});
