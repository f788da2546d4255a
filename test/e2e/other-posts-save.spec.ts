import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';

test('A page with a deleted template is filled and restored, and only its content changes', async ({
  site,
}) => {
  const { green } = site.images;
  const content = `<p>Ünï</p><iframe src="https://example.com/"></iframe><img src="${green.url}" alt="" class="wp-image-${green.id}">`;
  await site.session('author');
  // An administrator has added HTML, which the author may not write, to the author's post and page.
  const ids = JSON.parse(
    await site.php(
      `$author = get_user_by( 'login', 'author' )->ID;
      $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_author' => $author ), array( 'ID' => $args['image'] ) );
      clean_post_cache( $args['image'] );
      update_post_meta( $args['image'], '_wp_attachment_image_alt', 'A green boat' );
      get_role( 'author' )->add_cap( 'edit_pages' );
      get_role( 'author' )->add_cap( 'edit_published_pages' );
      $ids = array();
      foreach ( array( 'post' => 'publish', 'page' => 'publish', 'draft' => 'draft' ) as $name => $status ) {
        kses_remove_filters();
        $ids[ $name ] = wp_insert_post( wp_slash( array(
          'post_type' => 'page' === $name ? 'page' : 'post', 'post_status' => $status, 'post_author' => $author,
          'post_title' => 'A <video src="x"></video> \\\\ title', 'post_excerpt' => '<iframe src="x"></iframe> \\\\ short',
          'post_content_filtered' => '# <script>1</script>', 'post_content' => $args['content'],
        ) ) );
        wp_set_object_terms( $ids[ $name ], array(), 'category' );
      }
      update_post_meta( $ids['page'], '_wp_page_template', 'gone.php' );
      echo wp_json_encode( $ids );`,
      { image: green.id, content },
      'admin',
    ),
  ) as Record<string, number>;
  const look = async () =>
    JSON.parse(
      await site.php(
        `foreach ( $args as $name => $id ) {
          clean_post_cache( $id );
          $post = get_post( $id )->to_array();
          unset( $post['post_modified'], $post['post_modified_gmt'] );
          $found[ $name ] = $post + array( 'template' => get_post_meta( $id, '_wp_page_template', true ), 'terms' => wp_get_object_terms( $id, get_object_taxonomies( $post['post_type'] ) ) );
        }
        echo wp_json_encode( $found );`,
        ids,
      ),
    ) as Record<string, { post_content: string }>;
  const before = await look();
  const after = content.replace('alt=""', 'alt="A green boat"');
  const session = await site.session('author');
  const post_ids = Object.values(ids);
  const route = `/altscribe/v1/attachments/${green.id}`;
  const filled = await session.rest('POST', `${route}/fill`, { post_ids });
  expect([filled.status, filled.body ?? filled.text]).toMatchObject([
    200,
    post_ids.map((id) => ({ id, images: 1, reason: null })),
  ]);
  expect(await look()).toEqual(
    Object.fromEntries(
      Object.entries(before).map(([name, post]) => [name, { ...post, post_content: after }]),
    ),
  );
  const revisions = await site.php(
    `echo wp_json_encode( array_map( function ( $revision ) { return array( $revision->post_title, $revision->post_excerpt, $revision->post_content ); }, array_values( wp_get_post_revisions( $args ) ) ) );`,
    ids.post,
  );
  const fields = ['A <video src="x"></video> \\ title', '<iframe src="x"></iframe> \\ short'];
  expect(JSON.parse(revisions)).toEqual([
    [...fields, after],
    [...fields, content],
  ]);
  const undone = (await session.rest('POST', `${route}/unfill`, { post_ids })).body;
  expect(undone).toMatchObject(post_ids.map((id) => ({ id, images: 1, reason: null })));
  expect(await look()).toEqual(before);
  await site.php(
    `foreach ( $args as $id ) { wp_delete_post( $id, true ); } get_role( 'author' )->remove_cap( 'edit_pages' ); get_role( 'author' )->remove_cap( 'edit_published_pages' );`,
    post_ids,
  );
  await site.php(
    `$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_author' => 1 ), array( 'ID' => $args ) ); clean_post_cache( $args );`,
    green.id,
  );
});

