import type { Role } from '../wordpress/content.ts';
import { callRoutes, connect } from './support/routes.ts';
import { expect, test } from './support/test.ts';

/** The state of an image after each of some changes, and how many images are in each state. */
const changes = `
$read = function () use ( $args ) {
  wp_cache_flush();
  $state = \\Altscribe\\Library\\States::of_image( $args['id'] );
  $matching = array_filter( array( 'missing', 'check', 'decorative', 'good' ), function ( $name ) use ( $args ) {
    $query = new WP_Query( array( 'post_type' => 'attachment', 'post_status' => 'inherit', 'altscribe_state' => $name, 'fields' => 'ids', 'posts_per_page' => -1 ) );
    return in_array( $args['id'], $query->posts, true );
  } );
  return array( $state['state'], implode( ' ', $state['findings'] ), implode( ' ', $matching ) );
};
$key = '_wp_attachment_image_alt';
$results = array();
delete_post_meta( $args['id'], $key );
$results['nothing'] = $read();
update_post_meta( $args['id'], '_altscribe_decorative', 1 );
$results['marked'] = $read();
update_post_meta( $args['id'], $key, 'IMG_2034' );
$results['a file name'] = $read();
update_post_meta( $args['id'], $key, '   ' );
$results['spaces'] = $read();
delete_post_meta( $args['id'], '_altscribe_decorative' );
update_post_meta( $args['id'], $key, 'Two boats below a bridge' );
$results['a text'] = $read();
wp_update_post( array( 'ID' => $args['id'], 'post_excerpt' => 'Two <em>boats</em> below a bridge.' ) );
$results['in the caption, too'] = $read();
wp_update_post( array( 'ID' => $args['id'], 'post_excerpt' => '' ) );
$add = function ( $findings ) { return array_merge( $findings, array( 'wrong-language' ) ); };
add_filter( 'altscribe_attachment_findings', $add );
\\Altscribe\\Library\\Findings::check_attachment( $args['id'] );
remove_filter( 'altscribe_attachment_findings', $add );
$results['found by another plugin'] = $read();
delete_option( 'altscribe_checked' );
while ( ! \\Altscribe\\Library\\Findings::check_next_texts( 1 ) ) {}
$results['checked anew'] = $read();
$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->postmeta, array( 'meta_value' => 'IMG_2034' ), array( 'post_id' => $args['id'], 'meta_key' => $key ) );
wp_cache_flush();
$pending = \\Altscribe\\Library\\Counts::count_states()['pending'];
update_option( 'altscribe_settings', array( 'language' => 'de' ) + get_option( 'altscribe_settings', array() ) );
$results['pending'] = array( $pending, \\Altscribe\\Library\\Counts::count_states()['pending'] > 0 );
\\Altscribe\\Library\\Findings::check_library();
$results['other language'] = $read();
$results['pending in the end'] = \\Altscribe\\Library\\Counts::count_states()['pending'];
delete_post_meta( $args['id'], $key );
$results['kept'] = metadata_exists( 'post', $args['id'], '_altscribe_check' );
echo wp_json_encode( $results );`;

test('The state of an image follows its text, its mark, its caption and its language', async ({
  site,
}) => {
  await connect(site);
  expect(JSON.parse(await site.php(changes, { id: site.images.green.id }, 'admin'))).toEqual({
    nothing: ['missing', '', 'missing'],
    marked: ['decorative', '', 'decorative'],
    'a file name': ['check', 'file-name too-short', 'check'],
    spaces: ['decorative', '', 'decorative'],
    'a text': ['good', '', 'good'],
    'in the caption, too': ['check', 'repeats-caption', 'check'],
    'found by another plugin': ['check', 'wrong-language', 'check'],
    'checked anew': ['good', '', 'good'],
    pending: [0, true],
    'other language': ['check', 'file-name too-short', 'check'],
    'pending in the end': 0,
    kept: false,
  });
});

