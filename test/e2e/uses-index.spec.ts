import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';
import { support } from './support/uses.ts';

test('The index follows posts and files', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${support}
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    $a   = picture( 'a' );
    $url = url( 'a' );
    $log = function ( $step ) use ( &$found ) { $found[ $step ] = used(); };
    $id  = post( "<img src='$url'>", array( 'post_status' => 'draft' ) );
    $log( 'draft' );
    wp_publish_post( $id );
    $log( 'published' );
    wp_trash_post( $id );
    $log( 'trash' );
    wp_untrash_post( $id );
    wp_update_post( array( 'ID' => $id, 'post_status' => 'private' ) );
    $log( 'private' );
    $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_status' => 'future', 'post_date' => '2020-01-01 00:00:00', 'post_date_gmt' => '2020-01-01 00:00:00' ), array( 'ID' => $id ) );
    clean_post_cache( $id );
    check_and_publish_future_post( $id );
    $log( 'scheduled' );
    wp_update_post( array( 'ID' => $id, 'post_content' => 'None' ) );
    $log( 'without' );
    wp_update_post( wp_slash( array( 'ID' => $id, 'post_content' => "<img src='" . url( 'late-300x200' ) . "'><img src='" . url( 'new' ) . "'>[gallery ids=" . ( $a + 500 ) . ']' ) ) );
    $log( 'not uploaded yet' );
    $late = picture( 'late' );
    $log( 'uploaded later' );
    wp_insert_attachment( array( 'import_id' => $a + 500, 'guid' => 'http://altscribe-queue/', 'post_title' => 'i', 'post_mime_type' => 'image/jpeg' ) );
    $GLOBALS['pictures']['imported'] = $a + 500;
    $log( 'imported with its id' );
    update_post_meta( $a, '_wp_attached_file', '2026/11/new.jpg' );
    wp_update_attachment_metadata( $a, array( 'file' => '2026/11/new.jpg' ) );
    $log( 'another file' );
    // WPML and Polylang copy an attachment, with the same file.
    $copy = wp_insert_attachment( array( 'guid' => 'http://altscribe-queue/', 'post_title' => 'copy', 'post_mime_type' => 'image/jpeg' ) );
    update_post_meta( $copy, '_wp_attached_file', '2026/11/new.jpg' );
    $GLOBALS['pictures']['copy'] = $copy;
    $log( 'copied' );
    wp_delete_attachment( $a, true );
    $log( 'deleted' );
    wp_delete_attachment( $copy, true );
    wp_delete_attachment( $late, true );
    $log( 'all deleted' );
    $again = picture( 'again' );
    $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_content' => "<img class='wp-image-$again'>" ), array( 'ID' => $id ) );
    clean_post_cache( $id );
    $log( 'by SQL' );
    $state = \\Altscribe\\Posts\\Uses::state();
    \\Altscribe\\Posts\\Uses::set_state( array( 'time' => time() - 8 * DAY_IN_SECONDS ) );
    \\Altscribe\\Posts\\Uses_Index::run_uses_event();
    $log( 'after a week' );
    $GLOBALS['wpdb']->delete( $GLOBALS['wpdb']->posts, array( 'ID' => $id ) );
    \\Altscribe\\Posts\\Uses_Index::rebuild_uses();
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    $log( 'deleted by SQL' );
    $found['rows'] = $GLOBALS['wpdb']->get_col( "SELECT object_type FROM {$GLOBALS['wpdb']->prefix}altscribe_uses WHERE object_id = $id AND object_type = 'post' OR is_stale = 1" );
    return $found;`,
  );
  expect(found).toEqual({
    draft: '',
    published: 'a',
    trash: '',
    private: '',
    scheduled: 'a',
    without: '',
    'not uploaded yet': '',
    'uploaded later': 'late',
    'imported with its id': 'imported late',
    'another file': 'a imported late',
    copied: 'a imported late',
    deleted: 'copy imported late',
    'all deleted': 'imported',
    'by SQL': 'imported',
    'after a week': 'again',
    'deleted by SQL': '',
    rows: [],
  });
});

test('A change while another process is reading is not lost', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${support}
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    picture( 'a' );
    picture( 'b' );
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    $show   = function ( $name ) { return "<img src='" . url( $name ) . "' alt=''>"; };
    $during = function ( $id, $change, $read ) {
      // This process has read the post, but has not stored it yet.
      $meet = function ( $references, $type, $object ) use ( &$meet, $id, $change ) {
        if ( 'post' === $type && $object === $id ) {
          remove_filter( 'altscribe_image_references', $meet );
          $change();
          \\Altscribe\\Posts\\Uses::read_noted();
        }
        return $references;
      };
      add_filter( 'altscribe_image_references', $meet, 10, 3 );
      $read();
      \\Altscribe\\Posts\\Uses::read_noted();
      return used();
    };
    $save   = function ( $id, $content ) { return function () use ( $id, $content ) { wp_update_post( wp_slash( array( 'ID' => $id, 'post_content' => $content ) ) ); }; };
    $again  = function () { \\Altscribe\\Posts\\Uses_Index::rebuild_uses(); \\Altscribe\\Posts\\Uses_Index::read_uses( 60 ); };
    $id     = post( $show( 'a' ) );
    $found['saved twice'] = $during( $id, $save( $id, $show( 'b' ) ), 'Altscribe\\Posts\\Uses::read_noted' );
    $found['saved while all is read'] = $during( $id, $save( $id, $show( 'a' ) ), $again );
    $found['removed while all is read'] = $during( $id, $save( $id, 'None' ), $again );
    $found['added while all is read'] = $during( $id, $save( $id, $show( 'b' ) ), $again );
    $note   = function () use ( $id ) { altscribe_note_change( 'post', $id ); \\Altscribe\\Posts\\Uses::read_noted(); };
    $reads  = 0;
    add_filter( 'altscribe_image_references', function ( $references, $type, $object ) use ( &$reads, $id ) {
      $reads += 'post' === $type && $object === $id;
      return $references;
    }, 10, 3 );
    $found['unchanged'] = $during( $id, $note, $note );
    $found['reads']     = $reads;
    $found['deleted'] = $during( $id, function () use ( $id ) { wp_delete_post( $id, true ); }, $note );
    $rows   = $GLOBALS['wpdb']->get_col( 'SELECT id FROM ' . \\Altscribe\\Posts\\Uses::table() . " WHERE object_type = 'post' AND object_id = $id OR is_stale = 1" );
    return $found + compact( 'rows' );`,
  );
  expect(found).toEqual({
    'saved twice': 'b',
    'saved while all is read': 'a',
    'removed while all is read': '',
    'added while all is read': 'b',
    unchanged: 'b',
    // Once by each process.
    reads: 2,
    deleted: '',
    rows: [],
  });
});