test('Six images of a post make one revision, and no existing revision is deleted', async ({
  site,
}) => {
  const { green } = site.images;
  const found = JSON.parse(
    await site.php(
      `add_filter( 'wp_revisions_to_keep', function () { return 5; } );
      $content = '';
      $ids     = array();
      for ( $n = 0; $n < 6; $n++ ) {
        $id = wp_insert_attachment( array( 'post_title' => 'Boat', 'post_mime_type' => 'image/png' ), "2026/boat-$n.png" );
        update_post_meta( $id, '_wp_attachment_image_alt', "Boat $n" );
        $content .= '<img src="' . wp_get_attachment_url( $id ) . '" alt="" class="wp-image-' . $id . '">';
        $ids[] = $id;
      }
      $post = wp_insert_post( array( 'post_title' => 'Drafts', 'post_content' => 'Draft 0' ) );
      for ( $n = 1; $n < 5; $n++ ) { wp_update_post( array( 'ID' => $post, 'post_content' => "Draft $n" ) ); }
      wp_update_post( array( 'ID' => $post, 'post_content' => $content ) );
      $read = function () use ( $post ) { return array_values( wp_list_pluck( wp_get_post_revisions( $post ), 'post_content' ) ); };
      $drafts = $read();
      $fill   = function ( $name, $ids ) use ( $post ) {
        return array_map( function ( $id ) use ( $name, $post ) {
          $request = new WP_REST_Request( 'POST', "/altscribe/v1/attachments/$id/$name" );
          $request->set_body_params( array( 'post_ids' => array( $post ) ) );
          return rest_do_request( $request )->get_data()[0]['images'];
        }, $ids );
      };
      $counts  = array( $fill( 'fill', $ids ) );
      $filled  = get_post( $post )->post_content;
      $after[] = $read();
      $GLOBALS['wpdb']->query( "UPDATE {$GLOBALS['wpdb']->posts} SET post_date = '2026-01-02', post_date_gmt = '2026-01-02', post_modified = '2026-01-02', post_modified_gmt = '2026-01-02' WHERE post_parent = $post" );
      wp_cache_flush();
      $counts[] = $fill( 'unfill', array( $ids[2] ) );
      $after[] = $read();
      $saved  = get_post( $post );
      $latest = current( wp_get_post_revisions( $post ) );
      $dates  = array( $latest->post_date === $saved->post_modified, $latest->post_date_gmt === $saved->post_modified_gmt, $latest->post_modified === $saved->post_modified, $latest->post_modified_gmt === $saved->post_modified_gmt );
      wp_update_post( array( 'ID' => $post, 'post_content' => get_post( $post )->post_content . 'By hand.' ) );
      $counts[] = $fill( 'unfill', $ids );
      $after[] = $read();
      $end = get_post( $post )->post_content;
      array_map( 'wp_delete_attachment', $ids );
      wp_delete_post( $post, true );
      echo wp_json_encode( compact( 'content', 'drafts', 'filled', 'after', 'dates', 'counts', 'end' ) );`,
      green.id,
      'admin',
    ),
  ) as {
    content: string;
    drafts: string[];
    filled: string;
    after: string[][];
    dates: boolean[];
    counts: number[][];
    end: string;
  };
  const { content, drafts, filled, after, dates, counts, end } = found;
  expect(drafts).toEqual([content, 'Draft 4', 'Draft 3', 'Draft 2', 'Draft 1']);
  expect(filled.match(/alt="Boat \d"/g)).toHaveLength(6);
  expect(counts).toEqual([[1, 1, 1, 1, 1, 1], [1], [1, 1, 0, 1, 1, 1]]);
  expect(after[0]).toEqual([filled, ...drafts]);
  expect(after[1]).toEqual([filled.replace('alt="Boat 2"', 'alt=""'), ...drafts]);
  // The revision is as old as its content.
  expect(dates).toEqual([true, true, true, true]);
  // A user's revision is never overwritten.
  expect(after[2]?.slice(0, 3)).toEqual([
    `${content}By hand.`,
    `${after[1]?.[0] ?? ''}By hand.`,
    after[1]?.[0],
  ]);
  expect(end).toBe(`${content}By hand.`);
});