/** The dashboard's text after each of some changes, and how often it counted the library. */
const cachedCounts = `
\\Altscribe\\Library\\Findings::check_library();
$counted = 0;
$meanwhile = null;
add_filter( 'query', function ( $sql ) use ( &$counted, &$meanwhile ) {
  if ( false !== strpos( $sql, 'COUNT(*) AS images' ) ) {
    ++$counted;
    if ( $meanwhile ) {
      list( $work, $meanwhile ) = array( $meanwhile, null );
      $work();
    }
  }
  return $sql;
} );
$results = array();
$look = function ( $name ) use ( &$results, &$counted ) {
  $counted = 0;
  $kept = \\Altscribe\\Library\\Counts::cached_counts();
  $results[ $name ] = array( $counted, \\Altscribe\\Library\\Counts::count_states() === $kept );
};
list( $id, $key ) = array( $args['id'], '_wp_attachment_image_alt' );
\\Altscribe\\Library\\Counts::forget_counts();
$look( 'first' );
$look( 'again' );
update_post_meta( $id, $key, 'Two boats below a bridge' );
$look( 'a text' );
update_post_meta( $id, '_edit_last', '1' );
$look( 'other meta' );
update_post_meta( $id, $key, 'IMG_2034' );
$look( 'a finding' );
delete_post_meta( $id, $key );
update_post_meta( $id, '_altscribe_decorative', 1 );
$look( 'a mark' );
$new = wp_insert_attachment( array( 'post_mime_type' => 'image/jpeg', 'post_title' => 'New' ) );
$look( 'a new image' );
wp_update_post( array( 'ID' => $new, 'post_mime_type' => 'application/pdf' ) );
$look( 'no image any more' );
$look( 'still none' );
wp_delete_attachment( $new, true );
$look( 'deleted' );
delete_post_meta( $id, '_altscribe_decorative' );
// One process writes while another one counts.
$meanwhile = function () use ( $id, $key ) { update_post_meta( $id, $key, 'A text of meanwhile' ); };
\\Altscribe\\Library\\Counts::cached_counts();
$look( 'written while it was counted' );
$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->postmeta, array( 'meta_value' => '' ), array( 'post_id' => $id, 'meta_key' => $key ) );
$GLOBALS['wpdb']->query( $GLOBALS['wpdb']->prepare( "UPDATE {$GLOBALS['wpdb']->options} SET option_value = REPLACE( option_value, %s, %s ) WHERE option_name = 'altscribe_counts'", substr( time(), 0, 7 ), substr( time() - 1000, 0, 7 ) ) );
$look( 'past the hooks, later' );
echo wp_json_encode( $results );`;

test('The dashboard counts again only after a change, and never shows outdated counts', async ({
  site,
}) => {
  const found: unknown = JSON.parse(
    await site.php(cachedCounts, { id: site.images.green.id }, 'admin'),
  );
  const counted = [1, true];
  const kept = [0, true];
  expect(found).toEqual({
    first: counted,
    again: kept,
    'a text': counted,
    'other meta': kept,
    'a finding': counted,
    'a mark': counted,
    'a new image': counted,
    'no image any more': counted,
    'still none': kept,
    deleted: counted,
    'written while it was counted': counted,
    'past the hooks, later': counted,
  });
});

test('Only users who may edit an image can generate for it, or mark it', async ({
  site,
  browser,
}) => {
  await connect(site);
  const { id } = site.images.blue;
  const route = `/altscribe/v1/attachments/${String(id)}/generate`;
  const requests = [{ route }, { route: '/altscribe/v1/attachments/999999/generate' }];
  const expected: Record<Role, number[]> = {
    administrator: [200, 403],
    editor: [200, 403],
    // It is another user's image.
    author: [403, 403],
    contributor: [403, 403],
    subscriber: [403, 403],
  };
  for (const [role, statuses] of Object.entries(expected) as [Role, number[]][]) {
    const session = await site.session(role);
    const user = role === 'administrator' ? 'admin' : role;
    const results = await callRoutes(site, requests, { user });
    expect([role, results.map(({ status }) => status)]).toEqual([role, statuses]);
    if (role !== 'administrator' && role !== 'editor') {
      expect(results[0]?.sent).toEqual([]);
    }
    const address = `/wp-admin/admin-post.php?action=altscribe_mark_decorative&attachment=${String(id)}&decorative=1`;
    expect([role, (await session.fetch(address)).status]).toEqual([role, 403]);
  }
  const [answer] = await callRoutes(site, requests);
  expect(answer?.body).toMatchObject({ alt_text: 'A boat', credits_available: 7 });
  expect(answer?.sent[0]?.body).toMatchObject({ language_code: 'en_US' });
  const visitor = await (
    await browser.newContext()
  ).request.post(`${site.url}/?rest_route=${route}`);
  expect(visitor.status()).toBe(401);
  expect(await site.php(`echo get_post_meta( $args, '_altscribe_decorative', true );`, id)).toBe(
    '',
  );
});