test('An import ends, and images that share one file', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${support}
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    $a   = picture( 'a' );
    $url = url( 'a' );
    $id  = post( 'None' );
    $sql = function ( $content ) use ( $id ) {
      $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_content' => $content ), array( 'ID' => $id ) );
      clean_post_cache( $id );
    };
    \\Altscribe\\Posts\\Uses::read_noted();
    // WordPress's importer replaces addresses by SQL before this action.
    $sql( "<img src='$url'>" );
    $found['changed by SQL'] = used();
    $next = function () { return array( wp_next_scheduled( 'altscribe_read_uses' ) - time() <= 1, \\Altscribe\\Posts\\Uses::state()['phase'] ); };
    do_action( 'import_end' );
    $found['next'] = $next();
    \\Altscribe\\Posts\\Uses_Index::run_uses_event();
    $found['imported']    = used();
    $found['is_complete'] = \\Altscribe\\Posts\\Uses::state()['phase'];
    $later = function () {
      wp_clear_scheduled_hook( 'altscribe_read_uses' );
      wp_schedule_event( time() + HOUR_IN_SECONDS, 'hourly', 'altscribe_read_uses' );
    };
    $later();
    \\Altscribe\\Posts\\Uses_Index::run_uses_event();
    $found['with nothing to read'] = $next()[0];
    // Reading what was noted takes too long for the end of a request.
    $later();
    $slowly = function ( $query ) use ( &$slowly ) {
      remove_filter( 'query', $slowly );
      usleep( 2100000 );
      return $query;
    };
    $GLOBALS['altscribe_noted'] = array();
    \\Altscribe\\Posts\\Uses::note_change( 'post', $id );
    add_filter( 'query', $slowly );
    \\Altscribe\\Posts\\Uses::read_noted();
    $found['after a slow read'] = $next()[0];
    \\Altscribe\\Posts\\Uses_Index::run_uses_event();

    $b = picture( 'b' );
    update_post_meta( $b, '_wp_attached_file', '2026/11/a.jpg' );
    wp_update_attachment_metadata( $b, array( 'file' => '2026/11/a.jpg' ) );
    $found['by url'] = used();
    $forms = array(
      'id of the second' => "<img src='$url' class='wp-image-$b'>",
      'id of the first'  => "<img src='$url' class='wp-image-$a'>",
      'stale id'         => "<img src='$url' class='wp-image-" . ( $b + 900 ) . "'>",
      'both'             => "<img src='$url' class='wp-image-$a'><img src='$url' class='wp-image-$b'>",
      'block'            => "<!-- wp:image {\\"id\\":$b} --><figure><img src='$url'/></figure><!-- /wp:image -->",
    );
    wp_delete_post( $id, true );
    $found += array_map( 'image_of', $forms );
    $id = post( "<img src='$url'>" );
    wp_delete_attachment( $a, true );
    $found['first deleted'] = used();
    wp_delete_attachment( $b, true );
    $found['both deleted'] = used();
    wp_delete_post( $id, true );
    return $found;`,
  );
  expect(found).toEqual({
    'changed by SQL': '',
    next: [true, 'files'],
    imported: 'a',
    is_complete: '',
    'with nothing to read': false,
    'after a slow read': true,
    'by url': 'a',
    'id of the second': 'b',
    'id of the first': 'a',
    'stale id': 'a',
    both: 'a b',
    block: 'b',
    'first deleted': 'b',
    'both deleted': '',
  });
});

test('A synced pattern counts where visitors see it', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${support}
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    picture( 'a' );
    $ref     = function ( $id ) { return "<!-- wp:block {\\"ref\\":$id,\\"content\\":{\\"x\\":{}}} /-->"; };
    $set     = function ( $id, $content ) { wp_update_post( wp_slash( array( 'ID' => $id, 'post_content' => $content ) ) ); };
    $log     = function ( $step ) use ( &$found ) { $found[ $step ] = used(); };
    $image   = "<!-- wp:image --><figure><img src='" . url( 'a' ) . "'></figure><!-- /wp:image -->";
    $pattern = post( $image, array( 'post_type' => 'wp_block' ) );
    $log( 'in no post' );
    $post = post( $ref( $pattern ), array( 'post_status' => 'draft' ) );
    $log( 'in a draft' );
    wp_publish_post( $post );
    $log( 'in a post' );
    $outer = post( $ref( $pattern ), array( 'post_type' => 'wp_block' ) );
    $set( $post, $ref( $outer ) );
    $log( 'in a pattern in a post' );
    wp_update_post( array( 'ID' => $outer, 'post_status' => 'draft' ) );
    $log( 'in a draft of a pattern' );
    wp_publish_post( $outer );
    $log( 'published again' );
    $set( $pattern, $image . $ref( $outer ) );
    $log( 'patterns in each other' );
    wp_trash_post( $post );
    $log( 'in each other, in no post' );
    $template = post( $ref( $outer ), array( 'post_type' => 'wp_template' ) );
    $log( 'in a template of no theme' );
    wp_set_object_terms( $template, get_stylesheet(), 'wp_theme' );
    $set( $template, $ref( $outer ) . ' ' );
    $log( 'in a template' );
    wp_delete_post( $template, true );
    $log( 'template deleted' );
    $widgets = get_option( 'sidebars_widgets' );
    update_option( 'widget_block', array( 9 => array( 'content' => $ref( $pattern ) ), '_multiwidget' => 1 ) );
    update_option( 'sidebars_widgets', array_merge( $widgets, array( 'footer' => array( 'block-9' ) ) ) );
    $log( 'in a widget' );
    update_option( 'sidebars_widgets', $widgets );
    $log( 'widget removed' );
    $set( $pattern, $image );
    wp_untrash_post( $post );
    wp_publish_post( $post );
    $log( 'restored' );
    $GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Posts\\Uses::table() );
    \\Altscribe\\Posts\\Uses::read_everything_again();
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    $log( 'read anew' );
    $GLOBALS['wpdb']->delete( $GLOBALS['wpdb']->posts, array( 'ID' => $post ) );
    \\Altscribe\\Posts\\Uses_Index::rebuild_uses();
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    $log( 'post deleted by SQL' );
    wp_delete_post( $pattern, true );
    wp_delete_post( $outer, true );
    return $found;`,
  );
  expect(found).toEqual({
    'in no post': '',
    'in a draft': '',
    'in a post': 'a',
    'in a pattern in a post': 'a',
    'in a draft of a pattern': '',
    'published again': 'a',
    'patterns in each other': 'a',
    'in each other, in no post': '',
    'in a template of no theme': '',
    'in a template': 'a',
    'template deleted': '',
    'in a widget': 'a',
    'widget removed': '',
    restored: 'a',
    'read anew': 'a',
    'post deleted by SQL': '',
  });
});

