import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

test('The preview of an import queries its images together', async ({ site }) => {
  const queries = await runQueue(
    site.php,
    `$parents = array_map( function ( $number ) { return wp_insert_post( array( 'post_title' => "Parent $number" ) ); }, range( 1, 20 ) );
    $rows = '';
    foreach ( range( 1, 100 ) as $number ) {
      $rows .= image( '', array( 'post_parent' => $parents[ $number % 20 ] ) ) . ",Text $number\\n";
    }
    wp_cache_flush();
    wp_get_current_user()->get_role_caps();
    $before  = $GLOBALS['wpdb']->num_queries;
    $preview = \\Altscribe\\Csv\\Import::preview( "id,alt_text\\n$rows", 2 );
    $queries = $GLOBALS['wpdb']->num_queries - $before;
    foreach ( $parents as $id ) { wp_delete_post( $id, true ); }
    return array( 'rows' => count( $preview['rows'] ), 'queries' => $queries );`,
  );
  expect(queries).toEqual({ rows: 100, queries: expect.any(Number) });
  expect((queries as { queries: number }).queries).toBeLessThan(15);
});

test('An export says of each image which text it has, and whether it is decorative', async ({
  site,
}) => {
  const rows = await runQueue(
    site.php,
    `$ids  = array( image( 'A boat, "red"' ), image(), image( '', array( 'post_title' => 'IMG_1' ) ), image( '=cmd' ) );
    update_post_meta( $ids[1], '_altscribe_decorative', '1' );
    $file = fopen( 'php://temp', 'w+b' );
    \\Altscribe\\Csv\\Export::export( $file );
    rewind( $file );
    $rows = array();
    while ( $row = fgetcsv( $file, 0, ',', '"', '' ) ) {
      $at = array_search( (int) $row[0], $ids, true );
      if ( ! $rows || false !== $at ) { $rows[] = array_merge( array( false === $at ? $row[0] : $at, str_replace( (string) $row[0], 'ID', $row[1] ) ), array_slice( $row, 3 ) ); }
    }
    return $rows;`,
  );
  const nothing = ['', '', '', '', '', ''];
  expect(rows).toEqual([
    expect.arrayContaining(['alt_text', 'state', 'decorative']),
    [0, 'missing-ID.jpg', 'en_US', 'A boat, "red"', 'good', '0', 'hand', ...nothing],
    [1, 'missing-ID.jpg', 'en_US', '', 'decorative', '1', '', ...nothing],
    [2, 'missing-ID.jpg', 'en_US', '', 'missing', '0', '', ...nothing],
    [3, 'missing-ID.jpg', 'en_US', "'=cmd", 'good', '0', 'hand', ...nothing],
  ]);
});

test('A long export has each image once', async ({ site }) => {
  const { made, exported, number } = (await runQueue(
    site.php,
    `$made = array();
    for ( $n = 0; $n <= 2 * \\Altscribe\\Csv\\Csv_File::CHUNK; $n++ ) { $made[] = image(); }
    $file   = fopen( 'php://temp', 'w+b' );
    $number = \\Altscribe\\Csv\\Export::export( $file );
    rewind( $file );
    fgetcsv( $file, 0, ',', '"', '' );
    $exported = array();
    while ( $row = fgetcsv( $file, 0, ',', '"', '' ) ) { $exported[] = (int) $row[0]; }
    return array( 'made' => $made, 'exported' => $exported, 'number' => $number );`,
  )) as { made: number[]; exported: number[]; number: number };
  expect(exported.slice(-made.length)).toEqual(made);
  expect(exported).toEqual([...new Set(exported)]);
  expect(number).toBe(exported.length);
});

