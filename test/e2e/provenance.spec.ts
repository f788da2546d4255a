import { MediaLibrary } from './support/media-library.ts';
import { MediaPage } from './support/media-page.ts';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

/** PHP: the service names its model, and shortcuts to what is recorded. */
const helpers = `
  serve( function ( $id ) {
    return respond( 200, array( 'altText' => "Two boats of $id", 'CreditsAvailable' => 7, 'plan_type' => 'pro' ), array( 'altscribe-model' => 'gr%C3%B6%C3%9Fe%202', 'altscribe-prompt' => '1' ) );
  } );
  $call = function ( $method, $route, $params = array() ) {
    $request = new WP_REST_Request( $method, $route );
    $request->set_header( 'Content-Type', 'application/json' );
    'GET' === $method ? $request->set_query_params( $params ) : $request->set_body( wp_json_encode( $params ) );
    $response = rest_do_request( $request );
    return array( $response->get_status(), $response->get_data() );
  };
  $admin  = get_current_user_id();
  $source = function ( $id ) use ( $admin ) {
    $record = \\Altscribe\\Library\\Provenance::describe( altscribe_get_source( $id ) );
    return $record ? array_filter( array( $record['source'], $record['model'], $record['prompt'], $record['user'] === $admin ? 'admin' : '', $record['is_unread'] ? 'unread' : '', $record['read_by'] === $admin ? 'read' : '', $record['was_generated'] ? 'edited' : '' ) ) : null;
  };
  $source = function ( $id ) use ( $source ) { wp_cache_flush(); $found = $source( $id ); return $found ? implode( ' ', $found ) : null; };
`;