/** The findings for images that share a text, after each of some changes. */
const repeats = `
$key  = '_wp_attachment_image_alt';
$made = array();
$add  = function ( $file, $title = 'A title' ) use ( &$made ) {
  $made[] = $id = wp_insert_attachment( array( 'post_mime_type' => 'image/jpeg', 'post_title' => $title ), $file );
  return $id;
};
$results = array();
$look = function ( $name ) use ( &$results, &$made ) {
  wp_cache_flush();
  $results[ $name ] = array_map( function ( $id ) {
    $state = \\Altscribe\\Library\\States::of_image( $id );
    return trim( $state['state'] . ' ' . implode( ' ', $state['findings'] ) );
  }, $made );
};
list( $one, $two, $copy ) = array( $add( '2026/11/one.jpg' ), $add( '2026/11/two.jpg' ), $add( '2026/11/one.jpg' ) );
update_post_meta( $one, $key, 'Two boats below a bridge' );
update_post_meta( $copy, $key, 'Two boats below a bridge' );
$look( 'one file in two languages' );
// The row of an image that was deleted without WordPress's functions.
$GLOBALS['wpdb']->insert( \\Altscribe\\Library\\Repeated_Texts::table(), array( 'attachment_id' => 987654321, 'file_key' => 'gone' ) + \\Altscribe\\Library\\Repeated_Texts::keys( $one, 'Two boats below a bridge' ) );
update_post_meta( $two, $key, ' two boats  below a bridge. ' );
$GLOBALS['wpdb']->delete( \\Altscribe\\Library\\Repeated_Texts::table(), array( 'attachment_id' => 987654321 ) );
$look( 'another file' );
update_post_meta( $two, $key, 'Two boats beside a bridge' );
$look( 'changed' );
update_post_meta( $two, $key, 'Two boats below a bridge' );
wp_trash_post( $two );
$look( 'in the trash' );
wp_untrash_post( $two );
$look( 'restored' );
// Both are checked again after an update of the plugin, in any order.
$GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Library\\Repeated_Texts::table() );
foreach ( $made as $id ) { delete_post_meta( $id, '_altscribe_check' ); }
delete_option( 'altscribe_checked' );
while ( ! \\Altscribe\\Library\\Findings::check_next_texts( 1 ) ) {}
$look( 'checked anew' );
// The lists and counts follow these texts with the next hourly event.
$meta  = $GLOBALS['wpdb']->postmeta;
$state = function () use ( $one ) {
  $ids = \\Altscribe\\Media_Page\\Images::list_images_page( array( 'state' => 'missing' ), 1, 100 )['ids'];
  return array( in_array( $one, $ids, true ), \\Altscribe\\Library\\Counts::count_states( $GLOBALS['wpdb']->posts . ".ID = $one" )['check'] );
};
$GLOBALS['wpdb']->update( $meta, array( 'meta_value' => ' ' ), array( 'post_id' => $one, 'meta_key' => $key ) );
wp_cache_flush();
\\Altscribe\\Posts\\Uses_Index::run_uses_event();
$results['emptied by SQL'] = $state();
$GLOBALS['wpdb']->update( $meta, array( 'meta_value' => 'Two boats below a bridge' ), array( 'post_id' => $one, 'meta_key' => $key ) );
$results['before the event'] = $state();
\\Altscribe\\Posts\\Uses_Index::run_uses_event();
$results['written by SQL'] = $state();
foreach ( array( $one, $copy ) as $id ) { delete_post_meta( $id, '_wp_attached_file' ); }
wp_delete_attachment( array_shift( $made ), true );
wp_delete_attachment( array_pop( $made ), true );
$look( 'deleted' );
$windmill = $add( '2026/11/windmill.jpg', 'windmill' );
update_post_meta( $windmill, $key, 'Windmill' );
$hibiscus = $add( '2026/11/red-hibiscus-closeup-1-scaled.jpg', 'red-hibiscus-closeup' );
update_post_meta( $hibiscus, $key, 'red hibiscus closeup' );
$look( 'names' );
update_post_meta( $hibiscus, '_wp_attached_file', '2026/11/other.jpg' );
$look( 'only its title' );
wp_update_post( array( 'ID' => $hibiscus, 'post_title' => 'A flower' ) );
$look( 'neither' );
$counts = \\Altscribe\\Library\\Counts::count_states( $GLOBALS['wpdb']->posts . ".ID = $windmill" );
$results['counts'] = array( $counts['check'], $counts['good'] );
$results['grid'] = ( new WP_Query( array( 'post_type' => 'attachment', 'post_status' => 'inherit', 'altscribe_state' => 'check', 'fields' => 'ids', 'post__in' => $made ) ) )->posts;
foreach ( $made as $id ) { delete_post_meta( $id, '_wp_attached_file' ); wp_delete_attachment( $id, true ); }
$results['rows'] = (int) $GLOBALS['wpdb']->get_var( $GLOBALS['wpdb']->prepare( 'SELECT COUNT(*) FROM %i WHERE attachment_id >= %d', \\Altscribe\\Library\\Repeated_Texts::table(), $one ) );
echo wp_json_encode( $results );`;

test('Two images with the same text have a problem, one file in two languages does not; one noun is only a hint', async ({
  site,
}) => {
  const good = 'good';
  const same = 'check repeats-other';
  expect(JSON.parse(await site.php(repeats, {}, 'admin'))).toEqual({
    'one file in two languages': [good, 'missing', good],
    'another file': [same, same, same],
    changed: [good, good, good],
    'in the trash': [good, good, good],
    restored: [same, same, same],
    'checked anew': [same, same, same],
    'emptied by SQL': [true, 0],
    'before the event': [true, 0],
    'written by SQL': [false, 1],
    deleted: [good],
    names: [good, 'good single-word', 'check file-name'],
    'only its title': [good, 'good single-word', 'check file-name'],
    neither: [good, 'good single-word', good],
    counts: [0, 1],
    grid: [],
    rows: 0,
  });
});