test('Files of other programs: lines that end in CR, “sep=”, and empty rows', async ({ site }) => {
  const read = await runQueue(
    site.php,
    `$id    = image();
    $other  = image();
    $read   = function ( $csv ) use ( $id, $other ) {
      $file = fopen( 'php://temp', 'w+b' );
      fwrite( $file, str_replace( array( 'ONE', 'TWO' ), array( $id, $other ), $csv ) );
      rewind( $file );
      $import = \\Altscribe\\Csv\\Import::read( $file );
      return is_wp_error( $import ) ? $import->get_error_message() : array(
        'rows'   => array_map( function ( $row ) { return array( $row['line'], $row['alt_text'] ); }, $import['rows'] ),
        'errors' => $import['errors'],
      );
    };
    return array_map( $read, $args['files'] );`,
    {
      args: {
        files: {
          cr: 'id,alt_text\rONE,A boat\rTWO,"A\nlake"\r',
          sep: 'sep=;\r\nid;alt_text\r\nONE;A boat, blue\r\nTWO;A lake\r\n',
          quoted: '\uFEFF"sep=|"\nid|alt_text\nONE|A boat\n',
          separator: 'sep=|\rid|alt_text\rONE|A boat\rTWO|A lake',
          empty: 'id,alt_text\nONE,A boat\n,\n \nTWO,A lake\n,\n , \n\n',
          'not CR': 'id,alt_text\nONE,"A\rboat"\n',
          'no text': 'id;text\nONE;A boat\n',
        },
      },
    },
  );
  const one = { rows: [[2, 'A boat']], errors: [] };
  expect(read).toEqual({
    cr: {
      rows: [
        [2, 'A boat'],
        [3, 'A lake'],
      ],
      errors: [],
    }, // oxfmt-ignore
    sep: {
      rows: [
        [3, 'A boat, blue'],
        [4, 'A lake'],
      ],
      errors: [],
    }, // oxfmt-ignore
    quoted: { rows: [[3, 'A boat']], errors: [] },
    separator: {
      rows: [
        [3, 'A boat'],
        [4, 'A lake'],
      ],
      errors: [],
    }, // oxfmt-ignore
    empty: {
      rows: [
        [2, 'A boat'],
        [5, 'A lake'],
      ],
      errors: [],
    }, // oxfmt-ignore
    'not CR': one,
    'no text':
      'The first line of the file must contain the column names. Missing: alt_text. See an exported file for an example.',
  });
});

test('A row whose image changes meanwhile leaves the item of an earlier batch as it was', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `global $wpdb;
    $table = \\Altscribe\\Batches\\Store::items_table();
    $ids   = images( 3 );
    $first = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $ids[0], $ids[1] ) ) );
    work_through();
    $items  = function () use ( $ids ) { return array_map( function ( $id ) { $item = \\Altscribe\\Batches\\Store::find_item( $id ); return $item ? array_diff_key( $item, array( 'updated' => 0 ) ) : null; }, $ids ); };
    $before = $items();
    $does   = array(
      // A colleague edits the text, and then undoes that.
      $ids[0] => function ( $id ) { update_post_meta( $id, '_wp_attachment_image_alt', 'By a colleague' ); },
      // A new batch takes the image.
      $ids[1] => function ( $id ) { \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $id ), 'overwrite' => true ) ); },
      $ids[2] => function ( $id ) { update_post_meta( $id, '_wp_attachment_image_alt', 'By a colleague' ); },
    );
    $result = array();
    foreach ( $does as $id => $do ) {
      // Another process is faster, after this one has compared the texts.
      $act = function ( $query ) use ( $table, $id, $do, &$act ) {
        if ( preg_match( "~^(REPLACE|INSERT|UPDATE) .*$table~s", $query ) ) {
          remove_filter( 'query', $act );
          $do( $id );
        }
        return $query;
      };
      add_filter( 'query', $act );
      $result[] = count( \\Altscribe\\Csv\\Import::apply( array( array( 'line' => 2, 'attachment_id' => $id, 'previous_text' => alt( $id ), 'alt_text' => 'From the file', 'decorative' => false ) ) )['errors'] );
      remove_filter( 'query', $act );
    }
    $after = $items();
    $queued = $after[1]['state'];
    update_post_meta( $ids[0], '_wp_attachment_image_alt', "Text of $ids[0]" );
    \\Altscribe\\Batches\\Control::undo_item( $ids[0] );
    // A text that is written has its item.
    \\Altscribe\\Csv\\Import::apply( array( array( 'line' => 2, 'attachment_id' => $ids[0], 'previous_text' => '', 'alt_text' => 'From the file', 'decorative' => false ) ) );
    $import = $items()[0];
    return array( 'errors' => $result, 'kept' => $after[0] === $before[0], 'queued' => $queued, 'none' => $after[2], 'texts' => array_map( 'alt', $ids ), 'undone' => batch( $first )['counts']['undone'], 'import' => array( $import['state'], $import['previous_text'], $import['purpose'], (int) $import['attempts'] ) );`,
  );
  expect(found).toMatchObject({
    errors: [1, 1, 1],
    kept: true,
    queued: 'waiting',
    none: null,
    texts: ['From the file', expect.stringMatching(/^Text of/), 'By a colleague'],
    import: ['written', '', '', 0],
  });
});