test('Each way of writing an alt text records where it comes from', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $found = array();
    $block = function ( $id ) {
      $url = wp_get_attachment_url( $id );
      return "<!-- wp:image {\\"id\\":$id} --><figure class=\\"wp-block-image\\"><img src=\\"$url\\" alt=\\"\\" class=\\"wp-image-$id\\"/></figure><!-- /wp:image -->";
    };
    list( $queued, $shown, $by_hand, $imported, $old ) = array( image(), $args['green'], $args['blue'], image(), image( 'From before' ) );
    delete_post_meta( $old, '_altscribe_source' );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $queued, $old ), 'overwrite' => true ) );
    work_through();
    $found['queue'] = $source( $queued );
    $found['queue, replaced'] = $source( $old );
    \\Altscribe\\Batches\\Control::undo_item( $old );
    $found['undone'] = array( alt( $old ), $source( $old ), get_post_meta( $old, '_altscribe_unread', true ) );

    // The button in the media library, whose text an editor then saves.
    $text = $call( 'POST', "/altscribe/v1/attachments/$shown/generate" )[1]['alt_text'];
    $found['shown only'] = $source( $shown );
    $call( 'POST', "/wp/v2/media/$shown", array( 'alt_text' => $text ) );
    $found['saved'] = $source( $shown );
    // The editor knows it when it opens.
    $found['in the editor'] = \\Altscribe\\Editor\\Block_Editor::editor_attachments( (object) array( 'ID' => 0, 'post_content' => $block( $shown ) ) )[ $shown ]['source']['read'];
    $call( 'POST', "/altscribe/v1/images/$shown", array( 'alt_text' => 'Two boats, corrected', 'previous_text' => $text ) );
    $found['corrected'] = $source( $shown );
    $call( 'POST', "/altscribe/v1/images/$shown", array( 'alt_text' => $text, 'previous_text' => 'Two boats, corrected' ) );
    $found['back'] = $source( $shown );
    $found['another text was read'] = $call( 'POST', "/altscribe/v1/images/$shown/read", array( 'text' => 'Another' ) )[0];
    $found['read'] = array( $call( 'POST', "/altscribe/v1/images/$shown/read", array( 'text' => $text ) )[1]['state'], $source( $shown ) );

    // A forged record is ignored.
    $call( 'POST', "/wp/v2/media/$by_hand", array( 'alt_text' => 'Written by hand', 'altscribe_source' => array( 'source' => 'generated', 'model' => 'forged' ), 'meta' => array( '_altscribe_source' => array( 'source' => 'generated' ) ) ) );
    $found['media modal'] = $source( $by_hand );
    $found['field'] = array_intersect_key( $call( 'GET', "/wp/v2/media/$by_hand", array( 'context' => 'edit' ) )[1]['altscribe_source'], array( 'source' => 1, 'user_name' => 1, 'reader_name' => 1 ) );

    \\Altscribe\\Csv\\Import::apply( array( array( 'line' => 2, 'attachment_id' => $imported, 'alt_text' => 'From a file', 'previous_text' => '', 'decorative' => false ) ) );
    $found['import'] = $source( $imported );

    foreach ( array( null, 'Two edited boats' ) as $decided ) {
      $suggested = image();
      $row = altscribe_decide_suggestion( altscribe_add_suggestion( array( 'attachment_id' => $suggested, 'new_text' => 'Two suggested boats', 'model' => 'gpt', 'prompt' => '2' ) ), 'accept', $decided );
      $found['decided'][] = $source( $suggested );
      altscribe_undo_suggestion( $row['id'] );
      $found['decided'][] = $source( $suggested );
    }
    // A user who applies a suggestion in the media library has read it.
    $text = $call( 'POST', "/altscribe/v1/attachments/$imported/generate" )[1]['alt_text'];
    $found['applied'] = array( $call( 'POST', "/altscribe/v1/images/$imported", array( 'alt_text' => $text, 'previous_text' => 'From a file' ) )[1]['state'], $source( $imported ) );
    // WordPress 7.1 reads it from the file during the upload.
    foreach ( array( 'file', 'image', 'media' ) as $name ) { require_once ABSPATH . "wp-admin/includes/$name.php"; }
    $file = wp_tempnam( 'boats.png' );
    imagepng( imagecreatetruecolor( 9, 9 ), $file );
    $text = 'iTXtXML:com.adobe.xmp' . str_repeat( chr( 0 ), 5 ) . '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"><Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">Boats in the file</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility></rdf:Description></rdf:RDF></x:xmpmeta>';
    $png  = file_get_contents( $file );
    file_put_contents( $file, substr( $png, 0, 33 ) . pack( 'N', strlen( $text ) - 4 ) . $text . pack( 'N', crc32( $text ) ) . substr( $png, 33 ) );
    $from_file = media_handle_sideload( array( 'name' => 'boats.png', 'tmp_name' => $file ) );
    $found['file'] = function_exists( 'wp_get_image_alttext' ) ? array( alt( $from_file ), $source( $from_file ) ) : array( 'Boats in the file', 'file admin' );
    wp_delete_attachment( $from_file, true );

    $post = wp_insert_post( array( 'post_title' => 'Boats', 'post_status' => 'publish', 'post_content' => $block( $shown ) . $block( $by_hand ) ) );
    \\Altscribe\\Posts\\Fill::fill_posts( $shown, array( $post ) );
    \\Altscribe\\Posts\\Fill::fill_posts( $by_hand, array( $post ) );
    $records = altscribe_get_post_sources( $post );
    foreach ( array( $shown, $by_hand ) as $id ) {
      $record = $records[ altscribe_source_key( $id, alt( $id ) ) ];
      $found['filled'][] = array( $record['source'], $record['model'], $record['read'] > 0 );
    }
    wp_delete_post( $post, true );
    return $found;`,
    { args: { green: site.images.green.id, blue: site.images.blue.id } },
  );
  const generated = 'generated größe 2 1 admin';
  expect(found).toEqual({
    queue: `${generated} unread`,
    'queue, replaced': `${generated} unread`,
    undone: ['From before', null, ''],
    'shown only': null,
    saved: `${generated} unread`,
    corrected: 'hand größe 2 1 admin edited',
    back: `${generated} unread`,
    'in the editor': 0,
    'another text was read': 409,
    read: ['good', `${generated} read`],
    'media modal': 'hand admin',
    field: { source: 'hand', user_name: 'admin', reader_name: '' },
    import: 'imported admin',
    applied: ['good', `${generated} read`],
    decided: ['generated gpt 2 admin read', null, 'hand gpt 2 admin edited', null],
    file: ['Boats in the file', 'file admin'],
    filled: [
      ['generated', 'größe 2', true],
      ['library', '', false],
    ],
  });
});

test('Every screen shows the same numbers of texts to check and of suggested ones', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    require_once ABSPATH . 'wp-admin/includes/template.php';
    $found = array();
    $ids   = images( 3 );
    list( $changed, $faulty, $read ) = $ids;
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $changed, $read ) ) );
    work_through();
    serve( function () { return text( 'IMG_2034' ); } );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $faulty ) ) );
    work_through();
    $count = function ( $state = 'unread' ) use ( $call ) {
      wp_cache_flush();
      \\Altscribe\\Library\\Counts::forget_counts();
      $states = array_intersect_key( \\Altscribe\\Library\\Counts::count_states(), array_flip( array( 'unread', 'check', 'good' ) ) );
      ob_start();
      \\Altscribe\\Platform\\Dashboard::render_dashboard_widget();
      preg_match( '/altscribe_state=' . $state . '"[^>]*>(\\d+)/', ob_get_clean(), $widget );
      $query = new WP_Query( array( 'post_type' => 'attachment', 'post_status' => 'inherit', 'altscribe_state' => $state, 'fields' => 'ids' ) );
      $list  = $call( 'GET', '/altscribe/v1/images', array( 'state' => $state ) )[1];
      return $states + array( 'same' => array(
        $call( 'GET', '/altscribe/v1/images/counts' )[1][ $state ],
        \\Altscribe\\Library\\Counts::cached_counts()[ $state ],
        (int) ( $widget[1] ?? 0 ),
        (int) \\Altscribe\\Platform\\Site_Health::add_debug_information( array() )['altscribe']['fields'][ $state ]['value'],
        count( $query->posts ),
        count( $list ),
        \\Altscribe\\Report\\Report::get()['library'][ $state ],
        \\Altscribe\\Batches\\Start::count_for_batch( array( 'filters' => array( 'state' => $state ), 'regenerate' => true ) ),
      ), 'unread only' => array(
        (int) preg_replace( '/\\D.*/', '', \\Altscribe\\Platform\\Site_Health::test_unread_texts()['label'] ),
        \\Altscribe\\Platform\\Abilities::run_list_missing_ability( array() )['unread'],
      ) );
    };
    // A suggested image is never missing, and a batch asks for it only if its text may be replaced.
    $missing = function () use ( $call ) {
      \\Altscribe\\Library\\Counts::forget_counts();
      return array(
        \\Altscribe\\Library\\Counts::count_states()['missing'],
        \\Altscribe\\Library\\Counts::cached_counts()['missing'],
        count( $call( 'GET', '/altscribe/v1/images', array( 'state' => 'missing', 'per_page' => 100 ) )[1] ),
        \\Altscribe\\Platform\\Abilities::run_list_missing_ability( array() )['total'],
        \\Altscribe\\Batches\\Start::preview_batch( array() )['images'],
      );
    };
    $before  = $missing();
    $with    = \\Altscribe\\Batches\\Start::count_for_batch( array( 'regenerate' => true ) );
    $waiting = image();
    $titled  = image( 'A lighthouse at dusk' );
    $found['more missing'] = $missing()[0] - $before[0];
    foreach ( array( $waiting, $titled ) as $id ) { altscribe_add_suggestion( array( 'attachment_id' => $id, 'new_text' => 'Two boats' ) ); }
    $found['missing'] = $missing() === $before;
    $found['again'] = \\Altscribe\\Batches\\Start::count_for_batch( array( 'regenerate' => true ) ) - $with;
    $found['waiting'] = \\Altscribe\\Batches\\Start::preview_batch( array() )['suggested']['images'];
    $found['suggested'] = $count( 'suggested' )['same'];
    $found['states'] = array( \\Altscribe\\Library\\States::of_image( $waiting )['state'], \\Altscribe\\Library\\States::of_image( $titled )['state'] );
    $found['row'] = array_keys( \\Altscribe\\Media_Library\\Actions::add_row_actions( array(), get_post( $waiting ) ) );
    $found['sum'] = array_sum( array_diff_key( \\Altscribe\\Library\\Counts::count_states(), array_flip( array( 'images', 'pending' ) ) ) ) - \\Altscribe\\Library\\Counts::count_states()['images'];
    $found['generated'] = $count();
    ob_start();
    \\Altscribe\\Media_Library\\Image_List::render_column( 'altscribe', $faulty );
    $found['column'] = trim( preg_replace( '/\\s*<[^>]+>\\s*/', ' ', ob_get_clean() ) );
    $found['ability'] = array( \\Altscribe\\Platform\\Abilities::run_check_ability( array( 'attachment_id' => $faulty ) )['unread'], \\Altscribe\\Platform\\Abilities::run_check_ability( array( 'attachment_id' => $faulty, 'text' => 'Another text' ) )['unread'] );
    $found['actions'] = array( 'read' => isset( \\Altscribe\\Media_Library\\Actions::add_row_actions( array(), get_post( $read ) )['altscribe_read'] ) );

    altscribe_mark_read( $faulty, $admin );
    $call( 'POST', "/altscribe/v1/images/$read/read" );
    $found['two read'] = $count();
    $found['actions']['then'] = isset( \\Altscribe\\Media_Library\\Actions::add_row_actions( array(), get_post( $read ) )['altscribe_read'] );
    // An edit that no hook of WordPress reports.
    $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->postmeta, array( 'meta_value' => 'Ships in a wide bay' ), array( 'post_id' => $changed, 'meta_key' => '_wp_attachment_image_alt' ) );
    $found['edited'] = $count();
    $found['row of a missing one'] = array_keys( \\Altscribe\\Media_Library\\Actions::add_row_actions( array(), get_post( image() ) ) );
    $found['kept small'] = strlen( serialize( get_post_meta( $read, '_altscribe_source', true ) ) ) < 400;
    return $found;`,
  );
  const same = (count: number, number: number) => Array<number>(count).fill(number);
  expect(found).toEqual({
    'more missing': 1,
    missing: true,
    again: 1,
    waiting: 1,
    suggested: same(8, 2),
    states: ['suggested', 'good'],
    row: ['altscribe_review'],
    // The image with a text, for which another one waits.
    sum: 1,
    generated: { unread: 3, check: 0, good: 1, same: same(8, 3), 'unread only': same(2, 3) },
    column: expect.stringContaining(
      'Written by AI, not checked. Check: looks like a file name',
    ) as unknown,
    ability: [true, false],
    actions: { read: true, then: false },
    'two read': { unread: 1, check: 1, good: 2, same: same(8, 1), 'unread only': same(2, 1) },
    edited: { unread: 0, check: 1, good: 3, same: same(8, 0), 'unread only': same(2, 0) },
    'row of a missing one': ['altscribe_generate', 'altscribe_decorative'],
    'kept small': true,
  });
});