test('Lists and batches say that reading has not finished', async ({ site, page }) => {
  const found = await runQueue(
    site.php,
    `${support}
    $id = picture( 'a' );
    post( "<img src='" . url( 'a' ) . "'>" );
    foreach ( range( 1, 200 ) as $number ) {
      $GLOBALS['wpdb']->insert( $GLOBALS['wpdb']->posts, array( 'post_status' => 'publish', 'post_title' => "Post $number", 'post_content' => '', 'post_excerpt' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '' ) );
    }
    $ask = function ( $route, $query = array() ) {
      $request = new WP_REST_Request( 'GET', "/altscribe/v1/$route" );
      $request->set_query_params( $query );
      return rest_do_request( $request );
    };
    $list = function () use ( $ask ) {
      $response = $ask( 'images', array( 'used' => true ) );
      return array( $response->get_headers()['X-Altscribe-Reading'] ?? null, wp_list_pluck( $response->get_data(), 'title' ) );
    };
    $batch = function () {
      $started = \\Altscribe\\Batches\\Start::start_batch( array( 'filters' => array( 'used' => true ) ) );
      return is_wp_error( $started ) ? $started->get_error_code() : 'started';
    };
    // A site so large that nothing is read meanwhile.
    $stuck = function () { return array( 'schema' => \\Altscribe\\Posts\\Uses::SCHEMA, 'phase' => 'posts', 'after' => 0, 'is_complete' => false, 'time' => time() ); };
    \\Altscribe\\Posts\\Uses::read_everything_again();
    $GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Posts\\Uses::table() );
    add_filter( 'pre_option_altscribe_uses', $stuck );
    $result['reading'] = array( $list()[0], $batch(), $ask( "attachments/$id/posts" )->get_data()['reading'] );
    remove_filter( 'pre_option_altscribe_uses', $stuck );

    \\Altscribe\\Posts\\Uses::read_everything_again();
    for ( $slices = 1; ! \\Altscribe\\Posts\\Uses_Index::read_uses( 0.0 ); $slices++ ) { continue; }
    $result['slices'] = $slices > 5;
    $result['read']   = array( $list(), $batch(), $ask( "attachments/$id/posts" )->get_data()['reading'] );
    $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->posts} WHERE post_title LIKE 'Post %'" );
    foreach ( array( \\Altscribe\\Batches\\Store::items_table(), \\Altscribe\\Batches\\Store::batches_table() ) as $table ) { $GLOBALS['wpdb']->query( "DELETE FROM $table" ); }
    return $result;`,
  );
  expect(found).toEqual({
    reading: ['49', 'altscribe_still_reading', 49],
    slices: true,
    read: [[null, ['a']], 'started', null],
  });

  await test.step('the page waits, and then shows the list', async () => {
    let answers = 0;
    await page.route(/images(\?|%3F|&).*used(=|%3D)true/, async (route) => {
      const response = await route.fetch();
      answers += 1;
      const headers = { ...response.headers(), 'X-Altscribe-Reading': '40' };
      await route.fulfill(answers < 3 ? { response, headers } : { response });
    });
    await page.goto(`${site.url}/wp-admin/upload.php?page=altscribe-media&used=1`);
    const notice = page.getByText('still reading the posts of this site (40%)').first();
    await expect(notice).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Generate' }).first(),
    ).toHaveAccessibleDescription('Altscribe is still reading the posts of this site.');
    await expect(notice).toBeHidden();
    await expect(
      page.getByRole('cell', { name: 'a', exact: true }).or(page.getByText('a.jpg')).first(),
    ).toBeVisible();
  });
});