test('A long post with many revisions is filled and restored in little memory', async ({
  site,
}) => {
  const { green } = site.images;
  const found = JSON.parse(
    await site.php(
      `update_post_meta( $args['id'], '_wp_attachment_image_alt', 'A green boat' );
      $image   = '<img src="' . $args['url'] . '" class="wp-image-' . $args['id'] . '">';
      $content = str_repeat( '<!-- wp:paragraph --><p>' . str_repeat( 'word ', 200 ) . '</p><!-- /wp:paragraph -->', 1150 ) . $image;
      $post    = wp_insert_post( array( 'post_title' => 'Long', 'post_content' => $content ) );
      $row     = $GLOBALS['wpdb']->get_row( "SELECT * FROM {$GLOBALS['wpdb']->posts} WHERE ID = $post", ARRAY_A );
      for ( $n = 0; $n < 56; $n++ ) {
        $GLOBALS['wpdb']->insert( $GLOBALS['wpdb']->posts, array( 'ID' => null, 'post_type' => 'revision', 'post_status' => 'inherit', 'post_parent' => $post, 'post_name' => "$post-revision-v1", 'post_content' => "Draft $n" . $content, 'guid' => "r$n" ) + $row );
      }
      echo wp_json_encode( array( $post, strlen( $content ), md5( $content ) ) );`,
      { id: green.id, url: green.url },
      'admin',
    ),
  ) as [number, number, string];
  const [post, length, hash] = found;
  expect(length).toBeGreaterThan(1_200_000);
  const change = async (name: string) =>
    JSON.parse(
      await site.php(
        `ini_set( 'memory_limit', '80M' );
        $request = new WP_REST_Request( 'POST', "/altscribe/v1/attachments/{$args['id']}/{$args['name']}" );
        $request->set_body_params( array( 'post_ids' => array( $args['post'] ) ) );
        $data = rest_do_request( $request )->get_data();
        echo wp_json_encode( array( $data[0]['images'], md5( get_post( $args['post'] )->post_content ), ini_get( 'memory_limit' ) ) );`,
        { id: green.id, name, post },
        'admin',
      ),
    ) as [number, string, string];
  expect((await change('fill'))[0]).toBe(1);
  expect(await change('unfill')).toEqual([1, hash, '80M']);
  await site.php(
    `$GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->posts} WHERE post_parent = $args" );
    wp_delete_post( $args, true );`,
    post,
  );
});