test('Only people who may edit a post see its records, and no request can invent a reader', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $author = wp_insert_user( array( 'user_login' => 'reader', 'user_pass' => 'password', 'user_email' => 'reader@example.com', 'display_name' => 'Rita Reader', 'role' => 'author' ) );
    $post   = wp_insert_post( array( 'post_title' => 'Boats', 'post_status' => 'publish' ) );
    $key    = altscribe_source_key( 7, 'Two boats' );
    $entry  = array( 'source' => 'generated', 'model' => 'gpt', 'prompt' => '1', 'text' => md5( 'Two boats' ), 'time' => 1, 'user' => $author, 'read_by' => $author, 'read' => 0 );
    $save   = function ( $entries ) use ( $call, $post ) {
      $answer = $call( 'POST', "/wp/v2/posts/$post", array( 'altscribe_sources' => (object) $entries ) );
      return 200 === $answer[0] ? (array) $answer[1]['altscribe_sources'] : $answer[0];
    };
    $found  = array();
    $name   = function ( $record ) use ( $admin, $author, $key ) {
      $names = array( 0 => '', $admin => 'admin', $author => 'reader' );
      $one   = $record[ $key ];
      return array( $one['source'], $names[ $one['user'] ], $one['time'] > time() - 60, $names[ $one['read_by'] ], $one['read'] > time() - 60 );
    };
    $found['new'] = $name( $save( array( $key => $entry, 'not a key' => $entry ) ) );
    $found['keys'] = array_keys( altscribe_get_post_sources( $post ) ) === array( $key );
    $found['read'] = $name( $save( array( $key => array( 'read' => 1, 'model' => 'other' ) + $entry ) ) );
    // The library has the same text for the same image, so the editor has read it, too.
    $copies = array( image( 'Two boats' ), image( 'Two boats' ) );
    foreach ( $copies as $id ) { altscribe_record_source( $id, 'Two boats', array( 'source' => 'generated' ) ); }
    $save( array( altscribe_source_key( $copies[0], 'Two boats' ) => array( 'read' => 1 ) + $entry, $key => $entry ) );
    $found['copies'] = array_map( 'altscribe_is_unread', $copies );
    $found['model'] = altscribe_get_post_sources( $post )[ $key ]['model'];
    $found['wrong'] = $save( array( $key => array( 'source' => 'hand' ) + $entry ) );
    $image = image();
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $image ) ) );
    work_through();
    wp_set_current_user( $author );
    $seen = function ( $route, $id ) use ( $call ) {
      $items = array_merge( $call( 'GET', $route, array( 'context' => 'edit', 'include' => array( $id ) ) )[1], array( $call( 'GET', "$route/$id" )[1] ) );
      return array_values( array_filter( array_map( function ( $item ) { return (array) ( $item['altscribe_sources'] ?? $item['altscribe_source'] ?? array() ); }, $items ) ) );
    };
    $found['author'] = array(
      $seen( '/wp/v2/posts', $post ),
      $seen( '/wp/v2/media', $image ),
      $call( 'POST', "/altscribe/v1/images/$image/read" )[0],
    );

    // The author's own image: privacy and CSV.
    $own = image( '', array( 'post_author' => $author ) );
    altscribe_record_source( $own, 'A boat', array( 'source' => 'generated', 'model' => '=gpt', 'prompt' => '1', 'user' => $author, 'time' => 1700000000 ) );
    add_post_meta( $own, '_wp_attachment_image_alt', 'A boat' );
    $unread = image( '', array( 'post_author' => $author ) );
    altscribe_record_source( $unread, 'A lake', array( 'source' => 'written', 'user' => $author, 'time' => 1700000000 ) );
    $found['own'] = $call( 'POST', "/altscribe/v1/images/$own/read" )[0];
    wp_set_current_user( $admin );
    $file = fopen( 'php://temp', 'w+b' );
    \\Altscribe\\Csv\\Export::export( $file );
    rewind( $file );
    $csv    = stream_get_contents( $file );
    $row    = current( preg_grep( "/^\\"$own\\"/", explode( "\\r\\n", $csv ) ) );
    $found['csv'] = preg_replace( '/\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00(?=","[^"]*"$)/', 'now', substr( $row, strpos( $row, '"A boat"' ) ) );
    rewind( $file );
    $found['import'] = \\Altscribe\\Csv\\Import::read( $file )['rows'];
    $found['exported'] = array_map( function ( $item ) { return implode( ' ', array_column( $item['data'], 'name' ) ); }, array_filter( \\Altscribe\\Platform\\Privacy::export_personal_data( 'reader@example.com' )['data'], function ( $item ) { return 'altscribe-texts' === $item['group_id']; } ) );
    $found['erased'] = array( \\Altscribe\\Platform\\Privacy::erase_personal_data( 'reader@example.com' )['items_removed'], \\Altscribe\\Platform\\Privacy::export_personal_data( 'reader@example.com' )['data'] );
    wp_cache_flush();
    $record = altscribe_get_source( $own );
    $found['left'] = array( $record['user'], $record['read_by'], $record['read'] > 0, altscribe_is_unread( $own ) );
    wp_delete_user( $author );
    return $found;`.replace(
      'wp_delete_user',
      "require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user",
    ),
  );
  expect(found).toEqual({
    new: ['generated', 'admin', true, '', false],
    keys: true,
    read: ['generated', 'admin', true, 'admin', true],
    copies: [false, true],
    model: 'gpt',
    wrong: 400,
    author: [[], [], 403],
    own: 200,
    csv: `"A boat","good","0","generated","'=gpt","1","2023-11-14T22:13:20+00:00","Rita Reader","now",""`,
    import: [],
    exported: ['Image or post Requested Checked', 'Image or post Written'],
    erased: [true, []],
    left: [0, 0, true, false],
  });
});

test('“Accept” for a live text in Media > Alt text and in the list of the media library', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  const { green, blue } = site.images;
  await site.php(
    `foreach ( $args as $id => $text ) {
      update_post_meta( $id, '_wp_attachment_image_alt', $text );
      altscribe_record_source( $id, $text, array( 'source' => 'generated', 'model' => 'gpt', 'prompt' => '1' ) );
    }`,
    { [green.id]: 'A green field by the sea', [blue.id]: 'image' },
  );
  const media = new MediaPage(page, site);
  await media.open('&altscribe_state=unread');
  const links = media.root.getByRole('navigation', { name: 'Images by alt text' });
  await expect(links).toHaveText(
    '4 images |2 missing |0 suggested |2 to check |0 with problems |0 decorative |0 without problems',
  );
  const state = (title: string) => media.row(title).locator('.column-state');
  await expect(state('green')).toContainText('Written by AI, not checked');
  await expect(state('blue')).toContainText(
    'Written by AI, not checkedCheck: doesn’t describe the image and too short',
  );
  const accept = media.row('green').getByRole('button', { name: 'Accept: green' });
  await accept.focus();
  await page.keyboard.press('Enter');
  await expect(state('green')).toContainText('No problems found');
  await expect(media.row('green').getByRole('button', { name: 'Edit: green' })).toBeFocused();
  await expect(page.locator('#a11y-speak-polite')).toHaveText(
    'No problems found. 1 to review, 2 missing',
  );
  await expect(links).toContainText(
    '1 to check |0 with problems |0 decorative |1 without problems',
  );

  await page.goto(`${site.url}/wp-admin/upload.php?mode=grid`);
  await page.goto(`${site.url}/wp-admin/upload.php?item=${String(blue.id)}`);
  await expect(page.getByRole('group', { name: 'Altscribe' })).toContainText(
    'Written by AI, not checked',
  );

  const library = new MediaLibrary(page, site);
  await library.openList('&altscribe_state=unread');
  await expect(page.locator('#the-list tr')).toHaveCount(1);
  await expect(library.cell(blue.id)).toContainText('Written by AI, not checked. Check:');
  await library.row(blue.id).hover();
  await library.row(blue.id).getByRole('link', { name: 'Accept: “blue”' }).click();
  await expect(page.getByText('Alt text accepted.')).toBeVisible();
  await expect(page.locator('#the-list')).toContainText('No media files found.');
  await library.openList('&altscribe_state=check');
  await expect(library.cell(blue.id)).toContainText('Check:');
});

test('An author gets the text that waits for an image by the button of its row, an editor by “Review”', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$roles = array();
    // The account is known.
    altscribe_ask( array( 'attachment_id' => image() ) );
    $GLOBALS['calls'] = array();
    foreach ( array( 'author', 'editor' ) as $role ) {
      wp_set_current_user( wp_insert_user( array( 'user_login' => uniqid( 'row' ), 'user_pass' => 'x', 'role' => $role ) ) );
      $id = image();
      altscribe_add_suggestion( array( 'attachment_id' => $id, 'new_text' => 'Two boats' ) );
      $answer = altscribe_ask( array( 'attachment_id' => $id ) );
      $roles[ $role ] = array( array_keys( apply_filters( 'media_row_actions', array(), get_post( $id ) ) ), $answer['alt_text'], $GLOBALS['calls'] );
    }
    return $roles;`,
  );
  expect(found).toEqual({
    author: [['altscribe_generate'], 'Two boats', []],
    editor: [['altscribe_review'], 'Two boats', []],
  });
});