test('An imported row without a text can mark an image as decorative', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids     = images( 3 );
    $texts   = array( '', ' ', 'A boat' );
    $request = new WP_REST_Request( 'POST', '/altscribe/v1/import' );
    $request->set_body_params( array( 'rows' => array_map( function ( $id, $text ) {
      return array( 'line' => 2, 'attachment_id' => $id, 'previous_text' => '', 'alt_text' => $text, 'decorative' => true );
    }, $ids, $texts ) ) );
    $errors = rest_do_request( $request )->get_data()['errors'];
    return array( $errors, array_map( function ( $id ) { return array( alt( $id ), get_post_meta( $id, '_altscribe_decorative', true ) ); }, $ids ) );`,
  );
  expect(found).toEqual([
    [],
    [
      ['', '1'],
      ['', '1'],
      ['A boat', false],
    ],
  ]);
});

test('A date that does not exist is refused everywhere', async ({ site }) => {
  const session = await site.session('administrator');
  const sentence = 'is not a date in the format 2026-11-30.';
  for (const date of ['2026-13-01', '2026-02-30', '0000-00-00']) {
    for (const route of ['images', 'images/counts']) {
      for (const name of ['after', 'before']) {
        const { status, text } = await session.rest(
          'GET',
          `/altscribe/v1/${route}?${name}=${date}`,
        );
        expect([status, text], `${route} ${name}`).toEqual([
          400,
          expect.stringContaining(sentence),
        ]);
      }
    }
    for (const route of ['batches', 'batches/preview']) {
      const answer = await session.rest('POST', `/altscribe/v1/${route}`, {
        filters: { after: date },
      });
      expect([answer.status, answer.text], route).toEqual([400, expect.stringContaining(sentence)]);
    }
  }
  const [nonce, nothing] = JSON.parse(
    await site.php(
      `echo wp_json_encode( array( \\Altscribe\\Core\\Urls::download_url(), \\Altscribe\\Batches\\Start::count_for_batch( array( 'filters' => array( 'after' => '2026-13-01' ) ) ) ) );`,
      {},
      'admin',
    ),
  ) as [string, number];
  // For PHP callers, whose dates are not validated.
  expect(nothing).toBe(0);
  const query = new URL(nonce).searchParams.get('_wpnonce');
  expect(query).not.toBeNull();
  const settings = await session.fetch('/wp-admin/upload.php?page=altscribe-media');
  const link = /admin-post\.php\?action=altscribe_export[^"']*?_wpnonce=(\w+)/.exec(
    (await settings.text()).replaceAll('\\/', '/').replaceAll('&amp;', '&'),
  );
  const download = async (filters: string) => {
    const response = await session.fetch(
      `/wp-admin/admin-post.php?action=altscribe_export&_wpnonce=${link?.[1] ?? ''}&${filters}`,
    );
    return [response.status, await response.text()];
  };
  expect(await download('after=2026-13-01')).toEqual([400, expect.stringContaining(sentence)]);
  expect(await download('state=nonsense')).toEqual([400, expect.any(String)]);
  expect(await download('after=2026-01-01&state=missing')).toEqual([
    200,
    expect.stringContaining('"id","file"'),
  ]);
});