test('Undoing a fill keeps the author’s own equal text, wherever it was added', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $image = image( 'A boat' );
    $own   = $block( $image, 'A boat' );
    $p     = function ( $text ) { return "<!-- wp:paragraph --><p>$text</p><!-- /wp:paragraph -->"; };
    $all   = function ( $first, $second, $end ) use ( $block, $image, $p ) { return $p( 'Early in the morning we sail' ) . $first . $p( 'to the island of the birds' ) . $second . $p( 'and in the evening back' ) . $end; };
    $undo  = function ( $change ) use ( $post, $ask, $alts, $all, $block, $image ) {
      $id = $post( $all( $block( $image ), $block( $image ), '' ) );
      $ask( 'POST', "attachments/$image/fill", array( 'post_ids' => array( $id ) ) );
      $filled = $block( $image, 'A boat' );
      wp_update_post( wp_slash( array( 'ID' => $id, 'post_content' => $change( $filled ) ) ) );
      $images = $ask( 'POST', "attachments/$image/unfill", array( 'post_ids' => array( $id ) ) )->get_data()[0]['images'];
      return array( $images, $alts( $id ) );
    };
    return array(
      'above'     => $undo( function ( $filled ) use ( $all, $own, $p ) { return $own . $p( 'In May' ) . $all( $filled, $filled, '' ); } ),
      'below'     => $undo( function ( $filled ) use ( $all, $own ) { return $all( $filled, $filled, $own ); } ),
      'beside'    => $undo( function ( $filled ) use ( $all, $own ) { return $all( $filled, $own . $filled, '' ); } ),
      'removed'   => $undo( function ( $filled ) use ( $all ) { return $all( '', $filled, '' ); } ),
      'words'     => $undo( function ( $filled ) use ( $all ) { return str_replace( 'sail', 'row', $all( $filled, $filled, '' ) ); } ),
    );`,
  );
  const text = 'A boat';
  expect(found).toEqual({
    above: [2, [text, '', '']],
    below: [2, ['', '', text]],
    // Which of the two is the author's is not known.
    beside: [1, ['', text, text]],
    removed: [1, ['']],
    words: [2, ['', '']],
  });
});

test('A fill that takes too long continues where it ended', async ({ site }) => {
  const { green } = site.images;
  const found = JSON.parse(
    await site.php(
      `update_post_meta( $args['id'], '_wp_attachment_image_alt', 'A green boat' );
      $posts = array();
      for ( $n = 0; $n < 3; $n++ ) {
        $posts[] = wp_insert_post( array( 'post_title' => "Post $n", 'post_content' => '<img src="' . $args['url'] . '" alt="" class="wp-image-' . $args['id'] . '">' ) );
      }
      $all  = function ( $results ) { return array_map( function ( $result ) { return array( $result['id'], $result['images'] ); }, $results ); };
      $fill = array( $all( \\Altscribe\\Posts\\Fill::fill_posts( $args['id'], $posts, 0 ) ), $all( \\Altscribe\\Posts\\Fill::fill_posts( $args['id'], array_slice( $posts, 1 ) ) ) );
      $undo = array( $all( \\Altscribe\\Posts\\Fill::undo_fill( $args['id'], $posts, 0 ) ), $all( \\Altscribe\\Posts\\Fill::undo_fill( $args['id'], $posts ) ) );
      foreach ( $posts as $post ) { wp_delete_post( $post, true ); }
      echo wp_json_encode( array( $posts, $fill, $undo ) );`,
      { id: green.id, url: green.url },
      'admin',
    ),
  ) as [number[], unknown, unknown];
  const [[first, second, third], filled, undone] = found;
  expect(filled).toEqual([
    [[first, 1]],
    [
      [second, 1],
      [third, 1],
    ],
  ]);
  expect(undone).toEqual([
    [[first, 1]],
    [
      [first, 0],
      [second, 1],
      [third, 1],
    ],
  ]);
});

test('A post whose autosave is newer is not changed, so the editor still offers the autosave', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    global $wpdb;
    $image = image( 'A boat' );
    $names = array( 'fill', 'undo fill', 'undo batch', 'accept', 'undo', 'long', 'undo long' );
    $ids   = array_combine( $names, array_map( function () use ( $post, $block, $image ) { return $post( $block( $image ) ); }, $names ) );
    $long  = array( 'purpose' => 'long' );
    $rows  = array(
      'accept'    => $suggest( $image, 'A boat', $ids['accept'] ),
      'undo'      => $suggest( $image, 'A boat', $ids['undo'] ),
      'long'      => $suggest( $image, "Title\n\nA long text", $ids['long'], 1, $long ),
      'undo long' => $suggest( $image, "Title\n\nA long text", $ids['undo long'], 1, $long ),
    );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $image ), 'overwrite' => true ) );
    $batch = (int) \\Altscribe\\Batches\\Store::find_item( $image )['batch_id'];
    \\Altscribe\\Batches\\Store::update_item( $image, array( 'state' => 'written', 'new_text' => 'A boat' ) );
    \\Altscribe\\Batches\\Worker::finish_batch( $batch );
    $fill  = function ( $name, $way = 'fill' ) use ( $ask, $image, $ids ) { return $ask( 'POST', "attachments/$image/$way", array( 'post_ids' => array( $ids[ $name ] ) ) )->get_data()[0]; };
    $fill( 'undo fill' );
    $fill( 'undo batch' );
    $decide( $rows['undo'] );
    $decide( $rows['undo long'] );
    // An hour later, a colleague leaves the editor without saving.
    $wpdb->query( "UPDATE $wpdb->posts SET post_modified = '2026-01-01 10:00:00', post_modified_gmt = '2026-01-01 10:00:00' WHERE ID IN (" . implode( ',', $ids ) . ')' );
    array_map( 'clean_post_cache', $ids );
    $admin = get_current_user_id();
    wp_set_current_user( $user( 'editor' ) );
    foreach ( $ids as $id ) {
      $request = new WP_REST_Request( 'POST', "/wp/v2/posts/$id/autosaves" );
      $request->set_body_params( array( 'content' => 'Not saved' ) );
      $saved[] = rest_do_request( $request )->get_status();
    }
    // A preview without changes.
    $same = $post( $block( $image ) );
    $wpdb->query( "UPDATE $wpdb->posts SET post_modified = '2026-01-01 10:00:00', post_modified_gmt = '2026-01-01 10:00:00' WHERE ID = $same" );
    clean_post_cache( $same );
    $preview = wp_create_post_autosave( wp_slash( array( 'post_ID' => $same ) + wp_array_slice_assoc( get_post( $same, ARRAY_A ), array( 'post_type', 'post_title', 'post_content', 'post_excerpt' ) ) ) );
    wp_set_current_user( $admin );
    $preview = $preview > 0 ? $ask( 'POST', "attachments/$image/fill", array( 'post_ids' => array( $same ) ) )->get_data()[0]['images'] : null;
    wp_delete_post( $same, true );
    $read   = function () use ( $ids ) { return array_map( function ( $id ) { return array( get_post( $id )->post_content, wp_get_post_autosave( $id )->post_modified_gmt > get_post( $id )->post_modified_gmt ); }, $ids ); };
    $before = $read();
    $run    = function () use ( $fill, $ask, $code, $decide, $rows, $batch, $ids ) {
      $undo = $ask( 'POST', "batches/$batch/unfill" )->get_data()['undo'];
      return array(
        'fill'       => $fill( 'fill' )['reason'],
        'undo fill'  => $fill( 'undo fill', 'unfill' )['reason'],
        'undo batch' => array( $undo['undone'], $undo['kept'] ),
        'accept'     => $code( $decide( $rows['accept'] ) ),
        'undo'       => $code( $ask( 'POST', "suggestions/{$rows['undo']}/undo" ) ),
        'long'       => $code( $decide( $rows['long'] ) ),
        'undo long'  => $code( $ask( 'POST', "suggestions/{$rows['undo long']}/undo" ) ),
      );
    };
    $listed = array_column( $ask( 'GET', "attachments/$image/posts" )->get_data()['posts'], 'message', 'id' )[ $ids['fill'] ] ?? null;
    $first  = $run();
    $kept   = $read() === $before;
    $calls  = count( $GLOBALS['calls'] );
    $ask( 'POST', "suggestions/{$rows['accept']}/long" );
    $paid   = count( $GLOBALS['calls'] ) - $calls;
    // The colleague decides, and saves.
    foreach ( $ids as $id ) { wp_update_post( wp_slash( array( 'ID' => $id, 'post_title' => 'Saved' ) ) ); }
    $then   = $run();
    return array( 'preview' => $preview, 'saved' => array_unique( $saved ), 'offered' => array_unique( array_column( $before, 1 ) ), 'listed' => $listed, 'first' => $first, 'kept' => $kept, 'paid' => $paid, 'then' => $then );`,
  );
  const refused = 'altscribe_post_has_autosave';
  expect(found).toEqual({
    preview: 1,
    saved: [200],
    offered: [true],
    listed:
      'This post has an autosave that is newer than the post. Open the post, restore the autosave or save without it, then try again.',
    first: {
      fill: 'autosave',
      'undo fill': 'autosave',
      'undo batch': [0, 2],
      accept: refused,
      undo: refused,
      long: refused,
      'undo long': refused,
    },
    kept: true,
    paid: 0,
    then: {
      fill: null,
      'undo fill': 'nothing_to_change',
      'undo batch': [2, 0],
      accept: 'accepted',
      undo: 'pending',
      long: 'accepted',
      'undo long': 'pending',
    },
  });
});