test('Unread texts with umlauts are found in a database in latin1', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `global $wpdb;
    $own = $wpdb->postmeta;
    // A table of its own, because other characters would get lost.
    $wpdb->postmeta = "{$own}_latin1";
    $wpdb->query( "CREATE TABLE $wpdb->postmeta LIKE $own" );
    $wpdb->query( "ALTER TABLE $wpdb->postmeta CONVERT TO CHARACTER SET latin1" );
    try {
      $id = image( 'Möwen über der Mühle' );
      \\Altscribe\\Library\\Provenance::record( $id, 'Möwen über der Mühle', \\Altscribe\\Library\\Provenance::generated( array( 'model' => 'gpt' ), get_current_user_id() ) );
      $row   = function () use ( $id, $wpdb ) { return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM %i WHERE attachment_id = %d AND state = 'live'", \\Altscribe\\Suggestions\\Store::table(), $id ) ); };
      $rows  = array( $row() );
      \\Altscribe\\Suggestions\\Live::follow_library();
      $rows[] = $row();
      $bytes  = $wpdb->get_var( $wpdb->prepare( "SELECT LENGTH( meta_value ) FROM $wpdb->postmeta WHERE post_id = %d AND meta_key = '_wp_attachment_image_alt'", $id ) );
      $found  = array_map( 'intval', $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE " . \\Altscribe\\Library\\States::sql( 'unread' ) ) );
      return array( (int) $bytes, \\Altscribe\\Library\\States::of_image( $id )['state'], $found === array( $id ), $rows );
    } finally {
      $wpdb->query( "DROP TABLE $wpdb->postmeta" );
      $wpdb->postmeta = $own;
    }`,
  );
  expect(found).toEqual([20, 'unread', true, [1, 1]]);
});