test('A scheduled post, and changes in a visitor’s request', async ({ site }) => {
  const pictures = (await runQueue(
    site.php,
    `${support}
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    foreach ( array( 'scheduled', 'content', 'featured', 'term', 'icon' ) as $name ) { picture( $name ); }
    $id = post( "<img src='" . url( 'scheduled' ) . "'>", array( 'post_status' => 'draft' ) );
    $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_status' => 'future', 'post_date' => '2020-01-01 00:00:00', 'post_date_gmt' => '2020-01-01 00:00:00' ), array( 'ID' => $id ) );
    clean_post_cache( $id );
    wp_schedule_single_event( time() - 60, 'publish_future_post', array( $id ) );
    return $GLOBALS['pictures'];`,
  )) as Record<string, number>;
  await (await fetch(`${site.url}/wp-cron.php`)).text();
  const file = join(site.folder, 'wp-content/mu-plugins/visitor.php');
  await writeFile(
    file,
    `<?php
    add_action( 'template_redirect', function () {
      $ids = array_map( 'intval', $_GET['pictures'] ?? array() );
      if ( $ids ) {
        wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'x', 'post_content' => "<img class='wp-image-{$ids['content']}'>" ) );
        update_post_meta( get_option( 'page_on_front' ) ?: wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'y' ) ), '_thumbnail_id', $ids['featured'] );
        update_term_meta( 1, 'thumbnail_id', $ids['term'] );
        update_option( 'site_icon', $ids['icon'] );
      } else {
        // Other plugins' caches and logs.
        update_option( 'a_cache', time() );
        update_post_meta( 1, 'visits', time() );
        wp_insert_post( array( 'post_type' => 'oembed_cache', 'post_status' => 'publish', 'post_title' => 'z', 'post_content' => 'c' ) );
      }
      die( function_exists( 'altscribe_note_change' ) ? 'loaded' : 'not loaded' );
    } );`,
  );
  const visit = async (query: string) => (await fetch(`${site.url}/?${query}`)).text();
  expect(await visit('')).toBe('not loaded');
  const query = Object.entries(pictures).map(([name, id]) => `pictures[${name}]=${String(id)}`);
  expect(await visit(query.join('&'))).toBe('loaded');
  await rm(file);
  const found = await site.php(
    `global $wpdb;
    $used = $wpdb->get_col( 'SELECT attachment_id FROM ' . \\Altscribe\\Posts\\Uses::table() . ' WHERE is_published = 1' );
    delete_term_meta( 1, 'thumbnail_id' );
    delete_option( 'site_icon' );
    echo implode( ' ', array_keys( array_intersect( $args, $used ) ) );`,
    pictures,
  );
  expect(found).toBe('scheduled content featured term icon');
});