test('A save in the same second and another process that fills the post lose nothing', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    global $wpdb;
    $images = array( image( 'A boat' ), image( 'A pier' ) );
    $new    = function () use ( $post, $block, $images ) { return $post( $block( $images[0] ) . $block( $images[1] ) ); };
    /** Does something as another process at the moment when this one begins to save the post. */
    $during = function ( $does ) {
      $act = function () use ( $does, &$act ) {
        remove_action( 'pre_post_update', $act );
        $does();
      };
      add_action( 'pre_post_update', $act );
    };
    $fill   = function ( $image, $id, $way = 'fill' ) use ( $ask ) { return $ask( 'POST', "attachments/$image/$way", array( 'post_ids' => array( $id ) ) )->get_data()[0]; };
    // A colleague's save within the same second, which only changes the case of a letter.
    $id = $new();
    $wpdb->update( $wpdb->posts, array( 'post_content' => get_post( $id )->post_content . 'by hand' ), array( 'ID' => $id ) );
    clean_post_cache( $id );
    $during( function () use ( $wpdb, $id ) { $wpdb->query( "UPDATE $wpdb->posts SET post_content = REPLACE( post_content, 'by hand', 'By hand' ) WHERE ID = $id" ); } );
    $results['save'] = $fill( $images[0], $id )['reason'];
    $results['kept'] = substr( get_post( $id )->post_content, -7 );
    $results['record'] = \\Altscribe\\Posts\\Filled_Record::get( $id );
    // A user moves the post to the trash.
    $id = $new();
    $during( function () use ( $wpdb, $id ) { $wpdb->update( $wpdb->posts, array( 'post_status' => 'trash' ), array( 'ID' => $id ) ); } );
    $results['trash'] = array( $fill( $images[0], $id )['reason'], $alts( $id ) );
    // Another process fills another image, or the same one.
    foreach ( array( 1, 0 ) as $other ) {
      $id    = $new();
      $inner = array();
      $during( function () use ( $fill, $images, $other, $id, &$inner ) { $inner = $fill( $images[ $other ], $id ); } );
      $outer   = $fill( $images[0], $id );
      $written = array_sum( array( $inner['images'], $outer['images'] ) );
      $record  = array_keys( \\Altscribe\\Posts\\Filled_Record::get( $id ) );
      $listed  = array_map( function ( $image ) use ( $id ) { return in_array( $id, \\Altscribe\\Posts\\Filled_Record::list_posts( $image ), true ); }, $images );
      $texts   = array_filter( $alts( $id ) );
      foreach ( $images as $image ) { $fill( $image, $id, 'unfill' ); }
      $results['two'][] = array( 'written' => $written, 'recorded' => count( $record ) === count( $texts ) && count( array_filter( $listed ) ) === count( $texts ) && count( $texts ) > 0, 'undone' => $alts( $id ) );
    }
    return $results;`,
  );
  const both = { written: 1, recorded: true, undone: ['', ''] };
  expect(found).toEqual({
    save: 'not_saved',
    kept: 'By hand',
    record: [],
    trash: ['not_saved', ['', '']],
    two: [both, both],
  });
});
